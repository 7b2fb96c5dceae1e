"""`import torch` that does its worst: the doctor says so, and keeps what it had learnt before."""

import os
import sys
from dataclasses import dataclass
from typing import Any

import pytest
from patient import FINE_TORCH, Patient, assert_well_behaved


@dataclass(frozen=True)
class Fault:
    """What `torch/__init__.py` does, and what the doctor must say."""

    code: str
    outcome: str
    """Of the import: raised, crashed, hung, exited, imported."""
    cause: str
    said: str = ""
    """Part of what the document tells about it."""
    timeout: float = 20
    linux_only: str = ""
    """Why no other system does it."""


SLEEP_IN_C = "import ctypes; ctypes.PyDLL(None).sleep(600)"
"""PyDLL keeps the interpreter's lock: no Python code runs meanwhile, no watchdog thread either."""

SENDS_ITSELF = "import os, signal; os.kill(os.getpid(), signal.{})"
"""A signal by its name: the numbers of some differ between Linux and macOS."""

FORK = """
import os, time
if os.fork() == 0:
    {first}
    time.sleep(600)
    os._exit(0)
"""

FAULTS = {
    "raises an error whose text raises": Fault(
        "class E(Exception):\n def __str__(self): raise ValueError\nraise E",
        "raised", "torch-import-failed",
    ),
    "raises KeyboardInterrupt": Fault(
        "raise KeyboardInterrupt", "raised", "torch-import-failed", "KeyboardInterrupt"
    ),
    "raises a text of 50 MB": Fault(
        "raise ImportError('x' * 50_000_000)", "raised", "torch-import-failed", "xxxx"
    ),
    "raises a text of control characters": Fault(
        "raise ImportError('\\x1b]0;pwned\\x07\\x1b[2J\\u202e\\ud800\\x00')",
        "raised", "torch-import-failed", "pwned",
    ),
    "has a syntax error": Fault("def (:", "raised", "torch-import-failed", "SyntaxError"),
    "recurses for ever": Fault("def f(): f()\nf()", "raised", "torch-import-failed", "Recursion"),
    "exits": Fault("import sys; sys.exit(5)", "exited", "torch-import-failed", "5"),
    "leaves with 0": Fault("import os; os._exit(0)", "exited", "torch-import-failed", "code 0"),
    "aborts": Fault("import os; os.abort()", "crashed", "torch-import-crashed", "SIGABRT"),
    "segmentation fault": Fault(
        "import ctypes; ctypes.string_at(0)", "crashed", "torch-import-crashed", "SIGSEGV"
    ),
    "killed": Fault(
        SENDS_ITSELF.format("SIGKILL"), "crashed", "torch-import-crashed", "SIGKILL"
    ),
    "stack overflow in C": Fault(
        # The C library's own recursion: that through Python has a limit since Python 3.12.
        "import ctypes\n"
        "room = ctypes.create_string_buffer(4096)\n"
        "ctypes.CDLL(None).regcomp(room, b'(' * 10_000_000, 1)",
        "crashed", "torch-import-crashed", "SIG", linux_only="another regcomp needs no stack",
    ),
    "eats memory to its limit": Fault(
        "import resource\n"
        "used = int(open('/proc/self/statm').read().split()[0]) * 4096\n"
        "resource.setrlimit(resource.RLIMIT_AS, (used + 200_000_000,) * 2)\n"
        "kept = []\n"
        "while True: kept.append(bytearray(1_000_000))",
        "raised", "torch-import-failed", "MemoryError", linux_only="reads /proc",
    ),
    "stopped": Fault(
        SENDS_ITSELF.format("SIGSTOP"), "hung", "torch-import-hangs", timeout=3
    ),
    "hangs in C with the lock held": Fault(SLEEP_IN_C, "hung", "torch-import-hangs", timeout=3),
    "sleeps deaf to every signal": Fault(
        "import signal, time\n"
        "for n in (1, 2, 3, 13, 14, 15): signal.signal(n, signal.SIG_IGN)\n"
        "time.sleep(600)",
        "hung", "torch-import-hangs", timeout=3,
    ),
    "waits for input": Fault("input()", "raised", "torch-import-failed", "EOF"),
    "closes all descriptors": Fault(
        "import os; os.closerange(0, 256)", "exited", "torch-import-failed"
    ),
    "raises after a flood of stderr": Fault(
        "import os\nline = b'x' * 999_999 + b'\\n'\n"
        "for _ in range(200): os.write(2, line)\n"
        "raise ImportError('after the flood')",
        "raised", "torch-import-failed", "after the flood",
    ),
    "hangs with a child that keeps the pipe open": Fault(
        FORK.format(first="pass") + "time.sleep(600)", "hung", "torch-import-hangs", timeout=3
    ),
    "hangs with a child in a session of its own": Fault(
        FORK.format(first="os.setsid()") + "time.sleep(600)",
        "hung", "torch-import-hangs", timeout=3,
    ),
    "replaces stdout, json, open and os.write": Fault(
        "import builtins, json, os, sys\n"
        "sys.stdout = sys.stderr = None\n"
        "builtins.open = json.dumps = json.loads = os.write = os._exit = os.read = None\n"
        "raise ImportError('all replaced')",
        "raised", "torch-import-failed", "all replaced",
    ),
    "replaces builtins": Fault(
        "import builtins\n"
        "for name in ('str', 'int', 'isinstance', 'len', 'dict', 'getattr'):\n"
        "    setattr(builtins, name, None)\n"
        "raise ImportError('no builtins')",
        "raised|exited", "torch-import-failed",
    ),
    "an excepthook that hangs": Fault(
        "import sys, time; sys.excepthook = lambda *a: time.sleep(600)\nraise ImportError('hook')",
        "raised", "torch-import-failed", "hook", timeout=5,
    ),
    "an import hook that raises": Fault(
        "import sys\n"
        "class Hook:\n"
        "    def find_spec(self, name, path, target=None): raise ValueError('hooked ' + name)\n"
        "sys.meta_path.insert(0, Hook())\nimport wave",
        "raised", "torch-import-failed", "hooked wave",
    ),
}  # fmt: skip

