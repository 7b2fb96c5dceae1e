"""One change to an environment: it holds what was promised afterwards, or it is what it was.

Ask with every installed package named, fetch, write the journal, put a copy of the packages in
their place, install without a network, prove; else put the old packages back.
"""

import os
import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mps_doctor.features.fix import journal
from mps_doctor.features.fix.installed import (
    CACHES,
    Distribution,
    distributions,
    lacking,
    needed_by,
    newly_broken,
    versions_of,
)
from mps_doctor.features.fix.installers import Pip, Refused, Uv, Versions
from mps_doctor.features.fix.project import ProjectFiles, UvProject
from mps_doctor.fixes.fix import Install
from mps_doctor.fixes.requirements import accepts
from mps_doctor.system.errors import InputError
from mps_doctor.system.interruption import uninterrupted

OLDEST_PIP = ">=22.2"
"""The first that can say what it would do."""


class NotProvenError(Exception):
    """What a change promised did not come true; it was taken back."""


class NotRestoredError(Exception):
    """A change could not be taken back; the old packages are where its text says."""


@dataclass(frozen=True)
class Environment:
    """An environment that the doctor may change."""

    prefix: Path
    python: Path
    by_uv: bool = False
    """Whether uv made it."""
    project: Path | None = None
    """The folder of the uv project that it belongs to."""
    markers: Mapping[str, str] = field(default_factory=dict)
    """What its Python answers to the markers of requirements, where ours could say otherwise."""

    def distributions(self) -> list[Distribution]:
        """Return what is installed."""
        return distributions(journal.site_of(self.prefix))


def change_environment(
    target: Environment,
    wish: Install,
    *,
    agree: Callable[[str], None],
    prove: Callable[[], None],
    tell: Callable[[str], None],
) -> tuple[Path | None, str]:
    """Change an environment; return the folder of the way back, and what has changed, in words.

    No folder where everything was there already.
    `agree` is told what would change, and `prove` looks what it brought: both raise to refuse.
    Raises Refused, NotProvenError and InputError: then everything is as it was; or
    NotRestoredError.
    """
    if target.prefix.stat().st_uid != os.geteuid():
        raise Refused(f"{target.prefix} belongs to another user: run this as that user")
    if "include-system-site-packages = true" in (target.prefix / "pyvenv.cfg").read_text("utf-8"):
        raise Refused(f"{target.prefix} uses packages from outside too")
    with journal.locked(target.prefix, with_uv=not target.by_uv) as lock:
        folder = journal.new_folder(target.prefix)
        try:
            changed = _Work(target, wish, folder, lock, tell).do(agree, prove)
        except BaseException:
            with uninterrupted():
                try:
                    _take_back(target, folder)
                except (InputError, OSError) as error:
                    words = f"not everything could be put back: {error}; it lies in {folder}"
                    raise NotRestoredError(words) from None
            raise
        shutil.rmtree(folder / "work", ignore_errors=True)
        if not changed:
            journal.forget(folder)
        return (folder if changed else None), changed


def undo_change(target: Environment, folder: Path) -> None:
    """Take back a change, done or interrupted; raises InputError where more has changed since."""
    with journal.locked(target.prefix, with_uv=True), uninterrupted():
        change = journal.read(folder)
        now = versions_of(target.distributions()) if change.done else change.after
        if since := sorted(dict(change.after.items() ^ now.items())):
            was = " ".join(f"{n}=={v}" for n, v in (change.before.items() - change.after.items()))
            hint = f"before that fix it was {was}"
            raise InputError(f"{', '.join(since)} changed since that fix", hint)
        _take_back(target, folder)


def _take_back(target: Environment, folder: Path) -> None:
    if (folder / journal.FILE).exists():
        change, files = journal.read(folder), ProjectFiles(target.project, folder)
        if change.done:
            files.refuse_changed(change.project)
            # Killed meanwhile, it is found again.
            journal.write(folder, msgspec.structs.replace(change, done=False))
        journal.swap_back(target.prefix, folder, change)
        files.put_back(change.project)
    journal.forget(folder)


def in_the_way(target: Environment, wish: Install, before: Sequence[Distribution]) -> str:
    """Return which packages require what the wanted versions take from them, and the choices.

    Empty where none does.
    """
    pins = {_name(text): text.partition("==")[2] for text in wish.requirements if "==" in text}
    free = pins.keys() | needed_by(pins, before)  # of these another version will do
    others = [item for item in before if item.name not in free]
    found = newly_broken(before, others, versions_of(before) | pins, target.markers)
    if not found:
        return ""
    names = ", ".join(dict.fromkeys(text.partition(" requires ")[0] for text in found))
    return f"{', '.join(found)} (update or uninstall {names}, or make another environment)"


NEEDS_OF_TORCH = frozenset(
    ("filelock", "fsspec", "jinja2", "networkx", "setuptools", "sympy", "typing-extensions")
)
"""What torch requires: where it isn't installed, or an old one is, nobody else here says so.

Source: the metadata of torch's wheels for macOS, 2.10 to 2.15; a new environment of Python 3.11
has setuptools 65, and torch from 2.13 on requires 77.
"""


def may_change(wish: Install, before: Sequence[Distribution]) -> set[str]:
    """Return what is wanted, and what that needs of what is installed."""
    wanted = set(map(_name, wish.requirements))
    needs = NEEDS_OF_TORCH.intersection(versions_of(before)) if "torch" in wanted else frozenset()
    return wanted | needs | needed_by(wanted | needs, before)


def _name(requirement: str) -> str:
    return canonicalize_name(Requirement(requirement).name)


