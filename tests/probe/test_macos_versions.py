"""Numbers of macOS: of its kernel, and those that old programs are given."""

import pytest

from mps_doctor.probe.macos_versions import is_compatibility_version, macos_of_kernel


@pytest.mark.parametrize(
    ("release", "macos"),
    [
        *[("20.6.0", "11"), ("21.6.0", "12"), ("22.1.0", "13"), ("23.6.0", "14"), ("24.6.0", "15")],
        *[("25.2.0", "26"), ("27.0.0", "27"), ("28.1.0", "28")],
        # Darwin 26 was never released, Darwin 19 belongs to 10.15, and 6.1 is a Linux.
        *[("26.0.0", ""), ("19.6.0", ""), ("6.1.0-18-amd64", ""), ("", ""), ("x", "")],
    ],
)
def test_the_kernel_tells_the_major(release, macos):
    assert macos_of_kernel(release) == macos


@pytest.mark.parametrize(
    ("version", "is_one"),
    [
        *[("10.16", True), ("16.0", True), ("16", True), ("16.2", True), ("17.0", True)],
        *[("25.9", True), ("10.15.7", False), ("10", False), ("15.7.1", False), ("26.0", False)],
        *[("27.0", False), ("", False), ("16.x", False), ("?", False)],
    ],
)
def test_numbers_that_no_macos_has(version, is_one):
    assert is_compatibility_version(version) is is_one
