"""Deep probes of training: optimisers, whole steps, mixed precision."""

from probe_deep_registry import EXACT, LOOSE, Tolerance, integers, normal, probe

STEPS = {"float32": Tolerance(1e-3, 1e-3, 1e-3)}
"""After several steps of an optimiser: its division by small numbers magnifies rounding."""


@probe("sgd-transposed", normal(4, 8), tolerance=LOOSE)
def sgd_transposed(torch, x):
    """Steps of SGD with momentum on a transposed parameter: it must move, and as it should."""
    weight = torch.nn.Parameter(x.t())
    optimizer = torch.optim.SGD([weight], lr=0.1, momentum=0.9, weight_decay=0.01)
    for _ in range(4):
        optimizer.zero_grad()
        weight.pow(2).sum().backward()
        optimizer.step()
    return weight.detach()


@probe("adam-transposed", normal(4, 8), tolerance=STEPS)
def adam_transposed(torch, x):
    """Steps of Adam on a transposed parameter: it must move, and as it should."""
    weight = torch.nn.Parameter(x.t())
    optimizer = torch.optim.Adam([weight], lr=0.1)
    for _ in range(4):
        optimizer.zero_grad()
        weight.pow(2).sum().backward()
        optimizer.step()
    return weight.detach()


@probe("adamw-strided", normal(8, 10), tolerance=STEPS)
def adamw_strided(torch, x):
    """Steps of AdamW on a parameter that takes every second row and column."""
    weight = torch.nn.Parameter(x[::2, 1::2])
    optimizer = torch.optim.AdamW([weight], lr=0.1, weight_decay=0.05)
    for _ in range(4):
        optimizer.zero_grad()
        (weight.pow(2).sum() + weight.sum()).backward()
        optimizer.step()
    return weight.detach()


@probe("rmsprop-adagrad", normal(5, 4), tolerance=STEPS)
def rmsprop_adagrad(torch, x):
    """Steps of RMSprop and Adagrad."""
    results = []
    for make in (torch.optim.RMSprop, torch.optim.Adagrad):
        weight = torch.nn.Parameter(x.clone())
        optimizer = make([weight], lr=0.05)
        for _ in range(3):
            optimizer.zero_grad()
            weight.pow(2).sum().backward()
            optimizer.step()
        results.append(weight.detach())
    return results


@probe("clip-gradients", normal(5, 4), tolerance=LOOSE)
def clip_gradients(torch, x):
    """Gradients clipped to a norm, and to a value."""
    weight = torch.nn.Parameter(x.clone())
    (weight.pow(2).sum() * 5).backward()
    norm = torch.nn.utils.clip_grad_norm_([weight], 1.0)
    clipped = weight.grad.clone()
    torch.nn.utils.clip_grad_value_([weight], 0.1)
    return norm, clipped, weight.grad


@probe("train-classifier", normal(16, 12), integers(0, 4, 16), normal(348), tolerance=STEPS)
def train_classifier(torch, x, classes, weights):
    """Five steps of training a small classifier with AdamW: losses and weights."""
    model = torch.nn.Sequential(
        torch.nn.Linear(12, 20), torch.nn.GELU(), torch.nn.LayerNorm(20), torch.nn.Linear(20, 4)
    ).to(x)
    values = torch.cat([weights, weights])[: sum(item.numel() for item in model.parameters())]
    torch.nn.utils.vector_to_parameters(values * 0.3, model.parameters())
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    losses = []
    for _ in range(5):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), classes)
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return torch.stack(losses), torch.nn.utils.parameters_to_vector(model.parameters()).detach()


@probe("train-convolutions", normal(8, 2, 8, 8), integers(0, 3, 8), normal(400), tolerance=STEPS)
def train_convolutions(torch, x, classes, weights):
    """Three steps of training a small convolutional network with SGD: losses and weights."""
    model = torch.nn.Sequential(
        torch.nn.Conv2d(2, 6, 3, padding=1),
        torch.nn.BatchNorm2d(6),
        torch.nn.ReLU(),
        torch.nn.MaxPool2d(4),
        torch.nn.Flatten(),
        torch.nn.Linear(24, 3),
    ).to(x)
    count = sum(item.numel() for item in model.parameters())
    torch.nn.utils.vector_to_parameters(weights[:count] * 0.3, model.parameters())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    losses = []
    for _ in range(3):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), classes)
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return torch.stack(losses), torch.nn.utils.parameters_to_vector(model.parameters()).detach()


