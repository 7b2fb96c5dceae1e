"""Deep probes of training: optimisers, whole steps, mixed precision."""

from ..inputs import integers, normal
from ..probe import HALVES, Family
from ..tolerances import EXACT, LOOSE, MIXED, STEPS

probe = Family(STEPS)


def _fill(torch, model, values):
    count = sum(item.numel() for item in model.parameters())
    torch.nn.utils.vector_to_parameters(values[:count], model.parameters())


def _steps(optimizer, count, compute_loss):
    """Return the losses of so many steps."""
    losses = []
    for _ in range(count):
        optimizer.zero_grad()
        loss = compute_loss()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return losses


# Transposed and strided parameters must move, and as they should.
@probe("sgd-transposed", normal(4, 8), tolerance=LOOSE)
def _sgd(torch, x):
    weight = torch.nn.Parameter(x.t())
    optimizer = torch.optim.SGD([weight], lr=0.1, momentum=0.9, weight_decay=0.01)
    _steps(optimizer, 4, lambda: weight.pow(2).sum())
    return weight.detach()


@probe("adam-transposed", normal(4, 8))
def _adam(torch, x):
    weight = torch.nn.Parameter(x.t())
    _steps(torch.optim.Adam([weight], lr=0.1), 4, lambda: weight.pow(2).sum())
    return weight.detach()


@probe("adamw-strided", normal(8, 10))
def _adamw(torch, x):
    weight = torch.nn.Parameter(x[::2, 1::2])
    optimizer = torch.optim.AdamW([weight], lr=0.1, weight_decay=0.05)
    _steps(optimizer, 4, lambda: weight.pow(2).sum() + weight.sum())
    return weight.detach()


@probe("rmsprop-adagrad", normal(5, 4))
def _rmsprop_adagrad(torch, x):
    weights = [torch.nn.Parameter(x.clone()) for _ in range(2)]
    for weight, kind in zip(weights, (torch.optim.RMSprop, torch.optim.Adagrad)):
        _steps(kind([weight], lr=0.05), 3, lambda weight=weight: weight.pow(2).sum())
    return [weight.detach() for weight in weights]


@probe("clip-gradients", normal(5, 4), tolerance=LOOSE)
def _clip_gradients(torch, x):
    # To a norm, and to a value.
    weight = torch.nn.Parameter(x.clone())
    (weight.pow(2).sum() * 5).backward()
    norm = torch.nn.utils.clip_grad_norm_([weight], 1.0)
    clipped = weight.grad.clone()
    torch.nn.utils.clip_grad_value_([weight], 0.1)
    return norm, clipped, weight.grad


def _train(torch, model, optimizer, x, classes, count):
    """Return the losses of training a classifier, and its weights after it."""
    loss = torch.nn.functional.cross_entropy
    losses = _steps(optimizer, count, lambda: loss(model(x), classes))
    weights = torch.nn.utils.parameters_to_vector(model.parameters()).detach()
    return torch.stack(losses), weights


@probe("train-classifier", normal(16, 12), integers(0, 4, 16), normal(348))
def _train_classifier(torch, x, classes, weights):
    model = torch.nn.Sequential(
        torch.nn.Linear(12, 20), torch.nn.GELU(), torch.nn.LayerNorm(20), torch.nn.Linear(20, 4)
    ).to(x)
    _fill(torch, model, torch.cat([weights, weights]) * 0.3)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    return _train(torch, model, optimizer, x, classes, 5)


@probe("train-convolutions", normal(8, 2, 8, 8), integers(0, 3, 8), normal(400))
def _train_convolutions(torch, x, classes, weights):
    model = torch.nn.Sequential(
        torch.nn.Conv2d(2, 6, 3, padding=1),
        torch.nn.BatchNorm2d(6),
        torch.nn.ReLU(),
        torch.nn.MaxPool2d(4),
        torch.nn.Flatten(),
        torch.nn.Linear(24, 3),
    ).to(x)
    _fill(torch, model, weights * 0.3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    return _train(torch, model, optimizer, x, classes, 3)


@probe("transformer-layer", normal(2, 7, 16), normal(2224), tolerance=LOOSE)
def _transformer_layer(torch, x, weights):
    layer = torch.nn.TransformerEncoderLayer(16, 4, 32, dropout=0.0, batch_first=True).to(x)
    _fill(torch, layer, weights * 0.2)
    result = layer(x.requires_grad_())
    return result, torch.autograd.grad((result**3).sum(), x)[0]


# What is computed again on the way back.
@probe("checkpointed-gradient", normal(4, 6), normal(6, 6), tolerance=LOOSE, gradients="x")
def _checkpointed_loss(torch, x, weight):
    import torch.utils.checkpoint

    def step(value):
        return torch.tanh(value @ weight)

    once = torch.utils.checkpoint.checkpoint(step, x, use_reentrant=False)
    return step(once).sum()


@probe("autocast", normal(12, 24), normal(16, 24), dtypes=HALVES, tolerance=MIXED)
def _autocast(F, torch, device, x, weight):
    # The product is in half precision, the loss in float32, both right.
    half = x.dtype
    x, weight = x.float().to(device), weight.float().to(device).requires_grad_()
    with torch.autocast(device, dtype=half):
        product = F.linear(x, weight)
        loss = F.mse_loss(product.float(), torch.zeros_like(product.float()))
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
    *(normal(12, 24), normal(16, 24)),
    dtypes=("float16",),
    tolerance=MIXED,
    needs=("2.8",),
)
def _gradient_scaler(torch, device, x, weight):
    # A step with scaled gradients, and one skipped for its infinite ones.
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
def _autograd_paths(x):
    # A gradient that is summed over two paths, and one that is stopped.
    x = x.requires_grad_()
    y = x * 2
    (y.sum() + x[1:].sum() + (y.detach() * 8).sum()).backward()
    first = x.grad.clone()
    (x * 4).sum().backward()
    return first, x.grad
