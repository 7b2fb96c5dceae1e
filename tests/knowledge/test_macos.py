"""Versions of macOS: they compare as pairs, and what the data does not know it does not claim."""

import pytest
from tables import cases

from mps_doctor.knowledge import macos
from mps_doctor.knowledge.rows.macos import MACOS, READ


def test_versions_compare_by_number() -> None:
    parse = macos.parse_macos
    assert parse("12.10") > parse("12.3")  # type: ignore[operator]
    assert parse("26") == (26, 0)
    assert parse("14.4.1") == (14, 4)
    assert str(parse("15.5")) == "15.5"


@pytest.mark.parametrize("text", ["", "Sonoma", "14.x", "14;rm", "-1.0", "14.5 (23F79)"])
def test_what_is_no_version_is_none(text: str) -> None:
    assert macos.parse_macos(text) is None


def test_names() -> None:
    assert macos.macos_name("14.5.1") == "macOS 14.5.1 (Sonoma)"
    assert macos.macos_name("26.2") == "macOS 26.2 (Tahoe)"
    assert macos.macos_name("27.0") == "macOS 27.0 (Golden Gate)"
    assert macos.macos_name("28.0") == "macOS 28.0"
    assert macos.macos_name("") == "macOS"


def test_what_is_newer_than_the_data_has_no_status() -> None:
    assert macos.is_macos_newer_than_known("28.1")
    assert not macos.is_macos_newer_than_known("27.2")
    assert not macos.is_macos_newer_than_known("?")
    assert macos.support_status("28.0") == "unknown"


def test_apple_updates_the_newest_three() -> None:
    status = {major: macos.support_status(str(major)) for major in (11, 12, 13, 14, 15, 26, 27)}
    assert [major for major in status if status[major] == "supported"] == [15, 26, 27]
    assert "unknown" not in status.values()
    assert macos.oldest_supported() == (15, 0)


@cases
def test_which_macos_a_mac_can_install(
    version: str, model: str, apple_silicon: bool | None, running: str | None, expected: bool | None
) -> None:
    mac = macos.Hardware(model, apple_silicon=apple_silicon, running=running or "")
    assert macos.can_install(version, mac) is expected


def test_the_last_macos_of_a_mac() -> None:
    def intel(model: str) -> macos.Hardware:
        return macos.Hardware(model, apple_silicon=False)

    assert macos.last_macos_of(macos.Hardware("Mac14,3", apple_silicon=True)) == (27, 0)
    assert macos.last_macos_of(intel("iMac20,2")) == (26, 0)
    assert macos.last_macos_of(intel("Unknown1,1")) is None


def test_each_row_says_where_it_comes_from() -> None:
    models = [model for row in MACOS for model in row.last_for]
    assert len(set(models)) == len(models)
    for row in MACOS:
        assert row.source.startswith("https://support.apple.com/")
        assert row.released < row.updated <= READ
        assert row.update.split(".")[0] == str(row.major)
        assert macos.macos_of_kernel(f"{row.darwin}.0.0") == str(row.major)


def test_people_name_a_version_by_its_name_alone() -> None:
    meant = {"catalina": "10.15", "big sur": "11", "tahoe": "26", "golden gate": "27"}
    assert meant.items() <= macos.macos_by_name().items()


@pytest.mark.parametrize("value", ["1", "2", " 1", "+1", "01", "0x1", "0X2", "1.9", "2nd"])
def test_a_compatibility_value_that_changes_the_version(value: str) -> None:
    assert macos.misleads(value)
    others = ("0", "", "yes", "true", "3", "-1", "10", "0x", "0x10", "one", "o1", "09")
    assert not any(map(macos.misleads, others))
