"""The data against the package index as it is now: what pip lists there, and what wheels hold.

Of real macOS wheels of torch some 200 MB are read, without running them, and kept nowhere.
That no row of the data has changed or gone, `.ci/full index` says.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from packaging.version import Version
from tables import cases

from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import parse_macos

sys.path.append(str(Path(__file__).resolve().parents[2] / ".ci" / "regenerate"))

from index_files import IndexFile, list_wheels
from regenerate import library_facts

pytestmark = [
    pytest.mark.full,
    # pip leaves the page of an index that is a folder (extra-index-url = file:…) open.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

TEXT_TOO_LOW = "2.5.1"
"""Its code asks for macOS 13.0, its text names 12.3, and there are no compiled kernels to tell."""


@cache
def wheels() -> tuple[IndexFile, ...]:
    return list_wheels("torch")


@cases
def test_a_wheel_is_what_the_data_says(
    torch: str, python: str, architecture: str, macos: str
) -> None:
    start, end = f"torch-{torch}-cp{python}-", f"-macosx_{macos}_{architecture}.whl"
    (wheel,) = (
        file for file in wheels() if file.name.startswith(start) and file.name.endswith(end)
    )
    found = library_facts(wheel)

    row = releases.release(torch)
    assert row is not None
    assert found["architectures"] == [architecture]
    assert found["mps_linked"] is row.has_mps
    texts = {name: value for name, value in found.items() if isinstance(value, str)}
    stated = texts.get("stated_minimum_macos", "")
    assert stated == row.mps_stated_macos
    if row.has_mps and torch != TEXT_TOO_LOW:
        minimum = releases.minimum_of_files(
            texts.get("metal_target", ""), stated, texts["deployment_target"]
        )
        assert str(minimum) == row.mps_minimum_macos
    target, tag = parse_macos(texts["deployment_target"]), parse_macos(macos.replace("_", "."))
    assert target is not None
    assert tag is not None
    if architecture == "arm64":
        assert target <= tag, "the library asks for more than the tag promises"


@cases
def test_pip_lists_the_releases_that_the_data_says_install(
    architecture: str, macos: str, python: str
) -> None:
    abi = "cp" + python.replace(".", "")
    command = [sys.executable, "-m", "pip", "index", "versions", "torch", "--only-binary=:all:"]
    command += ["--platform", f"macosx_{macos}_{architecture}", "--implementation", "cp"]
    command += ["--python-version", python, "--abi", abi, "--abi", "none"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    listed = re.search(r"Available versions: (.*)", done.stdout)
    assert listed is not None
    # pip also takes the tags of older macOS, as on a Mac.
    found = {Version(version) for version in listed[1].split(", ")}
    known = {
        Version(row.version)
        for row in releases.all_releases()
        if releases.installs(row.version, architecture, macos.replace("_", "."), python)
    }
    newer = {version for version in found if releases.is_newer_than_known(str(version))}
    assert found - newer == known
