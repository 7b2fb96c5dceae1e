"""Files that are named as the Python to examine, and are a poor one or none."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from patient import Patient, assert_well_behaved

Make = Callable[[Patient], Path]

HELLO = """echo '{"probe": 1, "python": "3.11.7"}'"""


def script(text: str | bytes, name: str = "python3") -> Make:
    return lambda patient: patient.write(f"bin/{name}", text, mode=0o755)


def shell(text: str) -> Make:
    return script(f"#!/bin/sh\n{text}\n")


def pipe(patient: Patient) -> Path:
    os.mkfifo(patient.folder / "python3")
    return patient.folder / "python3"


def link(target: str) -> Make:
    def make(patient: Patient) -> Path:
        (patient.folder / "python3").symlink_to(target)
        return patient.folder / "python3"

    return make


NO_PYTHON: dict[str, tuple[Make, str]] = {
    "missing": (lambda patient: patient.folder / "no" / "python", "No such file"),
    "a folder": (lambda patient: patient.cwd, "folder"),
    "not executable": (lambda patient: patient.write("python3", "x"), "not an executable file"),
    "a shell script": (shell("echo hello"), "not a Python"),
    "rubbish": (script(bytes(range(256)) * 40), "not a Python"),
    "prints binary rubbish for ever": (shell("cat /dev/urandom"), "not a Python"),
    "prints one line for ever": (shell("cat /dev/zero"), "not a Python"),
    "hangs": (shell("sleep 600"), "not a Python"),
    "leaves a child in a session of its own": (
        shell("setsid sleep 600 & sleep 0.3"),
        "not a Python",
    ),
    "ends its whole group": (shell("kill -TERM 0"), "not a Python"),
    "a pipe": (pipe, "not an executable file"),
    "a link to itself": (link("python3"), "does not exist"),
    "a name with a terminal escape": (lambda patient: Path("a b\n\x1b[2J"), "no Python is called"),
}


@pytest.mark.parametrize(("make", "said"), NO_PYTHON.values(), ids=NO_PYTHON.keys())
def test_what_is_no_python_is_an_input_error(patient: Patient, make: Make, said: str) -> None:
    path = make(patient)

    visit = patient.visit("--python", path, "--timeout", "5")

    assert_well_behaved(visit)
    assert visit.exit_code == 2, visit.summary
    assert said in visit.document["error"]["message"], visit.summary
    assert visit.stderr.count("\n") == 1
    assert "\x1b" not in visit.stderr


def venv_without_base(patient: Patient) -> Path:
    patient.python.unlink()
    patient.python.symlink_to(patient.folder / "gone" / "python3")
    return patient.python


BROKEN: dict[str, tuple[Make, str]] = {
    "a venv whose base is gone": (venv_without_base, "which does not exist"),
    "the head of a program": (script(b"\x7fELF" + bytes(500)), "Exec format error"),
    "a program that says nothing": (link(shutil.which("true") or "true"), "exit status 0"),
    "another shell": (link("/bin/bash"), "exit status"),
    "a Python without its library": (
        shell("echo 'Fatal Python error: init_fs_encoding: failed' >&2; exit 1"),
        "Fatal Python error",
    ),
}


ANOTHER_SYSTEMS = pytest.param(
    script(b"\xcf\xfa\xed\xfe" + bytes(500)),
    "Exec format error",
    id="a program of macOS",
    marks=pytest.mark.linux_only("macOS says something else of its own"),
)


@pytest.mark.parametrize(
    ("make", "said"),
    [*(pytest.param(*value, id=name) for name, value in BROKEN.items()), ANOTHER_SYSTEMS],
)
def test_a_python_that_does_not_start_is_a_finding(patient: Patient, make: Make, said: str) -> None:
    path = make(patient)

    visit = patient.visit("--python", path)

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("python-broken", 1), visit.summary
    assert said in visit.facts["python"]["start_error"], visit.summary


LIES = {
    "says hello and leaves": HELLO,
    "says a version that is none": """echo '{"probe": 1, "python": "x.y\\u0000"}'""",
    "says numbers that overflow": HELLO
    + """; echo '{"section": "host", "facts": {"memory_bytes": 1e999}}'"""
    + """; echo '{"section": "smoke", "facts": {"size": 99999999999999999999999999}}'""",
    "nests without end": HELLO + "; head -c 200000 /dev/zero | tr '\\0' '['; echo",
    "says hello for ever": f"while true; do {HELLO}; done",
}


@pytest.mark.parametrize("text", LIES.values(), ids=LIES.keys())
def test_a_program_that_lies_like_a_probe(patient: Patient, text: str) -> None:
    path = shell(text)(patient)

    visit = patient.visit("--python", path, "--timeout", "4")

    assert_well_behaved(visit)
    assert (visit.verdict["status"], visit.exit_code) == ("inconclusive", 4), visit.summary


def test_a_wrapper_of_a_python(patient: Patient) -> None:
    patient.torch("raise ImportError('as ever')\n")
    wrapper = shell(f"echo noise; echo noise >&2; exec '{patient.python}' \"$@\"")(patient)

    visit = patient.visit("--python", wrapper)

    assert_well_behaved(visit)
    assert visit.verdict["cause"] == "torch-import-failed", visit.summary


def found_python(version: str) -> Path:
    for place in sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python")):
        return place
    path = shutil.which(f"python{version}")
    if path is None:
        pytest.skip(f"no Python {version} here")
    return Path(path)


@pytest.mark.parametrize("version", ["2.7", "3.6"])
def test_a_python_that_is_too_old(patient: Patient, version: str) -> None:
    visit = patient.visit("--python", found_python(version))

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("python-too-old", 1), visit.summary
    assert version in visit.verdict["sentence"]


@pytest.mark.parametrize("version", ["3.7", "3.10", "3.14"])
def test_every_python_that_can_be_examined(patient: Patient, version: str) -> None:
    visit = patient.visit("--python", found_python(version), "--level", "quick")

    assert_well_behaved(visit)
    assert visit.facts["python"]["version"].startswith(f"{version}.")
    assert visit.facts["python"]["start_error"] == ""


@pytest.mark.parametrize("module", ["ctypes", "zlib", "faulthandler"])
def test_a_python_without_a_part_of_its_library(patient: Patient, module: str) -> None:
    patient.torch("raise ImportError('as ever')\n")
    patient.write(
        patient.site / "sitecustomize.py",
        f"import sys\nfor name in ({module!r}, '_' + {module!r}): sys.modules[name] = None\n",
    )

    visit = patient.visit()

    assert_well_behaved(visit)
    assert visit.exit_code == 1, visit.summary
    assert visit.facts["python"]["version"] == "{}.{}.{}".format(*sys.version_info[:3])
    assert visit.facts["host"].get("system") == os.uname().sysname, visit.facts["host"]


def test_a_python_that_takes_itself_for_pypy(patient: Patient) -> None:
    patient.torch("raise ImportError('as ever')\n")
    patient.write(
        patient.site / "sitecustomize.py",
        "import sys, types\n"
        "sys.implementation = types.SimpleNamespace(\n"
        "    name='pypy', cache_tag='pypy311', version=sys.version_info, hexversion=0)\n"
        "sys.pypy_version_info = (7, 3, 17, 'final', 0)\n",
    )

    visit = patient.visit()

    assert_well_behaved(visit)
    assert visit.exit_code == 1, visit.summary
    assert visit.facts["python"]["implementation"] == "pypy"
    assert visit.verdict["cause"], visit.summary
