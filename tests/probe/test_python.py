"""The interpreter: which one the first pip on PATH installs into, and whose environment it is."""

import base64
import hashlib
import os
from pathlib import Path

from tables import cases

from mps_doctor.probe.gather import ask
from mps_doctor.probe.python import owner, pip_python


@cases
def test_the_interpreter_of_pip(script, interpreter, tmp_path, monkeypatch):
    (tmp_path / "pip").write_text(script)
    (tmp_path / "pip").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    why = {"unknown": f"the first pip on PATH is no Python script: {tmp_path}/pip"}
    assert ask(pip_python) == (interpreter or why)


def test_no_pip_on_the_path(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask(pip_python) == {"unknown": "no pip on PATH"}


@cases
def test_the_owner_is_told_from_the_prefix(
    tmp_path: Path, prefix: str, files: dict[str, str], tool: str, project: str
) -> None:
    (tmp_path / prefix).mkdir(parents=True)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    expected = str(tmp_path / project) if project else ""
    assert owner(str(tmp_path / prefix), str(tmp_path)) == (tool, expected)


def test_pipenv_and_pixi_name_the_project(tmp_path: Path) -> None:
    (tmp_path / ".project").write_text("/work/app\n")
    assert owner(str(tmp_path)) == ("pipenv", "/work/app")
    (tmp_path / "conda-meta").mkdir()
    (tmp_path / "conda-meta" / "pixi").write_text('{"manifest_path": "/work/app/pixi.toml"}')
    assert owner(str(tmp_path)) == ("pixi", "/work/app")


def test_poetry_names_an_environment_after_its_project(tmp_path: Path) -> None:
    project = Path(os.path.realpath(tmp_path)) / "app" / "src"
    project.mkdir(parents=True)
    digest = hashlib.sha256(os.path.normcase(str(project.parent)).encode()).digest()
    name = f"app-{base64.urlsafe_b64encode(digest).decode()[:8]}-py3.12"
    prefix = f"/home/x/.cache/pypoetry/virtualenvs/{name}"
    assert owner(prefix, str(project)) == ("poetry", str(project.parent))
    assert owner(prefix, str(tmp_path)) == ("poetry", "")
