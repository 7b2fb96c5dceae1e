"""Real interpreters: too old, and started where a stranger's files lie."""

import sys
from pathlib import Path

import pytest
from other_pythons import find_python
from patient import Patient, assert_well_behaved


@pytest.mark.parametrize("version", ["2.7", "3.6"])
def test_a_python_that_is_too_old(patient: Patient, version: str) -> None:
    visit = patient.visit("--python", find_python(version))

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("python-too-old", 1), visit.summary
    assert version in visit.verdict["sentence"]


def test_the_doctor_runs_nothing_from_the_current_folder(patient: Patient) -> None:
    command = Path(sys.executable).with_name("mps-doctor")
    if not command.exists():
        pytest.skip("the command is not installed")  # -m would find the mps_doctor.py there
    patient.torch("raise ImportError('as ever')\n")
    mine = (
        "import pathlib; pathlib.Path(__file__).with_suffix('.ran').touch(); raise RuntimeError\n"
    )
    names = ("click", "msgspec", "packaging", "psutil", "mps_doctor", "mps_doctor_checks")
    for name in (*names, "site", "sitecustomize", "encodings", "pip", "distro"):
        patient.write(patient.cwd / f"{name}.py", mine)

    visit = patient.visit(argv=[str(command), *patient.command()[3:]])

    assert_well_behaved(visit)
    assert visit.verdict["cause"] == "torch-import-failed"
