"""Versions of macOS: they compare as pairs, and what the data does not know it does not claim."""

from __future__ import annotations

import pytest

from mps_doctor.knowledge import macos


def test_versions_compare_by_number() -> None:
    parse = macos.parse_macos
    assert parse("12.10") > parse("12.3")  # type: ignore[operator]
    assert parse("26") == (26, 0)
    assert parse("14.4.1") == (14, 4)
    assert str(parse("15.5")) == "15.5"
    assert parse((13,)) == (13, 0)


@pytest.mark.parametrize("text", ["", "Sonoma", "14.x", "14;rm", "-1.0", "14.5 (23F79)"])
def test_what_is_no_version_is_none(text: str) -> None:
    assert macos.parse_macos(text) is None


def test_names() -> None:
    assert macos.macos_name("14.5.1") == "macOS 14.5.1 (Sonoma)"
    assert macos.macos_name((26, 2)) == "macOS 26.2 (Tahoe)"
    assert macos.macos_name("27.0") == "macOS 27.0"
    assert macos.macos_name("") == "macOS"


def test_what_is_newer_than_the_data_has_no_status() -> None:
    assert macos.is_macos_newer_than_known("27.1")
    assert not macos.is_macos_newer_than_known("26.5.2")
    assert not macos.is_macos_newer_than_known("?")
    assert macos.support_status("27.0") == "unknown"
    assert macos.support_status("12.7") == "ended"
    assert macos.support_status("26.1") == "supported"


def test_people_name_a_version_by_its_name_alone() -> None:
    assert macos.macos_by_name()["catalina"] == "10.15"
    assert macos.macos_by_name()["big sur"] == "11"
    assert macos.macos_by_name()["tahoe"] == "26"
