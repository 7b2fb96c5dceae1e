"""Writes a command as the line that a shell reads back as exactly that command."""

import shlex
import string

from mps_doctor.fixes.fix import Argv
from mps_doctor.render.safe_text import defused, visible

_AS_THEY_ARE = frozenset(f"{string.ascii_letters}{string.digits} ._-/=+@%,".encode())


def in_shell(argv: Argv, *, unicode: bool = True) -> str:
    """Return the command as one line for sh, bash or zsh."""
    return " ".join(_quoted(argument, unicode) for argument in argv)


def option_parts(words: list[str], width: int = 100) -> list[str]:
    """Return the words of a command, an option and its value as one where both fit on a line."""
    parts: list[str] = []
    for word in words:
        option = parts[-1] if parts else ""
        takes = option.startswith("-") and " " not in option and not word.startswith("-")
        if takes and len(option) + len(word) + 5 <= width:
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    return parts


def _quoted(argument: str, unicode: bool) -> str:
    # `~/x` in quotes would not be expanded: the doctor writes home folders so, to name nobody.
    if argument.startswith("~/") and len(argument) > 2:
        return f"~/{_quoted(argument[2:], unicode)}"
    if visible(argument) == argument == defused(argument) and (unicode or argument.isascii()):
        return shlex.quote(argument)
    try:
        # In names of files, what is not Unicode stands for bytes.
        data = argument.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = argument.encode("utf-8", "replace")
    # $'…' is read by bash (3.2 too, which macOS has) and zsh; bytes in octal need no encoding.
    written = (chr(byte) if byte in _AS_THEY_ARE else f"\\{byte:03o}" for byte in data)
    return f"$'{''.join(written)}'"
