"""Does one OpenMP runtime serve the environment?"""

import shlex

from mps_doctor.facts import (
    Interpreter,
    OpenMP,
    OpenMPRuntime,
    Packages,
    SmokeTest,
    TorchImport,
    TorchInstall,
    interpreter_architecture,
    known,
    known_or,
    loads,
)
from mps_doctor.fixes import DOCTOR, Environment, Requirement, by_hand, install_packages
from mps_doctor.fixes.fix import Need
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check

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
)
def openmp_runtimes(
    python: Interpreter,
    openmp: OpenMP,
    torch_import: TorchImport,
    smoke: SmokeTest,
    environment: Environment,
) -> Outcomes:
    """Two OpenMP libraries in one process abort it, or crash it later.

    ## Why it matters
    PyTorch's wheel ships its own libomp, as do those of scikit-learn, faiss and others; a conda
    environment has one for all packages.
    When a second one starts in a process, it aborts with "OMP: Error #15", or both work on the
    same threads and crash.
    `KMP_DUPLICATE_LIB_OK` hides the message, not the fault.
    Two wheels with a private copy each mostly live together, so that is advice; a copy that serves
    the whole environment besides PyTorch's, or the message itself, is a finding.

    ## Fix
    Install all packages from one source: all from conda-forge, or all by pip in a plain venv.
    Until then, import torch before the other package.

    ## References
    - https://github.com/pytorch/pytorch/issues/132372
    - https://github.com/pytorch/pytorch/issues/149201
    - https://github.com/pytorch/pytorch/issues/78490
    """
    lines = (*known_or(torch_import.stderr, ()), *known_or(smoke.stderr, ()))
    printed = next((line for line in lines if DUPLICATE_TEXT in line), "")
    runtimes = known_or(openmp.runtimes, ()) if printed else known(openmp.runtimes)
    process = known_or(interpreter_architecture(python), "")
    loaded = runtimes if printed else tuple(item for item in runtimes if _loads(process, item))
    owners = sorted({_owner(item) for item in loaded})
    if len(owners) < 2 and not printed:
        return Passed(message="no second OpenMP runtime", have=", ".join(owners))
    names = f" ({' and '.join(owners)})" if len(owners) > 1 else ""
    found = printed or ENVIRONMENT in owners
    crashed = printed and torch_import.outcome == "crashed"
    return Failed(
        cause="openmp-duplicate-runtime",
        message=f"Two OpenMP runtimes can load into one process{names}",
        have=f"two OpenMP runtimes{names}",
        need="one",
        evidence=(
            *(f"{_owner(item)}: {item.path}" for item in loaded),
            *((printed,) if printed else ()),
        ),
        fixes=(take_one_source(environment),),
        severity="error" if crashed else None if found else "info",
    )


def _loads(process: str, runtime: OpenMPRuntime) -> bool:
    kinds = runtime.architectures
    return not process or not kinds or any(loads(process, kind) for kind in kinds)


def _owner(runtime: OpenMPRuntime) -> str:
    """Return the package; a wheel may hold the same library twice, and loads one of them."""
    if runtime.package in TORCH_PACKAGES:
        return "torch"
    return ENVIRONMENT if runtime.package in ("", "lib") else runtime.package


def take_one_source(environment: Environment) -> Fix:
    """Return the fix that leaves one OpenMP runtime."""
    python = environment.python
    interpreter = known_or(python.executable, "python3")
    kind = known_or(python.environment, "")
    # A venv on conda's Python shares its libraries, but conda installs nothing into it.
    active = known_or(environment.conda.active, kind in ("conda", "pixi"))
    in_conda = active and kind not in ("venv", "uv", "poetry")
    needs: tuple[Need, ...] = ("network",) if in_conda else ("network", "new-environment")
    if in_conda:
        # Pip's torch goes, so what comes is conda's.
        bare = environment._replace(packages=Packages(), torch=TorchInstall())
        install = install_packages(Requirement("torch"), environment=bare, id="")
        verify: tuple[str, ...] = (DOCTOR,)  # that environment itself changes
        steps = (
            f"In conda, remove pip's torch: `{interpreter} -m pip uninstall torch`",
            f"Then install conda's: `{shlex.join(install.commands[0])}`",
        )
    else:
        steps = (
            "Create an environment with a Python that isn't conda's: `python3 -m venv mps-env`",
            "Install torch and the rest there: `mps-env/bin/python -m pip install torch`",
        )
        verify = (DOCTOR, "--python", "mps-env/bin/python")
    return by_hand(
        "one-openmp-runtime",
        "Install torch and the other package from one source",
        *steps,
        "Until then, import torch before the other package",
        needs=needs,
        risk="changes-environment",
        verify=verify,
    )
