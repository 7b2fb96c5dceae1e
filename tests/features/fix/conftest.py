"""Fixtures of the tests of fixes: an index of tiny wheels, and environments to be broken."""

import sys
from collections.abc import Callable
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


@pytest.fixture
def make_place(tmp_path: Path) -> Callable[..., Place]:
    """Return a maker of environments, for those that need an index or settings of their own."""
    return lambda index, tool="pip", **env: Place(tmp_path / "place", index, tool, env)
