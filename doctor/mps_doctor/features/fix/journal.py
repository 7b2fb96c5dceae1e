"""The journal of a change to an environment: moves files away, and back, whatever happened between.

It lies in the environment, and names files relative to that only: where it lies says which
environment it belongs to. Nothing in it is run.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from mps_doctor.features.fix.installed import CACHES, digest
from mps_doctor.system.errors import InputError

FOLDER = ".mps-doctor"
"""In the environment: on the same disk, so that a file is moved at once or not moved."""

FILE = "journal.json"
FORMAT = 2
OLD = "old"


class BusyError(Exception):
    """Another fix is at work in this environment."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a change does to an environment, written down before it begins."""

    format: int = FORMAT
    stage: Literal["changing", "done"] = "changing"
    before: dict[str, str]
    """The packages that change, with their versions; empty for one that is new."""
    after: dict[str, str]
    moved: dict[str, str]
    """The files that are moved away, each with its hash."""
    claims: tuple[str, ...] = ()
    """Where the new packages put files: folders of their own, and single files."""
    kept: tuple[str, ...] = ()
    """Files of others below those folders."""
    project: dict[str, str] = {}
    """Files of a uv project, with their hashes after it; none while it is at work on them."""


@contextlib.contextmanager
def locked(prefix: Path, *, with_uv: bool) -> Iterator[int]:
    """Keep other doctors out of an environment, and uv too, whose lock is `.lock`; raises BusyError.

    Yields a descriptor for an installer to inherit: who outlives us keeps the lock.
    """
    folder = prefix / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    _refuse_foreign(folder)
    files = [folder / "lock"]
    if with_uv and (prefix / ".lock").is_file():
        files.append(prefix / ".lock")
    with contextlib.ExitStack() as stack:
        for file in files:
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
            stack.callback(os.close, descriptor)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BusyError(f"another fix or installer is at work in {prefix}") from None
            if file is files[0]:
                os.set_inheritable(descriptor, True)
                yielded = descriptor
        yield yielded


def new_folder(prefix: Path) -> Path:
    """Make the folder for a change, which only its owner can read; raises OSError."""
    for number in range(100):
        name = time.strftime("%Y%m%d-%H%M%S") + (f"-{number}" if number else "")
        with contextlib.suppress(FileExistsError):
            (prefix / FOLDER / name).mkdir(mode=0o700)
            return prefix / FOLDER / name
    raise FileExistsError(0, "too many changes at once", str(prefix / FOLDER))


def write(folder: Path, change: Change) -> None:
    """Write the journal so that it is on the disk, whole, before anything is moved."""
    part = folder / f"{FILE}.part"
    with part.open("wb") as stream:
        stream.write(msgspec.json.encode(change))
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(folder / FILE)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read(folder: Path) -> tuple[Path, Change]:
    """Return the environment that a change belongs to, and its journal; raises InputError."""
    hint = "name the folder that mps-doctor fix printed"
    if folder.parent.name != FOLDER:
        raise InputError(f"{folder} is no folder of a fix", hint)
    try:
        for path in (folder.parent, folder, folder / FILE):
            _refuse_foreign(path)
        change = msgspec.json.decode((folder / FILE).read_bytes(), type=Change)
    except OSError as error:
        raise InputError(f"cannot read {folder / FILE}: {error.strerror}", hint) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{folder / FILE} was not written by a fix: {error}", hint) from None
    if change.format != FORMAT:
        raise InputError(f"{folder / FILE} is of another mps-doctor", "use the one that wrote it")
    prefix = folder.parent.parent
    for name in (*change.moved, *change.claims, *change.kept):
        if not is_inside(prefix, name):
            raise InputError(f"{folder / FILE} names {name!r:.80}, outside of {prefix}")
    return prefix, change


def unfinished(prefix: Path) -> Path | None:
    """Return the folder of a change that was interrupted in this environment."""
    for file in sorted((prefix / FOLDER).glob(f"*/{FILE}")):
        with contextlib.suppress(InputError):
            if read(file.parent)[1].stage == "changing":
                return file.parent
    return None


def move_away(prefix: Path, folder: Path, change: Change) -> None:
    """Move the files of a change out of the way, and drop the folders that are empty then."""
    for name in change.moved:
        place = folder / OLD / name
        place.parent.mkdir(parents=True, exist_ok=True)
        (prefix / name).rename(place)
    _prune(prefix, change.moved)


def move_back(prefix: Path, folder: Path, change: Change) -> list[str]:
    """Remove what is new, put back what was moved away, and return what is not as before.

    It may be begun again wherever it was cut off.
    """
    old, kept = folder / OLD, set(change.kept)
    new = [name for name in files_below(prefix, change.claims) if name not in kept]
    for name in new:
        # What was not moved away yet is no new file.
        if name not in change.moved or os.path.lexists(old / name):
            (prefix / name).unlink()
    for name in change.moved:
        if os.path.lexists(old / name):
            (prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (old / name).replace(prefix / name)
    _prune(prefix, new)
    return [name for name, said in change.moved.items() if not _is(prefix / name, said)]


def forget(folder: Path) -> None:
    """Remove the folder of a change that is undone."""
    (folder / FILE).unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def files_below(prefix: Path, names: Iterable[str]) -> list[str]:
    """Return the files and links at or below these paths, relative to the prefix."""
    found = []
    for name in names:
        path = prefix / name
        if path.is_symlink() or path.is_file():
            found.append(name)
        for parent, folders, files in os.walk(path):
            links = [folder for folder in folders if os.path.islink(os.path.join(parent, folder))]  # noqa: PTH114, PTH118  # a torch has ten thousand files
            found += [os.path.relpath(os.path.join(parent, file), prefix) for file in files + links]  # noqa: PTH118
    return found


def is_inside(prefix: Path, name: str) -> bool:
    """Return whether a relative path, its links followed, stays in the environment."""
    if not name or name.startswith("/") or ".." in name.split("/") or "\0" in name:
        return False
    parent = os.path.realpath((prefix / name).parent)
    return f"{parent}/".startswith(f"{os.path.realpath(prefix)}/")


def _prune(prefix: Path, names: Iterable[str]) -> None:
    """Remove the folders that only held these files: an empty `torch/` can be imported."""
    folders = {parent for name in names for parent in Path(name).parents[:-1]}
    for folder in sorted(folders, key=lambda path: len(path.parts), reverse=True):
        with contextlib.suppress(OSError):
            if os.listdir(prefix / folder) == [CACHES]:
                shutil.rmtree(prefix / folder / CACHES)
            (prefix / folder).rmdir()


def _is(path: Path, said: str) -> bool:
    try:
        return digest(path) == said
    except OSError:
        return False


def _refuse_foreign(path: Path) -> None:
    """Raise InputError for a path that another user could have written."""
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise InputError(f"{path} could have been written by somebody else")
