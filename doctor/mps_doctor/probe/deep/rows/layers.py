"""Deep probes of recurrent layers, pooling, resizing and padding."""

from ..probe import FLOATS, Family, normal, shuffled
from .tolerances import EXACT, LOOSE, ORDINARY, PRODUCT

probe = Family(LOOSE)


def _with_weights(torch, layer, x, weights):
    layer = layer.to(x)
    torch.nn.utils.vector_to_parameters(weights * 0.3, layer.parameters())
    return layer


@probe("lstm", normal(3, 5, 8), normal(1152))
def _lstm(torch, x, weights):
    # Two layers, batch first, with the states and the gradient of the input.
    layers = _with_weights(torch, torch.nn.LSTM(8, 8, 2, batch_first=True), x, weights)
    result, (hidden, cell) = layers(x.requires_grad_())
    return result, hidden, cell, torch.autograd.grad(result.square().sum(), x)[0]


@probe("lstm-weights-gradient", normal(5, 3, 8), normal(576))
def _lstm_weights_gradient(torch, x, weights):
    layer = _with_weights(torch, torch.nn.LSTM(8, 8), x, weights)
    result, _ = layer(x)
    return torch.autograd.grad(result.square().sum(), list(layer.parameters()))


@probe("gru", normal(5, 3, 8), normal(432))
def _gru(torch, x, weights):
    layer = _with_weights(torch, torch.nn.GRU(8, 8), x, weights)
    result, _ = layer(x.requires_grad_())
    return result, torch.autograd.grad(result.square().sum(), x)[0]


probe("max-pool", shuffled(2, 3, 8, 16), tolerance=EXACT)(
    lambda F, x: (*F.max_pool2d(x, 3, 2, 1, return_indices=True), F.max_pool2d(x[:, :, 1:], 2))
)
probe(
    "max-pool-gradient",
    shuffled(2, 3, 8, 16),
    normal(2, 3, 4, 8),
    tolerance=ORDINARY,
    gradients="x",
)(lambda F, x, factor: (F.max_pool2d(x, 3, 2, 1) * factor).sum())
probe("average-pool", normal(2, 3, 8, 12), dtypes=FLOATS, tolerance=ORDINARY)(
    lambda F, x: (
        F.avg_pool2d(x, 3, 2, 1),
        F.adaptive_avg_pool2d(x, (4, 3)),
        F.adaptive_avg_pool2d(x, 1),
    )
)
probe("average-pool-gradient", normal(2, 3, 8, 12), tolerance=ORDINARY, gradients="x")(
    lambda F, x: F.avg_pool2d(x, 2).square().sum() + F.adaptive_avg_pool2d(x, (2, 3)).square().sum()
)
probe("resize", normal(2, 3, 7, 9))(
    lambda F, x: (
        F.interpolate(x, scale_factor=2, mode="nearest"),
        F.interpolate(x, (13, 5), mode="bilinear", align_corners=False),
        F.interpolate(x, (13, 15), mode="bilinear", align_corners=True),
        F.interpolate(x, (11, 14), mode="bicubic", align_corners=False),
    )
)
probe("resize-gradient", normal(2, 3, 7, 9), gradients="x")(
    lambda F, x: F.interpolate(x, (13, 15), mode="bilinear", align_corners=False).square().sum()
)
probe("grid-sample", normal(2, 3, 7, 9), normal(2, 5, 6, 2))(
    lambda F, x, grid: F.grid_sample(x, grid * 0.6, align_corners=False)
)
probe("pad", normal(2, 3, 5, 6), tolerance=EXACT)(
    lambda F, x: [
        F.pad(x, (2, 1, 1, 3), mode=mode) for mode in ("constant", "reflect", "replicate")
    ]
)


@probe("pixel-shuffle", normal(2, 12, 3, 4), tolerance=EXACT)
def _pixel_shuffle(F, x):
    larger = F.pixel_shuffle(x, 2)
    return larger, F.pixel_unshuffle(larger, 2)


probe("bilinear", normal(5, 4), normal(5, 6), normal(3, 4, 6), tolerance=PRODUCT)(
    lambda F, left, right, weight: F.bilinear(left, right, weight)
)
