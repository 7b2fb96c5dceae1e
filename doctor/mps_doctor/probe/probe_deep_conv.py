"""Deep probes of convolutions."""

from probe_deep_registry import EXACT, FLOATS, PRODUCT, normal, probe


@probe("conv1d", normal(3, 6, 40), normal(8, 6, 5), normal(8), dtypes=FLOATS, tolerance=PRODUCT)
def conv1d(torch, x, weight, bias):
    """A one-dimensional convolution with stride and padding."""
    return torch.nn.functional.conv1d(x, weight, bias, stride=2, padding=3)


@probe(
    "conv2d", normal(2, 6, 20, 18), normal(8, 6, 3, 3), normal(8), dtypes=FLOATS, tolerance=PRODUCT
)
def conv2d(torch, x, weight, bias):
    """A two-dimensional convolution with bias and padding."""
    return torch.nn.functional.conv2d(x, weight, bias, padding=1)


@probe("conv2d-dilated-groups", normal(2, 8, 20, 18), normal(12, 4, 3, 3), tolerance=PRODUCT)
def conv2d_dilated_groups(torch, x, weight):
    """A two-dimensional convolution in groups, with stride and dilation."""
    return torch.nn.functional.conv2d(x, weight, stride=2, dilation=2, padding=2, groups=2)


@probe("conv2d-depthwise", normal(2, 8, 20, 18), normal(8, 1, 3, 3), tolerance=PRODUCT)
def conv2d_depthwise(torch, x, weight):
    """A two-dimensional convolution of each channel by itself."""
    return torch.nn.functional.conv2d(x, weight, padding=1, groups=8)


@probe("conv3d", normal(2, 3, 8, 9, 10), normal(4, 3, 3, 3, 3), tolerance=PRODUCT)
def conv3d(torch, x, weight):
    """A three-dimensional convolution."""
    return torch.nn.functional.conv3d(x, weight, padding=1)


@probe("conv-transpose1d", normal(3, 6, 20), normal(6, 8, 5), normal(8), tolerance=PRODUCT)
def conv_transpose1d(torch, x, weight, bias):
    """A transposed one-dimensional convolution."""
    return torch.nn.functional.conv_transpose1d(x, weight, bias, stride=2, padding=1)


@probe(
    "conv-transpose2d", normal(2, 6, 10, 9), normal(6, 8, 3, 3), dtypes=FLOATS, tolerance=PRODUCT
)
def conv_transpose2d(torch, x, weight):
    """A transposed two-dimensional convolution."""
    return torch.nn.functional.conv_transpose2d(x, weight, stride=2, padding=1, output_padding=1)


@probe("conv-transpose3d", normal(1, 3, 5, 6, 7), normal(3, 4, 3, 3, 3), tolerance=PRODUCT)
def conv_transpose3d(torch, x, weight):
    """A transposed three-dimensional convolution."""
    return torch.nn.functional.conv_transpose3d(x, weight, stride=2)


@probe("conv1d-gradients", normal(3, 6, 24), normal(8, 6, 5), normal(8), tolerance=PRODUCT)
def conv1d_gradients(torch, x, weight, bias):
    """The gradients of a one-dimensional convolution."""
    leaves = [tensor.requires_grad_() for tensor in (x, weight, bias)]
    result = torch.nn.functional.conv1d(*leaves, padding=2)
    return torch.autograd.grad(result.tanh().sum(), leaves)


@probe(
    "conv2d-gradients",
    normal(2, 6, 12, 10),
    normal(8, 6, 3, 3),
    normal(8),
    dtypes=FLOATS,
    tolerance=PRODUCT,
)
def conv2d_gradients(torch, x, weight, bias):
    """The gradients of a two-dimensional convolution."""
    leaves = [tensor.requires_grad_() for tensor in (x, weight, bias)]
    result = torch.nn.functional.conv2d(*leaves, padding=1)
    return torch.autograd.grad(result.tanh().mean() * 100, leaves)


