"""json: the whole document, as the published schema describes it."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from mps_doctor.render.safe_text import visible
from mps_doctor.render.screen import Screen

_BEYOND_ASCII = re.compile(r"[^\x00-\x7e]")


def render(document: msgspec.Struct, screen: Screen) -> str:
    """Return the document, indented, with a newline at its end."""
    return msgspec.json.format(in_one_line(document, screen), indent=2) + "\n"


def in_one_line(document: msgspec.Struct, screen: Screen) -> str:
    """Return the document as one line; what a terminal would obey is escaped, without loss."""
    try:
        text = msgspec.json.encode(document).decode()
    except UnicodeEncodeError:
        # Bytes of a file name that are no text: JSON has no way to hold them as they are.
        text = msgspec.json.encode(_readable(msgspec.to_builtins(document))).decode()
    return harmless(text, screen)


def harmless(text: str, screen: Screen) -> str:
    """Return JSON in which what a terminal or a CI service would obey is escaped, without loss."""
    if "#" in text:  # one sign is found far faster than two
        # CI services take `##[` anywhere in a log for a command of theirs.
        text = text.replace("##", "#\\u0023")
    if text.isascii() and "\x7f" not in text:
        return text
    return _BEYOND_ASCII.sub(lambda found: _harmless(found[0], screen.unicode), text)


@lru_cache(maxsize=1024)
def _harmless(sign: str, unicode: bool) -> str:
    """JSON allows in a string much that a terminal obeys: delete, C1 controls, direction marks."""
    if unicode and visible(sign) == sign:
        return sign
    units = sign.encode("utf-16-be")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def _readable(value: object) -> object:
    match value:
        case str():
            return value if _encodes(value) else visible(value)
        case list() | tuple():
            return [_readable(item) for item in value]
        case dict():
            return {key: _readable(item) for key, item in value.items()}
    return value


def _encodes(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
