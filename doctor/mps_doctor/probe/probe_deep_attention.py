"""Deep probes of attention."""

from probe_deep_registry import FLOATS, LOOSE, PRODUCT, Tolerance, booleans, normal, probe

ATTENTION = ("nn.functional.scaled_dot_product_attention",)
"""Came with torch 2.0."""

HALVES = ("float16", "bfloat16")


@probe(
    "attention",
    normal(2, 4, 24, 32),
    normal(2, 4, 24, 32),
    normal(2, 4, 24, 32),
    dtypes=FLOATS,
    tolerance=PRODUCT,
    needs=ATTENTION,
)
def attention(torch, query, key, value):
    """Scaled dot-product attention."""
    return torch.nn.functional.scaled_dot_product_attention(query, key, value)


@probe(
    "attention-causal",
    normal(1, 4, 64, 64),
    normal(1, 4, 64, 64),
    normal(1, 4, 64, 64),
    dtypes=FLOATS,
    tolerance=PRODUCT,
    needs=ATTENTION,
)
def attention_causal(torch, query, key, value):
    """Attention in which no position sees a later one."""
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)


FUTURE = {name: Tolerance(1e-6, 0.0, 1e-6) for name in FLOATS}
"""Rows that see the same keys must not move at all; the margin is for another order of sums."""


@probe(
    "attention-future-keys",
    normal(1, 4, 64, 64),
    normal(1, 4, 64, 64),
    normal(1, 4, 64, 64),
    dtypes=FLOATS,
    tolerance=FUTURE,
    needs=ATTENTION,
)
def attention_future_keys(torch, device, query, key, value):
    """Causal attention: other keys and values from position 40 on must move no row before it."""
    query, key, value = query.to(device), key.to(device), value.to(device)
    before = torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
    key, value = key.clone(), value.clone()
    key[:, :, 40:] += 3
    value[:, :, 40:] *= -2
    after = torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)
    first_row = before[:, :, 0].float()
    moved = (after[:, :, 41:] - before[:, :, 41:]).abs().amax() > 0.1
    return (
        (after[:, :, :40], before[:, :, :40]),
        (moved, torch.tensor(True)),
        ((first_row - value[:, :, 0].float()).abs().amax() < 0.05, torch.tensor(True)),
    )


@probe(
    "attention-masked",
    normal(2, 4, 17, 32),
    normal(2, 4, 23, 32),
    normal(2, 4, 23, 32),
    booleans(17, 23),
    dtypes=FLOATS,
    tolerance=PRODUCT,
    needs=ATTENTION,
)
def attention_masked(torch, query, key, value, mask):
    """Attention with a boolean mask; every row sees the first key at least."""
    mask = mask.clone()
    mask[:, 0] = True
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)


@probe(
    "attention-bias",
    normal(2, 4, 17, 32),
    normal(2, 4, 23, 32),
    normal(2, 4, 23, 32),
    normal(2, 1, 17, 23),
    tolerance=PRODUCT,
    needs=ATTENTION,
)
def attention_bias(torch, query, key, value, bias):
    """Attention with numbers added to the scores, the same for all heads."""
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)


@probe("attention-partial-mask", normal(2, 4, 8, 64), tolerance=PRODUCT, needs=ATTENTION)
def attention_partial_mask(torch, x):
    """Attention with a mask that is causal for one batch entry only and broadcast over heads."""
    mask = torch.zeros(2, 1, 8, 8, dtype=x.dtype)
    mask[0] = torch.full((8, 8), float("-inf")).triu(1)
    mask = mask.to(x.device)
    return torch.nn.functional.scaled_dot_product_attention(x, x, x, attn_mask=mask)


@probe(
    "attention-permuted",
    normal(84, 3, 3, 64),
    normal(84, 3, 3, 64),
    normal(84, 3, 3, 64),
    tolerance=LOOSE,
    needs=ATTENTION,
)
def attention_permuted(torch, query, key, value):
    """Attention on permuted views, as most models call it."""
    permuted = [tensor.permute(0, 2, 1, 3) for tensor in (query, key, value)]
    return torch.nn.functional.scaled_dot_product_attention(*permuted)


@probe(
    "attention-odd-lengths",
    normal(1, 4, 1, 64),
    normal(1, 4, 70, 64),
    normal(1, 4, 70, 64),
    dtypes=FLOATS,
    tolerance=PRODUCT,
    needs=ATTENTION,
)
def attention_odd_lengths(torch, query, key, value):
    """Attention of one query to key counts that are no multiple of 32."""
    return [
        torch.nn.functional.scaled_dot_product_attention(
            query, key[:, :, :count], value[:, :, :count]
        )
        for count in (1, 31, 32, 38, 39, 70)
    ]


@probe(
    "attention-other-value-size",
    normal(1, 1, 16, 32),
    normal(1, 1, 16, 32),
    normal(1, 1, 16, 24),
    tolerance=LOOSE,
    needs=ATTENTION,
)
def attention_other_value_size(torch, query, key, value):
    """Attention whose values are of another size than its keys."""
    return torch.nn.functional.scaled_dot_product_attention(query, key, value)


@probe(
    "attention-long-keys",
    normal(1, 8, 1, 64),
    normal(1, 8, 4097, 64),
    normal(1, 8, 4097, 64),
    dtypes=HALVES,
    tolerance={"float16": Tolerance(1e-2, 5e-2, 2e-2), "bfloat16": Tolerance(5e-2, 5e-2, 1e-1)},
    needs=ATTENTION,
)
def attention_long_keys(torch, query, key, value):
    """Attention of one query to more than a thousand keys, in half precision."""
    return [
        torch.nn.functional.scaled_dot_product_attention(
            query, key[:, :, :count], value[:, :, :count]
        )
        for count in (1024, 1025, 4097)
    ]


@probe(
    "attention-gradients",
    normal(2, 2, 19, 32),
    normal(2, 2, 19, 32),
    normal(2, 2, 19, 32),
    tolerance=LOOSE,
    needs=ATTENTION,
)
def attention_gradients(torch, query, key, value):
    """The gradients of causal attention."""
    leaves = [tensor.requires_grad_() for tensor in (query, key, value)]
    result = torch.nn.functional.scaled_dot_product_attention(*leaves, is_causal=True)
    return torch.autograd.grad(result.tanh().sum(), leaves)


@probe(
    "attention-grouped-heads",
    normal(2, 6, 9, 32),
    normal(2, 2, 11, 32),
    normal(2, 2, 11, 32),
    tolerance=PRODUCT,
    needs=("2.5",),
)
def attention_grouped_heads(torch, query, key, value):
    """Attention in which three query heads share one key head."""
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, enable_gqa=True)


@probe("attention-by-hand", normal(2, 4, 24, 32), normal(2, 4, 24, 32), tolerance=PRODUCT)
def attention_by_hand(torch, query, key):
    """Attention written out as product, mask, softmax and product."""
    scores = query @ key.transpose(-2, -1) / 32**0.5
    later = torch.ones(24, 24, dtype=torch.bool, device=query.device).triu(1)
    return torch.softmax(scores.masked_fill(later, float("-inf")), -1) @ key


@probe("multi-head-attention", normal(3, 10, 16), normal(1088), tolerance=LOOSE)
def multi_head_attention(torch, x, weights):
    """The module of multi-head attention, with the gradient of its input."""
    module = torch.nn.MultiheadAttention(16, 4, batch_first=True).to(x)
    torch.nn.utils.vector_to_parameters(weights * 0.2, module.parameters())
    result, _ = module(x.requires_grad_(), x, x)
    return result, torch.autograd.grad(result.square().sum(), x)[0]
