"""Deep probes of random numbers: never the CPU's numbers, but repeatable ones of the right kind."""

from ..probe import Family, normal, seed
from .tolerances import EXACT, LOOSE, STATISTIC

probe = Family(EXACT)


def _differ(first, other):
    return (first.cpu() != other.cpu()).float().mean() > 0.9


@probe("random-repeatable", seed())
def _repeatable(torch, device, number):
    # The same seed gives the same numbers, and going on gives others.
    pairs = []
    for draw in (torch.randn, torch.rand):
        torch.manual_seed(number)
        first = draw(1000, device=device)
        torch.manual_seed(number)
        again, other = draw(1000, device=device), draw(1000, device=device)
        pairs += [(again, first), (_differ(first, other), True), ((first.abs() < 6).all(), True)]
    return pairs


@probe("random-generator", seed())
def _generator(torch, device, number):
    # A generator of one's own repeats its numbers, also from a saved state.
    generator = torch.Generator(device=device)

    def draw():
        return torch.randn(500, device=device, generator=generator)

    generator.manual_seed(number)
    first = draw()
    state = generator.get_state()
    second = draw()
    generator.set_state(state)
    again = draw()
    generator.manual_seed(number)
    restarted = draw()
    small = (first.abs() < 6).all()
    return (restarted, first), (again, second), (_differ(first, second), True), (small, True)


@probe("random-normal", seed(), tolerance=STATISTIC)
def _normal(torch, device, number):
    # Mean, spread and skew.
    torch.manual_seed(number)
    drawn = torch.randn(100000, device=device).cpu().double()
    filled = torch.empty(100000, device=device).normal_(3.0, 2.0).cpu().double()
    measured = torch.stack(
        [drawn.mean(), drawn.std(), drawn.pow(3).mean(), (filled.mean() - 3) / 2, filled.std() / 2]
    )
    return measured, torch.tensor([0.0, 1.0, 0.0, 0.0, 1.0])


@probe("random-uniform", seed(), tolerance=STATISTIC)
def _uniform(torch, device, number):
    # Mean, spread and limits.
    torch.manual_seed(number)
    drawn = torch.rand(100000, device=device).cpu().double()
    measured = torch.stack([drawn.mean(), drawn.std(), drawn.min(), drawn.max()])
    inside = (drawn >= 0).all() & (drawn < 1).all()
    return (measured, torch.tensor([0.5, 12**-0.5, 0.0, 1.0])), (inside, True)


@probe("random-integers", seed(), dtypes=("int64",))
def _integers(torch, device, number):
    # They lie in their range, and each value occurs.
    torch.manual_seed(number)
    drawn = torch.randint(-3, 5, (5000,), device=device).cpu()
    return torch.unique(drawn), torch.arange(-3, 5)


@probe("random-order", seed(), dtypes=("int64",))
def _order(torch, device, number):
    # Each number once, and not in the natural order.
    torch.manual_seed(number)
    drawn = torch.randperm(2000, device=device).cpu()
    moved = (drawn != torch.arange(2000)).sum() > 1500
    return (drawn.sort().values, torch.arange(2000)), (moved, True)


@probe("random-choice", seed())
def _choice(torch, device, number):
    # Never what has no chance, and all that has one.
    torch.manual_seed(number)
    chances = torch.tensor([0.0, 0.5, 0.0, 1.0, 0.25]).to(device)
    drawn = torch.multinomial(chances, 2000, replacement=True).cpu()
    sure = torch.bernoulli(torch.ones(10, 10, device=device))
    never = torch.bernoulli(torch.zeros(10, 10, device=device))
    choices = torch.unique(drawn), torch.tensor([1, 3, 4])
    return choices, (sure, torch.ones(10, 10)), (never, torch.zeros(10, 10))


@probe("dropout", normal(4000), seed(), tolerance=LOOSE)
def _dropout(F, torch, device, x, number):
    # It clears the share asked for, scales the rest, and passes all in evaluation.
    torch.manual_seed(number)
    x = x.to(device)
    result = F.dropout(x, 0.25, training=True)
    kept = (result != 0).cpu()
    share = kept.float().mean()
    untouched = F.dropout(x, 0.25, training=False)
    expected = torch.where(kept, x.cpu() / 0.75, torch.zeros(()))
    return (result, expected), ((share > 0.7) & (share < 0.8), True), (untouched, x.cpu())
