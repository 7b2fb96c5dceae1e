"""`mps-doctor plan`: what another torch, macOS or Python would change, without trying it."""

import json
from pathlib import Path

import msgspec
import pytest
import samples
from click.testing import CliRunner
from tables import cases

from mps_doctor.cli import main as cli
from mps_doctor.facts import Host, Interpreter, Machine
from mps_doctor.features.compare.compare import read_examination
from mps_doctor.features.plan.forecast import Request, forecast
from mps_doctor.features.plan.values import Forecast
from mps_doctor.fixes.new_environments import NIGHTLY_INDEX
from mps_doctor.knowledge import releases
from mps_doctor.system.errors import InputError

OLD = "report-torch-2.9-on-macos-13"


def machine(name: str) -> Machine:
    return read_examination(samples.machine(name)).facts


def ask(name: str, torch: str = "", macos: str = "", python: str = "") -> Forecast:
    return forecast(machine(name), Request(torch, macos, python))


ANSWERS: list[dict[str, str]] = json.loads(Path(__file__).with_name("answers.json").read_bytes())


@pytest.mark.parametrize("case", ANSWERS, ids=str)
def test_the_answer(case: dict[str, str]) -> None:
    asked = [case.get(name, "") for name in ("torch", "macos", "python")]
    found = ask(case["machine"], *asked)
    assert found.answer == case["answer"], found
    assert found.exit_code == {"yes": 0, "no": 1, "unknown": 4}[found.answer]
    assert case.get("reason", "") in " ".join(found.reasons)
    if found.answer == "no":
        assert (found.gained, found.lost) == ((), ())
        assert found.fix is None or found.steps
    if asked == ["2.15", "", ""] and found.answer == "no":
        assert case["machine"] != OLD or "2.8.0" in " ".join(found.steps)


def test_an_upgrade_names_gains_losses_and_the_commands() -> None:
    found = ask(OLD, "2.15", "15", "3.13")
    assert found.then.torch == "2.15.0"
    assert found.companions == {}, "none is installed"
    assert {"streams", "fft"} <= {item.id for item in found.gained}
    assert "attention-dropout" in {item.id for item in found.lost}
    assert "macOS 15" in found.steps[0]
    assert found.fix is not None
    assert "torch==2.15.0" in found.fix.commands[-1]
    assert found.fix.verify[0][:2] == ("mps-doctor", "--python")


def test_installed_companions_are_installed_together_with_torch() -> None:
    found = ask("torchvision-mismatch", "2.14")
    assert found.fix is not None
    (command,) = found.fix.commands
    fit = releases.companions("2.14.1")["torchvision"]
    assert found.companions == {"torchvision": fit}
    assert [word for word in command if "==" in word] == [
        f"torch=={found.then.torch}",
        f"torchvision=={fit}",
    ]


def test_a_nightly_gets_an_environment_of_its_own() -> None:
    found = ask("torchvision-mismatch", "nightly")
    assert found.fix is not None
    venv, install = found.fix.commands
    assert venv[1:3] == ("-m", "venv")
    assert install[0].startswith(venv[3])
    assert install[-5:] == ("--pre", "torch", "torchvision", "--index-url", NIGHTLY_INDEX)
    assert ask("torchvision-mismatch", "nightly", python="3.13").fix.commands[0][0] == "python3.13"


def test_a_downgrade_loses_what_an_upgrade_gains() -> None:
    up = ask("healthy-m2-macos-14-torch-2.4.1", "2.14")
    down = ask("healthy-m2pro-macos-15-torch-2.14.1", "2.4", "14", "3.12")
    gained, lost = {item.id for item in up.gained}, {item.id for item in down.lost}
    assert gained
    assert gained <= lost


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_machine_that_works_works_in_the_forecast(name: str) -> None:
    """The data must not rule out what a smoke test has proved."""
    report = read_examination(samples.machine(name))
    found = forecast(report.facts, Request())
    if report.verdict.status == "healthy":
        assert found.answer != "no", found.reasons
        assert found.gained == found.lost == ()
    if report.verdict.cause in ("macos-too-old-for-torch", "python-x86_64-on-apple-silicon"):
        assert found.answer != "yes"


def test_facts_that_are_missing_leave_it_open() -> None:
    empty = msgspec.structs.replace(machine(OLD), host=Host(), python=Interpreter())
    found = forecast(empty, Request("2.15"))
    assert found.answer == "unknown"
    assert any("is not known" in reason for reason in found.reasons)


@cases
def test_what_is_not_a_version_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(InputError, match="not a version"):
        Request(**fields)


def plan(*words: str) -> tuple[int, str]:
    snapshot = str(samples.machine(OLD))
    done = CliRunner().invoke(cli.program, ["plan", "--snapshot", snapshot, *words])
    return done.exit_code, done.stdout


def test_the_screen_begins_with_the_answer_and_names_the_commands() -> None:
    code, text = plan("--torch", "2.15", "--macos", "15", "--with-python", "3.13")
    assert code == 0
    assert text.splitlines()[0].endswith("PyTorch 2.15.0 will work on this Mac's GPU")
    assert "3.13 arm64" in text
    assert "First: Make a backup" in text
    assert "torch==2.15.0" in text
    code, text = plan("--torch", "2.15")
    assert code == 1
    assert "needs macOS 15.0, not 13.7.4" in text
    assert "Instead: " in text
    assert "torch==2.8.0" in text
    assert plan()[0] == 2, "nothing was asked"


def test_a_python_without_wheels_is_judged_as_the_check_judges_it() -> None:
    found = ask("python-3.16-no-torch", "2.15")
    assert found.answer == "no"
    assert "no wheel for Python 3.16" in found.reasons[0]
    assert ask("python-3.16-no-torch", "nightly").answer == "unknown"
    assert "cpython-3.12-macos-aarch64-none" in found.fix.commands[1]
    assert "torch==2.15.0" in found.fix.commands[2]


def test_where_the_python_in_use_does_there_is_nothing_to_fix() -> None:
    found = ask("healthy-m3-macos-15-torch-2.15", python="3.16")
    assert found.answer == "no"
    assert found.steps == ("Keep Python 3.12.8, with which PyTorch 2.15.0 will work",)
    assert found.fix is None
