"""Deep probes of arithmetic and functions that work entry by entry."""

from probe_deep_registry import (
    EXACT,
    FLOATS,
    LOOSE,
    ORDINARY,
    booleans,
    integers,
    normal,
    positive,
    probe,
)

POWERS = {"float32": LOOSE["float32"], "complex64": LOOSE["float32"]}


@probe("arithmetic", normal(5, 7), positive(7), dtypes=FLOATS, tolerance=ORDINARY)
def arithmetic(torch, x, y):
    """Sum, difference, product and quotient with a broadcast row, and with numbers."""
    return x + y, x - 2 * y, x * y, x / y, 1.0 - x, torch.lerp(x, y.expand(5, 7), 0.3)


@probe("arithmetic-transposed", normal(5, 7), normal(7, 5), tolerance=ORDINARY)
def arithmetic_transposed(x, y):
    """Sum and product of a tensor and a transposed view."""
    return x + y.t(), x.t() * y


@probe("one-minus", positive(40), tolerance=ORDINARY)
def one_minus(x):
    """1.0 - x, which must not be rounded to integers."""
    return 1.0 - x


@probe("functions", positive(5, 7), dtypes=FLOATS, tolerance=ORDINARY)
def functions(torch, x):
    """Exponential, logarithm, roots and trigonometric functions."""
    return [
        getattr(torch, name)(x)
        for name in ("exp", "log", "sqrt", "rsqrt", "sin", "cos", "tanh", "erf", "sigmoid", "atan")
    ]


@probe("functions-gradients", positive(5, 7), tolerance=LOOSE)
def functions_gradients(torch, x):
    """The gradients of the usual functions."""
    x = x.requires_grad_()
    results = (x.exp(), x.log(), x.sqrt(), x.sin(), x.tanh(), x.erf(), x.sigmoid(), x.pow(3))
    return [torch.autograd.grad(result.sum(), x, retain_graph=True)[0] for result in results]


@probe("power", positive(5, 7), tolerance=POWERS)
def power(torch, x):
    """Powers with whole, broken and negative exponents."""
    return x.pow(3), x.pow(0.7), x**-1.5, 2.0**x, torch.pow(x, x)


@probe("activations", normal(6, 7), dtypes=FLOATS, tolerance=ORDINARY)
def activations(torch, x):
    """The activation functions of common models."""
    names = ("relu", "gelu", "silu", "elu", "softplus", "selu", "hardswish", "mish", "leaky_relu")
    results = [getattr(torch.nn.functional, name)(x) for name in names]
    return [*results, torch.nn.functional.gelu(x, approximate="tanh")]


@probe("activations-gradients", normal(6, 7), tolerance=LOOSE)
def activations_gradients(torch, x):
    """The gradients of the activation functions of common models."""
    x = x.requires_grad_()
    names = ("relu", "gelu", "silu", "elu", "softplus", "hardswish", "leaky_relu")
    results = [getattr(torch.nn.functional, name)(x) for name in names]
    return [torch.autograd.grad(result.sum(), x)[0] for result in results]


@probe("activations-moved-axis", normal(2, 3), positive(2), tolerance=ORDINARY)
def activations_moved_axis(torch, x, slope):
    """softplus, selu and prelu of a view with moved axes."""
    x = x.moveaxis(0, 1)
    return (
        torch.nn.functional.softplus(x),
        torch.nn.functional.selu(x),
        torch.nn.functional.prelu(x, slope),
    )


@probe("clamp-round", normal(6, 7), tolerance=EXACT)
def clamp_round(x):
    """Entries clamped, cut off, and rounded up and down."""
    return x.clamp(-0.5, 0.5), x.abs(), x.neg(), x.sign(), x.floor(), x.ceil(), x.trunc(), x.round()


@probe("remainder", normal(6, 7), positive(6, 7), tolerance=ORDINARY)
def remainder(torch, x, y):
    """Floor division, and remainders of either sign."""
    return torch.fmod(x, y), torch.div(x, y, rounding_mode="floor"), x - (x / y).trunc() * y


@probe("extremes", normal(6, 7), normal(6, 7), dtypes=FLOATS, tolerance=EXACT)
def extremes(torch, x, y):
    """The larger and the smaller of two, comparisons, and tests for NaN and infinity."""
    special = torch.cat([x.flatten()[:5] / 0.0, y.flatten()[:5]])
    return (
        torch.maximum(x, y),
        torch.minimum(x, y),
        x > y,
        x.le(y),
        special.isinf(),
        special.isnan(),
        torch.isfinite(special),
    )


