"""What is installed in an environment, by its metadata: files with their hashes, requirements.

Source: https://packaging.python.org/en/latest/specifications/recording-installed-packages/
"""

import base64
import contextlib
import csv
import hashlib
import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from packaging.metadata import RawMetadata, parse_email
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from mps_doctor.fixes.requirements import accepts
from mps_doctor.knowledge.versions import parse_version

CACHES = "__pycache__"

_INFO = re.compile(r"(?P<name>[^~].*?)(-(?P<version>[^-]+))?(-py3[^-]*)?\.(dist|egg)-info")


@dataclass(frozen=True)
class Distribution:
    """One installed package."""

    info: Path
    """Its metadata folder."""

    @cached_property
    def metadata(self) -> RawMetadata:
        """What it says of itself; all that is left of a broken one is the name of the folder."""
        for file in ("METADATA", "PKG-INFO"):
            with contextlib.suppress(OSError):
                return parse_email((self.info / file).read_bytes())[0]
        found = _INFO.fullmatch(self.info.name)
        return {"name": found["name"], "version": found["version"] or ""} if found else {}

    @cached_property
    def name(self) -> str:
        """Its normalised name."""
        return canonicalize_name(self.metadata.get("name", ""))

    @property
    def version(self) -> str:
        """Its version; empty where nothing says it."""
        return self.metadata.get("version", "")

    @property
    def is_readable(self) -> bool:
        """Whether it has metadata, with a version that compares."""
        return "metadata_version" in self.metadata and parse_version(self.version) is not None

    @cached_property
    def requirements(self) -> list[Requirement]:
        """What it requires, extras and other platforms too; unreadable lines are left out."""
        return [
            one for line in self.metadata.get("requires_dist", []) if (one := _requirement(line))
        ]

    @cached_property
    def rows(self) -> dict[str, str]:
        """Its files, each with its hash (`sha256=…`, may be empty); none without a RECORD."""
        try:
            text = (self.info / "RECORD").read_text("utf-8")
            lines = [line for line in csv.reader(text.splitlines()) if line]
        except (OSError, UnicodeDecodeError, csv.Error):
            return {}
        site = self.info.parent
        return {os.path.normpath(site / line[0]): "".join(line[1:2]) for line in lines}

    def damage(self, *, read: bool = True) -> str:
        """Return a file that is gone or differs from what RECORD says; empty where none does."""
        for path, said in self.rows.items():
            if not os.path.lexists(path) and CACHES not in path:
                return path
            if read and said and _digest(Path(path), said.partition("=")[0]) != said:
                return path
        return "" if self.rows else str(self.info / "RECORD")


def _requirement(line: str) -> Requirement | None:
    try:
        return Requirement(line)
    except InvalidRequirement:
        return None


def _digest(path: Path, algorithm: str) -> str:
    if algorithm not in hashlib.algorithms_guaranteed:
        return ""
    found = hashlib.new(algorithm)
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            found.update(block)
    return f"{algorithm}={base64.urlsafe_b64encode(found.digest()).decode().rstrip('=')}"


def distributions(site: Path) -> list[Distribution]:
    """Return every package in a folder of packages, two of one name too."""
    return [Distribution(site / name) for name in sorted(os.listdir(site)) if _INFO.fullmatch(name)]  # noqa: PTH208


def versions_of(found: Iterable[Distribution]) -> dict[str, str]:
    """Return names and versions."""
    return {item.name: item.version for item in found}


def lacking(requirements: Iterable[str], versions: Mapping[str, str]) -> list[str]:
    """Return the requirements that packages of these versions do not meet, whatever the marker."""
    return [text for text in requirements if not _is_met(Requirement(text), versions)]


def _is_met(requirement: Requirement, versions: Mapping[str, str]) -> bool:
    have = versions.get(canonicalize_name(requirement.name))
    return have is not None and accepts(str(requirement.specifier), have)


def needed_by(names: Collection[str], found: Iterable[Distribution]) -> set[str]:
    """Return what packages require, and what that requires in turn, extras left out."""
    by_name = {item.name: item.requirements for item in found}
    needed, waiting = set(names), list(names)
    while waiting:
        for requirement in by_name.get(waiting.pop(), ()):
            name = canonicalize_name(requirement.name)
            if name not in needed and "extra" not in str(requirement.marker):
                needed.add(name)
                waiting.append(name)
    return needed.difference(names)


def newly_broken(
    before: Sequence[Distribution],
    after: Sequence[Distribution],
    has: Mapping[str, str],
    markers: Mapping[str, str],
) -> list[str]:
    """Return what packages require and a change to the versions `has` takes from them.

    Nobody recorded which extras were wanted: one whose every requirement was met counts as wanted.
    `markers` describe the Python.
    """
    old, had = {item.name: item for item in before}, versions_of(before)
    found = []
    for item in after:
        was = old.get(item.name)
        for extra in ("", *item.metadata.get("provides_extra", [])):
            asked = required(was, markers, extra) if was is not None else []
            if extra and (not asked or not all(_is_met(one, had) for one in asked)):
                continue
            broken = {str(one) for one in asked if not _is_met(one, had)}
            name = f"{item.name}[{extra}]" if extra else item.name
            found += [
                f"{name} requires {one.name}{one.specifier}"
                for one in required(item, markers, extra)
                if not _is_met(one, has) and str(one) not in broken
            ]
    return found


def required(item: Distribution, markers: Mapping[str, str], extra: str = "") -> list[Requirement]:
    """Return what a package requires always, or else for an `extra` only."""

    def applies(one: Requirement, extra: str) -> bool:
        return one.marker is None or one.marker.evaluate({**markers, "extra": extra})

    return [
        one for one in item.requirements if applies(one, extra) and not (extra and applies(one, ""))
    ]
