"""Published builds of torch that are known to be bad: a check of the torch family."""

from __future__ import annotations

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Messages,
    Packages,
    SmokeTest,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import install_torch
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, Severity, check
from mps_doctor.knowledge import defects
from mps_doctor_checks.mac import (
    is_apple_silicon,
    real_macos,
    torch_version,
    virtual_machine_marks,
)

NEED_OF_A_GUEST = "a guest of macOS 15, or a real Mac"


@check(
    "known-defects",
    title="Nothing bad is known of this PyTorch on this macOS",
    causes=("mps-wrong-results-os-version", "torch-build-regression"),
    requires=("torch-version",),
    family="torch",
)
def known_defects(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    torch_import: TorchImport,
    smoke: SmokeTest,
    messages: Messages,
) -> Outcomes:
    """Some builds of torch compute wrong numbers on certain versions of macOS, or are broken.

    ## Why it matters
    An update of macOS changes the libraries that torch computes with.
    The smoke test is short and may miss it, so pairs that were reported are named from data.

    ## Fix
    Install another torch, or update macOS.
    Where it is a virtual machine that computes wrong numbers: use a guest of macOS 15, a real Mac
    or the CPU.

    ## References
    - https://github.com/pytorch/pytorch/issues/122016
    - https://github.com/actions/runner-images/issues/14380
    - https://github.com/pytorch/pytorch/issues/192934
    - https://github.com/pytorch/pytorch/issues/117465
    """
    version = known(torch_version(torch, torch_import))
    macos = known_or(real_macos(host), "")
    build = known_or(conda.torch_build, "")
    silicon = known_or(is_apple_silicon(host, python), True)
    marks = virtual_machine_marks(host) if silicon else ()
    found = defects.known_defects(version, macos=macos, conda_build=build, virtual=bool(marks))
    if not found:
        return Passed(message="none is known", have=version)
    where = f" on macOS {macos}"
    other_torch = install_torch(host, python, conda, packages, torch=torch)
    return tuple(
        Failed(
            cause=row.cause,
            message=f"PyTorch {version}{where if row.macos else ''}: {row.says}",
            have=version,
            need=NEED_OF_A_GUEST if row.in_virtual_machine else "another torch or macOS",
            evidence=(
                f"torch: {version}",
                *(marks[:1] if row.in_virtual_machine else ()),
                f"reported in {row.source}",
            ),
            fixes=(_leave_the_guest(),) if row.in_virtual_machine else other_torch,
            severity=_severity(row, smoke, messages),
        )
        for row in found
    )


def _leave_the_guest() -> Fix:
    """Return the way round what was seen in virtual machines only, whatever the torch."""
    return Fix(
        id="use-macos-15-guest",
        summary="Use a macOS 15 virtual machine, a real Mac or the CPU",
        kind="manual",
        steps=(
            "On GitHub Actions: runs-on: macos-15",
            "Elsewhere: run on the Mac itself, or in a guest of macOS 15",
            "To stay on this guest, choose the device cpu",
        ),
        risk="safe",
        verify=(("mps-doctor",),),
    )


def _severity(row: defects.Defect, smoke: SmokeTest, messages: Messages) -> Severity:
    """A risk of wrong numbers is advice beside a text that tells of something else."""
    told = messages.reported
    nothing_ran = isinstance(smoke.outcome, Unknown)
    if row.cause != "mps-wrong-results-os-version" or isinstance(told, Unknown) or not nothing_ran:
        return row.severity
    tells_of_it = {"wrong-results", "since-macos-update"} & set(told)
    return row.severity if tells_of_it else "info"
