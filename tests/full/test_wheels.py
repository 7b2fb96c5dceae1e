"""Real macOS wheels of torch, opened without running them: the probe's reader and the data agree.

Needs the package index and about 800 MB, which are deleted as they go.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.utils import parse_wheel_filename

from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import parse_macos

pytestmark = pytest.mark.full

MAIN = Path(__file__).resolve().parents[2]
MACHO = MAIN / ".." / "shared" / "knowledge" / "torch_macho.json"
PROBE = MAIN / "doctor" / "mps_doctor" / "probe"
LIBRARY = "torch/lib/libtorch_cpu.dylib"

# (torch, Python, architecture, lowest macOS of the tag)
WHEELS = [
    ("1.11.0", "3.10", "arm64", "11_0"),
    ("1.12.1", "3.10", "x86_64", "10_9"),
    ("1.13.1", "3.10", "arm64", "11_0"),
    ("2.2.2", "3.12", "x86_64", "10_9"),
    ("2.5.1", "3.12", "arm64", "11_0"),
    ("2.8.0", "3.12", "arm64", "11_0"),
    ("2.11.0", "3.12", "arm64", "11_0"),
    ("2.15.0", "3.12", "arm64", "14_0"),
]


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    """Return the probe's readers, imported from their own folder as the probe does."""
    monkeypatch.syspath_prepend(PROBE)
    return importlib.import_module("probe_macho"), importlib.import_module("probe_torch_files")


def download(folder: Path, torch: str, python: str, architecture: str, macos: str) -> Path:
    """Fetch one wheel as pip would for that Mac; nothing of it is installed or run."""
    abi = "cp" + python.replace(".", "")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary=:all:", "--implementation", "cp", "--python-version", python]
    command += ["--abi", abi, "--abi", "none", "--platform", f"macosx_{macos}_{architecture}"]
    done = subprocess.run(
        [*command, "--dest", str(folder), f"torch=={torch}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.mark.parametrize(("torch", "python", "architecture", "macos"), WHEELS)
def test_a_wheel_is_what_the_data_says(
    torch: str,
    python: str,
    architecture: str,
    macos: str,
    tmp_path: Path,
    probe: tuple[ModuleType, ModuleType],
) -> None:
    macho, torch_files = probe
    wheel = download(tmp_path, torch, python, architecture, macos)
    tags = {str(tag.platform) for tag in parse_wheel_filename(wheel.name)[3]}
    assert tags == {f"macosx_{macos}_{architecture}"}
    with zipfile.ZipFile(wheel) as archive:
        library = Path(archive.extract(LIBRARY, tmp_path))
    wheel.unlink()
    (found,) = macho.read_path(str(library))
    stated = torch_files.stated_minimum(str(library), found) if found.has_mps else ""
    library.unlink()

    row = releases.release(torch)
    assert row is not None
    assert found.architecture == architecture
    assert found.has_mps is row.has_mps
    assert stated == row.mps_stated_macos
    target, tag = parse_macos(found.minos), parse_macos(macos.replace("_", "."))
    assert target is not None
    assert tag is not None
    if architecture == "arm64":
        assert target <= tag, "the library asks for more than the tag promises"
    facts = _facts(torch, architecture)
    if facts:
        assert found.minos == facts["minos"]
        assert found.sdk == facts["sdk"]
        assert found.has_mps is facts["mps_built"]


def _facts(torch: str, architecture: str) -> dict[str, Any]:
    if not MACHO.exists():
        return {}
    facts: dict[str, Any] = json.loads(MACHO.read_text())["torch"][torch][architecture]
    return facts
