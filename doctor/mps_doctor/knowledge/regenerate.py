"""Rewrites releases.json from the package index: a maintainer's command, never run for a user.

    python -m mps_doctor.knowledge.regenerate           rewrite the file
    python -m mps_doctor.knowledge.regenerate --check   tell what would change; exit 1 if anything

The index is the one that pip is configured for (pip 26 or newer).
What comes from the binaries (`mps_minimum_macos`, `mps_stated_macos`) is kept: a release that is
new to the file lacks both, and counts as one without MPS until somebody has read its library.
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

from mps_doctor.knowledge.index_files import IndexFile, demand_on_torch, list_wheels
from mps_doctor.knowledge.releases import COMPANIONS, DATA

OLDEST = {"torch": Version("1.8.0"), "torchvision": Version("0.9.0"), "torchaudio": Version("0.8")}
"""Where the data begins: the first torch with a wheel for Apple silicon, and its companions."""

_PLATFORM = re.compile(r"macosx_(\d+)_(\d+)_(arm64|x86_64)")


def main(arguments: list[str]) -> int:
    """Run the command; returns its exit code."""
    old = json.loads(DATA.read_text())
    today = datetime.datetime.now(tz=datetime.timezone.utc).date().isoformat()
    files = {name: list_wheels(name) for name in ("torch", *COMPANIONS)}
    new = renew(old, files, today=today, ask_demand=demand_on_torch)
    changes = list(changes_between(old, new))
    sys.stdout.write("\n".join([*changes, f"{len(changes)} changes"]) + "\n")
    if "--check" in arguments:
        return 1 if changes else 0
    DATA.write_text(as_text(new))
    return 0


def renew(
    old: Mapping[str, Any],
    files: Mapping[str, Iterable[IndexFile]],
    *,
    today: str,
    ask_demand: Callable[[str, str, str], str],
) -> dict[str, Any]:
    """Return the data with what the index has now.

    `ask_demand(project, version, wheel)` is called for companions that the data does not know.
    """
    new: dict[str, Any] = {"read": today, "sources": old["sources"]}
    for project in ("torch", *COMPANIONS):
        known = {row["version"]: row for row in old[project]}
        new[project] = [
            _torch_row(version, wheels, known.get(version, {}))
            if project == "torch"
            else _companion_row(project, version, wheels, known.get(version, {}), ask_demand)
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
                yield f"{project} {version}: new"
            else:
                yield from (
                    f"{project} {version}: {key} was {before[version].get(key)}, is {value}"
                    for key, value in after[version].items()
                    if before[version].get(key) != value
                )


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


def _torch_row(version: str, files: list[IndexFile], known: Mapping[str, Any]) -> dict[str, Any]:
    row = {
        "version": version,
        "date": known.get("date") or min(file.uploaded for file in files),
        "requires_python": files[0].requires_python,
        "wheels": _wheels(files),
    }
    kept = ("mps_minimum_macos", "mps_stated_macos")
    return row | {name: known[name] for name in kept if name in known}


def _companion_row(
    project: str,
    version: str,
    files: list[IndexFile],
    known: Mapping[str, Any],
    ask_demand: Callable[[str, str, str], str],
) -> dict[str, Any]:
    # One that demands nothing is taken to go with its own torch and newer ones.
    demand = known.get("torch") or ask_demand(project, version, files[0].name) or f">={version}"
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
