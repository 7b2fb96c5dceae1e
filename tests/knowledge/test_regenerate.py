"""The maintainer's command: from file names on an index to rows of the data."""

from __future__ import annotations

import json

from mps_doctor.knowledge import regenerate
from mps_doctor.knowledge.index_files import IndexFile
from mps_doctor.knowledge.releases import DATA

OLD = {
    "read": "2026-01-01",
    "sources": {"wheels": "the index"},
    "torch": [
        {
            "version": "2.8.0",
            "date": "2025-08-06",
            "requires_python": ">=3.9.0",
            "wheels": [{"architecture": "arm64", "macos": "11.0", "pythons": ["3.9"]}],
            "mps_minimum_macos": "13.0",
            "mps_stated_macos": "13.0",
        }
    ],
    "torchvision": [],
    "torchaudio": [],
}


def file(name: str, *, python: str = ">=3.10", yanked: bool = False) -> IndexFile:
    return IndexFile(name=name, requires_python=python, yanked=yanked, uploaded="2026-12-01")


FILES = {
    "torch": [
        file("torch-2.8.0-cp39-none-macosx_11_0_arm64.whl", python=">=3.9.0"),
        file("torch-2.16.0-cp314-cp314t-macosx_15_0_arm64.whl"),
        file("torch-2.16.0-cp39-cp39-macosx_15_0_arm64.whl"),
        file("torch-2.16.0-cp314-cp314-macosx_15_0_arm64.whl"),
        file("torch-2.16.0-cp312-cp312-manylinux_2_28_x86_64.whl"),
        file("torch-2.17.0rc1-cp312-cp312-macosx_15_0_arm64.whl"),
        file("torch-2.16.1-cp312-cp312-macosx_15_0_arm64.whl", yanked=True),
        file("torch-1.7.1-cp38-none-macosx_10_9_x86_64.whl"),
    ],
    "torchvision": [file("torchvision-0.30.0-py3-none-macosx_15_0_arm64.whl")],
    "torchaudio": [file("torchaudio-2.16.0-cp314-cp314-macosx_15_0_arm64.whl")],
}


def renewed() -> dict[str, object]:
    demands = {"torchvision": "==2.16.0", "torchaudio": ""}
    return regenerate.renew(
        OLD, FILES, today="2026-12-02", ask_demand=lambda project, *_: demands[project]
    )


def test_files_become_rows() -> None:
    new = renewed()
    assert new["read"] == "2026-12-02"
    kept, added = new["torch"]  # type: ignore[misc]
    assert kept == OLD["torch"][0]  # type: ignore[index]
    assert added == {
        "version": "2.16.0",
        "date": "2026-12-01",
        "requires_python": ">=3.10",
        "wheels": [{"architecture": "arm64", "macos": "15.0", "pythons": ["3.9", "3.14", "3.14t"]}],
    }
    (vision,) = new["torchvision"]  # type: ignore[misc]
    assert vision["torch"] == "==2.16.0"
    assert vision["wheels"][0]["pythons"] == ["any"]
    (audio,) = new["torchaudio"]  # type: ignore[misc]
    assert audio["torch"] == ">=2.16.0"


def test_changes_are_told_row_by_row() -> None:
    lines = list(regenerate.changes_between(OLD, renewed()))
    assert lines == ["torch 2.16.0: new", "torchvision 0.30.0: new", "torchaudio 2.16.0: new"]
    (gone,) = regenerate.changes_between(OLD, {**OLD, "torch": []})
    assert "no longer" in gone
    changed = [{**OLD["torch"][0], "requires_python": ">=3.10"}]  # type: ignore[index]
    (line,) = regenerate.changes_between(OLD, {**OLD, "torch": changed})
    assert ">=3.9.0" in line
    assert ">=3.10" in line


def test_the_file_is_as_the_command_would_write_it() -> None:
    text = DATA.read_text()
    assert regenerate.as_text(json.loads(text)) == text
