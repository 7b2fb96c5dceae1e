"""What takes minutes or gigabytes: fifty doctors at once, and a flood of a gigabyte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from patient import Patient, Visit, assert_well_behaved, left_running

pytestmark = pytest.mark.full

KINDS = {
    "raises": ("raise ImportError('as ever')\n", "torch-import-failed"),
    "crashes": ("import os; os.abort()\n", "torch-import-crashed"),
    "leaves": ("import os; os._exit(0)\n", "torch-import-failed"),
    "works a while": (
        "sum(i * i for i in range(3_000_000)); raise OSError\n",
        "torch-import-failed",
    ),
    "floods": (
        "import os\nfor _ in range(50): os.write(2, b'x' * 999_999 + b'\\n')\nraise OSError\n",
        "torch-import-failed",
    ),
}
DOCTORS = 50


def test_fifty_doctors_at_once(tmp_path: Path) -> None:
    kinds = list(KINDS.values())
    patients = [Patient(tmp_path / str(number)) for number in range(DOCTORS)]
    for number, patient in enumerate(patients):
        patient.torch(kinds[number % len(kinds)][0])
    visits = [patient.start("--timeout", "300") for patient in patients]

    for number, (process, marker) in enumerate(visits):
        stdout, stderr = process.communicate(timeout=600)
        visit = Visit(process.returncode, stdout, stderr.decode())
        assert_well_behaved(visit)
        assert visit.exit_code == 1, visit.summary
        assert visit.verdict["cause"] == kinds[number % len(kinds)][1], visit.summary
        assert left_running(marker) == []


@pytest.mark.linux_only("xnu refuses a limit below what is mapped, as macOS's libraries are")
@pytest.mark.parametrize("descriptor", [1, 2])
def test_a_flood_of_a_gigabyte(patient: Patient, descriptor: int) -> None:
    patient.torch(
        "import os\nline = b'x' * 999_999 + b'\\n'\n"
        f"for _ in range(1000): os.write({descriptor}, line)\n"
        "raise ImportError('after the flood')\n"
    )
    line = f'ulimit -v {2_000_000}; exec "$@"'  # the doctor itself keeps little of it
    argv = ["bash", "-c", line, "bash", *patient.command("--timeout", "110")]

    visit = patient.visit(argv=argv)

    assert_well_behaved(visit)
    assert visit.verdict["cause"] == "torch-import-failed", visit.summary
    assert "after the flood" in json.dumps(visit.facts)
