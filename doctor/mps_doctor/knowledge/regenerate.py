"""Rewrites releases.json from the package index: a maintainer's command, never run for a user.

    python -m mps_doctor.knowledge.regenerate           rewrite the file, if anything changed
    python -m mps_doctor.knowledge.regenerate --check   tell what would change; exit 1 if anything

The index is the one that pip is configured for (pip 26 or newer).
Of a release that is new to the file, libtorch_cpu is read out of a wheel by the probe's own reader:
whether it has MPS, and the macOS that it needs and names.
Of one that is in the file already that is kept: 2.5 names a macOS that is too low.
A weekly workflow (.github/workflows/data.yml) runs it, and proposes what it changed.
"""

from __future__ import annotations

import datetime
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from packaging.utils import parse_wheel_filename
from packaging.version import Version

from mps_doctor.knowledge.index_files import (
    IndexFile,
    demand_on_torch,
    list_wheels,
    open_wheel,
)
from mps_doctor.knowledge.releases import COMPANIONS, DATA, minimum_of_files
from mps_doctor.probe import torch_files

OLDEST = {"torch": Version("1.8.0"), "torchvision": Version("0.9.0"), "torchaudio": Version("0.8")}
"""Where the data begins: the first torch with a wheel for Apple silicon, and its companions."""

LIBRARY = "torch/lib/libtorch_cpu.dylib"

_PLATFORM = re.compile(r"macosx_(\d+)_(\d+)_(arm64|x86_64)")


def main(arguments: list[str]) -> int:
    """Run the command; returns its exit code."""
    old = json.loads(DATA.read_text())
    today = datetime.datetime.now(tz=datetime.timezone.utc).date().isoformat()
    files = {name: list_wheels(name) for name in ("torch", *COMPANIONS)}
    new = renew(old, files, today=today, ask_demand=demand_on_torch, ask_library=library_facts)
    changes = list(changes_between(old, new))
    sys.stdout.write("\n".join([*changes, f"{len(changes)} changes"]) + "\n")
    if "--check" in arguments:
        return 1 if changes else 0
    if changes:
        DATA.write_text(as_text(new))
    return 0


def library_facts(file: IndexFile) -> dict[str, Any]:
    """Return what the probe would say of the library in a wheel; only its first part is fetched."""
    with open_wheel(file) as archive, archive.open(LIBRARY) as library:
        size = archive.getinfo(LIBRARY).file_size
        facts: dict[str, Any] = torch_files.library_facts(library, size)
    return facts


def renew(
    old: Mapping[str, Any],
    files: Mapping[str, Iterable[IndexFile]],
    *,
    today: str,
    ask_demand: Callable[[IndexFile], str],
    ask_library: Callable[[IndexFile], Mapping[str, Any]],
) -> dict[str, Any]:
    """Return the data with what the index has now.

    For what the data does not know, `ask_demand` is called with a wheel of a companion, and
    `ask_library` with one of torch.
    """
    new: dict[str, Any] = {"read": today, "sources": old["sources"]}
    for project in ("torch", *COMPANIONS):
        known = {row["version"]: row for row in old[project]}
        new[project] = [
            _torch_row(version, wheels, known.get(version, {}), ask_library)
            if project == "torch"
            else _companion_row(version, wheels, known.get(version, {}), ask_demand)
            for version, wheels in _by_version(files[project], OLDEST[project]).items()
        ]
    return new


