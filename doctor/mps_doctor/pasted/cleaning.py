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

BEGINNING = 100_000
"""Characters of a text that are looked at to see how it was quoted, or numbered."""

MOSTLY = 0.6
"""Share of the lines that must be numbered before numbers count as line numbers."""


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
    text = re.sub(patterns.INVISIBLE, "", text)
    if "&" in text:
        for _ in range(2):  # some trackers escape twice
            text = re.sub(patterns.ENTITY, lambda found: html.unescape(found[0]), text)
        text = text.replace("\u00a0", " ")
    if "<" in text:
        text = re.sub(patterns.TAG, _without_tag, text)
    if (peeled := _peel(text)) != text:
        text = _peel(peeled)  # a log of a quotation, and a quotation of a log
    if "**" in text:
        text = re.sub(patterns.BOLD, r"\1", text)
    text = text.replace("\\_", "_")
    if '\\"' in text:  # a message within JSON
        text = text.replace('\\"', '"').replace("\\n", " ")
    if "[ ]" in text and re.search(patterns.TICKED, f"\n{text}"):
        text = re.sub(patterns.NOT_TICKED, "\n", f"\n{text}")[1:]
    return re.sub(patterns.EXAMPLE, "", text)


def unwrap(text: str) -> str:
    """Join sentences that go on in the next line; the places in the text stay what they are."""
    return re.sub(patterns.WRAP, " ", text)


def _with_plain_signs(text: str) -> str:
    """Put plain signs in the place of typographic ones; `str.translate` would take far longer."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        for sign, plain in patterns.SIGNS.items():
            text = text.replace(sign, plain)
    return text


def _without_tag(found: re.Match[str]) -> str:
    # A tag that ends a block keeps two fields apart; it may not add a line, or the numbers shift.
    return " ; " if re.match(patterns.BREAKING_TAG, found[0]) else ""


def _peel(text: str) -> str:
    """Take off what stands before every line: the time, a number, the sign of a quotation.

    Each expression begins with the end of the line before: that is found fast, `^` is not.
    """
    text = re.sub(patterns.STAMP, "\n", f"\n{text}")
    text = "\n" + _without_line_numbers(re.sub(patterns.AGAIN, _once, text)[1:])
    # One line alone may be the rest of a wrapped "… > INT_MAX".
    if len(re.findall(patterns.QUOTE, text[:BEGINNING])) > 1:
        text = re.sub(patterns.QUOTE, "\n", text)
    return text[1:]


def _once(found: re.Match[str]) -> str:
    return found[1] + found[2].replace(found[1], "\n") if found[1] else ""


def _without_line_numbers(text: str) -> str:
    beginning = [line for line in text[:BEGINNING].split("\n") if line.strip()]
    count = sum(re.match(patterns.NUMBERED, line) is not None for line in beginning)
    few = count < max(2, MOSTLY * len(beginning))
    return text if few else re.sub(patterns.NUMBERED, "", text)
