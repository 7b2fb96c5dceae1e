"""Does one OpenMP runtime serve the environment?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import OpenMPRuntime
from mps_doctor_checks.companions.openmp_runtimes import openmp_runtimes


def runtime(package: str, *architectures: str) -> OpenMPRuntime:
    return OpenMPRuntime(
        path=f"{package}/libomp.dylib", architectures=architectures, package=package
    )


TORCHS = runtime("torch", "arm64")
DUPLICATE = ("OMP: Error #15: Initializing libomp.dylib, but found libiomp5.dylib already",)


@pytest.mark.parametrize(
    ("runtimes", "answers", "expected"),
    [
        ((TORCHS,), {}, PASSED),
        ((), {}, PASSED),
        ((TORCHS, runtime("functorch", "arm64")), {}, PASSED),  # one wheel
        ((runtime("lib", "arm64"),), {}, PASSED),  # conda-forge: one for all
        ((TORCHS, runtime("scikit-learn", "arm64")), {}, "openmp-duplicate-runtime info"),
        ((TORCHS, runtime("lib", "arm64")), {}, "openmp-duplicate-runtime"),
        ((TORCHS, runtime("scikit-learn", "x86_64")), {}, PASSED),  # cannot be loaded here
        (
            (),
            {"outcome": "crashed", "stderr": DUPLICATE},
            "openmp-duplicate-runtime error",
        ),
    ],
)
def test_openmp_runtimes(
    runtimes: tuple[OpenMPRuntime, ...], answers: dict[str, Any], expected: str
) -> None:
    python, openmp = {"architecture": "arm64"}, {"runtimes": runtimes}
    assert judged(openmp_runtimes, python=python, openmp=openmp, torch_import=answers) == expected
