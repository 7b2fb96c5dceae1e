"""Each command, as a user runs it."""

import importlib.util
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import samples
from tables import cases

from mps_doctor import run_checks

NEEDS_TORCH = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="needs torch in this environment"
)
QUICK = ("--python", sys.executable, "--level", "quick", "--no-config")
ROSETTA = samples.machine(samples.ROSETTA)
HEALTHY = samples.machine(samples.HEALTHY)
DEGRADED = samples.machine(samples.DEGRADED)


@pytest.mark.linux_only("says what is said of a Linux")
def test_linux_is_not_a_mac_and_the_api_agrees(run: Any) -> None:
    done = run(*QUICK)
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("- Not a Mac: MPS requires macOS (this is ")
    assert "mps-doctor --device cpu" in done.out
    document = json.loads(run(*QUICK, "--format", "json").out)
    report = run_checks(python=sys.executable, level="quick")
    assert [(r["check"], r["outcome"]) for r in document["results"]] == [
        (r.check, r.outcome) for r in report.results
    ]


@NEEDS_TORCH
def test_the_gpu_test_and_one_deep_probe_run_on_the_cpu_too(run: Any) -> None:
    options = ("--python", sys.executable, "--no-config", "--device", "cpu", "--probe", "matmul")
    done = run(*options, "--format", "json")
    document = json.loads(done.out)
    assert (done.code, document["verdict"]["status"]) == (0, "healthy"), done.out
    assert document["measurements"]["smoke"]["relative_error"] < 1e-5
    (row,) = document["measurements"]["deep"]
    assert (row["operation"], set(row["standings"].values())) == ("matmul", {"works"})


def test_a_snapshot_replays_to_the_same_verdict(tmp_path: Path, run: Any) -> None:
    file = tmp_path / "machine.json"
    assert run("snapshot", "--python", sys.executable, "--level", "quick", "-o", file).code == 0
    live = json.loads(run(*QUICK, "--format", "json").out)
    replayed = json.loads(run("--snapshot", file, "--format", "json").out)
    assert replayed["verdict"]["cause"] == live["verdict"]["cause"]
    assert replayed["target"] == {
        "kind": "snapshot", "name": "machine.json", "python": "", "chosen_because": "", "note": "",
    }  # fmt: skip


@cases
def test_the_exit_code_is_what_was_asked_for(
    options: list[str], code: int, said: str, run: Any
) -> None:
    done = run("--snapshot", DEGRADED, *options)
    assert (done.code, said in done.out) == (code, True)


def test_with_a_baseline_only_what_is_new_counts(tmp_path: Path, run: Any) -> None:
    before = tmp_path / "before.json"
    run("--snapshot", ROSETTA, "--format", "json", "-o", before)
    known = run("--snapshot", ROSETTA, "--baseline", before, "--format", "github")
    assert (known.code, "::error" in known.out) == (0, False)
    assert "::notice title=python-architecture" in known.out
    run("--snapshot", HEALTHY, "--format", "json", "-o", before)
    assert run("--snapshot", ROSETTA, "--baseline", before).code == 1


def test_a_projects_file_is_the_default_of_the_options(
    tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.mps-doctor]\nfail-on = "warning"\n')
    monkeypatch.chdir(tmp_path)
    assert run("--snapshot", DEGRADED).code == 1
    assert run("--snapshot", DEGRADED, "--fail-on", "error").code == 0
    assert run("--snapshot", DEGRADED, "--no-config").code == 0
    other = tmp_path / "other.toml"
    other.write_text('[require]\ntorch = ">=99"\ndevice = "mps"\nlevel = "deep"\n')
    done = run("--snapshot", HEALTHY, "--config", other)
    assert "✗ This environment doesn't meet the project's requirements" in done.out
    assert run("--config", other, "--no-config").code == 2
    assert run("--no-config", "--config", other).code == 2


