"""`mps-doctor fix --apply`, done for real: broken environments become healthy, and go back."""

from __future__ import annotations

import json
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from environments import Place, torch_files, write_index, write_wheel

OTHER_WHEELS = pytest.mark.linux_only("a Mac is prescribed a torch that the tests' index lacks")
SHADOW = "raise RuntimeError('this is no torch')\n"


def break_nothing_installed(place: Place) -> None:
    place.install("torch-needs")


def break_companion(place: Place) -> None:
    place.install("torch==2.9.1", "torch-needs", "torchvision==0.23.0")


def break_pin(place: Place) -> None:
    """A torch that was pinned for another torchvision: the pair does not fit."""
    place.install("torch==2.8.0", "torch-needs", "torchvision==0.24.1")


def break_numpy(place: Place) -> None:
    place.install("torch==2.1.0", "torch-needs", "numpy==2.1.3")


def break_files(place: Place) -> None:
    place.install("torch==2.9.1", "torch-needs")
    (place.site / "torch" / "version.py").unlink()


def break_dependency(place: Place) -> None:
    """What torch itself needs is missing."""
    place.install("torch==2.9.1")


def break_shadow(place: Place) -> None:
    place.install("torch==2.9.1", "torch-needs")
    (place.project / "torch.py").write_text(SHADOW)


BROKEN: dict[str, tuple[Callable[[Place], None], str, str]] = {
    "no torch": (break_nothing_installed, "torch-not-installed", "install-torch"),
    "companion": (break_companion, "torch-companion-version-mismatch", "match-torchvision"),
    "wrong pin": (break_pin, "torch-companion-version-mismatch", "match-torchvision"),
    "numpy": (break_numpy, "numpy2-abi-mismatch", "install-numpy-1"),
    "damaged": (break_files, "torch-install-damaged", "reinstall-torch"),
    "dependency": (break_dependency, "torch-import-failed", "reinstall-torch"),
    "shadow": (break_shadow, "local-module-shadows-torch", "rename-shadowing-file"),
}


@OTHER_WHEELS
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_environment_becomes_healthy(any_place: Place, name: str) -> None:
    spoil, cause, step = BROKEN[name]
    spoil(any_place)
    before = any_place.installed()
    shown = any_place.fix()
    assert shown.exit_code == 1, shown.summary
    assert shown.document["before"]["cause"] == cause, shown.summary
    assert any_place.installed() == before

    done = any_place.fix(*shown.document["command"][2:], "--yes")
    assert done.exit_code == 0, done.summary
    report = done.document
    assert report["result"] == "fixed"
    assert done.outcome(step) == "done"
    assert report["before"]["cause"] == cause
    assert report["after"]["status"] == "healthy"
    assert any_place.fix().exit_code == 0
    if name != "shadow":
        saved = any_place.saved()
        assert report["saved_in"] == str(saved)
        assert stat.S_IMODE(saved.stat().st_mode) == 0o700
        assert (saved / "undo.txt").read_text().strip()


@OTHER_WHEELS
@pytest.mark.parametrize("name", ["companion", "numpy", "dependency"])
def test_the_undo_brings_back_what_was_installed(any_place: Place, name: str) -> None:
    BROKEN[name][0](any_place)
    before = any_place.installed()
    done = any_place.fix("--apply", "--yes")
    assert done.exit_code == 0, done.summary
    assert any_place.installed() != before
    for argv in done.document["undo"]:
        any_place.run(*argv)
    assert any_place.installed() == before


@OTHER_WHEELS
def test_undo_is_a_command_too_and_removes_what_was_added(any_place: Place) -> None:
    break_dependency(any_place)
    before = any_place.installed()
    assert any_place.fix("--apply", "--yes").exit_code == 0
    saved = any_place.saved()
    shown = any_place.fix("--undo", saved)
    assert shown.document["result"] == "planned"
    assert any_place.installed() != before
    back = any_place.fix(*shown.document["command"][2:], "--yes")
    assert back.document["result"] == "undone", back.summary
    assert back.exit_code == 0, back.summary
    assert any_place.installed() == before


def test_a_renamed_file_comes_back(place: Place) -> None:
    break_shadow(place)
    done = place.fix("--apply", "--yes")
    assert not (place.project / "torch.py").exists()
    for argv in done.document["undo"]:
        place.run(*argv)
    assert (place.project / "torch.py").read_text() == SHADOW
    assert not (place.project / "torch.py.renamed").exists()


def test_a_file_that_has_the_new_name_is_not_overwritten(place: Place) -> None:
    break_shadow(place)
    (place.project / "torch.py.renamed").write_text("mine")
    done = place.fix("--apply", "--yes")
    assert done.exit_code == 1
    assert done.outcome("rename-shadowing-file") in ("failed", "not-verified")
    assert (place.project / "torch.py.renamed").read_text() == "mine"
    assert (place.project / "torch.py").read_text() == SHADOW


