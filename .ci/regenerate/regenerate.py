"""Rewrites releases.json from the package index: a maintainer's command, never run for a user.

    python .ci/regenerate/regenerate.py           rewrite the file, if anything changed
    python .ci/regenerate/regenerate.py --check   list what would change; exit 1 if anything

The index is that of pip's configuration (pip 26 or newer).
Of a release that is new to the file, libtorch_cpu is read out of a wheel by the probe's own reader:
whether it has MPS, and the macOS that it needs and names.
For a release that is in the file those facts are kept: 2.5 names a macOS that is too low.
A weekly workflow (.github/workflows/data.yml) runs it, and proposes what it changed.
"""

import datetime
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from packaging.utils import parse_wheel_filename
from packaging.version import Version

from index_files import IndexFile, demand_on_torch, list_wheels, open_wheel
from mps_doctor.knowledge.releases import DATA, minimum_of_files
from mps_doctor.probe import torch_files

OLDEST = {"torch": Version("1.8.0"), "torchvision": Version("0.9.0"), "torchaudio": Version("0.8")}
"""Where the data begins: the first torch with a wheel for Apple silicon, and its companions."""

LIBRARY = "torch/lib/libtorch_cpu.dylib"

MPS_FIELDS = ("mps_minimum_macos", "mps_stated_macos")

_PLATFORM = re.compile(r"macosx_(\d+)_(\d+)_(arm64|x86_64)")


def main(arguments: list[str]) -> int:
    """Run the command; returns its exit code."""
    old = json.loads(DATA.read_text())
    files = {name: list_wheels(name) for name in OLDEST}
    today = datetime.datetime.now(tz=datetime.timezone.utc).date().isoformat()
    new = renew(old, files, today=today, ask_demand=demand_on_torch, ask_library=library_facts)
    changes = list(changes_between(old, new))
    sys.stdout.write("\n".join([*changes, f"{len(changes)} changes"]) + "\n")
    if "--check" in arguments:
        return 1 if changes else 0
    if changes:
        DATA.write_text(as_text(new))
    return 0


def library_facts(file: IndexFile) -> dict[str, Any]:
    """Return what the probe would say of the library in a wheel."""
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
    for project in OLDEST:
        known = {row["version"]: row for row in old[project]}
        new[project] = []
        for version, wheels in _by_version(files[project], OLDEST[project]).items():
            before = known.get(version, {})
            row: dict[str, Any] = {"version": version}
            if project == "torch":
                row["date"] = before.get("date") or min(file.uploaded for file in wheels)
            else:
                # One that demands nothing is taken to go with its own torch and newer ones.
                row["torch"] = before.get("torch") or ask_demand(wheels[0]) or f">={version}"
            row |= {"requires_python": wheels[0].requires_python, "wheels": _tags_of(wheels)}
            if project == "torch":
                facts = before or _mps_of(ask_library(min(wheels, key=_generality)))
                row |= {name: facts[name] for name in MPS_FIELDS if name in facts}
            new[project].append(row)
    return new


def changes_between(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterable[str]:
    """Yield one line for each row that came, went or changed; the date of reading is none."""
    for project in OLDEST:
        before = {row["version"]: row for row in old[project]}
        after = {row["version"]: row for row in new[project]}
        for version in sorted({*before, *after}, key=Version):
            row = after.get(version, {})
            if version not in after:
                yield f"{project} {version}: no longer on the index"
            elif version not in before:
                facts = {key: row[key] for key in ("torch", *MPS_FIELDS) if key in row}
                yield f"{project} {version}: new, {facts}"
            else:
                yield from (
                    f"{project} {version}: {key} was {before[version].get(key)}, is {value}"
                    for key, value in row.items()
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


def _generality(file: IndexFile) -> tuple[bool, int, int]:
    """Order wheels so that one for Apple silicon and the oldest macOS is the first."""
    major, minor, architecture = _PLATFORM.findall(file.name)[0]
    return architecture != "arm64", int(major), int(minor)


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
    fields = zip(MPS_FIELDS, (str(minimum), said["stated_minimum_macos"]), strict=True)
    return {name: value for name, value in fields if value}


def _tags_of(files: Iterable[IndexFile]) -> list[dict[str, Any]]:
    """Return the wheels by architecture and lowest macOS, with their Pythons in order.

    A Python is "3.12" for cp312, "3.14t" for the free-threaded cp314t, "any" for py3.
    """
    found: dict[tuple[str, int, int], set[tuple[int, str]]] = {}
    for file in files:
        for tag in parse_wheel_filename(file.name)[3]:
            for major, minor, architecture in _PLATFORM.findall(tag.platform):
                number = tag.interpreter.removeprefix("cp3")
                threads = "t" if tag.abi.endswith("t") else ""
                python = (0, "any") if number == "py3" else (int(number), f"3.{number}{threads}")
                found.setdefault((architecture, int(major), int(minor)), set()).add(python)
    return [
        {
            "architecture": architecture,
            "macos": f"{major}.{minor}",
            "pythons": [python for _, python in sorted(pythons)],
        }
        for (architecture, major, minor), pythons in sorted(found.items())
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
