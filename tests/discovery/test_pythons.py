"""What `check --all` finds: real folders and links in a temporary root, nothing is run."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mps_doctor.discovery.environment import Surroundings
from mps_doctor.discovery.pythons import find_pythons

Mac = Any  # the class behind the fixture in conftest.py, which a test module cannot import


def kernel(folder: Path, name: str, document: object) -> None:
    (folder / "kernels" / name).mkdir(parents=True)
    (folder / "kernels" / name / "kernel.json").write_text(json.dumps(document))


def test_every_place_that_a_mac_keeps_pythons_in_is_found_with_its_kind(mac: Mac) -> None:
    root, home, cwd = mac.root, mac.home, mac.cwd
    uv = home / ".local/share/uv/python"
    expected = {
        mac.venv(cwd / ".venv"): ("venv",),
        mac.venv(cwd / "oddly named"): ("venv",),
        mac.venv(cwd / ".tox/py312"): ("venv",),
        mac.venv(cwd / ".nox/tests"): ("venv",),
        mac.conda(cwd / ".pixi/envs/default"): ("pixi",),
        mac.conda(home / "miniforge3"): ("conda",),
        mac.conda(home / "miniforge3/envs/ml"): ("conda",),
        mac.conda(root / "opt/homebrew/Caskroom/miniconda/base"): ("conda",),
        mac.venv(home / "Library/Caches/pypoetry/virtualenvs/app-Q2xhc3M_-py3.12"): ("poetry",),
        mac.venv(home / ".virtualenvs/wrapped"): ("virtualenvwrapper",),
        mac.install("opt/tools").with_name("python"): ("PATH",),
        mac.binary(home / ".pyenv/versions/3.11.9/bin/python3.11"): ("pyenv",),
        mac.binary(uv / "cpython-3.13.1-macos-aarch64-none/bin/python3.13"): ("uv",),
        mac.binary(home / ".local/share/mise/installs/python/3.12.5/bin/python"): ("mise",),
        mac.binary(root / "opt/homebrew/opt/python@3.13/bin/python3.13"): ("Homebrew",),
        mac.binary(root / "usr/local/opt/python@3.12/bin/python3.12"): ("Homebrew",),
        mac.binary(root / "Library/Frameworks/Python.framework/Versions/3.12/bin/python3.12"): (
            "python.org",
        ),
        mac.binary(root / "Library/Developer/CommandLineTools/usr/bin/python3"): ("Xcode",),
    }
    elsewhere = mac.binary(root / "data/lab/bin/python3.10")
    kernel(home / "Library/Jupyter", "lab", {"argv": [str(elsewhere), "-m", "ipykernel"]})
    expected[elsewhere] = ("Jupyter kernel",)
    mac.path(root / "opt/tools/bin")
    assert mac.found() == {str(path): kinds for path, kinds in expected.items()}


def test_one_environment_found_in_several_ways_is_one_row(mac: Mac) -> None:
    python = mac.venv(mac.cwd / ".venv")
    mac.link(python.with_name("python3"), "python")
    mac.link(python.with_name("python3.12"), "python")
    mac.link(mac.home / "shortcut", mac.cwd / ".venv")
    mac.environ["VIRTUAL_ENV"] = str(mac.cwd / ".venv")
    mac.path(mac.cwd / ".venv/bin", mac.home / "shortcut/bin")
    kernel(mac.home / ".local/share/jupyter", "own", {"argv": [str(python)]})
    assert mac.found() == {str(python): ("active", "venv", "PATH", "Jupyter kernel")}


def test_shims_are_left_out_and_the_version_behind_is_marked(mac: Mac) -> None:
    pyenv = mac.home / ".pyenv"
    real = mac.binary(pyenv / "versions/3.12.2/bin/python3")
    mac.binary(pyenv / "versions/3.9.1/bin/python3")
    mac.script(pyenv / "shims/python3")
    mac.script(mac.home / ".asdf/shims/python3")
    mac.link(mac.home / ".local/share/mise/shims/python3", mac.binary(mac.root / "opt/bin/mise"))
    (pyenv / "version").write_text("3.12.2\n")
    mac.path(pyenv / "shims", mac.home / ".asdf/shims", mac.home / ".local/share/mise/shims")
    assert mac.found() == {
        str(real): ("PATH", "pyenv"),
        str(pyenv / "versions/3.9.1/bin/python3"): ("pyenv",),
    }


def test_a_wrapper_script_called_python_is_left_out(mac: Mac) -> None:
    mac.script(mac.root / "opt/wrapped/bin/python3")
    python = mac.install("opt/real")
    mac.path(mac.root / "opt/wrapped/bin", python.parent)
    assert list(mac.found()) == [str(python)]
    assert mac.choose(python="python3").python == python.with_name("python3")


def test_an_environment_with_versioned_names_only_is_run_by_the_newest(mac: Mac) -> None:
    for name in ("python3.9", "python3.12", "python3-config", "python3.13-intel64"):
        mac.binary(mac.home / "miniforge3/envs/odd/bin" / name)
    (mac.home / "miniforge3/envs/odd/conda-meta").mkdir()
    assert list(mac.found()) == [str(mac.home / "miniforge3/envs/odd/bin/python3.12")]


def test_the_project_environment_that_uv_is_told_of_is_found(mac: Mac) -> None:
    inside = mac.venv(mac.cwd / ".cache/uv-env")
    mac.environ["UV_PROJECT_ENVIRONMENT"] = ".cache/uv-env"
    assert list(mac.found()) == [str(inside)]


def test_tool_environments_are_left_out(mac: Mac) -> None:
    tool = mac.home / ".local/share/uv/tools/ruff"
    mac.venv(tool)
    (tool / "uv-receipt.toml").write_text("")
    other = mac.home / ".local/pipx/venvs/black"
    mac.venv(other)
    (other / "pipx_metadata.json").write_text("{}")
    mac.conda(mac.home / ".pixi/envs/rg")
    mac.path(tool / "bin", other / "bin", mac.home / ".pixi/envs/rg/bin")
    assert mac.found() == {}


def test_an_environment_whose_base_is_gone_is_a_row(mac: Mac) -> None:
    python = mac.venv(mac.cwd / ".venv")
    mac.base.unlink()
    assert mac.found() == {str(python): ("venv",)}


def test_the_project_is_searched_up_to_its_repository_and_no_further(mac: Mac) -> None:
    inside = mac.venv(mac.cwd / ".venv")
    mac.venv(mac.cwd.parent / ".venv")
    mac.venv(mac.home / "venv")
    mac.cwd = mac.cwd / "src/app"
    mac.cwd.mkdir(parents=True)
    assert list(mac.found()) == [str(inside)]


def test_without_a_repository_the_home_folder_is_not_taken_for_a_project(mac: Mac) -> None:
    (mac.cwd / ".git").rmdir()
    own = mac.venv(mac.cwd / ".venv")
    mac.venv(mac.home / ".venv")
    mac.venv(mac.home / "work/.venv")
    assert list(mac.found()) == [str(own)]
    (mac.home / "work/pyproject.toml").write_text("")
    assert list(mac.found()) == [str(own), str(mac.home / "work/.venv/bin/python")]


@pytest.mark.parametrize(
    "document",
    [
        {"argv": ["python", "-m", "ipykernel"]},
        {"argv": ["/opt/julia/bin/julia"], "language": "julia"},
        {"argv": []},
        {"argv": [7]},
        {"argv": "python"},
        {"argv": ["/opt/\0/python"]},
        {},
        [],
        None,
    ],
)
def test_kernels_that_name_no_python_are_passed_over(mac: Mac, document: object) -> None:
    kernel(mac.home / "Library/Jupyter", "odd", document)
    assert mac.found() == {}


# --- surroundings that are broken -----------------------------------------------------------


def test_no_home_and_no_path_leave_what_is_here(mac: Mac) -> None:
    python = mac.venv(mac.cwd / ".venv")
    mac.venv(mac.home / ".virtualenvs/unseen")
    mac.environ, mac.home = {}, None
    assert list(mac.found()) == [str(python)]
    assert mac.choose().python == python
    assert mac.choose(env=".venv").python == python


@contextmanager
def without_root() -> Iterator[None]:
    """Give up the rights of root, to whom no folder is unreadable."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_folders_that_cannot_be_read_hold_nothing(mac: Mac, tmp_path: Path) -> None:
    python = mac.venv(mac.cwd / ".venv")
    for folder in reversed((tmp_path, *tmp_path.parents)):
        if folder.stat().st_uid == os.geteuid() and not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o055)
    closed = [mac.home / ".pyenv", mac.home / "miniforge3/envs", mac.root / "opt/secret/bin"]
    for folder in closed:
        folder.mkdir(parents=True)
        mac.binary(folder / "versions/3.12.1/bin/python")
        folder.chmod(0)
    mac.path(mac.root / "opt/secret/bin")
    mac.environ["CONDA_PREFIX"] = str(mac.home / "miniforge3/envs/ml")
    try:
        with without_root():
            assert mac.found() == {str(python): ("venv",)}
            assert mac.choose().python == python
            error = mac.refuse(python=str(closed[0] / "versions/3.12.1/bin/python"))
            assert "Permission denied" in str(error)
            assert "no environment is called" in str(mac.refuse(env="zzz"))
    finally:
        for folder in closed:
            folder.chmod(0o755)


