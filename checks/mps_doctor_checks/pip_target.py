"""Where pip and uv would install, and from which index: a check of the python family."""

from __future__ import annotations

import re

from mps_doctor.facts import (
    Host,
    IndexSetting,
    Interpreter,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, Severity, check
from mps_doctor_checks.mac import is_darwin, torch_version

_CUDA_INDEX = re.compile(r"/whl/(?:nightly/)?cu\d+", re.IGNORECASE)
_OTHER_INDEX = re.compile(r"/whl/(?:nightly/)?(?:rocm[\d.]*|xpu|mps)\b", re.IGNORECASE)
"""Variants of PyTorch's index without any file for macOS; `mps` never existed.

Source: https://github.com/pytorch/pytorch/issues/157271
"""

_CUDA_VERSION = re.compile(r"\+cu\d+")


@check(
    "pip-target",
    title="Installs go to this Python, from an index that has Mac builds",
    causes=(
        "cuda-wheel-index-on-mac",
        "wrong-wheel-index",
        "pip-of-another-python",
        "pip-externally-managed",
    ),
    requires=("host-system",),
    family="python",
)
def pip_target(
    host: Host, python: Interpreter, torch: TorchInstall, torch_import: TorchImport
) -> Outcomes:
    """The `pip` you type must install into this Python, and its index must hold Mac builds.

    ## Why it matters
    On a Mac the ordinary package is the MPS build: there is no `mps` index, and the CUDA and ROCm
    indexes hold nothing for macOS, so the installer finds no version at all.
    A `pip` of another Python installs where this Python does not look.
    A Python that the system or Homebrew manages refuses pip outright (PEP 668).

    ## Fix
    Remove the index setting; call pip as `python -m pip`; use a virtual environment.

    ## References
    - https://pytorch.org/get-started/locally/
    - https://github.com/pytorch/pytorch/issues/157271
    - https://peps.python.org/pep-0668/
    """
    wrong = (
        *_wrong_version(host, torch, torch_import),
        *_wrong_indexes(known_or(python.indexes, ()), torch),
        *_other_pip(python, torch),
        *_managed(python),
    )
    if wrong:
        return wrong
    for fact in (python.indexes, python.pip_python, python.externally_managed):
        if not isinstance(fact, Unknown):
            return Passed(message="nothing diverts an install")
    known(python.indexes)
    return Passed(message="nothing diverts an install")


def _wrong_version(
    host: Host, torch: TorchInstall, torch_import: TorchImport
) -> tuple[Failed, ...]:
    """Where nothing speaks of a Mac, such a build is that of another system."""
    version = known_or(torch_version(torch, torch_import), "")
    if not _CUDA_VERSION.search(version) or not known_or(is_darwin(host), False):
        return ()
    return (
        Failed(
            cause="cuda-wheel-index-on-mac",
            message=f"PyTorch {version} is a CUDA build, and none exists for macOS",
            have=version,
            need=f"PyTorch {version.partition('+')[0]}, without a suffix",
            evidence=(f"torch: {version}",),
            fixes=(_drop_the_suffix(),),
        ),
    )


def _wrong_indexes(indexes: tuple[IndexSetting, ...], torch: TorchInstall) -> tuple[Failed, ...]:
    found = []
    for setting in indexes:
        if _CUDA_INDEX.search(setting.value):
            cause, what = "cuda-wheel-index-on-mac", "a CUDA index"
        elif _OTHER_INDEX.search(setting.value):
            cause, what = "wrong-wheel-index", "an index without Mac builds"
        else:
            continue
        found.append(
            Failed(
                cause=cause,
                message=f"{setting.origin} sets {setting.key} to {what}",
                have=setting.value,
                need="the ordinary index: its Mac build is the MPS build",
                evidence=(f"{setting.origin}: {setting.key} = {setting.value}",),
                fixes=(_remove_setting(setting),),
                severity=_severity(setting, torch),
            )
        )
    return tuple(found)


def _severity(setting: IndexSetting, torch: TorchInstall) -> Severity:
    """Return how bad it is: what torch would be taken from is worse than what is only offered."""
    installed = torch.installed is True
    key = setting.key.lower().replace("_", "-")
    if key == "url":
        # An index in pyproject.toml or uv.toml may be limited to other systems.
        return "info" if installed else "warning"
    # uv takes a package from the first index that has it, so that an extra one decides too.
    if key.startswith("uv-") or ("extra" not in key and "find-links" not in key):
        return "warning" if installed else "error"
    return "info"


def _other_pip(python: Interpreter, torch: TorchInstall) -> tuple[Failed, ...]:
    pip_python = known_or(python.pip_python, "")
    prefix = known_or(python.prefix, "")
    executable = known_or(python.executable, "")
    if not pip_python or not prefix or pip_python == executable:
        return ()
    if pip_python.startswith(prefix.rstrip("/") + "/"):
        return ()
    return (
        Failed(
            cause="pip-of-another-python",
            message=f"The first pip on PATH installs into {pip_python}, not into this Python",
            have=pip_python,
            need=executable or prefix,
            evidence=(f"pip belongs to: {pip_python}", f"this Python: {executable or prefix}"),
            fixes=(_call_pip_as_module(executable),),
            # Only an install that went astray has done harm already.
            severity="warning" if torch.installed is False else "info",
        ),
    )


def _managed(python: Interpreter) -> tuple[Failed, ...]:
    if not known_or(python.externally_managed, False):
        return ()
    if known_or(python.environment, "none") != "none":
        return ()
    return (
        Failed(
            cause="pip-externally-managed",
            message="pip refuses to change this Python: it is externally managed",
            have=f"a Python managed by {known_or(python.provider, 'the system')}",
            need="a virtual environment",
            evidence=("EXTERNALLY-MANAGED lies beside its library",),
            fixes=(_make_a_venv(known_or(python.executable, "python3")),),
            # Nothing is broken yet: whoever installs is stopped by pip itself, with a clear text.
            severity="info",
        ),
    )


def _drop_the_suffix() -> Fix:
    return Fix(
        id="drop-cuda-suffix",
        summary="Ask for torch without the +cu suffix and without a CUDA index",
        kind="manual",
        steps=(
            "In requirements.txt, pyproject.toml or the lock file, remove `+cu…` from torch.",
            "Remove `--index-url` and `--extra-index-url` with `/whl/cu…` from the command.",
            "Install again: the ordinary macOS build is the one with MPS.",
        ),
        risk="safe",
        verify=(("mps-doctor", "check"),),
    )


def _remove_setting(setting: IndexSetting) -> Fix:
    return Fix(
        id="remove-index-setting",
        summary=f"Remove {setting.key} from {setting.origin}",
        kind="manual",
        steps=(
            f"Open {setting.origin}, and remove or limit to other systems the setting "
            f"{setting.key} = {setting.value}.",
            "Install torch again: the ordinary macOS build is the one with MPS.",
        ),
        risk="safe",
        verify=(("mps-doctor", "check"),),
    )


def _call_pip_as_module(executable: str) -> Fix:
    python = executable or "python3"
    return Fix(
        id="call-pip-as-module",
        summary=f"Call pip as `{python} -m pip`",
        kind="manual",
        steps=(
            "Activate the environment before you type `pip`.",
            f"Or write `{python} -m pip install …`, which always means this Python.",
        ),
        risk="safe",
        verify=((python, "-m", "pip", "--version"),),
    )


def _make_a_venv(executable: str) -> Fix:
    return Fix(
        id="make-venv",
        summary="Make a virtual environment and install there",
        commands=((executable, "-m", "venv", ".venv"),),
        needs=("new-environment",),
        risk="safe",
        undo=(("rm", "-r", ".venv"),),
        verify=((".venv/bin/python", "-m", "pip", "--version"),),
    )
