"""Deep probes of compiled functions and shaders."""

from ..probe import Family, normal
from .tolerances import EXACT, NORMALISED, PRODUCT

probe = Family(EXACT)

MINUTES = 180.0  # the first compilation imports half of torch and starts a compiler

NEEDS = ("2.1", "mps:_C._mps_compileShader")
"""The second is what inductor runs its Metal shaders with: torch 2.7 and later."""


@probe("compiled-layer-norm", normal(4, 512), tolerance=NORMALISED, needs=NEEDS, seconds=MINUTES)
def _layer_norm(torch, device, x):
    def norm(value):
        return torch.nn.functional.layer_norm(value, (512,))

    return torch.compile(norm)(x.to(device)), norm(x.double())


@probe(
    "compiled-broadcast-sum",
    *(normal(40, 6), normal(30, 6)),
    tolerance=PRODUCT,
    needs=NEEDS,
    seconds=MINUTES,
)
def _broadcast_sum(torch, device, x, y):
    def total(first, second):
        return (first[:, None] - second[None]).square().sum((0, 2))

    return torch.compile(total)(x.to(device), y.to(device)), total(x.double(), y.double())


@probe(
    "metal-shader",
    normal(256),
    devices=("mps",),
    needs=("mps.compile_shader", "_C._mps_compileShader"),
)
def _metal_shader(torch, device, x):
    library = torch.mps.compile_shader(
        "kernel void twice(device float* x, uint i [[thread_position_in_grid]]) { x[i] *= 2; }"
    )
    on_device = x.to(device)
    library.twice(on_device)
    return on_device, x * 2
