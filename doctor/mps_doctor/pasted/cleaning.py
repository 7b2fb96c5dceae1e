"""From what people paste to plain lines: encodings, markup, quotes, prompts and colours go.

Every step is linear in the length of the text, and each line stays the line it was.
"""

import codecs
import html
import re

from mps_doctor.pasted.rows import cleaning as patterns

MAX_BYTES = 50_000_000
"""What is longer is cut: reports with whole logs in them are a few megabytes."""

LONGEST_LINE = 20_000
"""Characters of a line that are kept: a longer one is the content of a file."""

_CONTROL = bytes({*range(32), 127} - {9, 10, 13})


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


def is_text(data: bytes) -> bool:
    """Return whether bytes are a text: neither UTF-8 with zeros in it nor UTF-16 is none."""
    head = data[:2000]
    zeros = bool(head[0::2].count(0) and head[1::2].count(0))
    return not zeros or "\ufffd" not in head.decode("utf-8", errors="replace")[:-1]


def clean(text: str) -> str:
    """Return the text without colours, markup and quotes; each line stays the line it was."""
    text = _with_plain_signs(text[:MAX_BYTES])
    if "\x1b" in text:
        text = re.sub(patterns.ANSI, "", text)
    if "[" in text and ("\\" in text or "␛" in text):
        text = re.sub(patterns.BARE_COLOUR, "", text)
    text = _without_control(text)
    if "&" in text:
        text = _unescape(_unescape(text)).replace("\u00a0", " ")  # some trackers escape twice
    if "<" in text:
        text = re.sub(patterns.TAG, _without_tag, text)
    if (peeled := _peel(text)) != text:
        text = _peel(peeled)  # a log of a quotation, and a quotation of a log
    if "**" in text:
        text = re.sub(patterns.BOLD, r"\1", text)
    text = text.replace("\\_", "_")
    if "[ ]" in text and re.search(patterns.TICKED, f"\n{text}"):
        text = re.sub(patterns.NOT_TICKED, "\n", f"\n{text}")[1:]
    if "e.g." in text.lower():
        text = re.sub(patterns.EXAMPLE, "", text)
    return _with_whole_words(text)


def unwrap(text: str) -> str:
    """Join sentences that go on in the next line; the places in the text stay what they are."""
    return re.sub(patterns.WRAP, " ", text)


def flatten(text: str) -> str:
    """Return the text with every run of white space as one space: wrapped lines join again."""
    return " ".join(text.split())


def _with_plain_signs(text: str) -> str:
    """Put plain signs in the place of typographic ones; `str.translate` would take far longer."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        for sign, plain in patterns.SIGNS.items():
            text = text.replace(sign, plain)
    return text


def _without_control(text: str) -> str:
    data = text.encode("utf-8", "surrogatepass").translate(None, _CONTROL)
    plain = data.decode("utf-8", "surrogatepass")
    return plain if text.isascii() else re.sub(patterns.INVISIBLE, "", plain)


def _unescape(text: str) -> str:
    return re.sub(patterns.ENTITY, lambda found: html.unescape(found[0]), text)


def _without_tag(found: re.Match[str]) -> str:
    # A tag that ends a block keeps two fields apart; it may not add a line, or the numbers shift.
    return " ; " if re.match(patterns.BREAKING_TAG, found[0]) else ""


def _peel(text: str) -> str:
    """Take off what stands before every line: the time, a number, the sign of a quotation.

    Each expression begins with the end of the line before: that is found fast, `^` is not.
    """
    text = re.sub(patterns.STAMP, "\n", f"\n{text}")
    text = "\n" + _without_line_numbers(text[1:])
    # One line alone may be the rest of a wrapped "… > INT_MAX".
    if len(re.findall(patterns.QUOTE, text[:BEGINNING])) > 1:
        text = re.sub(patterns.QUOTE, "\n", text)
    return text[1:]


def _without_line_numbers(text: str) -> str:
    lines = text.split("\n")
    beginning = [line for line in text[:BEGINNING].split("\n") if line.strip()]
    numbered = [re.match(patterns.NUMBERED, line) for line in beginning]
    count = sum(found is not None for found in numbered)
    if count < max(2, MOSTLY * len(beginning)) and not _counts_up(numbered):
        return text
    return "\n".join(re.sub(patterns.NUMBERED, "", line) for line in lines)


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
