"""What to do about a cause that a text tells: exact commands, where the facts beside it allow them.

The checks of facts have fixes of their own, which lead where both name one cause.
"""

import re
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from mps_doctor.facts import TorchInstall, known_or
from mps_doctor.fixes import (
    NUMPY_1,
    Requirement,
    environment_for,
    environment_of_the_same_python,
    install_command_line_tools,
    install_packages,
    install_torch,
    newest_for,
    read_situation,
    set_variable,
    unset_variable,
    update_macos,
)
from mps_doctor.judgement.checking import Fix
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor_checks.companions.openmp_runtimes import take_one_source
from mps_doctor_checks.mac import torch_version
from mps_doctor_checks.messages._judging.context import X86_PYTHON, Context, named_macos
from mps_doctor_checks.messages._judging.offers import LAST_FOR_INTEL

LAST_TORCH_FOR_INTEL = str(LAST_FOR_INTEL["torch"])

INSTALLS = frozenset({"install", "reinstall", "update", "upgrade", "newer", "newest"})
"""Words of an advice that changes what is installed, in whole or as one of its ways."""

Remedy: TypeAlias = Callable[[Context, str], tuple[Fix, ...]]
"""From the facts, and the text that tells the cause, to exact fixes; none where they do not do."""

_TORCH_ASKED = re.compile(
    r"\btorch`?(?:==|@|-| ?\(v?| v?| version )(\d\.\d{1,2}(?:\.\d{1,2})?)", re.IGNORECASE
)


_KEEPS_FROM_MPS = re.compile(r"\b(?:ACCELERATE_USE_CPU|ACCELERATE_TORCH_DEVICE|DISABLE_MPS)\b")
"""The variables by which accelerate and Lightning leave mps out."""


def fixes_for(context: Context, cause: str, text: str = "") -> tuple[Fix, ...]:
    """Return the exact fixes for a cause on the machine that the facts describe, the best first."""
    make = _REMEDIES.get(cause)
    return make(context, text) if make is not None and not context.elsewhere() else ()


def advice(cause: str) -> Fix:
    """Return what the vocabulary says of a cause, for whatever machine."""
    return in_words(f"explain-{cause}", known_causes.all_causes()[cause].advice)


def in_words(id: str, said: str) -> Fix:
    """Return a fix that is a sentence."""
    changes = not INSTALLS.isdisjoint(re.findall(r"[a-z]+", said.lower()))
    return Fix(
        id=id,
        summary=said.removesuffix("."),
        kind="manual",
        risk="changes-environment" if changes else "safe",
    )


_OTHER_WAY = re.compile(
    r"(?:, or|; or|; otherwise) "
    r"((?:choose|compute|convert|do|keep|run|split|take|turn|update|use|write)\b.+)"
)
"""What a sentence offers besides its first way, where that is a sentence of its own."""

_LEAVES_OUT = re.compile(r"Install (?:from|without)|Remove the|Unset")


def with_words(exact: tuple[Fix, ...], words: Fix) -> tuple[Fix, ...]:
    """Return exact fixes, and of the sentence about the same cause what they do not do already."""
    if not exact:
        return (words,)
    other = _OTHER_WAY.search(words.summary)
    if other is not None:
        said = f"{other[1][0].upper()}{other[1][1:]}"
        return (*exact, in_words(words.id, said))
    # What is to be left out, no command can leave out.
    return (*exact, words) if _LEAVES_OUT.match(words.summary) else exact


def _arm_environment(context: Context, text: str) -> tuple[Fix, ...]:  # noqa: ARG001
    """An Intel Python on an M-chip: the cause itself names the processor."""
    return _environment(context, "arm64")


_NEEDS_ARM = re.compile(r"need '?\(?arm64")
"""What dyld says it needs is what the process runs as: no Intel Mac runs arm64."""


def _anew(context: Context, text: str) -> tuple[Fix, ...]:
    """A new environment, where the processor is known that all of it has to be for."""
    hardware = read_situation(context.host, context.python).hardware
    if not hardware and _NEEDS_ARM.search(text):
        hardware = "arm64"
    return _environment(context, hardware) if hardware == "arm64" else ()


def _environment(
    context: Context, hardware: str, release: releases.Release | None = None
) -> tuple[Fix, ...]:
    host, python = context.host, context.python
    situation = msgspec.structs.replace(read_situation(host, python), hardware=hardware)
    return environment_for(situation, context.environment, release)


def _another_python(context: Context, text: str) -> tuple[Fix, ...]:
    """A Python for the torch that is asked for, and the newest torch for this Python."""
    situation = read_situation(context.host, context.python)
    hardware = situation.hardware
    asked = _TORCH_ASKED.search(text)
    release = releases.release(asked[1]) if asked else None
    held = releases.pythons_for(release.version, hardware or "arm64") if release else ()
    fits = bool(held) and context.python_minor not in held
    made = _environment(context, hardware, release if fits else None)
    return (*made, *_torch(context, text)) if fits and situation.is_complete else made


def _last_for_intel(context: Context, text: str) -> tuple[Fix, ...]:
    """torch 2.2.2 for this Python, or with a Python that has it; one to which it is offered has."""
    offered = LAST_TORCH_FOR_INTEL in text
    pythons = releases.pythons_for(LAST_TORCH_FOR_INTEL, "x86_64")
    if context.python_minor not in pythons and (context.python_minor or not offered):
        release = releases.release(LAST_TORCH_FOR_INTEL)
        return _environment(context, "x86_64", release)
    torch = Requirement("torch", f"=={LAST_TORCH_FOR_INTEL}", "Intel Macs, the last for them")
    environment = context.environment
    return (install_packages(torch, NUMPY_1, environment=environment, id="install-torch"),)


