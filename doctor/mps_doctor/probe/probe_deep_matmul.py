"""Deep probes of matrix products and linear layers."""

from probe_deep_registry import EXACT, FLOATS, LONG_SUM, LOOSE, PRODUCT, normal, probe


@probe("matmul", normal(96, 80), normal(80, 64), dtypes=FLOATS, tolerance=PRODUCT)
def matmul(left, right):
    """The product of two matrices."""
    return left @ right


@probe("matmul", normal(24, 20), normal(20, 28), dtypes=("complex64",), tolerance=PRODUCT)
def matmul_complex(left, right):
    """The product of two complex matrices."""
    return left @ right


@probe("matmul-square", normal(64, 64), normal(64, 64), tolerance=PRODUCT)
def matmul_square(left, right):
    """A square product, in which rows and columns could change places unseen by their sizes."""
    return left @ right


@probe("matmul-transposed", normal(48, 64), normal(80, 48), dtypes=FLOATS, tolerance=PRODUCT)
def matmul_transposed(left, right):
    """The product of two transposed views."""
    return left.t() @ right.t()


@probe("matmul-strided", normal(64, 96), normal(96, 40), tolerance=PRODUCT)
def matmul_strided(left, right):
    """The product of views that skip every second row or column and start at an offset."""
    return left[1::2, 2::2] @ right[1:48, 3:20]


@probe("matmul-gradients", normal(40, 24), normal(24, 32), dtypes=FLOATS, tolerance=PRODUCT)
def matmul_gradients(torch, left, right):
    """The gradients of both factors of a product."""
    left, right = left.requires_grad_(), right.requires_grad_()
    return torch.autograd.grad((left @ right).tanh().sum(), (left, right))


@probe("matmul-vector", normal(64, 48), normal(48), normal(64), tolerance=PRODUCT)
def matmul_vector(torch, matrix, right, left):
    """Matrix times vector, vector times matrix, outer and inner product."""
    return (
        torch.mv(matrix, right),
        left @ matrix,
        torch.outer(left, right),
        torch.dot(left[:48], right),
    )


@probe("addmm", normal(40), normal(32, 24), normal(24, 40), dtypes=FLOATS, tolerance=PRODUCT)
def addmm(torch, bias, left, right):
    """A product added to a broadcast row, with factors for both."""
    return torch.addmm(bias, left, right, beta=0.5, alpha=2.0)


@probe("bmm", normal(5, 24, 40), normal(5, 40, 16), dtypes=FLOATS, tolerance=PRODUCT)
def bmm(torch, left, right):
    """A batch of products."""
    return torch.bmm(left, right)


@probe("bmm-transposed", normal(5, 40, 24), normal(5, 16, 40), tolerance=PRODUCT)
def bmm_transposed(torch, left, right):
    """A batch of products of transposed views."""
    return torch.bmm(left.transpose(1, 2), right.transpose(1, 2))


@probe("baddbmm", normal(5, 24, 16), normal(5, 24, 40), normal(5, 40, 16), tolerance=PRODUCT)
def baddbmm(torch, start, left, right):
    """A batch of products added to a batch of matrices."""
    return torch.baddbmm(start, left, right, beta=0.5, alpha=2.0)


@probe("einsum", normal(4, 6, 8), normal(4, 8, 5), normal(5, 3), tolerance=PRODUCT)
def einsum(torch, first, second, third):
    """A contraction of three tensors by index names."""
    return torch.einsum("bij,bjk,kl->bil", first, second, third)


@probe("linear", normal(16, 48), normal(32, 48), normal(32), dtypes=FLOATS, tolerance=PRODUCT)
def linear(torch, x, weight, bias):
    """A linear layer with bias."""
    return torch.nn.functional.linear(x, weight, bias)


@probe("linear-gradients", normal(6, 5, 24), normal(16, 24), normal(16), tolerance=PRODUCT)
def linear_gradients(torch, x, weight, bias):
    """The gradients of input, weight and bias of a linear layer."""
    leaves = [tensor.requires_grad_() for tensor in (x, weight, bias)]
    result = torch.nn.functional.linear(*leaves)
    return torch.autograd.grad(result.tanh().sum(), leaves)


