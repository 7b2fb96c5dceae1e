"""What to do about a cause that a text tells: exact commands, where the facts beside it allow them.

The checks of facts have fixes of their own, which lead where both name one cause.
"""

import re

import msgspec

from mps_doctor.facts import TorchInstall, known_or, torch_version
from mps_doctor.fixes import (
    NUMPY_1,
    Environment,
    Requirement,
    environment_for,
    environment_of_the_same_python,
    install_command_line_tools,
    install_packages,
    install_torch,
    newest_for,
    unset_variable,
    update_macos,
)
from mps_doctor.judgement.checking import Fix
from mps_doctor.knowledge import causes as known_causes, releases
from mps_doctor_checks.companions.openmp_runtimes import take_one_source
from mps_doctor_checks.messages._judging.context import Context, named_macos
from mps_doctor_checks.messages._judging.installers import LAST_FOR_INTEL

LAST_TORCH_FOR_INTEL = str(LAST_FOR_INTEL["torch"])

INSTALLS = frozenset({"install", "reinstall", "update", "upgrade", "newer", "newest"})
"""Words of an advice that changes what is installed, in whole or as one of its ways."""

_TORCH_ASKED = re.compile(
    r"\btorch`?(?:==|@|-| ?\(v?| v?| version )(\d\.\d{1,2}(?:\.\d{1,2})?)", re.IGNORECASE
)

_KEEPS_FROM_MPS = re.compile(r"\b(?:ACCELERATE_USE_CPU|ACCELERATE_TORCH_DEVICE|DISABLE_MPS)\b")
"""The variables by which accelerate and Lightning leave mps out."""

_NEEDS_ARM = re.compile(r"need '?\(?arm64")
"""What dyld says it needs is what the process runs as: no Intel Mac runs arm64."""

_OTHER_WAY = re.compile(
    r"(?:, or|; or|; otherwise) "
    r"((?:choose|compute|convert|do|keep|run|split|take|turn|update|use|write)\b.+)"
)
"""What a sentence offers besides its first way, where that is a sentence of its own."""

_LEAVES_OUT = re.compile(r"Install (?:from|without)|Remove the|Unset")


def fixes_for(context: Context, cause: str, text: str = "") -> tuple[Fix, ...]:
    """Return the exact fixes for a cause on the machine that the facts describe, the best first.

    `text` is what tells the cause.
    There are none where the facts do not allow an exact one.
    """
    environment, hardware = context.environment, context.situation.hardware
    if context.elsewhere():
        return ()
    match cause:
        case "python-x86_64-on-apple-silicon":
            return _new_environment(context, "arm64")  # the cause itself names the processor
        case "native-arch-mismatch":
            arm = hardware == "arm64" or (not hardware and _NEEDS_ARM.search(text))
            return _new_environment(context, "arm64") if arm else ()
        case "python-version-no-wheel" | "python-too-old" | "python-prerelease":
            return _another_python(context, text)
        case "intel-mac-no-wheel":
            return _last_for_intel(context, text)
        case "torch-not-installed":
            return install_torch(environment)
        case "torch-install-damaged":
            return install_torch(environment, reinstall=True)
        case "torch-not-built-with-mps" if hardware == "arm64":
            return install_torch(environment, reinstall=True)
        case "torch-import-crashed" | "pip-externally-managed":
            newest = newest_for(context.situation, environment.packages)
            return (environment_of_the_same_python(newest, context.situation, environment),)
        case "pip-of-another-python" if "torch" in text.lower():
            return _with(", with the Python that runs the program", environment)
        case "macos-too-old-for-torch" if context.macos_below(str(releases.gates()[0])):
            return (update_macos(environment.host, releases.gates()[0]),)  # no torch has MPS there
        case "macos-too-old-for-torch" if context.macos is not None:
            return (*install_torch(environment), *_newer_macos(context, text))
        case "macos-too-old-for-op":
            return _newer_macos(context, text)
        case "openmp-duplicate-runtime":
            return (take_one_source(environment),)
        case "cuda-wheel-index-on-mac" | "wrong-wheel-index":
            return _default_index(context)
        case "torch-too-old-no-mps" | "torch-mps-namespace-missing" | "torch-build-regression":
            # Only where enough is known to say that it is a newer one.
            return install_torch(environment) if context.situation.is_complete else ()
        case "numpy2-abi-mismatch":
            return (install_packages(NUMPY_1, environment=environment, id="install-numpy-1"),)
        case "torch-companion-version-mismatch":
            return _fitting_companions(context, text)
        case "mps-disabled-by-settings":
            named = _KEEPS_FROM_MPS.search(text)
            return (unset_variable(named[0]),) if named else ()
        case "xcode-clt-missing":
            return (install_command_line_tools(),)
    return ()


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


