"""Does NumPy fit PyTorch?"""

from packaging.version import Version

from mps_doctor.facts import Packages, TorchImport, TorchInstall, known, torch_version
from mps_doctor.fixes import NUMPY_1, Environment, install_packages
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.versions import parse_version

FIRST_NUMPY_2 = Version("2.0.0b1")
"""Source: https://github.com/pytorch/pytorch/issues/122056"""


@check(
    "numpy-compatibility",
    title="NumPy fits this PyTorch",
    causes=("numpy2-abi-mismatch",),
    requires=("torch-installed",),
    concerns="any",
)
def numpy_compatibility(
    packages: Packages, torch: TorchInstall, torch_import: TorchImport, environment: Environment
) -> Outcomes:
    """PyTorch before 2.3 is built for NumPy 1 and can't exchange arrays with NumPy 2.

    ## Why it matters
    `import torch` prints a long warning, and `.numpy()` and `from_numpy` then fail with "Numpy is
    not available".
    On Intel Macs, where torch ends with 2.2.2, this is common.

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
        message=f"PyTorch {version} is built for NumPy 1, but NumPy {numpy.version} is installed",
        have=f"NumPy {numpy.version}",
        need=f"NumPy 1 for torch {version}",
        evidence=(f"torch: {version}", f"numpy: {numpy.version}"),
        fixes=(install_packages(NUMPY_1, environment=environment, id="install-numpy-1"),),
    )
