"""Which interpreter is examined: real folders and links in a temporary root, nothing is run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mps_doctor.discovery.choosing import ChoiceError, choose

Mac = Any  # the class behind the fixture in conftest.py, which a test module cannot import

# --- without being told ---------------------------------------------------------------------


def test_with_nothing_else_the_running_python_is_examined(mac: Mac) -> None:
    chosen = mac.choose()
    assert chosen.python == mac.doctor
    assert chosen.chosen_because == "the Python that runs mps-doctor"
    assert chosen.note == ""


def test_the_active_virtual_environment_is_examined_by_its_own_link(mac: Mac) -> None:
    python = mac.venv(mac.home / "envs/ml")
    mac.environ["VIRTUAL_ENV"] = str(mac.home / "envs/ml")
    mac.venv(mac.cwd / ".venv")
    chosen = mac.choose()
    assert chosen.python == python
    assert chosen.python.is_symlink()  # resolved, it would be the base, without the packages
    assert chosen.chosen_because == "active virtual environment (VIRTUAL_ENV)"
    assert chosen.name == "~/envs/ml"


def test_the_active_conda_environment_is_examined_under_its_name(mac: Mac) -> None:
    python = mac.conda(mac.home / "miniforge3/envs/ml")
    mac.environ["CONDA_PREFIX"] = str(mac.home / "miniforge3/envs/ml")
    chosen = mac.choose()
    assert (chosen.python, chosen.name) == (python, "ml")
    assert chosen.chosen_because == "active conda environment (CONDA_PREFIX)"


def test_an_active_pixi_environment_is_called_one(mac: Mac) -> None:
    mac.conda(mac.cwd / ".pixi/envs/default")
    mac.environ["CONDA_PREFIX"] = str(mac.cwd / ".pixi/envs/default")
    assert mac.choose().chosen_because == "active pixi environment (CONDA_PREFIX)"


def test_of_two_active_environments_the_first_on_path_is_examined(mac: Mac) -> None:
    venv, base = mac.home / "envs/ml", mac.home / "miniforge3"
    pythons = {"VIRTUAL_ENV": mac.venv(venv), "CONDA_PREFIX": mac.conda(base)}
    mac.environ |= {"VIRTUAL_ENV": str(venv), "CONDA_PREFIX": str(base)}
    mac.path(base / "bin", venv / "bin")
    chosen = mac.choose()
    assert chosen.python == pythons["CONDA_PREFIX"]
    assert chosen.note == "VIRTUAL_ENV names ~/envs/ml too"
    mac.path(venv / "bin", base / "bin")
    assert mac.choose().python == pythons["VIRTUAL_ENV"]
    mac.path("/usr/bin")
    assert mac.choose().python == pythons["VIRTUAL_ENV"]


def test_venv_in_the_current_folder_comes_before_the_running_python(mac: Mac) -> None:
    python = mac.venv(mac.cwd / "venv")
    assert mac.choose().python == python
    python = mac.venv(mac.cwd / ".venv")
    chosen = mac.choose()
    assert chosen.python == python
    assert chosen.chosen_because == ".venv in the current folder"


def test_a_venv_whose_base_is_gone_is_still_the_one_to_examine(mac: Mac) -> None:
    python = mac.venv(mac.cwd / ".venv")
    mac.base.unlink()
    assert mac.choose().python == python
    assert mac.choose(python=".venv/bin/python").python == python
    assert mac.choose(env=".venv").python == python


def test_a_virtual_env_that_is_gone_is_an_error_when_nothing_else_is_there(mac: Mac) -> None:
    mac.environ["VIRTUAL_ENV"] = str(mac.home / "envs/gone")
    error = mac.refuse()
    assert str(error) == "VIRTUAL_ENV names ~/envs/gone, which does not exist"
    assert "deactivate" in error.hint


def test_a_virtual_env_that_is_gone_is_a_note_when_something_else_is_there(mac: Mac) -> None:
    mac.environ["VIRTUAL_ENV"] = str(mac.home / "envs/gone")
    python = mac.venv(mac.cwd / ".venv")
    chosen = mac.choose()
    assert chosen.python == python
    assert chosen.note == "VIRTUAL_ENV names ~/envs/gone, which does not exist"


def test_a_conda_environment_without_python_is_passed_over_with_a_note(mac: Mac) -> None:
    (mac.home / "miniforge3/envs/tools/conda-meta").mkdir(parents=True)
    mac.environ["CONDA_PREFIX"] = str(mac.home / "miniforge3/envs/tools")
    chosen = mac.choose()
    assert chosen.python == mac.doctor
    assert "holds no Python" in chosen.note


def test_a_running_python_without_a_path_is_an_error(mac: Mac) -> None:
    with pytest.raises(ChoiceError, match="not known by a path"):
        choose(environ={}, cwd=mac.cwd, running=Path(), running_prefix=mac.root, root=mac.root)


# --- a doctor in a tool environment ---------------------------------------------------------


def tool_environment(mac: Mac, kind: str) -> Path:
    """Laid out as uv 0.13 and pipx 1.18 do it."""
    folders = {
        "pipx": ".local/pipx/venvs/mps-doctor",
        "uv tool": ".local/share/uv/tools/mps-doctor",
        "uvx": ".cache/uv/archive-v0/GilSC3XgwzK8y36z",
    }
    prefix = mac.home / folders[kind]
    mac.venv(prefix, "uv = 0.13.8\n")
    if kind == "pipx":
        (prefix / "pipx_metadata.json").write_text("{}")
    if kind == "uv tool":
        (prefix / "uv-receipt.toml").write_text("[tool]\n")
    return prefix


@pytest.mark.parametrize("kind", ["pipx", "uv tool", "uvx"])
def test_from_a_tool_environment_the_users_python_is_examined(mac: Mac, kind: str) -> None:
    prefix = tool_environment(mac, kind)
    user = mac.install("opt/homebrew")
    mac.path(prefix / "bin", user.parent)
    chosen = mac.choose(prefix)
    assert chosen.python == user.with_name("python3")
    assert chosen.chosen_because == "first python3 on PATH"
    assert chosen.note == f"mps-doctor itself lives in a {kind} environment"


@pytest.mark.parametrize("kind", ["pipx", "uv tool", "uvx"])
def test_from_a_tool_environment_the_project_comes_first(mac: Mac, kind: str) -> None:
    prefix = tool_environment(mac, kind)
    mac.environ["VIRTUAL_ENV"] = str(prefix)  # its own is not the user's active one
    python = mac.venv(mac.cwd / ".venv")
    chosen = mac.choose(prefix)
    assert chosen.python == python
    assert kind in chosen.note


def test_from_a_tool_environment_a_name_does_not_mean_the_tools_own_python(mac: Mac) -> None:
    prefix = tool_environment(mac, "uvx")
    user = mac.install("opt/homebrew")
    mac.path(prefix / "bin", user.parent)
    assert mac.choose(prefix, python="python").python == user


def test_from_a_tool_environment_alone_its_own_python_is_examined_and_said_so(mac: Mac) -> None:
    prefix = tool_environment(mac, "pipx")
    mac.path(prefix / "bin")
    chosen = mac.choose(prefix)
    assert chosen.python == prefix / "bin/python"
    assert chosen.note.endswith("no other Python is on PATH")


def test_uv_run_with_examines_the_project_that_it_extends(mac: Mac) -> None:
    python = mac.venv(mac.cwd / ".venv")
    prefix = mac.home / ".cache/uv/builds-v0/.tmpKka9op"
    mac.venv(prefix, f"uv = 0.13.8\nextends-environment = {mac.cwd / '.venv'}\n")
    mac.environ["VIRTUAL_ENV"] = str(prefix)
    chosen = mac.choose(prefix)
    assert chosen.python == python
    assert chosen.chosen_because == "project environment (uv run)"


def test_a_plain_virtual_environment_made_by_uv_is_no_tool_environment(mac: Mac) -> None:
    prefix = mac.home / "envs/doctor"
    mac.venv(prefix, "uv = 0.13.8\n")
    user = mac.install("opt/homebrew")
    mac.path(user.parent)
    assert mac.choose(prefix).python == prefix / "bin/python"


# --- Apple's placeholder --------------------------------------------------------------------


def test_apples_placeholder_is_never_chosen_without_developer_tools(mac: Mac) -> None:
    prefix = tool_environment(mac, "pipx")
    stub = mac.binary(mac.root / "usr/bin/python3")
    mac.path(mac.root / "usr/bin")
    assert mac.choose(prefix).python == prefix / "bin/python"
    for named in (str(stub), "python3"):
        error = mac.refuse(python=named)
        assert "Apple's placeholder" in str(error)
        assert "xcode-select --install" in error.hint
    assert str(stub) not in mac.found()


@pytest.mark.parametrize(
    "tools",
    [
        "Library/Developer/CommandLineTools",
        "Applications/Xcode.app/Contents/Developer",
        "Applications/Xcode-beta.app/Contents/Developer",
    ],
)
def test_apples_python_is_examined_where_developer_tools_stand_behind_it(
    mac: Mac, tools: str
) -> None:
    prefix = tool_environment(mac, "pipx")
    stub = mac.binary(mac.root / "usr/bin/python3")
    real = mac.binary(mac.root / tools / "usr/bin/python3")
    mac.path(mac.root / "usr/bin")
    assert mac.choose(prefix).python == stub
    assert mac.choose(python=str(stub)).python == stub
    assert "Xcode" in mac.found()[str(real)]


def test_a_stale_selection_of_developer_tools_makes_the_placeholder_unsafe(mac: Mac) -> None:
    stub = mac.binary(mac.root / "usr/bin/python3")
    mac.binary(mac.root / "Library/Developer/CommandLineTools/usr/bin/python3")
    mac.link(mac.root / "var/db/xcode_select_link", mac.root / "Applications/Gone.app")
    assert "placeholder" in str(mac.refuse(python=str(stub)))


def test_an_xcode_of_another_name_counts_once_it_is_chosen(mac: Mac) -> None:
    stub = mac.binary(mac.root / "usr/bin/python3")
    folder = mac.root / "Applications/Xcode_16.app/Contents/Developer"
    mac.binary(folder / "usr/bin/python3")
    assert "placeholder" in str(mac.refuse(python=str(stub)))
    mac.link(mac.root / "var/db/xcode_select_link", folder)
    assert mac.choose(python=str(stub)).python == stub


def test_the_root_as_developer_folder_leads_back_to_the_placeholder(mac: Mac) -> None:
    """xcrun, and so the placeholder, never ends there."""
    stub = mac.binary(mac.root / "usr/bin/python3")
    mac.link(mac.root / "var/db/xcode_select_link", mac.root)
    assert "placeholder" in str(mac.refuse(python=str(stub)))
    mac.environ["DEVELOPER_DIR"] = str(mac.root)
    assert "placeholder" in str(mac.refuse(python=str(stub)))


def test_a_link_to_the_placeholder_is_one(mac: Mac) -> None:
    stub = mac.binary(mac.root / "usr/bin/python3")
    linked = mac.link(mac.home / "bin/python3", stub)
    again = mac.link(mac.home / "more/python3", linked)
    environment = mac.link(mac.cwd / ".venv/bin/python", stub)
    (mac.cwd / ".venv/pyvenv.cfg").write_text("home = /usr/bin\n")
    mac.path(linked.parent, again.parent)
    for named in (linked, again, environment, mac.cwd / ".venv"):
        assert "placeholder" in str(mac.refuse(python=str(named)))
    assert "placeholder" in str(mac.refuse())
    assert not {str(linked), str(again), str(environment)} & set(mac.found())
    mac.binary(mac.root / "Library/Developer/CommandLineTools/usr/bin/python3")
    assert mac.choose(python=str(again)).python == again


def test_apples_old_python_2_is_no_placeholder(mac: Mac) -> None:
    """Up to macOS 12.2 /usr/bin/python was a link to a real one."""
    real = mac.binary(
        mac.root / "System/Library/Frameworks/Python.framework/Versions/2.7/bin/python2.7"
    )
    linked = mac.link(mac.root / "usr/bin/python", real)
    assert mac.choose(python=str(linked)).python == linked


# --- --python -------------------------------------------------------------------------------


def test_python_takes_a_file_or_an_environment_folder(mac: Mac) -> None:
    python = mac.venv(mac.cwd / "my env")
    for named in ("my env", "./my env", "my env/bin/python", str(mac.cwd / "my env")):
        chosen = mac.choose(python=named)
        assert chosen.python == python, named
        assert chosen.chosen_because == "named by --python"
        assert chosen.name == "~/work/project/my env"
    assert mac.choose(python="~/work/project/my env").python == python


def test_python_name_is_looked_up_on_path_as_a_shell_does(mac: Mac) -> None:
    first, second = mac.install("opt/one"), mac.install("opt/two")
    mac.path(first.parent, second.parent)
    assert mac.choose(python="python3").python == first.with_name("python3")
    for named in ("3.12", "python3.12", "cpython-3.12", "cpython@3.12"):
        assert mac.choose(python=named).python == first.with_name("python3.12"), named


def test_nothing_in_the_current_folder_answers_to_a_bare_name(mac: Mac) -> None:
    mac.binary(mac.cwd / "python3")
    mac.path("", ".", "relative")
    error = mac.refuse(python="python3")
    assert error.hint == "a file of that name is in the current folder: --python ./python3"


def test_python_version_is_looked_up_in_the_folders_of_pyenv_and_uv(mac: Mac) -> None:
    for version in ("3.11.9", "3.12.2", "3.12.10"):
        mac.binary(mac.home / f".pyenv/versions/{version}/bin/python")
    uv = mac.home / ".local/share/uv/python"
    thirteen = mac.binary(uv / "cpython-3.13.1-macos-aarch64-none/bin/python3.13")
    free = mac.binary(uv / "cpython-3.13.1+freethreaded-macos-aarch64-none/bin/python3.13t")
    newest = mac.choose(python="3.12")
    assert newest.python == mac.home / ".pyenv/versions/3.12.10/bin/python"
    assert mac.choose(python="3.12.2").python == mac.home / ".pyenv/versions/3.12.2/bin/python"
    assert mac.choose(python="3.13").python == thirteen
    assert mac.choose(python="3.13t").python == free
    assert mac.choose(python="cpython-3.13.1-macos-aarch64-none").python == thirteen


def test_two_pythons_of_one_version_are_listed_not_guessed(mac: Mac) -> None:
    uv = mac.home / ".local/share/uv/python"
    for architecture in ("aarch64", "x86_64"):
        mac.binary(uv / f"cpython-3.12.4-macos-{architecture}-none/bin/python3.12")
    message = str(mac.refuse(python="3.12"))
    assert "~/.local/share/uv/python/cpython-3.12.4-macos-aarch64-none (uv)" in message
    assert "~/.local/share/uv/python/cpython-3.12.4-macos-x86_64-none (uv)" in message


def test_uvs_link_for_a_minor_version_is_not_a_second_python(mac: Mac) -> None:
    uv = mac.home / ".local/share/uv/python"
    mac.binary(uv / "cpython-3.12.4-macos-aarch64-none/bin/python3.12")
    mac.link(uv / "cpython-3.12-macos-aarch64-none", "cpython-3.12.4-macos-aarch64-none")
    assert mac.choose(python="3.12").python.parts[-3].startswith("cpython-3.12.4")


@pytest.mark.parametrize(
    ("selected_by", "version"),
    [("variable", "3.11.9"), ("file", "3.12.2"), ("global", "3.10.1"), ("prefix", "3.12.2")],
)
def test_pyenvs_shim_is_followed_to_the_version_it_would_pick(
    mac: Mac, selected_by: str, version: str
) -> None:
    pyenv = mac.home / ".pyenv"
    for installed in ("3.10.1", "3.11.9", "3.12.2"):
        mac.binary(pyenv / f"versions/{installed}/bin/python3")
    shim = mac.script(pyenv / "shims/python3")
    mac.path(shim.parent)
    (pyenv / "version").write_text("3.10.1\n")
    if selected_by == "variable":
        mac.environ["PYENV_VERSION"] = version
    if selected_by == "file":
        (mac.cwd.parent / ".python-version").write_text(f"# ours\n{version}\n")
    if selected_by == "prefix":
        (mac.cwd / ".python-version").write_text("3.12\n")
    real = pyenv / f"versions/{version}/bin/python3"
    assert mac.choose(python="python3").python == real
    chosen = mac.choose(python=str(shim))
    assert chosen.python == real
    assert "pyenv's shim" in chosen.note


@pytest.mark.parametrize(
    ("named", "message", "hint"),
    [
        ("/opt/bass/bin/python", "does not exist", ""),
        ("./nowhere/bin/python", "does not exist", ""),
        ("envs/mll/bin/python", "does not exist", "~/work/project/envs/ml/bin/python?"),
        ("envs/ml/bin/pyhton", "does not exist", "~/work/project/envs/ml/bin/python?"),
        ("./notes.txt", "is not executable", "bin/python"),
        ("./notes.txt/bin/python", "does not exist", ""),
        (".", "is a folder without a Python in it", ""),
        ("./envs/", "is a folder without a Python in it", ""),
        ("./pipe", "is neither a file nor a folder", ""),
        ("./loop", "does not lead to a file", ""),
        ("./dangling", "does not lead to a file", ""),
        ("", "names no Python", ""),
        ("a\0b", "names no Python", ""),
        ("x" * 5000 + "/python", "cannot be looked at", ""),
        ("x" * 5000, "no Python named", "check --all"),
        ("pyhton3", "no Python named pyhton3 was found", "did you mean python3"),
        ("3.15", "no Python named 3.15 was found", ""),
        ("ml", "no Python named ml was found", "did you mean --env ml?"),
        ("line\nbreak \x1b[31m", "no Python named line\\nbreak \\x1b[31m was found", ""),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(
    mac: Mac, named: str, message: str, hint: str
) -> None:
    mac.venv(mac.cwd / "envs/ml")
    mac.conda(mac.home / "miniforge3/envs/ml")
    (mac.cwd / "notes.txt").write_text("text")
    os.mkfifo(mac.cwd / "pipe")
    mac.link(mac.cwd / "loop", "loop")
    mac.link(mac.cwd / "dangling", "gone")
    mac.path(mac.install("opt/one").parent)
    error = mac.refuse(python=named)
    assert message in str(error)
    assert hint in error.hint


def test_a_project_folder_named_as_python_leads_to_its_venv(mac: Mac) -> None:
    mac.venv(mac.cwd / ".venv")
    assert mac.refuse(python=".").hint == "did you mean ~/work/project/.venv?"


def test_python_and_env_exclude_each_other(mac: Mac) -> None:
    assert "two interpreters" in str(mac.refuse(python="3.12", env="ml"))


# --- --env ----------------------------------------------------------------------------------


def test_env_takes_the_folder_of_an_environment_or_of_its_project(mac: Mac) -> None:
    python = mac.venv(mac.cwd / "lib/.venv")
    for named in ("lib", "./lib", "lib/.venv", "./lib/.venv/"):
        assert mac.choose(env=named).python == python, named
    assert mac.choose(env="lib").chosen_because == "named by --env"


def test_env_finds_environments_by_name_wherever_a_tool_keeps_them(mac: Mac) -> None:
    home = mac.home
    pythons = {
        "forge": mac.conda(home / "miniforge3/envs/forge"),
        "brewed": mac.conda(mac.root / "opt/homebrew/Caskroom/miniforge/base/envs/brewed"),
        "micro": mac.conda(home / "micro-root/envs/micro"),
        "elsewhere": mac.conda(mac.root / "data/envs/elsewhere"),
        "registered": mac.conda(mac.root / "data/registered"),
        "cuda": mac.conda(mac.cwd / ".pixi/envs/cuda"),
        "3.9.1": mac.binary(home / ".pyenv/versions/3.9.1/bin/python"),
        "wrapped": mac.venv(home / ".virtualenvs/wrapped"),
        "app": mac.venv(home / "Library/Caches/pypoetry/virtualenvs/app-Q2xhc3M_-py3.12"),
        "piped": mac.venv(home / ".local/share/virtualenvs/piped-AbCdEf12"),
        "prompted": mac.venv(mac.cwd / ".venv", "prompt = prompted\n"),
    }
    (home / ".conda").mkdir()
    (home / ".conda/environments.txt").write_text(f"{mac.root}/data/registered\n\nnonsense\n")
    (home / ".condarc").write_text(f"channels:\n  - x\nenvs_dirs:\n  - {mac.root}/data/envs\n")
    mac.environ["MAMBA_ROOT_PREFIX"] = str(home / "micro-root")
    for name, python in pythons.items():
        assert mac.choose(env=name).python == python, name


def test_folders_for_environments_are_read_from_condas_settings(mac: Mac) -> None:
    pythons = {name: mac.conda(mac.home / "wide" / name) for name in ("one", "two")}
    mac.conda(mac.home / "packages/three")
    (mac.home / ".condarc").write_text(
        "envs_dirs:  # all of them\n  - ~/wide # roomy\n\npkgs_dirs:\n  - ~/packages\n"
    )
    for name, python in pythons.items():
        assert mac.choose(env=name).python == python
    mac.refuse(env="three")


def test_asdfs_pythons_are_found_by_version(mac: Mac) -> None:
    python = mac.binary(mac.home / ".asdf/installs/python/3.11.4/bin/python")
    assert mac.choose(python="3.11").python == python


def test_base_is_the_environment_that_conda_is_installed_in(mac: Mac) -> None:
    python = mac.conda(mac.home / "miniforge3")
    (mac.home / "miniforge3/condabin").mkdir()
    chosen = mac.choose(env="base")
    assert (chosen.python, chosen.name) == (python, "base")


def test_environments_of_one_name_are_listed_not_guessed(mac: Mac) -> None:
    mac.conda(mac.home / "miniforge3/envs/ml")
    mac.conda(mac.home / "anaconda3/envs/ml")
    mac.venv(mac.cwd / "ml")
    error = mac.refuse(env="ml")
    for listed in ("~/miniforge3/envs/ml", "~/anaconda3/envs/ml", "~/work/project/ml"):
        assert listed in str(error)
    assert error.hint == "name one: --env FOLDER"


def test_an_environment_known_in_two_ways_is_not_ambiguous(mac: Mac) -> None:
    python = mac.conda(mac.home / "miniforge3/envs/ml")
    (mac.home / ".conda").mkdir()
    (mac.home / ".conda/environments.txt").write_text(f"{mac.home}/miniforge3/envs/ml\n")
    mac.link(mac.home / "miniconda3", mac.home / "miniforge3")
    assert mac.choose(env="ml").python == python


@pytest.mark.parametrize(
    ("named", "message", "hint"),
    [
        ("forgr", "no environment named forgr was found", "did you mean forge?"),
        ("zzz", "no environment named zzz was found", "check --all"),
        ("empty", "is a conda environment without a Python", "install a Python into it"),
        ("src", "src is a folder without a Python in it", ""),
        ("./gone", "does not exist", ""),
        ("./notes.txt", "is not a folder", "did you mean --python"),
        ("quote'\"; rm -rf ~", "no environment named quote'\"; rm -rf ~ was found", ""),
        ("\u202eevil\udcff", "no environment named \\u202eevil\\udcff was found", ""),
    ],
)
def test_an_environment_that_cannot_be_used_is_said_in_one_line(
    mac: Mac, named: str, message: str, hint: str
) -> None:
    mac.conda(mac.home / "miniforge3/envs/forge")
    (mac.home / "miniforge3/envs/empty/conda-meta").mkdir(parents=True)
    (mac.cwd / "src").mkdir()
    (mac.cwd / "notes.txt").write_text("text")
    error = mac.refuse(env=named)
    assert message in str(error)
    assert hint in error.hint


# --- for real -------------------------------------------------------------------------------


def test_the_chosen_link_of_a_real_venv_runs_in_that_venv(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "own"], check=True)
    chosen = choose(
        env="own", environ={}, cwd=tmp_path, running=Path(sys.executable), running_prefix=tmp_path
    )
    answer = subprocess.run(
        [chosen.python, "-c", "import sys; print(sys.prefix)"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(answer.stdout.strip()) == tmp_path / "own"
