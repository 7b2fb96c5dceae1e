"""Makes untrusted text safe to show: what would act instead of being read is spelled out.

Error messages, paths and pasted reports come from elsewhere.  Whatever is not a visible character
in them (terminal escapes, other control characters, marks that reverse the direction of writing,
invisible ones) is replaced by its escape, `\x1b` or `\u202e`; all formats use this one function.
"""

import re
import unicodedata

_PLAIN = re.compile(r"[ -~]*")
"""Printable ASCII: nearly all text, and never in need of anything."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Control, format (bidirectional marks among them), surrogate, private use, line separators."""

_NEWLINES = re.compile(r"\r\n|\r|\n")

_WORKFLOW_COMMAND = re.compile(r"(?<![^\s:]):(?=:)")
_OLDER_COMMAND = re.compile(r"##(?=(?:vso)?\[)")

_AT_LINE_START = re.compile(r"(?m)^([^\S\n]*):(?=:)")

_ASCII = str.maketrans(
    {
        "…": "...", "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "×": "x", "·": "|", "•": "*",
        "–": "-", "—": "-", "−": "-", "‑": "-", "‘": "'", "’": "'", "“": '"', "”": '"',
        "≈": "~", "±": "+/-", "µ": "u", "²": "^2", "³": "^3", "\N{NO-BREAK SPACE}": " ",
    }
)  # fmt: skip
"""What our own texts use beyond ASCII; other characters are spelled out."""


def visible(text: str) -> str:
    """Return the text as one line in which every character can be seen and none acts."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(map(_shown, _NEWLINES.sub(" ", text).replace("\t", " ")))


def visible_lines(text: str) -> list[str]:
    """Return the lines of a text, each of them safe."""
    return [visible(line) for line in _NEWLINES.split(text)]


def in_ascii(text: str) -> str:
    """Return a safe text in ASCII: common signs by their like, other characters spelled out."""
    if text.isascii():
        return text
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode("ascii")


def defused(text: str) -> str:
    """Return a text that a CI service does not take for a command of its own.

    GitHub reads any line that begins with `::`, after blanks, as a workflow command, and `##[`
    anywhere in a line; Azure reads `##vso[`.  Every word may come to begin a line.
    """
    text = _WORKFLOW_COMMAND.sub(r"\\x3a", text)
    return _OLDER_COMMAND.sub(r"#\\x23", text)


def in_xml(text: str, *, unicode: bool) -> str:
    """Return finished XML or HTML for a stream that may be a CI service's log, without loss.

    References to characters take the place of what a service would obey, and of what an ASCII
    stream cannot hold.
    """
    text = _AT_LINE_START.sub(r"\1&#58;", text)
    text = _OLDER_COMMAND.sub("#&#35;", text)
    return text if unicode else text.encode("ascii", "xmlcharrefreplace").decode()


def shortened(text: str, longest: int) -> str:
    """Return the text, cut where it is longer than `longest` characters, and say so."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]} … ({len(text) - longest} more characters)"


def _shown(character: str) -> str:
    number = ord(character)
    # Some code points are never characters; XML forbids some of them.
    no_character = number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF
    if unicodedata.category(character) not in _UNSEEN and not no_character:
        return character
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
