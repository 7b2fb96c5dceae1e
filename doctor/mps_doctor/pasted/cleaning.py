"""From what people paste to plain lines: encodings, markup, quotes, prompts and colours go.

Every step is linear in the length of the text, and a text without the mess passes untouched.
"""

from __future__ import annotations

import codecs
import html
import re

from mps_doctor.patterns import late

MAX_BYTES = 50_000_000
"""What is longer is cut: reports with whole logs in them are a few megabytes."""

_ANSI = late(r"\x1b(?:\[[0-9;?]{0,20}[ -/]?[@-~]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)|[@-_])")
_BARE_COLOUR = late(r"(?:␛|\\u001b|\\x1b|\\033|\\e)\[[0-9;]{0,12}m")
_CONTROL = bytes({*range(32), 127} - {9, 10, 13})
_INVISIBLE = late(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ENTITY = late(r"&(?:[a-zA-Z]{2,8}|#\d{2,6}|#x[0-9a-fA-F]{2,5});")
_TAG = late(
    r"</?(?:br|p|pre|code|details|summary|b|i|u|s|em|strong|div|span|ul|ol|li|table|thead|tbody"
    r"|tr|td|th|blockquote|kbd|samp|h[1-6]|a|sub|sup|hr)(?:\s[^<>\n]{0,200})?/?>",
    re.IGNORECASE,
)
_BREAKING_TAG = late(r"<(?:br|/p|/pre|/li|/tr|/div|/summary|/h[1-6]|hr)\b", re.IGNORECASE)
_QUOTE = late(r"\n[ \t]*>[> \t]*")
_BOLD = late(r"(?<![\w*])\*\*([^*\n]{1,80})\*\*(?!\d)")
_NUMBERED = late(r"^[ \t]*\d{1,7}(?:[ \t]*[|:│→][ \t]?|\t| {2,4}(?=\S)|[ \t]*$)")
_DIGIT_FIRST = late(r"\n[ \t]*\d")
_STAMP = late(
    r"\n\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]{1,4}"
)
"""The time that CI logs and loggers put before each line."""

_EXAMPLE = late(r"\[e\.g\.[^\]\n]{0,80}\]|\(e\.g\.,? [^)`\n]{0,80}\)", re.IGNORECASE)
"""What a template for issues gives as an example, `[e.g. Ubuntu]`, says nothing of the reporter.

uv writes "(e.g., `macosx_15_0_arm64`)" of the platform in use, with the back quotes.
Source: https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests
"""

_TICKED = late(r"\n[ \t]{0,8}[-*+] \[[xX]\] ")
_NOT_TICKED = late(r"\n[ \t]{0,8}[-*+] \[ \][^\n]*")
"""A box that was left empty in a form of which others are ticked: its line does not hold.

Where none is ticked it may be a list of what is to be done.
Source: https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/about-tasklists
"""

TERMINAL_SEEN = 20_000
"""How much of a text is looked at for the width of a terminal: what is longer is a log."""
NARROWEST, WIDEST = 40, 250
"""Columns that a terminal may have."""
CUT_LINES = 3
NEARLY = 6
"""How many columns shorter a line that is wrapped between words may be."""
_CUT_WORD = late(r"[\w./:'\"=,()-]{1,120}")
_OPEN_WORD = late(r"[\w./:'\"=(-]$")

_SIGNS = (
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " ", "\u202f": " "}
    | {"\u2212": "-", "\u2013": "-", "\u2010": "-", "\u2011": "-", "\u2028": "\n"}
    | {"\uff1a": ":", "\u3000": " ", "\u2026": "..."}
)
"""What editors and chat programs make of plain signs."""

QUOTES_SEEN = 100_000
"""How much of a text is looked at to see whether it is quoted."""

MOSTLY = 0.6
"""Share of the lines that must be numbered before numbers count as line numbers."""


COUNTED = 3
"""Lines in a row whose numbers count up: fewer may be a list or a table."""

LISTING_SEEN = 2_000
"""Lines among which such a listing is looked for."""


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
    text = _plain(text[:MAX_BYTES])
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    if "[" in text and ("\\" in text or "␛" in text):
        text = _BARE_COLOUR.sub("", text)
    text = _without_control(text)
    if "&" in text:
        text = _unescape(_unescape(text)).replace("\u00a0", " ")  # some trackers escape twice
    if "<" in text:
        text = _TAG.sub(_without_tag, text)
    if (peeled := _peel(text)) != text:
        text = _peel(peeled)  # a log of a quotation, and a quotation of a log
    if "*" in text:
        text = _BOLD.sub(r"\1", text)
    if "\\" in text:
        text = text.replace("\\_", "_")
    if "[" in text and "[ ]" in text and _TICKED.search(f"\n{text}"):
        text = _NOT_TICKED.sub("\n", f"\n{text}")[1:]
    if "e.g." in text:
        text = _EXAMPLE.sub("", text)
    return _with_whole_words(text)


