"""OpenMP runtimes that could meet in one process: a check of the companions family."""

from __future__ import annotations

from mps_doctor.facts import (
    Interpreter,
    OpenMP,
    OpenMPRuntime,
    SmokeTest,
    TorchImport,
    known,
    known_or,
)
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor_checks.mac import ARM, interpreter_architecture

TORCH_PACKAGES = frozenset({"torch", "functorch"})
"""Folders of the torch wheel: some releases keep the OpenMP library in the second."""

ENVIRONMENT = "the environment"
"""Owner of a library in the folder `lib` of the environment, which serves all of its packages."""

DUPLICATE_TEXT = "OMP: Error #15"
"""What the runtime prints before it aborts.

Source: https://github.com/pytorch/pytorch/issues/122705
"""


@check(
    "openmp-runtimes",
    title="One OpenMP runtime serves the environment",
    causes=("openmp-duplicate-runtime",),
    requires=("host-system", "python-architecture"),
    family="companions",
)
def openmp_runtimes(
    python: Interpreter, openmp: OpenMP, torch_import: TorchImport, smoke: SmokeTest
) -> Outcomes:
    """Two OpenMP libraries in one process abort it, or crash it later.

    ## Why it matters
    torch's wheel brings a libomp of its own; so do scikit-learn, faiss and others, and a conda
    environment has one for all.
    When a second one starts in a process, it aborts with "OMP: Error #15", or both work on the
    same threads and crash.
    `KMP_DUPLICATE_LIB_OK` hides the message, not the fault.
    Two wheels with a private copy each mostly live together, so that alone is advice; a copy that
    serves the whole environment beside torch's own, or the message itself, is a finding.

    ## Fix
    Install all packages from one source: all from conda-forge, or all by pip in a plain venv.
    Until then, import torch before the other package.

    ## References
    - https://github.com/pytorch/pytorch/issues/132372
    - https://github.com/pytorch/pytorch/issues/149201
    - https://github.com/pytorch/pytorch/issues/78490
    """
    said = _duplicate_line(torch_import.stderr, smoke.stderr)
    if said:
        return _meeting(python, known_or(openmp.runtimes, ()), said, torch_import)
    runtimes = known(openmp.runtimes)
    process = known_or(interpreter_architecture(python), "")
    loadable = tuple(item for item in runtimes if _can_load(process, item))
    owners = {_owner(item) for item in loadable}
    if len(owners) < 2:
        return Passed(message="no second OpenMP runtime", have=", ".join(sorted(owners)))
    return _meeting(python, loadable, "", torch_import)


def _duplicate_line(*streams: object) -> str:
    for lines in streams:
        for line in lines if isinstance(lines, tuple) else ():
            if DUPLICATE_TEXT in line:
                return str(line)
    return ""


def _can_load(process: str, runtime: OpenMPRuntime) -> bool:
    if not process or not runtime.architectures:
        return True
    return process in runtime.architectures or (
        process in ARM and any(item in ARM for item in runtime.architectures)
    )


def _owner(runtime: OpenMPRuntime) -> str:
    """Return the package; a wheel may hold the same library twice, and loads one of them."""
    if runtime.package in TORCH_PACKAGES:
        return "torch"
    return ENVIRONMENT if runtime.package in ("", "lib") else runtime.package


def _meeting(
    python: Interpreter,
    runtimes: tuple[OpenMPRuntime, ...],
    said: str,
    torch_import: TorchImport,
) -> Failed:
    owners = sorted({_owner(item) for item in runtimes})
    found = bool(said) or ENVIRONMENT in owners
    names = " and ".join(owners) if len(owners) > 1 else "two packages"
    crashed = torch_import.outcome == "crashed"
    return Failed(
        cause="openmp-duplicate-runtime",
        message=f"Two OpenMP runtimes can meet in one process: from {names}",
        have=f"{max(len(owners), 2)} OpenMP runtimes",
        need="one OpenMP runtime",
        evidence=(
            *(f"{_owner(item)}: {item.path}" for item in runtimes),
            *((said,) if said else ()),
        ),
        fixes=(take_one_source(python),),
        severity="error" if said and crashed else None if found else "info",
    )


def take_one_source(python: Interpreter) -> Fix:
    """Return the fix that leaves one OpenMP runtime."""
    interpreter = known_or(python.executable, "python3")
    return Fix(
        id="one-openmp-runtime",
        summary="Take torch and the other package from one source",
        kind="manual",
        steps=(
            f"In conda, remove pip's torch: {interpreter} -m pip uninstall torch",
            "Then install conda's: conda install -c conda-forge pytorch",
            "Without conda, make a new environment: python3 -m venv mps-env",
            "Then install torch and all else there: mps-env/bin/python -m pip install torch",
            "Until then, import torch before the other package",
        ),
        needs=("new-environment",),
        verify=((interpreter, "-c", "import torch"),),
    )
