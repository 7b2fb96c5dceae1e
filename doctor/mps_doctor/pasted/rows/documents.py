"""How a report of ours looks on a screen and in Markdown."""

import re

SIGN = r"(?:[✓✗!?]|\[(?:ok|x|!|\?)\])"
PAGE = re.compile(rf"^{SIGN} \S[^\n]*\n(?:(?: [^\n]*)?\n)+(?: [^\n]*\Z)?", re.MULTILINE)
"""A headline, and the indented lines below it."""
COMMENT = re.compile(rf"^### {SIGN} \S.*?\bmps-doctor \d+\.\d[^\n]*", re.MULTILINE | re.DOTALL)
"""The same in Markdown, to the line that names our version."""
AREA = re.compile(r"^(?:  |- )\S{1,4} +(?:\*\*)?(?:Mac|Python|PyTorch|Settings|GPU test)\b", re.M)
MORE = re.compile(r"More:\s+`?mps-doctor explain[ \\\n]+([\w-]{4,60})")
