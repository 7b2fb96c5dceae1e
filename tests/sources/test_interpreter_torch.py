"""Whatever torch does in the interpreter, the examination comes back with what was learnt."""

from __future__ import annotations

import os
import stat
import sys

import pytest
from probing import facts_before_torch_are_there, nothing_is_left

from mps_doctor.discovery.interpreter import examine
from mps_doctor.facts import Unknown, decode_machine, encode_machine

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
def test_torch_that_hangs(torch, pass_deadline, code):
    torch(f"import sys; print('last words', file=sys.stderr, flush=True)\n{code}\n")

    machine = examine(sys.executable, timeout=600, on_step=pass_deadline("torch_import"))
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

    machine = examine(sys.executable, timeout=60)
    assert machine.torch_import.outcome == "crashed"  # at the deadline it would be "hung"
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
    assert machine.torch_import.answers_error == "the process that asks it was ended by SIGABRT"


def test_an_error_instead_of_an_answer_is_told(torch):
    torch(
        "__version__ = '2.9.1'\nclass version: cuda = None\n"
        "class backends:\n class mps:\n"
        "  def is_built(): return True\n"
        "  def is_available(): raise RuntimeError('no such file: /Users/somebody/x')\n"
    )

    said = examine(sys.executable, timeout=60).torch_import
    assert isinstance(said.mps_available, Unknown)
    assert said.answers_error == (
        "is_available() raises RuntimeError: no such file: /Users/<user>/x"
    )


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


def test_a_stopped_probe_is_hung(torch, pass_deadline):
    torch("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)\n")

    machine = examine(sys.executable, timeout=600, on_step=pass_deadline("torch_import"))
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
