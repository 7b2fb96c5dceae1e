"""The one reader and the one writer of files that a user names."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from mps_doctor.system.errors import InputError

AT_FIRST = 65_536
"""Bytes asked for first: nearly all that people paste is shorter, and room for 50 MB costs time."""


class UnwritableError(InputError):
    """The output cannot be written, most often for want of room."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "choose another place with -o FILE")


def files_in(paths: Sequence[Path], suffixes: Collection[str] = ()) -> list[str]:
    """Return the files, those of folders in order; raises InputError where there are none.

    Of a folder those are taken that have one of the suffixes, where some are given, and none that
    is hidden or no regular file; a file that is named itself is taken whatever it is.
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
        hint = f"files must end in {', '.join(sorted(suffixes))}" if suffixes else ""
        raise InputError(f"no file in {', '.join(map(str, paths))}", hint)
    return files


def _walk(folder: Path, suffixes: Collection[str]) -> Iterator[str]:
    # os.walk follows no link to a folder, so it cannot go round in circles.
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)  # noqa: PTH118  # ten times as fast
            wanted = not suffixes or os.path.splitext(name)[1] in suffixes  # noqa: PTH122
            # A pipe or socket that lies in a folder would be waited for without an end.
            if wanted and not name.startswith(".") and os.path.isfile(path):  # noqa: PTH113
                yield path


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


def refuse_unwritable(path: Path) -> None:
    """Raise UnwritableError where a file cannot be written, before the work begins."""
    if path.is_dir():
        raise UnwritableError(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise UnwritableError(f"cannot write {path}: the folder {path.parent} does not exist")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UnwritableError(f"cannot write {path}: permission denied")


def write_file(path: Path, text: str) -> None:
    """Write a text to a file; raises UnwritableError, and then the old content is still there.

    A regular file is replaced at once, with the mode it had or the one that the umask gives; links
    are followed.  Devices, pipes and descriptors (`/dev/fd/3`) are written through.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        target = Path(os.path.realpath(path))
        mode = path.stat().st_mode if path.exists() else None
        if mode is not None and not stat.S_ISREG(mode):
            with path.open("wb", buffering=0) as stream:
                _write_all(stream.fileno(), data)
            return
        _replace(target, data)
    except OSError as error:
        raise UnwritableError(f"cannot write {path}: {error.strerror}") from None


def append_to(path: Path, text: str) -> None:
    """Add a text to the end of a regular file; raises OSError."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK
    descriptor = os.open(path, flags, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, "not a regular file")
        _write_all(descriptor, text.encode("utf-8", "backslashreplace"))
    finally:
        os.close(descriptor)


def _replace(target: Path, data: bytes) -> None:
    existing = target.stat() if target.exists() else None
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".mps-doctor-")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        if existing is not None and existing.st_nlink > 1:
            # The other names of the file must keep showing the same content.
            with target.open("r+b") as stream:
                stream.write(data)
                stream.truncate()
            return
        Path(name).chmod(stat.S_IMODE(existing.st_mode) if existing else 0o666 & ~_umask())
        Path(name).replace(target)
    finally:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
