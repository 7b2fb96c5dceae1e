"""What the kernel of Linux tells of the host, given in files."""

from __future__ import annotations

import os
from types import SimpleNamespace

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


def test_the_processor(files):
    with pytest.raises(NotKnownError, match="not in /proc/cpuinfo"):
        linux.chip()
    files.texts["/proc/cpuinfo"] = "processor\t: 0\nmodel name\t: A: B \nmodel name : C\n"
    assert linux.chip() == "A: B"


def test_the_memory(files):
    files.texts["/proc/meminfo"] = "MemFree: 1 kB\n"
    with pytest.raises(NotKnownError, match="not in /proc/meminfo"):
        linux.memory()
    files.texts["/proc/meminfo"] = "MemFree: 1 kB\nMemTotal:   16 kB\n"
    assert linux.memory() == 16 * 1024


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


def test_marks_of_a_mac(files, monkeypatch):
    name = SimpleNamespace(release="6.8.0-orbstack", machine="aarch64")
    monkeypatch.setattr(os, "uname", lambda: name)
    assert linux.apple_marks() == ["kernel release 6.8.0-orbstack"]
    files.texts["/proc/device-tree/compatible"] = "apple,j274\0apple,t8103"
    files.texts[DMI + "sys_vendor"] = "Apple Inc."
    assert linux.apple_marks() == [
        "kernel release 6.8.0-orbstack",
        "Apple Inc.",
        "device tree of Apple",
    ]


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
