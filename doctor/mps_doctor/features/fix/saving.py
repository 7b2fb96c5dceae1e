"""Saves what is needed to go back, before anything is changed, and says how to go back.

What is saved of an environment is what its own manager calls its state: `pip freeze`,
`conda list --explicit`, or the files of a project.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from mps_doctor.fixes.fix import Argv
from mps_doctor.fixes.managers import CONDA_TOOLS, Manager
from mps_doctor.system import processes
from mps_doctor.system.errors import InputError

STATE_FILE = "state.json"
FROZEN = "freeze.txt"
"""What `pip freeze` said, as it said it."""
PINS = "packages.txt"
"""The pins of it that an index can give back."""
EXPLICIT = "explicit.txt"
WORDS = "undo.txt"
"""The commands that go back, for a person."""

PROJECT_FILES = {
    "uv-project": ("pyproject.toml", "uv.lock"),
    "poetry": ("pyproject.toml", "poetry.lock"),
    "pixi": ("pixi.toml", "pyproject.toml", "pixi.lock"),
}
SYNC: dict[str, Argv] = {
    "uv-project": ("uv", "sync", "--inexact"),
    "poetry": ("poetry", "install"),
    "pixi": ("pixi", "install"),
}
"""What installs the versions of a lock file; what a user put beside them stays, except by pixi."""

LIST_PACKAGES = (
    "import importlib.metadata as m\n"
    "for d in m.distributions():\n"
    " if d.metadata['Name']: print(d.metadata['Name'] + '==' + d.version)\n"
)
"""For an environment without pip: the same lines from the metadata alone."""

NOT_MOVED = frozenset({"pip", "setuptools", "wheel", "uv", "torch", "torchvision", "torchaudio"})
"""Packages that a new environment gets by itself, or in versions of its own."""


class SavingError(Exception):
    """What is needed to go back could not be saved: nothing may be changed then."""


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """What was saved, and of what: the content of `state.json`."""

    format: int = 1
    kind: str
    """Of the manager: `pip`, `uv`, `conda`, …"""
    python: str
    target: tuple[str, ...] = ()
    """How conda's commands name the environment."""
    project: str = ""
    """The folder of the project whose files were saved."""
    named: tuple[str, ...] = ()
    """The packages that the plan touches."""
    frozen: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def state_folder(environ: Mapping[str, str], system: str = sys.platform) -> Path:
    """Return the folder for what the doctor saves, of this user."""
    named = environ.get("XDG_STATE_HOME", "")
    if named.startswith("/"):
        return Path(named) / "mps-doctor"
    home = Path(environ.get("HOME") or "~").expanduser()
    if system == "darwin":
        return home / "Library" / "Application Support" / "mps-doctor"
    return home / ".local" / "state" / "mps-doctor"


def new_folder(parent: Path, name: str) -> Path:
    """Return a path for what will be saved; nothing is made yet."""
    word = "".join(c if c.isalnum() or c in "-._" else "-" for c in name).strip("-.")[-40:]
    return parent / f"fix-{time.strftime('%Y%m%d-%H%M%S')}-{word or 'environment'}"


def save(
    folder: Path,
    manager: Manager,
    named: Sequence[str],
    project: Path,
    run: Callable[[Argv], processes.Finished],
) -> Saved:
    """Save the state of an environment and return it; raises SavingError."""
    try:
        make_private(folder)
        frozen = freeze(manager, run)
        _write(folder / FROZEN, frozen)
        _write(folder / PINS, pins_of(frozen, named))
        files = _copy_project(folder, manager, project)
        if manager.kind in CONDA_TOOLS:
            done = run((manager.kind, "list", "--explicit", *manager.target))
            if done.exit_code != 0:
                raise SavingError(f"{manager.kind} list --explicit failed: {_last_words(done)}")
            (folder / EXPLICIT).write_bytes(done.stdout)
        saved = Saved(
            kind=manager.kind,
            python=manager.python,
            target=manager.target,
            project=str(project) if files else "",
            named=tuple(named),
            frozen=frozen,
            files=files,
        )
        (folder / STATE_FILE).write_bytes(msgspec.json.encode(saved))
    except OSError as error:
        raise SavingError(f"{error.filename or folder}: {error.strerror}") from None
    return saved


def make_private(folder: Path) -> None:
    """Make a folder that its owner alone can read; raises FileExistsError where it is there."""
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.mkdir(mode=0o700)


def read_saved(folder: Path) -> Saved:
    """Read what was saved; raises InputError."""
    hint = "name the folder that mps-doctor fix told"
    try:
        saved = msgspec.json.decode((folder / STATE_FILE).read_bytes(), type=Saved)
    except OSError as error:
        raise InputError(f"cannot read {folder / STATE_FILE}: {error.strerror}", hint) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{folder / STATE_FILE} was not written by a fix: {error}", hint) from None
    if saved.format != 1:
        raise InputError(f"{folder / STATE_FILE} is of a newer mps-doctor", "update mps-doctor")
    return saved


