"""Projects of poetry, pdm, pipenv and hatch, mended by the commands that are printed for them.

The tools are the real ones, their index holds small wheels, and the project is not where the
commands are typed.
"""

import functools
import http.server
import shutil
import subprocess
import sys
import threading
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest
from environments import Place

from mps_doctor.render.shell import in_shell

pytestmark = [
    pytest.mark.full,
    pytest.mark.linux_only("a Mac is prescribed a torch that the tests' index lacks"),
]

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
WISHES = ["torch==2.1.0", "torch-needs", "numpy==2.1.3"]

PROJECT = f"""
[project]
name = "demo"
version = "0.1"
requires-python = "~={PYTHON}.0"
dependencies = {WISHES}
"""

FILES = {
    "poetry": (
        "pyproject.toml",
        PROJECT + "[tool.poetry]\npackage-mode = false\n"
        '[[tool.poetry.source]]\nname = "local"\nurl = "ADDRESS"\npriority = "primary"\n',
    ),
    "pdm": (
        "pyproject.toml",
        PROJECT + "[tool.pdm]\ndistribution = false\n"
        '[[tool.pdm.source]]\nname = "pypi"\nurl = "ADDRESS"\nverify_ssl = false\n',
    ),
    "pipenv": (
        "Pipfile",
        '[[source]]\nname = "local"\nurl = "ADDRESS"\nverify_ssl = false\n[packages]\n'
        + "".join('{} = "{}"\n'.format(*f"{wish}==*".split("==")[:2]) for wish in WISHES),
    ),
    "hatch": (
        "pyproject.toml",
        PROJECT + "[tool.hatch.envs.default]\nskip-install = true\n"
        f'dependencies = {WISHES}\n[tool.hatch.envs.default.env-vars]\nPIP_INDEX_URL = "ADDRESS"\n',
    ),
}

MAKE = {
    "poetry": ("poetry install", "poetry run which python"),
    "pdm": ("pdm install", "pdm info --python"),
    "pipenv": ("pipenv install", "pipenv --py"),
    "hatch": ("hatch env create", "hatch run which python"),
}
"""What installs the project, and what says where its Python is."""

PDM = ("pdm==2.22.4", "httpx==0.27.2", "hishel==0.0.33", "unearth==0.17.5")
"""2.29.3 failed in its HTTP layer before it did anything."""


@pytest.fixture(params=MAKE)
def tool(request: pytest.FixtureRequest, place: Place, tmp_path: Path) -> str:
    """Put a tool where the place finds it: that of the path, or one installed for this test."""
    name = str(request.param)
    found = shutil.which(name)
    if found is None:
        venv.EnvBuilder(with_pip=True, symlinks=True).create(tmp_path / name)
        pip = [tmp_path / name / "bin" / "pip", "install", "--quiet"]
        pip += PDM if name == "pdm" else [name]
        subprocess.run(pip, check=True, capture_output=True)
    tools = place.folder / "tools"
    tools.mkdir(exist_ok=True)
    (tools / name).symlink_to(found or tmp_path / name / "bin" / name)
    place.env["PATH"] = f"{tools}:{Path(sys.executable).parent}:/usr/bin:/bin"
    place.env["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    return name


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        del format, args


@pytest.fixture
def address(place: Place, tmp_path: Path) -> Iterator[str]:
    """Serve the wheels as an index: most tools read none from a folder."""
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


def test_what_is_prescribed_works_as_printed(place: Place, tool: str, address: str) -> None:
    shutil.rmtree(place.prefix)
    name, text = FILES[tool]
    (place.project / name).write_text(text.replace("ADDRESS", address))
    install, where = MAKE[tool]
    place.run(*install.split())
    python = place.run(*where.split()).stdout.strip()
    place.prefix, place.python = Path(python).parent.parent, Path(python)
    done = place.fix("--apply", "--yes")
    (step,) = done.document["steps"]
    assert step["outcome"] == "by-hand", done.summary
    assert tool in step["message"]
    place.project = place.home  # another folder to type commands in
    for argv in step["commands"]:
        place.run("sh", "-c", in_shell(tuple(argv)))
    assert place.installed()["numpy"] == "1.26.4"
    assert place.fix().exit_code == 0
