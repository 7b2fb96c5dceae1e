"""Deep probes of Fourier transforms and linear algebra."""

from probe_deep_registry import LOOSE, TRANSFORM, normal, probe

FACTORS = {"float32": LOOSE["float32"]}


@probe("fft", normal(4, 64), dtypes=("complex64",), tolerance=TRANSFORM)
def fft(torch, x):
    """The Fourier transform of complex numbers, and its inverse."""
    return torch.fft.fft(x), torch.fft.ifft(x), torch.fft.fft(x, dim=0)


@probe("fft-real", normal(4, 64), tolerance=TRANSFORM)
def fft_real(torch, x):
    """The Fourier transform of real numbers, and there and back again."""
    return torch.fft.rfft(x), torch.fft.irfft(torch.fft.rfft(x))


@probe("fft-two-dimensional", normal(3, 12, 16), tolerance=TRANSFORM)
def fft_two_dimensional(torch, x):
    """The Fourier transform over two dimensions, also of sizes that are no power of two."""
    return torch.fft.fft2(x), torch.fft.rfft2(x), torch.fft.irfft2(torch.fft.rfft2(x), s=(12, 16))


@probe("fft-shift", normal(5, 8), tolerance=TRANSFORM)
def fft_shift(torch, x):
    """Frequencies put in order."""
    return torch.fft.fftshift(x), torch.fft.ifftshift(x, dim=1)


@probe("fft-gradient", normal(3, 32), tolerance=LOOSE)
def fft_gradient(torch, x):
    """The gradient of a power spectrum."""
    x = x.requires_grad_()
    return torch.autograd.grad(torch.fft.rfft(x).abs().square().sum() / 32, x)[0]


@probe("triangular-solve", normal(6, 6), normal(6, 4), tolerance=FACTORS)
def triangular_solve(torch, matrix, right):
    """A triangular system of equations solved."""
    lower = matrix.tril(-1) + 3 * torch.eye(6, dtype=matrix.dtype, device=matrix.device)
    return torch.linalg.solve_triangular(lower, right, upper=False)


@probe("solve", normal(6, 6), normal(6, 4), tolerance=FACTORS)
def solve(torch, matrix, right):
    """A system of equations solved, and a matrix inverted."""
    matrix = matrix + 6 * torch.eye(6, dtype=matrix.dtype, device=matrix.device)
    return torch.linalg.solve(matrix, right), torch.linalg.inv(matrix)


@probe("cholesky", normal(6, 6), tolerance=FACTORS)
def cholesky(torch, matrix):
    """The Cholesky factor of a positive matrix."""
    square = matrix @ matrix.t() + 3 * torch.eye(6, dtype=matrix.dtype, device=matrix.device)
    return torch.linalg.cholesky(square)


@probe("determinant", normal(3, 5, 5), tolerance=FACTORS)
def determinant(torch, matrix):
    """Determinants of a batch of matrices, and the matrix norm."""
    matrix = matrix + 3 * torch.eye(5, dtype=matrix.dtype, device=matrix.device)
    return torch.linalg.det(matrix) / 100, torch.linalg.norm(matrix[0])


@probe("svd", normal(7, 5), tolerance=FACTORS)
def svd(torch, matrix):
    """Singular values, and the matrix put together again from its factors."""
    left, values, right = torch.linalg.svd(matrix, full_matrices=False)
    return values, left @ torch.diag(values) @ right


@probe("matrix-power", normal(5, 5), tolerance=FACTORS)
def matrix_power(torch, matrix):
    """A matrix to the power of five, and a chain of products."""
    return torch.matrix_power(matrix / 2, 5), torch.linalg.multi_dot(
        [matrix, matrix, matrix[:, :2]]
    )


@probe("pairwise-distances", normal(9, 6), normal(7, 6), tolerance=FACTORS)
def pairwise_distances(torch, x, y):
    """Distances between two sets of points."""
    return torch.cdist(x, y), torch.nn.functional.cosine_similarity(x[:7], y)
