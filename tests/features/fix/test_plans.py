"""Plans: what they say of each step, and that they touch nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from environments import validate

from mps_doctor.features.examination import judge_snapshot
from mps_doctor.features.fix.env_files import LARGEST_FILE, mended_in_file, read_env_file
from mps_doctor.features.fix.fix import plan_fix_of_snapshot
from mps_doctor.features.fix.plan import Setting, plan_steps
from mps_doctor.features.fix.view import view_fix
from mps_doctor.fixes import set_variable, unset_variable
from mps_doctor.judgement.assess import Policy
from mps_doctor.system.errors import InputError

MACHINES = sorted(
    path
    for path in (Path(__file__).parents[2] / "machines").glob("*.json")
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


def machine(name: str) -> Path:
    return next(path for path in MACHINES if path.stem == name)


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
def test_a_plan_says_what_each_step_is_and_touches_nothing(path: Path) -> None:
    WATCH.seen.clear()
    WATCH.on = True
    try:
        report = plan_fix_of_snapshot(path)
        view_fix(report)
    finally:
        WATCH.on = False
    assert WATCH.seen == []
    validate(json.loads(msgspec.json.encode(report)))
    assert [step.id for step in report.steps] == [fix.id for fix in report.before.prescription]
    for step in report.steps:
        assert step.verify
        assert step.outcome == "planned"
        assert bool(step.commands) is (step.kind == "run")
        if not step.left_to_you:
            assert step.changes
            assert not {"sudo", "gui", "restart"} & set(step.needs)
    installs = [step for step in report.steps if step.install is not None]
    assert len(installs) <= 1, "two installs could undo each other"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("conda-osx-64-under-rosetta", ""),
        ("source-build-no-tools", "needs gui"),
        ("no-torch", ""),
    ],
)
def test_what_is_left_to_a_person_says_why(name: str, why: str) -> None:
    assert plan_fix_of_snapshot(machine(name)).steps[0].left_to_you == why


def test_nothing_is_installed_into_an_old_environment() -> None:
    """For a Python that has no torch a new environment is made, by uv itself where there is one."""
    report = judge_snapshot(machine("free-threaded-macos-13"), Policy())
    old = report.facts.python.executable
    for has_uv in (True, False):
        (step,) = plan_steps(report, Setting(folder="/opt/project", uv=has_uv))
        assert bool(step.left_to_you) is any(argv[0] == old for argv in step.commands)
        assert has_uv is not any(argv[0] == old for argv in step.commands)
        assert "stays as it is" in step.changes


ENV_FILE = """# settings
export PYTORCH_ENABLE_MPS_FALLBACK=true
SECRET_KEY="do not read"
PYTORCH_MPS_HIGH_WATERMARK_RATIO = '0.7'  
NOT_PYTORCH_MPS_HIGH_WATERMARK_RATIO_EITHER
"""  # noqa: W291  # blanks at the end are part of the case


def test_a_variable_is_mended_in_its_file_and_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "my settings.env"
    file.write_text(ENV_FILE)
    names = read_env_file(file)
    assert names == {
        "PYTORCH_ENABLE_MPS_FALLBACK": "true",
        "PYTORCH_MPS_HIGH_WATERMARK_RATIO": "0.7",
    }
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


def test_a_variable_of_another_place_stays_a_step_by_hand() -> None:
    assert mended_in_file(unset_variable("PYTORCH_MPS_FAST_MATH"), "x.env", {}) is None


def test_an_env_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_env_file(tmp_path / "gone.env")
    large = tmp_path / "large.env"
    with large.open("wb") as file:
        os.truncate(file.fileno(), LARGEST_FILE + 1)
    with pytest.raises(InputError, match="too large"):
        read_env_file(large)


def test_a_value_is_read_as_loaders_read_it(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(
        "PYTORCH_A=1 # a remark\nPYTORCH_B='1 # none'\nPYTORCH_C=\"\nPYTORCH_D=\nPYTORCH_E=a=b\n"
    )
    assert list(read_env_file(file).values()) == ["1", "1 # none", '"', "", "a=b"]
