"""The real torch, from the index that pip is set to: installed, damaged, and mended."""

import os
from pathlib import Path

import pytest
from environments import Place

VERSION = "2.13.0"
"""A constraint keeps pip to one version, whose wheel the index of the tests is sure to have."""

SLOW = ("--timeout", "300")


@pytest.mark.full
def test_the_real_torch_is_installed_and_mended(tmp_path: Path, index: Path) -> None:
    place = Place(tmp_path / "place", index)
    constraints = tmp_path / "constraints.txt"
    constraints.write_text(f"torch=={VERSION}\n")
    (place.home / ".config" / "pip" / "pip.conf").unlink()
    place.env.update({k: v for k, v in os.environ.items() if k.startswith("PIP_")})
    place.env["PIP_CONSTRAINT"] = str(constraints)

    done = place.fix("--apply", "--yes", *SLOW)
    assert done.exit_code == 0, done.summary
    assert done.outcome("install-torch") == "done"
    assert place.installed()["torch"].startswith(VERSION)

    (place.site / "torch" / "functional.py").unlink()
    shown = place.fix(*SLOW)
    assert shown.document["before"]["cause"] == "torch-install-damaged", shown.summary
    done = place.fix("--apply", "--yes", *SLOW)
    assert done.exit_code == 0, done.summary
    assert done.document["after"]["status"] == "healthy"
