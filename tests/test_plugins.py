"""Plug-ins are found by their entry points, as importlib.metadata finds them."""

import importlib.metadata
from pathlib import Path

from mps_doctor.judgement.plugins import GROUP, EntryPoint, entry_points


def declare(folder: Path, distribution: str, text: str) -> None:
    info = folder / f"{distribution}.dist-info"
    info.mkdir(parents=True)
    (info / "entry_points.txt").write_text(text)


def test_the_files_say_what_importlib_metadata_says() -> None:
    points = importlib.metadata.entry_points(group=GROUP)
    assert set(entry_points()) == {EntryPoint(point.name, point.module) for point in points}


def test_only_our_group_counts_and_the_first_of_a_distribution(tmp_path: Path) -> None:
    ours = f"[console_scripts]\nx = other:main\n\n[{GROUP}]\n# a comment\nlab = lab_checks\n"
    declare(tmp_path / "a", "lab_checks-1.0", ours)
    declare(tmp_path / "b", "lab_checks-0.9", f"[{GROUP}]\nold = lab_checks_old\n")
    declare(tmp_path / "b", "more-1.0", f"[{GROUP}]\nmore = more.checks:all [extra]\n")
    path = [str(tmp_path / "a"), str(tmp_path / "b"), str(tmp_path / "missing")]
    assert entry_points(path) == (
        EntryPoint("lab", "lab_checks"),
        EntryPoint("more", "more.checks"),
    )


def test_a_file_that_cannot_be_read_declares_nothing(tmp_path: Path) -> None:
    (tmp_path / "broken-1.0.dist-info").mkdir()
    (tmp_path / "broken-1.0.dist-info" / "entry_points.txt").write_bytes(b"[mps\xff")
    assert entry_points([str(tmp_path)]) == ()
