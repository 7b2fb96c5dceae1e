"""Reads what a user hands over: a file, a pipe or standard input, never more than a bound."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from mps_doctor.system.errors import InputError

AT_FIRST = 65_536
"""Bytes asked for first: nearly all that people paste is shorter, and room for 50 MB costs time."""


def files_in(paths: Sequence[Path], suffixes: Collection[str] = ()) -> list[str]:
    """Return the files, those of folders in order; raises InputError where there are none.

    Of a folder those are taken that have one of the suffixes, where some are given, and none that
    is hidden; a file that is named itself is taken whatever it is called.
    """
    files: list[str] = []
    for path in paths:
        if path.is_dir():
            files += sorted(_walk(path, suffixes))
        elif path.exists():
            files.append(str(path))
        else:
            raise InputError(f"{path} does not exist")
    if not files:
        hint = f"files are read that end in {', '.join(sorted(suffixes))}" if suffixes else ""
        raise InputError(f"no file in {', '.join(map(str, paths))}", hint)
    return files


def _walk(folder: Path, suffixes: Collection[str]) -> Iterator[str]:
    # os.walk follows no link to a folder, so it cannot go round in circles.
    for parent, _, names in os.walk(folder):
        for name in names:
            wanted = not suffixes or os.path.splitext(name)[1] in suffixes  # noqa: PTH122
            if wanted and not name.startswith("."):
                yield os.path.join(parent, name)  # noqa: PTH118  # ten times as fast


def read_given(path: Path, most: int) -> bytes:
    """Return the content of a file or pipe; raises InputError where that is impossible."""
    try:
        with path.open("rb") as stream:
            return read_bounded(stream, str(path), most)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None


def read_bounded(stream: BinaryIO, name: str, most: int) -> bytes:
    """Return what a stream holds; raises InputError where it is more than `most` bytes.

    A stream may have no end (`/dev/zero`), so no size is asked for: it is read to the bound.
    """
    content = stream.read(AT_FIRST)
    if len(content) == AT_FIRST:
        content += stream.read(most + 1 - AT_FIRST)
    if len(content) > most:
        raise InputError(f"{name} holds more than {most // 1_000_000} MB")
    return content
