"""What macOS's own commands print, and what the probe makes of it."""

from __future__ import annotations

import json
import os

import probe_host_macos as macos
import pytest
from probe_commands import Answer
from probe_gather import NotKnownError, ask
from probe_toolchain import facts as toolchain_facts

IOREG = """+-o AGXAcceleratorG16G  <class AGXAcceleratorG16G, id 0x1000004f1, registered, matched>
    {
      "IOClass" = "AGXAcceleratorG16G"
      "model" = "Apple M4"
      "gpu-core-count" = 10
      "PerformanceStatistics" = {"In use system memory"=356089856,"Device Utilization %"=30}
    }

"""

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


class Answers:
    """Recorded answers of commands, by the names that the probe gives them."""

    def __init__(self, **texts: str | Answer) -> None:
        self._texts = texts

    def answer(self, name: str) -> Answer:
        given = self._texts.get(name, Answer(None, "", "", "not on this system"))
        return Answer(0, given, "") if isinstance(given, str) else given

    def text(self, name: str) -> str:
        return self.answer(name).text()


def test_ioreg_names_an_apple_gpu_and_its_cores():
    assert macos.gpus_of_ioreg(IOREG) == [{"name": "Apple M4", "vendor": "Apple", "cores": 10}]


def test_ioreg_of_a_virtual_machine_is_empty():
    assert macos.gpus_of_ioreg("") == []


def test_profiler_names_gpus_and_no_serial_number():
    found = macos.gpus_of_profiler(json.dumps(PROFILER))

    assert found == [
        {"name": "Apple M1", "vendor": "Apple", "cores": 7, "metal": "spdisplays_metal3"},
        {"name": "AMD Radeon Pro 5500M", "metal": "spdisplays_mtlgpufamilymac2"},
    ]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"SPDisplaysDataType": 3}', "nonsense"])
def test_an_answer_that_is_none_becomes_a_reason(text):
    found = ask(macos.gpus_of_profiler, text)
    assert found == [] or "unknown" in found


@pytest.mark.parametrize(
    ("release", "major"),
    [("20.6.0", "11"), ("22.1.0", "13"), ("24.6.0", "15"), ("25.2.0", "26"), ("26.0.0", "27")],
)
def test_the_kernel_tells_the_major(release, major):
    assert macos.kernel_major(release) == major


def uname(release: str):
    return os.uname_result(("Darwin", "host", release, "version", "arm64"))


@pytest.mark.parametrize(
    ("release", "told", "version"),
    [
        ("23.6.0", "ProductName:\t\tmacOS\nProductVersion:\t\t14.8.7\n", "14.8.7"),
        ("25.2.0", "ProductVersion:\t\t16.0\n", "26"),
        ("22.6.0", "ProductVersion:\t\t10.16\n", "13"),
        ("24.6.0", "ProduktVersion: fünfzehn\n", "15"),
        ("24.6.0", "", "15"),
    ],
)
def test_the_version_is_checked_against_the_kernel(monkeypatch, release, told, version):
    monkeypatch.setattr(os, "uname", lambda: uname(release))

    assert macos.version(Answers(sw_vers=told)) == version


def test_a_kernel_that_is_not_known_takes_the_reason_along(monkeypatch):
    monkeypatch.setattr(os, "uname", lambda: uname("6.1"))

    with pytest.raises(NotKnownError, match="not on this system"):
        macos.version(Answers())


def sysctl(**values: object) -> Answers:
    names = {"arm64": "hw.optional.arm64", "brand": "machdep.cpu.brand_string"}
    names |= {"model": "hw.model", "vmm": "kern.hv_vmm_present"}
    text = "".join(f"{names[name]}: {value}\n" for name, value in values.items())
    return Answers(sysctl=Answer(1, text, "sysctl: unknown oid"))


@pytest.mark.parametrize(
    ("answers", "virtual"),
    [
        (sysctl(vmm=0, model="Mac14,2", brand="Apple M2"), False),
        (sysctl(vmm=1, model="VirtualMac2,1", brand="Apple M1 (Virtual)"), True),
        (sysctl(model="VirtualMac2,1"), True),
        (sysctl(vmm=0, model="Mac16,1", brand="Apple M4 Pro (Virtual)"), True),
    ],
)
def test_virtual_machine(answers, virtual):
    assert macos._Sysctl(answers).virtual_machine() is virtual


def test_an_intel_mac_lacks_the_arm_sysctl(monkeypatch):
    monkeypatch.setattr(
        os, "uname", lambda: os.uname_result(("Darwin", "host", "23.5.0", "v", "x86_64"))
    )

    assert macos._Sysctl(sysctl(model="MacBookPro16,1")).architecture() == "x86_64"
    assert macos._Sysctl(sysctl(arm64=1)).architecture() == "arm64"


def test_sysctl_that_answers_nonsense_makes_unknowns(monkeypatch):
    monkeypatch.setattr(
        os, "uname", lambda: os.uname_result(("Darwin", "host", "23.5.0", "v", "x86_64"))
    )

    found = ask(macos._Sysctl(Answers(sysctl="nein\n")).architecture)
    assert "unexpected answer of sysctl" in found["unknown"]


def test_toolchain_of_a_mac_without_any():
    none = Answer(2, "", "xcode-select: error: unable to get active developer directory")
    found = toolchain_facts(Answers(**{"xcode-select": none}))

    assert found["developer_dir"] == ""
    assert (found["developer_dir_exists"], found["clang"]) == (False, False)


def test_toolchain_with_a_stale_folder(tmp_path):
    answers = {"xcode-select": f"{tmp_path}/gone\n", "pkgutil": "pkg-version: 13.4.0.0.1\n"}
    found = toolchain_facts(Answers(**answers))

    assert found["developer_dir"] == f"{tmp_path}/gone"
    assert (found["developer_dir_exists"], found["clang"]) == (False, False)
    assert found["tools_version"] == "13.4.0.0.1"


def test_toolchain_of_the_command_line_tools(tmp_path):
    (tmp_path / "usr" / "bin").mkdir(parents=True)
    (tmp_path / "usr" / "bin" / "clang").touch()

    found = toolchain_facts(Answers(**{"xcode-select": f"{tmp_path}\n"}))
    assert (found["developer_dir_exists"], found["clang"]) == (True, True)
    assert found["tools_version"] == {"unknown": "not on this system"}
