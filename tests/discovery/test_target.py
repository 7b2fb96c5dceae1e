"""Which interpreter is examined: real folders and links in a temporary root, nothing is run."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tables import cases, cases_and, table_of

from mps_doctor.discovery.environment import Surroundings
from mps_doctor.discovery.target import choose
from mps_doctor.system.errors import InputError

Mac = Any  # the class behind the fixture in conftest.py, which a test module cannot import


NOTHING_NAMED = table_of(__file__, "nothing_named.toml")


def place(mac: Mac, path: str) -> Path:
    if path == "/doctor":
        return mac.doctor.parent.parent
    return mac.home / path[2:] if path.startswith("~/") else mac.cwd / path


@pytest.mark.parametrize("case", NOTHING_NAMED.values(), ids=NOTHING_NAMED.keys())
def test_where_nothing_is_named(mac: Mac, case: dict[str, Any]) -> None:
    (mac.home / "tools/conda-meta").mkdir(parents=True)
    for path in case.get("venvs", ()):
        mac.venv(place(mac, path))
    for path in case.get("condas", ()):
        mac.conda(place(mac, path))
    variables = case.get("variables", {})
    mac.environ |= {name: str(place(mac, path)) for name, path in variables.items()}
    mac.path(*(place(mac, path) for path in case.get("path", ())))
    chosen = mac.choose()
    expected = place(mac, case["expected"]) / "bin/python"  # never with its link followed
    assert (chosen.python, chosen.chosen_because) == (expected, case["because"])
    assert chosen.note.replace(str(mac.home), "~") == case.get("note", "")


def test_an_environment_is_called_by_its_name_or_its_folder(mac: Mac) -> None:
    mac.conda(mac.home / "miniforge3")
    (mac.home / "miniforge3/condabin").mkdir()
    mac.conda(mac.home / "miniforge3/envs/ml")
    mac.venv(mac.cwd / ".venv")
    assert mac.choose(env="ml").name == "ml"
    assert mac.choose(env="base").name == "base"
    assert mac.choose().name == str(mac.cwd / ".venv")


def test_a_venv_whose_base_is_gone_is_still_the_one_to_examine(mac: Mac) -> None:
    python = mac.venv(mac.cwd / ".venv")
    mac.base.unlink()
    for named in ({}, {"python": ".venv/bin/python"}, {"env": ".venv"}, {"env": "./.venv"}):
        assert mac.choose(**named).python == python, named


def test_a_virtual_environment_that_is_gone_is_an_error_where_nothing_else_is_there(
    mac: Mac,
) -> None:
    mac.environ["VIRTUAL_ENV"] = str(mac.home / "envs/gone")
    error = mac.refuse()
    assert str(error) == f"VIRTUAL_ENV names {mac.home}/envs/gone, which does not exist"
    assert "deactivate" in error.hint


def test_a_running_python_without_a_path_is_an_error(mac: Mac) -> None:
    around = Surroundings({}, mac.cwd, None, mac.root)
    with pytest.raises(InputError, match="not known by a path"):
        choose(around, Path(), mac.root)


# ---- a doctor in a tool's environment -------------------------------------------------------


def tool_environment(mac: Mac, kind: str) -> Path:
    """Laid out as uv 0.13 and pipx 1.18 do it."""
    folders = {
        "pipx": ".local/pipx/venvs/mps-doctor",
        "uv tool": ".local/share/uv/tools/mps-doctor",
        "uvx": ".cache/uv/archive-v0/GilSC3XgwzK8y36z",
    }
    prefix: Path = mac.home / folders[kind]
    mac.venv(prefix, "uv = 0.13.8\n")
    if kind == "pipx":
        (prefix / "pipx_metadata.json").write_text("{}")
    if kind == "uv tool":
        (prefix / "uv-receipt.toml").write_text("[tool]\n")
    return prefix


@pytest.mark.parametrize("kind", ["pipx", "uv tool", "uvx"])
def test_from_a_tools_environment_the_users_python_is_examined(mac: Mac, kind: str) -> None:
    prefix = tool_environment(mac, kind)
    own = f"mps-doctor itself lives in a {kind} environment"
    mac.path(prefix / "bin")
    alone = mac.choose(prefix)
    assert alone.python == prefix / "bin/python"
    assert alone.note == f"{own}; no other Python is on PATH"
    user = mac.install("opt/homebrew")
    mac.path(prefix / "bin", user.parent)
    chosen = mac.choose(prefix)
    assert (chosen.python, chosen.note) == (user.with_name("python3"), own)
    assert chosen.chosen_because == "first python3 on PATH"
    assert mac.choose(prefix, python="python").python == user
    mac.environ["VIRTUAL_ENV"] = str(prefix)  # its own is not the user's active one
    python = mac.venv(mac.cwd / ".venv")
    assert (mac.choose(prefix).python, mac.choose(prefix).note) == (python, own)


def test_uv_run_with_examines_the_project_that_it_extends(mac: Mac) -> None:
    python = mac.venv(mac.cwd / ".venv")
    prefix = mac.home / ".cache/uv/builds-v0/.tmpKka9op"
    mac.venv(prefix, f"uv = 0.13.8\nextends-environment = {mac.cwd / '.venv'}\n")
    mac.environ["VIRTUAL_ENV"] = str(prefix)
    chosen = mac.choose(prefix)
    assert (chosen.python, chosen.chosen_because) == (python, "project environment (uv run)")


# ---- Apple's placeholder --------------------------------------------------------------------


def test_apples_placeholder_is_never_chosen_without_developer_tools(mac: Mac) -> None:
    prefix = tool_environment(mac, "pipx")
    stub = mac.binary(mac.root / "usr/bin/python3")
    linked = mac.link(mac.home / "bin/python3", stub)
    again = mac.link(mac.home / "more/python3", linked)
    environment = mac.link(mac.cwd / ".venv/bin/python", stub)
    (mac.cwd / ".venv/pyvenv.cfg").write_text("home = /usr/bin\n")
    mac.path(mac.root / "usr/bin", linked.parent, again.parent)
    for named in (stub, "python3", linked, again, environment, mac.cwd / ".venv"):
        error = mac.refuse(python=str(named))
        assert "Apple's placeholder" in str(error)
        assert "xcode-select --install" in error.hint
    assert "Apple's placeholder" in str(mac.refuse())
    assert not {str(stub), str(linked), str(again), str(environment)} & set(mac.found())
    environment.unlink()
    assert mac.choose(prefix).python == prefix / "bin/python"


@cases
def test_apples_python_is_examined_where_developer_tools_stand_behind_it(
    mac: Mac, tools: str, chosen: str, safe: bool
) -> None:
    stub = mac.binary(mac.root / "usr/bin/python3")
    folder = mac.root / tools
    mac.binary((folder / "Contents/Developer" if chosen == "app" else folder) / "usr/bin/python3")
    goal = mac.root / "Applications/Gone.app" if "stale" in chosen else folder
    if "link" in chosen:
        mac.link(mac.root / "var/db/xcode_select_link", goal)
    elif chosen:
        mac.environ["DEVELOPER_DIR"] = str(goal)
    if safe:
        assert mac.choose(python=str(stub)).python == stub
    else:
        assert "placeholder" in str(mac.refuse(python=str(stub)))


# ---- what is named --------------------------------------------------------------------------


def test_a_path_is_a_file_an_environment_or_its_project(mac: Mac) -> None:
    python = mac.venv(mac.cwd / "my env")
    for named in ("my env", "./my env", "my env/bin/python", "~/work/project/my env"):
        chosen = mac.choose(python=named)
        assert (chosen.python, chosen.chosen_because) == (python, "named by --python"), named
    python = mac.venv(mac.cwd / "lib/.venv")
    for named in ("lib", "./lib", "lib/.venv", "./lib/.venv/", str(mac.cwd / "lib")):
        chosen = mac.choose(env=named)
        assert (chosen.python, chosen.chosen_because) == (python, "named by --env"), named


def test_a_python_is_looked_up_on_path_as_a_shell_does(mac: Mac) -> None:
    first, second = mac.install("opt/one"), mac.install("opt/two")
    mac.path(first.parent, second.parent)
    assert mac.choose(python="python3").python == first.with_name("python3")
    for named in ("3.12", "python3.12", "cpython-3.12", "cpython@3.12"):
        assert mac.choose(python=named).python == first.with_name("python3.12"), named


def test_nothing_in_the_current_folder_answers_to_a_bare_name(mac: Mac) -> None:
    mac.binary(mac.cwd / "python3")
    mac.path("", ".", "relative")
    assert str(mac.refuse(python="python3")).startswith("no Python is called 'python3'")


def test_several_of_one_name_are_listed_not_guessed(mac: Mac) -> None:
    folders = [mac.home / "miniforge3/envs/ml", mac.home / "anaconda3/envs/ml", mac.cwd / "ml"]
    for folder in folders[:2]:
        mac.conda(folder)
    mac.venv(folders[2])
    error = mac.refuse(env="ml")
    assert all(str(folder) in str(error) for folder in folders)
    assert error.hint == "name one: --env FOLDER"


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
    behind = pyenv / f"versions/{version}/bin/python3"
    assert mac.choose(python="python3").python == behind
    chosen = mac.choose(python=str(shim))
    assert (chosen.python, chosen.note) == (behind, f"{shim} is pyenv's shim for {behind}")


def test_a_strangers_version_file_leads_nowhere_else(mac: Mac) -> None:
    mac.binary(mac.cwd / "evil/bin/python3")
    mac.binary(mac.home / ".pyenv/versions/3.12.2/bin/python3")
    shim = mac.script(mac.home / ".pyenv/shims/python3")
    for text in ("../../work/project/evil\n", f"{mac.cwd}/evil\n", "..\n"):
        (mac.cwd / ".python-version").write_text(text)
        assert "evil" not in str(mac.choose(python=str(shim)).python)


@cases_and(
    {"named": {"python": "x" * 5000 + "/python"}, "message": "name too long"},
    {"named": {"python": "x" * 5000}, "message": "no Python is called"},
    {"named": {"env": "\u202eevil\udcff"}, "message": "no environment is called"},
)
def test_what_cannot_be_used_is_said(mac: Mac, named: dict[str, str], message: str) -> None:
    mac.conda(mac.home / "miniforge3/envs/forge")
    (mac.home / "miniforge3/envs/empty/conda-meta").mkdir(parents=True)
    (mac.cwd / "bare/conda-meta").mkdir(parents=True)
    (mac.cwd / "envs/ml/bin").mkdir(parents=True)
    (mac.cwd / "notes.txt").write_text("text")
    os.mkfifo(mac.cwd / "pipe")
    mac.link(mac.cwd / "loop", "loop")
    mac.link(mac.cwd / "dangling", "gone")
    error = mac.refuse(**named)
    assert message in str(error)
    assert error.hint


def test_the_chosen_link_of_a_real_venv_runs_in_that_venv(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "own"], check=True)
    chosen = choose(Surroundings({}, tmp_path, None), Path(sys.executable), tmp_path, env="own")
    answer = subprocess.run(
        [chosen.python, "-c", "import sys; print(sys.prefix)"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(answer.stdout.strip()) == tmp_path / "own"
