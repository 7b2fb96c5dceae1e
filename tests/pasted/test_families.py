"""Families of reports that differ in words only: each with a near one that means another thing."""

import pytest
from tables import cases, table_of

from mps_doctor import diagnose
from mps_doctor.knowledge import causes

WRONG_NUMBERS = "The MPS results do not match the CPU at all.\n"


def cause_of(text: str) -> str | None:
    return diagnose(text).verdict.cause


@pytest.mark.parametrize("case", table_of(__file__, "families.toml")["case"])
def test_cause(case: dict[str, str]) -> None:
    assert cause_of(case["text"]) == case.get("cause")


@cases
def test_a_name_without_a_minor_version_is_not_the_lowest_one(macos: str, blamed: bool) -> None:
    cause = cause_of(f"OS: {macos}\nPyTorch version: 2.0.1\n")
    assert (cause == "macos-too-old-for-torch") is blamed


def test_a_name_alone_asks_for_a_torch_that_exists() -> None:
    results = diagnose("Apple silicon\nmacOS Monterey\ntorch==1.11.0\n").results
    words = {word for item in results for fix in item.fixes for row in fix.commands for word in row}
    assert "torch>=1.13,<2.5" in words


LIMIT = "TypeError: Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't"
OLD_BUT_FINE = """\
PyTorch version: {torch}
OS: macOS {macos} (arm64)
Python version: 3.10.9 (64-bit runtime)
Python platform: macOS-{macos}-arm64-arm-64bit
CPU:
Apple M1
"""


@cases
def test_old_macos_with_a_matching_torch_takes_no_cause_from_the_error(
    torch: str, macos: str
) -> None:
    block = OLD_BUT_FINE.format(torch=torch, macos=macos)
    verdict = diagnose(f"{block}\n{LIMIT} support float64.\n").verdict
    assert verdict.cause == "float64-unsupported"
    assert verdict.kind == "limit"
    assert verdict.status == "limited"
    alone = diagnose(block).verdict
    assert alone.status in ("unproven", "degraded")
    assert alone.cause is None or causes.severity_of(alone.cause) != "error"


def test_advice_is_never_the_cause_of_an_environment() -> None:
    block = OLD_BUT_FINE.format(torch="1.12.1", macos="12.6")
    report = diagnose(block)
    advice = {item.cause for item in report.results if item.severity == "info"}
    assert advice
    assert report.verdict.cause not in advice


@pytest.mark.parametrize(
    ("system", "beta"), [("macOS 15.0 (24A335)", False), ("macOS 15.0 (24A5264n)", True)]
)
def test_a_beta_shows_in_its_build_number(system: str, beta: bool) -> None:
    text = f"{OLD_BUT_FINE.format(torch='2.3.0', macos='15.0')}{system}\n"
    names = {item.cause for item in diagnose(text).results if item.outcome == "failed"}
    assert ("macos-unsupported-or-beta" in names) is beta
