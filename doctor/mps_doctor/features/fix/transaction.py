"""One change to an environment: it holds what was promised afterwards, or it is what it was.

Ask with every installed package named, fetch, try elsewhere, write the journal, move the old files
away, install without a network, prove; else move the old files back.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mps_doctor.features.fix import journal
from mps_doctor.features.fix.installed import (
    CACHES,
    Distribution,
    accepts,
    demands,
    digest,
    distributions,
    is_met,
    needed_by,
    site_of,
    versions_of,
)
from mps_doctor.features.fix.installers import Pip, Refused, Uv, Versions
from mps_doctor.features.fix.project import COPIES, UvProject, hashes, put_files_back, save_files
from mps_doctor.fixes.fix import Install

OLDEST_PIP = ">=22.3"
"""The first that can both say what it would do and act on another environment."""


class Declined(Exception):  # noqa: N818  # an answer
    """The change was described, and somebody said no."""


class NotProven(Exception):  # noqa: N818  # the change did not do what it had to do
    """What was promised did not come true; the change was taken back."""


@dataclass(frozen=True)
class Environment:
    """An environment that the doctor may change."""

    prefix: Path
    python: Path
    by_uv: bool = False
    """Whether uv made it."""
    project: Path | None = None
    """The folder of the uv project that it belongs to."""

    def distributions(self) -> list[Distribution]:
        """Return what is installed."""
        return distributions(self.prefix, site_of(self.prefix))


def change_environment(
    target: Environment,
    wish: Install,
    *,
    agree: Callable[[str], bool],
    prove: Callable[[], str],
    tell: Callable[[str], None],
) -> tuple[Path | None, Versions]:
    """Change an environment; return the folder of the way back, and what has changed.

    No folder where everything was there already.
    `agree` is asked about what would change; `prove` says what is still wrong afterwards.
    Raises Refused, Declined, NotProven and journal.BusyError: then everything is as it was.
    """
    with journal.locked(target.prefix, with_uv=not target.by_uv) as lock:
        folder = journal.new_folder(target.prefix)
        try:
            changed = _Work(target, wish, folder, lock, tell).do(agree, prove)
        except BaseException:
            restore(target, folder)
            raise
        finally:
            shutil.rmtree(folder / "work", ignore_errors=True)
        if not changed:
            journal.forget(folder)
        return (folder if changed else None), changed


def restore(target: Environment, folder: Path) -> list[str]:
    """Take back a change; return the files that are not as they were before it."""
    wrong: list[str] = []
    if (folder / journal.FILE).exists():
        _, change = journal.read(folder)
        wrong = journal.move_back(target.prefix, folder, change)
        if target.project is not None and (folder / COPIES).is_dir():
            wrong += put_files_back(target.project, folder, change.project)
    if not wrong:
        journal.forget(folder)
    return wrong


@dataclass
class _Work:
    """A change under way."""

    target: Environment
    wish: Install
    folder: Path
    lock: int
    tell: Callable[[str], None]

    def do(self, agree: Callable[[str], bool], prove: Callable[[], str]) -> Versions:
        installer, project = self._installer(), self.target.project
        if project is not None:
            save_files(project, self.folder)
            journal.write(self.folder, journal.Change(before={}, after={}, moved={}))
        before = self.target.distributions()
        held = versions_of(before)
        packages = self._ask(installer, before, held)
        if not packages:
            return {}
        if not agree(_describe(held, packages)):
            raise Declined
        place = installer.fetch(packages)
        new = distributions(place, site_of(place))
        self._judge(before, new, packages, installer.markers)
        change = self._plan(before, new, packages)
        if project is not None:
            change = msgspec.structs.replace(change, project=hashes(project))
        others = self._others(change)
        journal.write(self.folder, change)
        self.tell("replacing files")
        journal.move_away(self.target.prefix, self.folder, change)
        installer.install(packages)
        now = self.target.distributions()
        if sorted((item.name, item.version) for item in now) != sorted(
            {**held, **packages}.items()
        ):
            raise NotProven(
                f"installed instead: {_describe({**held, **packages}, versions_of(now))}"
            )
        if wrong := [path for item in now if item.name in packages for path in item.damage()]:
            raise NotProven(f"{wrong[0]} is not what its package holds")
        if wrong := sorted(dict(others.items() ^ self._others(change).items())):
            raise NotProven(f"{wrong[0]} was changed too")
        if problem := prove():
            raise NotProven(problem)
        journal.write(self.folder, msgspec.structs.replace(change, stage="done"))
        return packages

    def _installer(self) -> Pip:
        target, work = self.target, self.folder / "work"
        work.mkdir()
        common = (str(target.python), work, self.tell, (self.lock,))
        if target.project is not None:
            return UvProject(*common, project=target.project)
        pip = versions_of(target.distributions()).get("pip", "")
        usable = bool(pip) and accepts(OLDEST_PIP, pip)
        if usable and not (target.by_uv and shutil.which("uv")):
            return Pip(*common)
        if shutil.which("uv") is None:
            raise Refused(f"needs uv, or a pip {OLDEST_PIP} in the environment")
        return Uv(*common)

    def _ask(self, installer: Pip, before: Sequence[Distribution], held: Versions) -> Versions:
        """Return what has to change; all else stays, but for what the wanted packages need."""
        wanted = {canonicalize_name(Requirement(text).name) for text in self.wish.requirements}
        near = needed_by(wanted, before)
        by_project = self.target.project is not None
        try:
            loose = near if by_project else ()
            packages = installer.ask(self.wish.requirements, held, loose)
        except Refused as error:
            then = held | {n: v for n, v in map(_pinned, self.wish.requirements) if v}
            blockers = [
                f"{item.name} {item.version} requires {requirement.name}{requirement.specifier}"
                for item in before
                for requirement in item.requirements
                if item.name not in wanted
                and canonicalize_name(requirement.name) in wanted
                and requirement.marker is None
                and not is_met(requirement, then)
            ]
            if blockers:
                raise Refused(f"no set of packages fits: {'; '.join(blockers)}") from None
            if by_project:
                raise
            try:
                packages = installer.ask(self.wish.requirements, held, near - wanted)
            except Refused:
                raise error from None
        # A killed installer leaves metadata without files.
        broken = {item.name for item in before if item.name in wanted | near and item.lacks_files()}
        again = (broken | set(self.wish.replaces)) & held.keys()
        return {**{name: held[name] for name in again}, **packages}

    def _judge(
        self,
        before: Sequence[Distribution],
        new: Sequence[Distribution],
        packages: Versions,
        markers: dict[str, str],
    ) -> None:
        """Judge by their own metadata what was fetched; raises Refused."""
        if versions_of(new) != packages:
            raise Refused(f"asked for {packages}, and got {versions_of(new)}")
        for item in new:
            if not accepts(item.requires_python, markers["python_full_version"]):
                raise Refused(f"{item.name} {item.version} needs Python {item.requires_python}")
            if damage := item.damage():
                raise Refused(f"the wheel of {item.name} {item.version} is damaged: {damage[0]}")
        after = [*(item for item in before if item.name not in packages), *new]
        lacking = [
            t for t in self.wish.requirements if not is_met(Requirement(t), versions_of(after))
        ]
        lacking += demands(before, markers).broken_by(demands(after, markers))
        if lacking:
            raise Refused(f"no set of packages fits: {'; '.join(lacking)}")

    def _plan(
        self, before: Sequence[Distribution], new: Sequence[Distribution], packages: Versions
    ) -> journal.Change:
        """Return what is moved away, and where new files come; raises Refused."""
        prefix = self.target.prefix
        old = [item for item in before if item.name in packages]
        try:
            rows = {path for item in new for path in item.rows or ()}
            owned = {path for item in old for path in item.rows or ()}
            others = {path: i.name for i in before if i not in old for path in i.rows or ()}
        except ValueError as error:
            raise Refused(str(error)) from None
        if shared := sorted(rows & others.keys()):
            raise Refused(f"{shared[0]} belongs to {others[shared[0]]} as well")
        claims = _claims(rows, new[0].root, site_of(prefix))
        folders = [*claims, *(item.info for item in old), *_leftovers(prefix, packages)]
        there = {*owned, *journal.files_below(prefix, folders)} - others.keys()
        moved = sorted(path for path in there if os.path.lexists(prefix / path))
        if wrong := [path for path in (*moved, *claims) if not journal.is_inside(prefix, path)]:
            raise Refused(f"{wrong[0]} leads out of {prefix}")
        return journal.Change(
            before={item.name: item.version for item in old},
            after=packages,
            moved={path: digest(prefix / path) for path in moved},
            claims=claims,
            kept=tuple(set(journal.files_below(prefix, claims)).difference(moved)),
        )

    def _others(self, change: journal.Change) -> dict[str, tuple[int, int]]:
        """Return size and time of all files of packages that a change has nothing to do with."""
        prefix, below = self.target.prefix, tuple(f"{name}/" for name in change.claims)
        concerned = {*change.claims, *change.moved}
        found = {}
        for name in journal.files_below(prefix, (site_of(prefix), "bin")):
            if name not in concerned and CACHES not in name and not name.startswith(below):
                status = (prefix / name).lstat()
                found[name] = (status.st_size, status.st_mtime_ns)
        return found


def _claims(rows: set[str], root: Path, site: str) -> tuple[str, ...]:
    """Return the folders that are a package's own, and the files that lie elsewhere."""
    found = set()
    for path in rows:
        top = "/".join(path.split("/")[: site.count("/") + 2])
        own = path.startswith(f"{site}/") and (
            top.endswith(".dist-info") or (root / top / "__init__.py").exists()
        )
        found.add(top if own else path)
    return tuple(sorted(found))


def _leftovers(prefix: Path, names: Versions) -> list[str]:
    """Return what an interrupted pip has left of packages: `~orch`, `~orch-2.1.0.dist-info`."""
    site = site_of(prefix)
    tails = tuple(f"~{name[1:].replace('-', '_')}" for name in names)
    rests = (name for name in os.listdir(prefix / site) if name.startswith("~"))
    return [f"{site}/{name}" for name in rests if name.partition("-")[0].lower() in tails]


def _pinned(requirement: str) -> tuple[str, str]:
    name, _, version = requirement.partition("==")
    return canonicalize_name(name), version


def _describe(held: Versions, packages: Versions) -> str:
    """Return changes in words: `torch 2.9.1 -> 2.8.0, sympy 1.13.3 (new)`."""
    parts = []
    for name, version in sorted(packages.items()):
        was = held.get(name)
        new = "new" if was is None else "the same again"
        parts.append(
            f"{name} {version} ({new})" if was in (None, version) else f"{name} {was} -> {version}"
        )
    return ", ".join(parts)
