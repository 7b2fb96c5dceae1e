"""Tensors that are too large, or have too many dimensions."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="64-bit-indexing",
        cause="mps-tensor-size-limit",
        literals=("tensors that require 64-bit indexing", "tensors requiring 64-bit indexing"),
        pattern=(
            r"mps\b[\w ]{0,40} does not support tensors that require 64-bit indexing"
            r"|tensors requiring 64-bit indexing are not supported"
        ),
        since="2.8",
        meaning="The tensor has more than 2**31 elements, which this mps kernel cannot index.",
        fix="Split the tensor.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS does not support tensors that require 64-bit indexing",
        examples=(
            "RuntimeError: MPS pooling does not support tensors that require 64-bit indexing",
            (
                "RuntimeError: sum: tensors requiring 64-bit indexing are not supported "
                "(numel=5000000000)"
            ),
        ),
        near_misses=(
            "RuntimeError: canUse32BitIndexMath returned false",
            "64-bit indexing is slow",
        ),
    ),
    ErrorText(
        id="mpsgraph-int-max",
        cause="mps-tensor-size-limit",
        literals=("tensor dims larger than int_max",),
        since="2.5",
        meaning="One dimension of the tensor is larger than MPSGraph allows.",
        fix="Split the tensor.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPSGraph does not support tensor dims larger than INT_MAX",
        examples=("RuntimeError: MPSGraph does not support tensor dims larger than INT_MAX",),
        near_misses=("index larger than INT_MAX",),
    ),
    ErrorText(
        id="ndarray-dimension-int-max",
        cause="mps-tensor-size-limit",
        kind="abort",
        literals=("ndarray dimension length > int_max",),
        meaning="One dimension of an MPS array is longer than allowed.",
        fix="Use smaller tensors, or process images in tiles.",
        source="https://github.com/pytorch/pytorch/issues/146769",
        examples=(
            (
                "MPSNDArray.mm:829: failed assertion `[MPSNDArray initWithDevice:descriptor:] "
                "Error: NDArray dimension length > INT_MAX'"
            ),
        ),
        near_misses=("dimension length must be positive",),
    ),
    ErrorText(
        id="mps-16-dims",
        cause="mps-tensor-size-limit",
        literals=("mps supports tensors with dimensions <=", "only up to 16-dim tensors"),
        pattern=(
            r"mps supports tensors with dimensions <= 16|mps supports tensors with dimensions <= \d"
            r"|only up to 16-dim tensors supported"
        ),
        since="2.1",
        meaning="mps takes tensors of at most 16 dimensions.",
        fix="Reshape the tensor.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS supports tensors with dimensions <= 16, but got ",
        examples=(
            "RuntimeError: MPS supports tensors with dimensions <= 16, but got 17.",
            "RuntimeError: unfold_backward_mps :Only up to 16-dim tensors supported",
        ),
        near_misses=(
            "RuntimeError: only tensors with dimensions <= 3 are supported",
            "16-dim tensors are rare",
        ),
    ),
    ErrorText(
        id="mps-16-indices",
        cause="mps-tensor-size-limit",
        literals=("indices to be used in mps indexing kernels",),
        since="1.13",
        meaning="Indexing on mps takes at most 16 index tensors.",
        fix="Reshape the tensor, or index on the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Current limit allows up to 16 indices to be used in MPS indexing kernels",
        examples=(
            (
                "RuntimeError: Current limit allows up to 16 indices to be used in MPS indexing "
                "kernels"
            ),
        ),
        near_misses=("RuntimeError: too many indices for tensor of dimension 2",),
    ),
    ErrorText(
        id="conv-65536-channels",
        cause="mps-tensor-size-limit",
        literals=("output channels > 65536 not supported at the mps device",),
        since="2.5",
        meaning=(
            "Convolution on mps is limited to 65536 output channels; older versions computed wrong "
            "numbers instead."
        ),
        fix="Split the layer, or run it on the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Output channels > 65536 not supported at the MPS device.",
        examples=(
            (
                "RuntimeError: Output channels > 65536 not supported at the MPS device. As a "
                "temporary fix, you can set the environment variable"
            ),
        ),
        near_misses=("RuntimeError: Output channels must be divisible by groups",),
    ),
    ErrorText(
        id="matmul-larger-than-mps",
        cause="mps-tensor-size-limit",
        literals=("larger than currently supported by the mps backend",),
        since="2.5",
        until="2.5",
        meaning="The product of two matrices has more elements than MPS can address.",
        fix="Make the batch or the sequence smaller, or split the product into parts.",
        source="torch 2.5.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=(
            "Output size of the matrix multiplication is larger than currently supported by the "
            "MPS backend: "
        ),
        examples=(
            (
                "RuntimeError: Output size of the matrix multiplication is larger than currently "
                "supported by the MPS backend: 70000x70000"
            ),
        ),
        near_misses=("The model is larger than currently advised for the MPS backend",),
    ),
)
