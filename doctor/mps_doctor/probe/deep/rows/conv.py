"""Deep probes of convolutions."""

from ..probe import FLOATS, Family, normal
from .tolerances import EXACT, PRODUCT

probe = Family(PRODUCT)

probe("conv1d", normal(3, 6, 40), normal(8, 6, 5), normal(8), dtypes=FLOATS)(
    lambda F, x, weight, bias: F.conv1d(x, weight, bias, stride=2, padding=3)
)
probe("conv2d", normal(2, 6, 20, 18), normal(8, 6, 3, 3), normal(8), dtypes=FLOATS)(
    lambda F, x, weight, bias: F.conv2d(x, weight, bias, padding=1)
)
probe("conv2d-dilated-groups", normal(2, 8, 20, 18), normal(12, 4, 3, 3))(
    lambda F, x, weight: F.conv2d(x, weight, stride=2, dilation=2, padding=2, groups=2)
)
probe("conv2d-depthwise", normal(2, 8, 20, 18), normal(8, 1, 3, 3))(
    lambda F, x, weight: F.conv2d(x, weight, padding=1, groups=8)
)
probe("conv3d", normal(2, 3, 8, 9, 10), normal(4, 3, 3, 3, 3))(
    lambda F, x, weight: F.conv3d(x, weight, padding=1)
)
probe("conv-transpose1d", normal(3, 6, 20), normal(6, 8, 5), normal(8))(
    lambda F, x, weight, bias: F.conv_transpose1d(x, weight, bias, stride=2, padding=1)
)
probe("conv-transpose2d", normal(2, 6, 10, 9), normal(6, 8, 3, 3), dtypes=FLOATS)(
    lambda F, x, weight: F.conv_transpose2d(x, weight, stride=2, padding=1, output_padding=1)
)
probe("conv-transpose3d", normal(1, 3, 5, 6, 7), normal(3, 4, 3, 3, 3))(
    lambda F, x, weight: F.conv_transpose3d(x, weight, stride=2)
)
probe("conv1d-gradients", normal(3, 6, 24), normal(8, 6, 5), normal(8), gradients="x weight bias")(
    lambda F, x, weight, bias: F.conv1d(x, weight, bias, padding=2).tanh().sum()
)
probe(
    "conv2d-gradients",
    *(normal(2, 6, 12, 10), normal(8, 6, 3, 3), normal(8)),
    dtypes=FLOATS,
    gradients="x weight bias",
)(lambda F, x, weight, bias: F.conv2d(x, weight, bias, padding=1).tanh().mean() * 100)
probe("conv3d-gradients", normal(1, 3, 6, 7, 8), normal(4, 3, 3, 3, 3), gradients="x weight")(
    lambda F, x, weight: F.conv3d(x, weight, padding=1).tanh().sum()
)
probe("conv-transpose2d-gradients", normal(2, 6, 8, 7), normal(6, 8, 3, 3), gradients="x weight")(
    lambda F, x, weight: F.conv_transpose2d(x, weight, stride=2).tanh().sum()
)


@probe("conv2d-channels-last", normal(2, 6, 20, 18), normal(8, 6, 3, 3))
def _channels_last(F, torch, x, weight):
    x = x.to(memory_format=torch.channels_last)
    return F.conv2d(x, weight.to(memory_format=torch.channels_last), padding=1)


@probe("conv2d-channels-last-gradients", normal(2, 6, 12, 10), normal(8, 6, 3, 3))
def _channels_last_gradients(F, torch, x, weight):
    leaves = [item.to(memory_format=torch.channels_last).requires_grad_() for item in (x, weight)]
    return torch.autograd.grad(F.conv2d(*leaves, padding=1).tanh().sum(), leaves)


# The weight is a slice of a five-dimensional tensor.
probe("conv2d-sliced-weight", normal(1, 16, 16, 16), normal(3, 16, 3, 3, 3))(
    lambda F, x, weight: F.conv2d(x, weight[:, :, 1])
)
# One channel out of a channels-last tensor.
probe("conv2d-channel-slice", normal(1, 2, 4, 6), normal(1, 1, 1, 1))(
    lambda F, torch, x, weight: F.conv2d(x.to(memory_format=torch.channels_last)[:, :1], weight)
)


@probe("conv1d-many-channels", normal(1, 1, 3), normal(65537, 1, 3))
def _many_channels(F, device, x, weight):
    expected = F.conv1d(x.double(), weight.double())
    try:
        result = F.conv1d(x.to(device), weight.to(device))
    except RuntimeError as error:
        # From torch 2.5 on it says so instead of computing nonsense; a user can live with that.
        if "65536" not in str(error):
            raise
        return True, True
    return result, expected


# A batch of 65536.
probe("conv1d-many-batches-gradient", normal(65536, 1, 1), normal(1, 1, 1), gradients="weight")(
    lambda F, x, weight: F.conv1d(x.square(), weight).mean()
)


@probe("unfold-fold", normal(2, 3, 8, 8), tolerance=EXACT)
def _unfold_fold(F, x):
    # Disjoint patches are put together again, overlapping ones are not.
    patches = F.unfold(x, 2, stride=2)
    return patches, F.unfold(x, 3, padding=1), F.fold(patches, (8, 8), 2, stride=2)
