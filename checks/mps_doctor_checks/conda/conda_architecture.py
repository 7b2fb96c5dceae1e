"""Does the conda environment use packages for this Mac's processor?"""

from mps_doctor.facts import (
    ARM,
    Conda,
    Host,
    Interpreter,
    hardware,
    interpreter_architecture,
    known,
    known_or,
)
from mps_doctor.fixes import Environment, native_environment
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, check

INTEL_SUBDIR, ARM_SUBDIR = "osx-64", "osx-arm64"


@check(
    "conda-architecture",
    title="conda installs packages for this Mac's processor",
    causes=("python-x86_64-on-apple-silicon", "native-arch-mismatch"),
    requires=("python-architecture",),
)
def conda_architecture(
    host: Host, python: Interpreter, conda: Conda, environment: Environment
) -> Outcomes:
    """On Apple silicon, a conda environment must be osx-arm64; osx-64 means Intel packages.

    ## Why it matters
    An Intel conda, often carried over from an older Mac, creates osx-64 environments, and
    everything in them runs under Rosetta, without MPS.
    Such an environment stays osx-64 for its whole life.

    ## Fix
    Create a new osx-arm64 environment, with an arm64 conda or with `CONDA_SUBDIR=osx-arm64`.

    ## References
    - https://github.com/conda-forge/pytorch-cpu-feedstock/issues/101
    - https://github.com/ContinuumIO/anaconda-issues/issues/13236
    """
    subdir = known_or(conda.subdir, "")
    if not subdir:
        if not known(conda.active):
            return NotApplicable(message="not a conda environment")
        known(conda.subdir)
    if subdir != INTEL_SUBDIR:
        return Passed(message="conda installs packages for this processor", have=subdir)
    architecture = known_or(interpreter_architecture(python), "")
    mixed = architecture in ARM
    if not mixed and known(hardware(host, python)) != "arm64":
        return Passed(message="Intel packages on an Intel Mac", have=subdir)
    chip = known_or(host.chip, "Apple silicon")
    process = (f"process: {architecture}",) if mixed else ()
    return Failed(
        cause="native-arch-mismatch" if mixed else "python-x86_64-on-apple-silicon",
        message=f"conda installs Intel packages here ({subdir})"
        + (", but Python is arm64" if mixed else ""),
        have=f"{subdir} on {chip}",
        need=ARM_SUBDIR,
        evidence=(f"subdir: {subdir}", f"chip: {chip}", *process),
        fixes=native_environment(environment),
        severity="warning" if mixed else None,
    )
