"""Facts of a Linux host and its memory, given in files; versions of macOS."""

import os

import pytest
from tables import cases

from mps_doctor.probe import host
from mps_doctor.probe.device import free_of_vm_stat
from mps_doctor.probe.gather import ask
from mps_doctor.probe.macos_versions import is_compatibility_version, macos_of_kernel

CPU, DMI = "/proc/cpuinfo", "/sys/class/dmi/id/"


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


@cases
def test_a_fact_follows_from_files(files, fact, texts, expected):
    files.update(texts)
    assert host.facts_of_linux()[fact] == expected


def test_a_container_of_kubernetes_says_so(files, monkeypatch):
    files["/.dockerenv"] = ""
    monkeypatch.setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1")
    assert host.facts_of_linux()["container"] == "kubernetes"


@cases
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


@cases
def test_the_kernel_tells_the_major(release, macos):
    assert macos_of_kernel(release) == macos


@cases
def test_numbers_that_no_macos_has(version, is_one):
    assert is_compatibility_version(version) is is_one
