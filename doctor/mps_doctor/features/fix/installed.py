"""What is installed in an environment, by its metadata: files with their hashes, requirements.

Layout: https://packaging.python.org/en/latest/specifications/recording-installed-packages/
"""

from __future__ import annotations

import base64
import csv
import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion

CACHES = "__pycache__"

_INFO = re.compile(r"(?P<name>.+?)(-(?P<version>[^-]+))?(-py3[^-]*)?\.(dist|egg)-info")


@dataclass(frozen=True)
class Distribution:
    """One installed package."""

    root: Path
    """The prefix that all its paths are relative to."""
    info: str
    """Its metadata folder."""

    @cached_property
    def _headers(self) -> tuple[tuple[str, str], ...]:
        for file in ("METADATA", "PKG-INFO", ""):
            try:
                text = (self.root / self.info / file).read_text("utf-8", "replace")
            except OSError:
                continue
            head = text.partition("\n\n")[0].splitlines()
            fields = (line.partition(":") for line in head if not line.startswith((" ", "\t")))
            return tuple((name.strip().lower(), value.strip()) for name, _, value in fields)
        return ()

    def _all(self, field: str) -> list[str]:
        return [value for name, value in self._headers if name == field]

    @cached_property
    def _named(self) -> Mapping[str, str | None]:
        """What the folder's name says, for a package whose metadata is gone."""
        found = _INFO.fullmatch(self.info.rpartition("/")[2])
        return found.groupdict() if found else {}

    @cached_property
    def name(self) -> str:
        """Its normalised name."""
        return canonicalize_name((self._all("name") or [self._named.get("name") or ""])[0])

    @cached_property
    def version(self) -> str:
        """Its version; empty where nothing says it."""
        return (self._all("version") or [self._named.get("version") or ""])[0]

    @property
    def requires_python(self) -> str:
        """The Pythons that it accepts."""
        return next(iter(self._all("requires-python")), "")

    @property
    def extras(self) -> list[str]:
        """Its extras."""
        return self._all("provides-extra")

    @cached_property
    def requirements(self) -> list[Requirement]:
        """What it requires, extras and other platforms too; unreadable lines are left out."""
        found = []
        for line in self._all("requires-dist"):
            try:
                found.append(Requirement(line))
            except InvalidRequirement:
                continue
        return found

    @cached_property
    def rows(self) -> dict[str, str] | None:
        """Its files, each with its hash (`sha256=…`, may be empty); None without a RECORD.

        Raises ValueError for a file that lies outside of the prefix.
        """
        record = self.root / self.info / "RECORD"
        try:
            lines = list(csv.reader(record.read_text("utf-8").splitlines()))
        except (OSError, UnicodeDecodeError, csv.Error):
            return None
        site = self.info.rpartition("/")[0]
        return {inside(site, line[0]): (line[1:] or [""])[0] for line in lines if line and line[0]}

    def damage(self) -> list[str]:
        """Return the files that are gone or differ from what RECORD says."""
        rows = self.rows
        if rows is None:
            return [f"{self.info}/RECORD"]
        return [path for path, said in rows.items() if not _agrees(self.root / path, said)]

    def lacks_files(self) -> bool:
        """Say whether a file is gone, as after a killed install; nothing is read."""
        rows = self.rows
        return rows is None or not all(
            os.path.lexists(self.root / path) for path in rows if CACHES not in path
        )


def inside(site: str, path: str) -> str:
    """Return a path of RECORD relative to the prefix; raises ValueError where it leads out."""
    found = os.path.normpath(f"{site}/{path}")
    if path.startswith("/") or found.startswith("..") or "\0" in path:
        raise ValueError(f"{path} lies outside of the environment")
    return found


def digest(path: Path, algorithm: str = "sha256") -> str:
    """Return the hash of a file as RECORD writes it; of a link, where it leads; raises OSError."""
    if path.is_symlink():
        return f"link={os.readlink(path)}"  # noqa: PTH115  # a text, whatever it names
    found = hashlib.new(algorithm)
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            found.update(block)
    return f"{algorithm}={base64.urlsafe_b64encode(found.digest()).decode().rstrip('=')}"


