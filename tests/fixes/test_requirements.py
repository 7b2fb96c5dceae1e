"""Which torch, and what goes with it, for this Mac, macOS and Python."""

import pytest
from mac_environments import (
    COMPANIONS,
    PYTHON,
    UNKNOWN,
    apple,
    conda,
    intel,
    interpreter,
    torch_for,
    torch_of,
)

from mps_doctor.facts import Host, Interpreter, Package, Packages, TorchInstall

# (macOS, Python, what is asked of pip)
PINS = [
    ("12.3", "3.8.19", "torch==2.4.1"),
    ("12.7.6", "3.11.9", "torch==2.4.1"),
    ("13.0", "3.9.6", "torch==2.8.0"),
    ("13.7.4", "3.13.1", "torch==2.8.0"),
    ("14.0", "3.12.4", "torch==2.14.1"),
    ("14.8.7", "3.10.0", "torch==2.14.1"),
    ("15.0", "3.10.0", "torch==2.14.1"),
    ("15.0", "3.11.0", "torch==2.15.0"),
    ("26.5.2", "3.15.0", "torch==2.15.0"),
    ("27.1", "3.14.2", "torch==2.15.0"),
]


@pytest.mark.parametrize(("macos", "python", "torch"), PINS)
def test_the_newest_torch_that_installs_and_has_mps(macos: str, python: str, torch: str) -> None:
    (fix,) = torch_for(apple(macos), interpreter(python))
    assert fix.commands == ((PYTHON, "-m", "pip", "install", torch),)
    assert fix.verify == (("mps-doctor",),)
    assert fix.needs == ("network",)
    assert macos in fix.summary


def test_conda_gets_bounds_that_this_macos_can_use() -> None:
    def asked(macos: str, host: Host | None = None) -> str:
        python = interpreter(architecture="x86_64") if host else interpreter()
        (fix,) = torch_for(host or apple(macos), python, conda())
        return torch_of(fix)

    assert asked("12.6") == "pytorch>=1.13,<2.5"
    assert asked("13.6") == "pytorch>=2.5,<2.9"
    assert asked("14.5") == "pytorch>=2.9,<2.15"
    assert asked("26.1") == "pytorch>=2.9"
    assert asked("", intel("14.5", "AMD Radeon Pro 580")) == "pytorch>=1.13,<2.13"


def test_companions_that_are_installed_are_pinned_with_it() -> None:
    (fix,) = torch_for(apple("13.6"), interpreter(), packages=COMPANIONS)
    assert fix.commands[0][4:] == ("torch==2.8.0", "torchvision==0.23.0", "torchaudio==2.8.0")
    one = Packages(installed=(Package(name="torchvision", version="0.1"),))
    (fix,) = torch_for(apple("14.1"), interpreter(), packages=one)
    assert fix.commands[0][4:] == ("torch==2.14.1", "torchvision==0.29.2")


def test_a_companion_without_a_build_is_named() -> None:
    (fix,) = torch_for(apple("26.1"), interpreter("3.15.0"), packages=COMPANIONS)
    assert fix.commands[0][4:] == ("torch==2.15.0", "torchvision==0.29.2")
    assert "torchaudio" in fix.summary
    (fix,) = torch_for(apple("26.1"), interpreter("3.14.1"), packages=COMPANIONS)
    assert fix.commands[0][4:6] == ("torch==2.10.0", "torchvision==0.25.0")


def test_an_intel_mac_with_amd_gets_the_last_torch_and_numpy_1() -> None:
    python = interpreter(architecture="x86_64")
    (fix,) = torch_for(intel("13.6", "AMD Radeon Pro 5500M"), python, packages=COMPANIONS)
    assert fix.commands[0][4:] == (
        *("torch==2.2.2", "torchvision==0.17.2", "torchaudio==2.2.2"),
        "numpy<2",
    )


def test_what_is_not_known_is_not_guessed() -> None:
    (fix,) = torch_for(Host(), Interpreter())
    assert fix.commands == (("python3", "-m", "pip", "install", "torch>=1.13"),)
    assert fix.verify == (("mps-doctor",),)
    assert fix.undo == ()
    # The macOS alone is enough not to walk into the trap.
    (fix,) = torch_for(Host(macos_version="13.2"), Interpreter())
    assert torch_of(fix) == "torch>=1.13,<2.9"
    # An Intel process whose hardware nobody told may be translated: no version is named.
    unsure = Interpreter(version="3.11.9", architecture="x86_64", executable=PYTHON)
    (fix,) = torch_for(Host(macos_version="14.5"), unsure)
    assert torch_of(fix) == "torch>=1.13,<2.15"


@pytest.mark.parametrize(
    ("present", "macos", "expected"),
    [
        ("2.2.2", "14.4", "torch>2.2.2,<"),
        ("2.9.1", "13.2", "torch>=1.13,<2.9"),  # this one has to give way to an older one
        ("1.11.0", "14.4", "torch>=1.13,<"),
        ("2.5.0.dev20240901", "14.4", "torch>=1.13,<"),
    ],
)
def test_an_installer_is_not_content_with_the_torch_that_has_to_go(
    present: str, macos: str, expected: str
) -> None:
    torch = TorchInstall(version=present)
    (fix,) = torch_for(apple(macos), Interpreter(), torch=torch)
    assert torch_of(fix).startswith(expected)


def test_no_newer_torch_is_promised_to_intel() -> None:
    python = Interpreter(architecture="x86_64")
    torch = TorchInstall(version="2.2.2")
    (fix,) = torch_for(intel("13.6", "AMD"), python, torch=torch)
    assert torch_of(fix).startswith("torch>=1.13")


def test_the_kernel_tells_the_macos_where_the_report_does_not() -> None:
    host = apple(macos_version_reported="10.16", kernel_release="22.6.0")
    host = Host(
        **{**{n: getattr(host, n) for n in host.__struct_fields__}, "macos_version": UNKNOWN}
    )
    (fix,) = torch_for(host, interpreter())
    assert torch_of(fix) == "torch==2.8.0"


def test_another_system_gets_a_torch_without_promises() -> None:
    linux = Host(system="Linux", hardware_architecture="aarch64")
    (fix,) = torch_for(linux, interpreter())
    assert fix.commands == ((PYTHON, "-m", "pip", "install", "torch"),)
    assert "MPS" not in fix.summary