def changes_between(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterable[str]:
    """Yield one line for each row that came, went or changed; the date of reading is none."""
    for project in ("torch", *COMPANIONS):
        before = {row["version"]: row for row in old[project]}
        after = {row["version"]: row for row in new[project]}
        for version in sorted({*before, *after}, key=Version):
            if version not in after:
                yield f"{project} {version}: no longer on the index"
            elif version not in before:
                yield f"{project} {version}: new, {_in_short(after[version])}"
            else:
                yield from (
                    f"{project} {version}: {key} was {before[version].get(key)}, is {value}"
                    for key, value in after[version].items()
                    if before[version].get(key) != value
                )


def _in_short(row: Mapping[str, Any]) -> str:
    if "torch" in row:
        return f"for torch {row['torch']}"
    if "mps_minimum_macos" not in row:
        return "without MPS"
    named = row.get("mps_stated_macos", "none")
    return f"with MPS from macOS {row['mps_minimum_macos']} on; its text names {named}"


def as_text(data: Mapping[str, Any]) -> str:
    """Return the file's text: a row is a line, so that a change of the data reads well."""
    parts = []
    for key, value in data.items():
        if isinstance(value, list):
            rows = ",\n  ".join(json.dumps(row) for row in value)
            parts.append(f'"{key}": [\n  {rows}\n ]')
        else:
            text = json.dumps(value, indent=2).replace("\n", "\n ")
            parts.append(f'"{key}": {text}')
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def _by_version(files: Iterable[IndexFile], oldest: Version) -> dict[str, list[IndexFile]]:
    """Return the macOS wheels of each finished version that is not yanked, the oldest first."""
    found: dict[Version, list[IndexFile]] = {}
    for file in files:
        version = parse_wheel_filename(file.name)[1]
        usual = not (file.yanked or version.is_prerelease or version.local)
        if usual and version >= oldest and _PLATFORM.search(file.name):
            found.setdefault(version, []).append(file)
    return {str(version): found[version] for version in sorted(found)}


def _torch_row(
    version: str,
    files: list[IndexFile],
    known: Mapping[str, Any],
    ask_library: Callable[[IndexFile], Mapping[str, Any]],
) -> dict[str, Any]:
    row = {
        "version": version,
        "date": known.get("date") or min(file.uploaded for file in files),
        "requires_python": files[0].requires_python,
        "wheels": _wheels(files),
    }
    if not known:
        return row | _mps_of(ask_library(min(files, key=_generality)))
    kept = ("mps_minimum_macos", "mps_stated_macos")
    return row | {name: known[name] for name in kept if name in known}


def _generality(file: IndexFile) -> tuple[bool, int, int]:
    """Order wheels so that one for Apple silicon and the oldest macOS is the first."""
    found = _PLATFORM.search(file.name)
    if found is None:
        raise ValueError(f"{file.name} is no wheel for macOS")
    return found[3] != "arm64", int(found[1]), int(found[2])


def _mps_of(library: Mapping[str, Any]) -> dict[str, str]:
    """Return the two fields of MPS by the facts of a library; none where it has no MPS."""
    if not library["mps_linked"]:
        return {}
    names = ("metal_target", "stated_minimum_macos", "deployment_target")
    # A fact that is not known is a table with its reason.
    said = {name: library[name] if isinstance(library[name], str) else "" for name in names}
    minimum = minimum_of_files(*said.values())
    if minimum is None:
        raise ValueError(f"the library has MPS and says nothing of macOS: {library}")
    fields = {"mps_minimum_macos": str(minimum), "mps_stated_macos": said["stated_minimum_macos"]}
    return {name: value for name, value in fields.items() if value}


def _companion_row(
    version: str,
    files: list[IndexFile],
    known: Mapping[str, Any],
    ask_demand: Callable[[IndexFile], str],
) -> dict[str, Any]:
    # One that demands nothing is taken to go with its own torch and newer ones.
    demand = known.get("torch") or ask_demand(files[0]) or f">={version}"
    return {
        "version": version,
        "torch": demand,
        "requires_python": files[0].requires_python,
        "wheels": _wheels(files),
    }


def _wheels(files: Iterable[IndexFile]) -> list[dict[str, Any]]:
    """Return the wheels by architecture and lowest macOS, with their Pythons in order."""
    found: dict[tuple[str, tuple[int, int]], set[str]] = {}
    for file in files:
        for tag in parse_wheel_filename(file.name)[3]:
            platform = _PLATFORM.fullmatch(tag.platform)
            if platform is not None:
                key = (platform[3], (int(platform[1]), int(platform[2])))
                found.setdefault(key, set()).add(_python(tag.interpreter, tag.abi))
    return [
        {
            "architecture": architecture,
            "macos": f"{macos[0]}.{macos[1]}",
            "pythons": sorted(pythons, key=_order),
        }
        for (architecture, macos), pythons in sorted(found.items())
    ]


def _python(interpreter: str, abi: str) -> str:
    """Return "3.12" for cp312, "3.14t" for the free-threaded cp314t, "any" for py3."""
    if interpreter == "py3":
        return "any"
    return f"3.{interpreter.removeprefix('cp3')}{'t' if abi.endswith('t') else ''}"


def _order(python: str) -> tuple[int, str]:
    return int(re.sub(r"\D", "", python.partition(".")[2]) or 0), python


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
