"""Do installs go to this Python, from an index that has Mac builds?"""

import re
import shlex
from collections.abc import Iterator

from mps_doctor.facts import (
    Host,
    IndexSetting,
    Interpreter,
    TorchImport,
    TorchInstall,
    Unknown,
    is_darwin,
    known,
    known_or,
    torch_version,
)
from mps_doctor.fixes import Environment, by_hand, install_torch
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, Severity, check

_CUDA_INDEX = re.compile(r"/whl/(?:nightly/)?cu\d+", re.IGNORECASE)
_OTHER_INDEX = re.compile(r"/whl/(?:nightly/)?(?:rocm[\d.]*|xpu|mps)\b", re.IGNORECASE)
"""Variants of PyTorch's index without any file for macOS; `mps` never existed.

Source: https://github.com/pytorch/pytorch/issues/157271
"""

ENVIRONMENT = "environment"
"""The origin of an index that a variable sets; others are files."""

_CUDA_VERSION = re.compile(r"\+cu\d+")


@check(
    "pip-target",
    title="Installs go to this Python, from an index with Mac builds",
    causes=(
        "cuda-wheel-index-on-mac",
        "wrong-wheel-index",
        "pip-of-another-python",
        "pip-externally-managed",
    ),
    requires=("host-system",),
)
def pip_target(
    host: Host,
    python: Interpreter,
    torch: TorchInstall,
    torch_import: TorchImport,
    environment: Environment,
) -> Outcomes:
    """The `pip` you type must install into this Python, and its index must have Mac builds.

    ## Why it matters
    On a Mac, PyPI's ordinary wheel is the MPS build: there is no `mps` index, and the CUDA and
    ROCm indexes have nothing for macOS, so the installer finds no version.
    The `pip` of another Python installs where this Python doesn't look.
    A Python that the system or Homebrew manages refuses pip (PEP 668).

    ## Fix
    Remove the index setting; run pip as `python -m pip`; use a virtual environment.

    ## References
    - https://pytorch.org/get-started/locally/
    - https://github.com/pytorch/pytorch/issues/157271
    - https://peps.python.org/pep-0668/
    """
    if failures := (
        *_cuda_build(host, torch, torch_import),
        *_wrong_indexes(environment),
        *_other_pip(python, torch),
        *_managed(python),
    ):
        return failures
    if isinstance(python.pip_python, Unknown) and isinstance(python.externally_managed, Unknown):
        known(python.indexes)
    return Passed(message="nothing diverts an install")


def _cuda_build(host: Host, torch: TorchInstall, torch_import: TorchImport) -> Iterator[Failed]:
    """Yield a failure for a CUDA build on a Mac; elsewhere such a build is right."""
    version = known_or(torch_version(torch, torch_import), "")
    if not _CUDA_VERSION.search(version) or not known_or(is_darwin(host), False):
        return
    yield Failed(
        cause="cuda-wheel-index-on-mac",
        message=f"PyTorch {version} is a CUDA build, and macOS has none",
        have=f"torch {version}",
        need=f"torch {version.partition('+')[0]}",
        evidence=(f"torch: {version}",),
        fixes=(
            by_hand(
                "drop-cuda-suffix",
                "Install torch without +cu and without a CUDA index",
                "In requirements.txt, pyproject.toml or the lock file, remove `+cu…` from torch",
                "Remove `--index-url` and `--extra-index-url` with `/whl/cu…` from the command",
                "Install again: PyPI's macOS wheel includes MPS",
                needs=("network",),
                risk="changes-environment",
            ),
        ),
    )


