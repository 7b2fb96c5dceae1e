"""How far a result may be off, per dtype: each number with its source."""

from ..probe import by_dtype, same_for_all

# Bounds of the norm: 20 to 200 times what an H200 and this project's CPUs show for the matrix
# product (float32 6e-7, float16 2e-4, bfloat16 2e-3), so that another order of summation passes and
# a change of one percent in float32 does not.
_NORM_32, _NORM_16, _NORM_BF16 = 1e-4, 1e-2, 4e-2

ORDINARY = by_dtype((1e-5, 1.3e-6, _NORM_32), (2e-2, 1e-2, _NORM_16), (5e-2, 5e-2, _NORM_BF16))
"""float32: the defaults of torch.testing.assert_close; halves: FP16_LOW_PRECISION_LIST and its
bfloat16 twin in PyTorch's test/test_mps.py."""

PRODUCT = by_dtype((1e-4, 3e-5, _NORM_32), (5e-2, 5e-2, _NORM_16), (5e-2, 1e-1, _NORM_BF16))
"""Matrix products and convolutions: FP32_LOW_PRECISION_LIST and the lists for linear, mv, addmm in
PyTorch's test/test_mps.py."""

LOOSE = by_dtype((1e-3, 1e-4, 1e-3), (5e-2, 5e-2, 2e-2), (1e-1, 1e-1, 8e-2))
"""Chains of several operators with a gradient through them, and interpolation: the widest that
PyTorch's test/test_mps.py allows a single operator."""

LONG_SUM = by_dtype((1e-2, 1e-4, 1e-3), (2e-1, 5e-2, _NORM_16), (1.0, 1e-1, _NORM_BF16))
"""Sums of tens of thousands of products; the reports on them (pytorch issues 183535, 195163)
compare at a thousandth of the largest entry, and there all entries were off."""

NORMALISED = by_dtype((1e-4, 1.3e-5, _NORM_32), (2e-2, 1e-2, _NORM_16), (5e-2, 5e-2, _NORM_BF16))
"""native_layer_norm in PyTorch's test/test_mps.py."""

TRANSFORM = by_dtype((3e-5, 3e-5, _NORM_32), (1e-2, 1e-2, 1e-2), (5e-2, 5e-2, 5e-2))
"""FFT in PyTorch's test/test_mps.py; see also pytorch issue 120237."""

LONG_KEYS = by_dtype((1e-3, 1e-4, 1e-3), (1e-2, 5e-2, 2e-2), (5e-2, 5e-2, 1e-1))
"""Attention to thousands of keys in half precision."""

MIXED = by_dtype((1e-3, 1e-4, 1e-3), (5e-2, 5e-2, 2e-2), (5e-2, 1e-1, 4e-2))  # mixed precision

STEPS = same_for_all(1e-3, 1e-3, 1e-3)
"""After several steps of an optimiser: its division by small numbers magnifies rounding."""

STATISTIC = same_for_all(5e-2, 0.0, 1e-1)
"""Mean and spread of 100,000 random numbers: ten times their standard error and more."""

UNMOVED = same_for_all(1e-6, 0.0, 1e-6)
"""Numbers that must not change; the margin allows another order of summation."""

EXACT = same_for_all(0.0, 0.0, 0.0)
"""Copies, integers, truth values, and whatever else has one right answer."""
