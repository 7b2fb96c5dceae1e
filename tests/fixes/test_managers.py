"""The user's own manager, and how its commands read."""

import pytest
from conda_grammar import problems_of
from mac_environments import (
    COMPANIONS,
    NO_CONDA,
    PYTHON,
    UNKNOWN,
    UV_PROJECT,
    apple,
    conda,
    interpreter,
    torch_for,
)

from mps_doctor.facts import Conda, Interpreter, TorchInstall
from mps_doctor.fixes import NUMPY_1, Environment, install_packages
from mps_doctor.judgement.checking import Fix

MANAGERS = [
    ({}, NO_CONDA, (PYTHON, "-m", "pip", "install")),
    (
        {"environment": "uv", "prefix": "~/elsewhere", "has_pip": False},
        NO_CONDA,
        ("uv", "pip", "install", "--python", PYTHON),
    ),
    (UV_PROJECT, NO_CONDA, ("uv", "add")),
    ({"project_manager": "poetry"}, NO_CONDA, ("poetry", "add")),
    ({"environment": "poetry"}, NO_CONDA, ("poetry", "add")),
    ({"environment": "conda"}, conda(), ("conda", "install", "--yes", "-n", "ml")),
    ({"environment": "conda"}, conda("mamba"), ("mamba", "install", "--yes", "-n", "ml")),
    ({"environment": "conda"}, conda("micromamba"), ("micromamba", "install", "--yes", "-n")),
    ({"environment": "conda"}, conda(name=UNKNOWN), ("conda", "install", "--yes", "-p")),
    ({"environment": "pixi"}, conda("pixi"), ("pixi", "add")),
]


@pytest.mark.parametrize(("facts", "environment", "start"), MANAGERS)
def test_the_user_s_own_manager(
    facts: dict[str, object], environment: Conda, start: tuple[str, ...]
) -> None:
    (fix,) = torch_for(apple(), interpreter(**facts), environment)
    (command,) = fix.commands
    assert command[: len(start)] == start
    assert fix.verify[-1] == ("mps-doctor",)


def test_a_lock_file_of_another_project_is_left_alone() -> None:
    """The environment is not where uv puts that of the project in the current folder."""
    python = interpreter(project_manager="uv", prefix="~/other/env")
    (fix,) = torch_for(apple(), python)
    assert fix.commands[0][:4] == (PYTHON, "-m", "pip", "install")


def test_torch_that_pip_put_into_conda_stays_with_pip() -> None:
    by_pip = TorchInstall(installed=True, installer="pip", version="2.12.0")
    (fix,) = torch_for(apple("13.6"), interpreter(), conda(), torch=by_pip)
    assert fix.commands == ((PYTHON, "-m", "pip", "install", "torch==2.8.0"),)
    (fix,) = torch_for(apple("13.6"), interpreter(), conda(), COMPANIONS)
    assert fix.commands[0][:3] == (PYTHON, "-m", "pip")


def test_the_versions_of_now_come_back_by_the_undo() -> None:
    now = TorchInstall(installed=True, version="2.5.1")
    (fix,) = torch_for(apple("13.6"), interpreter(), packages=COMPANIONS, torch=now)
    before = ("torch==2.5.1", "torchvision==0.20.1", "torchaudio==2.5.1")
    assert fix.undo == ((PYTHON, "-m", "pip", "install", *before),)
    built = TorchInstall(installed=True, version="2.5.1a0+gitabc")
    (fix,) = torch_for(apple("13.6"), interpreter(), packages=COMPANIONS, torch=built)
    assert fix.undo == ()


def test_pip_is_put_back_first_where_it_is_missing() -> None:
    (fix,) = torch_for(apple(), interpreter(has_pip=False))
    assert fix.commands[0] == (PYTHON, "-m", "ensurepip", "--upgrade")


def test_reinstalling_replaces_the_files() -> None:
    (fix,) = torch_for(apple(), interpreter(), reinstall=True)
    remove, install = fix.commands
    assert remove == (PYTHON, "-m", "pip", "uninstall", "--yes", "torch")
    assert "--no-cache-dir" in install
    assert install[-1] == "torch==2.14.1"
    uv = interpreter(environment="uv", prefix="~/e")
    (fix,) = torch_for(apple(), uv, reinstall=True)
    assert fix.commands[0][5:7] == ("--reinstall-package", "torch")


def test_uv_finds_the_environment_of_a_text_by_itself() -> None:
    python = Interpreter(environment="uv")
    (fix,) = torch_for(apple(), python)
    assert fix.commands[0][:3] == ("uv", "pip", "install")
    assert "--python" not in fix.commands[0]
    project = Interpreter(environment="uv", project_manager="uv")
    (fix,) = torch_for(apple(), project)
    assert fix.commands[0][:2] == ("uv", "add")


def test_generic_packages_in_the_user_s_manager() -> None:
    def fix(holder: Conda, **facts: object) -> Fix:
        environment = Environment(apple(), interpreter(**facts), holder)
        return install_packages(NUMPY_1, environment=environment, id="install-numpy-1")

    assert fix(NO_CONDA).commands == ((PYTHON, "-m", "pip", "install", "numpy<2"),)
    assert fix(conda()).commands[0][-1] == "numpy<2"
    assert fix(NO_CONDA, **UV_PROJECT).commands == (("uv", "add", "numpy<2"),)
    assert fix(NO_CONDA).id == "install-numpy-1"


@pytest.mark.parametrize(
    "command",
    [
        ("conda", "instal", "pytorch"),
        ("conda", "install", "--yes", "-n", "ml", "pytorch>=2.5,2.9"),
        ("conda", "create", "-n", "ml", "--platform", "macos-arm64", "python=3.12"),
        ("conda", "create", "--yes", "python=3.12"),
        ("conda", "install", "--upgrade", "pytorch"),
        ("conda", "install", "-n", "--yes", "pytorch"),
        ("pixi", "add", "--channel", "conda-forge", "pytorch"),
        ("conda", "install", "-n", "ml", "pytorch; rm"),
    ],
)
def test_the_grammar_refuses_what_conda_would(command: tuple[str, ...]) -> None:
    assert problems_of(command)
