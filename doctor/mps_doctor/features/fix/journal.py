"""Swaps the packages of an environment for a copy to be changed, and back.

The old folder of packages is moved aside at once, and its place is taken by a copy of hard links
without what is to be replaced: an installer finds nothing to remove, and the old folder stays as it
was, file by file. All of it lies in the environment, so where it lies says what it belongs to.
"""

import contextlib
import fcntl
import os
import shutil
import stat
import time
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from mps_doctor.system.errors import InputError

FOLDER = ".mps-doctor"
FILE = "journal.json"
OLD = "site-packages"
"""In the folder of a change: the old folder of packages."""

OUTSIDE = "outside"
"""In the folder of a change: old files that lay elsewhere, such as scripts."""

HINT = "name the folder that mps-doctor fix printed"


class Change(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a change does to an environment, written down before it begins."""

    done: bool = False
    before: dict[str, str] = {}
    """All packages."""
    after: dict[str, str] = {}
    """None before the swap."""
    outside: tuple[str, ...] = ()
    """All files outside of the folder of packages, before."""
    project: dict[str, str] = {}
    """Files of a uv project with their hashes after it; none while it is at work on them."""


def site_of(prefix: Path) -> Path:
    """Return the environment's folder of packages; raises InputError where that is not sure."""
    found = [path for path in prefix.glob("lib/python*/site-packages") if not path.is_symlink()]
    if len(found) != 1:
        raise InputError(f"{prefix} has not one folder of packages of its own")
    return found[0]


@contextlib.contextmanager
def locked(prefix: Path, *, with_uv: bool) -> Iterator[int]:
    """Keep other doctors out of an environment, and uv too, whose lock is `.lock`.

    Yields a descriptor for an installer to inherit: who outlives us keeps the lock.
    Raises InputError while another is at work.
    """
    (prefix / FOLDER).mkdir(mode=0o700, exist_ok=True)
    refuse_foreign(prefix / FOLDER)
    files = [prefix / FOLDER / "lock"]
    if with_uv and (prefix / ".lock").is_file():
        files.append(prefix / ".lock")
    with contextlib.ExitStack() as stack:
        descriptors = []
        for file in files:
            descriptors.append(os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
            stack.callback(os.close, descriptors[-1])
            try:
                fcntl.flock(descriptors[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise InputError(f"another fix or installer is at work in {prefix}") from None
        yield descriptors[0]


def new_folder(prefix: Path) -> Path:
    """Make the folder for a change, which only its owner can read; raises OSError.

    What was killed without a journal, or after it was gone, is cleared away.
    """
    for old in (prefix / FOLDER).glob("2*"):
        if not (old / FILE).exists():
            shutil.rmtree(old, ignore_errors=True)
    folder = prefix / FOLDER / time.strftime("%Y%m%d-%H%M%S")
    while folder.exists():
        folder = folder.with_name(f"{folder.name}a")
    folder.mkdir(mode=0o700)
    return folder


def write(folder: Path, change: Change) -> None:
    """Write the journal so that it is on the disk, whole, and nobody else can change it."""
    part = folder / f"{FILE}.part"
    with open(part, "wb", opener=_of_its_owner) as stream:
        stream.write(msgspec.json.encode(change))
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(folder / FILE)


def _of_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)  # whatever the umask is: 002 would share it


def read(folder: Path) -> Change:
    """Return the journal of a change; raises InputError for a file that is not ours."""
    if folder.parent.name != FOLDER:
        raise InputError(f"{folder} is no folder of a fix", HINT)
    try:
        for path in (folder.parent, folder, folder / FILE):
            refuse_foreign(path)
        return msgspec.json.decode((folder / FILE).read_bytes(), type=Change)
    except OSError as error:
        raise InputError(f"cannot read {folder / FILE}: {error.strerror}", HINT) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{folder / FILE} was not written by a fix: {error}", HINT) from None


def unfinished(prefix: Path) -> Path | None:
    """Return the folder of a change that was interrupted in this environment.

    Raises InputError where that change is still under way.
    """
    for file in sorted((prefix / FOLDER).glob(f"2*/{FILE}")):
        try:
            interrupted = not read(file.parent).done
        except InputError:  # nobody of ours has written it
            continue
        if interrupted:
            with locked(prefix, with_uv=False):
                return file.parent
    return None


def swap(prefix: Path, folder: Path, without: Collection[str]) -> None:
    """Put a copy of the packages in their place, without these files and folders (full paths)."""
    site, copy = site_of(prefix), folder / "copy"
    for parent, folders, files in os.walk(site, onerror=_raise_unless_absent):
        folders[:] = [name for name in folders if f"{parent}/{name}" not in without]
        target = copy / os.path.relpath(parent, site)
        target.mkdir()
        files += [name for name in folders if Path(parent, name).is_symlink()]
        kept = [name for name in files if f"{parent}/{name}" not in without]
        for name in kept:
            _link(Path(parent, name), target / name)
        if files and not kept and not folders:
            target.rmdir()  # an empty `torch/` could be imported
    for name in outside(prefix):
        if str(prefix / name) in without:
            (folder / OUTSIDE / name).parent.mkdir(parents=True, exist_ok=True)
            (prefix / name).replace(folder / OUTSIDE / name)
    site.rename(folder / OLD)
    copy.rename(site)


def swap_back(prefix: Path, folder: Path, change: Change) -> None:
    """Put the old packages back in their place; it may be begun again wherever it was cut off."""
    if not change.after:
        return
    old = folder / OLD
    if old.exists():
        site = next(prefix.glob("lib/python*")) / OLD
        if site.exists():
            site.rename(folder / f"new-{time.monotonic_ns()}")
        old.rename(site)
    for name in set(outside(prefix)).difference(change.outside):
        (prefix / name).unlink()
    for parent, _, files in os.walk(folder / OUTSIDE, onerror=_raise_unless_absent):
        for name in files:
            place = prefix / os.path.relpath(parent, folder / OUTSIDE) / name
            Path(parent, name).replace(place)


def outside(prefix: Path) -> list[str]:
    """Return the files of packages that are not in the folder of packages, as from the prefix."""
    found = []
    for top in ("bin", "etc", "include", "share"):
        for parent, _, files in os.walk(prefix / top, onerror=_raise_unless_absent):
            found += [os.path.relpath(f"{parent}/{name}", prefix) for name in files]
    return found


def _raise_unless_absent(error: OSError) -> None:
    # What was not listed would be lost: not copied, or removed as if it were new.
    if not isinstance(error, FileNotFoundError):
        raise error


def forget(folder: Path) -> None:
    """Remove the folder of a change that is undone."""
    (folder / FILE).unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def refuse_foreign(path: Path) -> None:
    """Raise InputError for a path that another user could have written, or a link."""
    status = path.lstat()
    mine = status.st_uid == os.geteuid() and not status.st_mode & 0o022
    if not mine or stat.S_ISLNK(status.st_mode):
        raise InputError(f"{path} could have been written by somebody else")


def _link(path: Path, target: Path) -> None:
    if path.suffix == ".pth" or path.is_symlink():  # some installers write into these in place
        shutil.copy2(path, target, follow_symlinks=False)
        return
    try:
        os.link(path, target)
    except OSError:  # a disk without hard links
        shutil.copy2(path, target)
