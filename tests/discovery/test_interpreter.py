"""Real interpreters that start, hang, die or lie: what comes back, and that nothing is left.

What goes wrong inside torch and the environment is tried by the whole program in tests/faults.
"""

import contextlib
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from mps_doctor.discovery import interpreter
from mps_doctor.discovery.interpreter import examine
from mps_doctor.system.errors import InputError

HELLO = '{"probe": 1, "python": "3.12.1"}'
END = '{"end": true}'
VERSION = "{}.{}.{}".format(*sys.version_info[:3])

PassDeadline = Callable[..., Callable[[str], None]]


def executable(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def speaker(tmp_path: Path, *lines: str, then: str = "") -> Path:
    """Return a program that says these lines as a probe would."""
    said = "".join(f"print({line!r}, flush=True)\n" for line in lines)
    return executable(tmp_path / "speaker", f"#!{sys.executable}\n{said}{then}\n".encode())


def nothing_is_left() -> bool:
    """Whether no process that was started from here runs on; dying ones get a moment."""
    patience = time.monotonic() + 60
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


def test_stopping_without_an_answer_leaves_nothing() -> None:
    for level in ("quick", "deep"):
        examination = interpreter.Examination(sys.executable, level=level, device="cpu", timeout=60)
        examination.stop()
    assert nothing_is_left()


def test_a_complete_answer_is_trusted_over_the_exit_status(tmp_path: Path) -> None:
    imported = '{"section": "torch_import", "facts": {"outcome": "imported"}}'
    begin = '{"begin": "torch_import", "seconds": 9}'
    path = speaker(tmp_path, HELLO, begin, imported, END, then="import os; os.abort()")
    assert examine(path, timeout=30).torch_import.outcome == "imported"


def test_a_step_has_a_deadline_of_its_own(tmp_path: Path, pass_deadline: PassDeadline) -> None:
    begin = '{"begin": "torch_import", "seconds": 30}'
    late = "import time; time.sleep(60)\nprint('{\"end\": true}')"  # too late, but in time
    path = speaker(tmp_path, HELLO, begin, then=late)
    on_step = pass_deadline("torch_import", 31)
    assert examine(path, timeout=600, on_step=on_step).torch_import.outcome == "hung"
    assert nothing_is_left()


def test_a_path_that_is_no_python(tmp_path: Path) -> None:
    not_executable = tmp_path / "plain"
    not_executable.touch()
    for path in (
        *(tmp_path / "missing", tmp_path, not_executable, Path("/bin/ls")),
        executable(tmp_path / "script", b"#!/bin/sh\nexit 0\n"),
        executable(tmp_path / "python", b"#!/bin/sh\necho hi\n"),
        executable(tmp_path / "rubbish", bytes(range(256))),
    ):
        with pytest.raises(InputError, match="is not a Python interpreter: "):
            examine(path, level="quick", timeout=20)


def test_a_venv_whose_python_is_gone_is_a_finding(tmp_path: Path) -> None:
    link = tmp_path / "bin" / "python3"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "gone" / "python3")
    machine = examine(link, level="quick", timeout=30)
    assert machine.python.start_error == f"links to {tmp_path}/gone/python3, which does not exist"
    assert machine.host.system == platform.system()  # that, another Python can tell
    assert machine.torch.unknown == "the interpreter does not start"


STARTS = {
    "a wrong PYTHONHOME": {"PYTHONHOME": "/nowhere"},
    "a sitecustomize that leaves": {"PYTHONPATH": "{tmp}/leaves"},
    "a sitecustomize that hangs": {"PYTHONPATH": "{tmp}/hangs"},
    "settings of no effect": {"PYTHONSTARTUP": "/nowhere", "PYTHONINSPECT": "1"},
}


@pytest.mark.parametrize("name", STARTS)
def test_a_start_that_needs_isolation(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pass_deadline: PassDeadline
) -> None:
    for folder, code in (("leaves", "import os; os._exit(9)"), ("hangs", "while True: pass")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sitecustomize.py").write_text(code)
    for variable, value in STARTS[name].items():
        monkeypatch.setenv(variable, value.format(tmp=tmp_path))
    if "hangs" in name:
        pass_deadline("")  # from the start
    python = examine(sys.executable, level="quick", timeout=600).python
    assert (python.start_error, python.version) == ("", VERSION)
    assert isinstance(python.needs_isolation, str)
    assert bool(python.needs_isolation) is ("effect" not in name)


def test_quick_imports_no_torch_and_nothing_is_written(
    torch: Callable[[str], Path], tmp_path: Path
) -> None:
    package = torch(f"open({str(tmp_path / 'imported')!r}, 'w').close()\n")
    machine = examine(sys.executable, level="quick", timeout=60)
    assert machine.torch_import.unknown == machine.smoke.unknown == "not run: --level quick"
    assert machine.torch.version == "2.9.1"
    assert not (tmp_path / "imported").exists()
    (package / "__init__.py").write_text("from torch import version\n__version__ = '2.9.1'\n")
    assert examine(sys.executable, timeout=60).torch_import.version == "2.9.1"
    assert list(tmp_path.rglob("*.pyc")) == []


def test_the_real_torch_here() -> None:
    torch = pytest.importorskip("torch")
    machine = examine(sys.executable, device="cpu", timeout=120)
    assert (machine.torch.version, machine.torch.missing_files) == (torch.__version__, ())
    assert machine.torch_import.mps_built is torch.backends.mps.is_built()
    assert (machine.smoke.outcome, machine.smoke.ones_wrong) == ("completed", 0)
