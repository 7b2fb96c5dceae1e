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
        self.generator = torch.Generator(device="cpu")
        self.generator.manual_seed(seed)
        self.dtype = getattr(torch, dtype)
        self.device = device


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


def _numbers(shape):
    return ", ".join(str(size) for size in shape)


def normal(*shape):
    """Normally distributed numbers of the probe's dtype."""

    def draw(source):
        if source.dtype.is_complex:
            parts = source.torch.randn((*shape, 2), generator=source.generator)
            return source.torch.view_as_complex(parts).to(source.dtype)
        return source.torch.randn(shape, generator=source.generator).to(source.dtype)

    return Input("torch.randn(%s).to(DTYPE)" % _numbers(shape), draw)


def positive(*shape):
    """Numbers between 0.5 and 1.5 of the probe's dtype."""

    def draw(source):
        return (source.torch.rand(shape, generator=source.generator) + 0.5).to(source.dtype)

    return Input("(torch.rand(%s) + 0.5).to(DTYPE)" % _numbers(shape), draw)


def integers(low, high, *shape):
    """Integers from `low` up to, not with, `high`: of the probe's dtype, int64 unless it is one."""

    def draw(source):
        dtype = source.dtype
        drawn = source.torch.randint(low, high, shape, generator=source.generator)
        whole = not (dtype.is_floating_point or dtype.is_complex or dtype == source.torch.bool)
        return drawn.to(dtype) if whole else drawn

    return Input("torch.randint(%d, %d, (%s,))" % (low, high, _numbers(shape)), draw)


def booleans(*shape):
    """Truth values, half of them true."""

    def draw(source):
        return source.torch.rand(shape, generator=source.generator) < 0.5

    return Input("torch.rand(%s) < 0.5" % _numbers(shape), draw)


def shuffled(count):
    """The numbers 0 to count - 1 in random order: no ties for a sort to break."""

    def draw(source):
        return source.torch.randperm(count, generator=source.generator).to(source.dtype)

    return Input("torch.randperm(%d, dtype=DTYPE)" % count, draw)


def seed():
    """A number to start a generator with: another one in each round."""

    def draw(source):
        return int(source.torch.randint(1, 1000000, (1,), generator=source.generator))

    return Input("7", draw)


def size(count, small):
    """A number of entries near a limit of GPUs; the CPU takes a part of it, tests take `small`."""

    def draw(source):
        if source.small:
            return small
        return max(count // CPU_PART, small) if source.device == "cpu" else count

    return Input(str(count), draw)
