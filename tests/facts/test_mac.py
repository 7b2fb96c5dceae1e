"""What kind of Mac the facts speak of, where some of them are missing or bent."""

from typing import Any

import samples
from tables import cases

from mps_doctor import facts
from mps_doctor.facts import Host, Interpreter, Unknown, hardware, known_or, real_macos
from mps_doctor.fixes import read_situation
from mps_doctor.knowledge.macos import MacOS


@cases
def test_the_version_of_macos(host: dict[str, str], macos: str) -> None:
    mac = Host(system="Darwin", **host)  # type: ignore[arg-type]
    assert known_or(real_macos(mac), "") == macos
    assert read_situation(mac, Interpreter()).macos == macos


def test_an_unknown_minor_version_counts_as_new_enough() -> None:
    """Of macOS 12, MPS needs 12.3: a kernel says "12" only."""
    host = Host(system="Darwin", kernel_release="21.6.0")
    assert read_situation(host, Interpreter()).macos == "12.3"


def test_a_linux_kernel_tells_no_macos() -> None:
    assert isinstance(real_macos(Host(system="Linux", kernel_release="27.0.0")), Unknown)
    assert isinstance(real_macos(Host(kernel_release="23.5.0")), Unknown)


@cases
def test_the_processor(host: dict[str, Any], python: dict[str, Any], processor: str) -> None:
    mac = samples.facts(host=host, python=python)
    assert known_or(hardware(mac.host, mac.python), "") == processor
    assert read_situation(mac.host, mac.python).hardware == processor


@cases
def test_an_older_macos(macos: str, need: list[int], older: bool) -> None:
    assert facts.is_below(macos, MacOS(*need)) is older


@cases
def test_the_version_of_torch(
    on_disk: dict[str, str], imported: dict[str, str], version: str
) -> None:
    found = facts.torch_version(facts.TorchInstall(**on_disk), facts.TorchImport(**imported))  # type: ignore[arg-type]
    assert known_or(found, "") == version
