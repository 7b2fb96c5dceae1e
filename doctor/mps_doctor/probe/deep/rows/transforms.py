"""Deep probes of Fourier transforms and linear algebra."""

from ..probe import Family, normal
from .tolerances import LOOSE, TRANSFORM

probe = Family(LOOSE)


def _plus_identity(torch, matrix, factor):
    size = matrix.shape[-1]
    return matrix + factor * torch.eye(size, dtype=matrix.dtype, device=matrix.device)


probe("fft", normal(4, 64), dtypes=("complex64",), tolerance=TRANSFORM)(
    lambda torch, x: (torch.fft.fft(x), torch.fft.ifft(x), torch.fft.fft(x, dim=0))
)
probe("fft-real", normal(4, 64), tolerance=TRANSFORM)(
    lambda torch, x: (torch.fft.rfft(x), torch.fft.irfft(torch.fft.rfft(x)))
)
# Also of sizes that are no power of two.
probe("fft-two-dimensional", normal(3, 12, 16), tolerance=TRANSFORM)(
    lambda torch, x: (
        *(torch.fft.fft2(x), torch.fft.rfft2(x)),
        torch.fft.irfft2(torch.fft.rfft2(x), s=(12, 16)),
    )
)
probe("fft-shift", normal(5, 8), tolerance=TRANSFORM)(
    lambda torch, x: (torch.fft.fftshift(x), torch.fft.ifftshift(x, dim=1))
)
# Of a power spectrum.
probe("fft-gradient", normal(3, 32), gradients="x")(
    lambda torch, x: torch.fft.rfft(x).abs().square().sum() / 32
)
probe("triangular-solve", normal(6, 6), normal(6, 4))(
    lambda torch, matrix, right: torch.linalg.solve_triangular(
        _plus_identity(torch, matrix.tril(-1), 3), right, upper=False
    )
)


@probe("solve", normal(6, 6), normal(6, 4))
def _solve(torch, matrix, right):
    matrix = _plus_identity(torch, matrix, 6)
    return torch.linalg.solve(matrix, right), torch.linalg.inv(matrix)


probe("cholesky", normal(6, 6))(
    lambda torch, matrix: torch.linalg.cholesky(_plus_identity(torch, matrix @ matrix.t(), 3))
)


@probe("determinant", normal(3, 5, 5))
def _determinant(torch, matrix):
    matrix = _plus_identity(torch, matrix, 3)
    return torch.linalg.det(matrix) / 100, torch.linalg.norm(matrix[0])


@probe("svd", normal(7, 5))
def _svd(torch, matrix):
    # Singular values, and the matrix put together again from its factors.
    left, values, right = torch.linalg.svd(matrix, full_matrices=False)
    return values, left @ torch.diag(values) @ right


probe("matrix-power", normal(5, 5))(
    lambda torch, matrix: (
        torch.matrix_power(matrix / 2, 5),
        torch.linalg.multi_dot([matrix, matrix, matrix[:, :2]]),
    )
)
probe("pairwise-distances", normal(9, 6), normal(7, 6))(
    lambda F, torch, x, y: (torch.cdist(x, y), F.cosine_similarity(x[:7], y))
)
