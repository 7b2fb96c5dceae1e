"""The user's own manager: whose commands fit an environment, and how they read."""

import re
from collections.abc import Mapping

import msgspec

from mps_doctor.facts import Conda, Interpreter, Packages, TorchInstall, known_or
from mps_doctor.fixes.fix import Argv
from mps_doctor.fixes.rows.managers import ROWS

CONDA_TOOLS = ("conda", "mamba", "micromamba")
CONDA_LIKE = (*CONDA_TOOLS, "pixi")

KEEPERS = ("uv-project", "poetry", "pdm", "pipenv", "pipx", "uv-tool")
"""Those that keep an environment for a project, or for one program."""

CONDA_NAMES = {"torch": "pytorch"}
"""Packages that conda-forge publishes under another name."""

SHELL_PYTHON = "python3"


class Manager(msgspec.Struct, frozen=True):
    """What installs packages into one environment."""

    kind: str
    """A key of ROWS."""
    python: str
    """Path of the interpreter; `python3` where it is not known."""
    target: Argv = ()
    """For conda: how its commands name the environment, `-n NAME` or `-p PATH`."""
    has_pip: bool = True
    project: str = ""
    """The folder of the project, or the name of the program, for which the tool keeps it."""
    only_here: str = ""
    """The marker that keeps other systems out of a project's pins: ` ; sys_platform == …`."""

    @property
    def is_conda_like(self) -> bool:
        """Whether packages come from conda channels, with conda's names and versions."""
        return self.kind in CONDA_LIKE


def manager_of(
    python: Interpreter,
    conda: Conda,
    packages: Packages | None = None,
    torch: TorchInstall | None = None,
) -> Manager:
    """Return the manager of an environment by its facts; pip where they do not say.

    In a conda environment whose torch came by pip, pip stays: two sources of one package and its
    OpenMP runtime would be worse (https://github.com/pytorch/pytorch/issues/122705).
    """
    path = known_or(python.executable, SHELL_PYTHON) or SHELL_PYTHON
    environment = known_or(python.environment, "")
    if known_or(conda.active, environment in ("conda", "pixi")):
        # conda's own record of a torch is surer than the name of an installer.
        if not known_or(conda.torch_channel, "") and _torch_came_by_pip(packages, torch):
            return Manager(kind="pip", python=path)
        tool = known_or(conda.tool, environment)
        kind = next((kind for kind in CONDA_LIKE if kind == tool), "conda")
        name, prefix = known_or(conda.name, ""), known_or(conda.prefix, "")
        target = ("-n", name) if name else ("-p", prefix) if prefix else ()
        return Manager(kind=kind, python=path, target=target)
    tool = known_or(python.project_manager, "")
    tool = "" if tool in ("uv", "poetry") and not _is_of_a_project(python) else tool
    tool = {"uv": "uv-project"}.get(tool, "poetry" if environment == "poetry" else tool)
    if keeper := next((kind for kind in KEEPERS if kind == tool), None):
        program = known_or(python.prefix, "").rstrip("/").rpartition("/")[2]
        project = program if keeper in ("pipx", "uv-tool") else known_or(python.project, "")
        return Manager(kind=keeper, python=path, project=project, only_here=_only_here(python))
    if environment == "uv":
        return Manager(kind="uv", python=path)
    return Manager(kind="pip", python=path, has_pip=known_or(python.has_pip, True))


def install_commands(
    manager: Manager, requirements: tuple[str, ...], *, again: bool = False
) -> tuple[Argv, ...]:
    """Return the commands that install requirements (written as pip writes them).

    With `again` they replace every file of torch, whatever lies there now.
    """
    row = ROWS[manager.kind]
    templates = [row.install]
    if again:
        templates = [row.before_reinstall, row.reinstall or row.install, row.after_reinstall]
    if manager.kind == "pip" and not manager.has_pip:
        templates.insert(0, "{python} -m ensurepip --upgrade")
    # Of a bare name that the project has already poetry says "Nothing to add", whether it is
    # installed or not.
    if manager.kind == "poetry" and any(package_name(item) == item for item in requirements):
        templates.append("poetry install")
    values = {
        "asked": requirements,
        "first": requirements[:1],
        "marked": tuple(item + manager.only_here for item in requirements),
        "with": tuple(word for item in requirements for word in ("--with", item)),
        "conda": conda_specs(requirements),
        "python": (manager.python,),
        "python?": () if manager.python == SHELL_PYTHON else (manager.python,),
        "project": (manager.project,),
        "project?": (manager.project,) if manager.project else (),
        "target": manager.target,
    }
    return tuple(_filled(template, values) for template in templates if template)


def _filled(template: str, values: Mapping[str, Argv]) -> Argv:
    words: list[str] = []
    for word in template.split():
        start, _, rest = word.partition("{")
        name, _, end = rest.partition("}")
        if name.endswith("?") and not values[name]:
            words.pop()
        words += [f"{start}{value}{end}" for value in values[name]] if name else [word]
    return tuple(words)


def undo_commands(
    manager: Manager,
    requirements: tuple[str, ...],
    packages: Packages,
    torch: TorchInstall | None = None,
) -> tuple[Argv, ...]:
    """Return the commands that bring back the versions that are installed now.

    None where those are not known, where one of them is a special build (`+cpu`, `.dev`) that
    the usual index lacks, or where conda keeps its own revisions.
    """
    installed = {item.name: item.version for item in known_or(packages.installed, ())}
    if torch is not None:
        installed["torch"] = known_or(torch.version, "")
    before = {name: installed.get(name, "") for name in map(package_name, requirements)}
    if manager.is_conda_like or not all(map(is_final, before.values())):
        return ()
    return install_commands(manager, tuple(f"{name}=={old}" for name, old in before.items()))


def is_final(version: str) -> bool:
    """Return whether a version is a release of the usual index, not a special build."""
    return re.fullmatch(r"\d+(\.\d+)*", version) is not None


def conda_specs(requirements: tuple[str, ...]) -> tuple[str, ...]:
    """Return requirements with conda's names: `torch>=2.5` is `pytorch>=2.5` there."""
    names = map(package_name, requirements)
    return tuple(
        CONDA_NAMES.get(name, name) + item.removeprefix(name)
        for name, item in zip(names, requirements, strict=True)
    )


def package_name(requirement: str) -> str:
    """Return the name that a requirement starts with."""
    found = re.match(r"[A-Za-z0-9._-]*[A-Za-z0-9]", requirement)
    return found[0] if found else requirement


def _only_here(python: Interpreter) -> str:
    """Without a marker, a pin for Macs binds who works on the project elsewhere."""
    on_mac = known_or(python.platform_tag, "").startswith("macosx")
    return "; sys_platform == 'darwin'" if on_mac else ""


def _is_of_a_project(python: Interpreter) -> bool:
    """Return whether the environment is where uv and poetry put that of a project: `.venv`.

    A text does not say where it lies, and shows a project by the commands in it.
    """
    in_environment = known_or(python.environment, "") in ("venv", "uv", "poetry")
    return in_environment and known_or(python.prefix, "/.venv").rstrip("/").endswith("/.venv")


def _torch_came_by_pip(packages: Packages | None, torch: TorchInstall | None) -> bool:
    names = ("torch", "torchvision", "torchaudio")
    installed = known_or(packages.installed, ()) if packages else ()
    installers = {item.installer for item in installed if item.name in names}
    if torch is not None:
        installers.add(known_or(torch.installer, ""))
    return not installers.isdisjoint(("pip", "uv"))
