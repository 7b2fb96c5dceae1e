"""Deep probes of recurrent layers, pooling, resizing and padding."""

from probe_deep_registry import EXACT, FLOATS, LOOSE, ORDINARY, PRODUCT, normal, probe, shuffled


@probe("lstm", normal(3, 5, 8), normal(1152), tolerance=LOOSE)
def lstm(torch, x, weights):
    """A two-layer LSTM, batch first: its result, its states, and the gradient of its input."""
    layers = torch.nn.LSTM(8, 8, 2, batch_first=True).to(x)
    torch.nn.utils.vector_to_parameters(weights * 0.3, layers.parameters())
    result, (hidden, cell) = layers(x.requires_grad_())
    return result, hidden, cell, torch.autograd.grad(result.square().sum(), x)[0]


@probe("lstm-weights-gradient", normal(5, 3, 8), normal(576), tolerance=LOOSE)
def lstm_weights_gradient(torch, x, weights):
    """The gradients of the weights of an LSTM."""
    layer = torch.nn.LSTM(8, 8).to(x)
    torch.nn.utils.vector_to_parameters(weights * 0.3, layer.parameters())
    result, _ = layer(x)
    return torch.autograd.grad(result.square().sum(), list(layer.parameters()))


@probe("gru", normal(5, 3, 8), normal(432), tolerance=LOOSE)
def gru(torch, x, weights):
    """A GRU: its result and the gradient of its input."""
    layer = torch.nn.GRU(8, 8).to(x)
    torch.nn.utils.vector_to_parameters(weights * 0.3, layer.parameters())
    result, _ = layer(x.requires_grad_())
    return result, torch.autograd.grad(result.square().sum(), x)[0]


@probe("max-pool", shuffled(768), tolerance=EXACT)
def max_pool(torch, x):
    """Largest entries of windows, with their places."""
    x = x.view(2, 3, 8, 16)
    result, places = torch.nn.functional.max_pool2d(x, 3, 2, 1, return_indices=True)
    return result, places, torch.nn.functional.max_pool2d(x[:, :, 1:], 2)


@probe("max-pool-gradient", shuffled(768), normal(2, 3, 4, 8), tolerance=ORDINARY)
def max_pool_gradient(torch, x, factor):
    """The gradient of the largest entries of windows."""
    x = x.view(2, 3, 8, 16).requires_grad_()
    result = torch.nn.functional.max_pool2d(x, 3, 2, 1)
    return torch.autograd.grad((result * factor).sum(), x)[0]


@probe("average-pool", normal(2, 3, 8, 12), dtypes=FLOATS, tolerance=ORDINARY)
def average_pool(torch, x):
    """Means of windows, and of as many windows as asked for."""
    return (
        torch.nn.functional.avg_pool2d(x, 3, 2, 1),
        torch.nn.functional.adaptive_avg_pool2d(x, (4, 3)),
        torch.nn.functional.adaptive_avg_pool2d(x, 1),
    )


@probe("average-pool-gradient", normal(2, 3, 8, 12), tolerance=ORDINARY)
def average_pool_gradient(torch, x):
    """The gradient of means of windows."""
    x = x.requires_grad_()
    result = torch.nn.functional.avg_pool2d(x, 2).square().sum()
    result = result + torch.nn.functional.adaptive_avg_pool2d(x, (2, 3)).square().sum()
    return torch.autograd.grad(result, x)[0]


@probe("resize", normal(2, 3, 7, 9), tolerance=LOOSE)
def resize(torch, x):
    """Images made larger and smaller: nearest, bilinear and bicubic."""
    return (
        torch.nn.functional.interpolate(x, scale_factor=2, mode="nearest"),
        torch.nn.functional.interpolate(x, (13, 5), mode="bilinear", align_corners=False),
        torch.nn.functional.interpolate(x, (13, 15), mode="bilinear", align_corners=True),
        torch.nn.functional.interpolate(x, (11, 14), mode="bicubic", align_corners=False),
    )


@probe("resize-gradient", normal(2, 3, 7, 9), tolerance=LOOSE)
def resize_gradient(torch, x):
    """The gradient of a bilinear enlargement."""
    x = x.requires_grad_()
    result = torch.nn.functional.interpolate(x, (13, 15), mode="bilinear", align_corners=False)
    return torch.autograd.grad(result.square().sum(), x)[0]


@probe("grid-sample", normal(2, 3, 7, 9), normal(2, 5, 6, 2), tolerance=LOOSE)
def grid_sample(torch, x, grid):
    """Images sampled at given points."""
    return torch.nn.functional.grid_sample(x, grid * 0.6, align_corners=False)


@probe("pad", normal(2, 3, 5, 6), tolerance=EXACT)
def pad(torch, x):
    """Images padded with a constant, by reflection and by repetition."""
    return [
        torch.nn.functional.pad(x, (2, 1, 1, 3), mode=mode)
        for mode in ("constant", "reflect", "replicate")
    ]


@probe("pixel-shuffle", normal(2, 12, 3, 4), tolerance=EXACT)
def pixel_shuffle(torch, x):
    """Channels laid out as pixels and taken back."""
    larger = torch.nn.functional.pixel_shuffle(x, 2)
    return larger, torch.nn.functional.pixel_unshuffle(larger, 2)


@probe("bilinear", normal(5, 4), normal(5, 6), normal(3, 4, 6), tolerance=PRODUCT)
def bilinear(torch, left, right, weight):
    """A bilinear layer."""
    return torch.nn.functional.bilinear(left, right, weight)
