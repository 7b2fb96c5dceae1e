"""Is PyTorch installed?"""

from mps_doctor.facts import Interpreter, TorchImport, TorchInstall, known, known_or, torch_version
from mps_doctor.fixes import Environment, install_torch
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check


@check(
    "torch-installed",
    title="PyTorch is installed",
    causes=("torch-not-installed",),
    requires=(
        "host-system",
        "python-architecture",
        "python-version",
        "python-standard-library",
        "pip-target",
    ),
    concerns="any",
)
def torch_installed(
    python: Interpreter, torch: TorchInstall, torch_import: TorchImport, environment: Environment
) -> Outcomes:
    """The environment must have PyTorch among its own packages.

    ## Why it matters
    Each environment has its own packages: PyTorch in another one does not count here.
    mps-doctor never installs PyTorch itself, because that would change what it examines.

    ## Fix
    Install the newest torch that can use MPS on this Mac, into this environment.

    ## References
    - https://pytorch.org/get-started/locally/
    - https://github.com/pytorch/pytorch/issues/93148
    """
    version = known_or(torch_version(torch, torch_import), "")
    # From a zip file, say, it imports without a folder; an import that fails found it as well.
    found = known_or(torch_import.outcome, "not-installed") != "not-installed"
    if version or torch.installed is True or found:
        return Passed(message="installed", have=version)
    if torch_import.outcome != "not-installed":
        known(torch.installed)
    return Failed(
        cause="torch-not-installed",
        message="PyTorch is not installed in this environment",
        have="not installed",
        need="torch in this environment",
        evidence=(f"prefix: {known_or(python.prefix, 'this environment')}",),
        fixes=install_torch(environment),
    )
