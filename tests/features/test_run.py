"""`mps-doctor run`: real programs, their bytes, their signals, their end."""

import json
import os
import pty
import signal
import stat
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from simulated_mac import SimMac

from mps_doctor.features.run import python_of

DOCTOR = [sys.executable, "-m", "mps_doctor", "run"]

OUT_OF_MEMORY = (
    "MPS backend out of memory (MPS allocated: 8.90 GB, other allocations: 120.00 MB, max allowed: "
    "9.07 GB). Tried to allocate 256.00 MB on private pool. Use PYTORCH_MPS_HIGH_WATERMARK_RATIO"
    "=0.0 to disable upper limit for memory allocations (may cause system failure)."
)

FALLBACK = (
    "UserWarning: The operator 'aten::{}' is not currently supported on the MPS backend and will "
    "fall back to run on the CPU. This may have performance implications."
)

QUIET_END = (
    b"mps-doctor: the program ended with status 0; no MPS fallback or warning in its output\n"
)


def run(*program: str | Path, options: tuple[str, ...] = (), **how: object) -> Any:
    command = [*DOCTOR, *options, "--", *map(str, program)]
    return subprocess.run(command, capture_output=True, timeout=120, **how)  # type: ignore[call-overload]


def python(code: str, *arguments: str, **how: object) -> Any:
    return run(sys.executable, "-c", textwrap.dedent(code), *arguments, **how)


def test_a_program_that_succeeds_is_left_alone_and_every_byte_passes() -> None:
    done = python(
        """
        import os
        for descriptor in (1, 2):
            view = memoryview(bytes(range(256)) * 5000)  # more than is kept
            while view:
                view = view[os.write(descriptor, view):]
        """
    )
    assert done.returncode == 0
    assert done.stdout == bytes(range(256)) * 5000
    assert done.stderr.removesuffix(QUIET_END) == done.stdout


def test_a_program_that_closes_its_stderr_runs_on() -> None:
    done = python("import os, time; os.close(2); time.sleep(0.5); print('still here')")
    assert (done.returncode, done.stdout) == (0, b"still here\n")


