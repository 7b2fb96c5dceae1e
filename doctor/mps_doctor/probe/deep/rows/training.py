"""Deep probes of training: optimisers, whole steps, mixed precision."""

from ..probe import HALVES, Family, integers, normal
from .tolerances import EXACT, LOOSE, MIXED, STEPS

probe = Family(STEPS)


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


def _square(weight):
    return weight.pow(2).sum()


def _optimised(torch, x, kind, count=4, loss=_square, **options):
    """Return a parameter after steps of an optimiser."""
    weight = torch.nn.Parameter(x)
    _steps(kind([weight], **options), count, lambda: loss(weight))
    return weight.detach()


# Transposed and strided parameters must move, and as they should.
probe("sgd-transposed", normal(4, 8), tolerance=LOOSE)(
    lambda torch, x: _optimised(
        torch, x.t(), torch.optim.SGD, lr=0.1, momentum=0.9, weight_decay=0.01
    )
)
probe("adam-transposed", normal(4, 8))(
    lambda torch, x: _optimised(torch, x.t(), torch.optim.Adam, lr=0.1)
)


@probe("adamw-strided", normal(8, 10))
def _adamw(torch, x):
    def loss(weight):
        return weight.pow(2).sum() + weight.sum()

    options = {"lr": 0.1, "weight_decay": 0.05}
    return _optimised(torch, x[::2, 1::2], torch.optim.AdamW, loss=loss, **options)


probe("rmsprop-adagrad", normal(5, 4))(
    lambda torch, x: [
        _optimised(torch, x.clone(), kind, count=3, lr=0.05)
        for kind in (torch.optim.RMSprop, torch.optim.Adagrad)
    ]
)


@probe("clip-gradients", normal(5, 4), tolerance=LOOSE)
def _clip_gradients(torch, x):
    # To a norm, and to a value.
    weight = torch.nn.Parameter(x)
    (weight.pow(2).sum() * 5).backward()
    norm = torch.nn.utils.clip_grad_norm_([weight], 1.0)
    clipped = weight.grad.clone()
    torch.nn.utils.clip_grad_value_([weight], 0.1)
    return norm, clipped, weight.grad


def _fill(torch, model, values):
    count = sum(item.numel() for item in model.parameters())
    torch.nn.utils.vector_to_parameters(values[:count], model.parameters())


def _train(torch, model, optimizer, x, classes, count):
    """Return the losses of training a classifier, and its weights after it."""
    loss = torch.nn.functional.cross_entropy
    losses = _steps(optimizer, count, lambda: loss(model(x), classes))
    weights = torch.nn.utils.parameters_to_vector(model.parameters())
    return torch.stack(losses), weights


@probe("train-classifier", normal(16, 12), integers(0, 4, 16), normal(348))
def _train_classifier(torch, x, classes, weights):
    model = torch.nn.Sequential(
        torch.nn.Linear(12, 20), torch.nn.GELU(), torch.nn.LayerNorm(20), torch.nn.Linear(20, 4)
    ).to(x)
    _fill(torch, model, torch.cat([weights, weights]) * 0.3)
    return _train(torch, model, torch.optim.AdamW(model.parameters(), lr=0.01), x, classes, 5)


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
    return _train(torch, model, torch.optim.SGD(model.parameters(), lr=0.05), x, classes, 3)


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

    return step(torch.utils.checkpoint.checkpoint(step, x, use_reentrant=False)).sum()


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
    exact_loss = exact.square().mean()
    exact_loss.backward()
    gradients = weight.grad, exact_weight.grad
    return (product.dtype == half, True), (product, exact), (loss, exact_loss), gradients


@probe(
    "gradient-scaler",
    *(normal(12, 24), normal(16, 24)),
    dtypes=("float16",),
    tolerance=MIXED,
    needs=("2.8",),
)
def _gradient_scaler(F, torch, device, x, weight):
    # A step with scaled gradients, and one skipped for its infinite ones.
    x, before = x.float().to(device), weight.float()
    weight = torch.nn.Parameter(before.to(device, copy=True))
    optimizer = torch.optim.SGD([weight], lr=0.5)
    scaler = torch.amp.GradScaler(device, init_scale=1024.0)
    with torch.autocast(device, dtype=torch.float16):
        loss = F.linear(x, weight).float().square().mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    exact = before.double().requires_grad_()
    (x.cpu().double() @ exact.t()).square().mean().backward()
    after = weight.detach().to("cpu", copy=True)
    optimizer.zero_grad()
    scaler.scale(weight.sum() * float("inf")).backward()
    scaler.step(optimizer)
    return (after, exact - 0.5 * exact.grad), (weight, after)


@probe("autograd-paths", normal(4, 5), tolerance=EXACT)
def _autograd_paths(x):
    # A gradient that is summed over two paths, and one that is stopped.
    y = x.requires_grad_() * 2
    (y.sum() + x[1:].sum() + (y.detach() * 8).sum()).backward()
    first = x.grad.clone()
    (x * 4).sum().backward()
    return first, x.grad
