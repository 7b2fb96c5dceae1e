"""Finds other Pythons on this computer."""

import shutil
import subprocess
from pathlib import Path

import pytest


def find_python(version: str) -> str:
    """Return a Python of that version, or skip the test."""
    for place in sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python")):
        return str(place)
    found = shutil.which(f"python{version}")
    if found is None or subprocess.run([found, "-c", ""], check=False).returncode != 0:
        pytest.skip(f"no Python {version} here")
    return found
