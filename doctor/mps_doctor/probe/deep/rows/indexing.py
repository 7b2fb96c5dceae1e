"""Deep probes of indexing, masks, gather, scatter and embeddings."""

from ..probe import FLOATS, Family, booleans, integers, normal
from .tolerances import EXACT, ORDINARY

probe = Family(EXACT)

probe("embedding", normal(10, 6), integers(0, 10, 4, 5), dtypes=FLOATS)(
    lambda F, table, rows: F.embedding(rows, table)
)
# Rows are looked up more than once.
probe(
    "embedding-gradient",
    *(normal(10, 4), integers(0, 10, 24)),
    tolerance=ORDINARY,
    gradients="table",
)(lambda F, table, rows: F.embedding(rows, table).square().sum())
probe("embedding-bag", normal(10, 4), integers(0, 10, 3, 5), tolerance=ORDINARY)(
    lambda F, table, rows: [F.embedding_bag(rows, table, mode=mode) for mode in ("sum", "mean")]
)
probe("index-select", normal(9, 8), integers(0, 8, 6))(
    lambda x, rows: (
        *(x.index_select(0, rows), x.index_select(1, rows)),
        *(x[rows, rows.flip(0)], x[:, rows]),
    )
)
probe("gather", normal(6, 8), integers(0, 6, 5, 7), dtypes=FLOATS)(
    lambda torch, x, index: (torch.gather(x, 0, index), torch.gather(x, 1, index))
)
probe("gather-gradient", normal(6, 8), integers(0, 6, 5, 7), tolerance=ORDINARY, gradients="x")(
    lambda torch, x, index: torch.gather(x, 1, index).square().sum()
)
# Several of the places are the same.
probe("scatter-add", normal(4, 9), integers(0, 4, 4, 9), tolerance=ORDINARY)(
    lambda torch, x, index: torch.zeros(4, 9, dtype=x.dtype, device=x.device).scatter_add_(
        0, index, x
    )
)


@probe("scatter-reduce", normal(30), integers(0, 6, 30), tolerance=ORDINARY, needs=("1.12",))
def _scatter_reduce(torch, x, index):
    start = torch.zeros(6, dtype=x.dtype, device=x.device)
    return [
        start.scatter_reduce(0, index, x, reduce=name, include_self=True)
        for name in ("amax", "amin", "sum")
    ]


@probe("scatter-transposed-source", normal(2, 3), integers(0, 3, 1))
def _scatter_transposed_source(torch, x, start):
    index = torch.tensor([[0, 1], [1, 2], [2, 0]]).to(x.device)
    index = (index + start) % 3
    return torch.zeros(3, 2, dtype=x.dtype, device=x.device).scatter_(0, index, x.t())


# Several of the places are the same.
probe("index-add", normal(4, 5), normal(12, 5), integers(0, 4, 12), tolerance=ORDINARY)(
    lambda x, rows, index: x.clone().index_add_(0, index, rows, alpha=2)
)
probe("index-put", normal(5, 6), normal(14), integers(0, 5, 14), tolerance=ORDINARY)(
    lambda x, values, index: x.clone().index_put_((index, index), values, accumulate=True)
)


@probe("index-copy-fill", normal(6, 5), normal(3, 5))
def _index_copy_fill(torch, x, rows):
    index = torch.tensor([4, 0, 2]).to(x.device)
    return x.clone().index_copy_(0, index, rows), x.clone().index_fill_(1, index, 3.0)


@probe("index-scalar-assignment", normal(3))
def _index_scalar_assignment(x):
    x[1] = 1
    x[2] = 3
    return x


# Rows chosen by number, some of them twice, and a slice.
probe("index-gradient", normal(5, 6), integers(0, 5, 7), tolerance=ORDINARY, gradients="x")(
    lambda x, rows: x[rows].square().sum() + x[1:, ::2].sum()
)
probe("masked-fill", normal(4, 6), booleans(4, 6), dtypes=FLOATS)(
    lambda x, mask: x.masked_fill(mask, 2.5)
)
probe("masked-fill-transposed", normal(4, 3), booleans(3, 4))(
    lambda x, mask: x.clone().t().masked_fill_(mask, 1.0)
)


@probe("mask-indexing", normal(4, 6), booleans(4, 6))
def _mask_indexing(x, mask):
    changed = x.clone()
    changed[mask] = 7.0
    return x[mask], changed


probe("mask-indexing", integers(-2, 3, 2, 6), dtypes=("int64",))(lambda x: x[x > -2])
probe("masked-select-scatter", normal(4, 6), booleans(4, 6))(
    lambda x, mask: (x.masked_select(mask), x.masked_scatter(mask, x.flip(0)))
)
# All of different shapes.
probe("where", normal(4, 6), normal(6), booleans(4, 1), dtypes=FLOATS)(
    lambda torch, x, other, mask: torch.where(mask, x, other)
)
probe("nonzero", booleans(5, 7), dtypes=("bool",))(lambda mask: mask.nonzero())


@probe("in-place-column", normal(3, 4), normal(3, 4), tolerance=ORDINARY)
def _in_place_column(x, other):
    x[:, 0] += other[:, 0]
    return x


probe("strided-copy", normal(6, 7), dtypes=FLOATS)(lambda x: x[::2, 1:].t().contiguous())


@probe("copy-into-slice", normal(4, 2), normal(4, 5))
def _copy_into_slice(x, target):
    target[:, 1:3].copy_(x)
    return target


# Views that start inside their memory and overlap.
probe("offset-view", normal(60), tolerance=ORDINARY)(
    lambda x: (
        x[7:27] * x[8:28],
        x.as_strided((4, 5), (9, 2), 11) + 1,
        x[13:43].view(5, 6).sum(0),
    )
)


@probe("chunk-product", normal(5), tolerance=ORDINARY)
def _chunk_product(x):
    chunks = x.unsafe_chunk(5, 0)
    return chunks[0] * chunks[2]


probe("cat-stack", normal(3, 4), normal(2, 4), dtypes=FLOATS)(
    lambda torch, x, y: (
        torch.cat([x, y, x[1:]], 0),
        torch.stack([x.t(), x.t() * 2], 1),
        torch.cat([x, x], 1),
    )
)
probe("rearrange", normal(3, 4, 5))(
    lambda x: (
        *(x.flip(0, 2), x.roll((1, 2), (0, 2)), x.repeat(1, 2, 1), x.tril(1), x.triu(-1)),
        *(x.diagonal(0, 1, 2).contiguous(), x.repeat_interleave(3, 1)),
    )
)
