"""The probes of the deep level, by family, and the numbers that they are held to."""

from . import (
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

PROBES = [probe for module in FAMILIES for probe in module.probe.probes]
"""All probes of the deep level; the doctor reads their names too."""
