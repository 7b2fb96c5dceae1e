"""What stands around the words that people paste: markup, quotes, stamps, wrapped lines."""

ANSI = r"\x1b(?:\[[0-9;?]{0,20}[ -/]?[@-~]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)|[@-_])"
BARE_COLOUR = r"(?:␛|\\u001b|\\x1b|\\033|\\e)\[[0-9;]{0,12}m"
INVISIBLE = r"[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
ENTITY = r"&(?:[a-zA-Z]{2,8}|#\d{2,6}|#x[0-9a-fA-F]{2,5});"
TAG = (
    r"(?i)</?(?:br|p|pre|code|details|summary|b|i|u|s|em|strong|div|span|ul|ol|li|table|thead"
    r"|tbody|tr|td|th|blockquote|kbd|samp|h[1-6]|a|sub|sup|hr)(?:\s[^<>\n]{0,200})?/?>"
)
BREAKING_TAG = r"(?i)<(?:br|/p|/pre|/li|/tr|/div|/summary|/h[1-6]|hr)\b"
QUOTE = r"\n[ \t]*>(?!>>)[> \t]*"
"""Not the prompt of Python, which stands before what was typed."""

BOLD = r"(?<![\w*])\*\*([^*\n]{1,80})\*\*(?!\d)"
NUMBERED = r"(?m)^[ \t]*\d{1,7}(?:[ \t]*[|:│→][ \t]?|\t| {2,4}(?=\S)|[ \t]*$)"
STAMP = (
    r"\n\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?"
    r"(?:(?<=\d) - |[ \t]{1,4}|(?=::\[))"
)
"""The time that CI logs and loggers put before each line."""

AGAIN = (
    r"(\n(?:[ \t]{0,12}[│┃║|] |E {2,}|\[rank\d+\]: |[\w.-]{1,40}[-_]\d+ +\| "
    r"|(?:\([\w ]{1,40}pid=\d+[^)\n]{0,30}\) )?"
    r"[A-Z]{4,8} \d\d-\d\d \d\d:\d\d:\d\d \[[^\]\n]{1,60}\] "
    r"|\(\w{1,40} pid=\d+[^)\n]{0,30}\) |\[[A-Z]{4,8}\] "
    r"|::\[\w{1,20}\]::[A-Z]{4,8} --> ))([^\n|]*(?:\1[^\n|]*)+)"
    r"|(?<=[^ \t])[ \t]{1,200}[│┃║](?=[ \t]*\n)"
)
"""What a program, a test or a box puts before each line of one message, and behind it.

The first line of a message keeps it: it says of whom it is.
"""

EXAMPLE = (
    r"(?i)\[e\.g\.[^\]\n]{0,80}\]|\(e\.g\.,? [^)`\n]{0,80}\)"
    r"|(?<=\n)[^\n?]{0,90}\bdocker\b[^\n?]{0,60}\? ?\[yes/no\][^\w\n]{0,4}no\b"
    r"|(?<=: )\[\w+(?:/\w+){1,6}[^\]\n]{0,40}\] "
)
"""What a form gives as an example, `[e.g. Ubuntu]`, or to choose from, and what no answers.

uv writes "(e.g., `macosx_15_0_arm64`)" of the platform in use, with the back quotes.
Source: https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests
"""

TICKED = r"\n[ \t]{0,8}[-*+] \[[xX]\] "
NOT_TICKED = r"\n[ \t]{0,8}[-*+] \[ \][^\n]*"
"""A box that was left empty in a form of which others are ticked: its line does not hold.

Where none is ticked it may be a list of what is to be done.
Source: https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/about-tasklists
"""

SIGNS = (
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u202f": " "}
    | {"\u2212": "-", "\u2013": "-", "\u2010": "-", "\u2011": "-", "\u2028": "\n"}
    | {"\uff1a": ":", "\u3000": " ", "\u2026": "..."}
)
"""What editors and chat programs make of plain signs."""

WRAP = (
    r"\n(?<=[^\n]{40}\n)(?=[a-z(])"
    r"(?![\w. /()-]{1,30}:(?:\s|$)|(?:python|pip|conda)[\d.]* (?:-|install))"
)
"""The end of a long line before one that goes on in lower case, and is no row and no command."""
