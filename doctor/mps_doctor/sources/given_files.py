"""Reads what a user hands over: a file, a pipe or standard input, never more than a bound."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from mps_doctor.sources.starting import InputError


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
    content = stream.read(most + 1)
    if len(content) > most:
        raise InputError(f"{name} holds more than {most // 1_000_000} MB")
    return content