@OTHER_WHEELS
def test_pip_of_another_python_is_not_used(place: Place, tmp_path: Path) -> None:
    """The first pip on PATH installed torch elsewhere: the fix installs it into this Python."""
    place.install("torch-needs")
    other = Place(tmp_path / "other", place.index)
    other.run(other.python, "-m", "pip", "install", "-q", "torch==2.9.1")
    path = f"{other.prefix / 'bin'}:{place.env['PATH']}"
    elsewhere = other.files()
    done = place.fix("--apply", "--yes", PATH=path)
    assert done.exit_code == 0, done.summary
    assert place.installed()["torch"] == "2.9.1"
    assert other.files() == elsewhere


def test_without_a_terminal_and_without_yes_nothing_runs(place: Place) -> None:
    break_companion(place)
    before = place.files()
    visit = place.fix("--apply")
    assert visit.exit_code == 5, visit.summary
    assert {step["outcome"] for step in visit.document["steps"]} == {"not-asked"}
    assert place.files() == before


def test_nothing_to_fix(place: Place) -> None:
    place.install("torch==2.9.1", "torch-needs")
    before = place.files()
    visit = place.fix("--apply", "--yes")
    assert visit.exit_code == 0, visit.summary
    assert visit.document["result"] == "nothing-to-fix"
    assert place.files() == before


def test_an_installer_that_fails_is_quoted_and_changes_nothing(
    make_place: Callable[..., Place], tmp_path: Path
) -> None:
    index = tmp_path / "index"
    write_index(index)
    place = make_place(index)
    break_companion(place)
    before = place.installed()
    (index / "torchvision-0.24.1-py3-none-any.whl").unlink()
    visit = place.fix("--apply", "--yes")
    assert visit.exit_code == 1, visit.summary
    report = visit.document
    assert visit.outcome("match-torchvision") == "failed"
    assert report["result"] == "unchanged"
    assert "match-torchvision" in report["sentence"]
    assert any("No matching distribution" in line for line in report["steps"][0]["output"])
    assert report["undo"]
    assert place.installed() == before


def test_an_install_that_fails_half_way_is_undone(
    make_place: Callable[..., Place], tmp_path: Path
) -> None:
    """The damaged torch is taken out, and the new one cannot be had: the undo puts the old back."""
    index = tmp_path / "index"
    write_index(index)
    place = make_place(index)
    break_files(place)
    before = place.installed()
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    for wheel in index.glob("torch-*.whl"):
        shutil.move(wheel, hidden)
    visit = place.fix("--apply", "--yes")
    assert visit.exit_code == 1, visit.summary
    assert visit.outcome("reinstall-torch") == "failed"
    assert "torch" not in place.installed()
    for wheel in hidden.glob("*.whl"):
        shutil.move(wheel, index)
    back = place.fix("--undo", place.saved(), "--apply", "--yes")
    assert back.exit_code == 0, back.summary
    assert place.installed() == before


@OTHER_WHEELS
def test_a_step_that_does_not_help_stops_the_plan(
    make_place: Callable[..., Place], tmp_path: Path
) -> None:
    """The index holds a torch that is broken itself: installed, and no better."""
    index = tmp_path / "index"
    write_index(index)
    files = {**torch_files("2.9.1"), "torch/__init__.py": "raise ImportError('half a torch')\n"}
    write_wheel(index, "torch", "2.9.1", files)
    place = make_place(index)
    place.install("torch==2.9.1")
    visit = place.fix("--apply", "--yes")
    assert visit.exit_code == 1, visit.summary
    assert visit.outcome("reinstall-torch") == "not-verified"
    assert visit.document["result"] == "unchanged"


def test_the_folder_for_what_is_saved_can_be_named(place: Place, tmp_path: Path) -> None:
    break_companion(place)
    visit = place.fix("--apply", "--yes", "--save-to", tmp_path / "kept")
    assert visit.exit_code == 0, visit.summary
    (saved,) = (tmp_path / "kept").iterdir()
    assert visit.document["saved_in"] == str(saved)
    frozen = (saved / "freeze.txt").read_text()
    assert "torchvision==0.23.0" in frozen
    assert json.loads((saved / "state.json").read_text())["kind"] == "pip"


def test_where_nothing_can_be_saved_nothing_is_changed(place: Place, tmp_path: Path) -> None:
    break_companion(place)
    before = place.installed()
    (tmp_path / "file").write_text("no folder")
    visit = place.fix("--apply", "--yes", "--save-to", tmp_path / "file" / "below")
    assert visit.exit_code == 1, visit.summary
    assert "nothing was changed" in visit.document["steps"][0]["message"]
    assert place.installed() == before


def test_a_shadowing_file_does_not_stop_the_installer(place: Place) -> None:
    """A json.py in the current folder would kill `python -m pip`, which looks there first."""
    break_companion(place)
    (place.project / "json.py").write_text(SHADOW)
    visit = place.fix("--apply", "--yes")
    assert visit.outcome("match-torchvision") == "done", visit.summary
    assert place.installed()["torchvision"] == "0.24.1"


def test_the_console_tells_the_story(place: Place) -> None:
    break_companion(place)
    done = place.fix("--apply", "--yes", "--format", "console")
    assert done.exit_code == 0, done.summary
    assert "FIXED" in done.stdout.splitlines()[-1] + done.stdout.splitlines()[-2]
    assert "Before: DEGRADED" in done.stdout
    assert "After: HEALTHY" in done.stdout
    assert "mps-doctor fix --undo" in done.stdout.replace("\\\n", "")
