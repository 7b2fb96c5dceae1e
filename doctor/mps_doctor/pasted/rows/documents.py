"""How a report of ours looks on a screen and in Markdown."""

import re

SIGN = r"(?:[✓✗!?-]|\[(?:ok|x|!|\?|-)\])"
_SECTION = "Every check|Other fixes|Operations by dtype|Ignored"
PAGE = re.compile(rf"^{SIGN} \S[^\n]*\n(?:(?: [^\n]*|{_SECTION})?\n)+(?: [^\n]*\Z)?", re.MULTILINE)
"""A headline, the indented lines below it, and the headings of what `--verbose` adds."""
COMMENT = re.compile(rf"^#### {SIGN} \S.*?\bmps-doctor \d+\.\d[^\n]*", re.MULTILINE | re.DOTALL)
"""The same in Markdown, to the line that names our version."""
AREA = re.compile(
    rf"^(?:  |- )\\?({SIGN}) +(?:\*\*)?(Mac|Computer|Python|PyTorch|Settings"
    rf"|(?:GPU|CPU|CUDA) test)\b(?:\*\*)? *([^\n]*(?:\n {{4,}}(?!{SIGN} |i )\S[^\n]*)*)",
    re.MULTILINE,
)
"""The line of an area: its sign, its label, and its text as far as it was wrapped."""
ELSEWHERE = re.compile(rf"^(?:#### )?{SIGN} Not a Mac: [^\n]*\n?[^\n]*\(this\s+is\s+([^()]+)\)")
STATED = ("Mac", "Computer", "Python", "PyTorch")
"""The areas whose text is facts, which are read as lines with a label."""
NEED = re.compile(r", needs .*| `?/.*")
"""What follows a fact in such a line: what it should be, where the interpreter lies."""
MORE = re.compile(r"More:\s+`?mps-doctor explain[ \\\n]+([\w-]{4,60})")
WARNS = re.compile(r"(?:#### )?(?:!|\[!\]) ")
"""How a report begins that warns only."""
