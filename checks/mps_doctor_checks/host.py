"""The computer: a Mac, its macOS, its GPU, and whether this process may reach it."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import MacOS, parse_macos
from mps_doctor.machine import (
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
from mps_doctor.prescribing import install_torch, update_macos
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
)

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
        return Passed(message="macOS runs this Python", have=have)
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
    So the minimum comes from the doctor's own data, read from the published binaries.
    torch 2.15 names macOS 15, though its code has no such test: on macOS 14 that is advice.
    So it is for a torch built from sources of before a release, which may need less than that.

    ## Fix
    Install the newest torch that can use MPS on this macOS, or update macOS.

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
    if floor is not None and is_below(macos, Version(str(floor))):
        return Failed(
            cause="macos-too-old-for-torch",
            message=f"{have} is older than {floor}, the first macOS on which any PyTorch has MPS",
            have=have,
            need=f"macOS {floor} or newer",
            evidence=(f"macOS: {macos}",),
            fixes=(update_macos(host, str(floor)),),
            severity=None if _speaks_of_torch(torch, torch_import) else "info",
        )
    installed = known_or(torch_version(torch, torch_import), "")
    if not installed:
        return Passed(message=f"macOS {floor} or newer, as the first MPS needs", have=have)
    need = _minimum_macos_of(installed, torch)
    if need is None:
        return Passed(message=f"no minimum is known for PyTorch {installed}", have=have)
    evidence = (f"macOS: {macos}", f"torch: {installed}")
    if is_below(macos, Version(str(need))):
        return Failed(
            cause="macos-too-old-for-torch",
            message=f"PyTorch {installed} needs macOS {need} for MPS, and this is {have}",
            have=have,
            need=f"macOS {need} or newer, or an older PyTorch",
            evidence=evidence,
            fixes=(
                *install_torch(host, python, conda, packages, torch=torch),
                update_macos(host, str(need)),
            ),
            severity="info" if _is_on_the_way(installed) else None,
        )
    row = releases.release(installed)
    meant = row.recommended_macos if row is not None else None
    if meant is not None and is_below(macos, Version(str(meant))):
        return Failed(
            cause="macos-too-old-for-torch",
            message=f"PyTorch {installed} names macOS {meant} as its minimum, and this is {have}; "
            "its code runs here all the same",
            have=have,
            need=f"macOS {meant} or newer, or an older PyTorch",
            evidence=evidence,
            fixes=install_torch(host, python, conda, packages, torch=torch),
            severity="info",
        )
    return Passed(message=f"new enough for PyTorch {installed} ({need})", have=have)


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


def _minimum_macos_of(version: str, torch: TorchInstall) -> MacOS | None:
    if not releases.is_newer_than_known(version):
        return releases.minimum_macos(version)
    stated = torch.stated_minimum_macos
    return None if isinstance(stated, Unknown) else parse_macos(stated)
