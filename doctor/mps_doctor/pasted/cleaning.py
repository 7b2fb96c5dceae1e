"""From what people paste to plain lines: encodings, markup, quotes, prompts and colours go.

Every step is linear in the length of the text, and each line stays the line it was.
"""

from __future__ import annotations

import codecs
import html
import re

MAX_BYTES = 50_000_000
"""What is longer is cut: reports with whole logs in them are a few megabytes."""

LONGEST_LINE = 20_000
"""Characters of a line that are kept: a longer one is the content of a file."""

_ANSI = r"\x1b(?:\[[0-9;?]{0,20}[ -/]?[@-~]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)|[@-_])"
_BARE_COLOUR = r"(?:␛|\\u001b|\\x1b|\\033|\\e)\[[0-9;]{0,12}m"
_CONTROL = bytes({*range(32), 127} - {9, 10, 13})
_INVISIBLE = r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
_ENTITY = r"&(?:[a-zA-Z]{2,8}|#\d{2,6}|#x[0-9a-fA-F]{2,5});"
_TAG = (
    r"(?i)</?(?:br|p|pre|code|details|summary|b|i|u|s|em|strong|div|span|ul|ol|li|table|thead"
    r"|tbody|tr|td|th|blockquote|kbd|samp|h[1-6]|a|sub|sup|hr)(?:\s[^<>\n]{0,200})?/?>"
)
_BREAKING_TAG = r"(?i)<(?:br|/p|/pre|/li|/tr|/div|/summary|/h[1-6]|hr)\b"
_QUOTE = r"\n[ \t]*>(?!>>)[> \t]*"
"""Not the prompt of Python, which stands before what was typed."""
_BOLD = r"(?<![\w*])\*\*([^*\n]{1,80})\*\*(?!\d)"
_NUMBERED = r"^[ \t]*\d{1,7}(?:[ \t]*[|:│→][ \t]?|\t| {2,4}(?=\S)|[ \t]*$)"
_STAMP = r"\n\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]{1,4}"
"""The time that CI logs and loggers put before each line."""

_EXAMPLE = r"(?i)\[e\.g\.[^\]\n]{0,80}\]|\(e\.g\.,? [^)`\n]{0,80}\)"
"""What a template for issues gives as an example, `[e.g. Ubuntu]`, says nothing of the reporter.

uv writes "(e.g., `macosx_15_0_arm64`)" of the platform in use, with the back quotes.
Source: https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests
"""

_TICKED = r"\n[ \t]{0,8}[-*+] \[[xX]\] "
_NOT_TICKED = r"\n[ \t]{0,8}[-*+] \[ \][^\n]*"
"""A box that was left empty in a form of which others are ticked: its line does not hold.

Where none is ticked it may be a list of what is to be done.
Source: https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/about-tasklists
"""

_SIGNS = (
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u202f": " "}
    | {"\u2212": "-", "\u2013": "-", "\u2010": "-", "\u2011": "-", "\u2028": "\n"}
    | {"\uff1a": ":", "\u3000": " ", "\u2026": "..."}
)
"""What editors and chat programs make of plain signs."""

BEGINNING = 100_000
"""Characters of a text that are looked at to see how it was quoted, numbered or wrapped."""

MOSTLY = 0.6
"""Share of the lines that must be numbered before numbers count as line numbers."""

COUNTED = 3
"""Lines in a row whose numbers count up: fewer may be a list or a table."""

NARROWEST, WIDEST = 40, 250
"""Columns that a terminal may have."""
CUT_LINES = 3
NEARLY = 6
"""How many columns shorter a line that is wrapped between words may be."""

_WRAP = (
    r"\n(?<=[^\n]{40}\n)(?=[a-z(])"
    r"(?![\w. /()-]{1,30}:(?:\s|$)|(?:python|pip|conda)[\d.]* (?:-|install))"
)
"""The end of a long line before one that goes on in lower case, and is no row and no command."""


def decode(data: bytes) -> str:
    """Decode a paste: UTF-8 first, UTF-16 by its mark or its zero bytes; never fails."""
    data = data[:MAX_BYTES]
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    head = data[:2000]
    if len(head) > 3 and head.count(0) * 4 > len(head):
        order = "utf-16-le" if head[1::2].count(0) >= head[0::2].count(0) else "utf-16-be"
        return data.decode(order, errors="replace")
    return data.decode("utf-8", errors="replace")


