"""How a deep probe is declared: what it computes, from which inputs, how far it may be off.

    @probe("linear-transposed-weight", normal(4, 16), normal(16, 8), tolerance=PRODUCT)
    def linear_transposed_weight(torch, x, weight):
        "A linear layer whose weight is a transposed view."
        return torch.nn.functional.linear(x, weight.t())

A function of `torch` and the inputs is run on the device and, in double precision, on the CPU.
A function that also asks for `device` makes its own comparison: it returns pairs (or one pair) of
what the device gave and what it should have given.
It must be complete in itself: its source is the reproduction that a user may paste elsewhere.
"""

CATALOGUE = []
"""Every probe that was declared, in that order."""

SHORT = {
    "float32": "fp32",
    "float16": "fp16",
    "bfloat16": "bf16",
    "float64": "fp64",
    "complex64": "complex64",
    "int64": "int64",
    "int32": "int32",
    "int8": "int8",
    "uint8": "uint8",
    "bool": "bool",
}
"""Name of a dtype to the end of a probe's id."""

FLOATS = ("float32", "float16", "bfloat16")

STEP_SECONDS = 60.0
"""Deadline asked for a probe: the first kernel of each kind is compiled by the system, and that
has been seen to take tens of seconds (https://github.com/pytorch/pytorch/issues/123148)."""


class Tolerance:
    """How far a result may be off, per dtype: each number with its source.

    An entry is outside where |difference| > absolute + relative * |reference|.
    `norm` bounds the Frobenius norm of the difference over that of the reference: without it, a
    result of all zeros would pass wherever the right numbers are smaller than `absolute`.
    """

    def __init__(self, absolute, relative, norm):
        self.absolute = absolute
        self.relative = relative
        self.norm = norm


def _by_dtype(float32, float16, bfloat16):
    return {
        "float32": Tolerance(*float32),
        "float16": Tolerance(*float16),
        "bfloat16": Tolerance(*bfloat16),
        "complex64": Tolerance(*float32),
    }


# Bounds of the norm: 20 to 200 times what an H200 and this project's CPUs show for the matrix
# product (float32 6e-7, float16 2e-4, bfloat16 2e-3), so that another order of summation passes and
# a change of one percent in float32 does not.
_NORM = {"float32": 1e-4, "float16": 1e-2, "bfloat16": 4e-2}

ORDINARY = _by_dtype(
    (1e-5, 1.3e-6, _NORM["float32"]),
    (2e-2, 1e-2, _NORM["float16"]),
    (5e-2, 5e-2, _NORM["bfloat16"]),
)
"""float32: the defaults of torch.testing.assert_close; halves: FP16_LOW_PRECISION_LIST and its
bfloat16 twin in PyTorch's test/test_mps.py."""

PRODUCT = _by_dtype(
    (1e-4, 3e-5, _NORM["float32"]),
    (5e-2, 5e-2, _NORM["float16"]),
    (5e-2, 1e-1, _NORM["bfloat16"]),
)
"""Matrix products and convolutions: FP32_LOW_PRECISION_LIST and the lists for linear, mv, addmm in
PyTorch's test/test_mps.py."""

LOOSE = _by_dtype(
    (1e-3, 1e-4, 1e-3),
    (5e-2, 5e-2, 2e-2),
    (1e-1, 1e-1, 8e-2),
)
"""Chains of several operators with a gradient through them, and interpolation: the widest that
PyTorch's test/test_mps.py allows a single operator."""

LONG_SUM = _by_dtype(
    (1e-2, 1e-4, 1e-3),
    (2e-1, 5e-2, _NORM["float16"]),
    (1.0, 1e-1, _NORM["bfloat16"]),
)
"""Sums of tens of thousands of products; the reports on them (pytorch issues 183535, 195163)
compare at a thousandth of the largest entry, and there all entries were off."""

NORMALISED = _by_dtype(
    (1e-4, 1.3e-5, _NORM["float32"]),
    (2e-2, 1e-2, _NORM["float16"]),
    (5e-2, 5e-2, _NORM["bfloat16"]),
)
"""native_layer_norm in PyTorch's test/test_mps.py."""

TRANSFORM = _by_dtype((3e-5, 3e-5, _NORM["float32"]), (1e-2, 1e-2, 1e-2), (5e-2, 5e-2, 5e-2))
"""FFT in PyTorch's test/test_mps.py; see also pytorch issue 120237."""

STATISTIC = _by_dtype((5e-2, 0.0, 1e-1), (5e-2, 0.0, 1e-1), (5e-2, 0.0, 1e-1))
"""Mean and spread of 100,000 random numbers: ten times their standard error and more."""

EXACT = {name: Tolerance(0.0, 0.0, 0.0) for name in SHORT}
"""Copies, integers, truth values, and whatever else has one right answer."""


