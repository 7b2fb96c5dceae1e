"""Python in the documentation runs; so do the example of a plug-in, and its own test."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import run_screen

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "docs" / "plugin-example"
BLOCKS = [
    pytest.param(block, id=f"{page.name}: {number}")
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    for number, block in enumerate(
        re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    )
]
SCRIPTS = str(Path(sys.executable).parent)


def execute(*command: str, cwd: Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}
    if path:
        env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(path), env.get("PYTHONPATH")]))
    return subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("block", BLOCKS)
def test_python_runs(block: str) -> None:
    done = execute(sys.executable, "-c", block, cwd=run_screen.scratch())
    assert done.returncode == 0, done.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a folder that holds the example as an installer would leave it."""
    shutil.copy(PLUGIN / "lab_checks.py", tmp_path)
    shutil.copy(PLUGIN / "test_lab_checks.py", tmp_path)
    stated = (PLUGIN / "pyproject.toml").read_text(encoding="utf-8")
    entry = re.search(r'^\[project\.entry-points\."(.+)"\]\n(\w+) = "(\w+)"', stated, flags=re.M)
    assert entry
    metadata = tmp_path / "lab_checks-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: lab-checks\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{entry[1]}]\n{entry[2]} = {entry[3]}\n")
    return tmp_path


def test_the_plugin_is_part_of_every_report(installed: Path) -> None:
    machine = str(run_screen.scratch() / "healthy-m1-8gb.json")
    command = (sys.executable, "-m", "mps_doctor", "--snapshot", machine)
    judged = execute(*command, cwd=installed, path=installed)
    assert "8 GB, needs 16 GB" in judged.stdout
    assert "mps-doctor explain lab-memory" in judged.stdout
    assert judged.returncode == 0, "a warning fails no run"


def test_the_plugins_own_test_passes(installed: Path) -> None:
    done = execute(
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=.",
        cwd=installed, path=installed,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
