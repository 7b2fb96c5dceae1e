"""What kind of Mac the facts speak of, where some of them are missing or bent."""

import pytest

from mps_doctor.facts import (
    Gpu,
    Host,
    Interpreter,
    MetalDevice,
    Unknown,
    hardware,
    known_or,
    real_macos,
)
from mps_doctor.fixes import read_situation


@pytest.mark.parametrize(
    ("host", "macos"),
    [
        (Host(macos_version="27.0", kernel_release="27.0.0"), "27.0"),
        (Host(macos_version="15.5", macos_version_reported="16.0"), "15.5"),
        (Host(macos_version_reported="14.5", kernel_release="23.5.0"), "14.5"),
        (Host(macos_version_reported="10.16", kernel_release="23.5.0"), "14"),
        # What macOS 27 tells old programs is not published.
        (Host(macos_version_reported="16.0", kernel_release="27.0.0"), "27"),
        (Host(macos_version_reported="17.0", kernel_release="27.0.0"), "27"),
        (Host(macos_version="16.2", kernel_release="25.1.0"), "26"),
        (Host(kernel_release="26.0.0"), ""),
        (Host(macos_version="16.0"), ""),
    ],
)
def test_the_version_of_macos(host: Host, macos: str) -> None:
    mac = Host(
        system="Darwin",
        macos_version=host.macos_version,
        macos_version_reported=host.macos_version_reported,
        kernel_release=host.kernel_release,
    )
    assert known_or(real_macos(mac), "") == macos
    assert read_situation(mac, Interpreter()).macos == macos


def test_an_unknown_minor_version_counts_as_new_enough() -> None:
    """Of macOS 12, MPS needs 12.3: a kernel says "12" only."""
    host = Host(system="Darwin", kernel_release="21.6.0")
    assert read_situation(host, Interpreter()).macos == "12.3"


def test_a_linux_kernel_tells_no_macos() -> None:
    assert isinstance(real_macos(Host(system="Linux", kernel_release="27.0.0")), Unknown)


REFUSED = Unknown("permission: sysctl hw.optional.arm64")


@pytest.mark.parametrize(
    ("host", "python", "processor"),
    [
        (Host(hardware_architecture=REFUSED, gpus=(Gpu(name="Apple M2"),)), Interpreter(), "arm64"),
        (Host(metal_devices=(MetalDevice(name="Apple A18 Pro"),)), Interpreter(), "arm64"),
        (Host(metal_devices=(MetalDevice(name="Apple Paravirtual device"),)), Interpreter(), ""),
        (Host(gpus=(Gpu(name="AMD Radeon Pro 5500M"),)), Interpreter(), ""),
        (Host(chip="Apple processor"), Interpreter(), "arm64"),
        (Host(chip="Intel(R) Core(TM) i9", gpus=()), Interpreter(), "x86_64"),
        (Host(), Interpreter(architecture="arm64"), "arm64"),
        (Host(), Interpreter(architecture="x86_64", translated=True), "arm64"),
        (Host(), Interpreter(architecture="x86_64", translated=False), "x86_64"),
        (Host(), Interpreter(architecture="x86_64", translated=REFUSED), ""),
    ],
)
def test_the_processor(host: Host, python: Interpreter, processor: str) -> None:
    assert known_or(hardware(host, python), "") == processor
    assert read_situation(host, python).hardware == processor