def clean(text: str) -> str:
    """Return the text without colours, markup and quotes; each line stays the line it was."""
    text = _with_plain_signs(text[:MAX_BYTES])
    if "\x1b" in text:
        text = re.sub(_ANSI, "", text)
    if "[" in text and ("\\" in text or "␛" in text):
        text = re.sub(_BARE_COLOUR, "", text)
    text = _without_control(text)
    if "&" in text:
        text = _unescape(_unescape(text)).replace("\u00a0", " ")  # some trackers escape twice
    if "<" in text:
        text = re.sub(_TAG, _without_tag, text)
    if (peeled := _peel(text)) != text:
        text = _peel(peeled)  # a log of a quotation, and a quotation of a log
    if "**" in text:
        text = re.sub(_BOLD, r"\1", text)
    text = text.replace("\\_", "_")
    if "[ ]" in text and re.search(_TICKED, f"\n{text}"):
        text = re.sub(_NOT_TICKED, "\n", f"\n{text}")[1:]
    if "e.g." in text.lower():
        text = re.sub(_EXAMPLE, "", text)
    return _with_whole_words(text)


def unwrap(text: str) -> str:
    """Join sentences that go on in the next line; the places in the text stay what they are."""
    return re.sub(_WRAP, " ", text)


def flatten(text: str) -> str:
    """Return the text with every run of white space as one space: wrapped lines join again."""
    return " ".join(text.split())


def _with_plain_signs(text: str) -> str:
    """Put plain signs in the place of typographic ones; `str.translate` would take far longer."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        for sign, plain in _SIGNS.items():
            text = text.replace(sign, plain)
    return text


def _without_control(text: str) -> str:
    data = text.encode("utf-8", "surrogatepass").translate(None, _CONTROL)
    plain = data.decode("utf-8", "surrogatepass")
    return plain if text.isascii() else re.sub(_INVISIBLE, "", plain)


def _unescape(text: str) -> str:
    return re.sub(_ENTITY, lambda found: html.unescape(found[0]), text)


def _without_tag(found: re.Match[str]) -> str:
    # A tag that ends a block keeps two fields apart; it may not add a line, or the numbers shift.
    return " ; " if re.match(_BREAKING_TAG, found[0]) else ""


def _peel(text: str) -> str:
    """Take off what stands before every line: the time, a number, the sign of a quotation.

    Each expression begins with the end of the line before: that is found fast, `^` is not.
    """
    text = re.sub(_STAMP, "\n", f"\n{text}")
    text = "\n" + _without_line_numbers(text[1:])
    # One line alone may be the rest of a wrapped "… > INT_MAX".
    if len(re.findall(_QUOTE, text[:BEGINNING])) > 1:
        text = re.sub(_QUOTE, "\n", text)
    return text[1:]


def _without_line_numbers(text: str) -> str:
    lines = text.split("\n")
    beginning = [line for line in text[:BEGINNING].split("\n") if line.strip()]
    numbered = [re.match(_NUMBERED, line) for line in beginning]
    count = sum(found is not None for found in numbered)
    if count < max(2, MOSTLY * len(beginning)) and not _counts_up(numbered):
        return text
    return "\n".join(re.sub(_NUMBERED, "", line) for line in lines)


def _counts_up(numbered: list[re.Match[str] | None]) -> bool:
    """Return whether some lines in a row are numbered one by one, as a listing in a text is."""
    run = last = 0
    for found in numbered:
        number = int(re.sub(r"\D", "", found[0])) if found else 0
        run = run + 1 if found and run and number == last + 1 else int(found is not None)
        last = number
        if run >= COUNTED:
            return True
    return False


def _with_whole_words(text: str) -> str:
    """Give a word that a terminal cut at its last column back to the line where it began.

    A terminal leaves several lines of just its width and hardly any a little shorter, as lines
    that are wrapped between words are.
    """
    lines = text[:BEGINNING].split("\n")
    widths = list(map(len, lines))
    width = max(widths)
    full = widths.count(width)
    nearly = sum(width - NEARLY <= other < width for other in widths)
    if not NARROWEST <= width <= WIDEST or full < CUT_LINES or full <= CUT_LINES * nearly:
        return text
    for place in range(len(lines) - 1, 0, -1):
        if widths[place - 1] == width and re.search(r"[\w./:'\"=(-]$", lines[place - 1]):
            cut = re.match(r"[\w./:'\"=,()-]{0,120}", lines[place])
            lines[place - 1] += cut[0] if cut else ""
            lines[place] = lines[place][cut.end() if cut else 0 :]
    return "\n".join(lines) + text[BEGINNING:]