def test_every_python_is_examined_and_one_is_recommended(run: Any) -> None:
    done = run("--all", "--level", "quick", "--device", "cpu", "--format", "json", "--no-config")
    document = json.loads(done.out)
    assert len(document["reports"]) >= 1
    shown = run("--all", "--level", "quick", "--device", "cpu", "--no-config")
    assert shown.code == done.code
    assert document["reports"][0]["target"]["name"] in shown.out


def test_a_text_is_diagnosed_from_standard_input_and_a_terminal_is_told_how_to_end() -> None:
    program = [sys.executable, "-m", "mps_doctor", "diagnose"]
    pipe = subprocess.run(
        program, input=samples.TEXTS["traceback"], capture_output=True, text=True, timeout=60
    )
    assert (pipe.returncode, pipe.stderr) == (1, "")
    assert pipe.stdout.startswith("✗ MPS doesn't support float64\n")
    ours, theirs = pty.openpty()
    os.write(ours, b"RuntimeError: MPS backend out of memory\n\x04\x04")
    typed = subprocess.run(program, stdin=theirs, capture_output=True, text=True, timeout=60)
    os.close(ours)
    os.close(theirs)
    assert "then press Ctrl-D" in typed.stderr
    assert "MPS ran out of memory" in typed.stdout


def test_a_folder_of_texts_gives_a_report_each(tmp_path: Path, run: Any) -> None:
    (tmp_path / "a.txt").write_text("torch: 1.11.0\nmachine: M1, macOS 14.4\n")
    (tmp_path / "b.txt").write_text("nothing that anyone knows\n")
    done = run("diagnose", tmp_path, "--format", "jsonl")
    reports = [json.loads(line) for line in done.out.splitlines()]
    assert [report["target"]["name"] for report in reports] == ["a.txt", "b.txt"]
    assert [report["verdict"]["cause"] for report in reports] == ["torch-too-old-no-mps", None]
    assert done.code == 1
    several = run("diagnose", tmp_path / "b.txt", tmp_path / "b.txt", "--format", "json")
    assert (several.code, len(json.loads(several.out)["reports"])) == (4, 2)
    (tmp_path / "empty").mkdir()
    assert "no file in" in run("diagnose", tmp_path / "empty").err


@pytest.mark.parametrize(
    ("data", "said"),
    [(b" \n", "is empty"), (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1", "is not text")],
)
def test_what_is_no_text_is_refused(tmp_path: Path, run: Any, data: bytes, said: str) -> None:
    (tmp_path / "paste").write_bytes(data)
    done = run("diagnose", tmp_path / "paste")
    assert (done.code, done.err) == (2, f"mps-doctor: {tmp_path / 'paste'} {said}\n")


def test_what_is_known_is_listed_and_explained(run: Any) -> None:
    listed = run("list").out
    assert "    - smoke-test: " in listed
    assert "smoke-test" in {row["id"] for row in json.loads(run("list", "--format", "json").out)}
    assert "float64-unsupported: " in run("list", "--causes").out
    assert "- gloo: " in run("list", "--topics").out
    page = run("explain", "op-not-implemented").out
    assert "PYTORCH_ENABLE_MPS_FALLBACK=1" in page.partition("What to do\n")[2]
    assert "LSTM with projections is" in page.partition("Error texts\n")[2]
    assert "Why it matters\n" in run("explain", "smoke-test").out
    assert "Values: 1" in run("explain", "PYTORCH_ENABLE_MPS_FALLBACK").out
    assert "(error text" in run("explain", "The MPS backend is supported on macOS 14.0+").out
    (page,) = json.loads(run("explain", "smoke-test", "--format", "json").out)
    assert (page["kind"], page["id"]) == ("check", "smoke-test")


def test_a_users_own_modules_of_our_names_are_left_alone(tmp_path: Path) -> None:
    for name in ("doctor", "json", "torch", "click"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('the user')\n")
    done = subprocess.run(
        [sys.executable, "-m", "mps_doctor", *QUICK, "--device", "cpu", "--format", "json"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        check=False,
    )
    assert "torch.py" in json.dumps(json.loads(done.stdout)["verdict"])
