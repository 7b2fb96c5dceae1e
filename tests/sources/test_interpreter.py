"""Whatever an interpreter does to the probe, the examination comes back with what was learnt."""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import distro
import psutil
import pytest

from mps_doctor.machine import Host, Machine, Origin, Unknown, decode_machine, encode_machine
from mps_doctor.sources import interpreter
from mps_doctor.sources.interpreter import InterpreterError, examine


@pytest.fixture
def torch(tmp_path, monkeypatch):
    """Return a function that puts a package `torch` made of some code on the path."""

    def write(code: str) -> Path:
        package = tmp_path / "site" / "torch"
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").write_text(code)
        (package / "version.py").write_text("__version__ = '2.9.1'\n")
        monkeypatch.setenv("PYTHONPATH", str(package.parent))
        return package

    return write


def facts_before_torch_are_there(machine: Machine) -> bool:
    return (
        machine.host.system == os.uname().sysname
        and machine.python.version == "{}.{}.{}".format(*sys.version_info[:3])
        and machine.torch.version == "2.9.1"
        and not isinstance(machine.packages.installed, Unknown)
    )


def nothing_is_left() -> bool:
    """Whether no process that was started from here runs on."""
    patience = time.monotonic() + 5
    while children() and time.monotonic() < patience:
        time.sleep(0.05)
    return not children()


