"""Fixtures of the fault tests."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from patient import Patient


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    """Return a healthy environment without torch, to be broken."""
    return Patient(tmp_path / "patient")
