"""Sparse tensors."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="sparse-mps-dispatch",
        cause="sparse-unsupported",
        literals=("from the 'sparse",),
        pattern=r"from the 'sparse(?:csr)?mps' backend",
        since="1.12",
        meaning="Sparse tensors on mps came with torch 2.9, and many operators for them later.",
        fix="Use dense tensors (`.to_dense()`), the CPU, or torch 2.9 or newer.",
        source="https://github.com/janhq/ichigo/issues/101",
        examples=(
            (
                "NotImplementedError: Could not run 'aten::empty.memory_format' with arguments "
                "from the 'SparseMPS' backend."
            ),
        ),
        near_misses=(
            (
                "NotImplementedError: Could not run 'aten::add' with arguments from the "
                "'SparseCUDA' backend."
            ),
        ),
    ),
    ErrorText(
        id="sparse-compressed-mps",
        cause="sparse-unsupported",
        literals=("could not run 'new_compressed_tensor' from the",),
        pattern=r"could not run 'new_compressed_tensor' from the '?mps",
        since="1.13",
        meaning="A tensor in a compressed sparse layout (CSR, CSC, BSR, BSC) is to be made on mps.",
        fix="Make the compressed sparse tensor on the CPU, or use a dense one on mps.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Could not run 'new_compressed_tensor' from the '",
        examples=(
            "NotImplementedError: Could not run 'new_compressed_tensor' from the 'mps:0' device.)",
        ),
        near_misses=(
            "NotImplementedError: Could not run 'new_compressed_tensor' from the 'xpu:0' device.)",
        ),
    ),
    ErrorText(
        id="sparse-layout-mps",
        cause="sparse-unsupported",
        literals=("only strided tensors are supported on mps",),
        since="1.12",
        meaning="A sparse tensor met a part of mps that has none.",
        fix="Use dense tensors, or the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="only strided tensors are supported on MPS",
        examples=("RuntimeError: only strided tensors are supported on MPS",),
        near_misses=("RuntimeError: only strided tensors are supported",),
    ),
    ErrorText(
        id="sparse-tensor-not-supported-mps",
        cause="sparse-unsupported",
        literals=("sparse",),
        pattern=(
            r"sparse[\w ]{0,30}(?:is|are) not (?:yet )?(?:supported|implemented) (?:on|for"
            r"|in) (?:the )?mps"
        ),
        since="1.12",
        meaning="Sparse tensors are limited or missing on mps in this torch.",
        fix="Use dense tensors, or the CPU.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        examples=("RuntimeError: sparse_coo tensors are not supported on the MPS backend",),
        near_misses=("sparse tensors are fast",),
    ),
    ErrorText(
        id="op-sparse-layout",
        cause="sparse-unsupported",
        literals=("aten::_sparse",),
        pattern=r"operator 'aten::_sparse\w{0,80}' is not current(?:ly)? implemented for the mps",
        since="1.12",
        until="2.8",
        meaning="Sparse tensors came to mps with torch 2.9.",
        fix="Use dense tensors, the CPU, or torch 2.9 or newer.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        examples=(
            (
                "NotImplementedError: The operator "
                "'aten::_sparse_coo_tensor_with_dims_and_tensors' is not currently implemented for "
                "the MPS device."
            ),
        ),
        near_misses=(
            (
                "NotImplementedError: The operator 'aten::linalg_eig' is not currently implemented "
                "for the MPS device."
            ),
        ),
    ),
    ErrorText(
        id="sparse-reduction-mps",
        cause="sparse-unsupported",
        literals=("torch.sparse.tensor' on device",),
        pattern=r"not (?:yet )?supported for 'torch\.sparse\.tensor' on device '?mps",
        meaning="The reduction of sparse tensors does not exist on mps.",
        fix="Use edge indices, or keep the sparse part on the CPU.",
        source=(
            "https://github.com/pyg-team/pytorch_geometric/blob/master/torch_geometric/utils/_spmm."
            "py"
        ),
        examples=(
            (
                "ValueError: `min` reduction is not supported for 'torch.sparse.Tensor' on device "
                "'mps:0'"
            ),
        ),
        near_misses=(
            "`min` reduction is not supported for 'torch.sparse.Tensor' on device 'cuda:0'",
        ),
    ),
    ErrorText(
        id="sparse-device-mps",
        cause="sparse-unsupported",
        literals=(
            "for sparse",
            "(mps) must be",
            "cannot map backend sparsecsr",
            "on a sparse cpu tensor",
            "sparse_mm_mkl",
        ),
        pattern=(
            r"\(mps\) must be (?:one of )?cpu\b|unsupported device type for sparse layout: mps"
            r"|device type not supported for sparse .{0,40}?\bmps\b|cannot map backend sparsecsr\("
            r"|on a sparse cpu tensor requires (?:linux|compiling)"
            r"|sparse_mm_mkl: mkl support is disabled"
        ),
        since="1.12",
        meaning=(
            "This torch has no such sparse tensors on mps, nor this operation on them on the CPU "
            "of a Mac."
        ),
        fix="Use dense tensors for this step.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Unsupported device type for sparse layout: ",
        on="mac",
        examples=(
            "RuntimeError: device type of values (mps) must be CPU or CUDA",
            "RuntimeError: Unsupported device type for sparse layout: mps",
            "RuntimeError: Cannot map Backend SparseCsr(CPU|CUDA|HIP|VE|XPU) to a unique layout.",
            (
                "RuntimeError: Calling add on a sparse CPU tensor requires compiling PyTorch with "
                "MKL. Please use PyTorch built MKL support."
            ),
        ),
        near_misses=(
            "RuntimeError: Unsupported device type for sparse layout: xla",
            "sparse tensors on the CPU",
        ),
    ),
)
