"""Does PyTorch have builds for this Python?"""

import re

from mps_doctor.facts import (
    ARM,
    Conda,
    Host,
    Interpreter,
    TorchInstall,
    Unknown,
    interpreter_architecture,
    is_below,
    is_darwin,
    known,
    known_or,
    real_macos,
)
from mps_doctor.fixes import Environment, native_environment
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import parse_macos

OLDEST_PYTHON = (3, 7)
"""The oldest Python for which a PyTorch with MPS was published: torch 1.12 and 1.13."""

USUAL_PYTHON = "3.12"
"""The one version for which every torch from 2.2 on has wheels, on both architectures."""

CPYTHON = "cpython"
"""`sys.implementation.name` of the Python that PyTorch's binaries are made for."""


@check(
    "python-version",
    title="PyTorch has builds for this Python",
    causes=("python-too-old", "python-version-no-wheel", "intel-mac-no-wheel"),
    requires=("host-system", "python-architecture"),
    concerns="any",
)
def python_version(
    host: Host, python: Interpreter, conda: Conda, torch: TorchInstall, environment: Environment
) -> Outcomes:
    """PyTorch has builds for certain versions of Python; for others pip finds nothing to install.

    ## Why it matters
    With a Python that is newer or older than the published builds, or free-threaded where there is
    no such build, the installer says "no matching distribution" and gives no reason.
    Intel Macs have builds up to torch 2.2.2, for Python 3.8 to 3.12.
    PyPy and other implementations of Python have none.
    Where torch is installed already, it was built for this Python, and this check passes.

    ## Fix
    Create an environment with a Python that has builds, and install torch there.

    ## References
    - https://github.com/pytorch/pytorch/issues/127870
    - https://github.com/astral-sh/uv/issues/10262
    """
    version = known(python.version)
    have = f"Python {version}"
    found = re.match(r"(\d+)\.(\d+)", version)
    if found and (int(found[1]), int(found[2])) < OLDEST_PYTHON:
        return Failed(
            cause="python-too-old",
            message=f"{have} is older than any that PyTorch with MPS was built for",
            have=version,
            need="3.10 or newer",
            evidence=(f"python: {version}",),
            fixes=native_environment(environment),
        )
    if torch.installed is True or not isinstance(torch.version, Unknown):
        return Passed(message="PyTorch is installed for it", have=have)
    implementation = known_or(python.implementation, CPYTHON)
    if implementation.lower() != CPYTHON:
        return Failed(
            cause="python-version-no-wheel",
            message=f"PyTorch is built for CPython only; this is {implementation}",
            have=f"{implementation} {version}",
            need="CPython",
            evidence=(f"python: {version} ({implementation})",),
            fixes=native_environment(environment),
        )
    if not found or not known_or(is_darwin(host), False):
        return Passed(message="not too old for PyTorch", have=have)
    if known_or(conda.active, False):
        return Passed(message="conda's channels have their own builds", have=have)
    architecture = "arm64" if known(interpreter_architecture(python)) in ARM else "x86_64"
    macos = known_or(real_macos(host), "")
    if parse_macos(macos) is None or is_below(macos, releases.gates()[0]):
        macos = ""  # too old for every torch, whatever the Python: see macos-version
    threads = known_or(python.free_threaded, False)
    minor = f"{found[1]}.{found[2]}"
    have += " (free-threaded)" if threads else ""
    newest = releases.newest_torch(
        architecture=architecture, macos=macos, python=minor, free_threaded=threads
    )
    if newest is not None:
        return Passed(message=f"PyTorch {newest} exists for it", have=have)
    on_newer = releases.newest_torch(
        architecture="arm64", macos="", python=minor, free_threaded=threads
    )
    intel = architecture == "x86_64" and on_newer is not None
    where = f" on macOS {macos}" if macos and on_newer is not None else ""
    where = " on an Intel Mac" if intel else where
    return Failed(
        cause="intel-mac-no-wheel" if intel else "python-version-no-wheel",
        message=f"PyTorch has no build with MPS for {have}{where}",
        have=f"{have}{where}".removeprefix("Python "),
        need=_pythons(architecture, macos, free_threaded=threads),
        evidence=(
            f"python: {have}",
            f"processor: {architecture}",
            *([f"macOS: {macos}"] if macos else []),
        ),
        fixes=native_environment(environment),
    )


def _pythons(architecture: str, macos: str, *, free_threaded: bool) -> str:
    """Return the Pythons of the newest torch there: "3.9 to 3.13"."""
    newest = releases.newest_torch(architecture=architecture, macos=macos, python=USUAL_PYTHON)
    names = releases.pythons_for(newest.version, architecture) if newest else ()
    plain = [name for name in names if not name.endswith("t")]
    if not plain:
        return "a Python that PyTorch has builds for"
    return f"{plain[0]} to {plain[-1]}{', not free-threaded' if free_threaded else ''}"
