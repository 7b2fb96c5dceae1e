"""What stands around an error text that nobody got, or behind one."""

NAMES = frozenset({"paravirtual-device"})
"""Known texts that are no messages but names, which a sentence holds."""

HOW_IT_IS_COMPUTED = frozenset({"op-fallback-to-cpu", "padding-dims", "int64-cast-to-int32"})
"""Warnings that only say how a step is computed: of a failure beside them they say nothing.

Source: the warnings of torch 2.13.0, MPSFallback.mm, Pad.mm and Repeat.mm.
"""

FAILURE = r"(?i)\btraceback \(most|(?:\b|[a-z])(?:error|exception)\b|\bfail(?:s|ed|ure|ing)?\b"
"""What tells that a program failed."""

NOW = (
    r"(?i)\b(?:now|then|after that|next) (?:(?:i|we) (?:am |have |'m )?(?:get|got|getting|see|face"
    r"|hit)|it (?:fails|says|gives|crashes|stops)|gives|there is|the next error)\b"
    r"|\b(?:new|next|current) (?:error|problem|issue) (?:is|was)\b"
)
"""Before the trouble that is left, where another is over: what follows counts first."""

CODE = (
    r"(?m)^[ \t]*>>>(?! (?:import torch|from torch[\w.]* import \w+)[ \t]*$)[^\n]*"
    r"(?:\n[ \t]*\.\.\.[^\n]*)*"
)
"""What was typed at a prompt of Python: an error text in it was never printed.

An import of torch stays: a crash behind it is its own.
"""

TRACE = "Traceback (most recent call last)"
"""What makes of a warning that a text quotes one that was printed."""

RAISED = r"\braise [\w.]{1,60}\([^()]{0,12}$"
"""Before an error text in a line of a stack: what was printed stands below it."""

SUPPOSED = (
    r"\bprint ?\(f?[\"'][^\"']{0,80}$|\bTORCH_[A-Z]{4,}\w*\([^;]{0,90}$"
    r"|(?i:\b(?:if|in case|when(?:ever)?) (?:you|users) (?:still |also |ever )?"
    r"(?:see|get|receive|encounter|run into|hit|face)\b[^.!?\n]{0,40}$)"
)
"""Before an error text that code would print, or that instructions are for: "if you get …"."""

PRINTED = r"(?i)error|exception|\bassert|\bfailed\b|traceback"
"""What stands in the line of an error that a program printed."""

NAMED_ERROR = r"(?:Error|Warning): (?![^\n]{0,80}\b(?:loss|NaNs?|nans?)\b)[^\n]*"
"""An exception in words of its own: one that tells of NaNs tells what was computed."""

ABOUT_THE_MACHINE = (
    r"(?i)(?:[.;,)\]'\"`]\s{1,3}|\s-\s|\s\(|(?:\b|[a-z])(?:failed|fails|errors?"
    r"|crash(?:es|ed)?|seen)\s(?=on\s))"
    r"((?:(?:on|with|using|under|this is|it's|i have|(?:i'm|i am) (?:on|using))\s)?"
    r"(?:an? |my |the )?(?:(?:early |mid |late )?20\d\d )?(?:mac(?:s|os|book|mini)?|imac|apple"
    r"|m[1-5]|(?:py)?torch|python|monterey|ventura|sonoma|sequoia|tahoe|intel|mbp|sw_vers|windows"
    r"|linux|ubuntu|debian|fedora|wsl2?|rtx|gtx|nvidia)\b[^\n:]{0,160})$"
)
"""What a writer adds behind an error text on the same line: the computer, the versions."""

OF_TORCH = (
    r"torch|(?<!\w)mps(?!\w)|cuda|diffusers|transformers|accelerate|lightning|bitsandbytes|xformers"
    r"|flash|triton"
)
"""What the line of an error names that comes from torch, or from a program with it."""
