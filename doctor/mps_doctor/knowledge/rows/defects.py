"""Published builds of torch that are known to be bad, each with its source."""

from typing import Literal

import msgspec


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """A published torch that is bad, everywhere or on certain versions of macOS."""

    id: str
    cause: str
    severity: Literal["error", "warning", "info"]
    torch: str
    """Which versions, as a specifier: `>=2.2.0,<2.3.0`."""
    macos: str = ""
    """Which versions of macOS, as a specifier; empty for all."""
    conda_build: str = ""
    """How the build string of the conda package ends; empty for wheels and all builds."""
    in_virtual_machine: bool = False
    """Whether it was seen in virtual machines only."""
    says: str
    """What it does; completes "PyTorch 2.2.2 on macOS 14.4: …"."""
    short: str = ""
    """The same in a headline, where it is no more than a part that fails."""
    read: str
    source: str


DEFECTS = (
    Defect(
        id="macos-14.4-torch-2.2",
        cause="mps-wrong-results-os-version",
        severity="warning",
        torch=">=2.2.0,<2.3.0",
        macos=">=14.4,<14.5",
        says="in-place operations, such as assigning to an element, give wrong numbers",
        read="2026-11-20",
        source="https://github.com/pytorch/pytorch/issues/122016",
    ),
    Defect(
        id="macos-26-guest",
        cause="mps-wrong-results-os-version",
        severity="warning",
        torch=">=2.8,<2.14",
        macos=">=26.0,<27.0",
        in_virtual_machine=True,
        says="MPS silently gives wrong results in a virtual machine (macOS 15 guests are right)",
        read="2026-11-22",
        source="https://github.com/actions/runner-images/issues/14380",
    ),
    Defect(
        id="torch-2.3.0.dev20240114",
        cause="torch-build-regression",
        severity="error",
        torch="==2.3.0.dev20240114",
        says="even torch.ones fails: its indexing library can't be created",
        read="2026-11-20",
        source="https://github.com/pytorch/pytorch/issues/117465",
    ),
    Defect(
        id="conda-forge-2.13.0-build-0",
        cause="torch-build-regression",
        severity="warning",
        torch="==2.13.0",
        conda_build="_0",
        says="torch.compile finds no c10/metal/utils.h (build 1 has it)",
        short="torch.compile lacks a header",
        read="2026-11-20",
        source="https://github.com/conda-forge/pytorch-cpu-feedstock/commit/3e84511f",
    ),
)
