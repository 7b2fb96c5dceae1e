"""The data against the package index as it is now, through pip's own client.

That no row of the data has changed or gone, `.ci/full index` says.
"""

import re
import subprocess
import sys

import pytest
from packaging.version import Version

from mps_doctor.knowledge import releases

pytestmark = pytest.mark.full

# (architecture, macOS of the tag, Python)
PLACES = [
    ("arm64", "11_0", "3.8"),
    ("arm64", "11_0", "3.9"),
    ("arm64", "11_0", "3.12"),
    ("arm64", "12_0", "3.13"),
    ("arm64", "13_0", "3.14"),
    ("arm64", "14_0", "3.10"),
    ("arm64", "15_0", "3.15"),
    ("x86_64", "10_9", "3.12"),
    ("x86_64", "14_0", "3.11"),
]


@pytest.mark.parametrize(("architecture", "macos", "python"), PLACES)
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
