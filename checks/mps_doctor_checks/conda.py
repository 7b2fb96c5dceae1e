"""The conda environment: the platform whose packages it takes."""

from __future__ import annotations

from mps_doctor.facts import Conda, Host, Interpreter, Packages, known, known_or
from mps_doctor.fixes import native_environment
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, check
from mps_doctor_checks.mac import ARM, interpreter_architecture, is_apple_silicon

INTEL_SUBDIR = "osx-64"
ARM_SUBDIR = "osx-arm64"


@check(
    "conda-architecture",
    title="The conda environment takes packages for this Mac's processor",
    causes=("python-x86_64-on-apple-silicon", "native-arch-mismatch"),
    requires=("python-architecture",),
)
def conda_architecture(
    host: Host, python: Interpreter, conda: Conda, packages: Packages
) -> Outcomes:
    """On Apple silicon a conda environment must be osx-arm64; osx-64 means Intel packages.

    ## Why it matters
    An Intel conda, often carried over from an older Mac, makes osx-64 environments, and everything
    in them runs under Rosetta, without MPS.
    Such an environment stays osx-64 for its whole life.

    ## Fix
    Make a new environment for osx-arm64, with an arm64 conda or with `CONDA_SUBDIR=osx-arm64`.

    ## References
    - https://github.com/conda-forge/pytorch-cpu-feedstock/issues/101
    - https://github.com/ContinuumIO/anaconda-issues/issues/13236
    """
    subdir = known_or(conda.subdir, "")
    if not subdir:
        if not known(conda.active):
            return NotApplicable(message="not a conda environment")
        known(conda.subdir)
    architecture = interpreter_architecture(python)
    if subdir == INTEL_SUBDIR and architecture in ARM:
        return Failed(
            cause="native-arch-mismatch",
            message="The conda environment takes Intel packages, and its Python is arm64",
            have=f"{subdir} with an arm64 Python",
            need=ARM_SUBDIR,
            evidence=(f"subdir: {subdir}", f"process: {architecture}"),
            fixes=native_environment(host, python, conda, packages),
            severity="warning",
        )
    if subdir != INTEL_SUBDIR:
        return Passed(message="its packages are for this processor", have=subdir)
    if not known(is_apple_silicon(host, python)):
        return Passed(message="Intel packages on a real Intel Mac", have=subdir)
    return Failed(
        cause="python-x86_64-on-apple-silicon",
        message=f"The conda environment takes Intel packages ({subdir}) on Apple silicon",
        have=subdir,
        need=ARM_SUBDIR,
        evidence=(f"subdir: {subdir}", f"chip: {known_or(host.chip, 'Apple silicon')}"),
        fixes=native_environment(host, python, conda, packages),
    )