def test_links_in_a_circle_end(mac: Mac) -> None:
    for name in (".venv", "venv", ".pixi", ".tox"):
        mac.link(mac.cwd / name, name)
    mac.link(mac.home / ".pyenv/versions/3.12.1", ".")
    mac.link(mac.home / "miniforge3", mac.home)
    mac.link(mac.home / "envs", mac.home)
    looped = mac.home / "looped"
    mac.venv(looped)
    (looped / "bin/python").unlink()
    mac.link(looped / "bin/python", "python3")
    mac.link(looped / "bin/python3", "python")
    mac.environ["VIRTUAL_ENV"] = str(looped)
    mac.path(looped / "bin")
    assert mac.found() == {str(looped / "bin/python"): ("active",)}
    assert mac.choose().python == looped / "bin/python"


STRANGE = ("new\nline", "quote'\"`$(id)`", "esc\x1b]0;title\x07", "rtl\u202e", b"latin-\xe9", " ")


@pytest.mark.parametrize("name", STRANGE)
def test_strange_names_are_found(mac: Mac, name: str | bytes) -> None:
    folder = mac.cwd / os.fsdecode(name)
    try:
        python = mac.venv(folder)
    except OSError:
        pytest.skip("this file system refuses the name")  # APFS takes UTF-8 only
    (row,) = find_pythons(mac.around)
    chosen = mac.choose(env=f"./{os.fsdecode(name)}")
    assert (chosen.python, chosen.name) == (row.python, row.name) == (python, str(folder))
    mac.conda(mac.home / "miniforge3/envs" / os.fsdecode(name))
    assert any(kinds == ("conda",) for kinds in mac.found().values())


# --- for real -------------------------------------------------------------------------------


def test_a_real_venv_is_found_and_nothing_is_written(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"], check=True)
    before = sorted(tmp_path.rglob("*"))
    rows = find_pythons(Surroundings({"PATH": str(tmp_path / ".venv/bin")}, tmp_path, None))
    mine = [row for row in rows if row.python.is_relative_to(tmp_path)]
    assert [row.kinds for row in mine] == [("venv", "PATH")]
    assert sorted(tmp_path.rglob("*")) == before
