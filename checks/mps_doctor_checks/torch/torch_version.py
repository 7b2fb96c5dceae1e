"""Is PyTorch new enough for MPS?"""

from packaging.version import Version

from mps_doctor.facts import TorchImport, TorchInstall, known, torch_version
from mps_doctor.fixes import Environment, install_torch
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.versions import release_of

FIRST_RECOMMENDED = Version("1.13")
"""1.12 called itself a prototype; many wrong results of it were fixed in 1.13.

Source: https://github.com/pytorch/pytorch/issues/77764
"""


@check(
    "torch-version",
    title="PyTorch is new enough for MPS",
    causes=("torch-too-old-no-mps", "torch-below-recommended"),
    requires=("torch-installed",),
)
def torch_is_new_enough(
    torch: TorchInstall, torch_import: TorchImport, environment: Environment
) -> Outcomes:
    """PyTorch has MPS since 1.12; 1.13 fixed many of its wrong results.

    ## Why it matters
    Below 1.12 there is no `torch.backends.mps`, and using it raises AttributeError.
    MPS in 1.12 was a prototype, with many operators missing or wrong.

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
        return Passed(message="a version that can't be compared", have=version)
    if release >= FIRST_RECOMMENDED:
        newer = releases.is_newer_than_known(version)
        said = "newer than mps-doctor's data, judged by its own files"
        return Passed(message=said if newer else "new enough for MPS", have=version)
    too_old = release < releases.FIRST_WITH_MPS
    return Failed(
        cause="torch-too-old-no-mps" if too_old else "torch-below-recommended",
        message=f"PyTorch {version} has no MPS"
        if too_old
        else f"In PyTorch {version} MPS is a prototype with wrong results",
        have=version,
        need=f"{releases.FIRST_WITH_MPS if too_old else FIRST_RECOMMENDED} or newer",
        evidence=(f"torch: {version}",),
        fixes=install_torch(environment),
    )
