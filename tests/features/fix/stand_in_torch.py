"""A tiny torch in pure Python that does the smoke test's work, with matrices of one value.

It is what the tests put into wheels called torch: installed in milliseconds, and a real import.
"""

float32 = "float32"


class version:  # noqa: N801
    cuda = None


class device:  # noqa: N801
    def __init__(self, name):
        self.type = name.partition(":")[0]
        if self.type != "cpu":
            raise RuntimeError(f"this torch knows no device {name}")


class no_grad:  # noqa: N801
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class Generator:
    def __init__(self, device="cpu"):
        self.device = device

    def manual_seed(self, seed):
        return self


class Matrix:
    """As many rows and columns as are asked for, with one value everywhere."""

    def __init__(self, rows, columns, value):
        self.rows, self.columns, self.value = rows, columns, value

    def like(self, value):
        return Matrix(self.rows, self.columns, value)

    def __matmul__(self, other):
        return Matrix(self.rows, other.columns, self.columns * self.value * other.value)

    def __ne__(self, other):
        return self.like(self.value != getattr(other, "value", other))

    def __eq__(self, other):
        return self.like(self.value == getattr(other, "value", other))

    __hash__ = None

    def to(self, *_, **__):
        return self.like(self.value)

    cpu = double = reshape = to

    def sub_(self, other):
        return self.like(self.value - other.value)

    def dot(self, other):
        return self.rows * self.columns * self.value * other.value

    def logical_not(self):
        return self.like(not self.value)

    def count_nonzero(self):
        return self.rows * self.columns * bool(self.value)


def ones(rows, columns, dtype=None, device=None):
    return Matrix(rows, columns, 1.0)


def randn(size, generator, dtype=None, device=None):
    count, rows, columns = size
    return [Matrix(rows, columns, number + 0.5) for number in range(count)]


def isfinite(matrix):
    return matrix.like(True)


def get_float32_matmul_precision():
    return "highest"


def get_num_threads():
    return 1


def set_num_threads(count):
    pass
