"""Plug-ins with facts, installed beside the doctor as a user would: the example, and bad ones."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tables import cases

from mps_doctor.features.schema import document_schema

EXAMPLE = Path(__file__).parents[2] / "docs" / "plugin-with-facts"
MACHINES = Path(__file__).parents[1] / "machines"
SCHEMA = document_schema()

LAB_CHECK = """
from mps_doctor import *
from mps_doctor.facts import Extra

@check("lab-check", title="A title", family="lab", causes=("lab:bad",), concerns="any")
def a_check(extra: Extra) -> Outcome:
    return Passed(message=known(extra.fact("lab.x")))
"""


FAILING = """
from mps_doctor import *
from mps_doctor.facts import *

def failing(cause, severity="warning", *fixes, **more):
    @check(cause.replace(":", "-"), title="A title", causes=(cause,), concerns="any")
    def found(python: Interpreter) -> Outcome:
        return Failed(cause=cause, severity=severity, message=f"saw {cause}", fixes=fixes, **more)
    return found

def new(folder, **more):
    return Fix(id=folder, summary=f"Make {folder}", commands=(("uv", "venv", folder),), **more)
"""


def install(site: Path, name: str, files: dict[str, str], *, facts: str = "") -> None:
    """Put a plug-in where PYTHONPATH finds it, with the metadata that an installer writes."""
    for file, text in files.items():
        path = site / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    points = f"[mps_doctor.checks]\n{name.partition('_')[0]} = {name}\n"
    points += f"[mps_doctor.facts]\n{name.partition('_')[0]} = {facts}\n" if facts else ""
    (info / "entry_points.txt").write_text(points)


def install_example(site: Path) -> None:
    files = {path.name: path.read_text() for path in (EXAMPLE / "src" / "disk_checks").glob("*.py")}
    install(site, "disk_checks", files, facts="disk_checks.probe")


def doctor(
    site: Path, *arguments: str | Path, folder: Path | None = None, **env: str
) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "mps_doctor", *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": path, **env}
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=120, cwd=folder)


def examined(site: Path, *arguments: str | Path, **env: str) -> dict[str, Any]:
    given = ("--python", sys.executable, "--level", "quick", "--device", "cpu", "--no-config")
    done = doctor(site, *given, "--format", "json", *arguments, **env)
    document: dict[str, Any] = json.loads(done.stdout)
    jsonschema.validate(document, SCHEMA)
    assert done.returncode == document["verdict"]["exit_code"], done.stderr
    return document


def result(document: dict[str, Any], check: str) -> dict[str, Any]:
    return next(row for row in document["results"] if row["check"] == check)


def test_its_checks_run_on_its_own_facts(tmp_path: Path) -> None:
    install_example(tmp_path / "site")
    document = examined(tmp_path / "site", HF_HOME=str(tmp_path / "models"))
    facts = document["facts"]["extra"]["facts"]["disk"]
    assert facts["folder"].endswith("/models")
    assert facts["free_bytes"] > 0
    assert result(document, "disk-writable")["outcome"] == "passed"


def test_its_facts_travel_in_a_snapshot(tmp_path: Path) -> None:
    install_example(tmp_path / "site")
    file = tmp_path / "machine.json"
    doctor(tmp_path / "site", "snapshot", "--python", sys.executable, "--level=quick", "-o", file)
    document = json.loads(doctor(tmp_path / "site", "--snapshot", file, "--format", "json").stdout)
    assert result(document, "disk-writable")["outcome"] == "passed"
    # Without the plug-in the snapshot is read all the same.
    assert "disk" not in doctor(tmp_path, "--snapshot", file, "--format", "line").stderr


def test_its_checks_are_listed_explained_selected_and_configured(tmp_path: Path) -> None:
    site = tmp_path / "site"
    install_example(site)
    rows = {row["id"]: row for row in json.loads(doctor(site, "list", "--format=json").stdout)}
    assert rows["disk-space"]["plugin"] == "disk"
    assert rows["smoke-test"]["plugin"] == "builtin"
    assert "Why it matters" in doctor(site, "explain", "disk-space").stdout
    document = examined(site, "--select", "disk")
    ran = {row["check"] for row in document["results"] if row["outcome"] != "not-run"}
    assert ran == {"disk-space", "disk-writable"}
    assert "did you mean 'disk-space'" in doctor(site, "--select", "disk-spaec").stderr


@pytest.mark.parametrize("option", [["--no-plugins"], ["--without-plugin", "disk"]])
def test_it_can_be_left_out(tmp_path: Path, option: list[str]) -> None:
    site = tmp_path / "site"
    install_example(site)
    document = examined(site, *option)
    assert not [row for row in document["results"] if row["family"] == "disk"]
    assert "extra" not in document["facts"]


BROKEN_FACTS = {
    "raises": ("raise ValueError('no luck')", "ValueError: no luck"),
    "leaves": ("import sys; sys.exit(3)", "SystemExit"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "SIGKILL"),
    "hangs": ("import time; time.sleep(1000)", "in time"),
    "returns no dictionary": ("return 3", "TypeError"),
    "returns what JSON has not": ("return {'x': object()}", "TypeError"),
    "returns too much": ("return {'x': 'y' * 2_000_000}", "larger"),
}


def test_facts_that_cannot_be_had_are_unknown_with_the_reason(tmp_path: Path) -> None:
    for number, (body, _) in enumerate(BROKEN_FACTS.values()):
        name = f"lab{number}"
        check = LAB_CHECK.replace("lab-check", f"{name}-check").replace("lab.x", f"{name}.x")
        files = {"__init__.py": check, "probe.py": f"def facts():\n    {body}\n"}
        install(tmp_path, f"{name}_checks", files, facts=f"{name}_checks.probe")
    document = examined(tmp_path)
    for number, (_, said) in enumerate(BROKEN_FACTS.values()):
        row = result(document, f"lab{number}-check")
        assert row["outcome"] == "unknown"
        assert said in row["message"]
    assert not [row for row in document["results"] if row["outcome"] == "errored"]


def test_facts_are_redacted_and_what_is_printed_is_none(tmp_path: Path) -> None:
    leaky = "import os\ndef facts():\n    print('{')\n    return {'x': [os.environ['HOME']]}\n"
    files = {"__init__.py": LAB_CHECK, "probe.py": leaky}
    install(tmp_path, "lab_checks", files, facts="lab_checks.probe")
    home = tmp_path / "home" / "jane.doe"
    home.mkdir(parents=True)
    document = examined(tmp_path, HOME=str(home))
    assert "jane.doe" not in json.dumps(document["facts"]["extra"])


@cases
def test_what_its_author_and_its_users_read(
    tmp_path: Path,
    plugin: str,
    config: str | None,
    arguments: list[str],
    code: int,
    shows: list[str],
    hides: list[str] | None,
) -> None:
    if "--apply" in arguments:
        pytest.importorskip("torch")  # without it the first fix would install it here
    install(tmp_path, "lab", {"__init__.py": FAILING + plugin})
    (tmp_path / "pyproject.toml").write_text(config or "")
    named = {"PYTHON": sys.executable, **{path.name: str(path) for path in MACHINES.iterdir()}}
    given = [named.get(each, each) for each in arguments]
    done = doctor(tmp_path, *given, folder=tmp_path)
    said = " ".join((done.stdout + done.stderr).split())
    assert done.returncode == code, said
    assert [text for text in shows if text not in said] == [], said
    assert [text for text in hides or () if text in said] == [], said