def _torch(context: Context, text: str) -> tuple[Fix, ...]:  # noqa: ARG001
    """The newest torch of the default index that this Mac and this Python can have."""
    return install_torch(context.environment)


def _torch_with_this_python(context: Context, text: str) -> tuple[Fix, ...]:
    """The same by the pip of the Python that runs the program, where it is torch that strayed."""
    if "torch" not in text.lower():
        return ()
    best, *others = _torch(context, text)
    said = f"{best.summary}, with the Python that runs the program"
    return (msgspec.structs.replace(best, summary=said), *others)


def _torch_again(context: Context, text: str) -> tuple[Fix, ...]:  # noqa: ARG001
    """The same, over what is there: all of it is taken away first."""
    return install_torch(context.environment, reinstall=True)


def _build_for_macs(context: Context, text: str) -> tuple[Fix, ...]:
    """The build for Macs, where the text says that it is one."""
    hardware = read_situation(context.host, context.python).hardware
    return _torch_again(context, text) if hardware == "arm64" else ()


def _torch_for_this_macos(context: Context, text: str) -> tuple[Fix, ...]:
    """The newest torch for this macOS, where its version is known, and else a newer macOS."""
    if context.macos is None:
        return ()
    return (*_torch(context, text), *_newer_macos(context, text))


def _without_the_setting(context: Context, text: str) -> tuple[Fix, ...]:  # noqa: ARG001
    named = _KEEPS_FROM_MPS.search(text)
    return (unset_variable(named[0]),) if named else ()


def _one_source(context: Context, text: str) -> tuple[Fix, ...]:  # noqa: ARG001
    return (take_one_source(context.environment),)


def _newer_torch(context: Context, text: str) -> tuple[Fix, ...]:
    """The same, where enough is known to say that it is a newer one."""
    complete = read_situation(context.host, context.python).is_complete
    return _torch(context, text) if complete else ()


def _default_index(context: Context, text: str) -> tuple[Fix, ...]:
    """For uv and poetry the index stands in the project's file, and a command does not help."""
    if any(id.startswith(("uv-", "poetry", "pdm")) for id in context.found):
        return ()
    # The index is wrong, not the torch that the text names: that one may be what works.
    best, *others = _torch(context._replace(torch=TorchInstall()), text)
    named = msgspec.structs.replace(best, summary=f"{best.summary}, from the default index")
    return (named, *others)


def _own_environment(context: Context, text: str) -> tuple[Fix, ...]:  # noqa: ARG001
    situation = read_situation(context.host, context.python)
    newest = newest_for(situation, context.packages)
    return (environment_of_the_same_python(newest, situation, context.environment),)


def _older_numpy(context: Context, text: str) -> tuple[Fix, ...]:  # noqa: ARG001
    environment = context.environment
    return (install_packages(NUMPY_1, environment=environment, id="install-numpy-1"),)


def _fitting_companions(context: Context, text: str) -> tuple[Fix, ...]:
    """The companions of the torch that is installed, where its version is known."""
    version = known_or(torch_version(context.torch, context.torch_import), "")
    installed = {item.name for item in known_or(context.packages.installed, ())}
    wanted = tuple(
        Requirement(name, f"=={fit}", f"torch {version}")
        for name, fit in releases.companions(version).items()
        if name in installed or name in text
    )
    if not wanted:
        return ()
    environment = context.environment
    return (install_packages(*wanted, environment=environment, id="match-companions"),)


def _newer_macos(context: Context, text: str) -> tuple[Fix, ...]:
    named = named_macos(text)
    return (update_macos(context.host, named),) if named else ()


def _tools(context: Context, text: str) -> tuple[Fix, ...]:  # noqa: ARG001
    return (install_command_line_tools(),)


def fall_back() -> Fix:
    """Return the fix that lets operators without a kernel run on the CPU."""
    return set_variable(FALLBACK, "1")


_REMEDIES: dict[str, Remedy] = {
    X86_PYTHON: _arm_environment,
    "native-arch-mismatch": _anew,
    "python-version-no-wheel": _another_python,
    "python-too-old": _another_python,
    "python-prerelease": _another_python,
    "intel-mac-no-wheel": _last_for_intel,
    "torch-not-installed": _torch,
    "torch-install-damaged": _torch_again,
    "torch-import-crashed": _own_environment,
    "mps-disabled-by-settings": _without_the_setting,
    "torch-not-built-with-mps": _build_for_macs,
    "pip-of-another-python": _torch_with_this_python,
    "macos-too-old-for-torch": _torch_for_this_macos,
    "openmp-duplicate-runtime": _one_source,
    "cuda-wheel-index-on-mac": _default_index,
    "wrong-wheel-index": _default_index,
    "torch-too-old-no-mps": _newer_torch,
    "torch-mps-namespace-missing": _newer_torch,
    "torch-build-regression": _newer_torch,
    "pip-externally-managed": _own_environment,
    "numpy2-abi-mismatch": _older_numpy,
    "torch-companion-version-mismatch": _fitting_companions,
    "macos-too-old-for-op": _newer_macos,
    "xcode-clt-missing": _tools,
}