def way_back(wish: Install, before: Sequence[Distribution]) -> Versions:
    """Return the versions that a change can replace; none where they would not bring all back.

    A package was not there, or it is broken and replaced by the same version.
    """
    held, near = versions_of(before), may_change(wish, before)
    if wish.replaces or not held.keys() >= set(map(_name, wish.requirements)):
        return {}
    return {name: held[name] for name in sorted(near & held.keys())}


@dataclass
class _Work:
    """A change under way."""

    target: Environment
    wish: Install
    folder: Path
    lock: int
    tell: Callable[[str], None]

    def do(self, agree: Callable[[str], None], prove: Callable[[], None]) -> str:
        """Do it, and return what has changed, in words."""
        prefix, installer = self.target.prefix, self._installer()
        files, site = ProjectFiles(self.target.project, self.folder), journal.site_of(prefix)
        change = journal.Change(outside=tuple(journal.outside(prefix)))
        files.save()
        journal.write(self.folder, change)
        before = self.target.distributions()
        held = versions_of(before)
        packages = self._ask(installer, before, held)
        if not packages:
            return ""
        change = msgspec.structs.replace(change, project=files.hashes())
        journal.write(self.folder, change)
        said = f"{describe(held, packages)}{files.describe()}"
        agree(said)
        installer.fetch(packages)
        change = msgspec.structs.replace(change, before=held, after=held | packages)
        journal.write(self.folder, change)
        self.tell("replacing files")
        journal.swap(prefix, self.folder, _files_of(packages, before, site))
        staying = _times(site)
        installer.install(packages)
        self._judge(before, packages, change.after)
        now = _times(site)
        if wrong := [path for path, time in staying.items() if now.get(path) != time]:
            raise NotProvenError(f"{wrong[0]} was changed too")
        prove()
        journal.write(self.folder, msgspec.structs.replace(change, done=True))
        return said

    def _installer(self) -> Pip:
        target, work = self.target, self.folder / "work"
        work.mkdir()
        common = (str(target.python), work, self.tell, (self.lock,))
        if target.project is not None:
            return UvProject(*common, project=target.project)
        pip = versions_of(target.distributions()).get("pip", "0")
        if accepts(OLDEST_PIP, pip) and not (target.by_uv and shutil.which("uv")):
            return Pip(*common)
        if shutil.which("uv") is None:
            raise Refused(f"needs uv, or a pip {OLDEST_PIP} in the environment")
        return Uv(*common)

    def _ask(self, installer: Pip, before: Sequence[Distribution], held: Versions) -> Versions:
        """Return what has to change; all else stays, but for what the wanted packages need."""
        near = may_change(self.wish, before)
        try:
            # Installers refuse a name whose metadata is gone, a version that is none, and a
            # package that fits nothing as it is.
            fits = {
                item.name
                for item in before
                if item.is_readable and not newly_broken((), [item], held, self.target.markers)
            }
            named = {name: held[name] for name in held if name in near | fits}
            packages = installer.ask(self.wish.requirements, named, near)
        except Refused:
            if found := in_the_way(self.target, self.wish, before):
                raise Refused(f"no set of packages fits: {found}") from None
            raise
        # A killed installer leaves metadata without files.
        again = {i.name for i in before if i.name in near and i.damage(read=False)}
        again |= held.keys() & set(self.wish.replaces)
        return {name: held[name] for name in again} | packages

    def _judge(
        self, before: Sequence[Distribution], packages: Versions, promised: Versions
    ) -> None:
        """Compare what is installed with what was promised; raises NotProvenError."""
        now = self.target.distributions()
        if versions_of(now) != promised or len(now) != len(promised):
            raise NotProvenError(f"got instead: {describe(promised, versions_of(now))}")
        python = self.target.markers["python_full_version"]
        for item in now:
            if item.name not in packages:
                continue
            if damage := item.damage():
                raise NotProvenError(f"{damage} is not what {item.name} {item.version} should hold")
            wanted = item.metadata.get("requires_python", "")
            if not accepts(wanted, python):
                raise NotProvenError(f"{item.name} {item.version} needs Python {wanted}")
        broken = lacking(self.wish.requirements, promised)
        broken += newly_broken(before, now, promised, self.target.markers)
        if broken:
            raise NotProvenError(f"no set of packages fits: {'; '.join(broken)}")


def _files_of(names: Versions, before: Sequence[Distribution], site: Path) -> set[str]:
    """Return what belongs to packages: their files, and folders that are theirs only, as a whole.

    So goes what an interrupted pip has left: `~orch`, and files without a record.
    """
    old = [item for item in before if item.name in names]
    files = {path for item in old for path in item.rows}
    others = {path for item in before if item not in old for path in item.rows}
    modules = {name.replace("-", "_") for name in names}
    tops = modules | {f"~{name[1:]}" for name in modules} | _tops(files, site)
    return {
        *(files - others),
        *(str(item.info) for item in old),
        *(f"{site}/{top}" for top in tops - _tops(others, site) - {CACHES}),
    }


def _tops(paths: Collection[str], site: Path) -> set[str]:
    start = f"{site}/"
    return {path[len(start) :].partition("/")[0] for path in paths if path.startswith(start)}


def _times(site: Path) -> dict[str, int]:
    """Return when each file of packages was changed."""
    return {
        f"{parent}/{name}": Path(parent, name).lstat().st_mtime_ns
        for parent, _, files in os.walk(site)
        if not parent.endswith(CACHES)
        for name in files
    }


def describe(held: Versions, packages: Versions) -> str:
    """Return changes in words: `torch 2.9.1 to 2.8.0, sympy 1.13.3`."""
    was = {name: f"{held[name]} to " for name in held if held[name] != packages.get(name)}
    again = dict.fromkeys(held.keys() - was.keys(), " again")
    return ", ".join(
        f"{name} {was.get(name, '')}{new}{again.get(name, '')}"
        for name, new in sorted(packages.items())
    )
