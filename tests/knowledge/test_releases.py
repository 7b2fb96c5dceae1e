"""What is known of torch: against the material it was made from, and against itself."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from packaging.version import Version
from tables import cases

from mps_doctor.knowledge import releases

MACHO = Path(__file__).resolve().parents[2] / ".." / "shared" / "knowledge" / "torch_macho.json"


def stated_by(version: str) -> str:
    row = releases.release(version)
    return row.mps_stated_macos if row else ""


def test_the_data_as_it_is_now_is_whole() -> None:
    """The other tests see the releases of one day (tests/pinned_releases.py)."""
    data = msgspec.json.decode(releases.DATA.read_bytes(), type=releases._Data)
    for rows in (data.torch, data.torchvision, data.torchaudio):
        versions = [Version(row.version) for row in rows]  # type: ignore[attr-defined]
        assert versions == sorted(set(versions))
        assert all(row.wheels for row in rows)  # type: ignore[attr-defined]
    for row in data.torch:
        assert row.date <= data.read
        assert row.has_mps is (Version(row.version) >= Version("1.12")), row.version


def test_minimum_macos_is_what_the_binaries_ask_for() -> None:
    if not MACHO.exists():
        pytest.skip("the material of the data is not beside this checkout")
    for version, entry in json.loads(MACHO.read_text())["torch"].items():
        for architecture, facts in entry.items():
            minimum = releases.minimum_macos(version)
            if not facts["mps_built"]:
                assert minimum is None
                continue
            if facts["gate_macos"] is not None:
                assert str(minimum) == facts["gate_macos"], (version, architecture)
            stated = re.search(r"(\d+\.\d+)\+", facts["error"])
            assert stated is not None
            assert stated_by(version) == stated[1]


@cases
def test_a_version_is_read_as_the_release_it_belongs_to(version: str, base: str | None) -> None:
    found = releases.release(version)
    assert (found and found.version) == base


@cases
def test_what_is_newer_than_the_data_is_said_to_be(version: str, newer: bool) -> None:
    assert releases.is_newer_than_known(version) is newer
    if newer:
        assert releases.minimum_macos(version) is None
        assert releases.companions(version) == {}


def test_a_python_newer_than_the_data() -> None:
    assert releases.is_python_newer_than_known("3.16.0")
    assert releases.is_python_newer_than_known("4.0")
    assert not releases.is_python_newer_than_known("3.15.2")


# (macOS, Python, architecture, newest torch that installs and can use MPS)


@cases
def test_newest_torch(macos: str, python: str, architecture: str, version: str | None) -> None:
    found = releases.newest_torch(architecture=architecture, macos=macos, python=python)
    assert (found and found.version) == version


def test_free_threaded_pythons_have_their_own_wheels() -> None:
    def newest(macos: str, python: str) -> str | None:
        found = releases.newest_torch(
            architecture="arm64", macos=macos, python=python, free_threaded=True
        )
        return found and found.version

    assert newest("15.0", "3.13") == "2.12.0"
    assert newest("15.0", "3.14") == "2.15.0"
    # 2.7 and 2.8 have cp313t for macOS 14 only; 2.9 to 2.11 install on 13 and have no MPS there.
    assert newest("13.6", "3.13") is None
    assert newest("15.0", "3.12") is None


def test_the_trap_of_macos_11_to_13() -> None:
    """pip takes 2.11 there, whose MPS needs macOS 14."""
    for macos in ("11.7", "12.7", "13.7"):
        assert releases.installs("2.11.0", "arm64", macos, "3.12")
        assert not releases.installs("2.12.0", "arm64", macos, "3.12")
    assert str(releases.minimum_macos("2.11.0")) == "14.0"


def test_torch_2_5_needs_more_than_it_says_and_2_15_less() -> None:
    assert str(releases.minimum_macos("2.5.1")) == "13.0"
    assert stated_by("2.5.1") == "12.3"
    assert str(releases.minimum_macos("2.15.0")) == "14.0"
    assert stated_by("2.15.0") == "15.0"


def test_companions_that_exist_are_preferred_to_a_newer_torch() -> None:
    """torchvision 0.26 and newer refuse Python 3.14.1, and only that."""

    def newest(python: str, *names: str) -> str:
        return str(
            releases.newest_torch(
                architecture="arm64", macos="26.0", python=python, companions=names
            )
        )

    assert newest("3.14.1") == "2.15.0"
    assert newest("3.14.1", "torchvision") == "2.10.0"
    assert newest("3.14.2", "torchvision") == "2.15.0"
    assert newest("3.15.0", "torchaudio") == "2.15.0"


def test_companions_of_a_place() -> None:
    where = {"architecture": "arm64", "macos": "26.0"}
    assert releases.companions_for("2.15.0", python="3.15", **where) == {"torchvision": "0.29.2"}
    assert releases.companions_for("2.8.0", python="3.12", **where) == {
        "torchvision": "0.23.0",
        "torchaudio": "2.8.0",
    }
    assert releases.companions("2.14.1") == {"torchvision": "0.29.2", "torchaudio": "2.11.0"}
    assert "2.8.0" in releases.torch_of_companion("torchvision", "0.23.0")
    assert releases.torch_of_companion("torchvision", "99.0") == ()


def test_numpy_2() -> None:
    assert releases.knows_numpy_2("2.2.2") is False
    assert releases.knows_numpy_2("2.3.0a0+gitabc") is True
    assert releases.knows_numpy_2("2.16.0") is True
    assert releases.knows_numpy_2("?") is None


def test_the_gates_are_in_order() -> None:
    assert [str(macos) for macos in releases.gates()] == ["12.3", "13.0", "14.0", "15.0"]
