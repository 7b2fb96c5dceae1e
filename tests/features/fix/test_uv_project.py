"""A project of uv, mended by `uv add`, and taken back to its lock file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from environments import Place, find_uv

pytestmark = pytest.mark.skipif(find_uv() is None, reason="uv is not installed")


def test_what_was_added_to_a_project_is_undone(tmp_path: Path, index: Path) -> None:
    place = Place(tmp_path / "place", index, "uv")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    (place.project / "pyproject.toml").write_text(
        f'[project]\nname = "demo"\nversion = "0.1"\nrequires-python = "~={version}.0"\n'
        'dependencies = ["torch==2.1.0", "numpy==2.1.3"]\n'
    )
    place.run("uv", "sync")
    place.install("colours==1.0")  # what a user put beside the project
    files = {name: (place.project / name).read_text() for name in ("pyproject.toml", "uv.lock")}
    before = place.installed()
    done = place.fix("--apply", "--yes")
    assert done.exit_code == 0, done.summary
    assert done.document["steps"][0]["commands"] == [["uv", "add", "numpy<2"]]
    assert place.installed() == {**before, "numpy": "1.26.4"}
    assert "numpy<2" in (place.project / "pyproject.toml").read_text()
    back = place.fix("--undo", place.saved(), "--apply", "--yes")
    assert back.document["result"] == "undone", back.summary
    assert place.installed() == before
    for name, text in files.items():
        assert (place.project / name).read_text() == text
