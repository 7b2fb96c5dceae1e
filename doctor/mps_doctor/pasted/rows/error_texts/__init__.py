"""Every known error text, one module a subject: a new subject is a new module here.

The texts are torch's own, or those of Metal, dyld, pip, uv, conda and of libraries above torch.
Each row says where its text comes from; a text of torch's names the wheel that holds it.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import msgspec

from mps_doctor.pasted.error_text import ErrorText

_OPENS = r"(?:'|(?<![\w.'/-]))"
_CLOSES = r"(?:'|(?![.:]?[\w'/\[-]))"
"""A quotation mark before and behind a name, or an end of the name."""

_QUOTES = re.compile(
    r"\(\?<[=!](?:[^()\\]|\\.)*\)|\[(?:\\.|[^\]\\])*\]"  # what stands in these is left alone
    r"|(?<![a-z])'(?![?*+{])|(?<=[a-z])'(?![?*+{a-z])"
)
"""The quotation marks of a pattern, and no apostrophes."""


def all_rows() -> Iterator[ErrorText]:
    """Yield the rows of all subjects, for texts with plain quotation marks, or without any."""
    for subject in iter_modules(__path__):
        for row in import_module(f"{__name__}.{subject.name}").ROWS:
            literals = tuple(map(with_plain_quotes, row.literals))
            if "'" in "".join(literals):
                bare = (_QUOTES.sub("", literal) for literal in literals)
                literals = tuple(dict.fromkeys((*literals, *bare)))
                row = msgspec.structs.replace(row, literals=literals)
            yield row


def with_plain_quotes(text: str) -> str:
    """Return a text with single quotation marks: people and logs put others in their place."""
    return text.replace('"', "'").replace("`", "'")


def of_literals(literals: tuple[str, ...]) -> str:
    """Return the pattern of a row without one: its literal, or as whole words without its marks."""
    marked, *bare = map(re.escape, literals)
    return "|".join((marked, *(rf"{words}\b" for words in bare)))


def with_quotes_or_none(pattern: str) -> str:
    """Return a pattern that finds its names without quotation marks too, as whole words.

    A mark in a class, such as ['"], has to be there.
    """
    plain = with_plain_quotes(pattern).replace("\\'", "'")

    def one(found: re.Match[str]) -> str:
        if found[0] != "'":
            return found[0]
        opens = plain[: found.start()][-1:] in ("", *" (|=:")
        return _OPENS if opens else _CLOSES

    return _QUOTES.sub(one, plain)
