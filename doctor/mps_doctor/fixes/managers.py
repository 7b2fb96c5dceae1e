"""The user's own manager: whose commands fit an environment, how they read, and who may run them.

How each tool behaves is in docs/assumptions.md.
"""

import re
from collections.abc import Mapping

from mps_doctor.facts import Conda, Interpreter, known_or
from mps_doctor.fixes.fix import Argv, Fix
from mps_doctor.fixes.rows.managers import ROWS
from mps_doctor.fixes.situation import Environment

CONDA_TOOLS = ("conda", "mamba", "micromamba")
CONDA_LIKE = (*CONDA_TOOLS, "pixi")
"""Packages come from conda channels there, with conda's names and versions."""

KEEPERS = ("poetry", "pdm", "pipenv", "pipx", "uv-tool")
"""Those that keep an environment for a project, or for one program; uv does so too."""

CONDA_NAMES = {"torch": "pytorch"}
"""Packages that conda-forge publishes under another name."""

SHELL_PYTHON = "python3"
"""Where the path of the interpreter is not known."""


def manager_of(environment: Environment) -> str:
    """Return what installs packages into an environment, a key of ROWS; pip if nothing says it.

    In a conda environment whose torch came by pip, pip stays: two sources of one package and its
    OpenMP runtime would be worse (https://github.com/pytorch/pytorch/issues/122705).
    """
    python, conda = environment.python, environment.conda
    kind, tool = known_or(python.environment, ""), known_or(python.project_manager, "")
    if is_conda(python, conda):
        # conda's own record of a torch is surer than the name of an installer.
        if not known_or(conda.torch_channel, "") and _torch_came_by_pip(environment):
            return "pip"
        used = known_or(conda.tool, kind)
        return used if used in CONDA_LIKE else "conda"
    if kind == "poetry":
        return "poetry"
    if tool in ("uv", "poetry") and not _is_of_a_project(python):
        tool = ""
    if tool == "uv":
        return "uv-project"
    return tool if tool in KEEPERS else "uv" if kind == "uv" else "pip"


def is_conda(python: Interpreter, conda: Conda) -> bool:
    """Return whether an environment is one of conda's or pixi's."""
    return known_or(conda.active, known_or(python.environment, "") in ("conda", "pixi"))


def install_commands(
    environment: Environment, requirements: tuple[str, ...], again: tuple[str, ...] = ()
) -> tuple[Argv, ...]:
    """Return the commands that install requirements (written as pip writes them).

    Of the packages named `again` they replace every file, whatever lies there now.
    """
    manager, python = manager_of(environment), environment.python
    row = ROWS[manager]
    templates = [row.install]
    if again:
        templates = [row.before_reinstall, row.reinstall or row.install, row.after_reinstall]
    if manager == "pip" and not known_or(python.has_pip, True):
        templates.insert(0, "{python} -m ensurepip --upgrade")
    # Of a bare name that the project has already poetry says "Nothing to add", whether it is
    # installed or not.
    if manager == "poetry" and any(package_name(item) == item for item in requirements):
        templates.append("poetry -P {project?} install")
    values = _values(environment, requirements, again)
    return tuple(_filled(template, values) for template in templates if template)


def _values(
    environment: Environment, requirements: tuple[str, ...], again: tuple[str, ...] = ()
) -> dict[str, Argv]:
    """Return what the names in a row's commands stand for."""
    python = environment.python
    path = known_or(python.executable, "") or SHELL_PYTHON
    # Without a marker, a pin for Macs binds who works on the project elsewhere.
    on_mac = known_or(python.platform_tag, "").startswith("macosx")
    marker = "; sys_platform == 'darwin'" if on_mac else ""
    project = known_or(python.project, "")
    program = known_or(python.prefix, "").rstrip("/").rpartition("/")[2]
    name, prefix = known_or(environment.conda.name, ""), known_or(environment.conda.prefix, "")
    return {
        "asked": requirements,
        "again": tuple(item for item in requirements if package_name(item) in again),
        "names": again,
        "conda-names": conda_specs(again),
        "reinstall": tuple(word for name in again for word in ("--reinstall-package", name)),
        "marked": tuple(item + marker for item in requirements),
        "with": tuple(word for item in requirements for word in ("--with", item)),
        "conda": conda_specs(requirements),
        "python": (path,),
        "python?": () if path == SHELL_PYTHON else (path,),
        "program": (program,),
        "project?": (project,) if project else (),
        "target": ("-n", name) if name else ("-p", prefix) if prefix else (),
    }


def _filled(template: str, values: Mapping[str, Argv]) -> Argv:
    words: list[str] = []
    for word in template.split():
        start, _, rest = word.partition("{")
        name, _, end = rest.partition("}")
        if name.endswith("?") and not values[name]:
            words.pop()
        words += [f"{start}{value}{end}" for value in values[name]] if name else [word]
    return tuple(words)


def undo_commands(environment: Environment, before: Mapping[str, str]) -> tuple[Argv, ...]:
    """Return the command that brings back these versions of packages.

    None where no one command does: one is a special build (`+cpu`, `.dev`) that the usual index
    lacks, or the manager keeps a project or revisions of its own.
    """
    restore = ROWS[manager_of(environment)].restore
    if not before or not restore or not all(map(is_final, before.values())):
        return ()
    pins = tuple(f"{name}=={version}" for name, version in before.items())
    return (_filled(restore, _values(environment, pins)),)


def is_final(version: str) -> bool:
    """Return whether a version is a release of the usual index, not a special build."""
    return re.fullmatch(r"\d+(\.\d+)*", version) is not None


def conda_specs(requirements: tuple[str, ...]) -> tuple[str, ...]:
    """Return requirements with conda's names: `torch>=2.5` is `pytorch>=2.5` there."""
    return tuple(
        CONDA_NAMES.get(name := package_name(item), name) + item.removeprefix(name)
        for item in requirements
    )


def package_name(requirement: str) -> str:
    """Return the name that a requirement starts with."""
    found = re.match(r"[A-Za-z0-9._-]*[A-Za-z0-9]", requirement)
    return found[0] if found else requirement


def _is_of_a_project(python: Interpreter) -> bool:
    """Return whether the environment is where uv and poetry put that of a project: `.venv`.

    A text does not say where it lies, and shows a project by the commands in it.
    """
    in_environment = known_or(python.environment, "") in ("venv", "uv")
    return in_environment and known_or(python.prefix, "/.venv").rstrip("/").endswith("/.venv")


def _torch_came_by_pip(environment: Environment) -> bool:
    names = ("torch", "torchvision", "torchaudio")
    installed = known_or(environment.packages.installed, ())
    installers = {item.installer for item in installed if item.name in names}
    installers.add(known_or(environment.torch.installer, ""))
    return not installers.isdisjoint(("pip", "uv"))


def left_to_you(fix: Fix, python: Interpreter, conda: Conda) -> str:
    """Return why `mps-doctor fix --apply` only prescribes a fix; empty where it can do it.

    It does what can be proved and taken back.
    """
    if fix.kind == "manual" or not fix.commands:
        return "it is done by hand"
    if needs := [need for need in ("sudo", "gui", "restart") if need in fix.needs]:
        return f"needs {' and '.join(needs)}"
    if fix.install is None:
        return "" if fix.undo else "no command takes it back"
    row = ROWS.get(known_or(python.project_manager, ""))
    if row is not None and row.left_to_you:
        return row.left_to_you
    if is_conda(python, conda):
        return "conda may change far more than it is asked to"
    if known_or(python.environment, "") not in ("venv", "uv"):
        return "this Python is no virtual environment"
    return ""
