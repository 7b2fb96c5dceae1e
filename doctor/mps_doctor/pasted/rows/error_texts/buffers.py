"""Buffers and kernels of Metal that have a limit."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="ndarray-4gb",
        cause="mps-tensor-size-limit",
        kind="abort",
        literals=("total bytes of ndarray > 2**32",),
        meaning="One MPS array may not exceed 4 GiB on this macOS.",
        fix=(
            "Use smaller tensors (attention slicing, tiling, smaller batches), or a newer macOS "
            "and torch."
        ),
        source="https://github.com/pytorch/pytorch/issues/143859",
        examples=(
            (
                "MPSNDArray.mm:850: failed assertion `[MPSNDArray "
                "initWithDevice:descriptor:isTextureBacked:] Error: total bytes of NDArray > 2**32'"
            ),
        ),
        near_misses=("numpy.core._exceptions._ArrayMemoryError: Unable to allocate 2**32 bytes",),
    ),
    ErrorText(
        id="ndarray-product-2-31",
        cause="mps-tensor-size-limit",
        kind="abort",
        literals=("product of dimension sizes > 2**31",),
        meaning="One MPS array may not have more than 2**31 elements on this macOS.",
        fix="Use smaller tensors (attention slicing, tiling), or a newer macOS and torch.",
        source="https://github.com/pytorch/pytorch/issues/84039",
        examples=(
            (
                "MPSNDArray.mm:705: failed assertion `[MPSTemporaryNDArray "
                "initWithDevice:descriptor:] Error: product of dimension sizes > 2**31'"
            ),
        ),
        near_misses=("product of sizes exceeds limit",),
    ),
    ErrorText(
        id="matmul-2-32",
        cause="mps-tensor-size-limit",
        literals=("output dim sizes larger than 2**32 elements for matmul",),
        since="2.1",
        meaning="A matrix product on mps may not have more than 2**32 entries.",
        fix="Split the product.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=(
            "Output dim sizes larger than 2**32 elements for matmul not supported on MPS device."
        ),
        examples=(
            (
                "RuntimeError: Output dim sizes larger than 2**32 elements for matmul not "
                "supported on MPS device."
            ),
        ),
        near_misses=("RuntimeError: mat1 and mat2 shapes cannot be multiplied",),
    ),
    ErrorText(
        id="invalid-buffer-size",
        cause="mps-tensor-size-limit",
        literals=("invalid buffer size:",),
        pattern=r"invalid buffer size: [\d.]{1,80} ?(?:[kmgt]?i?b|bytes)",
        since="1.12",
        meaning="One tensor is larger than the largest buffer that Metal gives on this Mac.",
        fix=(
            "Make that tensor smaller: smaller batch, shorter context, half precision, tiling. "
            "Freeing other memory does not help."
        ),
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Invalid buffer size: ",
        also=("mps-out-of-memory",),
        examples=("RuntimeError: Invalid buffer size: 24.00 GB",),
        near_misses=("OSError: Invalid buffer",),
    ),
    ErrorText(
        id="set-bytes-4kb",
        cause="mps-tensor-size-limit",
        literals=("metal setbytes only supports transient data",),
        since="2.14",
        meaning="An argument of a custom kernel is larger than 4 KB.",
        fix="Pass the data as a tensor.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Metal setBytes only supports transient data up to 4 KB",
        examples=(
            (
                "RuntimeError: Argument 2 is too large. Metal setBytes only supports transient "
                "data up to 4 KB. Pass larger data as a tensor."
            ),
        ),
        near_misses=("RuntimeError: setBytes failed",),
    ),
    ErrorText(
        id="mps-limit-2-32",
        cause="mps-tensor-size-limit",
        literals=("less than 2**32 elements", "the limit is 2**"),
        pattern=r"less than 2\*\*32 elements|\bon mps\b[^:.]{0,30}\bthe limit is 2\*\*\d",
        meaning="A tensor of this operation holds more elements than mps can index with 32 bits.",
        fix="Work on smaller pieces (batch, sequence, image tiles), or run this step on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/141909",
        examples=(
            (
                "Tensor size for `masked_fill` exceeds the limit supported by the MPS backend: "
                "must be less than 2**32 elements"
            ),
            (
                "Output size of the matrix multiplication is larger than currently supported by "
                "the MPS backend: 72250,72250, needs to be less than 2**32 elements"
            ),
            "ValueError: on MPS (no float64) the limit is 2**24 pixels per image.",
        ),
        near_misses=("the table holds 2**32 elements", "fewer than 2**31 elements"),
    ),
    ErrorText(
        id="metal-dimension-limit",
        cause="mps-tensor-size-limit",
        literals=("exceeds metal max",),
        pattern=r"exceeds metal max(?:_ndim| of)\b",
        since="2.13",
        meaning="The tensor has more dimensions, or a longer one, than the Metal kernel takes.",
        fix="Reshape the tensor to fewer dimensions, or run this step on the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" exceeds metal max_ndim ",
        examples=("RuntimeError: ndim 20 exceeds metal max_ndim 16",),
        near_misses=("The heat exceeds what metal cases bear",),
    ),
    ErrorText(
        id="mps-32-bit-iterator",
        cause="mps-tensor-size-limit",
        literals=("using 32-bit iterator",),
        pattern=r"can't be (?:indexed|computed) using 32-bit iterator\b",
        since="2.5",
        meaning="The tensor has more elements than this kernel of MPS can number with 32 bits.",
        fix="Split the tensor, or run this step on the CPU.",
        source="torch 2.5.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Can't be indexed using 32-bit iterator",
        examples=(
            "RuntimeError: Can't be indexed using 32-bit iterator",
            (
                "RuntimeError: kernel data offsets can't be computed using 32-bit iterator of "
                "shape [4096, 1048576]"
            ),
        ),
        near_misses=("All indexed elements were read using 32-bit iterators",),
    ),
    ErrorText(
        id="invalid-buffer-size-alone",
        cause="mps-tensor-size-limit",
        literals=("runtimeerror: invalid buffer size",),
        pattern=r"runtimeerror: invalid buffer size(?!:? ?[\d.]+ ?[kmgt])",
        meaning=(
            "One tensor is larger than a buffer of Metal may be; the text does not say how large."
        ),
        fix="Make the batch, the image or the sequence smaller, or work in parts.",
        source="https://github.com/pytorch/pytorch/issues/141909",
        alone=True,
        examples=(
            "RuntimeError: Invalid buffer size",
            "BUG MPS RuntimeError: Invalid buffer size: ### GiB",
        ),
        near_misses=(
            "RuntimeError: Invalid buffer size: 9.75 GB",
            "ValueError: invalid buffer size",
        ),
    ),
    ErrorText(
        id="mps-kernel-32-bit",
        cause="mps-tensor-size-limit",
        literals=(
            "int_max elements",
            "nonzero is not supported for tensor",
            "of more than 2**32 elements",
            "exceeds 2^32",
            "must be less than 2^32",
            "exceeds int32",
            "tensor is larger than",
            "unable to safely factor shape",
            "<= 4294967295",
            "<= int_max",
            "addressable with 32-bit",
            "to fit in int32",
            "tensor rank >",
            "mps qr: at most",
            "mpsgraph topk",
        ),
        pattern=(
            r"nonzero is not supported for tensors? with more than (?:int_max|\d+) elements"
            r"|not supported for tensors of more than 2\*\*32 elements|(?:threads"
            r"|elements) exceeds 2\^32|num_groups` must be less than 2\^32"
            r"|kernel volume times channels per group exceeds int32"
            r"|histogramdd\(\): tensor is larger than 4gb"
            r"|unable to safely factor shape for grid dimensions"
            r"|expected i <= 4294967295u? to be true|expected size\[i\] <= int_max to be true"
            r"|tensor is larger than int32_max|requires tensors addressable with 32-bit"
            r"|\bmps\b.{0,60}\bto fit in int32\b|: tensor rank > \d+|error: mps qr: at most"
            r"|\bmpsgraph topk when ndims\(\)"
        ),
        since="1.13",
        meaning="The tensor is larger, or has more dimensions, than an mps kernel can index.",
        fix="Work on smaller pieces (batch, sequence, image tiles), or run this step on the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="masked_fill not supported for tensors of more than 2**32 elements",
        on="mac",
        examples=(
            (
                "RuntimeError: nonzero is not supported for tensors with more than INT_MAX "
                "elements, See https://github.com/pytorch/pytorch/issues/51871"
            ),
            "RuntimeError: nonzero is not supported for tensor with more than 2147483647 elements.",
            "RuntimeError: masked_fill not supported for tensors of more than 2**32 elements",
            "RuntimeError: MPS 1D dispatch of 4294967297 threads exceeds 2^32",
            "RuntimeError: conv3d: kernel volume times channels per group exceeds int32",
            "RuntimeError: histogramdd(): Tensor is larger than 4Gb",
            "RuntimeError: embedding_dense_backward_mps: tensor is larger than INT32_MAX",
            "RuntimeError: MPS QR requires tensors addressable with 32-bit indices",
            "RuntimeError: sum: tensor rank > 16",
        ),
        near_misses=(
            "nonzero is not supported for sparse tensors",
            "the number of threads exceeds 2",
        ),
    ),
    ErrorText(
        id="metal-buffer-length",
        cause="mps-tensor-size-limit",
        kind="abort",
        literals=("must not exceed",),
        pattern=(
            r"newbufferwith\S{0,80}.{0,120}?\blength(?: ?\(?0x[\da-f]{1,16}\)?"
            r"| ?\(?\d{1,20}\)?)? must not exceed \d"
        ),
        meaning="One tensor is larger than the largest buffer that this GPU can have.",
        fix="Use a smaller batch or resolution, or split the step into pieces.",
        source="https://developer.apple.com/documentation/metal/mtldevice/maxbufferlength",
        any_program=True,
        examples=(
            (
                "-[MTLDebugDevice newBufferWithLength:options:]:600: failed assertion `Buffer "
                "Validation newBufferWith*:length 0x200000001 must not exceed 4096 MB.'"
            ),
        ),
        near_misses=("the length of a prompt must not exceed 77 tokens",),
    ),
)
