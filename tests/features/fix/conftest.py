"""Fixtures of the tests of fixes: an index of tiny wheels, and environments to be broken."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from environments import Place, write_index


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of wheels that all installers of these tests find theirs in."""
    folder = tmp_path_factory.mktemp("wheels") / "index"
    write_index(folder)
    return folder


@pytest.fixture
def place(tmp_path: Path, index: Path) -> Place:
    """Return an environment with pip."""
    return Place(tmp_path / "place", index)
