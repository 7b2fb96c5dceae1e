"""Section `variables`: environment variables of an allow-list, no others."""

import os

from .rows.variables import PRESENCE_ONLY, REPORTED

LONGEST = 400


def facts():
    """Return the variables of the list that are set."""
    values = []
    for name, value in sorted(os.environ.items()):
        if name in PRESENCE_ONLY:
            values.append({"name": name, "value": "set"})
        elif name in REPORTED or _looks_like_mps(name.upper()):
            values.append({"name": name, "value": value[:LONGEST]})
    return {"values": values}


def _looks_like_mps(name):
    """Return whether a name has the form PYTORCH_…MPS…: an unknown one is probably a typo."""
    return name.startswith(("PYTORCH_", "TORCH_MPS", "PYTORCHMPS")) and "MPS" in name
