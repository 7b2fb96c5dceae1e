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


def save_files(project: Path, folder: Path) -> None:
    """Copy the project's files into the folder of a change."""
    (folder / COPIES).mkdir(mode=0o700)
    for name in FILES:
        shutil.copy2(project / name, folder / COPIES / name)


def describe_files(project: Path, folder: Path) -> str:
    """Return which of the project's files differ from their copies, and what is asked for anew."""
    now, saved = hashes(project), hashes(folder / COPIES)
    changed = [name for name in FILES if now[name] != saved[name]]
    if not changed:
        return ""
    old, new = _wishes(folder / COPIES), _wishes(project)
    words = [f", with the {kind} {text}" for kind, text in new if (kind, text) not in old]
    return f"{' and '.join(changed)} in {project}{''.join(words)}"


def _wishes(folder: Path) -> list[tuple[str, str]]:
    said = _toml((folder / FILES[0]).read_text("utf-8"))
    direct = said.get("project", {}).get("dependencies", [])
    bounds = said.get("tool", {}).get("uv", {}).get(KEY, [])
    return [*(("dependency", text) for text in direct), *(("constraint", text) for text in bounds)]


def hashes(project: Path) -> dict[str, str]:
    """Return the hashes of a project's files, or of their copies."""
    return {name: hashlib.sha256((project / name).read_bytes()).hexdigest() for name in FILES}


def refuse_changed(project: Path, folder: Path, left: Mapping[str, str]) -> None:
    """Raise InputError for a file that is not as the change has `left` it, where that is known."""
    now, saved = hashes(project), hashes(folder / COPIES)
    for name in FILES:
        if now[name] not in (left.get(name, now[name]), saved[name]):
            hint = f"as it was before, it lies in {folder / COPIES}"
            raise InputError(f"{project / name} has changed since that fix", hint)


def put_files_back(project: Path, folder: Path, left: Mapping[str, str]) -> None:
    """Put the project's files back; raises InputError for one that has changed since."""
    refuse_changed(project, folder, left)
    for name in FILES:
        part = project / f"{name}.part"
        shutil.copy2(folder / COPIES / name, part)
        part.replace(project / name)


def _toml(text: str) -> dict[str, Any]:
    # Python 3.10 has no tomllib.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    found: dict[str, Any] = tomllib.loads(text)
    return found
