"""A project of poetry, mended by the real poetry from an index of small wheels."""

import functools
import http.server
import shutil
import subprocess
import sys
import threading
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from environments import Place

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def poetry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program: that of the path, or one installed for these tests."""
    found = shutil.which("poetry")
    if found:
        return Path(found)
    folder = tmp_path_factory.mktemp("poetry")
    venv.EnvBuilder(with_pip=True, symlinks=True).create(folder)
    pip = [folder / "bin" / "pip", "install", "--quiet", "poetry"]
    subprocess.run(pip, check=True, capture_output=True)
    return folder / "bin" / "poetry"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        del format, args


@pytest.fixture
def address(place: Place, tmp_path: Path) -> Iterator[str]:
    """Serve the wheels as an index: poetry reads none from a folder."""
    for wheel in place.index.glob("*.whl"):
        folder = tmp_path / "index" / wheel.name.partition("-")[0].replace("_", "-")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(wheel, folder)
        names = [file.name for file in folder.glob("*.whl")]
        (folder / "index.html").write_text("".join(f'<a href="{n}">{n}</a>' for n in names))
    handler = functools.partial(Quiet, directory=str(tmp_path / "index"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def make_project(place: Place, address: str, poetry: Path) -> Callable[..., Place]:
    """Return a maker of installed projects."""

    def make(*requirements: str) -> Place:
        (place.folder / "tools").mkdir(exist_ok=True)
        (place.folder / "tools" / "poetry").symlink_to(poetry)
        place.env["PATH"] = f"{place.folder / 'tools'}:{Path(sys.executable).parent}:/usr/bin:/bin"
        place.env["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
        place.env["POETRY_VIRTUALENVS_IN_PROJECT"] = "true"
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        (place.project / "pyproject.toml").write_text(
            f'[project]\nname = "demo"\nversion = "0.1"\nrequires-python = "~={version}.0"\n'
            f"dependencies = {list(requirements)}\n"
            "[tool.poetry]\npackage-mode = false\n"
            f'[[tool.poetry.source]]\nname = "local"\nurl = "{address}"\npriority = "primary"\n'
        )
        place.run("poetry", "install")
        return place

    return make


def test_what_is_prescribed_for_poetry_works_as_printed(make_project: Callable[..., Place]) -> None:
    place = make_project("torch==2.1.0", "torch-needs", "numpy==2.1.3")
    done = place.fix("--apply", "--yes")
    (step,) = done.document["steps"]
    assert step["outcome"] == "by-hand", done.summary
    assert "poetry" in step["message"]
    for argv in step["commands"]:
        place.run(*argv)
    assert place.installed()["numpy"] == "1.26.4"
    assert place.fix().exit_code == 0
