"""A tensor on another device than the one that is asked for."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="placeholder-storage",
        cause="tensors-on-different-devices",
        literals=("placeholder storage has not been allocated on mps device",),
        since="1.12",
        meaning="A tensor on the CPU met one on mps: inputs or weights were not moved.",
        fix='Move model and inputs to the same device: `model.to("mps")`, `inputs.to("mps")`.',
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Placeholder storage has not been allocated on MPS device!",
        examples=("RuntimeError: Placeholder storage has not been allocated on MPS device!",),
        near_misses=("RuntimeError: storage has not been allocated on cuda",),
    ),
    ErrorText(
        id="passed-cpu-tensor",
        cause="tensors-on-different-devices",
        literals=("passed cpu tensor to mps op",),
        since="2.5",
        meaning="A tensor on the CPU met one on mps.",
        fix="Move model and inputs to the same device.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Passed CPU tensor to MPS op",
        examples=("RuntimeError: Passed CPU tensor to MPS op",),
        near_misses=("RuntimeError: passed cpu tensor to cuda kernel",),
    ),
    ErrorText(
        id="tensor-on-cpu-expected-mps",
        cause="tensors-on-different-devices",
        literals=("but expected on mps",),
        since="2.4",
        meaning="A tensor on the CPU was given to an operation on mps.",
        fix="Move model and inputs to the same device.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" but expected on mps",
        examples=("RuntimeError: Tensor for argument input is on cpu but expected on mps",),
        near_misses=("RuntimeError: Tensor for argument input is on cpu but expected on cuda",),
    ),
    ErrorText(
        id="input-weight-type-mps",
        cause="tensors-on-different-devices",
        literals=("should be the same",),
        pattern=(
            r"input type \((?:(?:torch\.mps\.|mps)\w{1,80}\) and (?:weight"
            r"|bias) type \((?:torch\.(?!mps)|cpu)\w{1,80}|(?:torch\.(?!mps)"
            r"|cpu)\w{1,80}\) and (?:weight|bias) type \((?:torch\.mps\."
            r"|mps)\w{1,80})\) should be the same"
        ),
        since="1.12",
        meaning="The input is on mps and the model on the CPU, or the reverse.",
        fix="Move model and inputs to the same device.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=") should be the same",
        examples=(
            (
                "RuntimeError: Input type (MPSFloatType) and weight type (torch.FloatTensor) "
                "should be the same"
            ),
            (
                "RuntimeError: Input type (CPUHalfType) and weight type (MPSHalfType) should be "
                "the same"
            ),
        ),
        near_misses=(
            (
                "RuntimeError: Input type (torch.cuda.FloatTensor) and weight type "
                "(torch.FloatTensor) should be the same"
            ),
            (
                "RuntimeError: Input type (CPUHalfType) and weight type (CPUFloatType) should be "
                "the same"
            ),
        ),
    ),
    ErrorText(
        id="slow-conv2d-mps",
        cause="tensors-on-different-devices",
        literals=("slow_conv2d_forward_mps",),
        since="1.13",
        meaning="The input is on the CPU and the model on mps.",
        fix="Move model and inputs to the same device.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="slow_conv2d_forward_mps",
        examples=(
            (
                "RuntimeError: slow_conv2d_forward_mps: input(device='cpu') and "
                "weight(device=mps:0') must be on the same device"
            ),
        ),
        near_misses=("RuntimeError: slow_conv2d_cpu: input and weight must have the same dtype",),
    ),
    ErrorText(
        id="must-be-mps-tensor",
        cause="tensors-on-different-devices",
        literals=(
            "mps tensor",
            "expected a mps",
            "expected an mps",
            ".is_mps() to be true",
            "needs to be mps layout",
            "tensor is not mps",
            "mps device expected",
        ),
        pattern=(
            r"\b\w{1,80} must be an? mps tensors?\b|was not a mps tensor|expected (?:a"
            r"|an) mps (?:tensor|device|storage),? (?:but )?got"
            r"|expected \w{1,80}\.is_mps\(\)(?: && \w{1,80}\.is_mps\(\))? to be true"
            r"|needs to be mps layout|\boutput tensor is not mps\b|error: mps device expected"
            r"|\bmust be mps tensors\b"
        ),
        since="2.0",
        meaning="A tensor on the CPU was given to an operation on mps.",
        fix="Move model and inputs to the same device.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="weight must be an MPS tensor",
        examples=(
            "RuntimeError: weight must be an MPS tensor",
            (
                "RuntimeError: Expected elements.is_mps() && test_elements.is_mps() to be true, "
                "but got false."
            ),
            "RuntimeError: _mps_linear_backward: grad_output and input needs to be mps layout",
            "RuntimeError: Output tensor is not MPS",
            "RuntimeError: MPS device expected",
            "RuntimeError: scaled_grads must be MPS tensors.",
        ),
        near_misses=("MPS tensor created", "the mps device expected to be fastest is the M3"),
    ),
    ErrorText(
        id="expected-on-gpu",
        cause="tensors-on-different-devices",
        literals=(
            "but expected it to be on gpu",
            "but expected it to be on mps",
            "but expected them to be on gpu",
            "but expected them to be on mps",
        ),
        pattern=r"but expected it to be on (?:gpu|mps)\b|but expected them to be on (?:gpu|mps)\b",
        meaning="A tensor on the CPU was given to an operation on the GPU.",
        fix="Move model and inputs to the same device.",
        source="https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/TensorUtils.cpp",
        examples=(
            (
                "RuntimeError: Tensor for argument #2 'mat1' is on CPU, but expected it to be on "
                "GPU (while checking arguments for addmm)"
            ),
            (
                "RuntimeError: Tensor for argument #1 'self' is on CPU, but expected it to be on "
                "MPS (while checking arguments for addmm)"
            ),
            (
                "RuntimeError: Tensor for 'out' is on CPU, Tensor for argument #1 'self' is on "
                "CPU, but expected them to be on GPU (while checking arguments for mul)"
            ),
        ),
        near_misses=("it is expected to be on GPU", "I expected them to be on the GPU"),
    ),
    ErrorText(
        id="not-on-expected-device",
        cause="tensors-on-different-devices",
        literals=("is not on the expected device",),
        pattern=(
            r"is not on the expected device .{0,12}\bmps\b"
            r"|\bmps\b.{0,8} is not on the expected device"
        ),
        since="2.0",
        meaning="A tensor is on another device than the rest.",
        fix="Move model and inputs to the same device.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/_subclasses/fake_tensor.py",
        examples=("RuntimeError: Tensor on device cpu is not on the expected device mps!",),
        near_misses=("RuntimeError: Tensor on device cpu is not on the expected device cuda:0!",),
    ),
    ErrorText(
        id="expected-to-be-mps",
        cause="tensors-on-different-devices",
        literals=("to be",),
        pattern=r"expected (?:'\w{1,40}'|tensors) to be (?:an? |on )?mps\b",
        since="2.9",
        meaning="One tensor of the operation is on another device.",
        fix="Move all tensors of that step to mps.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="to be MPS, but got ",
        examples=(
            "RuntimeError: add: expected 'other' to be MPS, but got cpu",
            "RuntimeError: index_select_sparse_mps: expected 'self' to be on MPS, got cpu",
            "RuntimeError: mul: expected 'out' to be an MPS tensor, got cpu",
            "RuntimeError: sparse_mask: expected tensors to be on MPS device",
        ),
        near_misses=("expected 'other' to be CUDA, but got cpu",),
    ),
    ErrorText(
        id="expected-mps-device",
        cause="tensors-on-different-devices",
        literals=("mps device",),
        pattern=(
            r"expected an? mps device, but got|tensor is not on the mps device"
            r"|must be on (?:the )?mps device"
        ),
        meaning="One tensor of the operation is on another device.",
        fix="Move all tensors of that step to mps.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Tensor is not on the MPS device.",
        examples=(
            "RuntimeError: Expected a MPS device, but got cpu",
            "RuntimeError: Tensor is not on the MPS device.",
            "ValueError: both inputs must be on MPS device",
        ),
        near_misses=("the MPS device is fast",),
    ),
)
