"""What Python loads at its start, and files that are called like modules."""

import sys
from pathlib import Path

import pytest
from patient import Patient, assert_well_behaved

FAILING_TORCH = "raise ImportError('as ever')\n"
RAISES = "raise RuntimeError('the user')\n"

HARMLESS_STARTS = {
    "raises": RAISES,
    "prints a line of the probe": 'print(\'{"probe": 1, "python": "9.9.9"}\')\n',
    "prints bytes that are no text": "import os; os.write(1, b'\\xff\\xfe\\n' * 1000)\n",
    "ignores signals": "import signal\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\n",
    "registers an exit that hangs": "import atexit, time; atexit.register(time.sleep, 600)\n",
    "leaves a child in a session of its own": (
        "import os, time\n"
        "if not os.environ.get('CHILD') and os.fork() == 0:\n"
        "    os.setsid(); time.sleep(600); os._exit(0)\n"
    ),
}

FATAL_STARTS = {
    "exits": ("raise SystemExit(4)\n", "SystemExit"),
    "leaves with 0": ("import os; os._exit(0)\n", "exit status 0"),
    "aborts": ("import os; os.abort()\n", "SIGABRT"),
    "hangs": ("import time; time.sleep(600)\n", "did not finish in time"),
    "floods stdout": ("import os\nwhile True: os.write(1, b'x' * 65536)\n", "SIGKILL"),
    "closes all descriptors": ("import os; os.closerange(0, 100)\n", "exit status"),
    "replaces os.dup": ("import os; os.dup = os.dup2 = os.write = None\n", "NoneType"),
}


@pytest.mark.parametrize("code", HARMLESS_STARTS.values(), ids=HARMLESS_STARTS.keys())
@pytest.mark.parametrize("place", ["sitecustomize", "pth"])
def test_a_start_hook_that_is_odd(patient: Patient, code: str, place: str) -> None:
    patient.torch(FAILING_TORCH)
    write_hook(patient, code, place)

    visit = patient.visit()

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("torch-import-failed", 1), visit.summary
    assert visit.facts["python"]["version"] == "{}.{}.{}".format(*sys.version_info[:3])


@pytest.mark.parametrize(("code", "said"), FATAL_STARTS.values(), ids=FATAL_STARTS.keys())
def test_a_start_hook_that_is_fatal(patient: Patient, code: str, said: str) -> None:
    patient.torch(FAILING_TORCH)
    write_hook(patient, code, "sitecustomize")

    visit = patient.visit("--timeout", "5")

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("python-broken", 1), visit.summary
    assert said in visit.facts["python"]["start_error"], visit.summary


def write_hook(patient: Patient, code: str, place: str) -> None:
    if place == "pth":
        patient.write(patient.site / "hook_of_a_pth.py", code)
        patient.write(patient.site / "hook.pth", "import hook_of_a_pth\n")
    else:
        patient.write(patient.site / "sitecustomize.py", code)


def test_a_pth_file_of_bytes(patient: Patient) -> None:
    patient.torch(FAILING_TORCH)
    patient.write(patient.site / "hook.pth", b"\xff\xfe\x00\x00import")

    visit = patient.visit()

    assert_well_behaved(visit)
    # Python 3.13 reads it in the system's encoding where UTF-8 fails.
    assert visit.verdict["cause"] in ("python-broken", "torch-import-failed"), visit.summary
    assert visit.exit_code == 1


LIBRARY = ("json", "typing", "os", "subprocess")
PACKAGES = ("torch", "numpy")


@pytest.mark.parametrize("place", ["current folder", "PYTHONPATH", "site-packages"])
@pytest.mark.parametrize("name", [*LIBRARY, *PACKAGES])
def test_a_file_called_like_a_module(patient: Patient, name: str, place: str) -> None:
    patient.torch(FAILING_TORCH)
    if (name, place) == ("torch", "site-packages"):
        pytest.skip("there the package comes first")
    folder = {
        "current folder": patient.cwd,
        "PYTHONPATH": patient.folder / "mine",
        "site-packages": patient.site,
    }[place]
    patient.write(folder / f"{name}.py", RAISES)
    env = {"PYTHONPATH": str(folder)} if place == "PYTHONPATH" else {}

    visit = patient.visit(**env)

    assert_well_behaved(visit)
    hidden = name in PACKAGES
    cause = "local-module-shadows-torch" if hidden else "torch-import-failed"
    assert (visit.verdict["cause"], visit.exit_code) == (cause, 1), visit.summary


def test_the_doctor_runs_nothing_from_the_current_folder(patient: Patient) -> None:
    command = Path(sys.executable).with_name("mps-doctor")
    if not command.exists():
        pytest.skip("the command is not installed")  # -m would find the mps_doctor.py there
    patient.torch(FAILING_TORCH)
    mine = "import pathlib; pathlib.Path(__file__).with_suffix('.ran').touch()\n" + RAISES
    names = ("click", "msgspec", "rich", "packaging", "psutil", "mps_doctor", "mps_doctor_checks")
    for name in (*names, "site", "sitecustomize", "encodings", "pip", "distro"):
        patient.write(patient.cwd / f"{name}.py", mine)

    visit = patient.visit(argv=[str(command), *patient.command()[3:]])

    assert_well_behaved(visit)
    assert visit.verdict["cause"] == "torch-import-failed"


NONSENSE = {
    "PYTHONSTARTUP": "/no/such/file",
    "PYTHONINSPECT": "1",
    "PYTHONWARNINGS": "error",
    "PYTHONOPTIMIZE": "2",
    "PYTHONDEVMODE": "1",
    "PYTHONUTF8": "0",
    "PYTHONHASHSEED": "12",
    "PYTHONNOUSERSITE": "1",
    "PYTHONBREAKPOINT": "nonsense.function",
    "PYTHONPATH": "/dev/null:/no/such:\x01:::",
    "PYTHONSAFEPATH": "1",
    "PYTHONFAULTHANDLER": "1",
    "PYTHONINTMAXSTRDIGITS": "640",
    "PYTHONMALLOC": "debug",
}


def test_variables_of_python_set_to_nonsense(patient: Patient) -> None:
    patient.torch(FAILING_TORCH)

    visit = patient.visit(**NONSENSE)

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("torch-import-failed", 1), visit.summary


@pytest.mark.parametrize("name", ["PYTHONHOME", "PYTHONPLATLIBDIR"])
def test_a_variable_with_which_no_python_starts(patient: Patient, name: str) -> None:
    patient.torch(FAILING_TORCH)
    # The doctor's own Python would not start either: it is told to ignore such variables.
    isolated = [sys.executable, "-I", *patient.command()[1:]]

    visit = patient.visit(argv=isolated, **{name: "/no/such/folder"})

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("python-broken", 1), visit.summary
    assert visit.facts["python"]["needs_isolation"]
    assert visit.facts["torch"]["version"] == "2.9.1"