def _agrees(path: Path, said: str) -> bool:
    algorithm = said.partition("=")[0]
    try:
        if algorithm not in hashlib.algorithms_available:
            return CACHES in path.parts or path.exists()
        return digest(path, algorithm) == said
    except OSError:
        return False


def site_of(prefix: Path) -> str:
    """Return the environment's folder of packages, relative to it; empty where it has not one."""
    found = sorted(prefix.glob("lib/python*/site-packages"))
    return found[0].relative_to(prefix).as_posix() if len(found) == 1 else ""


def distributions(root: Path, site: str) -> list[Distribution]:
    """Return every package below a folder of packages, two of one name too."""
    names = sorted(os.listdir(root / site))
    infos = [name for name in names if _INFO.fullmatch(name) and not name.startswith("~")]
    return [Distribution(root, f"{site}/{name}" if site else name) for name in infos]


def versions_of(found: Iterable[Distribution]) -> dict[str, str]:
    """Return names and versions; of two of one name, both."""
    versions: dict[str, str] = {}
    for item in found:
        both = item.name in versions and versions[item.name] != item.version
        versions[item.name] = f"{versions[item.name]} and {item.version}" if both else item.version
    return versions


def accepts(specifier: str, version: str) -> bool:
    """Return whether a specifier takes a version; what cannot be read is no reason to refuse."""
    try:
        return SpecifierSet(specifier).contains(version, prereleases=True)
    except (InvalidSpecifier, InvalidVersion):
        return True


def needed_by(names: Iterable[str], found: Iterable[Distribution]) -> set[str]:
    """Return what packages require, and what that requires in turn, extras left out."""
    by_name = {item.name: item for item in found}
    needed: set[str] = set()
    waiting = list(names)
    while waiting:
        item = by_name.get(waiting.pop())
        for requirement in item.requirements if item is not None else ():
            name = canonicalize_name(requirement.name)
            if name not in needed and "extra" not in str(requirement.marker):
                needed.add(name)
                waiting.append(name)
    return needed


@dataclass(frozen=True)
class Demands:
    """What packages require of each other: what is unmet, and which extras are whole."""

    unmet: frozenset[tuple[str, str, str]]
    """Package, extra, requirement."""
    whole: frozenset[tuple[str, str]]
    """Extras whose every requirement is met: whoever asked for them has them."""

    def broken_by(self, after: Demands) -> list[str]:
        """Return what a change would break, as sentences."""
        lost = [
            item
            for item in after.unmet - self.unmet
            if not item[1] or (item[0], item[1]) in self.whole
        ]
        return [
            f"{name}{f'[{extra}]' if extra else ''} requires {requirement}"
            for name, extra, requirement in sorted(lost)
        ]


def demands(found: Iterable[Distribution], markers: Mapping[str, str]) -> Demands:
    """Return what installed packages require, judged for the Python that `markers` describe."""
    found = tuple(found)
    versions = versions_of(found)
    unmet: set[tuple[str, str, str]] = set()
    whole: set[tuple[str, str]] = set()
    for item in found:
        asked: dict[str, list[Requirement]] = {"": []}
        for requirement in item.requirements:
            for extra in _extras_for(requirement, item.extras, markers):
                asked.setdefault(extra, []).append(requirement)
        for extra, requirements in asked.items():
            lacking = [r for r in requirements if not is_met(r, versions)]
            unmet |= {(item.name, extra, f"{r.name}{r.specifier}") for r in lacking}
            if extra and not lacking:
                whole.add((item.name, extra))
    return Demands(frozenset(unmet), frozenset(whole))


def _extras_for(
    requirement: Requirement, extras: Iterable[str], markers: Mapping[str, str]
) -> Iterator[str]:
    """Yield the extras that bring a requirement; an empty one where it is always required."""
    if requirement.marker is None or requirement.marker.evaluate({**markers, "extra": ""}):
        yield ""
        return
    for extra in extras:
        if requirement.marker.evaluate({**markers, "extra": extra}):
            yield extra


def is_met(requirement: Requirement, versions: Mapping[str, str]) -> bool:
    """Return whether packages of these versions meet a requirement, whatever its marker."""
    have = versions.get(canonicalize_name(requirement.name))
    return have is not None and accepts(str(requirement.specifier), have)