def children() -> list[psutil.Process]:
    """Return what runs below this process, but for the servant of Python's own multiprocessing."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if "resource_tracker" not in " ".join(child.cmdline()):
                found.append(child)
    return found


CRASHES = {
    "abort": ("import os; os.abort()", "SIGABRT"),
    "segmentation fault": ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
    "illegal instruction": ("import os; os.kill(os.getpid(), 4)", "SIGILL"),
    "killed": ("import os; os.kill(os.getpid(), 9)", "SIGKILL"),
    "stack": (
        "import sys; sys.setrecursionlimit(10**9)\n"
        "class C:\n def __getattr__(s, n): return getattr(s, n)\nrepr(C().x)",
        "SIGSEGV",
    ),
}


@pytest.mark.parametrize(("code", "name"), CRASHES.values(), ids=CRASHES.keys())
def test_torch_that_crashes(torch, code, name):
    torch(f"import sys; print('last words', file=sys.stderr, flush=True)\n{code}\n")

    machine = examine(sys.executable, timeout=60)
    if name == "SIGSEGV" and machine.torch_import.outcome == "raised":
        assert machine.torch_import.error_type == "RecursionError"  # newer Pythons notice
        return
    assert machine.torch_import.outcome == "crashed"
    assert machine.torch_import.signal == name
    assert "last words" in machine.torch_import.stderr
    assert name in machine.smoke.unknown
    assert facts_before_torch_are_there(machine)
    assert nothing_is_left()


HANGS = {
    "in Python": "import time; time.sleep(600)",
    "deaf to SIGTERM": "import signal, time; signal.signal(15, lambda *a: 0); time.sleep(600)",
    "in C with the lock held": (
        "import ctypes; ctypes.PyDLL(None).sleep(600)"  # PyDLL keeps the interpreter's lock
    ),
}


@pytest.mark.parametrize("code", HANGS.values(), ids=HANGS.keys())
def test_torch_that_hangs(torch, code):
    torch(f"import sys; print('last words', file=sys.stderr, flush=True)\n{code}\n")

    machine = examine(sys.executable, timeout=3)
    assert machine.torch_import.outcome == "hung"
    assert isinstance(machine.torch_import.signal, Unknown)
    assert "last words" in machine.torch_import.stderr
    assert "did not come back" in machine.smoke.unknown
    assert facts_before_torch_are_there(machine)
    assert nothing_is_left()


EXITS = {
    "os._exit(0)": ("import os; os._exit(0)", 0),
    "os._exit(3)": ("import os; os._exit(3)", 3),
    "sys.exit(5)": ("import sys; sys.exit(5)", 5),
    "sys.exit()": ("import sys; sys.exit()", 0),
    "closed descriptors": ("import os; os.closerange(3, 64)\n", 74),
}


@pytest.mark.parametrize(("code", "status"), EXITS.values(), ids=EXITS.keys())
def test_torch_that_leaves(torch, code, status):
    torch(code)

    machine = examine(sys.executable, timeout=60)
    assert (machine.torch_import.outcome, machine.torch_import.exit_code) == ("exited", status)
    assert facts_before_torch_are_there(machine)


def test_torch_that_raises(torch):
    torch("raise ImportError('dlopen(x): incompatible architecture')\n")

    machine = examine(sys.executable, timeout=60)
    found = machine.torch_import
    assert (found.outcome, found.error_type) == ("raised", "ImportError")
    assert found.error_message == "dlopen(x): incompatible architecture"
    assert found.stderr[0].startswith("Traceback")
    assert machine.smoke.unknown == "torch was not imported"


def test_a_module_that_torch_lacks_is_no_missing_torch(torch):
    torch("import no_such_module\n")

    found = examine(sys.executable, timeout=60).torch_import
    assert (found.outcome, found.error_type) == ("raised", "ModuleNotFoundError")
    assert found.error_message == "No module named 'no_such_module'"


ODDITIES = {
    "prints": "print('{\"end\": true}', flush=True)",
    "floods stderr": "import sys\nfor _ in range(3000): sys.stderr.write('x' * 9999 + '\\n')",
    "replaces stdout": "import sys; sys.stdout = None; sys.stderr = None",
    "replaces open and json": (
        "import builtins, json; builtins.open = None; json.dumps = None; json.loads = None"
    ),
    "removes its folder": "import os, tempfile; d=tempfile.mkdtemp(); os.chdir(d); os.rmdir(d)",
    "hangs at exit": "import atexit, time; atexit.register(time.sleep, 600)",
    "starts a thread": (
        "import threading, time; threading.Thread(target=time.sleep, args=(600,)).start()"
    ),
    "installs an import hook": (
        "import sys\nclass Hook:\n def find_spec(self, *a): raise RuntimeError('mine')\n"
        "sys.meta_path.insert(0, Hook())"
    ),
}


@pytest.mark.parametrize("code", ODDITIES.values(), ids=ODDITIES.keys())
def test_torch_that_misbehaves_but_loads(torch, code):
    torch(f"{code}\n__version__ = '2.9.1'\nclass version: cuda = None\n")

    machine = examine(sys.executable, timeout=60)
    assert machine.torch_import.outcome == "imported"
    assert machine.torch_import.version == "2.9.1"
    assert machine.torch_import.mps_module is False
    assert machine.smoke.outcome == "raised"  # this torch has no tensors
    assert facts_before_torch_are_there(machine)
    assert nothing_is_left()


def test_a_grandchild_that_keeps_the_pipe_open_does_not_hold_us_up(torch):
    torch("import os, time\nif os.fork() == 0:\n    time.sleep(600)\n__version__ = '2.9.1'\n")

    machine = examine(sys.executable, timeout=60)
    assert machine.torch_import.outcome == "imported"
    assert nothing_is_left()


def test_a_grandchild_of_a_torch_that_died(torch):
    torch("import os, time\nif os.fork() == 0:\n    time.sleep(600)\nos.abort()\n")

    started = time.monotonic()
    machine = examine(sys.executable, timeout=60)
    assert machine.torch_import.outcome == "crashed"
    assert time.monotonic() - started < 30  # far from the deadline: nothing was waited for
    assert nothing_is_left()


def test_a_crash_while_torch_answers_keeps_the_import(torch):
    torch(
        "__version__ = '2.9.1'\nclass version: cuda = None\n"
        "class backends:\n class mps:\n"
        "  def is_built(): return True\n"
        "  def is_available():\n   import os; os.abort()\n"
    )

    machine = examine(sys.executable, timeout=60)
    assert machine.torch_import.outcome == "imported"
    assert machine.torch_import.signal == "SIGABRT"
    assert isinstance(machine.torch_import.mps_available, Unknown)
    assert "SIGABRT" in machine.torch_import.unknown


def test_a_crash_in_the_smoke_test_names_the_step(torch):
    torch(
        "import os, contextlib\n__version__ = '2.9.1'\nclass version: cuda = None\n"
        "def __getattr__(name):\n"
        "    if name == 'ones':\n        os.write(2, b'GPU fault\\n'); os.abort()\n"
        "    return contextlib.nullcontext if name == 'no_grad' else type(name, (), {})\n"
    )

    machine = examine(sys.executable, timeout=60)
    assert machine.torch_import.outcome == "imported"
    if machine.smoke.outcome != "raised":  # where the smoke test gets as far as its first tensor
        assert (machine.smoke.outcome, machine.smoke.signal) == ("crashed", "SIGABRT")
        assert machine.smoke.step == "allocate"
        assert "GPU fault" in machine.smoke.stderr


def test_a_broken_install_is_looked_through(torch):
    package = torch("raise OSError('libtorch_cpu.dylib: file too short')\n")
    info = package.parent / "torch-2.9.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: torch\nVersion: 2.9.1\n")
    (info / "RECORD").write_text("torch/nn/functional.py,sha256=x,77\n")

    machine = examine(sys.executable, timeout=60)
    assert machine.torch_import.outcome == "raised"
    assert machine.torch.missing_files == ("torch/nn/functional.py: No such file or directory",)


def test_quick_imports_no_torch(torch, tmp_path):
    torch(f"open({str(tmp_path / 'imported')!r}, 'w').close()\n")

    machine = examine(sys.executable, level="quick", timeout=60)
    assert machine.torch_import.unknown == "not run: --level quick"
    assert machine.smoke.unknown == "not run: --level quick"
    assert machine.torch.version == "2.9.1"
    assert not (tmp_path / "imported").exists()


def test_no_byte_code_is_written(torch, tmp_path):
    torch("from torch import version\n__version__ = version.__version__\n")

    examine(sys.executable, timeout=60)
    assert list(tmp_path.rglob("*.pyc")) == []


def test_torch_sees_the_module_that_hides_one_of_the_library(torch):
    package = torch("import json\n__version__ = json.MINE\n")
    (package.parent / "json.py").write_text("MINE = '2.9.1'\n")

    machine = examine(sys.executable, timeout=60)
    assert machine.torch_import.version == "2.9.1"
    assert [item.module for item in machine.python.shadowed] == ["json"]


BAD_STARTS = {
    "PYTHONHOME": {"PYTHONHOME": "/nowhere"},
    "sitecustomize that leaves": {"PYTHONPATH": "{tmp}/leaves"},
    "sitecustomize that hangs": {"PYTHONPATH": "{tmp}/hangs"},
}


@pytest.mark.parametrize("settings", BAD_STARTS.values(), ids=BAD_STARTS.keys())
def test_a_start_that_only_works_isolated(settings, tmp_path, monkeypatch):
    for name, code in (("leaves", "import os; os._exit(9)"), ("hangs", "while True: pass")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sitecustomize.py").write_text(code)
    for name, value in settings.items():
        monkeypatch.setenv(name, value.format(tmp=tmp_path))

    machine = examine(sys.executable, level="quick", timeout=10)
    assert isinstance(machine.python.needs_isolation, str)
    assert machine.python.needs_isolation
    assert machine.python.start_error == ""
    assert machine.python.version == "{}.{}.{}".format(*sys.version_info[:3])


def test_settings_that_change_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONSTARTUP", "/nowhere")
    monkeypatch.setenv("PYTHONINSPECT", "1")

    machine = examine(sys.executable, level="quick", timeout=30)
    assert (machine.python.needs_isolation, machine.python.start_error) == ("", "")


def found_python(version: str) -> str:
    for place in sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python")):
        return str(place)
    path = shutil.which(f"python{version}")
    if path is None or subprocess.run([path, "-c", ""], check=False).returncode != 0:
        pytest.skip(f"no Python {version} here")
    return path


@pytest.mark.parametrize("version", ["2.7", "3.6"])
def test_a_python_that_is_too_old(version):
    machine = examine(found_python(version), timeout=30)

    assert machine.python.version.startswith(version)
    assert machine.host.system == platform.system()  # that, another Python can tell
    assert "too old" in machine.torch_import.unknown


def executable(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def test_paths_that_are_no_python(tmp_path):
    plain = tmp_path / "plain"
    plain.touch()
    cases = {
        tmp_path / "missing": "does not exist",
        tmp_path: "is a directory",
        plain: "is not executable",
        executable(tmp_path / "script", b"#!/bin/sh\nexit 0\n"): "is not a Python interpreter",
        executable(tmp_path / "python", b"#!/bin/sh\necho hi\n"): "is not a Python interpreter",
        executable(tmp_path / "empty", b""): "is not a Python interpreter",
        executable(tmp_path / "rubbish", bytes(range(256))): "is not a Python interpreter",
        Path("/bin/ls"): "is not a Python interpreter",
    }
    for path, text in cases.items():
        with pytest.raises(InterpreterError, match=text) as error:
            examine(path, level="quick", timeout=20)
        assert "\n" not in str(error.value)


def test_a_venv_whose_python_was_removed(tmp_path):
    (tmp_path / "bin").mkdir()
    link = tmp_path / "bin" / "python3"
    link.symlink_to(tmp_path / "gone" / "python3")

    machine = examine(link, timeout=10)
    assert "which does not exist" in machine.python.start_error
    assert machine.host.system == platform.system()  # that, another Python can tell
    assert machine.torch.unknown == "the interpreter does not start"


def test_a_python_that_cannot_find_its_library(tmp_path):
    broken = tmp_path / "python3"
    shutil.copy(os.path.realpath("/bin/true"), broken)
    silent = examine(broken, level="quick", timeout=20)
    assert "without an answer" in silent.python.start_error

    script = executable(
        tmp_path / "wrapped",
        b"#!/bin/sh\necho 'Fatal Python error: init_fs_encoding' >&2\nexit 1\n",
    )
    machine = examine(script, level="quick", timeout=20)
    assert "Fatal Python error" in machine.python.start_error


def test_a_wrapper_of_a_python_is_one(tmp_path):
    path = executable(tmp_path / "wrapper", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'.encode())

    machine = examine(path, level="quick", timeout=30)
    assert machine.python.start_error == ""


def speaker(tmp_path: Path, *lines: str, then: str = "") -> Path:
    """Return a program that says these lines as a probe would."""
    said = "".join(f"print({line!r}, flush=True)\n" for line in lines)
    return executable(tmp_path / "speaker", f"#!{sys.executable}\n{said}{then}\n".encode())


HELLO = '{"probe": 1, "python": "3.12.1"}'

NONSENSE = {
    "no JSON": "nonsense {",
    "no object": "[1, 2]",
    "no facts": '{"section": "host"}',
    "facts of a wrong type": '{"section": "host", "facts": 3}',
    "a section that is none": '{"section": "weather", "facts": {"sun": true}}',
    "a step without a time": '{"begin": "x"}',
    "a deep nesting": "[" * 100_000,
    "control characters": '{"begin": "\\u001b[2J", "seconds": 1e300}',
}


@pytest.mark.parametrize("line", NONSENSE.values(), ids=NONSENSE.keys())
def test_a_line_of_nonsense_costs_nothing(tmp_path, line):
    good = '{"section": "host", "facts": {"system": "Darwin"}}'

    machine = examine(speaker(tmp_path, HELLO, line, good, '{"end": true}'), timeout=30)
    assert (machine.host.system, machine.python.version) == ("Darwin", "3.12.1")


def test_a_section_that_does_not_decode_is_unknown_with_the_reason(tmp_path):
    machine = examine(
        speaker(
            tmp_path,
            HELLO,
            '{"section": "host", "facts": {"memory_bytes": "much"}}',
            '{"section": "torch", "facts": {"version": "2.9.1"}}',
            '{"end": true}',
        ),
        timeout=30,
    )
    assert "memory_bytes" in machine.host.unknown
    assert machine.torch.version == "2.9.1"


def test_later_facts_are_merged_over_earlier_ones(tmp_path):
    machine = examine(
        speaker(
            tmp_path,
            HELLO,
            '{"section": "host", "facts": {"system": "Darwin", "chip": {"unknown": "later"}}}',
            '{"section": "host", "facts": {"chip": "Apple M2"}}',
            '{"end": true}',
        ),
        timeout=30,
    )
    assert (machine.host.system, machine.host.chip) == ("Darwin", "Apple M2")


def test_a_complete_answer_is_trusted_over_the_exit_status(tmp_path):
    imported = '{"section": "torch_import", "facts": {"outcome": "imported"}}'
    path = speaker(
        *(tmp_path, HELLO, '{"begin": "torch_import", "seconds": 9}', imported, '{"end": true}'),
        then="import os; os.abort()",
    )

    assert examine(path, timeout=30).torch_import.outcome == "imported"


def test_a_step_has_a_deadline_of_its_own(tmp_path):
    path = speaker(
        *(tmp_path, HELLO, '{"begin": "torch_import", "seconds": 0.5}'),
        then="import time; time.sleep(600)",
    )

    started = time.monotonic()
    assert examine(path, timeout=60).torch_import.outcome == "hung"
    assert time.monotonic() - started < 30  # the time of the step counted, not the whole


def test_its_own_watchdog_means_a_hang_too(tmp_path):
    path = speaker(
        *(tmp_path, HELLO, '{"begin": "smoke.copy", "seconds": 9}'),
        then="import faulthandler, time\n"
        "faulthandler.dump_traceback_later(0.5, exit=True)\ntime.sleep(600)",
    )

    smoke = examine(path, timeout=60).smoke
    assert (smoke.outcome, smoke.step) == ("hung", "copy")


def test_names_of_people_do_not_pass_in_last_words(tmp_path, monkeypatch):
    monkeypatch.setenv("USER", "jane-d0e")
    path = speaker(
        *(tmp_path, HELLO, '{"begin": "torch_import", "seconds": 9}'),
        then="import os; os.write(2, b'open /Users/jane-d0e/x, jane-d0e'); os.abort()",
    )

    found = examine(path, timeout=30).torch_import
    assert found.outcome == "crashed"
    assert found.stderr == ("open /Users/<user>/x, <user>",)


def test_steps_are_told_as_they_begin(torch):
    torch("__version__ = '2.9.1'\n")
    steps: list[str] = []

    examine(sys.executable, timeout=60, on_step=steps.append)
    assert steps[:3] == ["host", "torch_import", "torch_answers"]


def test_what_was_learnt_passes_as_a_snapshot(torch):
    torch("import os; os.abort()\n")

    machine = examine(sys.executable, timeout=60)
    assert decode_machine(encode_machine(machine)) == machine
    assert machine.origin.kind == "interpreter"


def test_the_real_torch_here():
    torch = pytest.importorskip("torch")

    machine = examine(sys.executable, device="cpu", timeout=120)
    assert machine.torch.version == torch.__version__
    assert machine.torch.missing_files == ()
    assert machine.torch_import.outcome == "imported"
    assert machine.torch_import.mps_built is torch.backends.mps.is_built()
    assert machine.smoke.outcome == "completed"
    assert (machine.smoke.ones_wrong, machine.smoke.copy_wrong) == (0, 0)


def test_interrupting_ends_the_probe(torch):
    torch("import time; time.sleep(600)\n")

    def interrupt(step: str) -> None:
        if step == "torch_import":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        examine(sys.executable, timeout=60, on_step=interrupt)
    assert nothing_is_left()


def test_stopping_without_an_answer():
    examination = interpreter.start(sys.executable, level="quick", device="cpu", timeout=60)
    examination.stop()

    assert nothing_is_left()


def test_a_stopped_probe_is_hung(torch):
    torch("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)\n")
    assert signal.SIGSTOP

    machine = examine(sys.executable, timeout=4)
    assert machine.torch_import.outcome == "hung"
    assert nothing_is_left()


def test_an_unreadable_package_is_a_reason(torch):
    package = torch("__version__ = '2.9.1'\n")
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    package.chmod(0)
    try:
        machine = examine(sys.executable, timeout=60)
    finally:
        package.chmod(stat.S_IRWXU)
    assert machine.python.version
    assert machine.torch_import.outcome != "imported"


@pytest.mark.skipif(sys.platform != "linux", reason="names a Linux")
def test_a_linux_that_the_probe_could_not_name_is_named_by_distro() -> None:
    unnamed = Machine(origin=Origin(kind="interpreter"), host=Host(system="Linux"))
    named = interpreter._with_distribution(unnamed)
    assert named.host.distribution == distro.name(pretty=True)
    mac = Machine(origin=Origin(kind="interpreter"), host=Host(system="Darwin"))
    assert interpreter._with_distribution(mac) == mac
