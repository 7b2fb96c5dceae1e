"""The headline: at most twelve words, and no more than the cause's impact."""

import pytest

from mps_doctor.facts import Host, Machine, Messages, Origin, TorchInstall
from mps_doctor.judgement.headline import MOST_WORDS, headline_of
from mps_doctor.knowledge.causes import all_causes

MACHINE = Machine(origin=Origin(kind="interpreter"), torch=TorchInstall(version="2.9.1"))


def said(
    status: str,
    cause: str = "",
    message: str = "",
    *,
    device: str = "mps",
    proven: bool = False,
    machine: Machine = MACHINE,
) -> str:
    return headline_of(status, cause, message, machine, device=device, proven=proven)


@pytest.mark.parametrize("status", ["broken", "degraded", "limited"])
@pytest.mark.parametrize("proven", [True, False], ids=["proven", "not-proven"])
def test_a_headline_has_at_most_twelve_words(status: str, proven: bool) -> None:
    for cause in all_causes():
        text = said(status, cause, proven=proven)
        assert len(text.split()) <= MOST_WORDS, text
        assert text[0].isupper() or text[0] == "`", text
        assert not text.endswith(".")


@pytest.mark.parametrize(
    ("status", "cause", "proven", "text"),
    [
        ("healthy", "", True, "PyTorch 2.9.1 works on this Mac's GPU"),
        ("unproven", "", False,
         "No known problem with PyTorch 2.9.1 on this Mac's GPU (not tested)"),
        ("inconclusive", "", False, "Not enough information to diagnose this"),
        ("broken", "torch-not-installed", False,
         "PyTorch can't use this Mac's GPU: PyTorch isn't installed"),
        # What works is not said to be unusable,
        ("broken", "python-x86_64-on-apple-silicon", True, "Python is an Intel build"),
        # and what another step stops says nothing about the GPU.
        ("broken", "cuda-wheel-index-on-mac", False,
         "PyTorch can't be installed here: CUDA builds don't exist for macOS"),
        ("broken", "package-no-macos-wheel", False, "A required package has no macOS build"),
        ("broken", "openmp-duplicate-runtime", False,
         "Programs fail in this environment: two OpenMP runtimes collide"),
        ("broken", "mps-wrong-results-os-version", False,
         "MPS computes wrong numbers on this macOS"),
        ("broken", "op-not-implemented", False, "MPS doesn't implement an operator"),
        ("broken", "torch-compile-unsupported-on-mps", False,
         "`torch.compile` isn't supported on MPS here"),
        ("degraded", "mps-wrong-results-os-version", True,
         "PyTorch 2.9.1 works on this Mac's GPU, but don't trust its numbers"),
        ("degraded", "mps-wrong-results-os-version", False,
         "MPS computes wrong numbers on this macOS"),
        ("degraded", "openmp-duplicate-runtime", True,
         "PyTorch 2.9.1 works on this Mac's GPU, but two OpenMP runtimes collide"),
        ("degraded", "macos-version-misreported", True,
         "MPS works, but Python sees the wrong macOS version"),
        ("limited", "float64-unsupported", False, "MPS doesn't support float64"),
        ("not-applicable", "linux-guest-on-mac", False, "Linux on a Mac can't use the Mac's GPU"),
        ("not-applicable", "not-macos-host", False, "Not a Mac: MPS requires macOS"),
    ],
)  # fmt: skip
def test_what_a_headline_says(status: str, cause: str, proven: bool, text: str) -> None:
    assert said(status, cause, proven=proven) == text


@pytest.mark.parametrize("device", ["cpu", "cuda", "xpu"])
def test_another_device_is_named(device: str) -> None:
    place = {"cpu": "the CPU", "cuda": "the CUDA GPU"}.get(device, "the device xpu")
    text = f"PyTorch 2.9.1 works on {place} (MPS was not tested)"
    assert said("healthy", device=device, proven=True) == text
    short = said("degraded", "macos-version-misreported", device=device, proven=True)
    assert short == f"T{place[1:]} works, but Python sees the wrong macOS version"


@pytest.mark.parametrize(
    ("distribution", "system", "named"),
    [
        ("Debian GNU/Linux 12 (bookworm)", "Linux", " (this is Debian 12, x86_64)"),
        ("Ubuntu 22.04.3 LTS", "Linux", " (this is Ubuntu 22.04.3, x86_64)"),
        (None, "Windows", " (this is Windows, x86_64)"),
    ],
)
def test_another_system_is_named(distribution: str | None, system: str, named: str) -> None:
    host = Host(system=system, hardware_architecture="x86_64")
    if distribution:
        host = Host(system=system, distribution=distribution, hardware_architecture="x86_64")
    machine = Machine(origin=Origin(kind="interpreter"), host=host)
    text = said("not-applicable", "not-macos-host", machine=machine)
    assert text == f"Not a Mac: MPS requires macOS{named}"


@pytest.mark.parametrize(
    ("about", "text"),
    [
        ("Ollama", "This is about Ollama, not PyTorch"),
        ("PyTorch on Windows", "This is about PyTorch on Windows, not a Mac"),
    ],
)
def test_a_text_about_something_else_is_named(about: str, text: str) -> None:
    machine = Machine(origin=Origin(kind="pasted"), messages=Messages(about=about))
    assert said("inconclusive", machine=machine) == text


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("no disk left.", "PyTorch can't use this Mac's GPU: no disk left"),
        ("the disk of the home folder is nearly full",
         "The disk of the home folder is nearly full"),
        ("a b c d e f g h i j k l m n", "A b c d e f g h i j k …"),
    ],
)  # fmt: skip
def test_a_plug_ins_cause_is_said_as_its_check_says_it(message: str, text: str) -> None:
    assert said("broken", "disk:full", message) == text


def test_where_there_is_no_mac_none_is_spoken_of() -> None:
    linux = Machine(origin=Origin(kind="interpreter"), host=Host(system="Linux"))
    assert said("broken", "torch-not-installed", machine=linux) == "PyTorch isn't installed"
