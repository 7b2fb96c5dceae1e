"""The computer: a Mac, its macOS, its GPU, and whether this process may reach it."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Messages,
    Packages,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import can_update, install_torch, update_macos
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
from mps_doctor.knowledge.macos import parse_macos
from mps_doctor_checks.mac import (
    ARM,
    FIRST_TORCH_WITH_MPS,
    is_below,
    is_darwin,
    macos_name,
    parse_version,
    real_macos,
    release_of,
    torch_version,
    virtual_machine_marks,
)
from mps_doctor_checks.torch_files import NeededMacOS, needed_macos

FILES_FROM_A_MAC = frozenset({"restore-location-mps", "storage-device-mps"})
"""Error texts of reading what was saved on mps: they come where there is no Mac."""


@check(
    "host-system",
    title="macOS runs this Python",
    causes=("not-macos-host", "linux-guest-on-mac"),
)
def host_system(host: Host, python: Interpreter, messages: Messages) -> Outcomes:
    """Macs running macOS are the only computers on which PyTorch has the mps device.

    ## Why it matters
    MPS is built on Metal, which exists on Apple's systems alone.
    A Linux container or virtual machine on a Mac has no Metal either: the hypervisor does not
    pass the GPU through, so Docker, Podman, OrbStack, Lima and UTM guests are all without it.

    ## Fix
    In a Linux guest on a Mac: run Python on macOS itself.
    On Linux or Windows: use `--device cuda` or `--device cpu`.

    ## References
    - https://developer.apple.com/metal/pytorch/
    - https://github.com/docker/for-mac/issues/6512
    - https://github.com/pytorch/pytorch/issues/120557
    """
    if known(is_darwin(host)):
        chip = known_or(host.chip, "")
        have = f"{macos_name(host)} on {chip}" if chip else macos_name(host)
        guest = ", a virtual machine" if virtual_machine_marks(host) else ""
        return Passed(message="macOS runs this Python", have=f"{have}{guest}")
    system = known(host.system)
    have = known_or(host.distribution, system)
    marks = _signs_of_a_mac_below(host, python)
    if system == "Linux" and marks:
        return Failed(
            cause="linux-guest-on-mac",
            message=f"This is {have} inside a container or virtual machine on a Mac",
            have=have,
            need="macOS itself: Metal is not passed through to Linux guests",
            evidence=marks,
            fixes=(_leave_the_guest(),),
        )
    if "cuda-at-work" in known_or(messages.reported, ()):
        return NotApplicable(message="torch computes with CUDA here; mps is not asked for")
    found = {match.signature for match in known_or(messages.matches, ())}
    if found & FILES_FROM_A_MAC:
        return NotApplicable(message="a file from a Mac is read here; mps is not asked for")
    return Failed(
        cause="not-macos-host",
        message=f"This computer runs {have}, and mps exists on macOS alone",
        have=have,
        need="macOS on a Mac",
        evidence=(f"system: {system}",),
        fixes=(_use_another_device(),),
    )


def _signs_of_a_mac_below(host: Host, python: Interpreter) -> tuple[str, ...]:
    container = known_or(host.container, "none")
    kernel = known_or(host.kernel_release, "")
    architectures = (host.hardware_architecture, python.architecture)
    marks = list(known_or(host.apple_marks, ()))
    # Docker Desktop's kernel also runs on Windows and on Intel; with an ARM processor it is a Mac.
    if "linuxkit" in kernel and any(item in ARM for item in architectures):
        marks.append(f"kernel {kernel} on an ARM processor: Docker Desktop's virtual machine")
    if "orbstack" in kernel:
        marks.append(f"kernel {kernel}: OrbStack runs on Macs only")
    # Linux that runs on the bare Mac (Asahi) shows Apple's processor as well, and is no guest.
    bare = host.virtual_machine is False and container == "none"
    if not marks or bare:
        return ()
    if container != "none":
        marks.append(f"container: {container}")
    return tuple(dict.fromkeys(marks))


def _leave_the_guest() -> Fix:
    return Fix(
        id="leave-linux-guest",
        summary="Run Python on macOS itself, outside the container or virtual machine",
        kind="manual",
        steps=(
            "Open a terminal on the Mac itself.",
            "Install a native arm64 Python there, and torch into an environment of it.",
            "Run mps-doctor there.",
        ),
        risk="safe",
        verify=(("mps-doctor", "--python", "python3"),),
    )


def _use_another_device() -> Fix:
    return Fix(
        id="use-another-device",
        summary="Examine the device that this computer has",
        kind="manual",
        steps=(
            "With an NVIDIA GPU: run `mps-doctor --device cuda`.",
            "Without one: run `mps-doctor --device cpu`.",
        ),
        risk="safe",
        verify=(("mps-doctor", "check", "--device", "cpu"),),
    )


@check(
    "macos-version",
    title="macOS is new enough for the installed PyTorch",
    causes=("macos-too-old-for-torch",),
    requires=("host-system",),
)
def macos_version(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """Each PyTorch has its own lowest macOS; below it, MPS is never available.

    ## Why it matters
    torch asks Metal for a function that only newer systems have, and gives the GPU up without it.
    The installer does not know that: pip puts torch 2.9 to 2.11 on macOS 11, 12 and 13, where
    their MPS cannot work.
    The version in torch's own error text is not reliable either: 2.5 says 12.3 and needs 13.0.
    So the minimum is the macOS for which torch's own Metal kernels are compiled; an older torch
    has none compiled, and its minimum comes from data read from the published binaries.
    A torch newer than the data, a nightly and a build from source are judged by their files too.
    torch 2.15 names macOS 15, though its code has no such test: on macOS 14 that is advice.

    ## Fix
    Install the newest torch that can use MPS on this macOS, or update macOS where this Mac can run
    a newer one.

    ## References
    - https://github.com/pytorch/pytorch/issues/139425
    - https://github.com/pytorch/pytorch/issues/164943
    """
    macos = known(real_macos(host))
    have = macos_name(host)
    version = parse_macos(macos)
    if version is None:
        return Passed(message="a version that cannot be compared", have=have)
    floor = releases.minimum_macos(FIRST_TORCH_WITH_MPS)
    if _is_without_mps(known_or(torch_version(torch, torch_import), "")):
        return NotApplicable(message="this PyTorch has no MPS on any macOS: see torch-version")
    installed = known_or(torch_version(torch, torch_import), "")
    needed = needed_macos(installed, torch) if installed else None
    if floor is not None and is_below(macos, Version(str(floor))):
        own = max(floor, (needed and needed.minimum) or floor)
        says = f"{have} is older than {floor}, the first macOS on which any PyTorch has MPS"
        if own > floor:
            says = f"PyTorch {installed} needs macOS {own} for MPS, and this is {have}"
        # An older PyTorch may do where this Mac cannot run what the installed one asks for.
        least = floor if can_update(host, own) is False else own
        return Failed(
            cause="macos-too-old-for-torch",
            message=says,
            have=have,
            need=f"macOS {own} or newer",
            evidence=(f"macOS: {macos}", *((f"torch: {installed}",) if own > floor else ())),
            fixes=(update_macos(host, least),),
            severity=None if _speaks_of_torch(torch, torch_import) else "info",
        )
    if needed is None:
        return Passed(message=f"macOS {floor} or newer, as the first MPS needs", have=have)
    if needed.minimum is None:
        return Passed(message=f"no minimum is known for PyTorch {installed}", have=have)
    evidence = (f"macOS: {macos}", f"torch: {installed}", *needed.evidence)
    available = known_or(torch_import.mps_available, None)
    if is_below(macos, Version(str(needed.minimum))):
        older = install_torch(host, python, conda, packages, torch=torch)
        out_of_reach = older and can_update(host, needed.minimum) is False
        return Failed(
            cause="macos-too-old-for-torch",
            message=f"PyTorch {installed} needs macOS {needed.minimum} for MPS, and this is {have}",
            have=have,
            need=f"macOS {needed.minimum} or newer, or an older PyTorch",
            evidence=evidence,
            fixes=older if out_of_reach else (*older, update_macos(host, needed.minimum)),
            severity=_severity(needed, installed, available=available is True),
        )
    if needed.meant is not None and is_below(macos, Version(str(needed.meant))):
        runs = "; its code runs here all the same" if needed.released or available else ""
        return Failed(
            cause="macos-too-old-for-torch",
            message=f"PyTorch {installed} names macOS {needed.meant} as its minimum, "
            f"and this is {have}{runs}",
            have=have,
            need=f"macOS {needed.meant} or newer, or an older PyTorch",
            evidence=evidence,
            fixes=install_torch(host, python, conda, packages, torch=torch),
            severity=None if available is False and not needed.released else "info",
        )
    if needed.told_by == "nothing":
        return Passed(message=f"no minimum is known for PyTorch {installed}", have=have)
    return Passed(message=f"new enough for PyTorch {installed} ({needed.minimum})", have=have)


def _severity(need: NeededMacOS, version: str, *, available: bool) -> Severity | None:
    """Return how bad a macOS below the minimum is; None for an error."""
    if need.told_by == "data":
        return "info" if _is_on_the_way(version) else None
    if not available:
        return None
    # torch makes do with this macOS: its text is not enforced, but kernels cannot be loaded.
    return "warning" if need.told_by == "kernels" else "info"


def _speaks_of_torch(torch: TorchInstall, torch_import: TorchImport) -> bool:
    """Whether anything is known of torch: a text may be about another program on an old Mac."""
    facts = (torch.installed, torch.version, torch_import.mps_available, torch_import.mps_built)
    return not all(isinstance(fact, Unknown) for fact in facts)


def _is_without_mps(version: str) -> bool:
    release = release_of(version) if version else None
    return release is not None and release < Version(FIRST_TORCH_WITH_MPS)


def _is_on_the_way(version: str) -> bool:
    """Whether torch was built from sources of before a release, maybe of before its minimum."""
    parsed = parse_version(version)
    return parsed is not None and parsed.pre is not None and parsed.pre[0] == "a"
