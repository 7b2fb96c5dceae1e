"""Deep probes of random numbers: never the CPU's numbers, but repeatable ones of the right kind."""

from probe_deep_registry import EXACT, LOOSE, STATISTIC, normal, probe, seed


@probe("random-repeatable", seed(), tolerance=EXACT)
def random_repeatable(torch, device, number):
    """The same seed gives the same numbers, and going on gives others."""
    pairs = []
    for draw in (torch.randn, torch.rand):
        torch.manual_seed(number)
        first = draw(1000, device=device)
        torch.manual_seed(number)
        again = draw(1000, device=device)
        other = draw(1000, device=device)
        differ = (first.cpu() != other.cpu()).float().mean() > 0.9
        small = (first.abs() < 6).all()
        pairs += [(again, first), (differ, torch.tensor(True)), (small, torch.tensor(True))]
    return pairs


@probe("random-generator", seed(), tolerance=EXACT)
def random_generator(torch, device, number):
    """A generator of one's own repeats its numbers, also from a saved state."""
    generator = torch.Generator(device=device)
    generator.manual_seed(number)
    first = torch.randn(500, device=device, generator=generator)
    state = generator.get_state()
    second = torch.randn(500, device=device, generator=generator)
    generator.set_state(state)
    again = torch.randn(500, device=device, generator=generator)
    generator.manual_seed(number)
    differ = (first.cpu() != second.cpu()).float().mean() > 0.9
    restarted = torch.randn(500, device=device, generator=generator)
    truth = torch.tensor(True)
    small = (first.abs() < 6).all()
    return (restarted, first), (again, second), (differ, truth), (small, truth)


@probe("random-normal", seed(), tolerance=STATISTIC)
def random_normal(torch, device, number):
    """Mean, spread and skew of 100,000 normally distributed numbers."""
    torch.manual_seed(number)
    drawn = torch.randn(100000, device=device).cpu().double()
    filled = torch.empty(100000, device=device).normal_(3.0, 2.0).cpu().double()
    measured = torch.stack(
        [drawn.mean(), drawn.std(), drawn.pow(3).mean(), (filled.mean() - 3) / 2, filled.std() / 2]
    )
    return measured, torch.tensor([0.0, 1.0, 0.0, 0.0, 1.0])


@probe("random-uniform", seed(), tolerance=STATISTIC)
def random_uniform(torch, device, number):
    """Mean, spread and limits of 100,000 evenly distributed numbers."""
    torch.manual_seed(number)
    drawn = torch.rand(100000, device=device).cpu().double()
    measured = torch.stack([drawn.mean(), drawn.std(), drawn.min(), drawn.max()])
    inside = (drawn >= 0).all() & (drawn < 1).all()
    return (measured, torch.tensor([0.5, 12**-0.5, 0.0, 1.0])), (inside, torch.tensor(True))


@probe("random-integers", seed(), dtypes=("int64",), tolerance=EXACT)
def random_integers(torch, device, number):
    """Random integers lie in their range, and each value occurs."""
    torch.manual_seed(number)
    drawn = torch.randint(-3, 5, (5000,), device=device).cpu()
    return torch.unique(drawn), torch.arange(-3, 5)


@probe("random-order", seed(), dtypes=("int64",), tolerance=EXACT)
def random_order(torch, device, number):
    """A random order holds each number once, and is not the natural order."""
    torch.manual_seed(number)
    drawn = torch.randperm(2000, device=device).cpu()
    moved = (drawn != torch.arange(2000)).sum() > 1500
    return (drawn.sort().values, torch.arange(2000)), (moved, torch.tensor(True))


@probe("random-choice", seed(), tolerance=EXACT)
def random_choice(torch, device, number):
    """Random choices never fall on what has no chance, and fall on all that has one."""
    torch.manual_seed(number)
    chances = torch.tensor([0.0, 0.5, 0.0, 1.0, 0.25]).to(device)
    drawn = torch.multinomial(chances, 2000, replacement=True).cpu()
    sure = torch.bernoulli(torch.ones(10, 10, device=device))
    never = torch.bernoulli(torch.zeros(10, 10, device=device))
    return (
        (torch.unique(drawn), torch.tensor([1, 3, 4])),
        (sure, torch.ones(10, 10)),
        (never, torch.zeros(10, 10)),
    )


@probe("dropout", normal(4000), seed(), tolerance=LOOSE)
def dropout(torch, device, x, number):
    """Dropout clears the share asked for, scales the rest, and passes all in evaluation."""
    torch.manual_seed(number)
    x = x.to(device)
    result = torch.nn.functional.dropout(x, 0.25, training=True)
    kept = (result != 0).cpu()
    share = kept.float().mean()
    in_order = (share > 0.7) & (share < 0.8)
    untouched = torch.nn.functional.dropout(x, 0.25, training=False)
    expected = torch.where(kept, x.cpu() / 0.75, torch.zeros(()))
    return (result, expected), (in_order, torch.tensor(True)), (untouched, x.cpu())
