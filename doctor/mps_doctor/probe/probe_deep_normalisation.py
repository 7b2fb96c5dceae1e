"""Deep probes of normalisations, softmax, losses and embeddings' neighbours in a model."""

from probe_deep_registry import FLOATS, LOOSE, NORMALISED, ORDINARY, integers, normal, probe


@probe("softmax", normal(12, 40), dtypes=FLOATS, tolerance=ORDINARY)
def softmax(torch, x):
    """softmax and log_softmax over the last and the first dimension."""
    return torch.softmax(x, -1), torch.softmax(x, 0), torch.log_softmax(x, -1)


@probe("softmax-gradient", normal(12, 40), tolerance=ORDINARY)
def softmax_gradient(torch, x):
    """The gradient of softmax over the first dimension, of a transposed view."""
    x = x.requires_grad_()
    return torch.autograd.grad(torch.softmax(x.t(), 0).square().sum(), x)[0]


@probe("layer-norm", normal(6, 48), normal(48), normal(48), dtypes=FLOATS, tolerance=NORMALISED)
def layer_norm(torch, x, weight, bias):
    """Layer normalisation with weight and bias."""
    return torch.nn.functional.layer_norm(x, (48,), weight, bias)


@probe("layer-norm-gradients", normal(6, 48), normal(48), normal(48), tolerance=LOOSE)
def layer_norm_gradients(torch, x, weight, bias):
    """The gradients of layer normalisation."""
    leaves = [tensor.requires_grad_() for tensor in (x, weight, bias)]
    result = torch.nn.functional.layer_norm(leaves[0], (48,), leaves[1], leaves[2])
    return torch.autograd.grad(result.tanh().sum(), leaves)


@probe("layer-norm-slice", normal(3, 4), tolerance=NORMALISED)
def layer_norm_slice(torch, x):
    """Layer normalisation of rows that do not start at the beginning of their memory."""
    return torch.layer_norm(x[1:3], (4,))


@probe("group-norm", normal(3, 6, 5, 7), normal(6), normal(6), dtypes=FLOATS, tolerance=NORMALISED)
def group_norm(torch, x, weight, bias):
    """Group normalisation."""
    return torch.nn.functional.group_norm(x, 3, weight, bias)


@probe("group-norm-gradients", normal(3, 6, 5, 7), normal(6), normal(6), tolerance=LOOSE)
def group_norm_gradients(torch, x, weight, bias):
    """The gradients of group normalisation."""
    leaves = [tensor.requires_grad_() for tensor in (x, weight, bias)]
    result = torch.nn.functional.group_norm(leaves[0], 3, leaves[1], leaves[2])
    return torch.autograd.grad(result.tanh().sum(), leaves)


@probe("instance-norm", normal(3, 6, 5, 7), tolerance=NORMALISED)
def instance_norm(torch, x):
    """Instance normalisation."""
    return torch.nn.functional.instance_norm(x)


@probe("rms-norm", normal(6, 48), normal(48), dtypes=FLOATS, tolerance=NORMALISED, needs=("2.4",))
def rms_norm(torch, x, weight):
    """Normalisation by the root of the mean square."""
    return torch.nn.functional.rms_norm(x, (48,), weight, eps=1e-5)


@probe("batch-norm-training", normal(8, 3, 6, 5), normal(3), normal(3), tolerance=LOOSE)
def batch_norm_training(torch, x, weight, bias):
    """Batch normalisation in training: its result and its running statistics."""
    mean, variance = torch.zeros_like(weight), torch.ones_like(weight)
    result = torch.nn.functional.batch_norm(x, mean, variance, weight, bias, training=True)
    return result, mean, variance


@probe("batch-norm-evaluation", normal(8, 3, 6, 5), normal(3), normal(3), tolerance=NORMALISED)
def batch_norm_evaluation(torch, x, mean, weight):
    """Batch normalisation with given statistics."""
    return torch.nn.functional.batch_norm(x, mean, weight.square() + 0.5, weight, mean)


@probe("batch-norm-gradients", normal(8, 3, 6, 5), normal(3), normal(3), tolerance=LOOSE)
def batch_norm_gradients(torch, x, weight, bias):
    """The gradients of batch normalisation in training."""
    leaves = [tensor.requires_grad_() for tensor in (x, weight, bias)]
    result = torch.nn.functional.batch_norm(
        leaves[0], None, None, leaves[1], leaves[2], training=True
    )
    return torch.autograd.grad(result.tanh().sum(), leaves)


@probe(
    "batch-norm-channels-last-gradients", normal(4, 3, 8, 8), normal(3), normal(3), tolerance=LOOSE
)
def batch_norm_channels_last_gradients(torch, x, weight, bias):
    """The gradients of batch normalisation of a channels-last tensor."""
    x = x.to(memory_format=torch.channels_last).requires_grad_()
    weight, bias = weight.requires_grad_(), bias.requires_grad_()
    result = torch.nn.functional.batch_norm(x, None, None, weight, bias, training=True)
    return torch.autograd.grad(result.tanh().sum(), (x, weight, bias))


@probe("cross-entropy", normal(8, 5), integers(0, 5, 8), tolerance=ORDINARY)
def cross_entropy(torch, x, classes):
    """Cross entropy that ignores two entries, and its gradient."""
    classes = classes.clone()
    classes[5:7] = -100
    x = x.requires_grad_()
    loss = torch.nn.functional.cross_entropy(x, classes, ignore_index=-100)
    return loss, torch.autograd.grad(loss, x)[0]


@probe("cross-entropy-smoothed", normal(8, 5), integers(0, 5, 8), tolerance=ORDINARY)
def cross_entropy_smoothed(torch, x, classes):
    """Cross entropy with smoothed labels, and its gradient."""
    x = x.requires_grad_()
    loss = torch.nn.functional.cross_entropy(x, classes, label_smoothing=0.1)
    return loss, torch.autograd.grad(loss, x)[0]


@probe("losses", normal(6, 7), normal(6, 7), dtypes=FLOATS, tolerance=ORDINARY)
def losses(torch, x, target):
    """Mean square, absolute, smooth absolute and binary cross-entropy losses."""
    return (
        torch.nn.functional.mse_loss(x, target),
        torch.nn.functional.l1_loss(x, target, reduction="none"),
        torch.nn.functional.smooth_l1_loss(x, target),
        torch.nn.functional.binary_cross_entropy_with_logits(x, target.sigmoid()),
    )


@probe("losses-gradients", normal(6, 7), normal(6, 7), tolerance=ORDINARY)
def losses_gradients(torch, x, target):
    """The gradients of the usual losses."""
    x = x.requires_grad_()
    total = (
        torch.nn.functional.mse_loss(x, target)
        + torch.nn.functional.smooth_l1_loss(x, target)
        + torch.nn.functional.binary_cross_entropy_with_logits(x, target.sigmoid())
        + torch.nn.functional.kl_div(x.log_softmax(-1), target.softmax(-1), reduction="sum")
    )
    return torch.autograd.grad(total, x)[0]


@probe("vector-norms", normal(6, 7), dtypes=FLOATS, tolerance=ORDINARY)
def vector_norms(torch, x):
    """Norms of rows, and rows divided by their norm."""
    return x.norm(dim=1), x.norm(p=1, dim=0), torch.nn.functional.normalize(x, dim=1)