def _wrong_indexes(environment: Environment) -> Iterator[Failed]:
    python, torch = environment.python, environment.torch
    install = next((fix.commands for fix in install_torch(environment) if fix.commands), ())
    for setting in known_or(python.indexes, ()):
        cause, what = "cuda-wheel-index-on-mac", "a CUDA index"
        if not _CUDA_INDEX.search(setting.value):
            cause, what = "wrong-wheel-index", "an index without Mac builds"
            if not _OTHER_INDEX.search(setting.value):
                continue
        text, where = f"{setting.key} = {setting.value}", setting.origin
        summary = f"Remove {setting.key} from {where}"
        step = f"In {where}, remove {text}, or limit it to other systems"
        if setting.origin == ENVIRONMENT:
            where, summary = "A variable", f"Unset {setting.key}"
            step = f"Run `unset {setting.key}`, and remove it from ~/.zshrc and similar files"
        again = ["Install torch again: PyPI's macOS wheel includes MPS"]
        if torch.installed is not True and install:
            again = [f"Install torch from PyPI: `{shlex.join(argv)}`" for argv in install]
        yield Failed(
            cause=cause,
            message=f"{where} sets {setting.key} to {what}",
            have=f"{setting.key} is {what}",
            need="PyPI",
            evidence=(f"{setting.origin}: {text}",),
            fixes=(
                by_hand(
                    "remove-index-setting",
                    summary,
                    step,
                    *again,
                    needs=("network",),
                    risk="changes-environment",
                ),
            ),
            severity=_severity(setting, torch),
        )


def _severity(setting: IndexSetting, torch: TorchInstall) -> Severity:
    """Return how bad it is: an index that replaces PyPI is worse than an extra one."""
    installed = torch.installed is True
    key = setting.key.lower().replace("_", "-")
    if key == "url":
        # An index in pyproject.toml or uv.toml may be limited to other systems.
        return "info" if installed else "warning"
    # uv takes a package from the first index that has it, so that an extra one decides too.
    if key.startswith("uv-") or ("extra" not in key and "find-links" not in key):
        return "warning" if installed else "error"
    return "info"


def _other_pip(python: Interpreter, torch: TorchInstall) -> Iterator[Failed]:
    pip_python = known_or(python.pip_python, "")
    prefix, executable = known_or(python.prefix, ""), known_or(python.executable, "")
    own = pip_python == executable or pip_python.startswith(prefix.rstrip("/") + "/")
    if not pip_python or not prefix or own:
        return
    command = executable or "python3"
    yield Failed(
        cause="pip-of-another-python",
        message=f"The `pip` on PATH installs into another Python, {pip_python}",
        have="the `pip` on PATH is another Python's",
        need=f"`{command.rpartition('/')[2]} -m pip`",
        evidence=(f"pip belongs to: {pip_python}", f"this Python: {executable or prefix}"),
        fixes=(
            by_hand(
                "call-pip-as-module",
                f"Run pip as `{command} -m pip`",
                "Activate the environment before you type `pip`",
                f"Or write `{command} -m pip install …`, which always means this Python",
                verify=(command, "-m", "pip", "--version"),
            ),
        ),
        # Only an install that went astray has done harm already.
        severity="warning" if torch.installed is False else "info",
    )


def _managed(python: Interpreter) -> Iterator[Failed]:
    inside = known_or(python.environment, "none") != "none"
    if inside or not known_or(python.externally_managed, False):
        return
    yield Failed(
        cause="pip-externally-managed",
        message="pip doesn't install into this Python: it is externally managed",
        have=f"a Python managed by {known_or(python.provider, 'the system')}",
        need="a virtual environment",
        evidence=("its library has an EXTERNALLY-MANAGED file",),
        fixes=(
            Fix(
                id="make-venv",
                summary="Create a virtual environment and install there",
                commands=((known_or(python.executable, "python3"), "-m", "venv", ".venv"),),
                needs=("new-environment",),
                risk="safe",
                undo=(("rm", "-r", ".venv"),),
                verify=((".venv/bin/python", "-m", "pip", "--version"),),
            ),
        ),
        # Nothing is broken yet: whoever installs is stopped by pip itself, with a clear text.
        severity="info",
    )
