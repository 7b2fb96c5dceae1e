"""Does PyTorch find the GPU?"""

from mps_doctor.facts import (
    Fact,
    Host,
    Interpreter,
    TorchImport,
    TorchInstall,
    Unknown,
    hardware,
    known,
    known_or,
    real_macos,
    torch_version,
)
from mps_doctor.fixes import by_hand
from mps_doctor.judgement.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check


@check(
    "mps-available",
    title="PyTorch finds the GPU",
    causes=("mps-unavailable-unexplained",),
    requires=(
        "macos-version",
        "apple-gpu",
        "python-architecture",
        "torch-built-with-mps",
        "torch-import",
        "virtual-machine",
        "sandbox",
        "metal-device",
    ),
    level="standard",
)
def mps_available(
    host: Host, python: Interpreter, torch: TorchInstall, torch_import: TorchImport
) -> Outcomes:
    """`torch.backends.mps.is_available()` says whether PyTorch found a GPU.

    ## Why it matters
    False has a reason, and PyTorch's own text often gets it wrong: it blames macOS for whatever
    keeps the GPU away.
    The checks that this one requires look for those reasons; it fails only where none applies.
    True proves nothing: only work on the GPU does.

    ## Fix
    Add the missing facts, or report a machine that mps-doctor can't explain.

    ## References
    - https://pytorch.org/docs/stable/notes/mps.html
    - https://github.com/pytorch/pytorch/issues/177819
    """
    error = known_or(torch_import.answers_error, "")
    if not error:
        if torch_import.mps_module is False:
            return NotApplicable(message="this PyTorch has no mps module: see torch-version")
        if torch_import.mps_built is False:
            return NotApplicable(message="this PyTorch has no MPS: see torch-built-with-mps")
        if known(torch_import.mps_available):
            return Passed(message="available", have=known_or(torch_import.device_name, ""))
    deciding: tuple[tuple[str, Fact[object]], ...] = (
        ("macOS version", real_macos(host)),
        ("processor", hardware(host, python)),
        ("architecture of Python", python.architecture),
        ("torch version", torch_version(torch, torch_import)),
        ("virtual machine", host.virtual_machine),
        ("sandbox", host.sandbox),
        ("Metal's list of devices", host.metal_devices),
    )
    missing = tuple(name for name, fact in deciding if isinstance(fact, Unknown) and not error)
    have = "is_available(): False"
    if error:
        have, evidence = error, (error, *known_or(torch_import.stderr, ()))
        message = f"PyTorch can't say whether mps is available: {error}"
    else:
        message = "PyTorch finds no GPU, cause unknown"
        evidence = (have, *(f"unknown: {fact}" for fact in missing))
    return Failed(
        cause="mps-unavailable-unexplained",
        message=message,
        have=have,
        need="an available GPU",
        evidence=evidence,
        fixes=(_find_out(missing),),
    )


def _find_out(missing: tuple[str, ...]) -> Fix:
    if missing:
        summary = "Run `mps-doctor` on the Mac itself"
        unknown = " and ".join(filter(None, (", ".join(missing[:-1]), missing[-1])))
        first = f"In Terminal on the Mac, run mps-doctor with this Python, to learn: {unknown}"
    else:
        summary = "Restart your Mac, or report it: mps-doctor doesn't know this cause"
        first = "Restart your Mac, and run `mps-doctor` again"
    report = "If it still finds no cause, report it with the output of `mps-doctor snapshot`"
    return by_hand("gather-more-facts", summary, first, report)
