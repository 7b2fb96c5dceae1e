"""All probes of the deep level.

The doctor reads it too, for their names.
"""

from .rows import FAMILIES


def catalogue():
    """Return all probes in the order in which they run."""
    return [probe for module in FAMILIES for probe in module.probe.probes]
