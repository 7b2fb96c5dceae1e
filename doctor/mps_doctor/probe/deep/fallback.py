"""Operators that run on the CPU instead of the device, seen by torch's warning.

torch reads PYTORCH_ENABLE_MPS_FALLBACK when it is imported: on and off take two processes.
"""

import os

from .measure import Attempt
from .rows.fallback import OPERATORS

VARIABLE = "PYTORCH_ENABLE_MPS_FALLBACK"

WARNING = "will fall back to run on the CPU"
"""In torch's own words, 1.12 to 2.15 (aten/src/ATen/mps/MPSFallback.mm)."""

MESSAGE_CHARACTERS = 600


def facts(torch, device):
    """Return for each operator whether it ran on the device, on the CPU, or was refused."""
    with_variable = os.environ.get(VARIABLE, "0") != "0"
    places = [
        dict(_place(torch, device, function), operator=name, with_variable=with_variable)
        for name, function in OPERATORS.items()
    ]
    return {"fallback": places}


def _place(torch, device, function):
    attempt = Attempt(_run, torch, device, function)
    error = attempt.error
    if error is not None:
        refused = isinstance(error, NotImplementedError) or "not implemented" in str(error)
        message = "%s: %s" % (type(error).__name__, error)
        outcome = "not-implemented" if refused else "raised"
        return {"outcome": outcome, "message": message[:MESSAGE_CHARACTERS]}
    for text in attempt.warnings:
        if WARNING in text:
            return {"outcome": "on-cpu", "message": text[:MESSAGE_CHARACTERS]}
    return {"outcome": "on-device"}


def _run(torch, device, function):
    generator = torch.Generator(device="cpu").manual_seed(20220518)
    return function(torch, torch.randn(6, 6, generator=generator).to(device))
