"""Do torchvision, torchaudio and others fit PyTorch?"""

from collections.abc import Iterator

from packaging.version import Version

from mps_doctor.facts import Package, Packages, TorchImport, TorchInstall, known, torch_version
from mps_doctor.fixes import Environment, Requirement, install_packages
from mps_doctor.fixes.requirements import accepts
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.versions import parse_version, release_of


@check(
    "torch-companions",
    title="torchvision, torchaudio and others fit this PyTorch",
    causes=("torch-companion-version-mismatch",),
    requires=("torch-installed",),
    concerns="any",
)
def torch_companions(
    packages: Packages, torch: TorchInstall, torch_import: TorchImport, environment: Environment
) -> Outcomes:
    """Each release of torchvision and torchaudio is built for one PyTorch.

    ## Why it matters
    Their compiled parts call into PyTorch's libraries, whose symbols change with each release.
    A pair that doesn't match fails to import, lacks operators such as `torchvision::nms`, or
    loads without its image reader.

    ## Fix
    Install the companion that was built for this torch.

    ## References
    - https://github.com/pytorch/vision#installation
    - https://github.com/pytorch/vision/issues/6067
    - https://github.com/open-mmlab/mmcv/issues/2951
    """
    version = known(torch_version(torch, torch_import))
    installed = known(packages.installed)
    release = release_of(version)
    if release is None:
        return Passed(message="a PyTorch whose version can't be compared", have=version)
    if "+git" in version:
        # Who builds torch from source may have built its companions as well.
        return Passed(message="built from source, and so may its companions be", have=version)
    fitting = releases.companions(version)
    failures = []
    for package, need in _misfits(installed, release, fitting):
        fit = fitting.get(package.name, "")
        wanted = Requirement(package.name, f"=={fit}" if fit else "", f"torch {version}")
        have = f"{package.name} {package.version}"
        failures.append(
            Failed(
                cause="torch-companion-version-mismatch",
                message=f"{have} is not built for PyTorch {version}",
                have=have,
                need=f"{need} for torch {version}",
                evidence=(f"torch: {version}", f"{package.name}: {package.version}"),
                fixes=(
                    install_packages(wanted, environment=environment, id=f"match-{package.name}"),
                ),
            )
        )
    pairs = [f"{item.name} {item.version}" for item in installed if item.name in fitting]
    return tuple(failures) or Passed(message="they fit", have=", ".join(pairs))


def _misfits(
    installed: tuple[Package, ...], torch: Version, fitting: dict[str, str]
) -> Iterator[tuple[Package, str]]:
    """Yield each package that this torch does not fit, and what would; not where nobody can say."""
    for package in installed:
        version = parse_version(package.version)
        if version is None or version.is_prerelease:
            continue
        if package.requires_torch:
            fits = accepts(package.requires_torch, str(torch))
            need = f"torch{package.requires_torch}, or another"
        else:
            pairs = releases.torch_of_companion(package.name, package.version)
            fits, need = not pairs or torch in map(Version, pairs), "another"
        if not fits:
            yield package, fitting.get(package.name, need)
