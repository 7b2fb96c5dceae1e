"""Versions of macOS: as programs are told them, betas and ends of support. The host family."""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Packages,
    SmokeTest,
    TorchImport,
    Unknown,
    Variables,
    known,
    known_or,
)
from mps_doctor.fixes import can_update, native_environment, unset_variable, update_macos
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor.knowledge import macos as known_macos
from mps_doctor.knowledge.macos import is_compatibility_version, misleads, parse_macos
from mps_doctor_checks.mac import INTEL, macos_name, real_macos, release_of

COMPATIBILITY_SWITCH = "SYSTEM_VERSION_COMPAT"

MAJORS_THAT_TORCH_KNOWS = ((Version("2.9"), 26), (Version("2.3"), 15))
"""From which torch on which major is the newest that it can be asked for: it denies later ones.

No torch up to 2.15 knows a later one than 26.
Source: the warning "Checking for unexpected MacOS" in aten/src/ATen/mps/MPSHooks.mm
"""

_BETA_BUILD = re.compile(r"\d+[A-Z]5\d{3}[a-z]")
"""Builds of betas: 23A5276g. Rapid security responses end in a letter too, with more digits."""


@check(
    "macos-version-reported",
    title="Programs are told the real version of macOS",
    causes=("macos-version-misreported",),
    requires=("host-system", "python-architecture"),
    family="host",
)
def macos_version_reported(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    variables: Variables,
    torch_import: TorchImport,
) -> Outcomes:
    """A Python built with an old SDK is told another macOS: 10.16 on 11 to 15, 16.0 on 26.

    ## Why it matters
    macOS answers programs by the SDK that they were built with, and torch's own questions are
    answered in the same way: it then refuses bfloat16, or leaves newer kernels unused, on a system
    that has them.
    Where torch's own answers are right in spite of it, this is advice.

    ## Fix
    Unset SYSTEM_VERSION_COMPAT, or use a Python that was built with a newer SDK.

    ## References
    - https://github.com/python/cpython/issues/135675
    - https://github.com/pytorch/pytorch/issues/146236
    """
    real = known(real_macos(host))
    told = known(host.macos_version_reported)
    have, need = parse_macos(told), parse_macos(real)
    wrong = _wrong_answers(torch_import, real)
    if not wrong and (have is None or need is None or have.major == need.major):
        return Passed(message="the real version", have=told)
    values = {item.name: item.value for item in known_or(variables.values, ())}
    switch = values.get(COMPATIBILITY_SWITCH)
    switched = switch is not None and misleads(switch)
    fixes: tuple[Fix, ...] = native_environment(host, python, conda, packages)
    if switched:
        fixes = (unset_variable(COMPATIBILITY_SWITCH), *fixes)
    # Where torch was asked and answers rightly, nothing follows from it.
    harmless = not wrong and not isinstance(torch_import.macos_at_least, Unknown)
    # The SDK of nearly every Intel Python is that old, and torch works with it all the same.
    by_sdk = is_compatibility_version(told) and not switched
    usual = by_sdk and known_or(python.architecture, "") in INTEL
    harmless = harmless or (usual and not wrong and torch_import.mps_available is not False)
    unseen = torch_import.mps_available is False and not harmless
    return Failed(
        cause="macos-version-misreported",
        message=f"Python is told macOS {told}, and this is {macos_name(host)}",
        have=told,
        need=real,
        evidence=(
            f"platform.mac_ver(): {told}",
            f"macOS: {real}",
            *((f"{COMPATIBILITY_SWITCH}={switch}",) if switch is not None else ()),
            *wrong,
        ),
        fixes=fixes,
        # torch asks in the same way: where it finds no GPU, this is why.
        severity="error" if unseen else "info" if harmless else "warning",
    )


def _wrong_answers(torch_import: TorchImport, real: str) -> tuple[str, ...]:
    """Return torch's answers that deny a macOS which is there."""
    version = parse_macos(real)
    torch = release_of(known_or(torch_import.version, "")) or Version("2.9")
    newest = next((major for first, major in MAJORS_THAT_TORCH_KNOWS if torch >= first), 0)
    wrong = []
    for item in known_or(torch_import.macos_at_least, ()):
        asked = parse_macos(item.version)
        if version is not None and asked is not None and asked <= version and not item.answer:
            # That it denies the majors that it does not know is its own matter.
            if asked.major > newest:
                continue
            wrong.append(f"torch: macOS {item.version} or newer? False")
    return tuple(wrong)


@check(
    "unsupported-os",
    title="macOS is a finished release that Apple still maintains",
    causes=("macos-unsupported-or-beta",),
    requires=("host-system",),
    family="host",
)
def unsupported_os(host: Host, smoke: SmokeTest) -> Outcomes:
    """Betas of macOS break MPS now and then; old releases get no more corrections.

    ## Why it matters
    Most of what MPS computes with belongs to macOS, not to torch.
    A beta has crashed or miscomputed where the release before and after it did not, and nobody
    corrects torch for a beta.
    A release without updates still works, with the torch that fits it: that is advice only.

    ## Fix
    Update to a finished, maintained release.

    ## References
    - https://github.com/pytorch/pytorch/issues/104642
    - https://support.apple.com/en-us/100100
    """
    build = known_or(host.macos_build, "")
    if _BETA_BUILD.fullmatch(build):
        return Failed(
            cause="macos-unsupported-or-beta",
            message=f"{macos_name(host)} is a beta",
            have=macos_name(host),
            need="a finished release of macOS",
            evidence=(f"build: {build}",),
            fixes=(_leave_the_beta(),),
            # A crash on the beta is told by the smoke test, with the beta as its cause.
            severity="info" if smoke.outcome == "crashed" else None,
        )
    version = known(real_macos(host))
    if known_macos.is_macos_newer_than_known(version):
        return Passed(message="newer than the doctor's data", have=macos_name(host))
    if known_macos.support_status(version) == "ended":
        name, maintained = known_macos.macos_name(version), known_macos.oldest_supported()
        if can_update(host, maintained) is False:
            said = f"{name} gets no more updates, and this Mac can't run a version that does"
            return Passed(message=said, have=macos_name(host))
        return Failed(
            cause="macos-unsupported-or-beta",
            message=f"{name} gets no more updates from Apple",
            have=macos_name(host),
            need="a release that still gets updates",
            evidence=(f"macOS: {version}", f"data of {known_macos.read_on()}"),
            fixes=(update_macos(host, maintained),),
            severity="info",
        )
    return Passed(message="a finished release", have=macos_name(host))


def is_beta(host: Host) -> bool:
    """Return whether the build number is that of a beta."""
    return _BETA_BUILD.fullmatch(known_or(host.macos_build, "")) is not None


def _leave_the_beta() -> Fix:
    return Fix(
        id="leave-macos-beta",
        summary="Go to the finished release of macOS",
        kind="manual",
        steps=(
            "Open System Settings, General, Software Update, and turn beta updates off.",
            "Install the finished release as soon as it is offered.",
        ),
        needs=("gui", "restart"),
        verify=(("mps-doctor", "check"),),
    )
