"""What the kernel of Linux tells of the host, given in files."""

import os

import pytest

from mps_doctor.probe import host_linux as linux
from mps_doctor.probe.gather import NotKnownError


class Files:
    """The files of a host, instead of those of this one."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def read(self, path, most=0):
        if path not in self.texts:
            raise FileNotFoundError(2, "No such file or directory", path)
        return self.texts[path]

    def access(self, path, mode):
        return path in self.texts

    def exists(self, path):
        return path in self.texts


@pytest.fixture
def files(monkeypatch):
    found = Files()
    monkeypatch.delenv("KUBERNETES_SERVICE_HOST", raising=False)
    monkeypatch.setattr(linux, "read_text", found.read)
    monkeypatch.setattr(os, "access", found.access)
    monkeypatch.setattr(os.path, "exists", found.exists)
    found.texts["/proc/cpuinfo"] = ""
    return found


def test_the_processor_and_the_memory(files):
    found = linux.facts()
    assert found["chip"] == {"unknown": "not in /proc/cpuinfo"}
    files.texts["/proc/cpuinfo"] = "processor\t: 0\nmodel name\t: A: B \nmodel name : C\n"
    files.texts["/proc/meminfo"] = "MemFree: 1 kB\n"
    found = linux.facts()
    assert (found["chip"], found["memory_bytes"]) == ("A: B", {"unknown": "not in /proc/meminfo"})
    files.texts["/proc/meminfo"] = "MemFree: 1 kB\nMemTotal:   16 kB\n"
    assert linux.facts()["memory_bytes"] == 16 * 1024


@pytest.mark.parametrize(
    ("limit", "used", "free"),
    [("max\n", "9\n", 64 << 10), ("32768\n", "8192\n", 24 << 10), ("4096\n", "8192\n", 0)],
)
def test_free_memory_within_the_limit_of_a_container(files, limit, used, free):
    files.texts["/proc/meminfo"] = "MemAvailable: 64 kB\n"
    assert linux.free_memory() == 64 << 10
    files.texts["/sys/fs/cgroup/memory.max"] = limit
    files.texts["/sys/fs/cgroup/memory.current"] = used
    assert linux.free_memory() == free


DMI = "/sys/class/dmi/id/"


@pytest.mark.parametrize(
    ("texts", "virtual"),
    [
        ({"/proc/cpuinfo": "flags : fpu hypervisor\n"}, True),
        ({"/proc/cpuinfo": "flags : fpu hypervisors\n"}, False),
        *(({DMI + "sys_vendor": name}, True) for name in ("QEMU", "VMware, Inc.", "Bochs")),
        *(({DMI + "product_name": name}, True) for name in ("KVM", "Virtual Machine")),
        ({DMI + "sys_vendor": "LENOVO", DMI + "product_name": "\n"}, False),
    ],
)
def test_a_virtual_machine(files, texts, virtual):
    files.texts.update(texts)
    assert linux.virtual_machine() is virtual


def test_a_virtual_machine_that_shows_nothing(files):
    with pytest.raises(NotKnownError, match="neither processor flags nor DMI"):
        linux.virtual_machine()


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        ({}, "none"),
        ({"/.dockerenv": ""}, "docker"),
        ({"/.dockerenv": "", "/run/.containerenv": ""}, "podman"),
        ({"/proc/1/cgroup": "0::/\n"}, "none"),
        ({"/proc/1/cgroup": "0::/docker/abc\n"}, "docker"),
        ({"/proc/1/cgroup": "0::/kubepods/docker/abc\n"}, "kubernetes"),
        ({"/proc/1/cgroup": "0::/lxc/abc\n"}, "lxc"),
    ],
)
def test_a_container(files, texts, kind):
    files.texts.update(texts)
    assert linux.container() == kind


def test_a_container_of_kubernetes_says_so(files, monkeypatch):
    files.texts["/.dockerenv"] = ""
    monkeypatch.setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1")
    assert linux.container() == "kubernetes"


def cpu(**values: str):
    return lambda key: [values[name] for name in values if name.replace("_", " ") == key]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        # docker/for-mac#6512: Docker Desktop on an M1
        (
            linux.marks_of("5.10.104-linuxkit", "aarch64", cpu(CPU_implementer="0x00"), [], ""),
            ["kernel release 5.10.104-linuxkit", "CPU implementer 0x00"],
        ),
        # Dr-Noob/cpufetch#229: a Linux guest on an M3 Max
        (
            linux.marks_of(
                "6.8.5-fc40",
                "aarch64",
                cpu(CPU_implementer="0x61"),
                ["Apple Inc.", "Apple Virtualization Generic Platform"],
                "",
            ),
            ["CPU implementer 0x61", "Apple Inc.", "Apple Virtualization Generic Platform"],
        ),
        (
            linux.marks_of("6.6.0-asahi", "aarch64", cpu(), [], "apple,j314s\0apple,arm-platform"),
            ["device tree of Apple"],
        ),
        (
            linux.marks_of(
                "6.10.14-orbstack", "x86_64", cpu(model_name="VirtualApple @ 2.50GHz"), [], ""
            ),
            ["kernel release 6.10.14-orbstack", "VirtualApple @ 2.50GHz"],
        ),
        (linux.marks_of("6.8.0", "aarch64", cpu(CPU_implementer="0x41"), ["Amazon EC2"], ""), []),
        (linux.marks_of("6.8.0", "x86_64", cpu(model_name="Intel(R) Xeon(R)"), ["QEMU"], ""), []),
        (linux.marks_of("5.15-linuxkit", "x86_64", cpu(), ["Microsoft Corporation"], ""), []),
    ],
)
def test_signs_of_a_mac_below_linux(marks, expected):
    assert marks == expected


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        ({"/etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian 12"\n'}, "Debian 12"),
        ({"/etc/os-release": "NAME='Alpine'\nVERSION_ID=3.20\n"}, "Alpine 3.20"),
        ({"/etc/os-release": "NAME=Arch\n"}, "Arch"),
        ({"/etc/os-release": "\n", "/usr/lib/os-release": "PRETTY_NAME=X"}, "X"),
        ({"/usr/lib/os-release": "PRETTY_NAME=X"}, "X"),
    ],
)
def test_the_distribution(files, texts, name):
    files.texts.update(texts)
    assert linux.distribution() == name


def test_a_distribution_without_a_name(files):
    with pytest.raises(NotKnownError, match="no os-release file"):
        linux.distribution()
