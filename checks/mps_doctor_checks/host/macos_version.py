"""Is macOS new enough for the installed PyTorch?"""

from typing import Literal, NamedTuple

from mps_doctor.facts import (
    Host,
    TorchImport,
    TorchInstall,
    Unknown,
    is_below,
    known,
    known_or,
    real_macos,
    torch_version,
)
from mps_doctor.fixes import Environment, can_update, install_torch, update_macos
from mps_doctor.judgement.checking import (
    Failed,
    Fix,
    NotApplicable,
    Outcomes,
    Passed,
    Severity,
    check,
)
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import MacOS, parse_macos
from mps_doctor.knowledge.versions import parse_version, release_of


class NeededMacOS(NamedTuple):
    """The macOS that the MPS of an installed torch needs, and how that is known."""

    source: Literal["data", "kernels", "text", "nothing"]
    minimum: MacOS | None
    """Where nothing says what MPS needs, what its library as a whole is built for."""
    meant: MacOS | None
    """The minimum that torch states, where it is higher: its code may run on less."""
    released: bool
    """Whether it is a release that the data knows: then `meant` is known to be advice."""
    evidence: tuple[str, ...] = ()


@check(
    "macos-version",
    title="macOS is new enough for PyTorch's MPS",
    causes=("macos-too-old-for-torch",),
    requires=("host-system",),
)
def macos_version(
    host: Host, torch: TorchInstall, torch_import: TorchImport, environment: Environment
) -> Outcomes:
    """Each PyTorch has its own minimum macOS; below it, MPS is never available.

    ## Why it matters
    PyTorch asks Metal for a function that only newer systems have, and gives up without it.
    pip doesn't know that: it installs torch 2.9 to 2.11 on macOS 11, 12 and 13, where their MPS
    can't work.
    PyTorch's own error text is not reliable either: 2.5 says 12.3 and needs 13.0.
    So the minimum is the macOS for which torch's Metal kernels are compiled; older releases have
    none compiled, and their minimum was read from the published binaries.
    Nightlies and builds from source are judged by their own files too.
    PyTorch 2.15 names macOS 15, but its code has no such test: on macOS 14 that is advice.

    ## Fix
    Install the newest torch that can use MPS on this macOS, or update macOS if this Mac can.

    ## References
    - https://github.com/pytorch/pytorch/issues/139425
    - https://github.com/pytorch/pytorch/issues/164943
    """
    macos = known(real_macos(host))
    have, floor = f"macOS {macos}", releases.gates()[0]
    installed = known_or(torch_version(torch, torch_import), "")
    release = release_of(installed)
    if parse_macos(macos) is None:
        return Passed(message="a version that can't be compared", have=have)
    if release is not None and release < releases.FIRST_WITH_MPS:
        return NotApplicable(message="this PyTorch has no MPS on any macOS: see torch-version")
    needed = _needed_macos(installed, torch) if installed else None
    evidence: tuple[str, ...] = (f"macOS: {macos}",)
    severity: Severity | None = None
    if is_below(macos, floor):
        need = max(floor, (needed and needed.minimum) or floor)
        message = f"{have} is older than {floor}, the first with MPS"
        if need > floor:
            message = f"PyTorch {installed} needs macOS {need} for MPS; this is {have}"
            evidence += (f"torch: {installed}",)
        if not _speaks_of_torch(torch, torch_import):
            severity = "info"
        # An older PyTorch may do where this Mac can't run what the installed one asks for.
        fixes: tuple[Fix, ...] = (
            update_macos(host, floor if can_update(host, need) is False else need),
        )
    elif needed is None:
        return Passed(message=f"new enough for MPS ({floor})", have=have)
    elif needed.minimum is not None and is_below(macos, needed.minimum):
        need = needed.minimum
        message = f"PyTorch {installed} needs macOS {need} for MPS; this is {have}"
        evidence += (f"torch: {installed}", *needed.evidence)
        severity = _severity(needed, installed, available=torch_import.mps_available is True)
        fixes = install_torch(environment)
        if not fixes or can_update(host, need) is not False:
            fixes += (update_macos(host, need),)
    elif needed.minimum and needed.meant and is_below(macos, needed.meant):
        need = needed.meant
        message = f"PyTorch {installed} names macOS {need} as its minimum; this is {have}"
        evidence += (f"torch: {installed}", *needed.evidence)
        if needed.released or torch_import.mps_available is not False:
            severity = "info"  # its code runs on less
        fixes = install_torch(environment)
    elif needed.minimum is None or needed.source == "nothing":
        return Passed(message=f"no minimum is known for PyTorch {installed}", have=have)
    else:
        return Passed(message=f"new enough for PyTorch {installed} ({needed.minimum})", have=have)
    return Failed(
        cause="macos-too-old-for-torch",
        message=message,
        have=have,
        need=f"macOS {need} or newer",
        evidence=evidence,
        fixes=fixes,
        severity=severity,
        headline="" if installed else f"MPS needs macOS {need} or newer",
    )


def _needed_macos(version: str, torch: TorchInstall) -> NeededMacOS:
    """Return what torch needs by its own files; by the data where they do not say it.

    The text of a release's library is no better than the data: that of 2.5 is wrong.
    """
    target, stated = known_or(torch.metal_target, ""), known_or(torch.stated_minimum_macos, "")
    built_for = known_or(torch.deployment_target, "")
    row, parsed = releases.release(version), parse_version(version)
    released = row is not None and parsed is not None and not parsed.is_prerelease
    if row is not None and not target and (released or not stated):
        minimum = parse_macos(row.mps_minimum_macos)
        return NeededMacOS("data", minimum, row.recommended_macos, released)
    minimum = releases.minimum_of_files(target, stated, built_for)
    named = [macos for macos in (minimum, parse_macos(stated)) if macos is not None]
    texts = {
        "compiled Metal kernels for macOS": target,
        "states macOS": stated,
        "built for macOS": built_for,
    }
    return NeededMacOS(
        "kernels" if target else "text" if stated else "nothing",
        minimum,
        max(named, default=None),
        released,
        tuple(f"libtorch_cpu: {text} {macos}" for text, macos in texts.items() if macos),
    )


def _severity(need: NeededMacOS, version: str, *, available: bool) -> Severity | None:
    """Return how bad a macOS below the minimum is; None for an error."""
    if need.source == "data":
        # An alpha is built from sources older than the release, perhaps than its new minimum.
        parsed = parse_version(version)
        return "info" if parsed and parsed.pre and parsed.pre[0] == "a" else None
    if not available:
        return None
    # PyTorch runs on this macOS: its text is not enforced, but kernels can't be loaded.
    return "warning" if need.source == "kernels" else "info"


def _speaks_of_torch(torch: TorchInstall, torch_import: TorchImport) -> bool:
    """Whether anything is known of torch: a text may be about another program on an old Mac."""
    facts = (torch.installed, torch.version, torch_import.mps_available, torch_import.mps_built)
    return not all(isinstance(fact, Unknown) for fact in facts)
