"""How a deep probe is declared: its name, its inputs, what it computes from them.

    probe = Family(tolerance=PRODUCT)

    probe("bmm", normal(5, 24, 40), normal(5, 40, 16), dtypes=FLOATS)(
        lambda torch, left, right: torch.bmm(left, right)
    )

A function of its inputs, and of `torch` and `F` (torch.nn.functional) where it asks for them, is
run on the device and, in double precision, on the CPU.
With `gradients="left right"` it returns a loss, or several, and the gradients of these inputs are
what is compared.
A function that asks for `device` makes its own comparison: it returns pairs (or one pair) of what
the device gave and what it should have given.
"""

SHORT = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16", "float64": "fp64"}
"""Name of a dtype to the end of a probe's id, where they differ."""

HALVES = ("float16", "bfloat16")
FLOATS = ("float32", *HALVES)

STEP_SECONDS = 60.0
"""Deadline asked for a probe: the first kernel of each kind is compiled by the system, and that
has been seen to take tens of seconds (https://github.com/pytorch/pytorch/issues/123148)."""

GIVEN = ("torch", "F", "device")  # what a function may ask for besides its inputs

DTYPES = (
    *("float32", "float16", "bfloat16", "float64", "complex64"),
    *("int64", "int32", "int8", "uint8", "bool"),
)

CPU_PART = 64
"""On the CPU a large size is divided by this.

The limits are those of Metal and of GPU kernels; on the CPU the same code would mostly make the
system hand out gigabytes of pages, which was seen to take four minutes on two cores.
"""


class Tolerance:
    """An entry is outside where |difference| > absolute + relative * |reference|.

    `norm` bounds the Frobenius norm of the difference over that of the reference: without it, a
    result of all zeros would pass wherever the right numbers are smaller than `absolute`.
    """

    def __init__(self, absolute, relative, norm):
        self.absolute = absolute
        self.relative = relative
        self.norm = norm


def same_for_all(absolute, relative, norm):
    """Return one tolerance for every dtype."""
    return dict.fromkeys(DTYPES, Tolerance(absolute, relative, norm))


def by_dtype(float32, float16, bfloat16):
    """Return the tolerances of the floating dtypes; complex64 has that of its parts."""
    given = {"float32": float32, "float16": float16, "bfloat16": bfloat16, "complex64": float32}
    return {name: Tolerance(*numbers) for name, numbers in given.items()}


class Source:
    """What inputs are drawn from: our own generator, for one dtype and device."""

    small = False
    """Whether sizes near a limit are small, whatever the device: for tests."""

    def __init__(self, torch, seed, dtype, device):
        self.torch = torch
        self.dtype = getattr(torch, dtype)
        self.device = device
        self._generator = torch.Generator(device="cpu").manual_seed(seed)

    def draw(self, function, *arguments):
        """Return what a random function of torch gives, on the CPU."""
        return getattr(self.torch, function)(*arguments, generator=self._generator)


def normal(*shape):
    """Return a drawer of normally distributed numbers of the probe's dtype."""

    def draw(source):
        if not source.dtype.is_complex:
            return source.draw("randn", shape).to(source.dtype)
        parts = source.draw("randn", (*shape, 2))
        return source.torch.view_as_complex(parts).to(source.dtype)

    return draw


def positive(*shape):
    """Return a drawer of numbers between 0.5 and 1.5 of the probe's dtype."""
    return lambda source: (source.draw("rand", shape) + 0.5).to(source.dtype)


def integers(low, high, *shape):
    """Return a drawer of integers from `low` up to, not with, `high`.

    They are of the probe's dtype, int64 unless it is one.
    """

    def draw(source):
        dtype, drawn = source.dtype, source.draw("randint", low, high, shape)
        whole = not (dtype.is_floating_point or dtype.is_complex or dtype == source.torch.bool)
        return drawn.to(dtype) if whole else drawn

    return draw


def booleans(*shape):
    """Return a drawer of truth values, half of them true."""
    return lambda source: source.draw("rand", shape) < 0.5


def shuffled(*shape):
    """Return a drawer of the numbers from 0 on, each once: no ties for a sort to break."""
    count = 1
    for size in shape:
        count *= size
    return lambda source: source.draw("randperm", count).view(shape).to(source.dtype)


def seed():
    """Return a drawer of a number to start a generator with: another one in each round."""
    return lambda source: int(source.draw("randint", 1, 1000000, (1,)))


def size(count, small):
    """Return a drawer of a number of entries near a limit of GPUs.

    The CPU takes a part of it, tests take `small`.
    """

    def draw(source):
        if source.small:
            return small
        return max(count // CPU_PART, small) if source.device == "cpu" else count

    return draw


class Probe:
    """A declared probe: an operation in one dtype."""

    needs = ()
    """What older versions lack: dotted names in torch, or the first version ("2.5"); "mps:" before
    one of them means on that device only."""
    devices = ()
    """The only devices that it concerns; none named means all."""
    memory = 0
    """Bytes that it takes on the device, where they are many."""
    seconds = STEP_SECONDS
    """Its deadline."""
    gradients = ""
    """The inputs whose gradients are compared, instead of what the function returns."""

    def __init__(self, operation, dtype, function, inputs, tolerance):
        self.id = "%s-%s" % (operation, SHORT.get(dtype, dtype))
        self.operation = operation
        self.dtype = dtype
        self.function = function
        self.inputs = inputs
        self.tolerance = tolerance
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        self.given = [name for name in names if name in GIVEN]
        self.parameters = [name for name in names if name not in GIVEN]
        if len(self.parameters) != len(inputs):
            raise TypeError("probe %s: %d inputs for %r" % (self.id, len(inputs), self.parameters))

    def call(self, torch, device, inputs):
        """Run the function on these inputs."""
        given = {"torch": torch, "F": torch.nn.functional, "device": device}
        named = {name: given[name] for name in self.given}
        named.update(zip(self.parameters, inputs))
        if not self.gradients:
            return self.function(**named)
        leaves = [named[name].requires_grad_() for name in self.gradients.split()]
        losses = self.function(**named)
        losses = [losses] if torch.is_tensor(losses) else losses
        of_each = [torch.autograd.grad(loss, leaves, retain_graph=True) for loss in losses]
        return [gradient for gradients in of_each for gradient in gradients]


class Family:
    """The probes of one module, in the order in which they are declared."""

    def __init__(self, tolerance):
        """`tolerance`, dtype to Tolerance, is that of a probe which names no other."""
        self._tolerance = tolerance
        self.probes = []

    def __call__(self, operation, *inputs, dtypes=("float32",), tolerance=None, **options):
        """Declare a function as the probe of an operation, once per dtype of its inputs.

        `options` are the attributes of Probe.
        """

        def declare(function):
            for dtype in dtypes:
                allowed = (tolerance or self._tolerance)[dtype]
                probe = Probe(operation, dtype, function, inputs, allowed)
                for name, value in options.items():
                    getattr(Probe, name)  # an unknown option is a mistake
                    setattr(probe, name, value)
                self.probes.append(probe)
            return function

        return declare
