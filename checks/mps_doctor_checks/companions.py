"""Packages that must fit PyTorch: torchvision and its kind, and NumPy."""

from __future__ import annotations

from functools import lru_cache

from packaging.version import Version

from mps_doctor.facts import (
    Conda,
    Interpreter,
    Package,
    Packages,
    TorchImport,
    TorchInstall,
    known,
)
from mps_doctor.fixes import NUMPY_1, Requirement, install_packages
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.versions import meets
from mps_doctor_checks.mac import parse_version, release_of, torch_version

FIRST_NUMPY_2 = Version("2.0.0b1")
"""Source: https://github.com/pytorch/pytorch/issues/122056"""


@check(
    "torch-companions",
    title="torchvision, torchaudio and others fit this PyTorch",
    causes=("torch-companion-version-mismatch",),
    requires=("torch-installed",),
    concerns="any",
)
def torch_companions(
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """Each release of torchvision and torchaudio contains code for exactly one PyTorch.

    ## Why it matters
    Their compiled parts call into torch's libraries, whose names change with each release.
    A pair that does not match fails to import, lacks operators such as `torchvision::nms`, or
    loads without its image reader.

    ## Fix
    Install the companion that was made for this torch.

    ## References
    - https://github.com/pytorch/vision#installation
    - https://github.com/pytorch/vision/issues/6067
    - https://github.com/open-mmlab/mmcv/issues/2951
    """
    version = known(torch_version(torch, torch_import))
    installed = known(packages.installed)
    release = release_of(version)
    if release is None:
        return Passed(message="a PyTorch whose version cannot be compared", have=version)
    if "+git" in version:
        # Who builds torch from source may have built its companions as well.
        return Passed(message="built from source, and so may its companions be", have=version)
    expected = releases.companions(version)
    failures = []
    for package in installed:
        need = _unmet(package, release, version)
        if not need:
            continue
        fit = expected.get(package.name)
        wanted = Requirement(package.name, f"=={fit}" if fit else "", f"torch {version}")
        fix = install_packages((wanted,), python, conda, id=f"match-{package.name}")
        failures.append(
            Failed(
                cause="torch-companion-version-mismatch",
                message=f"{package.name} {package.version} is not made for PyTorch {version}",
                have=f"{package.name} {package.version} with torch {version}",
                need=need,
                evidence=(f"torch: {version}", f"{package.name}: {package.version}"),
                fixes=(fix,),
            )
        )
    if failures:
        return tuple(failures)
    pairs = [f"{item.name} {item.version}" for item in installed if item.name in expected]
    return Passed(message="those that are installed fit", have=", ".join(pairs))


@lru_cache(maxsize=1024)
def _unmet(package: Package, release: Version, torch: str) -> str:
    """Return what would fit, or nothing where the package fits or nobody can tell.

    Remembered: the packages of many environments are the same few.
    """
    if _is_development(package.version):
        return ""
    if package.requires_torch:
        try:
            fits = meets(str(release), package.requires_torch)
        except ValueError:
            return ""
        if not fits:
            return f"torch{package.requires_torch}, or the {package.name} of torch {release}"
        return ""
    fitting = [
        parse_version(text) for text in releases.torch_of_companion(package.name, package.version)
    ]
    if not fitting or release in fitting:
        return ""
    expected = releases.companions(torch).get(package.name, "")
    return f"{package.name} {expected} for torch {release}".replace("  ", " ")


def _is_development(version: str) -> bool:
    parsed = parse_version(version)
    return parsed is None or parsed.is_prerelease


@check(
    "numpy-compatibility",
    title="NumPy fits this PyTorch",
    causes=("numpy2-abi-mismatch",),
    requires=("torch-installed",),
    concerns="any",
)
def numpy_compatibility(
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """PyTorch below 2.3 was built for NumPy 1 and cannot exchange arrays with NumPy 2.

    ## Why it matters
    The import of torch prints a long warning, and `.numpy()` and `from_numpy` then fail with
    "Numpy is not available".
    On Intel Macs, where torch ends with 2.2.2, this is the usual case.

    ## Fix
    Install `numpy<2`, or a newer torch where there is one.

    ## References
    - https://github.com/pytorch/pytorch/issues/122056
    - https://numpy.org/doc/stable/numpy_2_0_migration_guide.html
    """
    numpy = next((item for item in known(packages.installed) if item.name == "numpy"), None)
    if numpy is None:
        return Passed(message="NumPy is not installed; PyTorch works without it")
    version = known(torch_version(torch, torch_import))
    have = parse_version(numpy.version)
    if have is None or have < FIRST_NUMPY_2 or releases.knows_numpy_2(version) is not False:
        return Passed(message="fits", have=f"NumPy {numpy.version}")
    return Failed(
        cause="numpy2-abi-mismatch",
        message=f"PyTorch {version} is built for NumPy 1, and NumPy {numpy.version} is installed",
        have=f"NumPy {numpy.version} with torch {version}",
        need="NumPy 1, or torch 2.3 or newer",
        evidence=(f"torch: {version}", f"numpy: {numpy.version}"),
        fixes=(install_packages((NUMPY_1,), python, conda, id="install-numpy-1"),),
    )
