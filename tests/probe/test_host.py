"""Facts of a Linux host and its memory, given in files; versions of macOS."""

import os

import pytest

from mps_doctor.probe import host
from mps_doctor.probe.device import free_of_vm_stat
from mps_doctor.probe.gather import ask
from mps_doctor.probe.macos_versions import is_compatibility_version, macos_of_kernel

CPU, MEMORY, DMI = "/proc/cpuinfo", "/proc/meminfo", "/sys/class/dmi/id/"
GROUPS = "/proc/1/cgroup"


@pytest.fixture
def files(monkeypatch):
    """Return the files of a host, which are read instead of those of this one."""
    found: dict[str, str] = {CPU: ""}

    def read(path, most=0):
        if path not in found:
            raise FileNotFoundError(2, "No such file or directory", path)
        return found[path]

    monkeypatch.delenv("KUBERNETES_SERVICE_HOST", raising=False)
    monkeypatch.setattr(host, "read_text", read)
    monkeypatch.setattr(os, "access", lambda path, mode: path in found)
    monkeypatch.setattr(os.path, "exists", found.__contains__)
    return found


@pytest.mark.parametrize(
    ("fact", "texts", "expected"),
    [
        ("chip", {}, {"unknown": "not in /proc/cpuinfo"}),
        ("chip", {CPU: "processor\t: 0\nmodel name\t: A: B \nmodel name : C\n"}, "A: B"),
        ("memory_bytes", {MEMORY: "MemFree: 1 kB\n"}, {"unknown": "not in /proc/meminfo"}),
        ("memory_bytes", {MEMORY: "MemFree: 1 kB\nMemTotal:   16 kB\n"}, 16 * 1024),
        ("virtual_machine", {}, {"unknown": "neither processor flags nor DMI"}),
        ("virtual_machine", {CPU: "flags : fpu hypervisor\n"}, True),
        ("virtual_machine", {CPU: "flags : fpu hypervisors\n"}, False),
        ("virtual_machine", {DMI + "sys_vendor": "QEMU"}, True),
        ("virtual_machine", {DMI + "product_name": "Virtual Machine"}, True),
        ("virtual_machine", {DMI + "sys_vendor": "LENOVO", DMI + "product_name": "\n"}, False),
        ("container", {}, "none"),
        ("container", {"/.dockerenv": ""}, "docker"),
        ("container", {"/.dockerenv": "", "/run/.containerenv": ""}, "podman"),
        ("container", {GROUPS: "0::/\n"}, "none"),
        ("container", {GROUPS: "0::/docker/abc\n"}, "docker"),
        ("container", {GROUPS: "0::/kubepods/docker/abc\n"}, "kubernetes"),
        ("container", {GROUPS: "0::/lxc/abc\n"}, "lxc"),
        ("distribution", {}, {"unknown": "no os-release file"}),
        ("distribution", {"/etc/os-release": 'NAME="D"\nPRETTY_NAME="Debian 12"\n'}, "Debian 12"),
        ("distribution", {"/etc/os-release": "NAME='Alpine'\nVERSION_ID=3.20\n"}, "Alpine 3.20"),
        ("distribution", {"/etc/os-release": "\n", "/usr/lib/os-release": "PRETTY_NAME=X"}, "X"),
    ],
)
def test_a_fact_follows_from_files(files, fact, texts, expected):
    files.update(texts)
    assert host.facts_of_linux()[fact] == expected


def test_a_container_of_kubernetes_says_so(files, monkeypatch):
    files["/.dockerenv"] = ""
    monkeypatch.setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1")
    assert host.facts_of_linux()["container"] == "kubernetes"


@pytest.mark.parametrize(
    ("release", "machine", "cpu", "dmi", "tree", "expected"),
    [
        # docker/for-mac#6512: Docker Desktop on an M1
        (
            *("5.10.104-linuxkit", "aarch64", {"CPU implementer": "0x00"}, "", ""),
            ["kernel release 5.10.104-linuxkit", "CPU implementer 0x00"],
        ),
        # Dr-Noob/cpufetch#229: a Linux guest on an M3 Max
        (
            *("6.8.5-fc40", "aarch64", {"CPU implementer": "0x61"}, "Apple Inc.", ""),
            ["CPU implementer 0x61", "Apple Inc."],
        ),
        ("6.6.0-asahi", "aarch64", {}, "", "apple,j314s\0", ["device tree of Apple"]),
        (
            *("6.10-orbstack", "x86_64", {"model name": "VirtualApple @ 2.50GHz"}, "", ""),
            ["kernel release 6.10-orbstack", "VirtualApple @ 2.50GHz"],
        ),
        ("6.8.0", "aarch64", {"CPU implementer": "0x41"}, "Amazon EC2", "", []),
        ("6.8.0", "x86_64", {"model name": "Intel(R) Xeon(R)"}, "QEMU", "", []),
        ("5.15-linuxkit", "x86_64", {}, "Microsoft Corporation", "", []),
    ],
)
def test_signs_of_a_mac_below_linux(files, monkeypatch, release, machine, cpu, dmi, tree, expected):
    files[CPU] = "".join(f"{key} : {value}\n" for key, value in cpu.items())
    files.update({DMI + "sys_vendor": dmi, "/proc/device-tree/compatible": tree})
    told = os.uname_result(("Linux", "host", release, "version", machine))
    monkeypatch.setattr(os, "uname", lambda: told)
    assert host.facts_of_linux()["apple_marks"] == expected


VM_STAT = """Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10000.
Pages active:                            200000.
Pages inactive:                           20000.
Pages speculative:                         1000.
Pages throttled:                              0.
Pages wired down:                        100000.
Pages purgeable:                            500.
"Translation faults":                  99999999.
"""


def test_an_answer_of_vm_stat_is_read_or_unknown() -> None:
    assert free_of_vm_stat(VM_STAT) == 31_500 * 16_384
    assert "unknown" in ask(free_of_vm_stat, "nothing of the kind")


@pytest.mark.parametrize(
    ("release", "macos"),
    [
        *[("20.6.0", "11"), ("21.6.0", "12"), ("22.1.0", "13"), ("23.6.0", "14"), ("24.6.0", "15")],
        *[("25.2.0", "26"), ("27.0.0", "27"), ("28.1.0", "28")],
        # Darwin 26 was never released, Darwin 19 belongs to 10.15, and 6.1 is a Linux.
        *[("26.0.0", ""), ("19.6.0", ""), ("6.1.0-18-amd64", ""), ("", ""), ("x", "")],
    ],
)
def test_the_kernel_tells_the_major(release, macos):
    assert macos_of_kernel(release) == macos


@pytest.mark.parametrize(
    ("version", "is_one"),
    [
        *[("10.16", True), ("16.0", True), ("16", True), ("16.2", True), ("17.0", True)],
        *[("25.9", True), ("10.15.7", False), ("10", False), ("15.7.1", False), ("26.0", False)],
        *[("27.0", False), ("", False), ("16.x", False), ("?", False)],
    ],
)
def test_numbers_that_no_macos_has(version, is_one):
    assert is_compatibility_version(version) is is_one