def test_a_line_without_an_end_shows_at_once() -> None:
    process = subprocess.Popen(
        [*DOCTOR, "--", sys.executable, "-c", "import os, sys; os.write(2, b'name? '); input()"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    assert os.read(process.stderr.fileno(), 100) == b"name? "
    process.communicate(b"x\n", timeout=60)
    assert process.returncode == 0


def test_stdin_arguments_folder_and_environment_are_the_programs_own(tmp_path: Path) -> None:
    done = python(
        "import json, os, sys; "
        "json.dump([sys.stdin.read(), sys.argv[1:], os.getcwd(), dict(os.environ)], sys.stdout)",
        *("--verbose", "-x", "--", "é"),
        input="gefüllt\n".encode(),
        cwd=tmp_path,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    typed, arguments, folder, environment = json.loads(done.stdout)
    assert typed == "gefüllt\n"
    assert arguments == ["--verbose", "-x", "--", "é"]
    assert folder == str(tmp_path)
    # Python itself adds LC_CTYPE where it finds the C locale.
    ours = {"LC_CTYPE": environment.get("LC_CTYPE"), **os.environ, "PYTHONUTF8": "1"}
    assert {"LC_CTYPE": None, **environment} == ours


@pytest.mark.parametrize(
    ("end", "status", "said"),
    [
        ("exit 2", 2, "status 2;"),
        ("exit 255", 255, "status 255;"),
        ("kill -9 $$", 137, "status 137 (SIGKILL)"),
        ("kill -11 $$", 139, "status 139 (SIGSEGV)"),
    ],
)
def test_the_exit_code_is_the_programs(end: str, status: int, said: str) -> None:
    done = run("sh", "-c", end)
    assert done.returncode == status
    assert done.stdout == b""
    assert f"the program ended with {said}".encode() in done.stderr


@pytest.mark.parametrize("name", ["no-such-program", "/no/such/program", "/tmp", ""])
def test_a_program_that_cannot_be_started_is_one_line_and_2(name: str) -> None:
    done = run(*filter(None, [name]))
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, b"", 1)
    assert done.stderr.startswith(f"mps-doctor: cannot run {name}".encode() if name else b"mps-")


def test_what_the_program_left_running_still_reaches_stderr() -> None:
    """A descendant outlives the program: it must neither hold us up nor be ended by our leaving."""
    read, write = os.pipe()
    with os.fdopen(read, "rb") as reader:
        process = subprocess.Popen(
            [*DOCTOR, "--", "sh", "-c", "(sleep 3; echo late >&2) & exit 0"],
            stderr=write,
            stdout=subprocess.DEVNULL,
        )
        os.close(write)
        assert process.wait(timeout=60) == 0
        assert reader.read() == QUIET_END + b"late\n"


WAITS = """
import signal, sys, time

def end(number, frame):
    print("got", number, flush=True)
    sys.exit(9)

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1):
    signal.signal(number, end)
print("ready", flush=True)
# Python looks for signals before it sleeps: one that comes between is seen when it wakes.
for _ in range(1200):
    time.sleep(0.05)
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1"])
def test_signals_are_passed_on(name: str) -> None:
    process = subprocess.Popen(
        [*DOCTOR, "--", sys.executable, "-c", WAITS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.Signals[name])
    out, err = process.communicate(timeout=60)
    assert out == f"got {int(signal.Signals[name])}\n".encode()
    assert process.returncode == 9
    # Who ends a program needs no diagnosis; SIGUSR1 is no request to end.
    assert (b"mps-doctor:" in err) == (name == "SIGUSR1")


def test_control_c_on_a_terminal_reaches_the_program_once() -> None:
    code = """
import signal, time
times = []
signal.signal(signal.SIGINT, lambda *_: times.append(1))
print("ready", flush=True)
until = time.monotonic() + 2
while time.monotonic() < until:
    time.sleep(0.05)
print("interrupts:", len(times), flush=True)
"""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [*DOCTOR, "--", sys.executable, "-c", code])
    seen = b""
    while b"ready" not in seen:
        seen += os.read(terminal, 1000)
    os.write(terminal, b"\x03")
    while b"interrupts: " not in seen or not seen.endswith(b"\n"):
        try:
            seen += os.read(terminal, 1000)
        except OSError:  # noqa: PERF203  (the terminal is gone with the program)
            break
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    assert b"interrupts: 1" in seen
    assert os.waitstatus_to_exitcode(status) == 0


def test_a_python_that_dies_of_mps_is_diagnosed(
    simulated_mac: Callable[..., SimMac], tmp_path: Path
) -> None:
    mac = simulated_mac()
    program = tmp_path / "train.py"
    program.write_text(f"print('epoch 1')\nraise RuntimeError({OUT_OF_MEMORY!r})\n")
    report = tmp_path / "report.json"
    done = run(mac.python, program, options=("--format", "json", "-o", str(report)), env=mac.env)
    assert done.returncode == 1
    assert done.stdout == b"epoch 1\n"
    assert OUT_OF_MEMORY.encode() in done.stderr
    document = json.loads(report.read_bytes())
    assert document["verdict"]["cause"] == "mps-out-of-memory"
    assert document["target"]["python"] == mac.python
    assert document["target"]["chosen_because"] == "it ran the program"
    assert document["facts"]["host"]["chip"] == "Apple M2"
    on_screen = run(mac.python, program, env=mac.env).stderr
    assert on_screen.index(b"Traceback") < on_screen.index(b"mps-out-of-memory")

    # What is no Python is diagnosed in the environment that is named.
    shell = ("sh", "-c", 'echo "RuntimeError: $0" >&2; exit 5', OUT_OF_MEMORY)
    options = ("--python", mac.python, "--format", "json", "-o", str(report))
    assert run(*shell, options=options, env=mac.env).returncode == 5
    assert json.loads(report.read_bytes())["verdict"]["cause"] == "mps-out-of-memory"


@pytest.mark.parametrize(
    ("absent", "cause"),
    [("lib", "torch-install-damaged"), ("functional.py", "torch-import-failed")],
)
def test_a_half_installed_torch_is_the_cause(
    simulated_mac: Callable[..., SimMac], absent: str, cause: str
) -> None:
    mac = simulated_mac()
    (torch,) = Path(mac.python).parents[1].glob("lib/*/site-packages/torch")
    (torch / absent).rename(torch / f"{absent}-gone")
    said = run(mac.python, "-c", "import torch", env=mac.env).stderr.decode()
    assert f"mps-doctor explain {cause}" in said
    assert mac.python in said.partition("fix --apply --python")[2]


def test_an_error_that_is_not_known_is_called_so(simulated_mac: Callable[..., SimMac]) -> None:
    mac = simulated_mac()
    said = run(mac.python, "-c", "{}['x']", env=mac.env).stderr.decode()
    assert "Note: mps-doctor doesn't know the error that ended the program" in said


SAID = ["mode.values", "linalg_eig", "mode.values"]


@pytest.mark.parametrize(
    ("options", "said"),
    [((), "GPU: aten::mode.values, aten::linalg_eig; 1 MPS warning\n"), (("--quiet",), "")],
)
def test_the_last_line_names_what_fell_back_and_counts_warnings(
    options: tuple[str, ...], said: str
) -> None:
    code = f"""
        import sys
        for name in {SAID}:
            text = {FALLBACK!r}.replace("{{}}", name)
            sys.stderr.write(text[:100]); sys.stderr.flush()
            sys.stderr.write(text[100:] + "\\n"); sys.stderr.flush()
        for _ in range(2):
            sys.stderr.write("x.py:1: UserWarning: MPS: no support for int64\\n")
        print("end", file=sys.stderr)
        """
    done = python(code, options=options)
    assert done.returncode == 0
    ours = done.stderr.decode().partition("end\n")[2]
    assert len(ours.splitlines()) == len(said.splitlines())
    assert ours.endswith(said)


def test_a_reader_who_has_gone_ends_the_program_as_without_us() -> None:
    read, write = os.pipe()
    process = subprocess.Popen(
        [*DOCTOR, "--", sys.executable, "-c", "import os\nwhile True: os.write(2, b'x' * 999)"],
        stderr=write,
    )
    os.close(write)
    os.read(read, 1000)
    os.close(read)
    assert process.wait(timeout=60) in (1, 120, 128 + signal.SIGPIPE)


@pytest.mark.parametrize(
    "head",
    [
        "#!{python}\n",
        "#!{python} -E\n",
        "#!/usr/bin/env python3\n",
        "#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''\n",
    ],
)
def test_the_python_of_a_script_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str
) -> None:
    interpreter = tmp_path / "bin" / "python3"
    interpreter.parent.mkdir()
    interpreter.symlink_to(sys.executable)
    script = tmp_path / "bin" / "accelerate"
    script.write_text(head.format(python=interpreter) + "import sys\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(interpreter.parent))
    assert python_of(["accelerate", "launch", "train.py"]) == str(interpreter)
    assert python_of([str(interpreter), "train.py"]) == str(interpreter)
    script.write_text("#!/bin/sh\n")
    for other in (str(script), "/bin/sh", "no-such-program"):
        assert python_of([other]) is None
