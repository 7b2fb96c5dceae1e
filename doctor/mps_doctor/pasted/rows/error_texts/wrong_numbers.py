"""Numbers that are wrong, as torch notices them."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="tensor-likes-on-mps",
        cause="mps-op-wrong-result",
        literals=("tensor-likes are not", "scalars are not"),
        beside=("mps",),
        pattern=(
            r"(?:\b|_)mps(?:\b|_).{0,200}(?:tensor-likes|scalars) are not (?:close|equal)"
            r"|(?:tensor-likes|scalars) are not (?:close|equal).{0,600}(?:\b|_)mps(?:\b|_)"
        ),
        reach=640,
        meaning="A test compared numbers of MPS with others, and they are not the same.",
        fix=(
            "Compare with the newest torch; allow the tolerance of float32; run the step in "
            "question on the CPU."
        ),
        source="https://github.com/pytorch/pytorch/blob/main/torch/testing/_comparison.py",
        rule="wrong-numbers",
        examples=(
            "FAILED test_linear_mps - AssertionError: Tensor-likes are not close!",
            "AssertionError: Tensor-likes are not equal! device='mps:0'",
            "FAILED test_sum_mps - AssertionError: Scalars are not close!",
        ),
        near_misses=("FAILED test_linear_cuda - AssertionError: Tensor-likes are not close!",),
    ),
    ErrorText(
        id="anomaly-nan",
        cause="mps-op-wrong-result",
        literals=("returned nan values in its",),
        meaning=(
            "A gradient became NaN; on mps this can be a wrong operator, on an AMD GPU of an Intel "
            "Mac it often is."
        ),
        fix="Compare the same step on the CPU; use a newer torch; on an Intel Mac use the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="' returned nan values in its ",
        rule="wrong-numbers",
        examples=(
            "RuntimeError: Function 'LogSoftmaxBackward0' returned nan values in its 0th output.",
        ),
        near_misses=("Function returned a value",),
    ),
    ErrorText(
        id="argmax-int-min",
        cause="mps-op-wrong-result",
        literals=("-9223372036854775808",),
        pattern=r"-9223372036854775808.{0,200}\bmps\b|\bmps\b.{0,200}-9223372036854775808",
        reach=400,
        meaning=(
            "An operator on mps returned the smallest 64-bit integer instead of an index; seen "
            "with torch 2.0 and with AMD GPUs."
        ),
        fix="Use a newer torch; on an Intel Mac compute this on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/92311",
        rule="wrong-numbers",
        examples=("tensor([-9223372036854775808, -9223372036854775808], device='mps:0')",),
        near_misses=("int64 min is -9223372036854775808 on cpu",),
    ),
    ErrorText(
        id="probability-nan",
        cause="mps-op-wrong-result",
        literals=("probability tensor contains either",),
        meaning=(
            "The numbers before sampling are not finite; on mps with float16 this is often "
            "overflow or a wrong operator."
        ),
        fix="Use float32 (or bfloat16 on macOS 14), use a newer torch, compare with the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="probability tensor contains either",
        rule="wrong-numbers",
        examples=("RuntimeError: probability tensor contains either `inf`, `nan` or element < 0",),
        near_misses=("probability tensor is fine",),
    ),
    ErrorText(
        id="distribution-of-nans",
        cause="mps-op-wrong-result",
        literals=("to satisfy the constraint",),
        beside=("mps",),
        pattern=(
            r"to satisfy the constraint .{1,120}?but found invalid values:? .{0,200}?\bnan\b"
            r"(?=.{0,3000}?device='mps)"
        ),
        reach=3600,
        meaning="The parameters of a distribution are NaN on mps: an operator before it gave them.",
        fix="Use float32 and a newer torch; compare the step before it with the CPU.",
        source="torch 2.13.0 for macOS: torch/distributions/distribution.py",
        verbatim="to satisfy the constraint",
        rule="wrong-numbers",
        examples=(
            (
                "ValueError: Expected parameter loc (Tensor of shape (2,)) of distribution "
                "Normal(loc: torch.Size([2])) to satisfy the constraint Real(), but found invalid "
                "values: tensor([nan, nan], device='mps:0')"
            ),
        ),
        near_misses=(
            (
                "to satisfy the constraint Real(), but found invalid values: tensor([nan, nan], "
                "device='cuda:0')"
            ),
        ),
    ),
    ErrorText(
        id="nan-in-unet",
        cause="mps-op-wrong-result",
        literals=("a tensor with",),
        pattern=r"a tensor with (?:all )?nans was produced",
        meaning="The model produced NaN everywhere, which on mps is usually float16 overflow.",
        fix="Run that part in float32 (in web UIs: --no-half).",
        source="https://github.com/AUTOMATIC1111/stable-diffusion-webui/issues/6923",
        examples=("NansException: A tensor with all NaNs was produced in Unet.",),
        near_misses=("a tensor with all zeros was made",),
    ),
    ErrorText(
        id="metal-dispatch-warning",
        cause="mps-op-wrong-result",
        kind="warning",
        literals=("mps mm implementation has a known issue",),
        since="2.12",
        meaning=(
            "torch avoids a product that is known to be wrong, and computes it another way: "
            "harmless."
        ),
        fix="Nothing has to be done.",
        source="https://github.com/pytorch/pytorch/issues/183535",
        advice=True,
        examples=(
            (
                "UserWarning: MPS mm implementation has a known issue with this shape, dtype and "
                "slice. Dispatching to metal"
            ),
        ),
        near_misses=("MPS mm is fast",),
    ),
    ErrorText(
        id="invalid-value-in-cast",
        cause="mps-op-wrong-result",
        kind="warning",
        literals=("invalid value encountered in cast",),
        meaning="The picture holds NaN: the model's numbers ran over in half precision.",
        fix="Compute the decoder (VAE) in float32, or use a newer torch.",
        source="https://github.com/huggingface/diffusers/issues/2153",
        on="mac",
        rule="wrong-numbers",
        examples=(
            (
                "RuntimeWarning: invalid value encountered in cast images = (images * "
                '255).round().astype("uint8")'
            ),
        ),
        near_misses=("RuntimeWarning: overflow encountered in cast",),
    ),
    ErrorText(
        id="negative-dimension-mps",
        cause="mps-op-wrong-result",
        literals=("tensor with negative dimension",),
        beside=("mps",),
        pattern=(
            r"\bmps\b.{0,200}tensor with negative dimension -\d{6,20}"
            r"|tensor with negative dimension -\d{6,20}.{0,240}\bmps\b"
        ),
        meaning=(
            "A count that an operator made on MPS is wrong, and the next one asks for an "
            "impossible tensor."
        ),
        fix="Use the newest torch; run the step in question on the CPU.",
        source="https://github.com/ultralytics/ultralytics/issues/7807",
        examples=(
            (
                "device mps\n"
                "RuntimeError: Trying to create tensor with negative dimension -1234567890: [0, "
                "-1234567890]"
            ),
        ),
        near_misses=(
            "device mps\nRuntimeError: Trying to create tensor with negative dimension -1: [-1]",
        ),
    ),
    ErrorText(
        id="accelerator-index-out-of-bounds",
        cause="mps-op-wrong-result",
        literals=("is out of bounds",),
        pattern=(
            r"acceleratorerror: (?:[\w. ]{1,40}: )?index -?\w{1,24} is out of bounds"
            r"|\bindex -?\d{1,20} is out of bounds: \d{1,4}, range \d{1,20} to \d{1,20}"
        ),
        meaning=(
            "A kernel on the GPU was given an index that lies outside of the tensor; where the CPU "
            "raises no IndexError for the same program, an operator on mps computed it wrongly."
        ),
        fix=(
            "Run the program once on the CPU: without an error there, use a newer torch or keep "
            "that operator on the CPU; with one, the index itself is wrong."
        ),
        source="https://github.com/pytorch/pytorch/pull/166615",
        examples=(
            "torch.AcceleratorError: index 41 is out of bounds: 1, range 0 to 12",
            (
                "torch.AcceleratorError: scatter: index -9 is out of bounds for dimension 0 with "
                "size 4"
            ),
            "index 366 is out of bounds: 0, range 0 to 16",
        ),
        near_misses=(
            "IndexError: index 5 is out of bounds for dimension 0 with size 5",
            "torch.AcceleratorError: CUDA error: device-side assert triggered",
            "IndexError: index_copy_(): index 8 is out of bounds for dimension 0 with size 5",
        ),
    ),
)
