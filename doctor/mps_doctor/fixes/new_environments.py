"""A new environment where this one can't have MPS: for this processor, with a Python that fits.

The old one is not changed.
"""

import msgspec
from packaging.version import Version

from mps_doctor.facts import Conda, Interpreter, Packages, TorchInstall, known_or
from mps_doctor.fixes.fix import DOCTOR, Argv, Fix, by_hand
from mps_doctor.fixes.managers import CONDA_LIKE, SHELL_PYTHON, conda_specs, manager_of
from mps_doctor.fixes.requirements import installed_companions, newest_for, requirements_for
from mps_doctor.fixes.rows.managers import CHANNEL
from mps_doctor.fixes.situation import Environment, Situation
from mps_doctor.fixes.system import no_mps_on_this_mac, update_macos
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.versions import parse_version

USUAL_PYTHON = "3.12"
"""What a new environment gets where the user's own Python has no fitting torch.

It is the one version for which every torch from 2.2 on has wheels, on both architectures.
"""

OLDEST_PYTHON_OF_UV = Version("3.8")
"""The wheels of uv itself ask for Python 3.8."""

FOLDER = "mps-env"
CONDA_NAME = "mps"

NIGHTLY_FOLDER = "mps-nightly"
NIGHTLY_INDEX = "https://download.pytorch.org/whl/nightly/cpu"
NIGHTLY_PACKAGES = ("torch", "torchvision")
"""Where PyTorch keeps its nightly wheels for macOS, and what its own command installs.

Source: published_versions.json of https://github.com/pytorch/pytorch.github.io (preview, macos)
"""

UV_PLATFORM = {"arm64": "macos-aarch64", "x86_64": "macos-x86_64"}
HOMEBREW = {"arm64": "/opt/homebrew/bin/", "x86_64": "/usr/local/bin/"}
CONDA_PLATFORM = {"arm64": "osx-arm64", "x86_64": "osx-64"}


def native_environment(environment: Environment) -> tuple[Fix, ...]:
    """Return the fixes that make a new environment with a Python built for this processor."""
    fixes = environment_for(environment.situation, environment)
    return (no_mps_on_this_mac(), *fixes) if environment.situation.cannot_have_mps else fixes


def environment_for(
    situation: Situation, old: Environment, release: releases.Release | None = None
) -> tuple[Fix, ...]:
    """Return the fixes that make a new environment in which torch can use MPS, the best first.

    With a `release` it is for that torch, whether it can use MPS there or not.
    """
    target = _target(situation, release)
    if target is None:
        return (update_macos(old.host, releases.gates()[0]),)
    newest = release or newest_for(target, old.packages)
    wanted = _names(newest, target, old.packages)
    summary = _summary(target, release)
    hand_made = _made_by_hand(target, wanted, summary, translated=situation.runs_translated)
    # How the old torch came does not matter here.
    manager = manager_of(old._replace(packages=Packages(), torch=TorchInstall()))
    if manager in CONDA_LIKE:
        asked = wanted if release else _names(newest, target, old.packages, conda=True)
        return (_by_conda(manager, target, old.conda, conda_specs(asked), summary), hand_made)
    uv = _uv_of(manager, old.python)
    if not uv:
        return (hand_made,)
    prefix = known_or(old.python.prefix, "").rstrip("/")
    folder = FOLDER
    if prefix and known_or(old.python.environment, "none") in ("venv", "uv", "poetry"):
        # Beside the old environment: `~/work/.venv-arm64`.
        folder = f"{prefix}-{target.process if situation.runs_translated else target.python}"
    request = target.python
    if target.process:
        request = f"cpython-{target.python}-{UV_PLATFORM[target.process]}-none"
    fetch_uv = ((uv[0], "-m", "pip", "install", "uv"),) if "-m" in uv else ()
    make = (*uv, "venv", "--python", request, folder)
    fill = (*uv, "pip", "install", "--python", f"{folder}/bin/python", *wanted)
    return (_made(summary, folder, *fetch_uv, make, fill), hand_made)


def environment_of_the_same_python(
    newest: releases.Release | None, situation: Situation, old: Environment
) -> Fix:
    """Return the fix that makes an environment of a good Python into which pip must not install."""
    python = known_or(old.python.executable, SHELL_PYTHON)
    wanted = _names(newest, situation, old.packages)
    return _by_venv("Create an environment with torch", python, FOLDER, *wanted)


def nightly_environment(old: Environment, version: str) -> Fix:
    """Return the fix that makes an environment with a nightly torch: it may break any day."""
    python = known_or(old.python.executable, SHELL_PYTHON)
    if version != old.situation.python:
        python = f"python{version}"
    had = installed_companions(old.packages)
    wanted = [name for name in NIGHTLY_PACKAGES if name in ("torch", *had)]
    summary = "Create an environment with a nightly torch (the old one stays)"
    asked = ("--pre", *wanted, "--index-url", NIGHTLY_INDEX)
    return _by_venv(summary, python, NIGHTLY_FOLDER, *asked)


def _by_venv(summary: str, python: str, folder: str, *asked: str) -> Fix:
    make = (python, "-m", "venv", folder)
    return _made(summary, folder, make, (f"{folder}/bin/python", "-m", "pip", "install", *asked))


