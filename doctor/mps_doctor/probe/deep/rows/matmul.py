"""Deep probes of matrix products and linear layers."""

from ..probe import FLOATS, Family, normal
from .tolerances import EXACT, LONG_SUM, LOOSE, PRODUCT

probe = Family(PRODUCT)


@probe("matmul", normal(96, 80), normal(80, 64), dtypes=FLOATS)
@probe("matmul", normal(24, 20), normal(20, 28), dtypes=("complex64",))
# Rows and columns of a square could change places unseen by their sizes.
@probe("matmul-square", normal(64, 64), normal(64, 64))
# An inner size beyond 32768.
@probe("matmul-long-inner", normal(16, 40000), normal(40000, 16), tolerance=LONG_SUM)
def _matmul(left, right):
    return left @ right


probe("matmul-transposed", normal(48, 64), normal(80, 48), dtypes=FLOATS)(
    lambda left, right: left.t() @ right.t()
)
# Views that skip every second row or column and start at an offset.
probe("matmul-strided", normal(64, 96), normal(96, 40))(
    lambda left, right: left[1::2, 2::2] @ right[1:48, 3:20]
)
probe("matmul-gradients", normal(40, 24), normal(24, 32), dtypes=FLOATS, gradients="left right")(
    lambda left, right: (left @ right).tanh().sum()
)
probe("matmul-vector", normal(64, 48), normal(48), normal(64))(
    lambda torch, matrix, right, left: (
        torch.mv(matrix, right),
        left @ matrix,
        torch.outer(left, right),
        torch.dot(left[:48], right),
    )
)
probe("addmm", normal(40), normal(32, 24), normal(24, 40), dtypes=FLOATS)(
    lambda torch, bias, left, right: torch.addmm(bias, left, right, beta=0.5, alpha=2.0)
)


@probe("bmm", normal(5, 24, 40), normal(5, 40, 16), dtypes=FLOATS)
@probe("bmm-long-inner", normal(1, 16, 40000), normal(1, 40000, 16), tolerance=LONG_SUM)
def _bmm(torch, left, right):
    return torch.bmm(left, right)


probe("bmm-transposed", normal(5, 40, 24), normal(5, 16, 40))(
    lambda torch, left, right: torch.bmm(left.transpose(1, 2), right.transpose(1, 2))
)
probe("baddbmm", normal(5, 24, 16), normal(5, 24, 40), normal(5, 40, 16))(
    lambda torch, start, left, right: torch.baddbmm(start, left, right, beta=0.5, alpha=2.0)
)
probe("einsum", normal(4, 6, 8), normal(4, 8, 5), normal(5, 3))(
    lambda torch, first, second, third: torch.einsum("bij,bjk,kl->bil", first, second, third)
)


@probe("linear", normal(16, 48), normal(32, 48), normal(32), dtypes=FLOATS)
# Matrices of one row each.
@probe("linear-bias-single-rows", normal(80, 1, 2), normal(192, 2), normal(192))
@probe("linear-bias-batches", normal(2, 64, 128), normal(384, 128), normal(384))
# More than 65536 matrices.
@probe("linear-bias-many-batches", normal(65537, 2, 4), normal(8, 4), normal(8))
def _linear(F, x, weight, bias):
    return F.linear(x, weight, bias)


probe("linear-gradients", normal(6, 5, 24), normal(16, 24), normal(16), gradients="x weight bias")(
    lambda F, x, weight, bias: F.linear(x, weight, bias).tanh().sum()
)
probe("linear-transposed-weight", normal(4, 16), normal(16, 8))(
    lambda F, x, weight: F.linear(x, weight.t())
)


@probe(
    "linear-repeated",
    *(normal(2, 13, 1024), normal(1024, 1024)),
    dtypes=("bfloat16",),
    tolerance=EXACT,
)
def _linear_repeated(F, device, x, weight):
    # The same numbers must come out twice, and not all of them zero.
    x, weight = x.to(device), weight.to(device)
    first, second = F.linear(x, weight), F.linear(x, weight)
    expected = (x[0, 0].cpu().double() @ weight.cpu().double().t()).norm()
    ratio = first[0, 0].cpu().double().norm() / expected
    return (second, first), ((ratio - 1).abs() < 0.01, True)


# One number, expanded to a column that has no memory.
probe("matmul-expanded-row", normal(1, 1), normal(1, 16))(
    lambda single, row: single.expand(64, 1) @ row
)
# `sum` hands down an expanded gradient.
probe("matmul-sum-gradient", normal(3, 8, 16), normal(3, 16, 4), gradients="x")(
    lambda x, weight: (x @ weight).sum()
)


@probe("matmul-after-allocations", normal(512, 192), normal(512, 128))
def _matmul_after_allocations(torch, device, left, right):
    # After blocks of many sizes were taken and given back.
    expected = left.double().t() @ right.double()
    left, right = left.to(device), right.to(device)
    for count in (1, 3, 7, 21, 5, 13):
        blocks = [torch.ones(count * 1048576 // 4, device=device) for _ in range(3)]
        del blocks[::2]
        left.t() @ right
    return left.t() @ right, expected


@probe("nonlinear-chain", normal(16, 24), normal(24, 24), tolerance=LOOSE)
def _nonlinear_chain(torch, x, weight):
    for _ in range(10):
        x = torch.tanh(x @ weight)
    return x
