"""A tiny torch in pure Python that does the smoke test's work: matrices of rank one.

It is what the tests put into wheels called torch: installed in milliseconds, and a real import with
real numbers. A matrix is a column times a row, so that a product of two takes n steps.
"""

import random

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
        self.random = random.Random()

    def manual_seed(self, seed):
        self.random.seed(seed)
        return self


class Values:
    """Plain numbers, for what is compared."""

    def __init__(self, numbers):
        self.numbers = numbers

    def count_nonzero(self):
        return sum(1 for number in self.numbers if number)

    def logical_not(self):
        return Values([not number for number in self.numbers])

    def reshape(self, _):
        return self

    def dot(self, other):
        return sum(one * two for one, two in zip(self.numbers, other.numbers, strict=True))


class Matrix:
    def __init__(self, column, row):
        self.column = column
        self.row = row

    def __matmul__(self, other):
        inner = sum(one * two for one, two in zip(self.row, other.column, strict=True))
        return Matrix([value * inner for value in self.column], other.row)

    def numbers(self):
        return [one * two for one in self.column for two in self.row]

    def to(self, *_, **__):
        return Matrix(list(self.column), list(self.row))

    def cpu(self):
        return self

    def double(self):
        return self

    def reshape(self, _):
        return Values(self.numbers())

    def __ne__(self, other):
        if isinstance(other, Matrix):
            return Values([a != b for a, b in zip(self.numbers(), other.numbers(), strict=True)])
        return Values([number != other for number in self.numbers()])

    def __eq__(self, other):
        return Values([number == other for number in self.numbers()])

    def __sub__(self, other):
        return Values([a - b for a, b in zip(self.numbers(), other.numbers(), strict=True)])

    sub_ = __sub__

    def __getitem__(self, at):
        return self.column[at[0]] * self.row[at[1]]

    __hash__ = None


Values.double = lambda self: self


def ones(rows, columns, dtype=None, device=None):
    return Matrix([1.0] * rows, [1.0] * columns)


def randn(size, generator, dtype=None, device=None):
    count, rows, columns = size

    def line(length):
        return [generator.random.gauss(0, 1) for _ in range(length)]

    return [Matrix(line(rows), line(columns)) for _ in range(count)]


def isfinite(matrix):
    return Values([number == number for number in matrix.numbers()])


def get_float32_matmul_precision():
    return "highest"


def get_num_threads():
    return 1


def set_num_threads(count):
    pass