def _made(summary: str, folder: str, *commands: Argv, python: str = "bin/python") -> Fix:
    return Fix(
        id="new-environment",
        summary=summary,
        commands=commands,
        needs=("network", "new-environment"),
        undo=(("rm", "-r", folder),),
        verify=((DOCTOR, "--python", f"{folder}/{python}"),),
    )


def _target(situation: Situation, release: releases.Release | None) -> Situation | None:
    """Return the situation of the new environment, or None where this macOS has no torch for it.

    The minor version of this Python is kept, unless another has a newer torch there, or builds of
    the release.
    """
    change = msgspec.structs.replace
    target = change(situation, process=situation.hardware, python=USUAL_PYTHON, free_threaded=False)
    if not situation.is_mac:  # for another device: which build of torch fits is pip's to know
        return change(target, hardware="", process="", macos="")
    own = ".".join(situation.python.split(".")[:2])
    if release is not None:
        held = releases.pythons_for(release.version, situation.hardware or "arm64")
        pythons = [name for name in held if not name.endswith("t")]
        chosen = next((name for name in (own, USUAL_PYTHON) if name in pythons), pythons[-1])
        return change(target, python=chosen)

    def newest(minor: str) -> releases.Release | None:
        return releases.newest_torch(
            architecture=situation.hardware or "arm64",
            macos=situation.macos,
            python=minor,
            with_mps=not situation.cannot_have_mps,
        )

    usual = newest(USUAL_PYTHON)
    if usual is None:
        return None
    return change(target, python=own) if own and newest(own) == usual else target


def _names(
    newest: releases.Release | None, target: Situation, packages: Packages, *, conda: bool = False
) -> tuple[str, ...]:
    return tuple(map(str, requirements_for(newest, target, packages, conda=conda)))


def _uv_of(manager: str, python: Interpreter) -> Argv:
    """Return how uv is called: it fetches a Python of the right architecture.

    Where it is not the user's manager, pip installs it first, if this Python has a pip that may,
    and is whole.
    """
    if manager in ("uv", "uv-project"):
        return ("uv",)
    may = known_or(python.has_pip, True) and not known_or(python.externally_managed, False)
    broken = known_or(python.start_error, "") or known_or(python.broken_modules, ())
    version = parse_version(known_or(python.version, "3.8").rstrip("+"))
    if not may or broken or not version or version < OLDEST_PYTHON_OF_UV:
        return ()
    return (known_or(python.executable, "") or SHELL_PYTHON, "-m", "uv")


def _by_conda(
    tool: str, target: Situation, conda: Conda, specs: tuple[str, ...], summary: str
) -> Fix:
    platform: Argv = ("--platform", CONDA_PLATFORM[target.process]) if target.process else ()
    if tool == "pixi":
        make = ("pixi", "init", *platform, FOLDER)
        fill = ("pixi", "add", "--manifest-path", FOLDER, f"python={target.python}.*", *specs)
        return _made(summary, FOLDER, make, fill, python=".pixi/envs/default/bin/python")
    old = known_or(conda.name, "")
    name = f"{old}-{target.process}" if old and old != "base" else CONDA_NAME
    create = (tool, "create", "--yes", "-n", name, *platform, "-c", CHANNEL)
    return msgspec.structs.replace(
        _made(summary, name, (*create, f"python={target.python}", *specs)),
        undo=((tool, "env", "remove", "--yes", "-n", name),),
        verify=((DOCTOR, "--env", name),),
    )


def _made_by_hand(
    target: Situation, requirements: tuple[str, ...], summary: str, *, translated: bool
) -> Fix:
    python = f"python{target.python}"
    homebrew = HOMEBREW.get(target.process, "")
    origin = ""
    if target.is_mac:
        origin = (
            " from python.org (its macOS installer is for both processors), or run "
            f"`{homebrew}brew install python@{target.python}`"
        )
    path = f" ({homebrew}{python} for Homebrew's)" if homebrew else ""
    terminal = (
        "If the terminal itself runs under Rosetta (`uname -m` prints x86_64): in Finder, Get Info "
        "on the terminal's program, clear 'Open using Rosetta', and start it again",
    )
    wanted = " ".join(f"'{item}'" for item in requirements)
    return by_hand(
        "new-environment-by-hand",
        summary,
        *(terminal if translated else ()),
        f"Install Python {target.python}{origin}",
        f"With the Python just installed{path}, create an environment: `{python} -m venv {FOLDER}`",
        f"Install torch in it: `{FOLDER}/bin/python -m pip install {wanted}`",
        needs=("network", "new-environment"),
        risk="changes-environment",
        verify=(DOCTOR, "--python", f"{FOLDER}/bin/python"),
    )


def _summary(target: Situation, release: releases.Release | None) -> str:
    kind = f"n {target.process}" if target.process else ""
    text = f"Create a{kind} Python {target.python} environment"
    if release is not None:
        return f"{text} with torch {release}"
    return f"{text} for the CPU" if target.cannot_have_mps else f"{text} (the old one stays)"
