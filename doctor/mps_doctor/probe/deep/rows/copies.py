"""Deep probes of copies between host and device, views, and saved state."""

from ..probe import Family, booleans, integers, normal
from .tolerances import EXACT

probe = Family(EXACT)


@probe("copy", normal(37, 11), dtypes=("float32", "float16", "bfloat16", "complex64"))
@probe("copy", integers(0, 120, 37, 11), dtypes=("int64", "int32", "uint8", "int8"))
@probe("copy", booleans(37, 11), dtypes=("bool",))
def _copy(device, x):
    # To the device and back, with an empty tensor and a single number.
    return [(part.to(device).cpu(), part) for part in (x, x[:0], x[3, 4])]


@probe("copy-views", normal(2, 3, 5, 7))
def _copy_views(torch, device, x):
    views = (
        x.permute(3, 0, 2, 1),
        x[:, :, ::2, 1::3],
        x[:, :1].expand(2, 3, 5, 7),
        x.flatten()[13:],
        x.to(memory_format=torch.channels_last),
    )
    on_device = x.to(device)
    from_device = (
        (on_device.transpose(1, 3).cpu(), x.transpose(1, 3)),
        (on_device[..., 1::2].cpu(), x[..., 1::2]),
        (on_device.flatten()[17:].cpu(), x.flatten()[17:]),
    )
    return [(view.to(device).cpu(), view) for view in views] + list(from_device)


@probe("copy-not-waiting", normal(50, 40))
def _copy_not_waiting(torch, device, x):
    # Of a tensor that lives on, and of temporary ones.
    pairs = [(x.to(device, non_blocking=True), x) for _ in range(20)]
    parts = [(x[row] * 1).to(device, non_blocking=True) for row in range(50)]
    return [*pairs, (torch.stack(parts), x)]


@probe("copy-on-device", normal(6, 7))
def _copy_on_device(torch, device, x):
    # Clone, copy in place, fill, and a change that must not reach both.
    first = x.to(device, copy=True)
    second = first.clone()
    target = torch.full((6, 7), -1.0, device=device)
    before = target.to("cpu", copy=True)
    target.copy_(second)
    second.zero_()
    return (first, x), (target, x), (second, x * 0), (before, torch.full((6, 7), -1.0))


@probe("channels-last", normal(2, 3, 6, 5))
def _channels_last(torch, x):
    x = x.to(memory_format=torch.channels_last)
    return (x * 2).contiguous(), x.relu(), x[:, 1:].contiguous(), (x + x.contiguous()) / 2


@probe("make-constants", integers(2, 9, 1))
def _make_constants(torch, device, number):
    size = int(number)
    made = [
        (
            torch.zeros(size, 3, device=place),
            torch.ones(3, size, device=place),
            torch.full((size, 2), float(size), device=place),
            torch.arange(size, size * 3, device=place),
            torch.eye(size, device=place),
            torch.linspace(0, size, 2 * size + 1, device=place),
        )
        for place in (device, "cpu")
    ]
    return list(zip(*made))


@probe("state-dict", normal(79))
def _state_dict(torch, device, weights):
    # Saved from the device, loaded onto the CPU and onto the device again.
    import io

    def build():
        return torch.nn.Sequential(
            torch.nn.Conv1d(2, 4, 3), torch.nn.BatchNorm1d(4), torch.nn.Linear(5, 7)
        )

    model = build().to(device)
    count = sum(parameter.numel() for parameter in model.parameters())
    values = weights.repeat(2)[:count]
    torch.nn.utils.vector_to_parameters(values.to(device), model.parameters())
    saved = io.BytesIO()
    torch.save(model.state_dict(), saved)
    pairs = []
    for place in ("cpu", device):
        saved.seek(0)
        fresh = build().to(place)
        fresh.load_state_dict(torch.load(saved, map_location=place))
        pairs.append((torch.nn.utils.parameters_to_vector(fresh.parameters()), values))
        at_home = all(item.device.type == place for item in fresh.parameters())
        pairs.append((at_home, True))
    return pairs


@probe("float64-refused", normal(3), devices=("mps",))
def _float64_refused(device, x):
    # It does not exist on mps: it must be refused, not silently become something else.
    try:
        x.double().to(device)
    except TypeError:
        return True, True
    return False, True
