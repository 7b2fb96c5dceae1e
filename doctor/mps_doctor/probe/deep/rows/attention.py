"""Deep probes of attention."""

from ..probe import FLOATS, HALVES, Family, booleans, normal
from .tolerances import LONG_KEYS, LOOSE, PRODUCT, UNMOVED

ATTENTION = ("nn.functional.scaled_dot_product_attention",)  # came with torch 2.0

probe = Family(PRODUCT)


def _inputs(batch, heads, queries, keys, size):
    """Return queries, keys and values."""
    of_keys = (batch, heads, keys, size)
    return normal(batch, heads, queries, size), normal(*of_keys), normal(*of_keys)


@probe("attention", *_inputs(2, 4, 24, 24, 32), dtypes=FLOATS, needs=ATTENTION)
# The values are of another size than the keys.
@probe(
    "attention-other-value-size",
    *(normal(1, 1, 16, 32), normal(1, 1, 16, 32), normal(1, 1, 16, 24)),
    tolerance=LOOSE,
    needs=ATTENTION,
)
def _attention(F, query, key, value):
    return F.scaled_dot_product_attention(query, key, value)


probe("attention-causal", *_inputs(1, 4, 64, 64, 64), dtypes=FLOATS, needs=ATTENTION)(
    lambda F, query, key, value: F.scaled_dot_product_attention(query, key, value, is_causal=True)
)


@probe(
    "attention-future-keys",
    *_inputs(1, 4, 64, 64, 64),
    dtypes=FLOATS,
    tolerance=UNMOVED,
    needs=ATTENTION,
)
def _future_keys(F, device, query, key, value):
    # Other keys and values from position 40 on must move no row before it.
    query, key, value = query.to(device), key.to(device), value.to(device)
    before = F.scaled_dot_product_attention(query, key, value, is_causal=True)
    key, value = key.clone(), value.clone()
    key[:, :, 40:] += 3
    value[:, :, 40:] *= -2
    after = F.scaled_dot_product_attention(query, key, value, is_causal=True)
    moved = (after[:, :, 41:] - before[:, :, 41:]).abs().amax() > 0.1
    first_row = before[:, :, 0].float()
    is_first_value = (first_row - value[:, :, 0].float()).abs().amax() < 0.05
    return (after[:, :, :40], before[:, :, :40]), (moved, True), (is_first_value, True)


@probe(
    "attention-masked",
    *_inputs(2, 4, 17, 23, 32),
    booleans(17, 23),
    dtypes=FLOATS,
    needs=ATTENTION,
)
def _masked(F, query, key, value, mask):
    mask[:, 0] = True  # every row sees one key at least
    return F.scaled_dot_product_attention(query, key, value, attn_mask=mask)


# Numbers added to the scores, the same for all heads.
probe("attention-bias", *_inputs(2, 4, 17, 23, 32), normal(2, 1, 17, 23), needs=ATTENTION)(
    lambda F, query, key, value, bias: F.scaled_dot_product_attention(
        query, key, value, attn_mask=bias
    )
)


@probe("attention-partial-mask", normal(2, 4, 8, 64), needs=ATTENTION)
def _partial_mask(F, torch, x):
    # Causal for one batch entry only, and broadcast over heads.
    mask = torch.zeros(2, 1, 8, 8, dtype=x.dtype)
    mask[0] = torch.full((8, 8), float("-inf")).triu(1)
    return F.scaled_dot_product_attention(x, x, x, attn_mask=mask.to(x.device))


@probe("attention-permuted", *_inputs(84, 3, 3, 3, 64), tolerance=LOOSE, needs=ATTENTION)
def _permuted(F, query, key, value):
    # As most models call it.
    permuted = [tensor.permute(0, 2, 1, 3) for tensor in (query, key, value)]
    return F.scaled_dot_product_attention(*permuted)


def _by_key_counts(F, query, key, value, counts):
    return [
        F.scaled_dot_product_attention(query, key[:, :, :count], value[:, :, :count])
        for count in counts
    ]


# Key counts that are no multiple of 32.
probe("attention-odd-lengths", *_inputs(1, 4, 1, 70, 64), dtypes=FLOATS, needs=ATTENTION)(
    lambda F, query, key, value: _by_key_counts(F, query, key, value, (1, 31, 32, 38, 39, 70))
)
probe(
    "attention-long-keys",
    *_inputs(1, 8, 1, 4097, 64),
    dtypes=HALVES,
    tolerance=LONG_KEYS,
    needs=ATTENTION,
)(lambda F, query, key, value: _by_key_counts(F, query, key, value, (1024, 1025, 4097)))
probe(
    "attention-gradients",
    *_inputs(2, 2, 19, 19, 32),
    tolerance=LOOSE,
    needs=ATTENTION,
    gradients="query key value",
)(
    lambda F, query, key, value: (
        F.scaled_dot_product_attention(query, key, value, is_causal=True).tanh().sum()
    )
)
# Three query heads share one key head.
probe(
    "attention-grouped-heads",
    *(normal(2, 6, 9, 32), normal(2, 2, 11, 32), normal(2, 2, 11, 32)),
    needs=("2.5",),
)(lambda F, query, key, value: F.scaled_dot_product_attention(query, key, value, enable_gqa=True))


@probe("attention-by-hand", normal(2, 4, 24, 32), normal(2, 4, 24, 32))
def _by_hand(torch, query, key):
    scores = query @ key.transpose(-2, -1) / 32**0.5
    later = torch.ones(24, 24, dtype=torch.bool, device=query.device).triu(1)
    return torch.softmax(scores.masked_fill(later, float("-inf")), -1) @ key


@probe("multi-head-attention", normal(3, 10, 16), normal(1088), tolerance=LOOSE)
def _multi_head_attention(torch, x, weights):
    module = torch.nn.MultiheadAttention(16, 4, batch_first=True).to(x)
    torch.nn.utils.vector_to_parameters(weights * 0.2, module.parameters())
    result, _ = module(x.requires_grad_(), x, x)
    return result, torch.autograd.grad(result.square().sum(), x)[0]
