"""A project of uv: its wishes and its lock change with the environment, or not at all.

The versions that this Mac needs are constraints with a marker (`sys_platform == 'darwin'`): nobody
on another system gets other packages.
"""

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from mps_doctor.features.fix.installed import lacking
from mps_doctor.features.fix.installers import Refused, Uv, Versions
from mps_doctor.system.errors import InputError

FILES = ("pyproject.toml", "uv.lock")
COPIES = "project"
"""In the folder of a change: the project's files as they were."""

KEY = "constraint-dependencies"
_TABLE = re.compile(r"^\[tool\.uv\][ \t]*(#.*)?$", re.MULTILINE)
_LINE = re.compile(rf"^{KEY} = \[.*\]$", re.MULTILINE)


@dataclass
class UvProject(Uv):
    """uv in its own project, whose environment this is."""

    project: Path
    sync: tuple[str, ...] = ()
    """What `uv sync` is told so that it looks at these packages, and at no others."""

    def ask(self, wanted: Sequence[str], held: Versions, loose: Collection[str]) -> Versions:
        """Write the wishes into the project, lock it, and return what would be installed.

        `loose` is what the wanted packages need.  Raises Refused: put the files back then.
        """
        for self.sync in ((), ("--all-extras", "--all-groups")):
            before = after = self._would_install()
            if lacking(wanted, {**held, **before}):
                self._constrain(wanted)
                after = self._would_install()
            if not lacking(wanted, {**held, **after}):
                break
        else:
            raise Refused(f"the lock of {self.project} doesn't hold {', '.join(wanted)}")
        near = {canonicalize_name(Requirement(text).name) for text in wanted}.union(loose)
        return {n: v for n, v in after.items() if n in near or before.get(n) != v}

    def fetch(self, packages: Versions) -> None:
        """Install what the lock names elsewhere, so that uv's cache has it; raises Refused."""
        others = sorted({item["name"] for item in self._locked()} - packages.keys())
        self.sync += tuple(word for name in others for word in ("--no-install-package", name))
        self._sync("--python", self.python, UV_PROJECT_ENVIRONMENT=str(self.work / "env"))

    def install(self, packages: Versions) -> None:
        """Install what was fetched; raises Refused."""
        del packages  # all others are left out
        self._sync("--offline")

    def _sync(self, *options: str, **more: str) -> bytes:
        head = ("uv", "sync", "--project", str(self.project), "--frozen", "--inexact")
        own = ("--link-mode", "copy", "--no-install-project", "--no-install-workspace")
        return self.run(*head, *own, *self.sync, *options, **more).stdout

    def _would_install(self) -> Versions:
        said = json.loads(self._sync("--dry-run", "--output-format", "json"))["sync"]
        place = Path(said["environment"]["path"])
        if place != Path(self.python).parent.parent:
            raise Refused(f"uv says that the environment of {self.project} is {place}")
        return {
            row["name"]: row["version"] for row in said["changes"] if row["action"] == "installed"
        }

    def _locked(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = _toml((self.project / "uv.lock").read_text("utf-8"))[
            "package"
        ]
        return found

    def _constrain(self, wanted: Sequence[str]) -> None:
        """Write the constraints and lock; raises Refused, also where others would lose theirs.

        What the project does not have at all is added to it.
        """
        file = self.project / "pyproject.toml"
        was = {(item["name"], item.get("version")) for item in self._locked()}
        names = {name for name, _ in was}
        marked = [f"{text}; sys_platform == '{sys.platform}'" for text in wanted]
        new = [text for text in marked if canonicalize_name(Requirement(text).name) not in names]
        if new:
            self.run("uv", "add", "--project", str(self.project), "--no-sync", *new)
        old = [text for text in marked if text not in new]
        if old:
            file.write_text(constrained(file.read_text("utf-8"), old), "utf-8")
            self.run("uv", "lock", "--project", str(self.project))
        now = {(item["name"], item.get("version")) for item in self._locked()}
        if gone := sorted(f"{name} {version}" for name, version in was - now):
            raise Refused(f"this would change {', '.join(gone)} on other systems too")


def constrained(text: str, constraints: Sequence[str]) -> str:
    """Return a pyproject.toml with these constraints for uv, and with nothing else changed.

    Raises Refused where its shape leaves no sure place for them.
    """
    said: list[str] = _toml(text).get("tool", {}).get("uv", {}).get(KEY, [])
    names = {Requirement(item).name for item in constraints}
    both = [*(item for item in said if Requirement(item).name not in names), *constraints]
    line = f"{KEY} = {json.dumps(both)}"
    if place := _LINE.search(text):
        new = f"{text[: place.start()]}{line}{text[place.end() :]}"
    elif place := _TABLE.search(text):
        new = f"{text[: place.end()]}\n{line}{text[place.end() :]}"
    else:
        new = f"{text.rstrip()}\n\n[tool.uv]\n{line}\n"
    expected = _toml(text)
    expected.setdefault("tool", {}).setdefault("uv", {})[KEY] = both
    try:
        if _toml(new) == expected:
            return new
    except ValueError:
        pass
    raise Refused(f"write this into [tool.uv] of pyproject.toml yourself: {line}")


@dataclass(frozen=True)
class ProjectFiles:
    """A project's files, and their copies in the folder of a change; without a project, none."""

    project: Path | None
    folder: Path

    @property
    def _files(self) -> list[tuple[Path, Path]]:
        copies = self.folder / COPIES
        project = self.project if copies.is_dir() else None
        return [(project / name, copies / name) for name in FILES] if project is not None else []

    def save(self) -> None:
        """Copy the files into the folder of the change."""
        if self.project is not None:
            (self.folder / COPIES).mkdir(mode=0o700)
        for file, copy in self._files:
            shutil.copy2(file, copy)

    def describe(self) -> str:
        """Return which files differ from their copies, and what is asked for anew."""
        changed = [file for file, copy in self._files if _hash(file) != _hash(copy)]
        if not changed:
            return ""
        new, old = (_wishes(file.read_text("utf-8")) for file in self._files[0])
        words = [f", with the {wish}" for wish in new if wish not in old]
        names = " and ".join(file.name for file in changed)
        return f"; {names} in {self.project}{''.join(words)}"

    def hashes(self) -> dict[str, str]:
        """Return the hash of each file."""
        return {file.name: _hash(file) for file, _ in self._files}

    def refuse_changed(self, left: Mapping[str, str]) -> None:
        """Raise InputError for a file that is not as the change has `left` it, if that is known."""
        for file, copy in self._files:
            now = _hash(file)
            if now not in (left.get(file.name, now), _hash(copy)):
                raise InputError(
                    f"{file} has changed since that fix", f"as it was before, it lies in {copy}"
                )

    def put_back(self, left: Mapping[str, str]) -> None:
        """Put the files back; raises InputError for one that has changed since."""
        self.refuse_changed(left)
        for file, copy in self._files:
            part = file.with_name(f"{file.name}.part")
            shutil.copy2(copy, part)
            part.replace(file)


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _wishes(text: str) -> list[str]:
    said = _toml(text)
    direct = said.get("project", {}).get("dependencies", [])
    bounds = said.get("tool", {}).get("uv", {}).get(KEY, [])
    return [*(f"dependency {item}" for item in direct), *(f"constraint {item}" for item in bounds)]


def _toml(text: str) -> dict[str, Any]:
    # Python 3.10 has no tomllib.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    found: dict[str, Any] = tomllib.loads(text)
    return found
