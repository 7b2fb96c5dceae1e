"""Fixtures of the tests of fixes: an index of tiny wheels, and environments to be broken."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from environments import Place, find_uv, write_index


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


@pytest.fixture(params=["pip", "uv"])
def any_place(request: pytest.FixtureRequest, tmp_path: Path, index: Path) -> Place:
    """Return an environment of pip, and one of uv."""
    if request.param == "uv" and find_uv() is None:
        pytest.skip("uv is not installed (MPS_DOCTOR_TEST_UV names another)")
    return Place(tmp_path / "place", index, request.param)


@pytest.fixture
def make_place(tmp_path: Path) -> Callable[..., Place]:
    """Return a maker of environments, for those that need an index or settings of their own."""
    return lambda index, tool="pip", **env: Place(tmp_path / "place", index, tool, env)
