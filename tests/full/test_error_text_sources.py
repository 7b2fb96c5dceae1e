"""Every text that is said to be torch's own is found, letter for letter, in the wheel it names."""

import re
import subprocess
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from mps_doctor.knowledge import releases
from mps_doctor.pasted.error_text import ErrorText
from mps_doctor.pasted.error_texts import all_error_texts

pytestmark = pytest.mark.full

SOURCE = re.compile(r"torch (?P<version>\S+) for macOS: (?P<file>\S+)")


def by_version() -> dict[str, list[tuple[str, ErrorText]]]:
    """The rows with a text of torch's, by the release that their source names."""
    found: dict[str, list[tuple[str, ErrorText]]] = defaultdict(list)
    for row in all_error_texts().values():
        if source := SOURCE.fullmatch(row.source):
            found[source["version"]].append((source["file"], row))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    for wheel in tmp_path.glob("*.whl"):  # each is about 100 MB
        wheel.unlink()


def download(version: str, folder: Path) -> Path:
    """Fetch the arm64 wheel of a release for the newest Python that it has one for."""
    python = [name for name in releases.pythons_for(version, "arm64") if not name.endswith("t")][-1]
    tag = "cp" + python.replace(".", "")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary=:all:", "--python-version", python, "--implementation", "cp"]
    command += ["--abi", tag, "--abi", "none", "--dest", str(folder)]
    for macos in ("14_0", "11_0"):
        command += ["--platform", f"macosx_{macos}_arm64"]
    done = subprocess.run([*command, f"torch=={version}"], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"the wheel cannot be had: {done.stderr.strip()[-200:]}")
    return next(folder.glob("*.whl"))


@pytest.mark.parametrize("version", sorted(by_version()))
def test_texts_are_in_the_wheel(version: str, folder: Path) -> None:
    with zipfile.ZipFile(download(version, folder)) as wheel:
        contents: dict[str, bytes] = {}
        absent = []
        for file, row in by_version()[version]:
            if file not in contents:
                contents[file] = wheel.read(file)
            if row.verbatim.encode() not in contents[file]:
                absent.append((row.id, file, row.verbatim))
    assert absent == []


def test_many_texts_are_torchs_own() -> None:
    assert sum(len(rows) for rows in by_version().values()) >= 80
