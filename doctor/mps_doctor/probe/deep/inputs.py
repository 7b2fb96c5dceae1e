"""The inputs of deep probes: each a function that draws it on the CPU from a Source."""

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


def normal(*shape):
    """Return a function that draws normally distributed numbers of the probe's dtype."""

    def draw(source):
        if not source.dtype.is_complex:
            return source.draw("randn", shape).to(source.dtype)
        parts = source.draw("randn", (*shape, 2))
        return source.torch.view_as_complex(parts).to(source.dtype)

    return draw


def positive(*shape):
    """Return a function that draws numbers between 0.5 and 1.5 of the probe's dtype."""
    return lambda source: (source.draw("rand", shape) + 0.5).to(source.dtype)


def integers(low, high, *shape):
    """Return a function that draws integers from `low` up to, not with, `high`.

    They are of the probe's dtype, int64 unless it is one.
    """

    def draw(source):
        dtype, drawn = source.dtype, source.draw("randint", low, high, shape)
        whole = not (dtype.is_floating_point or dtype.is_complex or dtype == source.torch.bool)
        return drawn.to(dtype) if whole else drawn

    return draw


def booleans(*shape):
    """Return a function that draws truth values, half of them true."""
    return lambda source: source.draw("rand", shape) < 0.5


def shuffled(*shape):
    """Return a function that draws the numbers from 0 on, each once: a sort has no ties."""
    count = 1
    for size in shape:
        count *= size
    return lambda source: source.draw("randperm", count).view(shape).to(source.dtype)


def seed():
    """Return a function that draws a seed for a generator, another one in each round."""
    return lambda source: int(source.draw("randint", 1, 1000000, (1,)))


def size(count, small):
    """Return a function that draws a number of entries near a limit of GPUs.

    The CPU takes a part of it, tests take `small`.
    """

    def draw(source):
        if source.small:
            return small
        return max(count // CPU_PART, small) if source.device == "cpu" else count

    return draw
