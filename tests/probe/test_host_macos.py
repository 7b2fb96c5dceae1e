"""What macOS's own commands print, and what the probe makes of it."""

import json
import os

import pytest
from makers import RecordedCommand, RecordedCommands

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

    assert found == [
        {"name": "Apple M1", "vendor": "Apple"},
        {"name": "AMD Radeon Pro 5500M"},
    ]


@pytest.mark.parametrize("text", ["", "[]", '{"SPDisplaysDataType": 3}', "nonsense"])
def test_an_answer_that_is_none_becomes_a_reason(text):
    found = ask(macos.gpus_of_profiler, text)
    assert "unexpected answer of system_profiler" in found["unknown"]


class Values:
    """A kernel that has these values; a name that it refuses is None, another is absent."""

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
        if self._values[name] is None:
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


@pytest.mark.parametrize(
    ("release", "told", "version"),
    [
        ("23.6.0", "ProductName:\t\tmacOS\nProductVersion:\t\t14.8.7\n", "14.8.7"),
        ("27.0.0", "ProductVersion:\t\t27.0\nBuildVersion: 26A428\n", "27.0"),
        # A number that is not in our table is believed as well.
        ("27.1.0", "ProductVersion:\t\t28.0\n", "28.0"),
        ("25.2.0", "ProductVersion:\t\t16.0\n", "26"),
        ("27.0.0", "ProductVersion:\t\t17.0\n", "27"),
        ("22.6.0", "ProductVersion:\t\t10.16\n", "13"),
        ("24.6.0", "ProduktVersion: fünfzehn\n", "15"),
        ("24.6.0", "ProductVersion: 15,6\n", "15"),
        ("24.6.0", "", "15"),
    ],
)
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


@pytest.mark.parametrize(
    ("values", "virtual"),
    [
        ({"vmm": 0, "model": "Mac14,2", "brand": "Apple M2"}, False),
        ({"vmm": 1, "model": "VirtualMac2,1", "brand": "Apple M1 (Virtual)"}, True),
        # macOS 11 on Apple silicon says 0 in every guest.
        ({"vmm": 0, "model": "VirtualMac2,1", "brand": "Apple processor"}, True),
        ({"vmm": 0, "model": "Mac16,1", "brand": "Apple M4 Pro (Virtual)"}, True),
        # Codex's sandbox refuses the first and lets the second through.
        ({"vmm": None, "model": "Mac14,2", "brand": "Apple M2", "arm64": None}, False),
        ({"vmm": 1, "model": "MacPro7,1", "brand": "Intel(R) Xeon(R)"}, True),
        ({"vmm": 0, "model": None, "brand": None}, False),
        # An Intel guest may have the model of its host.
        ({"vmm": None, "model": "MacBookPro16,1", "brand": "Intel(R) Core(TM) i9"}, None),
    ],
)
def test_virtual_machine(uname, values, virtual):
    uname()

    found = ask(mac(**values).virtual_machine)
    assert found is virtual if virtual is not None else "permission" in found["unknown"]


@pytest.mark.parametrize(
    ("values", "architecture"),
    [
        ({"arm64": 1}, "arm64"),
        ({"model": "MacBookPro16,1"}, "x86_64"),
        # A refusal is no absence: the chip's name decides, and without it nothing does.
        ({"arm64": None, "brand": "Apple M2"}, "arm64"),
        ({"arm64": None, "brand": "Apple processor"}, "arm64"),
        ({"arm64": None, "brand": "Intel(R) Core(TM) i9-9880H CPU @ 2.30GHz"}, "x86_64"),
        ({"arm64": None, "brand": None}, None),
    ],
)
def test_architecture_of_the_processor(uname, values, architecture):
    uname(machine="x86_64")

    found = ask(mac(**values).architecture)
    assert found == (architecture or {"unknown": "permission: sysctl hw.optional.arm64"})


@pytest.mark.parametrize(
    ("machine", "values", "translated"),
    [
        ("x86_64", {"translated": 1}, True),
        ("x86_64", {"translated": 0, "arm64": 1}, False),
        ("arm64", {"translated": 0}, False),
        # Absent: an Intel Mac, or one whose kernel has the name under another.
        ("x86_64", {"brand": "Intel(R) Core(TM) i9"}, False),
        ("x86_64", {"arm64": 1}, True),
        # Refused.
        ("x86_64", {"translated": None, "arm64": None, "brand": "Apple M2"}, True),
        ("x86_64", {"translated": None, "arm64": None, "brand": "Intel(R) Core(TM) i9"}, False),
        ("arm64", {"translated": None, "arm64": None, "brand": "Apple M2"}, False),
        ("x86_64", {"translated": None, "arm64": None, "brand": None}, None),
    ],
)
def test_translation(uname, machine, values, translated):
    uname(machine=machine)

    found = ask(mac(**values).translated)
    assert found is translated if translated is not None else "permission" in found["unknown"]


@pytest.mark.parametrize(
    ("said", "session"),
    [("Aqua\n", "gui"), ("Background\n", "background"), ("System\n", "background")],
)
def test_session(monkeypatch, said, session):
    for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)

    assert session_of(mac(RecordedCommands(launchctl=said))) == session
    with pytest.raises(NotKnownError, match="unexpected answer of launchctl"):
        session_of(mac(RecordedCommands(launchctl="Purgatory\n")))
