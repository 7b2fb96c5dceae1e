"""Published builds of torch that are known to be bad: a check of the torch family."""

from __future__ import annotations

from mps_doctor.checking import Failed, Outcomes, Passed, Severity, check
from mps_doctor.knowledge import defects
from mps_doctor.machine import (
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
from mps_doctor.prescribing import install_torch
from mps_doctor_checks.mac import real_macos, torch_version


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

    ## References
    - https://github.com/pytorch/pytorch/issues/122016
    - https://github.com/pytorch/pytorch/issues/117465
    """
    version = known(torch_version(torch, torch_import))
    macos = known_or(real_macos(host), "")
    build = known_or(conda.torch_build, "")
    found = defects.known_defects(version, macos=macos, conda_build=build)
    if not found:
        return Passed(message="none is known", have=version)
    where = f" on macOS {macos}"
    return tuple(
        Failed(
            cause=row.cause,
            message=f"PyTorch {version}{where if row.macos_from else ''}: {row.says}",
            have=version,
            need="another torch or macOS",
            evidence=(f"torch: {version}", f"reported in {row.source}"),
            fixes=install_torch(host, python, conda, packages, torch=torch),
            severity=_severity(row, smoke, messages),
        )
        for row in found
    )


def _severity(row: defects.Defect, smoke: SmokeTest, messages: Messages) -> Severity:
    """A risk of wrong numbers is advice beside a text that tells of something else."""
    told = messages.reported
    nothing_ran = isinstance(smoke.outcome, Unknown)
    if row.cause != "mps-wrong-results-os-version" or isinstance(told, Unknown) or not nothing_ran:
        return row.severity
    tells_of_it = {"wrong-results", "since-macos-update"} & set(told)
    return row.severity if tells_of_it else "info"
