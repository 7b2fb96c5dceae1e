"""Plans: what they say of each step, and that they touch nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from environments import validate
from mps_doctor.features.fix.places import Places
from mps_doctor.features.fix.saving import Saved, added_since, undo_commands
from mps_doctor.features.fix.steps import Setting, plan_steps

from mps_doctor.features.examination import Judging, judge_snapshot
from mps_doctor.features.fix.env_files import mended_in_file, read_env_file
from mps_doctor.features.fix.fix import plan_fix_of_snapshot
from mps_doctor.fixes import set_variable, unset_variable
from mps_doctor.fixes.fix import Argv
from mps_doctor.judgement.report import encode
from mps_doctor.render import FORMATS, Screen
from mps_doctor.system.processes import Finished
from mps_doctor.views import format_story

MACHINES = sorted(
    path
    for path in (Path(__file__).parents[1] / "machines").glob("*.json")
    if path.name != "expected.json"
)
NAMES = [path.stem for path in MACHINES]

WATCHED = (
    *("subprocess.Popen", "os.exec", "os.fork", "os.posix_spawn", "os.system", "os.remove"),
    *("os.rename", "os.mkdir", "os.rmdir", "os.symlink", "os.chmod", "shutil.copyfile"),
)


class Watch:
    """Counts what a process does to the world: audit hooks see every start and every change."""

    def __init__(self) -> None:
        self.on = False
        self.seen: list[str] = []

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on or (arguments and "__pycache__" in str(arguments[0])):
            return  # what Python keeps of a module that is imported meanwhile is its own
        if event in WATCHED:
            self.seen.append(event)
        if event == "open" and isinstance(arguments[2], int):
            writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
            if arguments[2] & writes:
                self.seen.append(f"open {arguments[0]} to write")


WATCH = Watch()
sys.addaudithook(WATCH)


def test_the_watch_sees(tmp_path: Path) -> None:
    WATCH.seen.clear()
    WATCH.on = True
    try:
        (tmp_path / "file").write_text("x")
        subprocess.run(["true"], check=True)
    finally:
        WATCH.on = False
    assert "subprocess.Popen" in WATCH.seen
    assert any("to write" in item for item in WATCH.seen)


@pytest.mark.parametrize("path", MACHINES, ids=NAMES)
def test_a_plan_changes_nothing_and_starts_nothing(path: Path) -> None:
    """Every fix of every recorded machine: shown in all formats, with nothing touched."""
    WATCH.seen.clear()
    WATCH.on = True
    try:
        report = plan_fix_of_snapshot(path)
        for format in ("console", "json", "markdown"):
            format_story.render(report, format, Screen())
    finally:
        WATCH.on = False
    assert WATCH.seen == []


@pytest.mark.parametrize("path", MACHINES, ids=NAMES)
def test_every_step_says_what_it_is(path: Path) -> None:
    report = plan_fix_of_snapshot(path)
    validate(json.loads(encode(report)))
    prescribed = judge_snapshot(path, Judging()).verdict.prescription
    assert [step.id for step in report.steps] == [fix.id for fix in prescribed]
    for step in report.steps:
        assert step.checks
        assert step.causes
        assert step.changes
        assert step.verify
        assert step.outcome == "planned"
        assert bool(step.commands) is (step.kind == "run")
        if step.automatic:
            assert step.kind == "run"
            assert step.risk != "destructive"
            assert not {"sudo", "gui", "restart"} & set(step.needs)
        if step.kind == "run" and "gui" not in step.needs:
            assert step.undoable
    verdict = report.before
    nothing = not report.steps and verdict.exit_code == 0
    assert report.exit_code == (0 if nothing else 1 if report.steps else verdict.exit_code)


def test_every_format_tells_the_plan() -> None:
    path = next(path for path in MACHINES if path.stem == "torchvision-mismatch")
    report = plan_fix_of_snapshot(path)
    for format in FORMATS:
        text = format_story.render(report, format, Screen())
        assert "torchvision" in text
        assert text.endswith("\n")


def test_a_window_is_never_automatic() -> None:
    path = next(path for path in MACHINES if path.stem == "source-build-no-tools")
    (step,) = plan_fix_of_snapshot(path).steps
    assert step.commands
    assert not step.automatic


def test_an_old_environment_is_left_alone() -> None:
    """For a Python under Rosetta a new one is made; uv goes into an environment of its own."""
    path = next(path for path in MACHINES if path.stem == "free-threaded-macos-13")
    report = judge_snapshot(path, Judging())
    old = "/opt/project/.venv/bin/python"
    for has_uv in (True, False):
        setting = Setting(
            folder="/opt/project", python=old, saved="/opt/saved", uv=has_uv, doctor_python="py"
        )
        steps = plan_steps(report, setting)
        argvs = [argv for step in steps for argv in step.commands]
        assert argvs
        assert not any(argv[0] == old for argv in argvs)
        assert [step.id for step in steps] == ["new-environment", "move-requirements"]
        assert steps[1].commands[0][-1] == "/opt/saved/requirements.txt"
        assert "stays as it is" in steps[0].changes


def test_shown_paths_become_real_ones() -> None:
    places = Places.of(
        Path("/home/jane/work/.venv/bin/python"), Path("/home/jane/work"), "/home/jane"
    )
    assert places.real("~/work/.venv/bin/python") == "/home/jane/work/.venv/bin/python"
    assert places.real("~/work/.venv-arm64") == "/home/jane/work/.venv-arm64"
    assert places.real("~/other") == "/home/jane/other"
    assert places.real("torch==2.8.0") == "torch==2.8.0"
    assert places.real("mps-env/bin/python") == "mps-env/bin/python"


def test_the_home_of_another_user_is_found_by_the_environment() -> None:
    """Redaction makes one `~` of every home: the examined interpreter says whose it is."""
    places = Places.of(Path("/home/build/env/bin/python"), Path("/srv"), "/home/jane")
    assert places.real("~/env/bin/python") == "/home/build/env/bin/python"
    assert places.real("~/env-3.12") == "/home/build/env-3.12"


ENV_FILE = """# settings
export PYTORCH_ENABLE_MPS_FALLBACK=true
SECRET_KEY="do not read"
PYTORCH_MPS_HIGH_WATERMARK_RATIO = '0.7'  
NOT_PYTORCH_MPS_HIGH_WATERMARK_RATIO_EITHER
"""  # noqa: W291  # blanks at the end are part of the case


def test_only_what_matters_is_read_out_of_an_env_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(ENV_FILE)
    assert read_env_file(file) == {
        "PYTORCH_ENABLE_MPS_FALLBACK": "true",
        "PYTORCH_MPS_HIGH_WATERMARK_RATIO": "0.7",
    }


def test_a_variable_is_mended_in_its_file_and_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "my settings.env"
    file.write_text(ENV_FILE)
    names = read_env_file(file)
    unset = mended_in_file(unset_variable("PYTORCH_MPS_HIGH_WATERMARK_RATIO"), str(file), names)
    set_ = mended_in_file(set_variable("PYTORCH_ENABLE_MPS_FALLBACK", "1"), str(file), names)
    assert unset is not None
    assert set_ is not None
    for fix in (unset, set_):
        for argv in fix.commands:
            subprocess.run(argv, check=True)
    assert read_env_file(file) == {"PYTORCH_ENABLE_MPS_FALLBACK": "1"}
    assert "SECRET_KEY" in file.read_text()
    for fix in (set_, unset):
        for argv in fix.undo:
            subprocess.run(argv, check=True)
    assert file.read_text() == ENV_FILE


def test_a_variable_of_another_place_stays_a_step_by_hand(tmp_path: Path) -> None:
    assert mended_in_file(unset_variable("PYTORCH_MPS_FAST_MATH"), "x.env", {}) is None


def test_the_undo_of_conda_removes_what_was_added(tmp_path: Path) -> None:
    """The list is what conda 4.3.16 printed for an environment made with `conda create -p`."""
    head = b"# platform: linux-64\n@EXPLICIT\nfile:///channel/linux-64/"
    (tmp_path / "explicit.txt").write_bytes(head + b"torchvision-0.23.0-py39_0.tar.bz2\n")
    now = (
        head + b"pytorch-2.9.1-py39_0.tar.bz2\nfile:///channel/noarch/torchvision-0.24.1-0.conda\n"
    )
    asked: list[Argv] = []

    def run(argv: Argv) -> Finished:
        asked.append(argv)
        return Finished(
            exit_code=0, signal="", timed_out=False, stdout=now, stderr=(), peak_bytes=0
        )

    saved = Saved(kind="conda", python="/envs/ml/bin/python", target=("-n", "ml"))
    added = added_since(saved, tmp_path, run)
    assert asked == [("conda", "list", "--explicit", "-n", "ml")]
    assert undo_commands(saved, tmp_path, added) == (
        ("conda", "remove", "--yes", "-n", "ml", "pytorch"),
        ("conda", "install", "--yes", "-n", "ml", "--file", str(tmp_path / "explicit.txt")),
    )