@probe("transformer-layer", normal(2, 7, 16), normal(2224), tolerance=LOOSE)
def transformer_layer(torch, x, weights):
    """A transformer layer: its result and the gradient of its input."""
    layer = torch.nn.TransformerEncoderLayer(16, 4, 32, dropout=0.0, batch_first=True).to(x)
    count = sum(item.numel() for item in layer.parameters())
    torch.nn.utils.vector_to_parameters(weights[:count] * 0.2, layer.parameters())
    result = layer(x.requires_grad_())
    return result, torch.autograd.grad((result**3).sum(), x)[0]


@probe("checkpointed-gradient", normal(4, 6), normal(6, 6), tolerance=LOOSE)
def checkpointed_gradient(torch, x, weight):
    """A gradient through steps that are computed again on the way back."""
    import torch.utils.checkpoint

    def step(value):
        return torch.tanh(value @ weight)

    x = x.requires_grad_()
    once = torch.utils.checkpoint.checkpoint(step, x, use_reentrant=False)
    return torch.autograd.grad(step(once).sum(), x)[0]


MIXED = {
    "float16": Tolerance(5e-2, 5e-2, 2e-2),
    "bfloat16": Tolerance(5e-2, 1e-1, 4e-2),
}


@probe(
    "autocast",
    normal(12, 24),
    normal(16, 24),
    dtypes=("float16", "bfloat16"),
    tolerance=MIXED,
)
def autocast(torch, device, x, weight):
    """Mixed precision: the product is in half precision, the loss in float32, both right."""
    half = x.dtype
    x, weight = x.float().to(device), weight.float().to(device).requires_grad_()
    with torch.autocast(device, dtype=half):
        product = torch.nn.functional.linear(x, weight)
        loss = torch.nn.functional.mse_loss(product.float(), torch.zeros_like(product.float()))
    loss.backward()
    exact_weight = weight.detach().cpu().double().requires_grad_()
    exact = x.cpu().double() @ exact_weight.t()
    exact.square().mean().backward()
    return (
        (torch.tensor(product.dtype == half), torch.tensor(True)),
        (product, exact.detach()),
        (loss, exact.detach().square().mean()),
        (weight.grad, exact_weight.grad),
    )


@probe(
    "gradient-scaler",
    normal(12, 24),
    normal(16, 24),
    dtypes=("float16",),
    tolerance=MIXED,
    needs=("2.8",),
)
def gradient_scaler(torch, device, x, weight):
    """A step with scaled gradients in half precision, and one skipped for its infinite ones."""
    x, before = x.float().to(device), weight.float()
    weight = torch.nn.Parameter(before.to(device, copy=True))
    optimizer = torch.optim.SGD([weight], lr=0.5)
    scaler = torch.amp.GradScaler(device, init_scale=1024.0)
    with torch.autocast(device, dtype=torch.float16):
        loss = torch.nn.functional.linear(x, weight).float().square().mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    exact = before.double().requires_grad_()
    (x.cpu().double() @ exact.t()).square().mean().backward()
    after = weight.detach().to("cpu", copy=True)
    optimizer.zero_grad()
    scaler.scale(weight.sum() * float("inf")).backward()
    scaler.step(optimizer)
    return (after, (exact - 0.5 * exact.grad).detach()), (weight.detach(), after)


@probe("autograd-paths", normal(4, 5), tolerance=EXACT)
def autograd_paths(x):
    """A gradient that is summed over two paths, and one that is stopped."""
    x = x.requires_grad_()
    y = x * 2
    (y.sum() + x[1:].sum() + (y.detach() * 8).sum()).backward()
    first = x.grad.clone()
    (x * 4).sum().backward()
    return first, x.grad
