"""How far a result may be off, per dtype."""

DTYPES = (
    *("float32", "float16", "bfloat16", "float64", "complex64"),
    *("int64", "int32", "int8", "uint8", "bool"),
)


class Tolerance:
    """An entry is outside where |difference| > absolute + relative * |reference|.

    `norm` bounds the Frobenius norm of the difference over that of the reference: without it, a
    result of all zeros would pass wherever the right numbers are smaller than `absolute`.
    """

    def __init__(self, absolute, relative, norm):
        self.absolute = absolute
        self.relative = relative
        self.norm = norm


def same_for_all(absolute, relative, norm):
    """Return one tolerance for every dtype."""
    return dict.fromkeys(DTYPES, Tolerance(absolute, relative, norm))


def by_dtype(float32, float16, bfloat16):
    """Return the tolerances of the floating dtypes; complex64 has that of its parts."""
    given = {"float32": float32, "float16": float16, "bfloat16": bfloat16, "complex64": float32}
    return {name: Tolerance(*numbers) for name, numbers in given.items()}
