"""Commands of macOS that are missing, hang, fail, talk nonsense or do not stop talking."""

from pathlib import Path

import pytest
from patient import Patient, Visit, assert_well_behaved
from simulated_mac import SimMac

COMMANDS = (*("sw_vers", "uname", "launchctl", "xcode-select", "pkgutil", "system_profiler"),)

FAULTS = {
    "missing": "",
    "fails with an error": "echo 'dyld: Library not loaded: x' >&2; exit 72",
    "answers in another language": "echo 'Produktversion:\t14,5\nBuild-Version:\t23F79'; exit 0",
    "answers in another format": 'echo \'{"ProductVersion": [14, 5], "SPDisplaysDataType": 7}\'',
    "prints rubbish": "head -c 100000 /dev/urandom",
    "prints 100 MB": "head -c 100000000 /dev/zero | tr '\\0' 'x'",
    "leaves a child that keeps the pipe": "sleep 60 & exit 0",
    "asks for input": "read answer; exit 1",
    "attacks": "printf 'ProductVersion: 14.5\\033]0;x\\007\\nhw.model: [bold]<b>$(id)\\n'",
}

HANGS = {
    "sleeps": "sleep 60",
    "is deaf": "trap '' 1 2 3 13 15; while true; do sleep 1; done",
    "prints slowly for ever": "while true; do echo x; sleep 0.1; done",
}


@pytest.fixture
def mac(tmp_path: Path) -> SimMac:
    return SimMac(tmp_path / "mac", "m2_macos145", torch=False, mps=None)


def replace(mac: SimMac, command: str, text: str) -> None:
    path = mac.folder / "bin" / command
    path.unlink(missing_ok=True)
    if text:
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)


def examine(patient: Patient, mac: SimMac, *arguments: str) -> Visit:
    return patient.visit(
        *("--python", mac.python, "--device", "mps", "--level", "quick", *arguments)
    )


EACH_WITH_ONE = [
    pytest.param(command, text, id=f"{command} {name}")
    for number, command in enumerate(COMMANDS)
    for place, (name, text) in enumerate(FAULTS.items())
    if (number + place) % 5 == 0
]
"""Every command and every fault, not every pair."""


@pytest.mark.parametrize(("command", "text"), EACH_WITH_ONE)
def test_one_command(patient: Patient, mac: SimMac, command: str, text: str) -> None:
    replace(mac, command, text)

    visit = examine(patient, mac)

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("torch-not-installed", 1), visit.summary
    facts = visit.facts
    assert facts["host"]["system"] == "Darwin"
    assert facts["python"]["architecture"] == "arm64"
    assert facts["host"]["chip"] == "Apple M2"


@pytest.mark.parametrize("text", [*FAULTS.values(), *HANGS.values()], ids=[*FAULTS, *HANGS])
def test_all_commands_at_once(patient: Patient, mac: SimMac, text: str) -> None:
    for command in COMMANDS:
        replace(mac, command, text)

    visit = examine(patient, mac)

    assert_well_behaved(visit)
    assert visit.exit_code in (1, 4), visit.summary
    # No guess: what the commands would have told is unknown, never wrong.
    assert visit.verdict["cause"] in ("torch-not-installed", None), visit.summary
    assert visit.facts["host"]["system"] == "Darwin"
    assert "\x1b" not in visit.stdout.decode()