@probe("conv3d-gradients", normal(1, 3, 6, 7, 8), normal(4, 3, 3, 3, 3), tolerance=PRODUCT)
def conv3d_gradients(torch, x, weight):
    """The gradients of a three-dimensional convolution."""
    x, weight = x.requires_grad_(), weight.requires_grad_()
    result = torch.nn.functional.conv3d(x, weight, padding=1)
    return torch.autograd.grad(result.tanh().sum(), (x, weight))


@probe("conv-transpose2d-gradients", normal(2, 6, 8, 7), normal(6, 8, 3, 3), tolerance=PRODUCT)
def conv_transpose2d_gradients(torch, x, weight):
    """The gradients of a transposed two-dimensional convolution."""
    x, weight = x.requires_grad_(), weight.requires_grad_()
    result = torch.nn.functional.conv_transpose2d(x, weight, stride=2)
    return torch.autograd.grad(result.tanh().sum(), (x, weight))


@probe("conv2d-channels-last", normal(2, 6, 20, 18), normal(8, 6, 3, 3), tolerance=PRODUCT)
def conv2d_channels_last(torch, x, weight):
    """A two-dimensional convolution of channels-last input and weight."""
    x = x.to(memory_format=torch.channels_last)
    weight = weight.to(memory_format=torch.channels_last)
    return torch.nn.functional.conv2d(x, weight, padding=1)


@probe(
    "conv2d-channels-last-gradients", normal(2, 6, 12, 10), normal(8, 6, 3, 3), tolerance=PRODUCT
)
def conv2d_channels_last_gradients(torch, x, weight):
    """The gradients of a two-dimensional convolution of channels-last tensors."""
    x = x.to(memory_format=torch.channels_last).requires_grad_()
    weight = weight.to(memory_format=torch.channels_last).requires_grad_()
    result = torch.nn.functional.conv2d(x, weight, padding=1)
    return torch.autograd.grad(result.tanh().sum(), (x, weight))


@probe("conv2d-sliced-weight", normal(1, 16, 16, 16), normal(3, 16, 3, 3, 3), tolerance=PRODUCT)
def conv2d_sliced_weight(torch, x, weight):
    """A two-dimensional convolution whose weight is a slice of a five-dimensional tensor."""
    return torch.nn.functional.conv2d(x, weight[:, :, 1])


@probe("conv2d-channel-slice", normal(1, 2, 4, 6), normal(1, 1, 1, 1), tolerance=PRODUCT)
def conv2d_channel_slice(torch, x, weight):
    """A two-dimensional convolution of one channel out of a channels-last tensor."""
    x = x.to(memory_format=torch.channels_last)
    return torch.nn.functional.conv2d(x[:, :1], weight)


@probe("conv1d-many-channels", normal(1, 1, 3), normal(65537, 1, 3), tolerance=PRODUCT)
def conv1d_many_channels(torch, device, x, weight):
    """A convolution with more than 65536 output channels: the right numbers, or a refusal."""
    expected = torch.nn.functional.conv1d(x.double(), weight.double())
    try:
        result = torch.nn.functional.conv1d(x.to(device), weight.to(device))
    except RuntimeError as error:
        # From torch 2.5 on it says so instead of computing nonsense; a user can live with that.
        if "65536" not in str(error):
            raise
        return torch.tensor(True), torch.tensor(True)
    return result, expected


@probe("conv1d-many-batches-gradient", normal(65536, 1, 1), normal(1, 1, 1), tolerance=PRODUCT)
def conv1d_many_batches_gradient(torch, x, weight):
    """The gradient of the weight of a convolution over a batch of 65536."""
    weight = weight.requires_grad_()
    result = torch.nn.functional.conv1d(x.square(), weight)
    return torch.autograd.grad(result.mean(), weight)[0]


@probe("unfold-fold", normal(2, 3, 8, 8), tolerance=EXACT)
def unfold_fold(torch, x):
    """Patches of an image laid side by side, and disjoint ones put together again."""
    patches = torch.nn.functional.unfold(x, 2, stride=2)
    overlapping = torch.nn.functional.unfold(x, 3, padding=1)
    return patches, overlapping, torch.nn.functional.fold(patches, (8, 8), 2, stride=2)
