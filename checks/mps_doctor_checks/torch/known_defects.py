"""Is this build of PyTorch known to be bad?"""

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Messages,
    SmokeTest,
    TorchImport,
    TorchInstall,
    Unknown,
    hardware,
    known,
    known_or,
    real_macos,
    torch_version,
    virtual_machine_marks,
)
from mps_doctor.fixes import DOCTOR, Environment, by_hand, install_torch
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, Severity, check
from mps_doctor.knowledge import compatibility

SYMPTOMS = frozenset({"results-wrong", "wrong-since-macos"})
"""What a text reports where it is about such a defect."""


@check(
    "known-defects",
    title="No known bugs in this PyTorch on this macOS",
    causes=("mps-wrong-results-os-version", "torch-build-regression"),
    requires=("torch-version",),
)
def known_defects(
    host: Host,
    python: Interpreter,
    conda: Conda,
    torch: TorchInstall,
    torch_import: TorchImport,
    smoke: SmokeTest,
    messages: Messages,
    environment: Environment,
) -> Outcomes:
    """Some builds of PyTorch give wrong results on certain versions of macOS, or are broken.

    ## Why it matters
    An update of macOS changes the libraries that PyTorch computes with.
    The GPU test is short and may miss it, so reported pairs are named from data.

    ## Fix
    Install another torch, or update macOS.
    If a virtual machine gives wrong results, use a guest of macOS 15, a real Mac or the CPU.

    ## References
    - https://github.com/pytorch/pytorch/issues/122016
    - https://github.com/actions/runner-images/issues/14380
    - https://github.com/pytorch/pytorch/issues/192934
    - https://github.com/pytorch/pytorch/issues/117465
    """
    version = known(torch_version(torch, torch_import))
    macos = known_or(real_macos(host), "")
    marks = () if hardware(host, python) == "x86_64" else virtual_machine_marks(host)
    found = compatibility.known_defects(
        version, macos=macos, conda_build=known_or(conda.torch_build, ""), virtual=bool(marks)
    )
    if not found:
        return Passed(message="no known bugs", have=version)
    leave_the_guest = by_hand(
        "use-macos-15-guest",
        "Use a macOS 15 virtual machine, a real Mac or the CPU",
        "On GitHub Actions: runs-on: macos-15",
        "Elsewhere: run on the Mac itself, or in a guest of macOS 15",
        "To stay on this guest, choose the device cpu",
        verify=(DOCTOR, "--device", "cpu"),
    )
    return tuple(
        Failed(
            cause=row.cause,
            message=f"PyTorch {version}{f' on macOS {macos}' if row.macos else ''}: {row.says}",
            headline=row.short,
            have=f"{version} on macOS {macos}" if row.macos else f"{version}: {row.says}",
            need="a macOS 15 guest or a real Mac"
            if row.in_virtual_machine
            else f"another torch{' or macOS' if row.macos else ''}",
            evidence=(
                f"torch: {version}",
                *(marks[:1] if row.in_virtual_machine else ()),
                f"reported in {row.source}",
            ),
            fixes=(leave_the_guest,) if row.in_virtual_machine else install_torch(environment),
            severity=_severity(row, smoke, messages),
        )
        for row in found
    )


def _severity(row: compatibility.Defect, smoke: SmokeTest, messages: Messages) -> Severity:
    """Return the severity; where a pasted text is about something else, the risk is advice."""
    reported = messages.reported
    numbers = row.cause == "mps-wrong-results-os-version"
    if not numbers or isinstance(reported, Unknown) or not isinstance(smoke.outcome, Unknown):
        return row.severity
    return "info" if SYMPTOMS.isdisjoint(reported) else row.severity
