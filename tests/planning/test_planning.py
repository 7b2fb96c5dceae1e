"""`mps-doctor plan`: what another torch, macOS or Python would change, without trying it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import msgspec
import pytest

from mps_doctor.facts import Machine
from mps_doctor.features.compare.compare import read_examination
from mps_doctor.features.plan.forecast import Wish, forecast, plan_upgrade
from mps_doctor.features.plan.values import Forecast
from mps_doctor.judgement.report import SCHEMA_FILE, encode
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.features import all_features, has_feature
from mps_doctor.render import FORMATS, Screen
from mps_doctor.system.errors import InputError
from mps_doctor.views import format_story

MACHINES = Path(__file__).parents[1] / "machines"
OLD = "report-torch-2.9-on-macos-13"
PATHS = sorted(path for path in MACHINES.glob("*.json") if path.name != "expected.json")


def machine_of(name: str) -> Machine:
    return read_examination(MACHINES / f"{name}.json").facts


def ask(name: str, torch: str = "", macos: str = "", python: str = "") -> Forecast:
    return forecast(machine_of(name), Wish(torch, macos, python))


ANSWERS = [
    # machine, torch, macOS, Python, answer, a word of the first reason
    (OLD, "2.15", "15", "3.13", "yes", ""),
    (OLD, "2.15", "", "", "no", "macOS 15"),
    (OLD, "2.15", "14.5", "", "unknown", "smoke test"),
    (OLD, "2.14", "14", "", "yes", ""),
    (OLD, "2.14", "13.7", "", "no", "macOS 14"),
    (OLD, "", "14.0", "", "yes", ""),
    (OLD, "2.8", "", "", "yes", ""),
    (OLD, "2.8", "", "3.15", "no", "Python 3.15"),
    (OLD, "2.15", "15", "3.10", "no", "Python 3.10"),
    (OLD, "1.11", "15", "", "no", "1.11"),
    (OLD, "2.99", "15", "", "unknown", "newer"),
    (OLD, "3", "15", "", "unknown", "newer"),
    (OLD, "2.15", "15", "3.19", "unknown", "newer"),
    ("virtual-machine-that-works", "2.14", "", "", "yes", ""),
    ("virtual-machine-that-works", "2.15", "15", "", "no", "virtual machine"),
    ("intel-integrated-graphics", "2.2", "", "", "no", "no GPU"),
    ("intel-imac-2020-macos-26", "", "27", "", "no", "can't run macOS 27 (Golden Gate)"),
    ("conda-osx-64-under-rosetta", "2.14", "", "", "no", "x86_64"),
    ("conda-osx-64-under-rosetta", "2.14", "", "3.12", "yes", ""),
    ("plain-linux", "2.15", "15", "", "no", "macOS only"),
]


@pytest.mark.parametrize(("name", "torch", "macos", "python", "answer", "word"), ANSWERS)
def test_the_answer(name: str, torch: str, macos: str, python: str, answer: str, word: str) -> None:
    said = ask(name, torch, macos, python)
    assert said.answer == answer, said
    assert said.exit_code == {"yes": 0, "no": 1, "unknown": 4}[answer]
    if word:
        assert word in " ".join(said.reasons)
    if answer == "no":
        assert said.commands == ()
        assert said.gained == said.lost == ()


def test_an_upgrade_names_companions_gains_and_the_command() -> None:
    said = ask(OLD, "2.15", "15", "3.13")
    assert said.then.torch == "2.15.0"
    assert set(said.companions) == {"torchvision", "torchaudio"}
    assert "streams" in [item.id for item in said.gained]
    assert "fft" in [item.id for item in said.gained]
    assert "attention-dropout" in [item.id for item in said.lost]
    assert "macOS 15" in said.steps[0]
    assert any("torch==2.15.0" in argv for argv in said.commands)
    assert said.verify


def test_installed_companions_are_in_the_command() -> None:
    said = ask("torchvision-mismatch", "2.14")
    pins = [word for argv in said.commands for word in argv if "==" in word]
    fit = releases.companions("2.14.1")["torchvision"]
    assert pins == [f"torch=={said.then.torch}", f"torchvision=={fit}"]


def test_what_would_do_instead_is_named() -> None:
    said = ask(OLD, "2.15")
    assert "2.8.0" in " ".join(said.steps)


def test_a_downgrade_loses_what_an_upgrade_gains() -> None:
    up = ask("healthy-m2-macos-14-torch-2.4.1", "2.14")
    down = forecast(machine_of("healthy-m2pro-macos-15-torch-2.14.1"), Wish("2.4", "14", "3.12"))
    gained, lost = {item.id for item in up.gained}, {item.id for item in down.lost}
    assert gained
    assert gained <= lost


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_every_recorded_machine_can_be_planned_for(path: Path) -> None:
    report = read_examination(path)
    planned = plan_upgrade(report.facts, Wish("2.15", "26", "3.13"), report.target)
    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(encode(planned)))
    for format in FORMATS:
        assert "2.15" in format_story.render(planned, format, Screen())


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_a_machine_that_works_works_in_the_forecast(path: Path) -> None:
    """The knowledge must not rule out what a smoke test has proved."""
    report = read_examination(path)
    if report.verdict.status != "healthy":
        return
    said = forecast(report.facts, Wish())
    assert said.answer in ("yes", "unknown"), said.reasons
    assert said.gained == said.lost == ()


@pytest.mark.parametrize("fields", [{"macos": "Sonoma"}, {"python": "three"}, {"torch": "2.x"}])
def test_what_is_no_version_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(InputError, match="no version"):
        Wish(**fields)


def test_every_feature_has_a_source_and_a_place() -> None:
    rows = all_features()
    assert len({row.id for row in rows}) == len(rows)
    newest = releases.newest_known().version
    for row in rows:
        assert row.source
        assert row.words
        oldest, latest = has_feature(row, "1.11.0", "26.2"), has_feature(row, newest, "26.2")
        assert oldest is False
        ends = any("<" in rule.torch for rule in row.rules) and not latest
        assert latest or ends


@pytest.mark.parametrize(
    ("torch", "macos", "has"),
    [
        ("2.2.2", "15.0", False),
        ("2.3.1", "13.7", False),
        ("2.3.1", "14.0", True),
        ("2.8.0+cpu", "14.1", True),
        ("2.9.0", "13.0", True),
        ("2.8.0", "", None),
        ("none", "14.0", None),
    ],
)
def test_bfloat16_is_where_the_libraries_say(torch: str, macos: str, has: bool | None) -> None:
    (feature,) = [row for row in all_features() if row.id == "bfloat16"]
    assert has_feature(feature, torch, macos) is has


def test_unknown_facts_are_said_to_be_unknown() -> None:
    empty = msgspec.structs.replace(
        machine_of(OLD), host=type(machine_of(OLD).host)(), python=type(machine_of(OLD).python)()
    )
    said = forecast(empty, Wish("2.15"))
    assert said.answer == "unknown"
    assert any("is not known" in reason for reason in said.reasons)


def test_the_command_takes_a_version_for_python() -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mps_doctor", "plan", "--torch", "2.15", "--macos", "15"),
            *("--python", "3.13", "--snapshot", MACHINES / f"{OLD}.json", "--format", "json"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["forecast"]["then"]["python"] == "3.13"
