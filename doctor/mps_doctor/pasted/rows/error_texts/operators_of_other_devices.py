"""Operators that are there for other devices only."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="mps-type-string",
        cause="op-not-implemented",
        literals=("torch.mps.",),
        pattern=(
            r"invalid type: '?torch\.mps\.\w{3,16}tensor"
            r"|type torch\.mps\.\w{3,16}tensor not available"
        ),
        until="1.13",
        meaning="torch below 2.0 does not take the name of an mps type in Tensor.type().",
        fix="Use `Tensor.to(dtype, device)`, or torch 2.0 or newer.",
        source="https://github.com/pytorch/pytorch/issues/82296",
        examples=("ValueError: invalid type: 'torch.mps.FloatTensor'",),
        near_misses=(
            "ValueError: invalid type: 'torch.cuda.FloatTensor'",
            "x is of type torch.mps.FloatTensor",
        ),
    ),
    ErrorText(
        id="must-be-cpu-tensor",
        cause="op-not-implemented",
        literals=("cpu tensor", "is_cpu() internal assert failed"),
        pattern=(
            r"\bmust be an? ?cpu tensors?\b|\bmust be cpu tensors?\b"
            r"|\bis_cpu\(\) internal assert failed at\b"
        ),
        meaning="This extension has kernels for the CPU (and CUDA) only.",
        fix="Move the tensors of that step to the CPU.",
        source="https://github.com/rusty1s/pytorch_scatter/blob/master/csrc/cpu/utils.h",
        on="near-mac",
        examples=(
            (
                "RuntimeError: src.device().is_cpu() INTERNAL ASSERT FAILED at "
                '"csrc/cpu/scatter_cpu.cpp":11, please report a bug to PyTorch. src must be CPU '
                "tensor"
            ),
            (
                "RuntimeError: input.device().is_cpu() INTERNAL ASSERT FAILED at "
                '"ROIAlign_cpu.cpp":408. input must be a CPU tensor'
            ),
            'row.device().is_cpu() INTERNAL ASSERT FAILED at "csrc/cpu/diag_cpu.cpp":7',
        ),
        near_misses=("index must be a tensor",),
    ),
    ErrorText(
        id="op-dispatch-missing-on-mps",
        cause="op-not-implemented",
        literals=("with arguments from the 'mps' backend",),
        pattern=(
            r"could not run '(?!aten::empty)(?!torchvision::)[\w:.]{1,80}' with arguments from the "
            r"'mps' backend"
        ),
        since="1.12",
        meaning="The operator has no kernel for mps.",
        fix="Run that operator on the CPU, or use a newer torch.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="This could be because the operator doesn't exist for this backend",
        examples=(
            (
                "NotImplementedError: Could not run 'aten::_weight_int4pack_mm' with arguments "
                "from the 'MPS' backend."
            ),
        ),
        near_misses=(
            (
                "NotImplementedError: Could not run 'aten::empty.memory_format' with arguments "
                "from the 'MPS' backend."
            ),
        ),
    ),
    ErrorText(
        id="dispatch-stub-mps",
        cause="op-not-implemented",
        literals=("missing mps kernel",),
        meaning="The operator, or this mode of it, has no kernel for mps.",
        fix="Run it on the CPU, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/DispatchStub.cpp",
        examples=("RuntimeError: DispatchStub: missing MPS kernel",),
        near_misses=("DispatchStub: missing CUDA kernel",),
    ),
    ErrorText(
        id="device-impl-not-found",
        cause="op-not-implemented",
        literals=("implementation for device mps",),
        pattern=r"implementation for device mps(?::0)? not found",
        meaning="This extension has no kernels for mps.",
        fix="Run that step on the CPU.",
        source=(
            "https://github.com/open-mmlab/mmcv/blob/main/mmcv/ops/csrc/common/pytorch_device_regis"
            "try.hpp"
        ),
        examples=("RuntimeError: nms_impl: implementation for device mps:0 not found.",),
        near_misses=("nms_impl: implementation for device cuda:0 not found.",),
    ),
    ErrorText(
        id="no-kernel-at-dispatch-key",
        cause="op-not-implemented",
        literals=("could not find kernel for",),
        pattern=r"could not find kernel for [^\n]{1,100} at dispatch key dispatchkey\.\w*mps\b",
        meaning=(
            "torch has no implementation of this operator for MPS, or none for autocast on MPS."
        ),
        fix="Run this operator on the CPU, or without autocast.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/_ops.py",
        examples=(
            (
                "NotImplementedError: could not find kernel for HigherOrderOperator flex_attention "
                "at dispatch key DispatchKey.AutocastMPS"
            ),
            (
                "could not find kernel for made_up.op at dispatch key DispatchKey.MPS (resolved "
                "from DispatchKey.MPS)"
            ),
        ),
        near_misses=(
            (
                "could not find kernel for HigherOrderOperator flex_attention at dispatch key "
                "DispatchKey.CUDA"
            ),
            "could not find kernel for the notebook",
        ),
    ),
    ErrorText(
        id="only-for-these-backends",
        cause="op-not-implemented",
        literals=("is only available for these backends",),
        pattern=r"\baten::\w+(?:\.\w+)?['’]? is only available for these backends",
        meaning="torch has this operator for other devices, not for the one in use.",
        fix=(
            "Set PYTORCH_ENABLE_MPS_FALLBACK=1 before torch is imported, or run this operator on "
            "the CPU."
        ),
        source=(
            "https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/core/dispatch/OperatorEntry"
            ".cpp"
        ),
        alone=True,
        examples=(
            "‘aten::_slow_conv2d_forward’ is only available for these backends: SparseCPU",
            "'aten::made_up.out' is only available for these backends: [CPU, CUDA]",
        ),
        near_misses=("The option is only available for these backends",),
    ),
    ErrorText(
        id="derivative-missing",
        cause="op-not-implemented",
        literals=("derivative for",),
        pattern=(
            r"derivative for ['`\"]?(?:aten::?(?!_scaled_dot_product_(?:flash|efficient"
            r"|cudnn))\w{1,80}|\w{0,40}mps\w{0,40})['`\"]? is not implemented"
        ),
        meaning=(
            "This operator has no derivative of this order on mps; elsewhere it may have one."
        ),
        fix="Use a newer torch, or compute this derivative on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/92206",
        alone=True,
        examples=(
            "RuntimeError: derivative for aten::mps_linear_backward is not implemented",
            "device mps\nRuntimeError: derivative for aten:linear is not implemented",
            "the derivative for '_lstm_mps_backward' is not implemented",
        ),
        near_misses=(
            "the derivative for 'sum' is not implemented",
            "device mps: the derivative for 'other' is not implemented",
            (
                "mps\n"
                "derivative for aten::_scaled_dot_product_flash_attention_backward is not "
                "implemented"
            ),
        ),
    ),
    ErrorText(
        id="custom-op-no-mps",
        cause="op-not-implemented",
        literals=("impl registered for this customop", "customop.impl("),
        pattern=(
            r"there is no mps impl registered for this customop"
            r"|customop\.impl\(device_types=\[mps\b"
        ),
        since="2.1",
        meaning="A package's own operator has no kernel for mps.",
        fix="Run that operator on the CPU, or look for a release of the package that has one.",
        source="torch 2.13.0 for macOS: torch/_custom_op/impl.py",
        verbatim=" impl registered for this CustomOp. Please register one ",
        examples=(
            (
                "NotImplementedError: lib::op: when running with device='mps' tensors: there is no "
                "mps impl registered for this CustomOp."
            ),
            (
                "ValueError: CustomOp.impl(device_types=[mps, ...]): we only support device_type "
                "in dict_keys(['cpu', 'cuda'])."
            ),
        ),
        near_misses=("there is no cuda impl registered for this CustomOp",),
    ),
    ErrorText(
        id="only-cpu-and-cuda-devices",
        cause="op-not-implemented",
        literals=("got: mps", "nestedtensorimpl "),
        pattern=(
            r"\bsupports? (?:tensors on an? )?cpu\b.{0,60}?\bdevices?(?: type)?(?: only)?, (?:but )"
            r"?(?:x[12] )?got: mps|nestedtensorimpl (?:storage"
            r"|buffer) must be either cuda.{0,40}?\bbut got mps"
        ),
        since="1.12",
        meaning=(
            "The operator, or this mode of it, was written for the CPU and CUDA only in this torch."
        ),
        fix="Run it on the CPU, or use a newer torch.",
        source="torch 2.2.2 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="std and var only supports tensors on a CPU or CUDA device, but got: ",
        examples=(
            "RuntimeError: std and var only supports tensors on a CPU or CUDA device, but got: mps",
            "RuntimeError: cdist only supports CPU and CUDA devices, X1 got: mps",
            "RuntimeError: mode only supports CPU, CUDA and XPU device type, got: mps",
            (
                "RuntimeError: NestedTensorImpl storage must be either CUDA, CPU or privateuseone "
                "but got mps:0"
            ),
        ),
        near_misses=("RuntimeError: cdist only supports CPU and CUDA devices, X1 got: xla",),
    ),
    ErrorText(
        id="view-operator-no-fallback",
        cause="op-not-implemented",
        literals=("appears to be a view operator",),
        pattern=(
            r'appears to be a view operator, but it has no implementation for the backend "mps\b'
        ),
        since="1.12",
        meaning=(
            "The operator has no kernel for mps, and the CPU cannot stand in for it, because its "
            "result shares memory with its input."
        ),
        fix="Use a newer torch, or move the tensor to the CPU before this operator.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" appears to be a view operator, ",
        examples=(
            (
                "NotImplementedError: The operator aten::_reshape_alias appears to be a view "
                'operator, but it has no implementation for the backend "mps:0". View operators '
                "don't support falling back to run on the CPU"
            ),
        ),
        near_misses=(
            (
                "The operator aten::view appears to be a view operator, but it has no "
                'implementation for the backend "xla:0".'
            ),
        ),
    ),
    ErrorText(
        id="named-tensors-cpu-cuda",
        cause="op-not-implemented",
        literals=("named tensors only support",),
        pattern=r"(?:\bmps\b.{0,200})?named tensors only support cpu",
        since="1.12",
        meaning="Named tensors exist for the CPU and CUDA only.",
        fix="Drop the names (tensor.rename(None)) before the tensor goes to mps.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="NYI: named tensors only support CPU, CUDA",
        on="near-mac",
        examples=(
            (
                "RuntimeError: NYI: named tensors only support CPU, CUDA, XPU or privateuseone "
                "tensors."
            ),
        ),
        near_misses=("named tensors are experimental",),
    ),
    ErrorText(
        id="only-on-cpu-tensors",
        cause="op-not-implemented",
        literals=("is only implemented on cpu tensors",),
        pattern=r"\b\w{1,40}_? is only implemented on cpu tensors",
        meaning=(
            "This method calls a Python function for each element, which works on the CPU only."
        ),
        fix="Use tensor operators instead, or move the tensor to the CPU for this step.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_python.dylib",
        verbatim="apply_ is only implemented on CPU tensors",
        on="near-mac",
        examples=("TypeError: apply_ is only implemented on CPU tensors",),
        near_misses=("the layer is implemented on CPU tensors only",),
    ),
)
