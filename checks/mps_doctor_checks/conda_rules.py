"""What it means that conda or pixi finds no package: none for a Mac, or no torch for Intel."""

from __future__ import annotations

import re

from mps_doctor.knowledge.versions import parse_version
from mps_doctor_checks.message_context import Context, Rule
from mps_doctor_checks.torch_offers import LAST_FOR_INTEL, on_intel

MORE_TELLING = frozenset(
    {
        *("conda-pytorch-cuda", "conda-cuda-not-found", "conda-python-of-torch"),
        *("pixi-cuda-package", "conda-cuda-not-provided", "conda-cuda-listed"),
        "conda-osx-not-provided",
    }
)
"""Texts of conda and pixi that name a Python, a CUDA package, or the macOS that is too old."""


def _conda(context: Context, text: str) -> tuple[str, ...]:
    """conda's list of what it lacks: a Python or CUDA that it names says more."""
    silent = context.elsewhere or MORE_TELLING & context.found
    return () if silent else _conda_packages(context, text)


def _conda_packages(context: Context, text: str) -> tuple[str, ...]:
    """The channels have no torch for Intel above 2.2.2 either, but that of conda-forge."""
    line = context.line_with(text)
    asked = re.search(r"\b(?:py)?(torch(?:vision|audio)?) ?[=>]{1,2} ?(\d[\d.]*\d)", line)
    version = parse_version(asked[2]) if asked else None
    told = {"torch-dropped-intel-macs", "newest-torch-is-2.2.2"} & {*context.reported}
    for_intel = context.intel_mac or context.intel_python or told or "osx-64" in line
    if asked and for_intel and version is not None and version > LAST_FOR_INTEL[asked[1].lower()]:
        return on_intel(context)
    return ("package-no-macos-wheel",)


CONDA_RULES: dict[str, Rule] = {
    "conda-packages-not-found": _conda_packages,
    "conda-not-provided": _conda,
    "conda-resolve-not-found": _conda,
    "conda-libmamba-unsolvable": _conda,
    "pixi-no-candidates": _conda,
}
"""Signature id to its rule."""