@probe("linear-transposed-weight", normal(4, 16), normal(16, 8), tolerance=PRODUCT)
def linear_transposed_weight(torch, x, weight):
    """A linear layer whose weight is a transposed view."""
    return torch.nn.functional.linear(x, weight.t())


@probe("linear-bias-single-rows", normal(80, 1, 2), normal(192, 2), normal(192), tolerance=PRODUCT)
def linear_bias_single_rows(torch, x, weight, bias):
    """A linear layer with bias on a batch of matrices of one row each."""
    return torch.nn.functional.linear(x, weight, bias)


@probe("linear-bias-batches", normal(2, 64, 128), normal(384, 128), normal(384), tolerance=PRODUCT)
def linear_bias_batches(torch, x, weight, bias):
    """A linear layer with bias on a three-dimensional input."""
    return torch.nn.functional.linear(x, weight, bias)


@probe("linear-bias-many-batches", normal(65537, 2, 4), normal(8, 4), normal(8), tolerance=PRODUCT)
def linear_bias_many_batches(torch, x, weight, bias):
    """A linear layer with bias on more than 65536 matrices."""
    return torch.nn.functional.linear(x, weight, bias)


@probe(
    "linear-repeated",
    normal(2, 13, 1024),
    normal(1024, 1024),
    dtypes=("bfloat16",),
    tolerance=EXACT,
)
def linear_repeated(torch, device, x, weight):
    """The same linear layer twice: the same numbers must come out, and not all of them zero."""
    x, weight = x.to(device), weight.to(device)
    first = torch.nn.functional.linear(x, weight)
    second = torch.nn.functional.linear(x, weight)
    expected = (x[0, 0].cpu().double() @ weight.cpu().double().t()).norm()
    ratio = first[0, 0].cpu().double().norm() / expected
    return (second, first), ((ratio - 1).abs() < 0.01, torch.tensor(True))


@probe("matmul-long-inner", normal(16, 40000), normal(40000, 16), tolerance=LONG_SUM)
def matmul_long_inner(left, right):
    """A product whose inner size exceeds 32768."""
    return left @ right


@probe("bmm-long-inner", normal(1, 16, 40000), normal(1, 40000, 16), tolerance=LONG_SUM)
def bmm_long_inner(torch, left, right):
    """A batch of products whose inner size exceeds 32767."""
    return torch.bmm(left, right)


@probe("matmul-expanded-row", normal(1, 1), normal(1, 16), tolerance=PRODUCT)
def matmul_expanded_row(single, row):
    """A product with one number that is expanded to a column without memory of its own."""
    return single.expand(64, 1) @ row


@probe("matmul-sum-gradient", normal(3, 8, 16), normal(3, 16, 4), tolerance=PRODUCT)
def matmul_sum_gradient(torch, x, weight):
    """The gradient of a batched product through `sum`, which hands down an expanded one."""
    return torch.autograd.grad((x.requires_grad_() @ weight).sum(), x)[0]


@probe("matmul-after-allocations", normal(512, 192), normal(512, 128), tolerance=PRODUCT)
def matmul_after_allocations(torch, device, left, right):
    """A product with a transposed factor after blocks of many sizes were taken and given back."""
    expected = left.double().t() @ right.double()
    left, right = left.to(device), right.to(device)
    for count in (1, 3, 7, 21, 5, 13):
        blocks = [torch.ones(count * 1048576 // 4, device=device) for _ in range(3)]
        del blocks[::2]
        left.t() @ right
    return left.t() @ right, expected


@probe("nonlinear-chain", normal(16, 24), normal(24, 24), tolerance=LOOSE)
def nonlinear_chain(torch, x, weight):
    """Ten products with a nonlinearity between them."""
    for _ in range(10):
        x = torch.tanh(x @ weight)
    return x