class Probe:
    """A declared probe."""

    def __init__(self, operation, dtype, function, inputs, tolerance, **options):
        self.id = "%s-%s" % (operation, SHORT[dtype])
        self.operation = operation
        self.dtype = dtype
        self.function = function
        self.inputs = inputs
        self.tolerance = tolerance[dtype]
        self.needs = options["needs"]
        self.devices = options["devices"]
        self.seconds = options["seconds"]
        self.memory = options["memory"]
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        self.asks_for_torch = "torch" in names
        self.compares_itself = "device" in names
        self.parameters = tuple(name for name in names if name not in ("torch", "device"))
        if len(self.parameters) != len(inputs):
            raise TypeError("probe %s: %d inputs for %r" % (self.id, len(inputs), self.parameters))

    @property
    def covers(self):
        """What is examined: the docstring of the function."""
        return " ".join(self.function.__doc__.split())

    def draw(self, torch, generator, device):
        """Return the inputs for a device; they lie on the CPU."""
        return [item.of_device(device).draw(torch, generator, self.dtype) for item in self.inputs]

    def memory_on(self, device):
        """Return the bytes that it takes on a device, 0 where they are few."""
        return self.memory // CPU_PART if device == "cpu" else self.memory

    def call(self, torch, device, inputs):
        """Run the function on these inputs."""
        named = {}
        if self.asks_for_torch:
            named["torch"] = torch
        if self.compares_itself:
            named["device"] = device
        return self.function(*(), **dict(named, **dict(zip(self.parameters, inputs))))


def probe(operation, *inputs, **options):
    """Declare a function as the probe of an operation, once per dtype.

    `dtypes`     of the inputs that are drawn as real numbers; the default is float32 alone
    `tolerance`  dtype to Tolerance
    `needs`      what older versions lack: dotted names in torch, or the first version ("2.5");
                 "mps:" before one of them means on that device only
    `devices`    the only devices that it concerns; none named means all
    `memory`     bytes that it takes on the device, where they are many
    `seconds`    its deadline
    """
    dtypes = options.pop("dtypes", ("float32",))
    tolerance = options.pop("tolerance", ORDINARY)
    settings = {"needs": (), "devices": (), "seconds": STEP_SECONDS, "memory": 0}
    unknown = set(options) - set(settings)
    if unknown:
        raise TypeError("probe %s: unknown options %s" % (operation, sorted(unknown)))
    settings.update(options)

    def declare(function):
        CATALOGUE.extend(
            Probe(operation, dtype, function, inputs, tolerance, **settings) for dtype in dtypes
        )
        return function

    return declare


# Every draw takes the same three arguments, needed or not.
# ruff: noqa: ARG001, ARG002


class Input:
    """An input: how it is drawn, and the same in words of torch."""

    def __init__(self, text, draw):
        self._text = text
        self._draw = draw

    def draw(self, torch, generator, dtype):
        """Return the input on the CPU, drawn from our own generator."""
        return self._draw(torch, generator, getattr(torch, dtype))

    def of_device(self, device):
        """Return the input as it is on a device."""
        return self

    def text(self, dtype):
        """Return an expression that draws such an input."""
        return self._text.replace("DTYPE", "torch." + dtype)


def _numbers(shape):
    return ", ".join(str(size) for size in shape)


def normal(*shape):
    """Normally distributed numbers of the probe's dtype."""

    def draw(torch, generator, dtype):
        if dtype.is_complex:
            parts = torch.randn((*shape, 2), generator=generator)
            return torch.view_as_complex(parts).to(dtype)
        return torch.randn(shape, generator=generator).to(dtype)

    return Input("torch.randn(%s).to(DTYPE)" % _numbers(shape), draw)


def positive(*shape):
    """Numbers between 0.5 and 1.5 of the probe's dtype."""

    def draw(torch, generator, dtype):
        return (torch.rand(shape, generator=generator) + 0.5).to(dtype)

    return Input("(torch.rand(%s) + 0.5).to(DTYPE)" % _numbers(shape), draw)


def integers(low, high, *shape):
    """Integers from `low` up to, not with, `high`: of the probe's dtype, int64 unless it is one."""

    def draw(torch, generator, dtype):
        drawn = torch.randint(low, high, shape, generator=generator)
        whole = not dtype.is_floating_point and not dtype.is_complex and dtype != torch.bool
        return drawn.to(dtype) if whole else drawn

    return Input("torch.randint(%d, %d, (%s,))" % (low, high, _numbers(shape)), draw)


def booleans(*shape):
    """Truth values, half of them true."""

    def draw(torch, generator, dtype):
        return torch.rand(shape, generator=generator) < 0.5

    return Input("torch.rand(%s) < 0.5" % _numbers(shape), draw)


def shuffled(count):
    """The numbers 0 to count - 1 in random order: no ties for a sort to break."""

    def draw(torch, generator, dtype):
        return torch.randperm(count, generator=generator).to(dtype)

    return Input("torch.randperm(%d).to(DTYPE)" % count, draw)


def seed():
    """A number to start a generator with: another one in each round."""

    def draw(torch, generator, dtype):
        return int(torch.randint(1, 1000000, (1,), generator=generator))

    return Input("7", draw)


CPU_PART = 64
"""On the CPU a large size is divided by this.

The limits are those of Metal and of GPU kernels; on the CPU the same code would mostly make the
system hand out gigabytes of pages, which was seen to take four minutes on two cores.
"""


class Size(Input):
    """A number of entries near a limit of GPUs; the CPU, and tests, run the same probe with less.

    `small` is what tests take; the CPU takes a part of `count`, or `small` where that is more.
    """

    use_small = False

    def __init__(self, count, small):
        super().__init__(str(count), self._number)
        self._count = count
        self._small = small

    def _number(self, torch, generator, dtype):
        return self._small if self.use_small else self._count

    def of_device(self, device):
        """Return the input as it is on a device."""
        if device != "cpu":
            return self
        return Size(max(self._count // CPU_PART, self._small), self._small)
