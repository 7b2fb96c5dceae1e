"""The one reader and the one writer of files that a user names; locks, and the usual folders."""

import contextlib
import fcntl
import io
import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from mps_doctor.system.errors import InputError

AT_FIRST = 65_536
"""Bytes asked for first: nearly all that people paste is shorter, and room for 50 MB costs time."""

_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d{1,9})|/dev/std(in|out|err)")


class UnwritableError(InputError):
    """The output cannot be written, most often for want of room."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "choose another place with -o FILE")


def files_in(paths: Sequence[Path]) -> tuple[list[str], list[str]]:
    """Return the files, those of folders in order, and what of the folders was skipped.

    Of a folder none is taken that is hidden or no regular file, and no link to a folder is
    followed; a file that is named itself is taken whatever it is.
    Raises InputError where there are none, and for a folder in it that cannot be read.
    """
    files: list[str] = []
    skipped: list[str] = []
    for path in paths:
        if path.is_dir():
            found = sorted(_walk(path))
            files += [file for file, taken in found if taken]
            skipped += [file for file, taken in found if not taken]
        elif path.exists() or str(path) == "-":
            files.append(str(path))
        else:
            raise InputError(f"{path} does not exist")
    if not files:
        raise InputError(f"no file in {', '.join(map(str, paths))}")
    return files, skipped


def _walk(folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield each file of a folder, and whether it is taken."""
    # os.walk follows no link to a folder, so it cannot go round in circles.
    for parent, folders, names in os.walk(folder, onerror=_refuse_unreadable):
        for name in names:
            path = os.path.join(parent, name)  # ten times as fast
            # A pipe or socket that lies in a folder would be waited for without an end.
            yield path, not name.startswith(".") and os.path.isfile(path)
        links = (os.path.join(parent, name) for name in folders)
        yield from ((path, False) for path in links if os.path.islink(path))


def _refuse_unreadable(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):  # a folder may go meanwhile
        raise InputError(f"cannot read {error.filename}: {error.strerror}")


def read_given(path: Path, most: int) -> bytes:
    """Return the content of a file or pipe, for `-` of standard input.

    Raises InputError where that is impossible, and where it is more than `most` bytes.
    """
    if str(path) == "-":
        return read_bounded(sys.stdin.buffer, "standard input", most)
    if not path.name or "\0" in path.name:
        raise InputError(f"{str(path)!r} names no file")
    try:
        with open(path, "rb") as stream:
            return read_bounded(stream, str(path), most)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None


def beginning_of(path: Path | str, most: int) -> bytes | None:
    """Return at most so much of a file that need not be there; None where it cannot be read."""
    with contextlib.suppress(OSError):
        if os.path.isfile(path):  # a pipe of that name would be waited for
            with open(path, "rb") as stream:
                return stream.read(most)
    return None


def read_bounded(stream: BinaryIO, name: str, most: int) -> bytes:
    """Return what a stream holds; raises InputError where it is more than `most` bytes.

    A stream may have no end (`/dev/zero`), so no size is asked for: it is read to the bound.
    """
    content = stream.read(AT_FIRST)
    if len(content) == AT_FIRST:
        content += stream.read(max(0, most + 1 - AT_FIRST))
    if len(content) > most:
        size = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most // 1000} kB"
        raise InputError(f"{name} holds more than {size}")
    return content


def refuse_unwritable(path: Path) -> None:
    """Raise UnwritableError where a file cannot be written, before the work begins."""
    if _descriptor(path) is not None:
        return
    try:
        target = os.path.realpath(path)
    except OSError as error:  # the current folder is gone
        raise UnwritableError(f"cannot write {path}: {error.strerror}") from None
    folder = os.path.dirname(target)  # pathlib raises where nothing may be seen
    why = ""
    if os.path.isdir(target):
        why = "it is a folder"
    elif not os.path.isdir(folder):
        why = f"the folder {folder} does not exist"
    elif not os.access(target if os.path.exists(target) else folder, os.W_OK):
        why = "permission denied"
    if why:
        raise UnwritableError(f"cannot write {path}: {why}")


def write_file(path: Path, text: str) -> None:
    """Write a text to a file; raises UnwritableError.

    A regular file is replaced at once, with the mode it had or the one that the umask gives; links
    are followed.  What has several names or another owner, is a device or a pipe, is written in its
    place, and a descriptor (`/dev/fd/3`) where it is.
    """
    data = text.encode("utf-8", "backslashreplace")
    named = _descriptor(path)
    try:
        if named is None and (path.is_file() or not path.exists()):
            _write_regular(Path(os.path.realpath(path)), data)
        else:
            with open(path if named is None else os.dup(named), "wb", buffering=0) as stream:
                _write_all(stream, data)
    except OSError as error:
        raise UnwritableError(f"cannot write {path}: {error.strerror}") from None


def _descriptor(path: Path) -> int | None:
    """Return the descriptor that a path names: opening that would begin its file anew."""
    found = _DESCRIPTOR.fullmatch(os.fspath(path))
    if found is None:
        return None
    return int(found[1]) if found[1] else ("in", "out", "err").index(found[2])


def _write_regular(target: Path, data: bytes) -> None:
    existing = target.stat() if target.exists() else None
    if existing is not None and (
        existing.st_nlink > 1
        or existing.st_uid != os.geteuid()
        or not os.access(target.parent, os.W_OK)
    ):
        with target.open("r+b", buffering=0) as stream:
            _write_all(stream, data)
            stream.truncate()
        return
    new = target.with_name(f".mps-doctor-{os.urandom(8).hex()}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            if existing is not None:
                os.fchmod(descriptor, stat.S_IMODE(existing.st_mode))
            stream.write(data)
        new.replace(target)
    finally:
        new.unlink(missing_ok=True)


def _write_all(stream: io.FileIO, data: bytes) -> None:
    while data:
        data = data[stream.write(data) :]


@contextlib.contextmanager
def locked(folder: Path, *, doing: str) -> Iterator[None]:
    """Hold a folder, so that two processes do not change it at once.

    `doing` says for what it is held: "another fix is being applied".
    Raises InputError where another process holds it, or where the folder cannot be opened.
    The lock is the folder's own (flock), so that nothing is left, and ends with the process at the
    latest.  A file system without locks has none: nothing is locked there.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise InputError(f"cannot lock {folder}: {error.strerror}") from None
    try:
        with contextlib.suppress(OSError):
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise InputError(f"{doing} in {folder}", "wait until it has ended") from None
        yield
    finally:
        os.close(descriptor)


def current_folder() -> Path:
    """Return the current folder; the root where it was removed under us."""
    try:
        return Path.cwd()
    except OSError:
        return Path("/")


def own_home() -> Path | None:
    """Return the home folder of this process; None where neither HOME nor the system has one."""
    try:
        return Path.home()
    except RuntimeError:
        return None
