"""Deep probes of reductions, cumulative sums, sorting and counting."""

from ..probe import FLOATS, Family, booleans, integers, normal, positive, shuffled
from .tolerances import EXACT, LOOSE, ORDINARY

probe = Family(EXACT)

INTEGERS = ("int64", "int32")
LONG = ("int64",)

probe("sum-mean", normal(6, 7, 8), dtypes=FLOATS, tolerance=LOOSE)(
    lambda x: (
        *(x.sum(), x.sum(1), x.mean((0, 2)), x.mean(-1, keepdim=True)),
        x.transpose(0, 2).sum(0),
    )
)
probe("sum-long", positive(300000), tolerance=LOOSE)(lambda x: (x.sum() / 300000, x.mean()))


@probe("sum-repeated", normal(16, 64, 16))
def _sum_repeated(torch, device, x):
    # The same number each time, and the right one.
    on_device = x.to(device)
    sums = torch.stack([on_device.sum() for _ in range(20)]).cpu()
    near = (sums[0].double() - x.double().sum()).abs() < 1e-2
    return (sums[1:], sums[:1].expand(19)), (near, True)


probe("spread", normal(6, 40), dtypes=FLOATS, tolerance=LOOSE)(
    lambda torch, x: (x.var(1), x.std(0), x.var(1, unbiased=False), torch.var_mean(x, 1)[1])
)


@probe("sum-gradients", positive(6, 7), tolerance=LOOSE, gradients="x")
def _losses_of_sums(x):
    results = (x.sum(0).square(), x.mean(1).square(), x.var(1), x.prod(1), x.logsumexp(0))
    return [result.sum() for result in results]


probe("product", positive(5, 6), tolerance=LOOSE)(lambda x: (x.prod(), x.prod(0), x.prod(1)))
probe("log-sum-exp", normal(6, 7), tolerance=ORDINARY)(
    lambda x: (x.logsumexp(0), (x * 30).logsumexp(1))
)
probe("largest-smallest", normal(6, 7), dtypes=FLOATS)(
    lambda x: (x.max(), x.min(), x.amax(0), x.amin(1), x.max(1).values, x.min(0).values)
)
probe("largest-smallest", integers(-99, 99, 6, 7), dtypes=INTEGERS)(
    lambda x: (x.max(), x.min(), x.amax(0), x.min(1).values)
)


probe("argmax", shuffled(6, 7))(
    lambda x: (x.argmax(), x.argmin(), x.argmax(0), x.argmin(1), x.max(1).indices)
)
probe("argmax", shuffled(6, 7), dtypes=INTEGERS)(
    lambda x: (x.argmax(), x.argmin(), x.argmax(0), x.argmin(1))
)
probe("argmax-transposed", shuffled(5, 5))(
    lambda x: (x.t().argmax(0), x.t().argmin(1), x.t().argmax())
)
probe("any-all", booleans(7, 9), dtypes=("bool",))(
    lambda x: (x.any(1), x.all(0), x.any(), x.all(), x.sum(), x.sum(0), x.count_nonzero())
)
probe("sum", integers(-1000, 1000, 9, 40), dtypes=INTEGERS)(lambda x: (x.sum(), x.sum(0), x.sum(1)))
probe("cumulative-sum", normal(6, 40), dtypes=FLOATS, tolerance=LOOSE)(
    lambda x: (x.cumsum(0), x.cumsum(1))
)
probe("cumulative-sum", integers(0, 1000, 1000), dtypes=LONG)(lambda x: x.cumsum(0))
probe("cumulative-product", positive(6, 10), tolerance=LOOSE)(
    lambda x: (x.cumprod(0), x.cumprod(1))
)


probe("sort", shuffled(20, 30), dtypes=("float32", *INTEGERS))(
    lambda x: (*x.sort(1), *x.sort(0, descending=True), x.flatten().argsort())
)
probe("sort-long", shuffled(20000))(lambda x: tuple(x.sort()))


# 16 was a limit once.
probe("topk", shuffled(8, 50), dtypes=("float32", "int64"))(
    lambda x: (*x.topk(5, 1), *x.topk(30, 1, largest=False))
)
probe("unique", integers(0, 12, 60), dtypes=LONG)(
    lambda torch, x: torch.unique(x, return_inverse=True, return_counts=True)
)
probe("bincount", integers(0, 12, 60), dtypes=LONG)(
    lambda torch, x: torch.bincount(x, minlength=15)
)


@probe("bucketize", normal(40))
def _bucketize(torch, x):
    edges = torch.linspace(-2, 2, 9).to(x)
    return torch.bucketize(x, edges), torch.searchsorted(edges, x, right=True)


probe("median", shuffled(9, 11), tolerance=ORDINARY)(lambda x: (x.median(), x.median(1).values))
