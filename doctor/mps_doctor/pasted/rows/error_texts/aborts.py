"""Assertions of MPSGraph, MPS and torch."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="ndarray-slice-assertion",
        cause="mps-op-crash",
        kind="abort",
        literals=("mpsndarraydescriptor slicedimension", "subrange.", "dimension index ("),
        pattern=(
            r"mpsndarraydescriptor slicedimension"
            r"|\bsubrange\.(?:start|length) .{0,60}?\b(?:is not less than|does not fit)"
            r"|dimension index \(\d{1,3}\) not within number of dimensions"
        ),
        meaning="A slice larger than MPS allows, or of an odd layout, aborts the process.",
        fix="Make the tensor contiguous first, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/113586",
        unless=("ndarray-4gb",),
        rule="abort",
        examples=(
            (
                "failed assertion `[MPSNDArrayDescriptor sliceDimension:withSubrange:] error: the "
                "range subRange.start + subRange.length does not fit in dimension[1] (4)'"
            ),
            "error: subRange.start (2) is not less than length of dimension[0] (2)",
            "dimension index (3) not within number of dimensions (3)",
        ),
        near_misses=("slice indices must be integers", "subRange.start is 3"),
    ),
    ErrorText(
        id="ndarray-buffer-assertion",
        cause="mps-op-crash",
        kind="abort",
        literals=("buffer is not large enough. must be",),
        meaning="A buffer of the wrong size reached MPSGraph, and the process aborts.",
        fix="Use a newer torch, or make the tensor contiguous.",
        source="https://github.com/pytorch/pytorch/issues/77851",
        examples=(
            (
                "MPSNDArray.mm:782: failed assertion `[MPSNDArray, initWithBuffer:descriptor:] "
                "Error: buffer is not large enough. Must be 32768 bytes'"
            ),
        ),
        near_misses=("buffer is full",),
    ),
    ErrorText(
        id="mpsndarray-assertion",
        cause="mps-op-crash",
        kind="abort",
        literals=("failed assertion",),
        pattern=(
            r"mps[\w/]{0,80}\.mm:\d{1,80}:? ?(?:\d{1,80}: )?(?:in function [^:]{0,60}: )?failed ass"
            r"ertion\b(?!.{0,160}(?:\bane (?:evaluation|scheduling) error|appleneuralengine"
            r"|failed to allocate|> ?2\*\*3|> ?int_max|buffer is not large enough\. must"
            r"|(?:destination|different|same|mismatch\w*|2) (?:data ?type|ndarray)|slicedimension))"
        ),
        meaning="An operator gave MPS arguments it cannot take, and the process aborts.",
        fix="Use a newer torch, or run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/84206",
        rule="abort",
        examples=(
            (
                "MPSNDArrayGatherND.mm:256: failed assertion `Rank of updates array (1) must be "
                "greater than or equal to inner-most dimension of indices array (300)'"
            ),
            "MPSNDArray.mm:700: failed assertion; made up",
            (
                "/System/Library/MPSRuntime/Ops/GPUReduceOps.mm:118: failed assertion `Reduction "
                "error'"
            ),
            "MPSGraphUtilities.mm:343: failed assertion `unsupported datatype for constant'",
        ),
        near_misses=(
            "MPSNDArray.mm:850: failed assertion `Error: total bytes of NDArray > 2**32'",
            (
                "MPSNDArrayConvolution.mm:2317: failed assertion `[MPSNDArrayConvolution] Error: "
                "destination datatype must be fp32'"
            ),
            (
                "MPSRuntime/Operations/GPUANERegionOps.mm:301: failed assertion `ANE Evaluation "
                "Error = x'"
            ),
            (
                "MPSCommandBufferImageCache.mm:1400: failed assertion `Failed to allocate private "
                "MTLBuffer for size 9'"
            ),
        ),
    ),
    ErrorText(
        id="internal-assert-mps",
        cause="mps-op-crash",
        literals=("internal assert failed",),
        pattern=(
            r"internal assert failed(?: at)?[ .…\"]{1,8}[^\"\n]{0,200}(?:/mps/|/metal/"
            r"|mps\w{0,40}\.(?:mm|cpp|h)\b)[^\"\n]{0,120}"
        ),
        meaning=(
            "A sanity check inside torch's mps code failed: a defect of this torch, not of the "
            "environment."
        ),
        fix=(
            "Use the newest torch; if the assertion stays, run this step on the CPU and report it "
            "to PyTorch."
        ),
        source="https://github.com/pytorch/pytorch/blob/main/c10/util/Exception.h",
        unless=("complex-with-real", "low-watermark-assertion"),
        examples=(
            (
                "RuntimeError: size > 0 INTERNAL ASSERT FAILED at "
                '"/build/aten/src/ATen/mps/MPSAllocator.mm":101, please report a bug to PyTorch.'
            ),
            "RuntimeError: found && block INTERNAL ASSERT FAILED ... MPSAllocator.mm",
            (
                "RuntimeError: *current_device == options.device() INTERNAL ASSERT FAILED at "
                '"/pytorch/build/aten/src/ATen/RegisterMPS.cpp":540, please report a bug to '
                "PyTorch."
            ),
        ),
        near_misses=(
            (
                "RuntimeError: size > 0 INTERNAL ASSERT FAILED at "
                '"/build/c10/cuda/CUDACachingAllocator.cpp":101, please report a bug to PyTorch.'
            ),
            "RuntimeError: found && block INTERNAL ASSERT FAILED ... CUDACachingAllocator.cpp",
            'INTERNAL ASSERT FAILED at "/pytorch/build/aten/src/ATen/RegisterCPU.cpp":540',
        ),
    ),
    ErrorText(
        id="internal-assert-on-mps",
        cause="mps-op-crash",
        literals=("internal assert failed",),
        beside=("mps",),
        pattern=(
            r"(?:\bdevice ?[:=(]{0,2} ?|\b(?:on|for|with"
            r"|to) )[\"'(]{0,2}mps\b.{0,240}(?<!is_cpu\(\) )(?<!is_cuda\(\) )internal assert failed"
            r" at|(?<!is_cpu\(\) )(?<!is_cuda\(\) )internal assert failed at.{0,240}(?:\bdevice ?"
            r"[:=(]{0,2} ?|\b(?:on|for|with|to) )[\"'(]{0,2}mps\b"
        ),
        meaning="A sanity check inside torch failed in a program that runs on mps.",
        fix=(
            "Use the newest torch; if the assertion stays, run this step on the CPU and report it "
            "to PyTorch."
        ),
        source="https://github.com/pytorch/pytorch/issues/133182",
        unless=("complex-with-real",),
        examples=(
            (
                "RuntimeError: storage.use_count() == 1 INTERNAL ASSERT FAILED at "
                '"/torch/csrc/autograd/VariableType.cpp":10, please report a bug to PyTorch.\n'
                "device: mps"
            ),
            (
                'x = torch.ones(2, device="mps")\n'
                'RuntimeError: ok INTERNAL ASSERT FAILED at "/c10/core/Allocator.h":2, please '
                "report a bug to PyTorch."
            ),
        ),
        near_misses=(
            (
                'RuntimeError: ok INTERNAL ASSERT FAILED at "/c10/core/Allocator.h":2, please '
                "report a bug to PyTorch.\ndevice: cuda"
            ),
            (
                "Is MPS available: True\n"
                'RuntimeError: ok INTERNAL ASSERT FAILED at "/c10/core/Allocator.h":2, please '
                "report a bug to PyTorch."
            ),
            (
                "RuntimeError: x.device().is_cpu() INTERNAL ASSERT FAILED at "
                '"csrc/cpu/some_cpu.cpp":1, please report a bug to PyTorch. x must be CPU '
                "tensor\ndevice: mps"
            ),
        ),
    ),
    ErrorText(
        id="placeholder-tensor-empty",
        cause="mps-op-crash",
        literals=("placeholder tensor is empty",),
        meaning=(
            "An operator on mps was given a tensor without elements, which it does not take in "
            "this torch."
        ),
        fix="Use the newest torch, or skip this step where the tensor is empty.",
        source="https://github.com/pytorch/pytorch/issues/123171",
        examples=("RuntimeError: Placeholder tensor is empty!",),
        near_misses=("RuntimeError: the placeholder's tensor is not empty",),
    ),
    ErrorText(
        id="placeholder-buffer-size",
        cause="mps-op-crash",
        literals=("placeholder buffer size",),
        pattern=r"placeholder buffer size(?: ?\(\d{1,20}\))? is not large enough",
        since="1.12",
        until="1.13",
        meaning=(
            "An operator on mps was given a view whose storage is smaller than it takes it to be: "
            "an error of torch's first releases with mps."
        ),
        fix="Install torch 2 or newer.",
        source="https://github.com/pytorch/pytorch/issues/77886",
        examples=(
            (
                "RuntimeError: Placeholder buffer size (512) is not large enough to contain the "
                "Tensor storage of size 2048"
            ),
            "Placeholder buffer size is not large enough for it",
        ),
        near_misses=("The placeholder's buffer size is large enough",),
    ),
    ErrorText(
        id="unaligned-blit",
        cause="mps-op-crash",
        literals=("unaligned blit request",),
        since="1.12",
        meaning=(
            "torch copies from mps to a slice on the CPU that begins at no multiple of four bytes: "
            "a defect of torch."
        ),
        fix="Copy the whole tensor to the CPU and slice it there, or load the model on the CPU.",
        # Also huggingface/peft 2069 and pytorch 80800; pull request 189967 mends it.
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Unaligned blit request",
        unless=("internal-assert-mps",),
        examples=("Unaligned blit request when I load my adapter",),
        near_misses=("an unaligned request",),
    ),
)