SCRIBBLES = """
import os
for number in range(3, 64):
    try:
        os.write(number, {text!r})
    except OSError:
        pass
raise ImportError("scribbled")
"""

LEFT_AFTER_AN_IMPORT = {
    "prints lines of the probe": 'print(\'{"end": true}\\n{"section": "torch"}\', flush=True)\n',
    "hangs at exit": "import atexit, time; atexit.register(time.sleep, 600)\n",
    "ignores its end": "import signal\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\n",
    "leaves a child in a session of its own": FORK.format(first="os.setsid()"),
    "floods stderr": "import os\nfor _ in range(200): os.write(2, b'x' * 999_999 + b'\\n')\n",
    "closes the first three descriptors": "import os\nfor n in range(3): os.close(n)\n",
}


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(
            fault,
            id=name,
            marks=[pytest.mark.linux_only(fault.linux_only)] if fault.linux_only else [],
        )
        for name, fault in FAULTS.items()
    ],
)
def test_an_import_that_fails(patient: Patient, fault: Fault) -> None:
    patient.torch(FINE_TORCH)
    text = fault.code.encode("utf-8", "surrogateescape")
    patient.write(patient.site / "torch" / "__init__.py", text)

    visit = patient.visit("--timeout", f"{fault.timeout:g}")

    assert_well_behaved(visit)
    facts = visit.facts
    assert facts["torch_import"]["outcome"] in fault.outcome.split("|"), visit.summary
    assert visit.verdict["cause"] == fault.cause, visit.summary
    assert visit.exit_code == 1
    assert fault.said in visit.stdout.decode(), visit.summary
    assert what_was_learnt_before(facts)


@pytest.mark.parametrize("code", LEFT_AFTER_AN_IMPORT.values(), ids=LEFT_AFTER_AN_IMPORT.keys())
def test_an_import_that_leaves_something(patient: Patient, code: str) -> None:
    patient.torch(code + FINE_TORCH)

    visit = patient.visit("--timeout", "30")

    assert_well_behaved(visit)
    facts = visit.facts
    assert (facts["torch_import"]["outcome"], facts["torch_import"]["version"]) == (
        "imported",
        "2.9.1",
    )
    assert facts["smoke"]["outcome"] == "raised"  # this torch has no tensors
    assert (visit.verdict["cause"], visit.exit_code) == ("mps-smoke-failed", 1)
    assert what_was_learnt_before(facts)


@pytest.mark.parametrize(
    ("text", "status", "exit_code"),
    [
        (b'\n{"end": true}\n', "inconclusive", 4),
        (b"\n[1, 2\n\xff\xfe\x00\n{}\n[]\nnull\n" + b"[" * 100_000 + b"\n", "broken", 1),
        (b'\n{"section": "torch_import", "facts": {"outcome": 7}}\n', "broken", 1),
        (b'\n{"section": "nonsense", "facts": {"x": 1}}\n', "broken", 1),
        (b'\n{"begin": "smoke.\xe2\x80\xae", "seconds": 1e308}\n', "broken", 1),
    ],
    ids=["an end", "rubbish", "a wrong type", "an unknown section", "a step of an age"],
)
def test_an_import_that_writes_among_the_lines_of_the_probe(
    patient: Patient, text: bytes, status: str, exit_code: int
) -> None:
    patient.torch(SCRIBBLES.format(text=text))

    visit = patient.visit()

    assert_well_behaved(visit)
    assert (visit.verdict["status"], visit.exit_code) == (status, exit_code), visit.summary
    assert what_was_learnt_before(visit.facts)


def what_was_learnt_before(facts: dict[str, Any]) -> bool:
    """Whether all that needs no import is there."""
    return (
        facts["host"]["system"] == os.uname().sysname
        and facts["python"]["version"] == "{}.{}.{}".format(*sys.version_info[:3])
        and facts["torch"]["version"] == "2.9.1"
        and isinstance(facts["packages"]["installed"], list)
    )
