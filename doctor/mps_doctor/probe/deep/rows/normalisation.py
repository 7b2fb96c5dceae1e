"""Deep probes of normalisations, softmax and losses."""

from ..probe import FLOATS, Family, integers, normal
from .tolerances import LOOSE, NORMALISED, ORDINARY

probe = Family(NORMALISED)

probe("softmax", normal(12, 40), dtypes=FLOATS, tolerance=ORDINARY)(
    lambda torch, x: (torch.softmax(x, -1), torch.softmax(x, 0), torch.log_softmax(x, -1))
)
# Over the first dimension of a transposed view.
probe("softmax-gradient", normal(12, 40), tolerance=ORDINARY, gradients="x")(
    lambda torch, x: torch.softmax(x.t(), 0).square().sum()
)
probe("layer-norm", normal(6, 48), normal(48), normal(48), dtypes=FLOATS)(
    lambda F, x, weight, bias: F.layer_norm(x, (48,), weight, bias)
)
probe(
    "layer-norm-gradients",
    *(normal(6, 48), normal(48), normal(48)),
    tolerance=LOOSE,
    gradients="x weight bias",
)(lambda F, x, weight, bias: F.layer_norm(x, (48,), weight, bias).tanh().sum())
# Rows that do not start at the beginning of their memory.
probe("layer-norm-slice", normal(3, 4))(lambda torch, x: torch.layer_norm(x[1:3], (4,)))
probe("group-norm", normal(3, 6, 5, 7), normal(6), normal(6), dtypes=FLOATS)(
    lambda F, x, weight, bias: F.group_norm(x, 3, weight, bias)
)
probe(
    "group-norm-gradients",
    *(normal(3, 6, 5, 7), normal(6), normal(6)),
    tolerance=LOOSE,
    gradients="x weight bias",
)(lambda F, x, weight, bias: F.group_norm(x, 3, weight, bias).tanh().sum())
probe("instance-norm", normal(3, 6, 5, 7))(lambda F, x: F.instance_norm(x))
probe("rms-norm", normal(6, 48), normal(48), dtypes=FLOATS, needs=("2.4",))(
    lambda F, x, weight: F.rms_norm(x, (48,), weight, eps=1e-5)
)


@probe("batch-norm-training", normal(8, 3, 6, 5), normal(3), normal(3), tolerance=LOOSE)
def _batch_norm_training(F, torch, x, weight, bias):
    # With its running statistics.
    mean, variance = torch.zeros_like(weight), torch.ones_like(weight)
    return F.batch_norm(x, mean, variance, weight, bias, training=True), mean, variance


probe("batch-norm-evaluation", normal(8, 3, 6, 5), normal(3), normal(3))(
    lambda F, x, mean, weight: F.batch_norm(x, mean, weight.square() + 0.5, weight, mean)
)
probe(
    "batch-norm-gradients",
    *(normal(8, 3, 6, 5), normal(3), normal(3)),
    tolerance=LOOSE,
    gradients="x weight bias",
)(lambda F, x, weight, bias: F.batch_norm(x, None, None, weight, bias, training=True).tanh().sum())


@probe(
    "batch-norm-channels-last-gradients", normal(4, 3, 8, 8), normal(3), normal(3), tolerance=LOOSE
)
def _channels_last_gradients(F, torch, x, weight, bias):
    leaves = [x.to(memory_format=torch.channels_last), weight, bias]
    x, weight, bias = [leaf.requires_grad_() for leaf in leaves]
    result = F.batch_norm(x, None, None, weight, bias, training=True)
    return torch.autograd.grad(result.tanh().sum(), leaves)


@probe("cross-entropy", normal(8, 5), integers(0, 5, 8), tolerance=ORDINARY)
def _cross_entropy(F, torch, x, classes):
    classes[5:7] = -100
    loss = F.cross_entropy(x.requires_grad_(), classes, ignore_index=-100)
    return loss, torch.autograd.grad(loss, x)[0]


@probe("cross-entropy-smoothed", normal(8, 5), integers(0, 5, 8), tolerance=ORDINARY)
def _cross_entropy_smoothed(F, torch, x, classes):
    loss = F.cross_entropy(x.requires_grad_(), classes, label_smoothing=0.1)
    return loss, torch.autograd.grad(loss, x)[0]


probe("losses", normal(6, 7), normal(6, 7), dtypes=FLOATS, tolerance=ORDINARY)(
    lambda F, x, target: (
        F.mse_loss(x, target),
        F.l1_loss(x, target, reduction="none"),
        F.smooth_l1_loss(x, target),
        F.binary_cross_entropy_with_logits(x, target.sigmoid()),
    )
)
probe("losses-gradients", normal(6, 7), normal(6, 7), tolerance=ORDINARY, gradients="x")(
    lambda F, x, target: (
        F.mse_loss(x, target)
        + F.smooth_l1_loss(x, target)
        + F.binary_cross_entropy_with_logits(x, target.sigmoid())
        + F.kl_div(x.log_softmax(-1), target.softmax(-1), reduction="sum")
    )
)
probe("vector-norms", normal(6, 7), dtypes=FLOATS, tolerance=ORDINARY)(
    lambda F, x: (x.norm(dim=1), x.norm(p=1, dim=0), F.normalize(x, dim=1))
)