@probe("addcdiv-transposed", normal(2, 3), normal(2, 3), positive(3, 2), tolerance=ORDINARY)
def addcdiv_transposed(x, y, z):
    """addcdiv in place on a transposed view, which the optimisers use."""
    return x.clone().t().addcdiv_(y.t(), z, value=0.5)


@probe("addcmul-transposed", normal(2, 3), normal(3, 2), normal(3, 2), tolerance=ORDINARY)
def addcmul_transposed(x, y, z):
    """addcmul in place on a transposed view, which the optimisers use."""
    return x.clone().t().addcmul_(y, z, value=0.5)


@probe("in-place-transposed", normal(5, 4), normal(4, 5), tolerance=ORDINARY)
def in_place_transposed(x, y):
    """Arithmetic and functions in place on a transposed view."""
    x = x.clone()
    x.t().add_(y).mul_(0.5)
    x.t().tanh_()
    x.t()[1:].sub_(y[1:])
    return x


@probe("into-given-result", normal(6, 8), normal(6, 8), tolerance=ORDINARY)
def into_given_result(torch, x, y):
    """Results written into every second column of a given tensor."""
    target = torch.zeros(6, 16, dtype=x.dtype, device=x.device)
    torch.add(x, y, out=target[:, ::2])
    torch.mul(x, y, out=target[:, 1::2])
    return target


@probe(
    "arithmetic",
    integers(-50, 50, 5, 7),
    integers(1, 9, 5, 7),
    dtypes=("int64", "int32"),
    tolerance=EXACT,
)
def arithmetic_integers(torch, x, y):
    """Integer arithmetic, floor division and remainders of negative numbers among it."""
    return x + y, x * y, x - y, x // y, x % y, torch.maximum(x, y), x.abs()


@probe("large-integers", integers(0, 1000, 12), dtypes=("int64",), tolerance=EXACT)
def large_integers(x):
    """int64 beyond what float32 and int32 can hold."""
    return x + 2**24 + 1, (x + 2**40 + 3) // 2, (x + 2**33) * 3, (x + 2**45) % 1000


@probe(
    "bitwise",
    integers(0, 120, 5, 7),
    integers(0, 120, 5, 7),
    dtypes=("int64", "int32", "uint8"),
    tolerance=EXACT,
)
def bitwise(x, y):
    """And, or, exclusive or, and not, bit by bit."""
    return x & y, x | y, x ^ y, ~x


@probe("bit-shifts", integers(0, 120, 5, 7), dtypes=("int64", "int32"), tolerance=EXACT)
def bit_shifts(x):
    """Shifts to the left and to the right."""
    return x << 3, x >> 2


@probe("logic", booleans(7, 9), booleans(7, 9), dtypes=("bool",), tolerance=EXACT)
def logic(x, y):
    """And, or, exclusive or, and not of truth values."""
    return x & y, x | y, x ^ y, ~x, x.logical_and(y), x == y


@probe("comparisons", integers(0, 4, 6, 7), integers(0, 4, 7), dtypes=("int64",), tolerance=EXACT)
def comparisons(x, y):
    """Comparisons of integers with a broadcast row."""
    return x == y, x != y, x < y, x >= y, x > 1


@probe("casts", normal(64), integers(-100, 100, 64), booleans(64), tolerance=EXACT)
def casts(torch, x, whole, mask):
    """Numbers of one dtype turned into another."""
    return (
        x.to(torch.float16).to(torch.float32),
        (x * 10).to(torch.int32),
        whole.to(torch.float32),
        whole.to(torch.int32).to(torch.int64),
        mask.to(torch.float32),
        (whole > 0).to(torch.int64),
        whole.to(torch.bool),
    )


@probe("casts-bfloat16", normal(64), tolerance=EXACT)
def casts_bfloat16(torch, x):
    """Numbers rounded to bfloat16 and back."""
    return x.to(torch.bfloat16).to(torch.float32)


@probe("arithmetic", normal(5, 7), normal(5, 7), dtypes=("complex64",), tolerance=ORDINARY)
def arithmetic_complex(x, y):
    """Complex arithmetic, absolute value, angle, conjugate and parts."""
    return x + y, x * y, x - y, x.abs(), x.angle(), x.conj().resolve_conj(), x.real + y.imag


@probe("functions", normal(5, 7), dtypes=("complex64",), tolerance=POWERS)
def functions_complex(torch, x):
    """Complex exponential and root, and complex numbers from parts."""
    return x.exp(), torch.complex(x.real * 2, x.imag), torch.view_as_real(x) * 2