def _with_whole_words(text: str) -> str:
    """Give a word that a terminal cut at its last column back to the line where it began.

    A terminal leaves several lines of just its width and hardly any a little shorter, as lines
    that are wrapped between words are.
    """
    lines = text[:TERMINAL_SEEN].split("\n")
    widths = list(map(len, lines))
    width = max(widths)
    full = widths.count(width)
    if full < CUT_LINES or not NARROWEST <= width <= WIDEST:
        return text
    nearly = sum(width - NEARLY <= other < width for other in widths)
    if full <= CUT_LINES * nearly:
        return text
    for place in range(len(lines) - 1, 0, -1):
        if widths[place - 1] != width or not _OPEN_WORD.search(lines[place - 1]):
            continue
        if cut := _CUT_WORD.match(lines[place]):
            lines[place - 1] += cut[0]
            lines[place] = lines[place][cut.end() :]
    return "\n".join(lines) + text[TERMINAL_SEEN:]


def _plain(text: str) -> str:
    """Put plain signs in the place of typographic ones; `str.translate` would take far longer."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        for sign, plain in _SIGNS.items():
            text = text.replace(sign, plain)
    return text


def _without_control(text: str) -> str:
    if text.isascii():
        return text.encode().translate(None, _CONTROL).decode()
    data = text.encode("utf-8", "surrogatepass").translate(None, _CONTROL)
    return _INVISIBLE.sub("", data.decode("utf-8", "surrogatepass"))


def _peel(text: str) -> str:
    """Take off what stands before every line: the time, a number, the sign of a quotation.

    Each expression begins with the end of the line before: that is found fast, `^` is not.
    """
    text = "\n" + text
    if "-" in text:
        text = _STAMP.sub("\n", text)
    text = _without_line_numbers(text)
    if ">" in text and _is_quoted(text):
        text = _QUOTE.sub("\n", text)
    return text[1:]


def _is_quoted(text: str) -> bool:
    """Return whether several lines are: one alone may be the rest of a wrapped "… > INT_MAX"."""
    first = _QUOTE.search(text, 0, QUOTES_SEEN)
    return first is not None and _QUOTE.search(text, first.end(), QUOTES_SEEN) is not None


_WRAP = late(
    r"\n(?<=[^\n]{40}\n)(?=[a-z(])"
    r"(?![\w. /()-]{1,30}:(?:\s|$)|(?:python|pip|conda)[\d.]* (?:-|install))"
)
"""The end of a long line before one that goes on in lower case, and is no row and no command."""


def unwrap(text: str) -> str:
    """Join sentences that go on in the next line; the places in the text stay what they are."""
    return _WRAP.sub(" ", text)


def flatten(text: str) -> str:
    """Return the text with every run of white space as one space: wrapped lines join again."""
    return " ".join(text.split())


def _unescape(text: str) -> str:
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text)


def _without_tag(found: re.Match[str]) -> str:
    # A tag that ends a block keeps two fields apart; it may not add a line, or the numbers shift.
    return " ; " if _BREAKING_TAG.match(found[0]) else ""


def _without_line_numbers(text: str) -> str:
    if not _DIGIT_FIRST.search(text, 0, 4_000):
        return text
    lines = text[1:].split("\n")
    filled = [line for line in lines if line.strip()]
    numbered = sum(_NUMBERED.match(line) is not None for line in filled)
    if numbered < max(2, MOSTLY * len(filled)) and not _counts_up(lines):
        return text
    return "\n" + "\n".join(_NUMBERED.sub("", line) for line in lines)


def _counts_up(lines: list[str]) -> bool:
    """Return whether some lines in a row are numbered one by one, as a listing within a text is."""
    run = last = 0
    for line in lines[:LISTING_SEEN]:
        found = _NUMBERED.match(line)
        if found is None:
            run = 0
            continue
        number = int(re.sub(r"\D", "", found[0]))
        run = run + 1 if number == last + 1 else 1
        last = number
        if run >= COUNTED:
            return True
    return False
