"""Deep probes of reductions, cumulative sums, sorting and counting."""

from probe_deep_registry import (
    EXACT,
    FLOATS,
    LOOSE,
    ORDINARY,
    Tolerance,
    booleans,
    integers,
    normal,
    positive,
    probe,
    shuffled,
)


@probe("sum-mean", normal(6, 7, 8), dtypes=FLOATS, tolerance=LOOSE)
def sum_mean(x):
    """Sums and means over all, one, and two dimensions."""
    return x.sum(), x.sum(1), x.mean((0, 2)), x.mean(-1, keepdim=True), x.transpose(0, 2).sum(0)


@probe("sum-long", positive(300000), tolerance=LOOSE)
def sum_long(x):
    """The sum and the mean of 300,000 numbers."""
    return x.sum() / 300000, x.mean()


@probe("sum-repeated", normal(16, 64, 16), tolerance=EXACT)
def sum_repeated(torch, device, x):
    """The same sum twenty times: the same number each time, and the right one."""
    on_device = x.to(device)
    sums = torch.stack([on_device.sum() for _ in range(20)]).cpu()
    near = (sums[0].double() - x.double().sum()).abs() < 1e-2
    return (sums[1:], sums[:1].expand(19)), (near, torch.tensor(True))


@probe("spread", normal(6, 40), dtypes=FLOATS, tolerance=LOOSE)
def spread(torch, x):
    """Variance and standard deviation, with and without correction."""
    return x.var(1), x.std(0), x.var(1, unbiased=False), torch.var_mean(x, 1)[1]


@probe("sum-gradients", positive(6, 7), tolerance=LOOSE)
def sum_gradients(torch, x):
    """The gradients of sum, mean, variance, product and logsumexp."""
    x = x.requires_grad_()
    results = (x.sum(0).square(), x.mean(1).square(), x.var(1), x.prod(1), x.logsumexp(0))
    return [torch.autograd.grad(result.sum(), x)[0] for result in results]


@probe("product", positive(5, 6), tolerance=LOOSE)
def product(x):
    """Products over all and one dimension."""
    return x.prod(), x.prod(0), x.prod(1)


@probe("log-sum-exp", normal(6, 7), tolerance=ORDINARY)
def log_sum_exp(x):
    """The logarithm of the sum of exponentials."""
    return x.logsumexp(0), (x * 30).logsumexp(1)


@probe("largest-smallest", normal(6, 7), dtypes=FLOATS, tolerance=EXACT)
def largest_smallest(x):
    """Largest and smallest entries over all and one dimension."""
    return x.max(), x.min(), x.amax(0), x.amin(1), x.max(1).values, x.min(0).values


@probe("largest-smallest", integers(-99, 99, 6, 7), dtypes=("int64", "int32"), tolerance=EXACT)
def largest_smallest_integers(x):
    """Largest and smallest integers over all and one dimension."""
    return x.max(), x.min(), x.amax(0), x.min(1).values


@probe("argmax", shuffled(42), tolerance=EXACT)
def argmax(x):
    """Places of the largest and the smallest entries."""
    x = x.view(6, 7)
    return x.argmax(), x.argmin(), x.argmax(0), x.argmin(1), x.max(1).indices


@probe("argmax", shuffled(42), dtypes=("int64", "int32"), tolerance=EXACT)
def argmax_integers(x):
    """Places of the largest and the smallest integers."""
    x = x.view(6, 7)
    return x.argmax(), x.argmin(), x.argmax(0), x.argmin(1)


@probe("argmax-transposed", shuffled(25), tolerance=EXACT)
def argmax_transposed(torch, x):
    """Places of the largest and the smallest entries of a transposed view."""
    x = x.view(5, 5)
    return torch.argmax(x.t(), 0), torch.argmin(x.t(), 1), torch.argmax(x.t())


@probe("any-all", booleans(7, 9), dtypes=("bool",), tolerance=EXACT)
def any_all(x):
    """any, all, sum and count of truth values."""
    return x.any(1), x.all(0), x.any(), x.all(), x.sum(), x.sum(0), x.count_nonzero()


@probe("sum", integers(-1000, 1000, 9, 40), dtypes=("int64", "int32"), tolerance=EXACT)
def sum_integers(x):
    """Sums of integers."""
    return x.sum(), x.sum(0), x.sum(1)


@probe("cumulative-sum", normal(6, 40), dtypes=FLOATS, tolerance=LOOSE)
def cumulative_sum(x):
    """Running sums along each dimension."""
    return x.cumsum(0), x.cumsum(1)


@probe("cumulative-sum", integers(0, 1000, 1000), dtypes=("int64",), tolerance=EXACT)
def cumulative_sum_integers(x):
    """Running sums of a thousand integers."""
    return x.cumsum(0)


@probe("cumulative-product", positive(6, 10), tolerance=LOOSE)
def cumulative_product(x):
    """Running products along each dimension."""
    return x.cumprod(0), x.cumprod(1)


@probe("sort", shuffled(600), dtypes=("float32", "int64", "int32"), tolerance=EXACT)
def sort(x):
    """Entries sorted up and down, with their places."""
    x = x.view(20, 30)
    return (*x.sort(1), *x.sort(0, descending=True), x.flatten().argsort())


@probe("sort-long", shuffled(20000), tolerance=EXACT)
def sort_long(x):
    """20,000 entries sorted."""
    return tuple(x.sort())


@probe("topk", shuffled(400), dtypes=("float32", "int64"), tolerance=EXACT)
def topk(x):
    """The largest 5 and the smallest 30 entries (16 was a limit once)."""
    x = x.view(8, 50)
    return (*x.topk(5, 1), *x.topk(30, 1, largest=False))


@probe("unique", integers(0, 12, 60), dtypes=("int64",), tolerance=EXACT)
def unique(torch, x):
    """Different integers, with their counts and places."""
    return torch.unique(x, return_inverse=True, return_counts=True)


@probe("bincount", integers(0, 12, 60), dtypes=("int64",), tolerance=EXACT)
def bincount(torch, x):
    """How often each integer occurs."""
    return torch.bincount(x, minlength=15)


@probe("bucketize", normal(40), tolerance=EXACT)
def bucketize(torch, x):
    """The interval in which each entry lies."""
    edges = torch.linspace(-2, 2, 9).to(x)
    return torch.bucketize(x, edges), torch.searchsorted(edges, x, right=True)


MEDIAN = {"float32": Tolerance(1e-5, 1.3e-6, 1e-4)}


@probe("median", shuffled(99), tolerance=MEDIAN)
def median(x):
    """The median over all and one dimension."""
    return x.median(), x.view(9, 11).median(1).values
