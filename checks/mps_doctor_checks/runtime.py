"""What PyTorch answers and does: is mps available, and does real work on it come out right."""

from __future__ import annotations

from mps_doctor.facts import (
    Conda,
    Fact,
    Host,
    Interpreter,
    Packages,
    SmokeTest,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import install_torch
from mps_doctor.judgement.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check
from mps_doctor.knowledge import defects, releases
from mps_doctor_checks.mac import is_apple_silicon, macos_name, real_macos, torch_version
from mps_doctor_checks.smoke_numbers import wrong_numbers
from mps_doctor_checks.system_versions import is_beta

_SPECIFIC = (
    ("MPS backend out of memory", "mps-out-of-memory"),
    ("currently implemented for the MPS device", "op-not-implemented"),
    ("current implemented for the MPS device", "op-not-implemented"),
    ("watermark ratio", "mps-watermark-env-invalid"),
    ("XPC_ERROR_CONNECTION_INVALID", "metal-compiler-service-unreachable"),
    ("MTLCompilerService", "metal-compiler-service-unreachable"),
    ("devices with unified memory", "intel-mac-no-metal-gpu"),
    ("Failed to create metal library", "torch-build-regression"),
)
"""Texts of torch and Metal that name a more specific cause of a failed smoke test."""


@check(
    "mps-available",
    title="PyTorch says that mps is available",
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
    host: Host,
    python: Interpreter,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """`torch.backends.mps.is_available()` says whether PyTorch found a GPU.

    ## Why it matters
    False has a reason, which torch's own text often gets wrong: it blames macOS for whatever
    keeps the GPU away.
    The checks that this one requires look for those reasons; where none of them applies, this one
    fails, and says so.
    True is no proof: only work on the GPU is.

    ## Fix
    Give the facts that are missing, or report the machine as one that nobody can explain yet.

    ## References
    - https://pytorch.org/docs/stable/notes/mps.html
    - https://github.com/pytorch/pytorch/issues/177819
    """
    if error := known_or(torch_import.answers_error, ""):
        return Failed(
            cause="mps-unavailable-unexplained",
            message=f"PyTorch cannot be asked whether mps is available: {error}",
            have=error,
            need="is_available(): True",
            evidence=(error, *known_or(torch_import.stderr, ())),
            fixes=(_gather_more(()),),
        )
    if torch_import.mps_module is False:
        return NotApplicable(message="this PyTorch has no mps module: see torch-version")
    if torch_import.mps_built is False:
        return NotApplicable(message="this PyTorch is built without mps: see torch-built-with-mps")
    if known(torch_import.mps_available):
        name = known_or(torch_import.device_name, "")
        return Passed(message="available", have=name or "is_available(): True")
    missing = _what_would_decide(host, python, torch, torch_import)
    lacking = f"; unknown: {', '.join(missing)}" if missing else ""
    return Failed(
        cause="mps-unavailable-unexplained",
        message=f"PyTorch finds no GPU, and no known fact explains it{lacking}",
        have="is_available(): False",
        need="is_available(): True",
        evidence=("is_available(): False", *(f"unknown: {fact}" for fact in missing)),
        fixes=(_gather_more(missing),),
    )


def _what_would_decide(
    host: Host, python: Interpreter, torch: TorchInstall, torch_import: TorchImport
) -> tuple[str, ...]:
    deciding: tuple[tuple[str, Fact[object]], ...] = (
        ("macOS version", real_macos(host)),
        ("processor", is_apple_silicon(host, python)),
        ("architecture of Python", python.architecture),
        ("torch version", torch_version(torch, torch_import)),
        ("virtual machine", host.virtual_machine),
        ("sandbox", host.sandbox),
        ("Metal's own list of devices", host.metal_devices),
    )
    return tuple(name for name, fact in deciding if isinstance(fact, Unknown))


def _gather_more(missing: tuple[str, ...]) -> Fix:
    what = ", ".join(missing) or "all facts"
    return Fix(
        id="gather-more-facts",
        summary=f"Run mps-doctor on the Mac itself, to learn: {what}",
        kind="manual",
        steps=(
            "Run mps-doctor in Terminal on the Mac, with the Python in question.",
            "If it still finds no reason, restart the Mac and try again.",
            "Then report it, with the output of `mps-doctor snapshot`.",
        ),
        risk="safe",
        verify=(("mps-doctor", "check"),),
    )


@check(
    "smoke-test",
    title="Real work on the device comes out right",
    causes=(
        "mps-smoke-failed",
        "mps-wrong-results-os-version",
        "mps-crash-os-version",
        "intel-mac-amd-gpu-unreliable",
        "mps-out-of-memory",
        "op-not-implemented",
        "mps-watermark-env-invalid",
        "metal-compiler-service-unreachable",
        "intel-mac-no-metal-gpu",
        "torch-build-regression",
    ),
    requires=(
        "torch-import",
        "mps-available",
        "mps-variables",
        "virtual-machine",
        "sandbox",
        "known-defects",
    ),
    concerns="any",
    level="standard",
)
def smoke_test(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    smoke: SmokeTest,
) -> Outcomes:
    """Matrices of ones and of random numbers are multiplied on the device and compared.

    ## Why it matters
    Only this proves that the GPU works: `is_available()` is True on virtual machines that refuse
    the first bytes, and on systems whose matrix products are wrong.
    A product of ones must be exactly n in each place; a random product must agree with float64 on
    the CPU to one part in ten thousand, which also sees a transposed or an old result.

    ## Fix
    Depends on how it failed: see the message and its evidence.

    ## References
    - https://github.com/pytorch/pytorch/issues/193571
    - https://github.com/pytorch/pytorch/issues/122016
    - https://github.com/actions/runner-images/issues/9918
    """
    outcome = known(smoke.outcome)
    device = known_or(smoke.device, "mps")
    if outcome == "completed":
        wrong = wrong_numbers(smoke)
        if not wrong:
            apart = known(smoke.relative_error)
            return Passed(message=f"right numbers on {device}", have=f"relative error {apart:.1e}")
        return _failed(
            host,
            _cause_of_wrong_numbers(host, python, torch, device),
            f"Work on {device} gives wrong numbers: {wrong[0]}",
            have=wrong[0],
            evidence=wrong,
            fixes=_another_try(host, python, conda, packages, torch, device),
        )
    step = known_or(smoke.step, "an unknown step")
    error = known_or(smoke.error_message, "")
    lines = known_or(smoke.stderr, ())
    text = "\n".join((error, *lines))
    cause = next((cause for sign, cause in _SPECIFIC if sign in text), "mps-smoke-failed")
    if cause == "mps-smoke-failed" and outcome == "crashed" and is_beta(host):
        cause = "mps-crash-os-version"
    if device != "mps":
        cause = "mps-smoke-failed"
    said = ": ".join(filter(None, (known_or(smoke.error_type, ""), error)))
    return _failed(
        host,
        cause,
        _say(outcome, device, step, said, smoke),
        have=f"{outcome} at {step}",
        evidence=tuple(filter(None, (f"step: {step}", said, *lines[-3:]))),
        fixes=_another_try(host, python, conda, packages, torch, device),
    )


def _another_try(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    device: str,
) -> tuple[Fix, ...]:
    """Return a newer torch where there is one; else what is left to try."""
    restart = Fix(
        id="restart-and-try-again",
        summary="Restart the computer, close what uses the GPU, and try again",
        kind="manual",
        steps=(
            "Restart the computer: a GPU that hangs or faults often needs it.",
            "Install the latest update of the system.",
            "Run mps-doctor again; if it fails as before, report it with `mps-doctor snapshot`.",
        ),
        needs=("restart",),
        risk="safe",
        verify=(("mps-doctor", "check", "--device", device),),
    )
    newest = releases.newest_torch(
        architecture="arm64",
        macos=known_or(real_macos(host), ""),
        python=known_or(python.version, ""),
    )
    if device != "mps" or newest is None or torch.version == newest.version:
        return (restart,)
    return (*install_torch(host, python, conda, packages, torch=torch), restart)


def _cause_of_wrong_numbers(
    host: Host, python: Interpreter, torch: TorchInstall, device: str
) -> str:
    if device != "mps":
        return "mps-smoke-failed"
    if known_or(is_apple_silicon(host, python), True) is False:
        return "intel-mac-amd-gpu-unreliable"
    version, macos = known_or(torch.version, ""), known_or(real_macos(host), "")
    for row in defects.known_defects(version, macos=macos):
        if row.cause == "mps-wrong-results-os-version":
            return row.cause
    return "mps-smoke-failed"


def _say(outcome: str, device: str, step: str, said: str, smoke: SmokeTest) -> str:
    if outcome == "crashed":
        signal = known_or(smoke.signal, "a signal")
        return f"Work on {device} kills the process ({signal}) at {step}"
    if outcome == "hung":
        return f"Work on {device} does not come back from {step}"
    if outcome == "exited":
        return f"Work on {device} ends the process with code {known_or(smoke.exit_code, 1)}"
    return f"Work on {device} raises {said or 'an error'} at {step}"


def _failed(
    host: Host,
    cause: str,
    message: str,
    *,
    have: str,
    evidence: tuple[str, ...],
    fixes: tuple[Fix, ...],
) -> Failed:
    return Failed(
        cause=cause,
        message=message,
        have=have,
        need="numbers that agree with the CPU",
        evidence=(*evidence, macos_name(host)),
        fixes=fixes,
        severity="error",
    )
