"""The inputs of deep probes: how each is drawn, and the same in words of torch."""

CPU_PART = 64
"""On the CPU a large size is divided by this.

The limits are those of Metal and of GPU kernels; on the CPU the same code would mostly make the
system hand out gigabytes of pages, which was seen to take four minutes on two cores.
"""


class Source:
    """What inputs are drawn from: our own generator, for one dtype and device."""

    small = False
    """Whether sizes near a limit are small, whatever the device: for tests."""

    def __init__(self, torch, seed, dtype, device):
        self.torch = torch
        self.dtype = getattr(torch, dtype)
        self.device = device
        self._generator = torch.Generator(device="cpu")
        self._generator.manual_seed(seed)

    def draw(self, function, *arguments):
        """Return what a random function of torch gives, on the CPU."""
        return getattr(self.torch, function)(*arguments, generator=self._generator)


class Input:
    """An input: `draw(source)` returns it on the CPU."""

    def __init__(self, text, draw):
        self._text = text
        self.draw = draw

    def text(self, dtype):
        """Return an expression that draws such an input."""
        # Without a dtype that the numbers have by themselves.
        plain = self._text.replace(".to(DTYPE)", "") if dtype == "float32" else self._text
        return plain.replace("DTYPE", "torch." + dtype)


def normal(*shape):
    """Normally distributed numbers of the probe's dtype."""

    def draw(source):
        if not source.dtype.is_complex:
            return source.draw("randn", shape).to(source.dtype)
        parts = source.draw("randn", (*shape, 2))
        return source.torch.view_as_complex(parts).to(source.dtype)

    return Input("torch.randn(%s).to(DTYPE)" % (shape,), draw)


def positive(*shape):
    """Numbers between 0.5 and 1.5 of the probe's dtype."""
    text = "(torch.rand(%s) + 0.5).to(DTYPE)" % (shape,)
    return Input(text, lambda source: (source.draw("rand", shape) + 0.5).to(source.dtype))


def integers(low, high, *shape):
    """Integers from `low` up to, not with, `high`: of the probe's dtype, int64 unless it is one."""

    def draw(source):
        dtype, drawn = source.dtype, source.draw("randint", low, high, shape)
        whole = not (dtype.is_floating_point or dtype.is_complex or dtype == source.torch.bool)
        return drawn.to(dtype) if whole else drawn

    return Input("torch.randint(%d, %d, %s)" % (low, high, shape), draw)


def booleans(*shape):
    """Truth values, half of them true."""
    return Input("torch.rand(%s) < 0.5" % (shape,), lambda source: source.draw("rand", shape) < 0.5)


def shuffled(*shape):
    """Numbers from 0 on, each once and in random order: no ties for a sort to break."""
    count = 1
    for size in shape:
        count *= size
    text = "torch.randperm(%d, dtype=DTYPE).view(%s)" % (count, shape)
    return Input(text, lambda source: source.draw("randperm", count).view(shape).to(source.dtype))


def seed():
    """A number to start a generator with: another one in each round."""
    return Input("7", lambda source: int(source.draw("randint", 1, 1000000, (1,))))


def size(count, small):
    """A number of entries near a limit of GPUs; the CPU takes a part of it, tests take `small`."""

    def draw(source):
        if source.small:
            return small
        return max(count // CPU_PART, small) if source.device == "cpu" else count

    return Input(str(count), draw)
