"""What a project's file may ask of the doctor, and what the doctor makes of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mps_doctor.features.examination import run_checks
from mps_doctor.features.schema import configuration_schema
from mps_doctor.system import configuration as config
from mps_doctor.system.errors import InputError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MACHINES = Path(__file__).parents[1] / "machines"
HEALTHY = MACHINES / "healthy-m2pro-macos-15-torch-2.14.1.json"
SMALL = MACHINES / "healthy-m1-8gb.json"
ROSETTA = MACHINES / "conda-osx-64-under-rosetta.json"

WHOLE = """
[tool.mps-doctor]
select = ["host", "torch", "project"]
fail-on = "warning"
level = "quick"
device = "mps"
timeout = 30

[tool.mps-doctor.ignore]
memory = "the models here are small"

[tool.mps-doctor.severity]
gpu-memory-small = "warning"
torch-version = "off"

[tool.mps-doctor.require]
torch = ">=2.6"
macos = ">=14"
"""

WANTS_MORE = '[tool.mps-doctor.require]\ntorch = ">=99"\n'


def doctor(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mps_doctor", *map(str, arguments)]
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=env, timeout=120, check=False
    )


def judged(folder: Path, *arguments: str | Path, snapshot: Path = HEALTHY) -> dict[str, Any]:
    done = doctor(folder, "--snapshot", snapshot, "--format", "json", *arguments)
    assert done.stderr == ""
    document: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == document["verdict"]["exit_code"]
    return document


def written(folder: Path, text: str, name: str = "pyproject.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def outcome(document: dict[str, Any], check: str) -> str:
    return next(str(row["outcome"]) for row in document["results"] if row["check"] == check)


def test_every_key_does_what_it_says(tmp_path: Path) -> None:
    document = judged(written(tmp_path, WHOLE), snapshot=SMALL)
    assert document["verdict"]["fail_on"] == "warning"
    assert {"check": "memory", "reason": "the models here are small"} in document["ignored"]
    assert {"check": "torch-version", "reason": "its severity is set to off"} in document["ignored"]
    assert outcome(document, "smoke-test") == "not-run"
    assert outcome(document, "torch-installed") == "passed"
    assert outcome(document, "project-requirements") == "passed"


def test_the_reason_is_on_the_screen(tmp_path: Path) -> None:
    done = doctor(written(tmp_path, WHOLE), "--snapshot", SMALL, "--verbose")
    assert "the models here are small" in done.stdout


@pytest.mark.parametrize("key", ["memory", "gpu-memory-small"])
def test_a_severity_is_replaced_by_the_id_of_a_check_or_a_cause(tmp_path: Path, key: str) -> None:
    assert judged(tmp_path, snapshot=SMALL)["verdict"]["status"] == "healthy"
    written(tmp_path, f'[tool.mps-doctor.severity]\n{key} = "error"\n')
    document = judged(tmp_path, snapshot=SMALL)
    assert document["verdict"]["status"] == "broken"
    assert document["verdict"]["cause"] == "gpu-memory-small"


def test_a_cause_that_is_off_is_no_finding_and_is_listed(tmp_path: Path) -> None:
    before = judged(tmp_path, snapshot=ROSETTA)
    cause = before["verdict"]["cause"]
    check = before["verdict"]["candidates"][0]["check"]
    written(tmp_path, f'[tool.mps-doctor.severity]\n{cause} = "off"\n')
    document = judged(tmp_path, snapshot=ROSETTA)
    assert document["verdict"]["cause"] != cause
    assert outcome(document, check) == "not-run"
    listed = {row["check"]: row["reason"] for row in document["ignored"]}
    assert cause in listed[check]


def test_a_cause_that_is_off_and_not_found_is_not_listed(tmp_path: Path) -> None:
    written(tmp_path, '[tool.mps-doctor.severity]\ntorch-not-installed = "off"\n')
    assert judged(tmp_path)["ignored"] == []


def test_ignore_as_a_list_names_the_file(tmp_path: Path) -> None:
    written(tmp_path, 'ignore = ["memory"]\n', "mps-doctor.toml")
    document = judged(tmp_path)
    assert document["ignored"] == [{"check": "memory", "reason": "ignored in mps-doctor.toml"}]


def test_the_command_line_wins(tmp_path: Path) -> None:
    written(tmp_path, WHOLE)
    document = judged(tmp_path, "--select", "memory", "--ignore", "host-system", "--level", "deep")
    assert outcome(document, "memory") == "passed"
    assert [row["check"] for row in document["ignored"]] == ["host-system", "torch-version"]
    assert document["verdict"]["fail_on"] == "warning"
    assert judged(tmp_path, "--fail-on", "error")["verdict"]["fail_on"] == "error"


def test_no_config_reads_nothing(tmp_path: Path) -> None:
    written(tmp_path, "[tool.mps-doctor]\nbogus = 1\n")
    assert doctor(tmp_path, "--snapshot", HEALTHY).returncode == 2
    document = judged(tmp_path, "--no-config")
    assert document["ignored"] == []
    assert outcome(document, "project-requirements") == "not-applicable"


def test_a_file_can_be_named(tmp_path: Path) -> None:
    written(tmp_path, 'ignore = ["memory"]\n', "other.toml")
    assert judged(tmp_path, "--config", "other.toml")["ignored"][0]["check"] == "memory"
    assert judged(tmp_path)["ignored"] == []
    done = doctor(tmp_path, "--config", "absent.toml")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_the_nearest_file_counts_up_to_the_projects_root(tmp_path: Path) -> None:
    outer, root, inner = tmp_path, tmp_path / "root", tmp_path / "root" / "src" / "inner"
    inner.mkdir(parents=True)
    written(outer, 'ignore = ["memory"]\n', "mps-doctor.toml")
    assert config.load_configuration(folder=inner).ignored.keys() == {"memory"}
    (root / ".git").mkdir()
    assert config.load_configuration(folder=inner) == config.NOT_CONFIGURED
    written(root, '[tool.mps-doctor]\nignore = ["host"]\n')
    assert config.load_configuration(folder=inner).ignored.keys() == {"host"}
    written(root / "src", "[project]\nname = 'another'\n")
    assert config.load_configuration(folder=inner).ignored.keys() == {"host"}


def test_the_search_ends_at_home(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "work").mkdir(parents=True)
    written(tmp_path, 'ignore = ["memory"]\n', "mps-doctor.toml")
    found = config.load_configuration(folder=home / "work", home=home)
    assert found == config.NOT_CONFIGURED


# ---- requirements ---------------------------------------------------------------------------

REQUIREMENTS = [
    ('torch = ">=2.6"', "passed", ""),
    ('torch = ">=2.15"', "failed", "torch 2.14.1"),
    ('torch = "<2.14"', "failed", "torch 2.14.1"),
    ('macos = ">=14"', "passed", ""),
    ('macos = ">=26"', "failed", "macOS 15.5"),
    ('python = ">=3.10,<3.14"', "passed", ""),
    ('python = "<3.13"', "failed", "Python 3.13.1"),
    ('device = "mps"', "passed", ""),
    ('device = "cuda"', "unknown", ""),
    ('level = "deep"', "unknown", ""),
    ('torch = ">=2.15"\ndevice = "cuda"', "failed", "torch 2.14.1"),
]


@pytest.mark.parametrize(("stated", "expected", "have"), REQUIREMENTS)
def test_requirements(tmp_path: Path, stated: str, expected: str, have: str) -> None:
    file = written(tmp_path, f"[tool.mps-doctor.require]\n{stated}\n") / "pyproject.toml"
    report = run_checks(snapshot=HEALTHY, config=file)
    result = next(row for row in report.results if row.check == "project-requirements")
    assert (result.outcome, result.have if expected == "failed" else "") == (expected, have)
    if expected == "failed":
        assert report.verdict.cause == "project-requirement-unmet"
        assert report.verdict.exit_code == 1
        assert "pyproject.toml" in result.evidence[0]
        assert result.fixes


def test_a_torch_that_is_asked_for_is_installed_by_the_users_manager(tmp_path: Path) -> None:
    file = written(tmp_path, 'require.torch = ">=2.15"\n', "mps-doctor.toml") / "mps-doctor.toml"
    report = run_checks(snapshot=HEALTHY, config=file)
    command = report.verdict.prescription[0].commands[0]
    assert command[-1] == "torch>=2.15"
    assert command[0] == "/opt/project/.venv/bin/python"


@pytest.mark.parametrize("level", ["quick", "standard"])
def test_the_verdict_blames_the_requirement_and_not_the_gpu(tmp_path: Path, level: str) -> None:
    document = judged(written(tmp_path, WANTS_MORE), "--level", level)
    assert document["verdict"]["headline"] == (
        "This environment doesn't meet the project's requirements"
    )


def test_a_fix_is_for_what_the_project_asks(tmp_path: Path) -> None:
    written(tmp_path, WANTS_MORE)
    fix = ("fix", "--snapshot", HEALTHY, "--format", "json")
    asked = json.loads(doctor(tmp_path, *fix).stdout)
    assert asked["before"]["cause"] == "project-requirement-unmet"
    assert "torch>=99" in str(asked["steps"])
    not_asked = json.loads(doctor(tmp_path, *fix, "--no-config").stdout)
    assert not_asked["before"]["cause"] is None
    wrong = doctor(written(tmp_path, "[tool.mps-doctor]\nselekt = []\n"), *fix)
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)


def test_what_is_broken_comes_before_what_the_project_asks(tmp_path: Path) -> None:
    file = written(tmp_path, 'require.torch = ">=2.6"\n', "mps-doctor.toml") / "mps-doctor.toml"
    report = run_checks(snapshot=ROSETTA, config=file)
    causes = [item.cause for item in report.verdict.candidates]
    assert causes[:2] == ["python-x86_64-on-apple-silicon", "project-requirement-unmet"]


def test_requirements_choose_the_device_and_the_level(tmp_path: Path) -> None:
    written(tmp_path, 'require = {device = "cpu", level = "quick"}\n', "mps-doctor.toml")
    document = judged(tmp_path)
    concerned = [row for row in document["results"] if row["outcome"] == "not-applicable"]
    assert any("not asked of cpu" in row["message"] for row in concerned)


# ---- mistakes -------------------------------------------------------------------------------

MISTAKES = [
    ('[tool.mps-doctor]\nselekt = ["host"]', "pyproject.toml:2: no key", "did you mean 'select'"),
    ("[tool.mps-doctor]\n\nfail_on = 'error'", "pyproject.toml:3: no key", "'fail-on'"),
    ('[tool.mps-doctor]\nignore = ["memry"]', "toml:2: no check", "did you mean 'memory'"),
    (
        '[tool.mps-doctor.ignore]\nmemory = "x"\nfoo-bar = "y"',
        "pyproject.toml:3: no check",
        "foo-bar",
    ),
    ('[tool.mps-doctor.ignore]\nmemory = ""', "ignore", "length >= 1"),
    ('[tool.mps-doctor.severity]\nmemory = "of"', "pyproject.toml:2: no severity", "'off'"),
    ('[tool.mps-doctor.severity]\nmemmory = "off"', "pyproject.toml:2", "did you mean 'memory'"),
    ('[tool.mps-doctor]\nlevel = "quik"', "pyproject.toml:2: no level", "did you mean 'quick'"),
    ('[tool.mps-doctor]\ndevice = "mpx"', "pyproject.toml:2: no device", "did you mean 'mps'"),
    ("[tool.mps-doctor]\nlevel = 3", "pyproject.toml:2: level", "int"),
    ("[tool.mps-doctor]\ntimeout = 0", "pyproject.toml:2: timeout", ">= 1"),
    ("[tool.mps-doctor]\ntimeout = nan", "pyproject.toml:2: timeout", ">= 1"),
    ("[tool.mps-doctor]\nselect = 'host'", "pyproject.toml:2: select", "array"),
    ('[tool.mps-doctor.require]\ntorhc = ">=2"', "pyproject.toml:2: no requirement", "'torch'"),
    ('[tool.mps-doctor.require]\ntorch = "2.6"', "pyproject.toml:2", 'write torch = ">=2.6"'),
    ("[tool]\nmps-doctor = 3", "pyproject.toml", "no table"),
    ("[tool.mps-doctor]\nselect = [", "pyproject.toml is not TOML", "nvalid value"),
]


@pytest.mark.parametrize(("text", "place", "said"), MISTAKES)
def test_a_mistake_is_one_line_that_names_its_place(
    tmp_path: Path, text: str, place: str, said: str
) -> None:
    done = doctor(written(tmp_path, text), "--snapshot", HEALTHY)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert place in done.stderr
    assert said in done.stderr


def test_a_mistake_is_found_before_anything_is_started(tmp_path: Path) -> None:
    marker = tmp_path / "started"
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\ntouch {marker}\n")
    python.chmod(0o755)
    written(tmp_path, "[tool.mps-doctor]\nselekt = []\n")
    assert doctor(tmp_path, "--python", python).returncode == 2
    assert not marker.exists()


# ---- strangers' folders ---------------------------------------------------------------------

NOT_OURS = {
    "garbage": b"\x00\xff\xfe[[[[ = = \n" * 100,
    "garbage that names us": b"dependencies = [ 'mps-doctor', \n\xff",
    "huge": b"# mps-doctor\n" + b"x = 1\n" * 1_000_000,
    "a key of many parts": b"# mps-doctor\n" + b"a." * 100_000 + b"a = 1\n",
    "huge line": b"x = '" + b"mps-doctor" * 400_000,
    "another table": b"[tool.mps-doctor-extras]\nselect = 3\n",
    "only a dependency": b"[project]\nname = 'x'\ndependencies = ['mps-doctor']\n",
    "deep": b"mps-doctor = " + b"[" * 100_000,
    "no table at all": b"tool = 3\nmps-doctor = 4\n",
}


@pytest.mark.parametrize("name", NOT_OURS)
def test_a_file_that_is_not_about_us_changes_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "pyproject.toml").write_bytes(NOT_OURS[name])
    assert judged(tmp_path)["verdict"]["status"] == "healthy"


def test_a_pipe_or_a_folder_of_that_name_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pyproject.toml")
    (tmp_path / "mps-doctor.toml").mkdir()
    assert judged(tmp_path)["verdict"]["status"] == "healthy"


def test_ours_that_is_too_large_is_not_ignored_in_silence(tmp_path: Path) -> None:
    written(tmp_path, "[tool.mps-doctor]\nlevel = 'deep'\n" + "# x\n" * 400_000)
    done = doctor(tmp_path, "--snapshot", HEALTHY)
    assert done.returncode == 2
    assert "too large" in done.stderr


@pytest.mark.parametrize("key", ["python", "env", "command", "plugins", "output", "format"])
def test_no_key_names_something_to_run_or_to_write(tmp_path: Path, key: str) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    program.chmod(0o755)
    written(tmp_path, f"[tool.mps-doctor]\n{key} = '{program}'\n")
    done = doctor(tmp_path, "--level", "quick")
    assert done.returncode == 2
    assert not (tmp_path / "ran").exists()


def test_a_reason_is_data_wherever_it_is_shown(tmp_path: Path) -> None:
    reason = "\\u001b[2J<script>alert(1)</script> `x` | ::error::"
    written(tmp_path, f'[tool.mps-doctor.ignore]\nmemory = "{reason}"\n')
    for format in ("console", "markdown", "html", "github", "junit", "line"):
        done = doctor(tmp_path, "--snapshot", HEALTHY, "--format", format, "--verbose")
        assert "\x1b[2J" not in done.stdout
        if format == "html":
            assert "<script>alert" not in done.stdout


# ---- the published schema -------------------------------------------------------------------


def test_the_schema_and_the_reader_accept_the_same_files(tmp_path: Path) -> None:
    schema = jsonschema.Draft202012Validator(configuration_schema())
    for text in (WHOLE, *(text for text, _, _ in MISTAKES)):
        try:
            table = tomllib.loads(text)["tool"]["mps-doctor"]
        except tomllib.TOMLDecodeError:
            continue
        file = written(tmp_path, text) / "pyproject.toml"
        try:
            config.load_configuration(file=str(file))
        except InputError:
            read = False
        else:
            read = True
        # What no schema can say: whether an id exists, what a version specifier is, what nan is.
        if text is WHOLE or not ("2.6" in text or "nan" in text):
            assert schema.is_valid(table) == read, text
