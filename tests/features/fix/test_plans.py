"""Plans: what they say of each step, and that they touch nothing."""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from environments import validate

from mps_doctor.features.examination import judge_snapshot
from mps_doctor.features.fix.plan import plan_fix_of_snapshot, plan_steps
from mps_doctor.features.fix.view import view_fix
from mps_doctor.judgement.assess import Policy
from mps_doctor.views.document import Commands, Paragraph

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


WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
WATCHES: list[list[str]] = []


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Note every start of a process and every change of a file: an audit hook sees them all."""
    if not WATCHES or "__pycache__" in str(arguments[:1]):
        return  # what Python keeps of a module that is imported meanwhile is its own
    writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING
    if writes or event in WATCHED:
        WATCHES[-1].append(event)


sys.addaudithook(watch)


@contextlib.contextmanager
def watched() -> Iterator[list[str]]:
    """Yield what this process does to the world meanwhile."""
    WATCHES.append([])
    try:
        yield WATCHES[-1]
    finally:
        WATCHES.pop()


def machine(name: str) -> Path:
    return next(path for path in MACHINES if path.stem == name)


def test_the_watch_sees(tmp_path: Path) -> None:
    with watched() as seen:
        (tmp_path / "file").write_text("x")
        subprocess.run(["true"], check=True)
    assert {"open", "subprocess.Popen"} <= set(seen)


@pytest.mark.parametrize("path", MACHINES, ids=NAMES)
def test_a_plan_says_what_each_step_is_and_touches_nothing(path: Path) -> None:
    with watched() as seen:
        report = plan_fix_of_snapshot(path)
        view_fix(report)
    assert seen == []
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
        (step,) = plan_steps(report, uv=has_uv, folder="/opt/project")
        assert bool(step.left_to_you) is any(argv[0] == old for argv in step.commands)
        assert has_uv is not any(argv[0] == old for argv in step.commands)
        assert "stays as it is" in step.changes


@pytest.mark.parametrize("path", MACHINES, ids=NAMES)
def test_no_label_is_without_what_it_announces(path: Path) -> None:
    for block in view_fix(plan_fix_of_snapshot(path)).blocks:
        if isinstance(block, Paragraph):
            assert block.text, block
        if isinstance(block, Commands) and block.title == "Verify":
            assert block.commands, block
