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

from .inputs import CPU_PART

SHORT = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16", "float64": "fp64"}
"""Name of a dtype to the end of a probe's id, where they differ."""

HALVES = ("float16", "bfloat16")
FLOATS = ("float32", *HALVES)

STEP_SECONDS = 60.0
"""Deadline asked for a probe: the first kernel of each kind is compiled by the system, and that
has been seen to take tens of seconds (https://github.com/pytorch/pytorch/issues/123148)."""

GIVEN = ("torch", "F", "device")  # what a function may ask for besides its inputs


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

    @property
    def compares_itself(self):
        """Whether it returns pairs of what is and what should be."""
        return "device" in self.given

    def memory_on(self, device):
        """Return the bytes that it takes on a device, 0 where they are few."""
        return self.memory // CPU_PART if device == "cpu" else self.memory

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
