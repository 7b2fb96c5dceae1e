"""Locks a folder, so that two processes do not change it at once."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from mps_doctor.system.errors import InputError


@contextlib.contextmanager
def locked(folder: Path, *, doing: str) -> Iterator[None]:
    """Hold a folder for this process; `doing` says for what: "another fix is being applied".

    Raises InputError where another process holds it, or where the folder cannot be opened.  The
    lock is the folder's own (flock), so that nothing is left, and ends with the process at the
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