def with_words(exact: tuple[Fix, ...], words: Fix) -> tuple[Fix, ...]:
    """Return exact fixes, and of the sentence about the same cause what they do not do already."""
    if not exact:
        return (words,)
    if other := _OTHER_WAY.search(words.summary):
        return (*exact, in_words(words.id, f"{other[1][0].upper()}{other[1][1:]}"))
    # What is to be left out, no command can leave out.
    return (*exact, words) if _LEAVES_OUT.match(words.summary) else exact


def _new_environment(
    context: Context, hardware: str, release: releases.Release | None = None
) -> tuple[Fix, ...]:
    situation = msgspec.structs.replace(context.situation, hardware=hardware)
    return environment_for(situation, context.environment, release)


def _another_python(context: Context, text: str) -> tuple[Fix, ...]:
    """A Python for the torch that is asked for, and the newest torch for this Python."""
    situation = context.situation
    asked = _TORCH_ASKED.search(text)
    release = releases.release(asked[1]) if asked else None
    held = releases.pythons_for(release.version, situation.hardware or "arm64") if release else ()
    fits = bool(held) and context.python_minor not in held
    made = environment_for(situation, context.environment, release if fits else None)
    newest = install_torch(context.environment) if fits and situation.is_complete else ()
    return (*made, *newest)


def _last_for_intel(context: Context, text: str) -> tuple[Fix, ...]:
    """torch 2.2.2 for this Python, or with a Python that has it; one to which it is offered has."""
    offered = LAST_TORCH_FOR_INTEL in text
    pythons = releases.pythons_for(LAST_TORCH_FOR_INTEL, "x86_64")
    if context.python_minor not in pythons and (context.python_minor or not offered):
        if not (offered or context.asks_for_intel()):
            # The usual Python has builds for either processor.
            usual = msgspec.structs.replace(context.situation, python="")
            return environment_for(usual, context.environment)
        return _new_environment(context, "x86_64", releases.release(LAST_TORCH_FOR_INTEL))
    torch = Requirement("torch", f"=={LAST_TORCH_FOR_INTEL}", "Intel Macs, the last for them")
    return (install_packages(torch, NUMPY_1, environment=context.environment, id="install-torch"),)


def _with(words: str, environment: Environment) -> tuple[Fix, ...]:
    """The newest torch for this Mac and this Python, with more words on how."""
    best, *others = install_torch(environment)
    return (msgspec.structs.replace(best, summary=f"{best.summary}{words}"), *others)


def _default_index(context: Context) -> tuple[Fix, ...]:
    """For uv and poetry the index stands in the project's file, and a command does not help."""
    if any(id.startswith(("uv-", "poetry", "pdm")) for id in context.found):
        return ()
    # The index is wrong, not the torch that the text names: that one may be what works.
    return _with(", from the default index", context.environment._replace(torch=TorchInstall()))


def _fitting_companions(context: Context, text: str) -> tuple[Fix, ...]:
    """The companions of the torch that is installed, where its version is known."""
    environment = context.environment
    version = known_or(torch_version(environment.torch, context.torch_import), "")
    installed = {item.name for item in known_or(environment.packages.installed, ())}
    wanted = tuple(
        Requirement(name, f"=={fit}", f"torch {version}")
        for name, fit in releases.companions(version).items()
        if name in installed or name in text
    )
    if not wanted:
        return ()
    return (install_packages(*wanted, environment=environment, id="match-companions"),)


def _newer_macos(context: Context, text: str) -> tuple[Fix, ...]:
    named = named_macos(text)
    return (update_macos(context.environment.host, named),) if named else ()
