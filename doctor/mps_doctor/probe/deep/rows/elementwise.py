"""Deep probes of arithmetic and functions that work entry by entry."""

from ..probe import FLOATS, Family, booleans, integers, normal, positive
from .tolerances import EXACT, LOOSE, ORDINARY

probe = Family(ORDINARY)

COMPLEX = ("complex64",)
INTEGERS = ("int64", "int32")

probe("arithmetic", normal(5, 7), positive(7), dtypes=FLOATS)(
    lambda torch, x, y: (
        *(x + y, x - 2 * y, x * y, x / y, 1.0 - x),
        torch.lerp(x, y.expand(5, 7), 0.3),
    )
)
probe("arithmetic-transposed", normal(5, 7), normal(7, 5))(lambda x, y: (x + y.t(), x.t() * y))
# It must not be rounded to integers.
probe("one-minus", positive(40))(lambda x: 1.0 - x)


@probe("functions", positive(5, 7), dtypes=FLOATS)
def _functions(torch, x):
    names = ("exp", "log", "sqrt", "rsqrt", "sin", "cos", "tanh", "erf", "sigmoid", "atan")
    return [getattr(torch, name)(x) for name in names]


@probe("functions-gradients", positive(5, 7), tolerance=LOOSE, gradients="x")
def _losses_of_functions(x):
    results = (x.exp(), x.log(), x.sqrt(), x.sin(), x.tanh(), x.erf(), x.sigmoid(), x.pow(3))
    return [result.sum() for result in results]


# Whole, broken and negative exponents.
probe("power", positive(5, 7), tolerance=LOOSE)(
    lambda torch, x: (x.pow(3), x.pow(0.7), x**-1.5, 2.0**x, torch.pow(x, x))
)


@probe("activations", normal(6, 7), dtypes=FLOATS)
def _activations(F, x):
    names = ("relu", "gelu", "silu", "elu", "softplus", "selu", "hardswish", "mish", "leaky_relu")
    return [*(getattr(F, name)(x) for name in names), F.gelu(x, approximate="tanh")]


@probe("activations-gradients", normal(6, 7), tolerance=LOOSE, gradients="x")
def _losses_of_activations(F, x):
    names = ("relu", "gelu", "silu", "elu", "softplus", "hardswish", "leaky_relu")
    return [getattr(F, name)(x).sum() for name in names]


@probe("activations-moved-axis", normal(2, 3), positive(2))
def _activations_moved_axis(F, x, slope):
    x = x.moveaxis(0, 1)
    return F.softplus(x), F.selu(x), F.prelu(x, slope)


probe("clamp-round", normal(6, 7), tolerance=EXACT)(
    lambda x: (
        *(x.clamp(-0.5, 0.5), x.abs(), x.neg(), x.sign()),
        *(x.floor(), x.ceil(), x.trunc(), x.round()),
    )
)
probe("remainder", normal(6, 7), positive(6, 7))(
    lambda torch, x, y: (
        torch.fmod(x, y),
        torch.div(x, y, rounding_mode="floor"),
        x - (x / y).trunc() * y,
    )
)


@probe("extremes", normal(6, 7), normal(6, 7), dtypes=FLOATS, tolerance=EXACT)
def _extremes(torch, x, y):
    special = torch.cat([x.flatten()[:5] / 0.0, y.flatten()[:5]])
    tests = special.isinf(), special.isnan(), torch.isfinite(special)
    return (torch.maximum(x, y), torch.minimum(x, y), x > y, x.le(y), *tests)


# In place on transposed views, as the optimisers use them.
probe("addcdiv-transposed", normal(2, 3), normal(2, 3), positive(3, 2))(
    lambda x, y, z: x.clone().t().addcdiv_(y.t(), z, value=0.5)
)
probe("addcmul-transposed", normal(2, 3), normal(3, 2), normal(3, 2))(
    lambda x, y, z: x.clone().t().addcmul_(y, z, value=0.5)
)


@probe("in-place-transposed", normal(5, 4), normal(4, 5))
def _in_place_transposed(x, y):
    x.t().add_(y).mul_(0.5)
    x.t().tanh_()
    x.t()[1:].sub_(y[1:])
    return x


@probe("into-given-result", normal(6, 8), normal(6, 8))
def _into_given_result(torch, x, y):
    # Into every second column of a given tensor.
    target = torch.zeros(6, 16, dtype=x.dtype, device=x.device)
    torch.add(x, y, out=target[:, ::2])
    torch.mul(x, y, out=target[:, 1::2])
    return target


# Floor division and remainders of negative numbers among it.
probe(
    "arithmetic", integers(-50, 50, 5, 7), integers(1, 9, 5, 7), dtypes=INTEGERS, tolerance=EXACT
)(lambda torch, x, y: (x + y, x * y, x - y, x // y, x % y, torch.maximum(x, y), x.abs()))
# Beyond what float32 and int32 can hold.
probe("large-integers", integers(0, 1000, 12), dtypes=("int64",), tolerance=EXACT)(
    lambda x: (x + 2**24 + 1, (x + 2**40 + 3) // 2, (x + 2**33) * 3, (x + 2**45) % 1000)
)
probe(
    "bitwise",
    *(integers(0, 120, 5, 7), integers(0, 120, 5, 7)),
    dtypes=(*INTEGERS, "uint8"),
    tolerance=EXACT,
)(lambda x, y: (x & y, x | y, x ^ y, ~x))
probe("bit-shifts", integers(0, 120, 5, 7), dtypes=INTEGERS, tolerance=EXACT)(
    lambda x: (x << 3, x >> 2)
)
probe("logic", booleans(7, 9), booleans(7, 9), dtypes=("bool",), tolerance=EXACT)(
    lambda x, y: (x & y, x | y, x ^ y, ~x, x.logical_and(y), x == y)
)
probe("comparisons", integers(0, 4, 6, 7), integers(0, 4, 7), dtypes=("int64",), tolerance=EXACT)(
    lambda x, y: (x == y, x != y, x < y, x >= y, x > 1)
)
probe("casts", normal(64), integers(-100, 100, 64), booleans(64), tolerance=EXACT)(
    lambda torch, x, whole, mask: (
        x.to(torch.float16).to(torch.float32),
        (x * 10).to(torch.int32),
        whole.to(torch.float32),
        whole.to(torch.int32).to(torch.int64),
        mask.to(torch.float32),
        (whole > 0).to(torch.int64),
        whole.to(torch.bool),
    )
)
probe("casts-bfloat16", normal(64), tolerance=EXACT)(
    lambda torch, x: x.to(torch.bfloat16).to(torch.float32)
)
probe("arithmetic", normal(5, 7), normal(5, 7), dtypes=COMPLEX)(
    lambda x, y: (
        *(x + y, x * y, x - y, x.abs(), x.angle()),
        *(x.conj().resolve_conj(), x.real + y.imag),
    )
)
probe("functions", normal(5, 7), dtypes=COMPLEX, tolerance=LOOSE)(
    lambda torch, x: (x.exp(), torch.complex(x.real * 2, x.imag), torch.view_as_real(x) * 2)
)
