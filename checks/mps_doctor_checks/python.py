"""The interpreter: its processor architecture and version, and whether it works at all."""

from __future__ import annotations

import re

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Packages,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import native_environment
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import parse_macos
from mps_doctor_checks.mac import (
    ARM,
    FIRST_TORCH_WITH_MPS,
    interpreter_architecture,
    is_apple_silicon,
    is_darwin,
    real_macos,
)

OLDEST_PYTHON = (3, 7)
"""The oldest Python for which a PyTorch with MPS was published: torch 1.12 and 1.13."""

CPYTHON = "cpython"
"""`sys.implementation.name` of the Python that PyTorch's binaries are made for."""

_PRERELEASE = re.compile(r"\d(?:a|b|rc)\d+|\+$|[-.]?dev")


@check(
    "python-architecture",
    title="Python is built for this Mac's processor",
    causes=("python-x86_64-on-apple-silicon",),
    requires=("host-system",),
)
def python_architecture(
    host: Host, python: Interpreter, conda: Conda, packages: Packages
) -> Outcomes:
    """On Apple silicon, Python must be arm64: an Intel Python runs under Rosetta, without MPS.

    ## Why it matters
    An x86_64 Python on an M-chip is translated by Rosetta 2, and so is all that it loads.
    PyTorch for x86_64 ends with 2.2.2, finds no usable GPU under translation or computes wrong
    numbers, and is told an older macOS than the real one.
    Everything in such an environment is of the wrong kind: it cannot be repaired, only replaced.
    On a real Intel Mac an x86_64 Python is right.

    ## Fix
    Make a new environment with an arm64 Python, and install the packages there.

    ## References
    - https://github.com/pytorch/pytorch/issues/146236
    - https://github.com/Lightning-AI/pytorch-lightning/issues/14634
    - https://developer.apple.com/documentation/apple-silicon/about-the-rosetta-translation-environment
    """
    architecture = known(interpreter_architecture(python))
    if architecture in ARM:
        return Passed(message="native: an arm64 process", have=architecture)
    if python.translated is False and isinstance(is_apple_silicon(host), Unknown):
        return Passed(message="an Intel process that is not translated", have=architecture)
    if not known(is_apple_silicon(host, python)):
        return Passed(message="an Intel process on a real Intel Mac", have=architecture)
    chip = known_or(host.chip, "Apple silicon")
    return Failed(
        cause="python-x86_64-on-apple-silicon",
        message=f"Python is built for {architecture} and runs under Rosetta on {chip}",
        have=f"{architecture} Python on {chip}",
        need="an arm64 Python",
        evidence=_signs_of_translation(host, python, architecture),
        fixes=native_environment(host, python, conda, packages),
    )


def _signs_of_translation(host: Host, python: Interpreter, architecture: str) -> tuple[str, ...]:
    signs = [f"process: {architecture}"]
    facts = (
        ("chip", host.chip),
        ("translated by Rosetta", python.translated),
        ("platform.processor()", python.processor),
        ("wheel platform", python.platform_tag),
        ("slices of the binary", python.slices),
        ("interpreter", python.executable),
    )
    for name, value in facts:
        if isinstance(value, Unknown) or value == "":
            continue
        signs.append(f"{name}: {', '.join(value) if isinstance(value, tuple) else value}")
    return tuple(signs)


