"""Is macOS new enough for the installed PyTorch?"""

from typing import Any

import pytest
from outcomes import NOT_APPLICABLE, PASSED, judged, outcome_of

from mps_doctor.facts import Unknown
from mps_doctor.judgement.checking import Failed
from mps_doctor_checks.host.macos_version import macos_version

MAC = {"system": "Darwin", "hardware_architecture": "arm64"}
INTEL = {"system": "Darwin", "hardware_architecture": "x86_64"}


@pytest.mark.parametrize(
    ("macos", "torch", "expected"),
    [
        ("12.2", None, "macos-too-old-for-torch"),
        ("12.2.1", "1.13.1", "macos-too-old-for-torch"),
        ("12.3", "1.12.0", PASSED),
        ("12.6", "2.4.1", PASSED),
        ("12.7.6", "2.5.1", "macos-too-old-for-torch"),
        ("13.0", "2.5.1", PASSED),
        ("13.7", "2.8.0", PASSED),
        ("13.7", "2.9.0", "macos-too-old-for-torch"),
        ("14.0", "2.11.0", PASSED),
        ("14.7", "2.15.0", "macos-too-old-for-torch info"),
        ("15.0", "2.15.0", PASSED),
        ("26.0", "2.15.0", PASSED),
        ("13.0", "1.11.0", NOT_APPLICABLE),  # too old itself: see torch-version
        ("13.7", "2.9.0.dev20250801", "macos-too-old-for-torch"),
        # Built from sources of before the release: maybe of before its minimum.
        ("12.7.4", "2.5.0a0+git79ca596", "macos-too-old-for-torch info"),
        ("26.0", "2.99.0", PASSED),  # newer than the data
        ("12.5", None, PASSED),
    ],
)
def test_macos_version(macos: str, torch: str | None, expected: str) -> None:
    install = {"version": torch} if torch else {"installed": False}
    host = {**MAC, "macos_version": macos}
    assert judged(macos_version, host=host, python={"version": "3.12.1"}, torch=install) == expected


@pytest.mark.parametrize(
    ("host", "torch", "message", "fix"),
    [
        # What the torch that is installed needs, and not only the least that any needs.
        (MAC, "2.8.0", "PyTorch 2.8.0 needs macOS 13.0", "Update macOS to 13.0 or newer"),
        (MAC, "2.13.0", "PyTorch 2.13.0 needs macOS 14.0", "Update macOS to 14.0 or newer"),
        (MAC, "1.13.1", "older than 12.3", "Update macOS to 12.3 or newer"),
        (MAC, "", "older than 12.3", "Update macOS to 12.3 or newer"),
        # A MacBook Pro of 2015 ends with 12, where an older torch does.
        (
            {**INTEL, "model": "MacBookPro12,1"},
            "2.8.0",
            "PyTorch 2.8.0 needs macOS 13.0",
            "Update macOS to 12.3 or newer",
        ),
    ],
)
def test_the_update_of_macos_is_what_torch_needs(
    host: dict[str, Any], torch: str, message: str, fix: str
) -> None:
    install = {"version": torch} if torch else {"installed": False}
    facts = {**host, "macos_version": "12.2"}
    outcome = outcome_of(macos_version, host=facts, python={"version": "3.10.1"}, torch=install)
    assert isinstance(outcome, Failed)
    assert message in outcome.message
    assert [item.summary for item in outcome.fixes] == [fix]


@pytest.mark.parametrize(
    ("model", "macos", "torch", "updates"),
    [
        ("MacBookPro12,1", "12.7.6", "2.8.0", False),  # ends with 12: an older torch remains
        ("MacBookPro15,1", "12.7.6", "2.8.0", True),
        ("", "12.7.6", "2.8.0", True),  # nobody knows
        ("MacBook8,1", "11.7.10", "2.2.2", False),  # ends with 11: no torch has MPS there
    ],
)
def test_no_mac_is_sent_to_a_macos_that_it_cannot_run(
    model: str, macos: str, torch: str, updates: bool
) -> None:
    outcome = outcome_of(
        macos_version,
        host={**INTEL, "macos_version": macos, "model": model or Unknown("refused")},
        python={"version": "3.11.9", "architecture": "x86_64", "prefix": "/opt/v"},
        conda={"active": False},
        packages={"installed": ()},
        torch={"version": torch},
    )
    assert isinstance(outcome, Failed)
    assert outcome.fixes
    assert any(fix.id == "update-macos" for fix in outcome.fixes) is updates


