"""What the probe sees on simulated Macs: every macOS from 11 to 27, and Macs unlike most."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from other_pythons import find_python
from simulated_mac import MACHINES, SimMac, macs

from mps_doctor import run_checks
from mps_doctor.discovery import interpreter
from mps_doctor.facts import Machine, encode_machine
from mps_doctor.judgement.assess import judge
from mps_doctor.judgement.catalogue import load_checks

Make = Callable[..., SimMac]

APPLE_SILICON = (*((macos, "M1") for macos in macs.RELEASES), ("27.0", "M5"))
INTEL = tuple((macos, "intel-amd") for macos in macs.RELEASES if macos != "27.0")
"""macOS 27 runs on Apple silicon only; 16 to 25 were never released."""


def facts(mac: SimMac, *, level: str = "quick", timeout: float = 60) -> dict[str, Any]:
    machine = interpreter.examine(mac.python, level=level, timeout=timeout)
    found: dict[str, Any] = json.loads(encode_machine(machine))
    return found


def expected_host(macos: str, hardware: str) -> dict[str, Any]:
    """Return what is true of a Mac, by its name in the table and nothing that was simulated."""
    release, mac = macs.RELEASES[macos], macs.HARDWARE[hardware]
    chip = "Apple processor" if hardware == "M1" and macos.startswith("11.") else mac.chip
    gpus = [macs.GPUS[name]["name"] for name in ("amd", "uhd")]
    return {
        "system": "Darwin",
        "macos_version": macos,
        "macos_build": release.build,
        "macos_version_reported": macos,
        "kernel_release": release.darwin,
        "hardware_architecture": "arm64" if mac.is_apple_silicon else "x86_64",
        "chip": chip,
        "model": mac.model,
        "memory_bytes": mac.memory,
        "virtual_machine": False,
        "container": "none",
        "session": "gui",
        "sandbox": [],
        "ci": "none",
        "gpus": [mac.chip] if mac.is_apple_silicon else gpus,
        "metal_devices": [mac.chip] if mac.is_apple_silicon else gpus,
    }


def host_of(found: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Return the host's facts, GPUs by their names."""
    host = {name: found["host"].get(name) for name in expected}
    for name in ("gpus", "metal_devices"):
        if isinstance(host.get(name), list):
            host[name] = [item["name"] for item in host[name]]
    return host


def simulate(make: Make, macos: str, hardware: str, **options: Any) -> SimMac:
    machine = {"about": "from the table", "macos": macos, "hardware": hardware}
    return make(machine, **{"torch": False, **options})


@pytest.mark.parametrize(("macos", "hardware"), [*APPLE_SILICON, *INTEL])
def test_the_host(simulated_mac: Make, macos: str, hardware: str) -> None:
    found = facts(simulate(simulated_mac, macos, hardware))

    expected = expected_host(macos, hardware)
    assert host_of(found, expected) == expected
    assert found["python"]["translated"] is False
    assert found["toolchain"]["clang"] is True


@pytest.mark.parametrize("macos", ["11.7.10", "27.0"])
def test_the_host_under_rosetta(simulated_mac: Make, macos: str) -> None:
    found = facts(simulate(simulated_mac, macos, "M1", translated=True, old_sdk=True))

    told = "16.0" if macos in ("26.2", "27.0") else "10.16"
    expected = {**expected_host(macos, "M1"), "macos_version_reported": told}
    assert host_of(found, expected) == expected
    assert (found["python"]["architecture"], found["python"]["translated"]) == ("x86_64", True)


@pytest.mark.parametrize("version", ["3.7", "3.9", "3.13"])
def test_the_host_by_another_python(simulated_mac: Make, version: str) -> None:
    found = facts(simulate(simulated_mac, "26.2", "M3", python=find_python(version)))

    expected = expected_host("26.2", "M3")
    assert host_of(found, expected) == expected
    assert found["python"]["version"].startswith(f"{version}.")


@pytest.mark.parametrize(("macos", "translated"), [("14.3.1", False), ("26.2", True)])
def test_what_a_sandbox_of_an_agent_lets_through(
    simulated_mac: Make, macos: str, translated: bool
) -> None:
    mac = simulate(simulated_mac, macos, "M2", confined="codex", translated=translated)
    found = facts(mac)

    host = found["host"]
    assert host["sandbox"] == ["sandbox_check=1"]
    assert host["hardware_architecture"] == "arm64"
    assert (host["chip"], host["model"], host["memory_bytes"]) == ("Apple M2", "Mac14,2", 24 << 30)
    assert host["virtual_machine"] is False
    assert host["metal_devices"] == []
    assert "unknown" in host["gpus"]
    assert "Unknown job manager" in host["session"]["unknown"]
    assert found["python"]["translated"] is translated


