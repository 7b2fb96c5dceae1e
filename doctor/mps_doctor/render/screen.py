"""What the reader's screen can show: width, colour, signs; asked once, before anything is said."""

import codecs
import contextlib
import os
from collections.abc import Mapping
from typing import NamedTuple, TextIO

WIDTH_OF_A_PIPE = 80
NARROWEST = 20
"""Below this no word fits; a terminal that claims less is not believed."""
WIDEST = 1000


class Screen(NamedTuple):
    """What a reporter may use; the same report looks the same on the same screen."""

    width: int = WIDTH_OF_A_PIPE
    color: bool = False
    unicode: bool = True
    """Whether every character can be written; without it, only ASCII."""
    verbosity: int = 0
    """-1: only the headline; 0; 1: every result with its evidence."""
    plain: bool = False
    """Whether only words are wanted, for a screen reader: no signs and no bars."""


def screen_for(
    stream: TextIO,
    environ: Mapping[str, str],
    *,
    color: str = "auto",
    verbosity: int = 0,
    plain: bool = False,
) -> Screen:
    """Return the screen behind a stream.

    `--color` decides over NO_COLOR (https://no-color.org), NO_COLOR over FORCE_COLOR, and both
    over what the stream is.
    """
    encoding = codecs.lookup(getattr(stream, "encoding", None) or "ascii").name
    terminal = stream.isatty() and environ.get("TERM") != "dumb"
    return Screen(
        width=_width(stream, environ),
        color=_color(terminal and not plain, environ, color),
        # Only an encoding of all of Unicode will do: the data may hold any character.
        unicode=encoding.startswith("utf") or encoding == "gb18030",
        verbosity=verbosity,
        plain=plain,
    )


def _color(terminal: bool, environ: Mapping[str, str], choice: str) -> bool:
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in ("", "0", "false"):
        return True
    return terminal


def _width(stream: TextIO, environ: Mapping[str, str]) -> int:
    columns = environ.get("COLUMNS", "")
    width = int(columns[:6]) if columns.isascii() and columns.isdigit() else 0
    if not width and stream.isatty():
        with contextlib.suppress(OSError):
            width = os.get_terminal_size(stream.fileno()).columns
    return min(max(width or WIDTH_OF_A_PIPE, NARROWEST), WIDEST)