def test_an_old_macos_is_advice_where_nothing_is_known_of_torch() -> None:
    host = {**MAC, "macos_version": "12.2"}
    assert judged(macos_version, host=host) == "macos-too-old-for-torch info"


OWN = ("metal_target", "stated_minimum_macos", "deployment_target")


@pytest.mark.parametrize(
    ("macos", "torch", "files", "available", "expected"),
    [
        # Newer than the data: what its kernels are compiled for decides …
        ("15.5", "2.99.0", ("15.0", "15.0", "14.0"), None, PASSED),
        ("14.5", "2.99.0", ("15.0", "15.0", "14.0"), False, "macos-too-old-for-torch"),
        ("14.5", "2.99.0", ("15.0", "15.0", "14.0"), None, "macos-too-old-for-torch"),
        ("14.5", "2.99.0", ("15.0", "15.0", "14.0"), True, "macos-too-old-for-torch warning"),
        # … and the macOS that it names is advice, until torch itself answers no.
        ("14.5", "2.99.0", ("14.0", "15.0", "14.0"), True, "macos-too-old-for-torch info"),
        ("14.5", "2.99.0", ("14.0", "15.0", "14.0"), None, "macos-too-old-for-torch info"),
        ("14.5", "2.99.0", ("14.0", "15.0", "14.0"), False, "macos-too-old-for-torch"),
        # Without compiled kernels there is its text only, or what it was built for.
        ("26.0", "2.99.0", ("", "27.0", ""), None, "macos-too-old-for-torch"),
        ("26.0", "2.99.0", ("", "27.0", ""), True, "macos-too-old-for-torch info"),
        ("27.0", "2.99.0", ("", "27.0", ""), None, PASSED),
        ("14.5", "2.99.0", ("", "", "15.0"), None, "macos-too-old-for-torch"),
        ("14.5", "2.99.0", ("", "14.0", "15.0"), None, "macos-too-old-for-torch"),
        # A nightly and a build from source by their files too, not by the release they precede.
        ("13.7", "2.9.0.dev20250801", ("13.0", "13.0", "11.0"), None, PASSED),
        ("13.7", "2.16.0.dev20261120", ("14.0", "15.0", "14.0"), None, "macos-too-old-for-torch"),
        ("12.7.4", "2.5.0a0+git79ca596", ("", "12.3", "11.0"), None, PASSED),
        ("12.2", "2.5.0a0+git79ca596", ("", "12.3", "11.0"), None, "macos-too-old-for-torch"),
        ("14.5", "2.15.0a0+git0123456", ("15.0", "15.0", "15.0"), None, "macos-too-old-for-torch"),
        # A release: its text may be wrong, its kernels are not.
        ("12.7.4", "2.5.1", ("", "12.3", "11.0"), None, "macos-too-old-for-torch"),
        ("14.5", "2.15.0", ("14.0", "15.0", "14.0"), False, "macos-too-old-for-torch info"),
        ("13.7", "2.15.0", ("14.0", "15.0", "14.0"), None, "macos-too-old-for-torch"),
    ],
)
def test_macos_version_by_the_files_of_torch(
    macos: str, torch: str, files: tuple[str, str, str], available: bool | None, expected: str
) -> None:
    files_say = {name: value for name, value in zip(OWN, files, strict=True) if value}
    outcome = judged(
        macos_version,
        host={**MAC, "macos_version": macos},
        python={"version": "3.12.1"},
        torch={"version": torch, **files_say},
        torch_import={} if available is None else {"mps_available": available},
    )
    assert outcome == expected


def test_macos_version_by_the_kernel_alone() -> None:
    host = {**MAC, "kernel_release": "22.6.0", "macos_version_reported": "10.16"}
    assert judged(macos_version, host=host, torch={"version": "2.9.0"}) == "macos-too-old-for-torch"
