"""What macOS's own commands print, and what the probe makes of it."""

import json
import os

import pytest
from makers import RecordedCommand, RecordedCommands
from tables import cases

from mps_doctor.probe import host_macos as macos
from mps_doctor.probe.gather import NotKnownError, ask
from mps_doctor.probe.host import session as session_of
from mps_doctor.probe.libraries import AbsentError

PROFILER = {
    "SPDisplaysDataType": [
        {
            "_name": "kHW_AppleM1Item",
            "spdisplays_mtlgpufamilysupport": "spdisplays_metal3",
            "spdisplays_vendor": "sppci_vendor_Apple",
            "sppci_cores": "7",
            "sppci_model": "Apple M1",
            "spdisplays_ndrvs": [{"_spdisplays_display-serial-number": "S3CR3T"}],
        },
        {
            "_name": "AMD Radeon Pro 5500M",
            "spdisplays_metalfamily": "spdisplays_mtlgpufamilymac2",
            "sppci_model": "AMD Radeon Pro 5500M",
        },
    ]
}


def test_profiler_names_gpus_and_no_serial_number():
    found = macos.gpus_of_profiler(json.dumps(PROFILER))

    assert found == [{"name": "Apple M1", "vendor": "Apple"}, {"name": "AMD Radeon Pro 5500M"}]


@pytest.mark.parametrize("text", ["", "[]", '{"SPDisplaysDataType": 3}', "nonsense"])
def test_an_answer_that_is_none_becomes_a_reason(text):
    found = ask(macos.gpus_of_profiler, text)
    assert "unexpected answer of system_profiler" in found["unknown"]


class Values:
    """A kernel that has these values; one that is "refused" is not given, another is absent."""

    def __init__(self, **values: object) -> None:
        names = {
            "arm64": "hw.optional.arm64",
            "brand": "machdep.cpu.brand_string",
            "model": "hw.model",
            "vmm": "kern.hv_vmm_present",
            "translated": "sysctl.proc_translated",
        }
        self._values = {names[name]: value for name, value in values.items()}

    def value(self, name: str) -> object:
        if name not in self._values:
            raise AbsentError(f"the kernel has no {name}")
        if self._values[name] == "refused":
            raise NotKnownError(f"permission: sysctl {name}")
        return self._values[name]


def mac(answers: RecordedCommands | None = None, **values: object) -> macos.Mac:
    return macos.Mac(answers or RecordedCommands(), Values(**values).value)


@pytest.fixture
def uname(monkeypatch):
    """Return a setter of what `os.uname` says."""

    def put(release: str = "25.2.0", machine: str = "x86_64"):
        told = os.uname_result(("Darwin", "host", release, "version", machine))
        monkeypatch.setattr(os, "uname", lambda: told)

    return put


@cases
def test_sw_vers_is_believed_unless_it_gives_a_compatibility_number(uname, release, told, version):
    uname(release)

    assert mac(RecordedCommands(sw_vers=told)).version() == version


def test_whole_lines_of_sw_vers_count_though_it_did_not_end(uname):
    uname("21.6.0")
    cut = RecordedCommand(
        "ProductVersion: 12.7.6\nBuildVersion: 21H13", problem="command timed out"
    )
    found = mac(RecordedCommands(sw_vers=cut)).facts()

    assert found["macos_version"] == "12.7.6"
    assert found["macos_build"] == {"unknown": "command timed out"}


def test_a_rapid_response_is_not_the_build(uname):  # puppetlabs/facter#2568
    said = "ProductVersion: 13.4.1\nProductVersionExtra: (c)\nBuildVersion: 22F770820d\n"

    assert mac(RecordedCommands(sw_vers=said)).facts()["macos_build"] == "22F770820d"


def test_a_kernel_that_is_not_known_takes_the_reason_along(uname):
    uname("26.1")

    with pytest.raises(NotKnownError, match="not on this system"):
        mac().version()
    with pytest.raises(NotKnownError, match=r"16\.0, which is no version of macOS"):
        mac(RecordedCommands(sw_vers="ProductVersion: 16.0\n")).version()


@cases
def test_virtual_machine(uname, values, virtual):
    uname()

    found = ask(mac(**values).virtual_machine)
    assert found is virtual if virtual is not None else "permission" in found["unknown"]


@cases
def test_architecture_of_the_processor(uname, values, architecture):
    uname(machine="x86_64")

    found = ask(mac(**values).architecture)
    assert found == (architecture or {"unknown": "permission: sysctl hw.optional.arm64"})


@cases
def test_translation(uname, machine, values, translated):
    uname(machine=machine)

    found = ask(mac(**values).translated)
    assert found is translated if translated is not None else "permission" in found["unknown"]


@cases
def test_session(monkeypatch, said, session):
    for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)

    assert session_of(mac(RecordedCommands(launchctl=said))) == session
    with pytest.raises(NotKnownError, match="unexpected answer of launchctl"):
        session_of(mac(RecordedCommands(launchctl="Purgatory\n")))
