"""Ctrl-C and a polite end at every stage: one line, exit code 130, and nothing is left."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from patient import HERE, LONGEST_VISIT, Patient, changes, left_running, wait_for_sign
from simulated_mac import SimMac


def interrupt_where_it_says(
    process: subprocess.Popen[bytes], sign: Path, number: signal.Signals = signal.SIGINT
) -> bytes:
    """Send the signal once the sign is there; return what was said on standard error."""
    wait_for_sign(process, sign)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=LONGEST_VISIT)
    assert not stdout
    return stderr


def assert_interrupted(process: subprocess.Popen[bytes], stderr: bytes, marker: str) -> None:
    assert (process.returncode, stderr.strip()) == (130, b"mps-doctor: interrupted")
    assert left_running(marker) == []


IN_TORCH = {
    "in the import": HERE,
    "in an import deaf to it": f"import signal; signal.signal(2, signal.SIG_IGN); {HERE}",
    "in C with the lock held": HERE.replace("time.sleep", "__import__('ctypes').PyDLL(None).sleep"),
    "with a child in a session of its own": f"import os\nif os.fork() == 0: os.setsid()\n{HERE}",
    # `no_grad` is what the smoke test asks for first.
    "in the smoke test": "__version__ = '2.9.1'\ndef no_grad():\n    "
    + HERE.replace("; ", "\n    "),
}
ELSEWHERE = ("in a plug-in", "in a check", "before Python says hello")


def hang(patient: Patient, place: str, sign: Path) -> dict[str, str]:
    """Let the patient hang at a place; return the variables for it."""
    patient.torch(IN_TORCH.get(place, "raise ImportError('as ever')\n").format(str(sign)))
    hangs = HERE.format(str(sign))
    if place == "in a plug-in":
        return patient.plugin(hangs)
    if place == "in a check":
        return patient.plugin("", check=hangs)
    if place == "before Python says hello":
        patient.write(patient.site / "sitecustomize.py", hangs)
    return {}


@pytest.mark.parametrize(
    ("place", "number"),
    [
        *((place, signal.SIGINT) for place in (*IN_TORCH, *ELSEWHERE)),
        *((place, signal.SIGTERM) for place in IN_TORCH),
    ],
)
def test_where_it_hangs(
    patient: Patient, tmp_path: Path, place: str, number: signal.Signals
) -> None:
    env = hang(patient, place, tmp_path / "sign")
    before = patient.files()

    process, marker = patient.start("--timeout", "100", **env)

    stderr = interrupt_where_it_says(process, tmp_path / "sign", number)
    assert_interrupted(process, stderr, marker)
    assert changes(before, patient.files()) == []


def test_in_a_command_of_macos(patient: Patient, tmp_path: Path) -> None:
    mac = SimMac(tmp_path / "mac", "m2_macos145", torch=False, mps=None)
    sign = tmp_path / "sign"
    for command in (mac.folder / "bin").iterdir():
        command.write_text(f"#!/bin/bash\ntouch '{sign}'\nsleep 60\n")

    process, marker = patient.start("--python", mac.python, "--device", "mps", "--timeout", "100")

    assert_interrupted(process, interrupt_where_it_says(process, sign), marker)


def test_in_a_program_that_is_run(patient: Patient, tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    program = patient.write("project/program.py", HERE.format(str(sign)))
    argv = [sys.executable, "-m", "mps_doctor", "run", "--", str(patient.python), str(program)]

    process, marker = patient.start(argv=argv)
    interrupt_where_it_says(process, sign)

    # The program got the signal too, or is told of it; the shell's own sum of it is 130.
    assert process.returncode in (130, -signal.SIGINT)
    assert left_running(marker) == []


@pytest.mark.linux_only("no other system makes a pipe smaller")
@pytest.mark.parametrize("format_", ["json", "html"])
def test_while_nobody_reads_what_it_writes(patient: Patient, format_: str) -> None:
    patient.torch("raise ImportError('as ever')\n")
    reading, writing = os.pipe()
    held = fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)

    process, marker = patient.start("--format", format_, stdout=writing)
    os.close(writing)
    waiting = bytearray(4)
    until = time.monotonic() + LONGEST_VISIT
    while int.from_bytes(waiting, sys.byteorder) < held and time.monotonic() < until:
        fcntl.ioctl(reading, termios.FIONREAD, waiting)
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=LONGEST_VISIT)
    os.close(reading)

    assert_interrupted(process, stderr, marker)


def test_while_it_reads(patient: Patient, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    line = f'exec "$@" <"{pipe}"'
    argv = ["bash", "-c", line, "bash", sys.executable, "-m", "mps_doctor", "diagnose", "-"]
    process, marker = patient.start(argv=argv)
    with open(pipe, "wb", buffering=0) as writing:  # waits until the doctor's shell has opened it
        writing.write(b"half a line")
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=LONGEST_VISIT)

    assert left_running(marker) == []
    if b"mps-doctor: interrupted" not in stderr:  # then Python itself was still starting
        assert process.returncode in (130, 1, -signal.SIGINT), stderr
    else:
        assert process.returncode == 130


def test_interrupting_an_examination_of_all(patient: Patient, tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    patient.torch(HERE.format(str(sign)))
    process, marker = patient.start(
        *("--all", "--timeout", "60"), VIRTUAL_ENV=str(patient.prefix), PATH=os.environ["PATH"]
    )

    stderr = interrupt_where_it_says(process, sign)
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
