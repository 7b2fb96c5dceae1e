"""A poor place to work in: no folders, no variables, no descriptors, no reader, and Ctrl-C."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from patient import (
    HERE,
    LONGEST_VISIT,
    Patient,
    assert_well_behaved,
    changes,
    left_running,
    wait_for_sign,
)

FAILING_TORCH = "raise ImportError('as ever')\n"

VARIABLES: dict[str, dict[str, str | None]] = {
    "a HOME that does not exist": {"HOME": "/no/such/home"},
    "HOME is the root": {"HOME": "/"},
    "a PATH of nonsense": {"PATH": "::/no:/dev/null:\x01:" + "/x" * 3000},
    "no variable at all": {"HOME": None, "PATH": None, "LANG": None, "TMPDIR": None},
    "LANG=C without UTF-8 mode": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "stdout in ASCII": {"PYTHONIOENCODING": "ascii"},
    "a terminal of no width": {"COLUMNS": "0", "FORCE_COLOR": "1"},
    "values that are no UTF-8": {"PYTORCH_ENABLE_MPS_FALLBACK": "\udcff\udcfe", "CI": "\udcff"},
    "an environment of nonsense": {
        "CONDA_DEFAULT_ENV": "\x1b]0;x\x07[bold]",
        "PYTORCH_MPS_HIGH_WATERMARK_RATIO": "\x1b[2J\u202e",
    },
    "active environments that are gone": {"CONDA_PREFIX": "/no/conda", "VIRTUAL_ENV": "/no/venv"},
}


@pytest.mark.parametrize("env", VARIABLES.values(), ids=VARIABLES.keys())
@pytest.mark.parametrize("format_", ["json", "console"])
def test_variables(patient: Patient, env: dict[str, str | None], format_: str) -> None:
    patient.torch(FAILING_TORCH)

    visit = patient.visit("--format", format_, **env)

    assert visit.exit_code == 1, visit.stderr
    assert visit.left == []
    assert "Traceback" not in visit.stderr
    if format_ == "json":
        assert_well_behaved(visit)
        assert visit.verdict["cause"] == "torch-import-failed", visit.summary
    else:
        assert "torch-import-failed" in visit.stdout.decode()


def shell(patient: Patient, line: str, **env: str) -> list[str]:
    """Return a shell that runs the doctor: `$@` in the line."""
    return ["bash", "-c", line, "bash", *patient.command()]


@pytest.mark.parametrize(
    "limit",
    ["-n 12", "-f 0", "-s 512"],
    ids=["12 descriptors", "no file", "little stack"],
)
def test_limits_of_the_process(patient: Patient, limit: str) -> None:
    patient.torch(FAILING_TORCH)

    visit = patient.visit(argv=shell(patient, f'ulimit {limit}; exec "$@"'))

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("torch-import-failed", 1), visit.summary


@pytest.mark.parametrize("arguments", [(), ("--all",), ("--env", "ml")], ids=str)
def test_a_current_folder_that_was_removed(patient: Patient, arguments: tuple[str, ...]) -> None:
    patient.torch(FAILING_TORCH)
    line = 'mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone" && exec "$@"'
    argv = ["bash", "-c", line, "bash", *patient.command(*arguments, "--level", "quick")]

    visit = patient.visit(argv=argv)

    assert visit.exit_code in (0, 1, 2, 4), visit.summary
    assert visit.document
    assert "Traceback" not in visit.stderr
    assert not [line for line in visit.left if "/home" not in line]


@pytest.mark.linux_only("says what is said of a Linux")
def test_a_removed_current_folder_and_nothing_named(patient: Patient) -> None:
    line = 'mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone" && exec "$@"'
    command = [sys.executable, "-m", "mps_doctor", "--format", "json", "--level", "quick"]

    visit = patient.visit(argv=["bash", "-c", line, "bash", *command])

    assert visit.exit_code == 1, visit.summary
    assert visit.verdict["cause"] == "not-macos-host"


CLOSED = {
    "stdout": ('exec "$@" >&-', {1, 2}),
    "stderr": ('exec "$@" 2>&-', {1}),
    "stdin": ('exec "$@" <&-', {1}),
    "all three": ('exec "$@" <&- >&- 2>&-', {1, 2}),
}


@pytest.mark.parametrize(("line", "codes"), CLOSED.values(), ids=CLOSED.keys())
def test_a_closed_stream(patient: Patient, line: str, codes: set[int]) -> None:
    patient.torch(FAILING_TORCH)

    visit = patient.visit(argv=shell(patient, line))

    assert visit.exit_code in codes, visit.stderr
    assert visit.left == []
    assert "Traceback" not in visit.stderr
    assert "Exception ignored" not in visit.stderr


@pytest.mark.parametrize("format_", ["json", "console"])
def test_a_reader_that_goes_away(patient: Patient, format_: str) -> None:
    patient.torch(FAILING_TORCH)
    argv = ["bash", "-c", '"$@" | head -c 1', "bash", *patient.command("--format", format_)]

    visit = patient.visit(argv=argv)

    assert len(visit.stdout) == 1
    assert visit.stderr == ""
    assert visit.left == []


def test_a_full_device_as_output(patient: Patient) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    patient.torch(FAILING_TORCH)

    visit = patient.visit(argv=shell(patient, '"$@" >/dev/full'))

    assert visit.exit_code in (2, 3)
    assert "Traceback" not in visit.stderr
    assert visit.stderr.count("\n") == 1, visit.stderr
    assert visit.left == []


STARTS = {"at the start": 0.0, "while its modules load": 0.15}
"""Seconds after the start; where Python then is depends on the machine."""

HANGS = {
    "in the import": HERE,
    "in an import deaf to it": f"import signal; signal.signal(2, signal.SIG_IGN); {HERE}",
    "in C with the lock held": HERE.replace("time.sleep", "__import__('ctypes').PyDLL(None).sleep"),
    "with a child in a session of its own": f"import os\nif os.fork() == 0: os.setsid()\n{HERE}",
}

INTERRUPTS = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


@INTERRUPTS
@pytest.mark.parametrize("seconds", STARTS.values(), ids=STARTS.keys())
def test_interrupting_a_start(patient: Patient, seconds: float, number: signal.Signals) -> None:
    patient.torch("import time; time.sleep(600)\n")
    before = patient.files()
    process, marker = patient.start("--timeout", "60")

    time.sleep(seconds)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=LONGEST_VISIT)

    assert left_running(marker) == []
    assert changes(before, patient.files()) == []
    assert stdout == b""
    # Before our own code runs, Python itself ends in its own way.
    assert process.returncode in (130, 1, -number), stderr


@INTERRUPTS
@pytest.mark.parametrize("code", HANGS.values(), ids=HANGS.keys())
def test_interrupting(patient: Patient, tmp_path: Path, code: str, number: signal.Signals) -> None:
    sign = tmp_path / "sign"
    patient.torch(code.format(str(sign)))
    before = patient.files()
    process, marker = patient.start("--timeout", "60")

    wait_for_sign(process, sign)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=LONGEST_VISIT)

    assert left_running(marker) == []
    assert changes(before, patient.files()) == []
    assert stdout == b""
    assert (process.returncode, stderr.strip()) == (130, b"mps-doctor: interrupted")


def test_interrupting_an_examination_of_all(patient: Patient, tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    patient.torch(HERE.format(str(sign)))
    process, marker = patient.start(
        *("--all", "--timeout", "60"), VIRTUAL_ENV=str(patient.prefix), PATH=os.environ["PATH"]
    )

    wait_for_sign(process, sign)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=LONGEST_VISIT)

    assert process.returncode == 130, stderr
    assert left_running(marker) == []


def test_a_doctor_that_is_killed_leaves_no_probe_for_ever(patient: Patient, tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    patient.torch(HERE.format(str(sign)))
    process, marker = patient.start("--timeout", "2")

    wait_for_sign(process, sign)
    process.kill()
    process.communicate(timeout=LONGEST_VISIT)

    # Its own watchdog ends it, five seconds after the time it was given.
    assert left_running(marker, patience=30) == []