@check(
    "python-version",
    title="PyTorch has builds for this Python",
    causes=("python-too-old", "python-version-no-wheel", "intel-mac-no-wheel"),
    requires=("host-system", "python-architecture"),
    concerns="any",
)
def python_version(
    host: Host, python: Interpreter, conda: Conda, packages: Packages, torch: TorchInstall
) -> Outcomes:
    """PyTorch is published for certain versions of Python only; others find nothing to install.

    ## Why it matters
    A Python that is newer or older than the published builds, or free-threaded where none is
    meant for that, makes the installer say "no matching distribution", which names no reason.
    An Intel Mac has builds up to torch 2.2.2, for Python 3.8 to 3.12.
    PyPy and other implementations of Python have none.
    Where torch is installed already, it was built for this Python, and this check passes.

    ## Fix
    Make an environment with a Python that has builds, and install torch there.

    ## References
    - https://github.com/pytorch/pytorch/issues/127870
    - https://github.com/astral-sh/uv/issues/10262
    """
    version = known(python.version)
    numbers = _numbers(version)
    if numbers is not None and numbers < OLDEST_PYTHON:
        return Failed(
            cause="python-too-old",
            message=f"Python {version} is older than any for which PyTorch with MPS exists",
            have=f"Python {version}",
            need="Python 3.10 or newer",
            evidence=(f"python: {version}",),
            fixes=native_environment(host, python, conda, packages),
        )
    if torch.installed is True or not isinstance(torch.version, Unknown):
        return Passed(message="PyTorch is installed for it", have=f"Python {version}")
    implementation = known_or(python.implementation, CPYTHON)
    if implementation.lower() != CPYTHON:
        kind = f"Python {version} ({implementation})"
        return Failed(
            cause="python-version-no-wheel",
            message=f"PyTorch is published for CPython only, and this is {implementation}",
            have=kind,
            need="CPython",
            evidence=(f"python: {kind}",),
            fixes=native_environment(host, python, conda, packages),
        )
    if numbers is None or not known_or(is_darwin(host), False):
        return Passed(message="not too old for PyTorch", have=f"Python {version}")
    if known_or(conda.active, False):
        return Passed(message="in conda, whose channels have builds of their own", have=version)
    return _judge_wheels(host, python, conda, packages, numbers, version)


def _judge_wheels(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    numbers: tuple[int, int],
    version: str,
) -> Outcomes:
    architecture = "arm64" if known(interpreter_architecture(python)) in ARM else "x86_64"
    macos = _macos_that_matters(host)
    threads = known_or(python.free_threaded, False)
    minor = f"{numbers[0]}.{numbers[1]}"
    newest = releases.newest_torch(
        architecture=architecture, macos=macos, python=minor, free_threaded=threads
    )
    kind = f"Python {version}{' (free-threaded)' if threads else ''}"
    if newest is not None:
        return Passed(message=f"PyTorch {newest} exists for it", have=kind)
    elsewhere = releases.newest_torch(
        architecture="arm64", macos="", python=minor, free_threaded=threads
    )
    evidence = [f"python: {kind}", f"processor: {architecture}"]
    if macos:
        evidence.append(f"macOS: {macos}")
    if architecture == "x86_64" and elsewhere is not None:
        return Failed(
            cause="intel-mac-no-wheel",
            message=f"No PyTorch exists for {kind} on an Intel Mac; the last one is 2.2.2",
            have=f"{kind} on an Intel Mac",
            need="Python 3.12 or older with torch 2.2.2",
            evidence=tuple(evidence),
            fixes=native_environment(host, python, conda, packages),
        )
    place = f" on macOS {macos}" if macos and elsewhere is not None else ""
    return Failed(
        cause="python-version-no-wheel",
        message=f"No PyTorch that can use MPS exists for {kind}{place}",
        have=kind,
        need="a Python that PyTorch is published for",
        evidence=tuple(evidence),
        fixes=native_environment(host, python, conda, packages),
    )


def _macos_that_matters(host: Host) -> str:
    """Return the macOS version, or nothing where it rules every torch out, whatever the Python."""
    macos = known_or(real_macos(host), "")
    version = parse_macos(macos)
    floor = releases.minimum_macos(FIRST_TORCH_WITH_MPS)
    return "" if version is None or (floor is not None and version < floor) else macos


def _numbers(version: str) -> tuple[int, int] | None:
    found = re.match(r"(\d+)\.(\d+)", version)
    return (int(found[1]), int(found[2])) if found else None


@check(
    "python-prerelease",
    title="Python is a finished release",
    causes=("python-prerelease",),
    requires=("python-version",),
    concerns="any",
)
def python_prerelease(
    host: Host, python: Interpreter, conda: Conda, packages: Packages
) -> Outcomes:
    """An alpha, beta or release candidate of Python may break the binaries of PyTorch.

    ## Why it matters
    The binary interface of Python is not fixed before its first release candidate, so a build of
    torch made for the finished version may crash or fail to import on an earlier one.

    ## Fix
    Use a finished release of Python.

    ## References
    - https://peps.python.org/pep-0387/
    - https://devguide.python.org/developer-workflow/development-cycle/
    """
    version = known(python.version)
    if _PRERELEASE.search(version.split()[0]):
        return Failed(
            cause="python-prerelease",
            message=f"Python {version} is a pre-release",
            have=f"Python {version}",
            need="a finished release",
            evidence=(f"python: {version}",),
            fixes=native_environment(host, python, conda, packages),
        )
    return Passed(message="a finished release", have=f"Python {version}")
