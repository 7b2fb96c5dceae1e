"""Reports of recorded machines and of short texts, for the tests of the floors above them."""

from functools import cache
from pathlib import Path

from mps_doctor import Report, diagnose, run_checks

MACHINES = Path(__file__).with_name("machines")

NAMES = sorted(path.stem for path in MACHINES.glob("*.json") if path.stem != "expected")

HEALTHY = "healthy-m3-macos-15-torch-2.15"
ROSETTA = "conda-osx-64-under-rosetta"
DEEP = "deep-wrong-results"
DEGRADED = "torchvision-mismatch"
LINUX = "plain-linux"

TEXTS = {
    "traceback": "epoch 1\nTraceback (most recent call last):\n  File 'train.py', line 3\n"
    "TypeError: Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't support"
    " float64. Please use float32 instead.\n",
    "too little": "mps not available on my M1, any idea?\n",
}
"""Texts that end as `limited` and as `inconclusive`."""


def machine(name: str) -> Path:
    """Return the file of a recorded machine."""
    return MACHINES / f"{name}.json"


@cache
def report(name: str) -> Report:
    """Return the report of a recorded machine, or of one of the texts."""
    if name in TEXTS:
        return diagnose(TEXTS[name], name=f"{name}.txt")
    return run_checks(snapshot=machine(name), plugins=False)
