"""The headline: at most twelve words, and no more than the cause's impact."""

import pytest
from tables import cases

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


@cases
def test_what_a_headline_says(status: str, cause: str, proven: bool, text: str) -> None:
    assert said(status, cause, proven=proven) == text


@pytest.mark.parametrize("device", ["cpu", "cuda", "xpu"])
def test_another_device_is_named(device: str) -> None:
    place = {"cpu": "the CPU", "cuda": "the CUDA GPU"}.get(device, "the device xpu")
    text = f"PyTorch 2.9.1 works on {place} (MPS was not tested)"
    assert said("healthy", device=device, proven=True) == text
    short = said("degraded", "macos-version-misreported", device=device, proven=True)
    assert short == f"T{place[1:]} works, but Programs see the wrong macOS version"


@cases
def test_another_system_is_named(distribution: str | None, system: str, named: str) -> None:
    host = Host(system=system, hardware_architecture="x86_64")
    if distribution:
        host = Host(system=system, distribution=distribution, hardware_architecture="x86_64")
    machine = Machine(origin=Origin(kind="interpreter"), host=host)
    text = said("not-applicable", "not-macos-host", machine=machine)
    assert text == f"Not a Mac: MPS requires macOS{named}"


@cases
def test_a_text_about_something_else_is_named(about: str, text: str) -> None:
    machine = Machine(origin=Origin(kind="pasted"), messages=Messages(about=about))
    assert said("inconclusive", machine=machine) == text


@cases
def test_a_plug_ins_cause_is_said_as_its_check_says_it(message: str, text: str) -> None:
    assert said("broken", "disk:full", message) == text


def test_where_there_is_no_mac_none_is_spoken_of() -> None:
    linux = Machine(origin=Origin(kind="interpreter"), host=Host(system="Linux"))
    assert said("broken", "torch-not-installed", machine=linux) == "PyTorch isn't installed"
