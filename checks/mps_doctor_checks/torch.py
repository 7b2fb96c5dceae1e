"""PyTorch as installed: there, for this processor, new enough, and built with MPS."""

from __future__ import annotations

from packaging.version import Version

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Packages,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import build_torch, install_torch
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, check
from mps_doctor.knowledge import releases
from mps_doctor_checks.mac import (
    ARM,
    interpreter_architecture,
    is_darwin,
    release_of,
    torch_version,
)

FIRST_WITH_MPS = Version("1.12")
"""Source: https://pytorch.org/blog/introducing-accelerated-pytorch-training-on-mac/"""

FIRST_RECOMMENDED = Version("1.13")
"""1.12 called itself a prototype; many wrong results of it were fixed in 1.13.

Source: https://github.com/pytorch/pytorch/issues/77764
"""


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
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """The Python under examination must have PyTorch among its own packages.

    ## Why it matters
    Each environment has its own packages: torch in another one does not count here.
    The doctor never installs torch of itself, because that would change what it examines.

    ## Fix
    Install the newest torch that can use MPS on this Mac, into this environment.

    ## References
    - https://pytorch.org/get-started/locally/
    - https://github.com/pytorch/pytorch/issues/93148
    """
    version = known_or(torch_version(torch, torch_import), "")
    # From a zip file, say, it imports without lying in any folder; even one that fails was found.
    found = known_or(torch_import.outcome, "not-installed") != "not-installed"
    if version or torch.installed is True or found:
        return Passed(message="installed", have=version or "torch")
    if torch_import.outcome != "not-installed":
        known(torch.installed)
    return Failed(
        cause="torch-not-installed",
        message="PyTorch is not installed in this environment",
        have="no torch",
        need="torch",
        evidence=(f"prefix: {known_or(python.prefix, 'this environment')}",),
        fixes=install_torch(host, python, conda, packages, torch=torch),
    )


@check(
    "torch-architecture",
    title="PyTorch is built for the processor that Python is built for",
    causes=("native-arch-mismatch",),
    requires=("torch-installed", "python-architecture"),
    concerns="any",
)
def torch_architecture(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
) -> Outcomes:
    """The libraries of PyTorch and the Python that loads them must be of one architecture.

    ## Why it matters
    A process loads libraries of its own architecture only.
    A copied or synchronised environment, or a pip that ran under Rosetta, leaves Intel libraries
    for an arm64 Python, or the reverse, and `import torch` then fails with "incompatible
    architecture".

    ## Fix
    Install torch again with this Python, or recreate the environment.

    ## References
    - https://github.com/databricks-solutions/ai-dev-kit/issues/141
    - https://github.com/huggingface/tokenizers/issues/712
    """
    libraries = known(torch.architectures)
    process = known(interpreter_architecture(python))
    if not libraries:
        return NotApplicable(message="no library of torch could be read")
    names = ", ".join(libraries)
    on_mac = known_or(is_darwin(host), False)
    if any(_loads(process, library, on_mac=on_mac) for library in libraries):
        return Passed(message="one architecture", have=names)
    return Failed(
        cause="native-arch-mismatch",
        message=f"PyTorch's libraries are {names}, and Python is {process}",
        have=names,
        need=process,
        evidence=(f"libtorch_cpu: {names}", f"process: {process}"),
        fixes=install_torch(host, python, conda, packages, torch=torch, reinstall=True),
    )


def _loads(process: str, library: str, *, on_mac: bool) -> bool:
    if on_mac and library.startswith("elf-"):
        return False  # a Linux library in an environment on a Mac
    kind = library.removeprefix("elf-")
    return kind == process or (kind in ARM and process in ARM)


@check(
    "torch-version",
    title="PyTorch is new enough for MPS",
    causes=("torch-too-old-no-mps", "torch-below-recommended"),
    requires=("torch-installed",),
)
def torch_version_is_enough(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """PyTorch has MPS from 1.12 on, and gives right answers on it more often from 1.13 on.

    ## Why it matters
    Below 1.12 there is no `torch.backends.mps` at all, and asking for it raises AttributeError.
    1.12 was the first, a prototype: many operators were missing or wrong; 1.13 fixed much.

    ## Fix
    Install the newest torch that can use MPS on this Mac.

    ## References
    - https://pytorch.org/blog/introducing-accelerated-pytorch-training-on-mac/
    - https://github.com/pytorch/pytorch/issues/82428
    - https://github.com/pytorch/pytorch/issues/85406
    """
    version = known(torch_version(torch, torch_import))
    release = release_of(version)
    if release is None:
        return Passed(message="a version that cannot be compared", have=version)
    if release < FIRST_WITH_MPS:
        return Failed(
            cause="torch-too-old-no-mps",
            message=f"PyTorch {version} is older than 1.12, the first with MPS",
            have=version,
            need=f"{FIRST_WITH_MPS} or newer",
            evidence=(f"torch: {version}",),
            fixes=install_torch(host, python, conda, packages, torch=torch),
        )
    if release < FIRST_RECOMMENDED:
        return Failed(
            cause="torch-below-recommended",
            message=f"PyTorch {version} has MPS as a prototype; 1.13 fixed wrong results",
            have=version,
            need=f"{FIRST_RECOMMENDED} or newer",
            evidence=(f"torch: {version}",),
            fixes=install_torch(host, python, conda, packages, torch=torch),
        )
    if releases.is_newer_than_known(version):
        return Passed(message="newer than mps-doctor's data, judged by its own files", have=version)
    return Passed(message="new enough for MPS", have=version)


@check(
    "torch-built-with-mps",
    title="PyTorch is built with MPS",
    causes=("torch-not-built-with-mps",),
    requires=("torch-version", "torch-architecture"),
)
def torch_built_with_mps(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """The build of PyTorch must contain MPS; every macOS wheel since 1.12 does.

    ## Why it matters
    A build without MPS answers False to `torch.backends.mps.is_built()`, and no setting helps.
    Such builds come from other package collections (Nix, some conda builds) or from source, with
    an old SDK or with `USE_MPS=0`.
    The file itself shows it: a build with MPS loads MetalPerformanceShadersGraph.

    ## Fix
    Install the ordinary wheel or the conda-forge build.
    From source: Xcode 13.3.1 or newer, and `USE_MPS=1`.

    ## References
    - https://github.com/pytorch/pytorch/issues/77867
    - https://github.com/NixOS/nixpkgs/issues/243868
    """
    version = known_or(torch_version(torch, torch_import), "")
    built = torch_import.mps_built
    how = "is_built()"
    if isinstance(built, Unknown):
        built, how = torch.mps_linked, "libtorch_cpu loads MetalPerformanceShadersGraph"
    if torch_import.mps_available is True or known(built):
        return Passed(message="built with MPS", have=version)
    named = f"PyTorch {version}".rstrip()
    source = known_or(torch.source_url, "")
    again = install_torch(host, python, conda, packages, torch=torch, reinstall=True)
    return Failed(
        cause="torch-not-built-with-mps",
        message=f"This build of {named} has no MPS in it",
        have=f"{named} without MPS",
        need="a build with MPS, as every macOS wheel since 1.12 is",
        evidence=(f"{how}: False", *((f"installed from: {source}",) if source else ())),
        fixes=(build_torch(python), *again) if known_or(torch.editable, False) else again,
    )
