"""All probes of the deep level.

The doctor reads it too, for their names and how to reproduce what they found.
"""

from .rows import (
    attention,
    compiled,
    conv,
    copies,
    elementwise,
    indexing,
    large,
    layers,
    matmul,
    normalisation,
    random_numbers,
    reduction,
    training,
    transforms,
)

FAMILIES = (
    copies,
    elementwise,
    indexing,
    reduction,
    random_numbers,
    matmul,
    conv,
    normalisation,
    attention,
    layers,
    transforms,
    training,
    compiled,
    large,
)
"""The modules in the order in which their probes run: what everything else rests on comes first,
what takes long comes last."""


def catalogue():
    """Return all probes in the order in which they run."""
    return [probe for module in FAMILIES for probe in module.probe.probes]
