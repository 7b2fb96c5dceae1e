"""What stands around an error text that nobody got, or behind one."""

NAMES = frozenset({"paravirtual-device"})
"""Known texts that are no messages but names, which a sentence holds."""

CODE = r"(?m)^[ \t]*>>>[^\n]*(?:\n[ \t]*\.\.\.[^\n]*)*"
"""What was typed at a prompt of Python: an error text in it was never printed."""

IN_PRINT = r"\bprint ?\(f?[\"'][^\"']{0,80}$"
IF_YOU_SEE = (
    r"(?i)\b(?:if|in case|when(?:ever)?) (?:you|users|pip3?|uv|conda|python|xcrun|it)"
    r" (?:still |also |ever |then )?(?:see|get|receive|encounter|run into|hit|face|says?|reports?"
    r"|complains?|prints?|shows?|fails? with|raises?)\b[^.!?\n]{0,40}$"
)
THEN_DO = (
    r"(?i)[\"'`”)\]]{0,2},? (?:then |please |you(?:r| should| need| must| can| have)\b|try "
    r"|activate"
    r" "
    r"|install |make |check |run |use |create |switch |(?:it|this|that) means |set |add |remove )"
)
"""Around an error text that instructions only suppose: "if you get …, activate the venv"."""

ELSEWHERE = (
    r"(?i)\b(?:on|under) (?:\w+ ){0,2}\(?(?:windows|linux|ubuntu|wsl|colab)\b[^.;!?\n]{0,40}$"
)
MAC_IS_FINE = (
    r"(?i)[^.;!?\n]{0,24}\b(?:mac\w*|m[1-5])\b[^.;!?\n]{0,24}\b(?:fine|works?|ok|succeeds?)\b"
)
"""Around an error text of another computer: "on Windows I get …, on my Mac all is fine"."""

NAMED_ERROR = r"(?:Error|Warning): (?![^\n]{0,80}\b(?:loss|NaNs?|nans?)\b)[^\n]*"
"""An exception in words of its own: one that tells of NaNs tells what was computed."""

ABOUT_THE_MACHINE = (
    r"(?i)(?:[.;,)\]'\"`]\s{1,3}|\s-\s|\s\(|\b(?:failed|fails|errors?|crash(?:es|ed)?|seen)\s(?=on\s))"
    r"((?:(?:on|with|using|under|this is|it's|i have|(?:i'm|i am) (?:on|using))\s)?"
    r"(?:an? |my |the )?(?:(?:early |mid |late )?20\d\d )?(?:mac(?:s|os|book|mini)?|imac|apple"
    r"|m[1-5]|(?:py)?torch|python|monterey|ventura|sonoma|sequoia|tahoe|intel|mbp|sw_vers|windows"
    r"|linux|ubuntu|debian|fedora|wsl2?|rtx|gtx|nvidia)\b[^\n:]{0,160})$"
)
"""What a writer adds behind an error text on the same line: the computer, the versions."""
