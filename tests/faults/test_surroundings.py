"""A current folder that was removed, and a reader that goes away."""

import sys

import pytest
from patient import Patient

FAILING_TORCH = "raise ImportError('as ever')\n"


@pytest.mark.linux_only("says what is said of a Linux")
def test_a_removed_current_folder_and_nothing_named(patient: Patient) -> None:
    line = 'mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone" && exec "$@"'
    command = [sys.executable, "-m", "mps_doctor", "--format", "json", "--level", "quick"]

    visit = patient.visit(argv=["bash", "-c", line, "bash", *command])

    assert visit.exit_code == 1, visit.summary
    assert visit.verdict["cause"] == "not-macos-host"


@pytest.mark.parametrize("format_", ["json", "console"])
def test_a_reader_that_goes_away(patient: Patient, format_: str) -> None:
    patient.torch(FAILING_TORCH)
    argv = ["bash", "-c", '"$@" | head -c 1', "bash", *patient.command("--format", format_)]

    visit = patient.visit(argv=argv)

    assert len(visit.stdout) == 1
    assert visit.stderr == ""
    assert visit.left == []
