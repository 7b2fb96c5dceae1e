"""Is PyTorch built with MPS?"""

from mps_doctor.facts import (
    Interpreter,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
    torch_version,
)
from mps_doctor.fixes import Environment, build_torch, install_torch
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check


@check(
    "torch-built-with-mps",
    title="PyTorch is built with MPS",
    causes=("torch-not-built-with-mps",),
    requires=("torch-version", "torch-architecture"),
)
def torch_built_with_mps(
    python: Interpreter, torch: TorchInstall, torch_import: TorchImport, environment: Environment
) -> Outcomes:
    """PyTorch must be built with MPS, as every macOS wheel since 1.12 is.

    ## Why it matters
    In a build without MPS `torch.backends.mps.is_built()` is False, and no setting helps.
    Such builds come from other package collections (Nix, some conda builds) or from source, with
    an old SDK or with `USE_MPS=0`.
    The library itself shows it: a build with MPS loads MetalPerformanceShadersGraph.

    ## Fix
    Install the wheel from PyPI or the build from conda-forge.
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
    source = known_or(torch.source_url, "")
    again = install_torch(environment, reinstall=True)
    return Failed(
        cause="torch-not-built-with-mps",
        message=f"This build of PyTorch {version} has no MPS".replace("  ", " "),
        have=f"{version} without MPS".lstrip(),
        need="a build with MPS",
        evidence=(f"{how}: False", *((f"installed from: {source}",) if source else ())),
        fixes=(build_torch(python), *again) if known_or(torch.editable, False) else again,
    )
