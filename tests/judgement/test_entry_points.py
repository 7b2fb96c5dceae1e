"""Plug-ins are found by their entry points, as importlib.metadata finds them."""

import importlib.metadata
import sys
from pathlib import Path

import pytest

from mps_doctor.system.entry_points import GROUP, EntryPoint, entry_points, file_of


def declare(folder: Path, distribution: str, text: bytes | str) -> None:
    info = folder / f"{distribution}.dist-info"
    info.mkdir(parents=True)
    content = text if isinstance(text, bytes) else text.encode()
    (info / "entry_points.txt").write_bytes(content)


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(sys, "path", [str(tmp_path / name) for name in ("a", "b", "missing")])
    return tmp_path


def test_the_files_say_what_importlib_metadata_says() -> None:
    points = importlib.metadata.entry_points(group=GROUP)
    assert set(entry_points()) == {EntryPoint(point.name, point.module) for point in points}


def test_only_our_group_counts_and_the_first_of_a_distribution(path: Path) -> None:
    ours = f"[console_scripts]\nx = other:main\n\n[{GROUP}]\n# a = comment\nlab = lab_checks\n"
    declare(path / "a", "lab_checks-1.0", ours)
    declare(path / "b", "lab_checks-0.9", f"[{GROUP}]\nold = lab_checks_old\n")
    declare(path / "b", "more-1.0", f"[{GROUP}]\nmore = more.checks:all [extra]\n")
    declare(path / "b", "broken-1.0", b"[mps\xff")
    assert entry_points() == (EntryPoint("lab", "lab_checks"), EntryPoint("more", "more.checks"))


def test_a_name_that_is_taken_gets_its_distribution_in_front(path: Path) -> None:
    declare(path / "a", "one-1.0", f"[{GROUP}]\nlab = one\nbuiltin = one\n")
    declare(path / "b", "two-1.0", f"[{GROUP}]\nlab = two\n")
    assert [point.name for point in entry_points()] == ["lab", "one:builtin", "two:lab"]


def test_the_file_of_a_module_is_found_without_importing_it(path: Path) -> None:
    (path / "b" / "pkg").mkdir(parents=True)
    (path / "b" / "pkg" / "probe.py").write_text("raise SystemExit")
    assert file_of("pkg.probe") == str(path / "b" / "pkg" / "probe.py")
    assert file_of("pkg.nothing") == file_of("../probe") == ""
