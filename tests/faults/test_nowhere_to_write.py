"""A full disk, a read-only one, and no place at all for temporary files."""

import subprocess
import sys

import pytest
from patient import DOCUMENTED, Patient, Visit, assert_well_behaved

pytestmark = pytest.mark.linux_only("mounts file systems in a name space of its own")

FAILING_TORCH = "raise ImportError('as ever')\n"

NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]
"""Mounts that only one process and its children see; needs no rights where the system allows it."""

DISKS = {
    "a full disk": 'mount -t tmpfs -o size=64k none "$HOME" && export TMPDIR="$HOME" && cd "$HOME"'
    " && { head -c 100000 /dev/zero >full 2>/dev/null || true; }",
    "a read-only home": 'mount -t tmpfs -o ro none "$HOME" && cd "$HOME"',
    "nothing can be written anywhere": "for folder in /tmp /var/tmp /dev/shm; do"
    ' if [ -d "$folder" ]; then mount --bind "$folder" "$folder"'
    ' && mount -o remount,bind,ro "$folder" || exit 99; fi; done; unset TMPDIR'
    ' && ! touch "$HOME/x" 2>/dev/null && ! touch /tmp/x 2>/dev/null && cd /proc',
}


@pytest.fixture(params=DISKS.values(), ids=DISKS.keys())
def disk(request: pytest.FixtureRequest, patient: Patient) -> str:
    """Return the shell's words that make such a disk; the test is skipped where they fail."""
    words = str(request.param)
    argv = [*NAMESPACE, "bash", "-c", words]
    tried = subprocess.run(argv, env=patient.env, capture_output=True, timeout=60)
    if tried.returncode != 0:
        pytest.skip(f"no file system can be mounted here: {tried.stderr.decode().strip()}")
    return words


def visit_on(disk: str, patient: Patient, *arguments: str) -> Visit:
    line = f'{disk} && "$@"'
    argv = [*NAMESPACE, "bash", "-c", line, "bash", *patient.command(*arguments)]
    return patient.visit(argv=argv)


def test_an_examination(patient: Patient, disk: str) -> None:
    patient.torch(FAILING_TORCH)

    visit = visit_on(disk, patient)

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("torch-import-failed", 1), visit.summary


FIX = (sys.executable, "-m", "mps_doctor", "fix", "--device", "cpu", "--format", "json")


@pytest.mark.parametrize(
    ("arguments", "exit_code"),
    [(("snapshot",), 0), (("explain", "torch-import-failed", "--format", "json"), 0), (FIX, 1)],
    ids=["snapshot", "explain", "fix"],
)
def test_another_command(
    patient: Patient, disk: str, arguments: tuple[str, ...], exit_code: int
) -> None:
    patient.torch(FAILING_TORCH)
    command = patient.command(*arguments)
    if arguments == FIX:
        command = [*FIX, "--python", str(patient.python)]

    visit = patient.visit(argv=[*NAMESPACE, "bash", "-c", f'{disk} && "$@"', "bash", *command])

    assert visit.exit_code == exit_code, visit.stderr
    assert visit.stderr == ""
    assert visit.left == []


def test_a_report_that_is_to_be_written_there(patient: Patient, disk: str) -> None:
    patient.torch(FAILING_TORCH)

    visit = visit_on(disk, patient, "-o", str(patient.home / "report.json"))

    assert visit.exit_code in DOCUMENTED - {0, 1, 3}, visit.stderr
    assert visit.stderr.count("\n") == 1, visit.stderr
    assert visit.left == []


def test_a_report_that_finds_no_room_leaves_the_old_one(patient: Patient) -> None:
    patient.torch(FAILING_TORCH)
    mount = 'mount -t tmpfs -o size=4k none "$HOME"'
    argv = [*NAMESPACE, "bash", "-c", mount]
    if subprocess.run(argv, env=patient.env, capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here")
    line = (
        f'{mount} && echo old >"$HOME/report.json" && '
        '"$@" -o "$HOME/report.json"; code=$?; ls -A "$HOME" >&2; cat "$HOME"/* >&2; exit $code'
    )

    visit = patient.visit(argv=[*NAMESPACE, "bash", "-c", line, "bash", *patient.command()])

    assert visit.exit_code == 2, visit.stderr
    assert "No space left" in visit.stderr
    assert visit.stderr.endswith("report.json\nold\n"), visit.stderr