def test_where_everything_is_refused_nothing_is_guessed(simulated_mac: Make) -> None:
    mac = simulate(simulated_mac, "15.7.9", "M2", confined="strict", translated=True)
    found = facts(mac)

    for fact in ("hardware_architecture", "chip", "model", "memory_bytes", "virtual_machine"):
        assert "permission" in found["host"][fact]["unknown"]
    assert "permission" in found["python"]["translated"]["unknown"]
    assert found["host"]["macos_version"] == "15.7.9"


@pytest.mark.parametrize("macos", ["12.7.6", "15.7.9"])
def test_a_guest_is_one(simulated_mac: Make, macos: str) -> None:
    found = facts(simulate(simulated_mac, macos, "virtual", session="Background"))

    assert found["host"]["virtual_machine"] is True
    assert found["host"]["session"] == "background"
    assert [gpu["name"] for gpu in found["host"]["gpus"]] == [macs.GPUS["virtual"]["name"]]


# --- slow answers ---------------------------------------------------------------------------------

SCALED = 20.0
"""Seconds for an examination: of them a command has a tenth, and its own deadline is longer."""

LATE = 1.4
"""Seconds that each command takes: in time, with what it takes to start a command here."""


def test_commands_that_answered_while_torch_was_read_have_answered(simulated_mac: Make) -> None:
    """A cold disk: longer than any command may take, and each of them had answered by then."""
    mac = simulate(simulated_mac, "12.2.1", "M1", torch=True, late=0.5, slow_library=SCALED * 0.15)
    found = facts(mac, timeout=SCALED)

    expected = expected_host("12.2.1", "M1")
    assert host_of(found, expected) == expected
    assert found["toolchain"]["developer_dir"] == "/Library/Developer/CommandLineTools"
    assert found["torch"]["mps_linked"] is True


# --- healthy --------------------------------------------------------------------------------------

CHECKS = load_checks(plugins=False)

TORCH = {
    "12": {"version": "2.4.1", "minos": "11.0", "text": "supported on MacOS 12.3+."},
    "13": {"version": "2.8.0", "minos": "11.0", "text": "supported on MacOS 13.0+."},
}
"""The newest torch that can use MPS on a macOS (releases.json); from 14 on it is the one here."""


@pytest.mark.parametrize(
    ("macos", "hardware"),
    [*[("12.7.6", "M1"), ("13.7.8", "M1")], *[("15.7.9", "M3"), ("27.0", "M1")]],
)
def test_a_healthy_mac_has_no_finding(simulated_mac: Make, macos: str, hardware: str) -> None:
    machine: dict[str, Any] = {"about": "from the table", "macos": macos, "hardware": hardware}
    if described := TORCH.get(macos.split(".")[0]):
        machine["torch"] = described
    examined = interpreter.examine(simulated_mac(machine).python, timeout=120)

    assert findings(examined) == []
    assert examined.smoke.outcome == "completed"


def findings(machine: Machine) -> list[str]:
    return [f"{r.check}: {r.message}" for r in judge(machine, CHECKS) if r.is_finding]


@pytest.mark.parametrize("name", MACHINES)
def test_the_real_probe_sees_the_machine(simulated_mac: Make, name: str) -> None:
    mac = simulated_mac(name)
    document = facts(mac, level="standard", timeout=120)
    found = {}
    for fact in mac.machine["facts"]:
        section, _, field = fact.partition(".")
        found[fact] = document[section].get(field)
    assert found == mac.machine["facts"]


def test_the_probe_runs_no_stub_and_nothing_with_sudo(simulated_mac: Make) -> None:
    mac = simulated_mac(torch=False, commands={"clang": {}, "git": {}, "sudo": {}, "python3": {}})
    interpreter.examine(mac.python, level="quick", timeout=60)
    ran = {call[0] for call in mac.calls()}
    assert {"sw_vers", "uname", "xcode-select"} <= ran
    assert not ran & {"clang", "git", "sudo", "python3", "xcrun"}


CASES = msgspec.toml.decode(Path(__file__).with_name("odd_macs.toml").read_bytes())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_an_odd_mac(simulated_mac: Make, case: dict[str, Any]) -> None:
    described = dict(case["mac"], about="see the table")
    absent = dict.fromkeys(described.pop("absent", ()))
    mac = simulated_mac(
        {**described, "sysctl": {**described.get("sysctl", {}), **absent}},
        torch="torch" in described,
    )

    report = run_checks(
        python=mac.python, level="standard" if "torch" in described else "quick", timeout=60
    )

    seen = json.loads(report.to_json())["facts"]
    for fact, expected in case.get("facts", {}).items():
        section, _, name = fact.partition(".")
        assert seen[section].get(name) == expected
    for fact, reason in case.get("unknown", {}).items():
        section, _, name = fact.partition(".")
        assert reason in seen[section][name]["unknown"]
    assert report.verdict.cause == case["cause"].split("|")[-1 if sys.version_info > (3, 13) else 0]
    assert case.get("said", "") in f"{report.verdict.headline}\n{report.verdict.sentence}"
