"""Deep probes of indexing, masks, gather, scatter and embeddings."""

from probe_deep_registry import EXACT, FLOATS, ORDINARY, booleans, integers, normal, probe


@probe("embedding", normal(10, 6), integers(0, 10, 4, 5), dtypes=FLOATS, tolerance=EXACT)
def embedding(torch, table, rows):
    """Rows of a table looked up by number."""
    return torch.nn.functional.embedding(rows, table)


@probe("embedding-gradient", normal(10, 4), integers(0, 10, 24), tolerance=ORDINARY)
def embedding_gradient(torch, table, rows):
    """The gradient of a table in which rows were looked up more than once."""
    table = table.requires_grad_()
    result = torch.nn.functional.embedding(rows, table)
    return torch.autograd.grad(result.square().sum(), table)[0]


@probe("embedding-bag", normal(10, 4), integers(0, 10, 3, 5), tolerance=ORDINARY)
def embedding_bag(torch, table, rows):
    """Sums and means of rows of a table."""
    return (
        torch.nn.functional.embedding_bag(rows, table, mode="sum"),
        torch.nn.functional.embedding_bag(rows, table, mode="mean"),
    )


@probe("index-select", normal(9, 8), integers(0, 8, 6), tolerance=EXACT)
def index_select(x, rows):
    """Rows and columns chosen by number, and advanced indexing with two lists."""
    return x.index_select(0, rows), x.index_select(1, rows), x[rows, rows.flip(0)], x[:, rows]


@probe("gather", normal(6, 8), integers(0, 6, 5, 7), dtypes=FLOATS, tolerance=EXACT)
def gather(torch, x, index):
    """Entries gathered along each dimension."""
    return torch.gather(x, 0, index), torch.gather(x, 1, index)


@probe("gather-gradient", normal(6, 8), integers(0, 6, 5, 7), tolerance=ORDINARY)
def gather_gradient(torch, x, index):
    """The gradient of gathered entries."""
    x = x.requires_grad_()
    return torch.autograd.grad(torch.gather(x, 1, index).square().sum(), x)[0]


@probe("scatter-add", normal(4, 9), integers(0, 4, 4, 9), tolerance=ORDINARY)
def scatter_add(torch, x, index):
    """Entries added at places of which several are the same."""
    return torch.zeros(4, 9, dtype=x.dtype, device=x.device).scatter_add_(0, index, x)


@probe("scatter-reduce", normal(30), integers(0, 6, 30), tolerance=ORDINARY, needs=("1.12",))
def scatter_reduce(torch, x, index):
    """The largest entry, the smallest and the sum for each place."""
    start = torch.zeros(6, dtype=x.dtype, device=x.device)
    return [
        start.scatter_reduce(0, index, x, reduce=name, include_self=True)
        for name in ("amax", "amin", "sum")
    ]


@probe("scatter-transposed-source", normal(2, 3), integers(0, 3, 1), tolerance=EXACT)
def scatter_transposed_source(torch, x, start):
    """Entries of a transposed view written to places given by a permutation."""
    index = torch.tensor([[0, 1], [1, 2], [2, 0]]).to(x.device)
    index = (index + start) % 3
    return torch.zeros(3, 2, dtype=x.dtype, device=x.device).scatter_(0, index, x.t())


@probe("index-add", normal(4, 5), normal(12, 5), integers(0, 4, 12), tolerance=ORDINARY)
def index_add(x, rows, index):
    """Rows added at places of which several are the same."""
    return x.clone().index_add_(0, index, rows, alpha=2)


@probe("index-put", normal(5, 6), normal(14), integers(0, 5, 14), tolerance=ORDINARY)
def index_put(x, values, index):
    """Values added by advanced indexing, with places that repeat."""
    return x.clone().index_put_((index, index), values, accumulate=True)


@probe("index-copy-fill", normal(6, 5), normal(3, 5), tolerance=EXACT)
def index_copy_fill(torch, x, rows):
    """Rows replaced and filled by number."""
    index = torch.tensor([4, 0, 2]).to(x.device)
    return x.clone().index_copy_(0, index, rows), x.clone().index_fill_(1, index, 3.0)


@probe("index-scalar-assignment", normal(3), tolerance=EXACT)
def index_scalar_assignment(x):
    """Single entries assigned one after the other."""
    x = x.clone()
    x[1] = 1
    x[2] = 3
    return x


