"""json and jsonl: the whole document, as the published schema describes it."""

import re
from functools import lru_cache

import msgspec

from mps_doctor.render.safe_text import visible

_BEYOND_ASCII = re.compile(r"[^\x00-\x7e]")


def render(value: object, *, unicode: bool) -> str:
    """Return the value, indented, with a newline at its end."""
    return msgspec.json.format(render_line(value, unicode=unicode), indent=2) + "\n"


def render_lines(value: object, *, unicode: bool) -> str:
    """Return one report a line, so that the runs of many machines can be appended to one file."""
    values = getattr(value, "reports", (value,))
    return "".join(f"{render_line(each, unicode=unicode)}\n" for each in values)


def render_line(value: object, *, unicode: bool) -> str:
    """Return the value as one line; what a terminal would obey is escaped, without loss."""
    try:
        text = msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        # Bytes of a file name that are no text: JSON has no way to hold them as they are.
        text = msgspec.json.encode(_readable(msgspec.to_builtins(value))).decode()
    # CI services take `##[` anywhere in a log for a command of theirs.
    text = text.replace("##", "#\\u0023")
    if text.isascii() and "\x7f" not in text:
        return text
    return _BEYOND_ASCII.sub(lambda found: _harmless(found[0], unicode), text)


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
            return visible(value) if any("\ud800" <= c <= "\udfff" for c in value) else value
        case list() | tuple():
            return [_readable(item) for item in value]
        case dict():
            return {key: _readable(item) for key, item in value.items()}
    return value
