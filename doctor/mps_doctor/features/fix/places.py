"""From the paths that are shown to those that are run: facts name nobody's home, programs need it.

The facts of an environment are redacted (`~/work/.venv`), and so are the commands made from them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from mps_doctor.fixes.fix import Argv
from mps_doctor.system.redaction import redact


def shown(path: str | os.PathLike[str]) -> str:
    """Return a path as it may be shown."""
    return redact(os.fspath(path))


class Places:
    """The real paths behind the shown ones."""

    def __init__(self, real: Mapping[str, str], home: str) -> None:
        """`real` maps shown paths to real ones; what is below a shown path is below the real."""
        # The longest first: `~/work/.venv` before `~`.
        self._real = sorted(real.items(), key=lambda pair: len(pair[0]), reverse=True)
        self._home = home.rstrip("/")

    @classmethod
    def of(cls, python: Path, folder: Path, home: str, *more: Path) -> Places:
        """Return the places of an examination: interpreter, environment, this folder, and more."""
        prefix = python.parent.parent
        paths = list(map(os.fspath, (python, prefix, prefix.parent, folder, *more)))
        return cls({shown(path): path for path in paths if path != "/"}, home)

    def real(self, argument: str) -> str:
        """Return an argument as a program needs it; one that is no shown path stays as it is."""
        for short, path in self._real:
            if argument == short:
                return path
            # What only begins alike, as `~/work/.venv-arm64` does, lies beside it.
            if argument.startswith(f"{short}/") or (
                argument.startswith(short) and short.rpartition("/")[0] not in ("", "~")
            ):
                return path + argument[len(short) :]
        if argument == "~" or argument.startswith("~/"):
            return self._home + argument[1:]
        return argument

    def real_argv(self, argv: Argv) -> list[str]:
        """Return a command as it is run."""
        return [self.real(argument) for argument in argv]