@probe("index-gradient", normal(5, 6), integers(0, 5, 7), tolerance=ORDINARY)
def index_gradient(torch, x, rows):
    """The gradient of rows chosen by number, some of them twice, and of a slice."""
    x = x.requires_grad_()
    return torch.autograd.grad(x[rows].square().sum() + x[1:, ::2].sum(), x)[0]


@probe("masked-fill", normal(4, 6), booleans(4, 6), dtypes=FLOATS, tolerance=EXACT)
def masked_fill(x, mask):
    """Entries replaced where a mask is true."""
    return x.masked_fill(mask, 2.5)


@probe("masked-fill-transposed", normal(4, 3), booleans(3, 4), tolerance=EXACT)
def masked_fill_transposed(x, mask):
    """Entries of a transposed view replaced in place where a mask is true."""
    return x.clone().t().masked_fill_(mask, 1.0)


@probe("mask-indexing", normal(4, 6), booleans(4, 6), tolerance=EXACT)
def mask_indexing(x, mask):
    """Entries chosen by a mask, and assigned by one."""
    changed = x.clone()
    changed[mask] = 7.0
    return x[mask], changed


@probe("mask-indexing", integers(-2, 3, 2, 6), dtypes=("int64",), tolerance=EXACT)
def mask_indexing_integers(x):
    """Integers chosen by a two-dimensional mask."""
    return x[x > -2]


@probe("masked-select-scatter", normal(4, 6), booleans(4, 6), tolerance=EXACT)
def masked_select_scatter(x, mask):
    """Entries selected by a mask, and put in where a mask is true."""
    return x.masked_select(mask), x.masked_scatter(mask, x.flip(0))


@probe("where", normal(4, 6), normal(6), booleans(4, 1), dtypes=FLOATS, tolerance=EXACT)
def where(torch, x, other, mask):
    """Entries of one tensor or another, all of different shapes."""
    return torch.where(mask, x, other)


@probe("nonzero", booleans(5, 7), dtypes=("bool",), tolerance=EXACT)
def nonzero(mask):
    """The places where a mask is true."""
    return mask.nonzero()


@probe("in-place-column", normal(3, 4), normal(3, 4), tolerance=ORDINARY)
def in_place_column(x, other):
    """One column added to another in place."""
    x = x.clone()
    x[:, 0] += other[:, 0]
    return x


@probe("strided-copy", normal(6, 7), dtypes=FLOATS, tolerance=EXACT)
def strided_copy(x):
    """A slice with steps and an offset, transposed and made contiguous."""
    return x[::2, 1:].t().contiguous()


@probe("copy-into-slice", normal(4, 2), normal(4, 5), tolerance=EXACT)
def copy_into_slice(x, target):
    """A tensor copied into some columns of another."""
    target = target.clone()
    target[:, 1:3].copy_(x)
    return target


@probe("offset-view", normal(60), tolerance=ORDINARY)
def offset_view(x):
    """Arithmetic on views that start inside their memory and overlap."""
    return x[7:27] * x[8:28], x.as_strided((4, 5), (9, 2), 11) + 1, x[13:43].view(5, 6).sum(0)


@probe("chunk-product", normal(5), tolerance=ORDINARY)
def chunk_product(x):
    """The product of two chunks of one tensor."""
    chunks = x.unsafe_chunk(5, 0)
    return chunks[0] * chunks[2]


@probe("cat-stack", normal(3, 4), normal(2, 4), dtypes=FLOATS, tolerance=EXACT)
def cat_stack(torch, x, y):
    """Tensors, views among them, put side by side."""
    return torch.cat([x, y, x[1:]], 0), torch.stack([x.t(), x.t() * 2], 1), torch.cat([x, x], 1)


@probe("rearrange", normal(3, 4, 5), tolerance=EXACT)
def rearrange(x):
    """flip, roll, tile, triangles, diagonals and repeated rows."""
    return (
        x.flip(0, 2),
        x.roll((1, 2), (0, 2)),
        x.repeat(1, 2, 1),
        x.tril(1),
        x.triu(-1),
        x.diagonal(0, 1, 2).contiguous(),
        x.repeat_interleave(3, 1),
    )
