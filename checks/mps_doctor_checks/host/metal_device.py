"""Does Metal list a GPU to this process?"""

from mps_doctor.facts import (
    Host,
    TorchImport,
    TorchInstall,
    known,
    known_or,
    torch_version,
    virtual_machine_marks,
)
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge.versions import release_of
from mps_doctor_checks.gpu import (
    APPLE7,
    FIRST_TORCH_FOR_APPLE_GPUS_ONLY,
    NO_GPU_SHOWN,
    leave_the_sandbox,
    use_a_real_mac,
    use_the_cpu,
)


@check(
    "metal-device",
    title="Metal lists a GPU to this process",
    causes=("virtual-machine-no-metal", "sandbox-no-metal-device", "intel-mac-no-metal-gpu"),
    requires=("apple-gpu", "virtual-machine", "sandbox"),
)
def metal_device(host: Host, torch: TorchInstall, torch_import: TorchImport) -> Outcomes:
    """Metal, asked without PyTorch, must list a GPU and give it a command queue.

    ## Why it matters
    PyTorch uses the first device of Metal's list.
    If a Mac has a GPU and the list is empty, this process may not see the GPU, and no version of
    PyTorch changes that.
    Apple doesn't say whether the list is complete over ssh: there an empty list is a warning until
    PyTorch finds no GPU either.

    ## Fix
    Run on a real Mac, outside a sandbox.

    ## References
    - https://developer.apple.com/documentation/metal/mtlcopyalldevices()
    - https://github.com/openai/codex/issues/9007
    """
    devices = known(host.metal_devices)
    names = ", ".join(device.name for device in devices) or "no Metal device"
    if torch_import.mps_available is True:
        return Passed(message="PyTorch has opened the GPU", have=names)
    marks = virtual_machine_marks(host)
    if all(device.command_queue is False for device in devices):
        what = "lists no device" if not devices else "gives no command queue"
        signs = known_or(host.sandbox, ())
        session = known_or(host.session, "gui")
        remote = session != "gui" and torch_import.mps_available is not False
        seen = [*marks, *signs, f"Metal {what}"]
        seen += [f"session: {session}"] if session != "gui" else []
        return Failed(
            cause="virtual-machine-no-metal" if marks else "sandbox-no-metal-device",
            message=f"Metal {what} to this process",
            have=names if not devices else f"{names} without a command queue",
            need="a GPU that this process can open",
            evidence=tuple(seen),
            fixes=(use_a_real_mac() if marks else leave_the_sandbox(signs),),
            headline="" if marks or signs else NO_GPU_SHOWN,
            severity="warning" if remote and not marks and not signs else None,
        )
    version = known_or(torch_version(torch, torch_import), "")
    release = release_of(version)
    asks = release is not None and release >= FIRST_TORCH_FOR_APPLE_GPUS_ONLY
    if asks and not any(APPLE7 in known_or(each.families, (APPLE7,)) for each in devices):
        return Failed(
            cause="virtual-machine-no-metal" if marks else "intel-mac-no-metal-gpu",
            message=f"PyTorch {version} requires the Metal family Apple7, which {names} lacks",
            have=names,
            need="the GPU of an M1 or newer",
            evidence=(*marks, f"Metal lists: {names}"),
            fixes=(use_a_real_mac() if marks else use_the_cpu(),),
        )
    return Passed(message="Metal lists a GPU", have=names)
