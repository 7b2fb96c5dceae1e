"""The maintainer's command: from file names on an index to rows of the data."""

import json
import sys
import zipfile
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / ".ci" / "regenerate"))

from simulated_mac import macho as made
from tables import cases

import regenerate
from index_files import IndexFile, demand_on_torch
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


LIBRARY = {
    "mps_linked": True,
    "metal_target": "15.0",
    "stated_minimum_macos": "16.0",
    "deployment_target": "14.0",
}


def renewed(library: dict[str, object] = LIBRARY) -> dict[str, object]:
    """Return the data renewed; the one wheel of torch that is read holds this library."""

    def read(file: IndexFile) -> dict[str, object]:
        assert file.name.startswith("torch-2.16.0-")
        return library

    def demand(file: IndexFile) -> str:
        return "==2.16.0" if file.name.startswith("torchvision-") else ""

    today = "2026-12-02"
    return regenerate.renew(OLD, FILES, today=today, ask_demand=demand, ask_library=read)


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
        "mps_minimum_macos": "15.0",
        "mps_stated_macos": "16.0",
    }
    (vision,) = new["torchvision"]  # type: ignore[misc]
    assert vision["torch"] == "==2.16.0"
    assert vision["wheels"][0]["pythons"] == ["any"]
    (audio,) = new["torchaudio"]  # type: ignore[misc]
    assert audio["torch"] == ">=2.16.0"


def test_changes_are_told_row_by_row() -> None:
    lines = list(regenerate.changes_between(OLD, renewed()))
    assert lines == [
        "torch 2.16.0: new, {'mps_minimum_macos': '15.0', 'mps_stated_macos': '16.0'}",
        "torchvision 0.30.0: new, {'torch': '==2.16.0'}",
        "torchaudio 2.16.0: new, {'torch': '>=2.16.0'}",
    ]
    (gone,) = regenerate.changes_between(OLD, {**OLD, "torch": []})
    assert "no longer" in gone
    changed = [{**OLD["torch"][0], "requires_python": ">=3.10"}]  # type: ignore[index]
    (line,) = regenerate.changes_between(OLD, {**OLD, "torch": changed})
    assert ">=3.9.0" in line and ">=3.10" in line  # noqa: PT018


def test_the_file_is_as_the_command_would_write_it() -> None:
    text = DATA.read_text()
    assert regenerate.as_text(json.loads(text)) == text


UNKNOWN = {"unknown": "it holds no compiled kernels"}


@cases
def test_the_minimum_of_a_new_release_is_that_of_its_library(
    fact: str, value: object, minimum: str | None, stated: str | None
) -> None:
    row = renewed({**LIBRARY, fact: value})["torch"][-1]  # type: ignore[index]
    assert (row.get("mps_minimum_macos"), row.get("mps_stated_macos")) == (minimum, stated)


def test_a_library_that_says_nothing_of_macos_is_not_taken_for_one_without_mps() -> None:
    silent = dict.fromkeys(LIBRARY, UNKNOWN)
    with pytest.raises(ValueError, match="says nothing of macOS"):
        renewed({**silent, "mps_linked": True})


def test_nothing_is_written_where_nothing_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "releases.json"
    data.write_text(regenerate.as_text(OLD))
    monkeypatch.setattr(regenerate, "DATA", data)
    monkeypatch.setattr(regenerate, "library_facts", lambda file: LIBRARY)
    monkeypatch.setattr(regenerate, "demand_on_torch", lambda file: "==2.16.0")
    monkeypatch.setattr(regenerate, "list_wheels", lambda project: FILES[project])

    assert regenerate.main(["--check"]) == 1
    assert json.loads(data.read_text()) == OLD
    assert regenerate.main([]) == 0
    written = data.read_text()
    assert json.loads(written)["torch"][-1]["version"] == "2.16.0"
    data.write_text(written.replace(json.loads(written)["read"], "2026-01-01"))
    before = data.read_text()
    assert regenerate.main([]) == regenerate.main(["--check"]) == 0
    assert data.read_text() == before
    assert capsys.readouterr().out.endswith("0 changes\n")


def write_wheel(path: Path) -> None:
    """Write a wheel whose library ends with more than anyone has to read."""
    text = b"\0MPS backend is supported on macOS 15.0+. \0"
    library = made.image(
        made.load(made.MPSGRAPH, 0x80000018),
        made.built_for("14.0", "26.5"),
        text=text,
        metal={b"metal_basic": made.metal_library(14, 0) + bytes(1 << 20)},
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(regenerate.LIBRARY, library)
        archive.writestr("torchvision-0.30.0.dist-info/METADATA", "Requires-Dist: torch==2.16.0\n")


def test_a_wheel_of_an_index_is_read(tmp_path: Path) -> None:
    pytest.importorskip("pip", reason="its session fetches the wheel")
    write_wheel(tmp_path / "a.whl")
    file = IndexFile("a.whl", "", yanked=False, uploaded="", url=(tmp_path / "a.whl").as_uri())
    found = regenerate.library_facts(file)
    assert found["mps_linked"] is True
    assert [found[name] for name in ("metal_target", "stated_minimum_macos")] == ["14.0", "15.0"]
    assert demand_on_torch(file) == "==2.16.0"