def freeze(manager: Manager, run: Callable[[Argv], processes.Finished]) -> tuple[str, ...]:
    """Return what is installed, as lines of requirements; raises SavingError."""
    if manager.kind in ("uv", "uv-project"):
        commands: tuple[Argv, ...] = (("uv", "pip", "freeze", "--python", manager.python),)
    else:
        commands = ((manager.python, "-m", "pip", "freeze", "--all"),)
    for command in (*commands, (manager.python, "-I", "-c", LIST_PACKAGES)):
        try:
            done = run(command)
        except OSError as error:
            words = f"{command[0]}: {error.strerror}"
            continue
        if done.exit_code == 0:
            lines = done.stdout.decode("utf-8", "replace").splitlines()
            return tuple(sorted({line.strip() for line in lines if line.strip()}))
        words = _last_words(done)
    raise SavingError(f"the installed packages cannot be listed: {words}")


def pins_of(frozen: Sequence[str], named: Sequence[str]) -> list[str]:
    """Return the lines that can be asked for again.

    What came from a folder or an address is left as it is, unless the plan touches it.
    """
    touched = {normal(name) for name in named}
    return [
        line
        for line in frozen
        if not line.startswith(("-", "#")) and ("==" in line or name_of(line) in touched)
    ]


def added_since(
    saved: Saved, folder: Path, run: Callable[[Argv], processes.Finished]
) -> tuple[str, ...]:
    """Return what was installed after the state was saved, by the names of the manager.

    Nothing where nobody can tell; pip itself stays, as the undo needs it.
    """
    try:
        if saved.kind in CONDA_TOOLS:
            had = _names_in(folder.joinpath(EXPLICIT).read_bytes())
            now = _names_in(run((saved.kind, "list", "--explicit", *saved.target)).stdout)
        else:
            had = {name_of(line) for line in saved.frozen}
            now = {name_of(line) for line in freeze(manager_of(saved), run)}
    except (SavingError, OSError):
        return ()
    return tuple(sorted(now - had - {"", "pip"}))


def manager_of(saved: Saved) -> Manager:
    """Return the manager of the environment that was saved."""
    return Manager(kind=saved.kind, python=saved.python, target=saved.target)  # type: ignore[arg-type]


def undo_commands(saved: Saved, folder: Path, added: Sequence[str] = ()) -> tuple[Argv, ...]:
    """Return the commands that bring back what was saved, and remove what was added since."""
    pins = str(folder / PINS)
    if saved.kind in CONDA_TOOLS:
        install: Argv = (saved.kind, "install", "--yes", *saved.target)
        drop: Argv = (saved.kind, "remove", "--yes", *saved.target, *added)
        return (*((drop,) if added else ()), (*install, "--file", str(folder / EXPLICIT)))
    copies = tuple(
        ("cp", str(folder / name), str(Path(saved.project) / name)) for name in saved.files
    )
    by_uv = saved.kind in ("uv", "uv-project")
    head: Argv = ("uv", "pip") if by_uv else (saved.python, "-m", "pip")
    place: Argv = ("--python", saved.python) if by_uv else ()
    remove = (*head, "uninstall", *(place or ("--yes",)))
    if saved.kind in SYNC:
        gone = tuple(added) if saved.kind != "pixi" else ()  # pixi itself removes what is too much
        return (*copies, *(((*remove, *gone),) if gone else ()), SYNC[saved.kind])
    # What the plan touched may be half there: it is taken out, and put back whole.
    names = tuple(dict.fromkeys((*map(normal, saved.named), *added)))
    put_back = (*head, "install", *place, "--no-deps", "--requirement", pins)
    return (*(((*remove, *names),) if names else ()), put_back)


def _names_in(explicit: bytes) -> set[str]:
    """Return the packages in a list of conda: addresses that end in NAME-VERSION-BUILD.conda."""
    lines = explicit.decode("utf-8", "replace").splitlines()
    files = [line.rpartition("/")[2] for line in lines if "/" in line and line[0] not in "#@"]
    return {file.rsplit("-", 2)[0] for file in files}


def changed_since(saved: Saved, now: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that were there and are not now."""
    return tuple(line for line in saved.frozen if line not in set(now))


def movable(frozen: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return which requirements a new environment can ask for, and which it cannot."""
    wanted: list[str] = []
    left: list[str] = []
    for line in frozen:
        name = name_of(line)
        if name in NOT_MOVED or name.startswith(("nvidia-", "triton")):
            continue
        (wanted if "==" in line and not line.startswith("-") else left).append(line)
    return wanted, left


def name_of(line: str) -> str:
    """Return the normalised name that a line of `pip freeze` is about; empty for none."""
    if line.startswith(("-", "#")):
        return normal(line.rpartition("egg=")[2]) if "egg=" in line else ""
    return normal(line.partition("==")[0].partition(" @ ")[0].strip())


def normal(name: str) -> str:
    """Return a package's name as indexes write it."""
    return name.strip().lower().replace("_", "-").replace(".", "-")


def _copy_project(folder: Path, manager: Manager, project: Path) -> tuple[str, ...]:
    names = PROJECT_FILES.get(manager.kind, ())
    present = tuple(name for name in names if (project / name).is_file())
    for name in present:
        shutil.copy2(project / name, folder / name)
    return present


def _write(path: Path, lines: Sequence[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _last_words(done: processes.Finished) -> str:
    return done.stderr[-1].strip() if done.stderr else done.ending
