"""The installed command, as a user meets it: on this Linux machine, in every format."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

import mps_doctor
from mps_doctor.judgement.report import SCHEMA_FILE

SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
MACHINES = Path(__file__).with_name("machines")


def doctor(
    *arguments: str | Path, cwd: Path | None = None, **env: str
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mps_doctor", *map(str, arguments)]
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return subprocess.run(
        command, capture_output=True, text=True, cwd=cwd, env={**clean, **env}, timeout=120
    )


def examined(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    """Examine the interpreter that runs the tests, whatever environment is active."""
    return doctor("--python", sys.executable, *arguments, **options)  # type: ignore[arg-type]


@pytest.mark.linux_only("says what is said of a Linux")
def test_linux_is_told_that_it_is_no_mac_in_both_formats() -> None:
    console = examined()
    assert console.returncode == 1
    assert "not-macos-host" in console.stdout
    assert console.stderr == ""
    document = json.loads(examined("--format", "json").stdout)
    jsonschema.validate(document, SCHEMA)
    assert document["verdict"]["status"] == "not-applicable"
    assert document["verdict"]["cause"] == "not-macos-host"
    assert document["verdict"]["exit_code"] == 1


NEEDS_TORCH = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="needs torch in this environment"
)


@NEEDS_TORCH
def test_the_smoke_test_passes_on_the_cpu() -> None:
    done = examined("--device", "cpu", "--format", "json")
    document = json.loads(done.stdout)
    assert done.returncode == 0, document["verdict"]["sentence"]
    assert document["verdict"]["status"] == "healthy"
    assert document["measurements"]["smoke"]["relative_error"] < 1e-5


def test_the_command_and_the_api_agree() -> None:
    document = json.loads(examined("--level", "quick", "--format", "json").stdout)
    report = mps_doctor.run_checks(python=sys.executable, level="quick")
    assert [(r["check"], r["outcome"]) for r in document["results"]] == [
        (r.check, r.outcome) for r in report.results
    ]
    assert document["verdict"]["cause"] == report.verdict.cause


def test_a_snapshot_replays_to_the_same_verdict(tmp_path: Path) -> None:
    file = tmp_path / "machine.json"
    assert (
        doctor("snapshot", "--python", sys.executable, "--level", "quick", "-o", file).returncode
        == 0
    )
    jsonschema.validate(json.loads(file.read_text()), SCHEMA)
    live = json.loads(examined("--level", "quick", "--format", "json").stdout)
    replayed = json.loads(doctor("--snapshot", file, "--format", "json").stdout)
    assert replayed["verdict"]["cause"] == live["verdict"]["cause"]
    assert replayed["target"]["kind"] == "snapshot"


@NEEDS_TORCH
def test_a_users_own_modules_of_our_names_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "checks").mkdir()
    (tmp_path / "checks" / "__init__.py").write_text("raise RuntimeError('the user')\n")
    for name in ("doctor", "json", "torch"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('the user')\n")
    done = examined("--format", "json", "--level", "quick", "--device", "cpu", cwd=tmp_path)
    document = json.loads(done.stdout)
    assert document["verdict"]["cause"] == "local-module-shadows-torch"
    assert "torch.py" in json.dumps(document["verdict"])


BAD_INPUT = [
    (["--bogus"], "--bogus"),
    (["chekc"], "did you mean 'check'"),
    (["--format", "jsn"], "did you mean 'json'"),
    (["--device", "mpx"], "did you mean 'mps'"),
    (["--level", "quik"], "did you mean 'quick'"),
    (["--select", "smoke-tset", "--level", "quick"], "did you mean smoke-test"),
    (["--python", "/no/such/python"], "/no/such/python"),
    (["--python", "{tmp}"], "{tmp}"),
    (["--python", "{tmp}/text.txt"], "text.txt"),
    (["--python", "{tmp}/script.sh"], "script.sh"),
    (["--snapshot", "{tmp}/absent.json"], "absent.json"),
    (["--snapshot", "{tmp}/text.txt"], "text.txt"),
    (["--snapshot", "{tmp}/cut.json"], "cut.json"),
    (["--snapshot", "{tmp}/newer.json"], "schema version '2.0'"),
    (["--snapshot", "{tmp}/big.json"], "more than 50 MB"),
    (["-o", "{tmp}/no/such/folder/x.json"], "does not exist"),
    (["-o", "{tmp}"], "is a folder"),
    (["--timeout", "0"], "timeout"),
    (["explain", "smoke-tset"], "did you mean smoke-test"),
    (["diagnose", "{tmp}/absent.txt"], "absent.txt"),
    (["--all", "--python", "x"], "cannot be used together"),
]


@pytest.mark.parametrize(("arguments", "said"), BAD_INPUT, ids=lambda value: str(value)[:40])
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "text.txt").write_text("hello\n")
    (tmp_path / "script.sh").write_text("#!/bin/sh\necho hello\n")
    (tmp_path / "script.sh").chmod(0o755)
    (tmp_path / "cut.json").write_text('{"schema_version": "1.0", "origin": {"ki')
    (tmp_path / "newer.json").write_text('{"schema_version": "2.0"}')
    with (tmp_path / "big.json").open("wb") as file:
        file.truncate(100_000_000)
    done = doctor(*(a.replace("{tmp}", str(tmp_path)) for a in arguments))
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1
    assert said.replace("{tmp}", tmp_path.name) in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_bad_input_with_json_is_also_an_error_document() -> None:
    done = doctor("--python", "/no/such/python", "--format", "json")
    document = json.loads(done.stdout)
    jsonschema.validate(document, SCHEMA)
    assert done.returncode == 2
    assert "/no/such/python" in document["error"]["message"]


def test_a_file_is_written_whole_and_nothing_goes_to_stdout(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    done = examined("--level", "quick", "--format", "json", "-o", file)
    assert done.stdout == ""
    assert json.loads(file.read_text())["tool"]["name"] == "mps-doctor"
    assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m mps_doctor list | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


def test_the_page_of_a_cause_says_what_to_do_and_how_it_is_told() -> None:
    page = doctor("explain", "op-not-implemented").stdout
    assert "PYTORCH_ENABLE_MPS_FALLBACK=1" in page.partition("## What to do")[2]
    assert "will fall back to run on the CPU" in page.partition("## How it is told")[2]
    assert "Raised by: " in page


def test_help_version_list_explain_and_schema_answer() -> None:
    assert mps_doctor.__version__ in doctor("--version").stdout
    assert "check" in doctor("--help").stdout
    assert "smoke-test" in doctor("list").stdout
    assert "smoke-test" in {
        row["id"] for row in json.loads(doctor("list", "--format", "json").stdout)
    }
    assert "Why it matters" in doctor("explain", "smoke-test").stdout
    assert "PYTORCH_ENABLE_MPS_FALLBACK" in doctor("explain", "PYTORCH_ENABLE_MPS_FALLBACK").stdout
    assert json.loads(doctor("schema").stdout) == SCHEMA


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, mps_doctor; print(*{'torch', 'rich', 'click'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == ""


def test_every_public_name_can_be_imported() -> None:
    for name in mps_doctor.__all__:
        assert getattr(mps_doctor, name) is not None


@NEEDS_TORCH
def test_one_deep_probe_runs_alone_and_its_matrix_is_in_the_report() -> None:
    done = examined("--device", "cpu", "--probe", "matmul", "--format", "json")
    document = json.loads(done.stdout)
    assert [row["operation"] for row in document["measurements"]["deep"]] == ["matmul"]
    assert set(document["measurements"]["deep"][0]["standings"].values()) == {"works"}
    assert document["verdict"]["status"] == "healthy"


def test_an_unknown_probe_gets_a_suggestion() -> None:
    done = doctor("--probe", "matmull")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean 'matmul'" in done.stderr


def test_a_folder_of_pastes_gives_a_report_each(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("torch: 1.11.0\nmachine: M1, macOS 14.4\n")
    (tmp_path / "b.txt").write_text("nothing that anyone knows\n")
    done = doctor("diagnose", tmp_path, "--format", "jsonl")
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    for report in reports:
        jsonschema.validate(report, SCHEMA)
    assert [report["target"]["name"] for report in reports] == ["a.txt", "b.txt"]
    assert [report["verdict"]["cause"] for report in reports] == ["torch-too-old-no-mps", None]
    assert done.returncode == 1
    several = doctor("diagnose", tmp_path / "b.txt", tmp_path / "b.txt", "--format", "json")
    assert len(json.loads(several.stdout)["reports"]) == 2
    assert several.returncode == 4


def test_an_empty_folder_is_an_input_error(tmp_path: Path) -> None:
    done = doctor("diagnose", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no file in" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["schema"], ["explain", "memory"]])
def test_a_full_disk_is_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mps_doctor", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr
