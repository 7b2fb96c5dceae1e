"""Plans of recorded machines: what they say of each step."""

import json
from pathlib import Path

import msgspec
import pytest
from environments import validate

from mps_doctor.features.examination import judge_snapshot
from mps_doctor.features.fix.plan import plan_fix_of_snapshot, plan_steps
from mps_doctor.features.fix.view import view_fix
from mps_doctor.fixes import environment_of
from mps_doctor.judgement.assess import Policy
from mps_doctor.views.document import Commands, Paragraph

FOLDER = Path(__file__).parents[2] / "machines"
MACHINES = sorted(path for path in FOLDER.glob("*.json") if path.name != "expected.json")


@pytest.mark.parametrize("path", MACHINES, ids=[path.stem for path in MACHINES])
def test_a_plan_says_what_each_step_is(path: Path) -> None:
    report = plan_fix_of_snapshot(path)
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
    for block in view_fix(report).blocks:  # no label is without what it announces
        if isinstance(block, Paragraph):
            assert block.text, block
        if isinstance(block, Commands) and block.title == "Verify":
            assert block.commands, block


@pytest.mark.parametrize("path", MACHINES, ids=[path.stem for path in MACHINES])
def test_nothing_is_prescribed_that_is_there_or_by_a_broken_python(path: Path) -> None:
    report = judge_snapshot(path, Policy())
    environment = environment_of(report.facts)
    held = {f"{name}=={version}" for name, version in environment.versions.items()}
    for fix in report.verdict.prescription:
        if fix.install is not None and not fix.install.replaces:
            assert not held.issuperset(fix.install.requirements)
        if report.verdict.cause == "python-broken":
            assert environment.python.executable not in {argv[0] for argv in fix.commands}


def test_nothing_is_installed_into_an_old_environment() -> None:
    """For a Python that has no torch a new environment is made, by uv itself where there is one."""
    report = judge_snapshot(FOLDER / "free-threaded-macos-13.json", Policy())
    old = report.facts.python.executable
    for has_uv in (True, False):
        (step,) = plan_steps(report, report.verdict.prescription, uv=has_uv, folder="/opt/project")
        assert bool(step.left_to_you) is any(argv[0] == old for argv in step.commands)
        assert has_uv is not any(argv[0] == old for argv in step.commands)
        assert "stays as it is" in step.changes


@pytest.mark.parametrize("name", ["report-cuda-index", "report-index-called-mps", "macos-12.2"])
def test_a_fix_by_hand_that_installs_something_says_so(name: str) -> None:
    (step,) = plan_fix_of_snapshot(FOLDER / f"{name}.json").steps
    assert step.risk == "changes-environment"


@pytest.mark.parametrize(
    ("kind", "command", "risk"),
    [
        ("venv", "mps-env/bin/python -m pip install torch", "changes no environment that exists"),
        (
            "conda",
            "conda install --yes -n work -c conda-forge pytorch",
            "installs packages",
        ),
    ],
)
def test_one_source_is_that_of_the_environment(
    kind: str, command: str, risk: str, tmp_path: Path
) -> None:
    """conda installs nothing into a venv on its Python; in its own, pip's torch is replaced."""
    recorded = json.loads((FOLDER / "pip-torch-beside-conda-openmp.json").read_text())
    recorded.get("facts", recorded)["python"]["environment"] = kind
    path = tmp_path / "machine.json"
    path.write_text(json.dumps(recorded))
    report = plan_fix_of_snapshot(path)
    (step,) = report.steps
    assert any(text.endswith(f"{command}`") for text in step.steps)
    assert ("pip uninstall torch" in str(step.steps)) is (kind == "conda")
    assert any(risk in str(getattr(block, "text", "")) for block in view_fix(report).blocks)
