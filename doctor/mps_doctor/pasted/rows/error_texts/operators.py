"""Operators without a kernel for mps."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="op-not-implemented-mps",
        cause="op-not-implemented",
        literals=("implemented for the mps device",),
        pattern=r"is not current(?:ly)? implemented for the mps device",
        since="1.12",
        meaning="MPS doesn't implement this operator in this PyTorch.",
        fix=(
            "Start the program with PYTORCH_ENABLE_MPS_FALLBACK=1 set before torch is imported, or "
            "use a newer torch."
        ),
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=(
            "As a temporary fix, you can set the environment variable "
            "`PYTORCH_ENABLE_MPS_FALLBACK=1`"
        ),
        rule="operator-missing",
        examples=(
            (
                "NotImplementedError: The operator 'aten::_fft_c2c' is not currently implemented "
                "for the MPS device. If you want this op to be added in priority during the "
                "prototype phase of this feature, please comment on the issue."
            ),
        ),
        near_misses=(
            (
                "NotImplementedError: The operator 'aten::x' is not currently implemented for the "
                "XPU device."
            ),
        ),
    ),
    ErrorText(
        id="not-implemented-and-cut",
        cause="op-not-implemented",
        literals=("notimplementederror traceback (most recent",),
        beside=("mps", "gpu"),
        meaning="The operator has no kernel for mps in this torch; the message itself is cut off.",
        fix=(
            "Start the program with PYTORCH_ENABLE_MPS_FALLBACK=1 set before torch is imported, or "
            "use a newer torch."
        ),
        source="https://github.com/ipython/ipython/blob/main/IPython/core/ultratb.py",
        alone=True,
        on="near-mac",
        rule="operator-missing",
        examples=("NotImplementedError      Traceback (most recent call last) with the GPU",),
        near_misses=("ValueError Traceback (most recent call last), mps",),
    ),
    ErrorText(
        id="op-fallback-to-cpu",
        cause="op-not-implemented",
        kind="warning",
        literals=(
            "on the mps backend and will fall back to run on the cpu",
            "not supported on mps backend. falling back",
            "mps implementation is currently limited",
            "stage in mps threadgroup memory",
        ),
        pattern=(
            r"on the mps backend and will fall back to run on the cpu"
            r"|not supported on mps backend\. falling back on cpu"
            r"|mps implementation is currently limited to"
            r"|too large to stage in mps threadgroup memory"
        ),
        since="1.12",
        advice=True,
        meaning="The operator runs on the CPU because fallback is on: right, and slower.",
        headline="an operator runs on the CPU instead of the GPU",
        fix="Nothing has to be done: the result is right, and comes slower. A newer torch may have "
        "the operator. torch warns of the first only: PYTORCH_MPS_LOG_PROFILE_INFO=8 counts all.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="on the MPS backend and will fall back to run on the CPU.",
        examples=(
            (
                "UserWarning: The operator 'aten::nonzero' is not currently supported on the MPS "
                "backend and will fall back to run on the CPU. This may have performance "
                "implications."
            ),
            (
                "UserWarning: MPS: passing divisor to Average Pooling op with int64 input is not "
                "supported on MPS backend. Falling back on CPU. This may have performance "
                "implications."
            ),
            (
                "UserWarning: linalg_qr: MPS implementation is currently limited to min(m,n) <= "
                "512, falling back to CPU."
            ),
            (
                "UserWarning: linalg.svd: matrix too large to stage in MPS threadgroup memory "
                "(40000 > 32768 bytes); falling back to CPU."
            ),
        ),
        near_misses=(
            "UserWarning: The operator 'aten::x' will fall back to run on the XPU.",
            "the mps implementation is limited",
        ),
    ),
    ErrorText(
        id="quantized-mps",
        cause="op-not-implemented",
        literals=("quantized",),
        pattern=(
            r"from the 'quantizedmps' backend"
            r"|could not run 'quantized::\w{1,80}' with arguments from the 'mps'"
        ),
        since="1.12",
        meaning="Quantised operators do not exist on mps.",
        fix="Run the quantised model on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        examples=(
            (
                "NotImplementedError: Could not run 'quantized::linear_dynamic' with arguments "
                "from the 'QuantizedMPS' backend."
            ),
        ),
        near_misses=("Could not run 'quantized::linear' with arguments from the 'CPU' backend",),
    ),
    ErrorText(
        id="torchvision-nms-mps",
        cause="op-not-implemented",
        literals=("torchvision::",),
        pattern=r"operator 'torchvision::\w{1,80}' is not current(?:ly)? implemented for the mps",
        since="1.12",
        meaning="This torchvision has no nms for mps.",
        fix=(
            "Install a newer torchvision together with its torch; or set "
            "PYTORCH_ENABLE_MPS_FALLBACK=1 before torch is imported."
        ),
        source="https://github.com/pytorch/pytorch/issues/77754",
        rule="operator-missing",
        examples=(
            (
                "NotImplementedError: The operator 'torchvision::nms' is not currently implemented "
                "for the MPS device."
            ),
        ),
        near_misses=("RuntimeError: operator torchvision::nms does not exist",),
    ),
    ErrorText(
        id="torchvision-op-on-mps-backend",
        cause="op-not-implemented",
        literals=("torchvision::",),
        pattern=r"'torchvision::\w{1,80}' with arguments from the 'mps' backend",
        meaning="This operator of torchvision has no kernel for mps in this version.",
        fix="Use a newer torchvision with its torch, or PYTORCH_ENABLE_MPS_FALLBACK=1.",
        source="https://github.com/pytorch/vision/pull/7643",
        examples=(
            (
                "NotImplementedError: Could not run 'torchvision::nms' with arguments from the "
                "'MPS' backend."
            ),
        ),
        near_misses=(
            (
                "NotImplementedError: Could not run 'torchvision::nms' with arguments from the "
                "'CUDA' backend."
            ),
        ),
    ),
    ErrorText(
        id="fused-optimizer-not-on-mps",
        cause="op-not-implemented",
        literals=("supported devices: [",),
        pattern=(
            r"(?:floating point tensors of|\bmust be on) supported devices: \[(?![^\]]{0,160}\bmps"
            r"\b)"
        ),
        since="2.1",
        meaning=(
            "This torch has this mode of the optimiser for other devices only; the fused one came "
            "to mps with 2.5."
        ),
        fix="Use fused=False and capturable=False; torch 2.5 and newer have the fused one.",
        source="torch 2.2.2 for macOS: torch/optim/adamw.py",
        verbatim="requires all the params to be floating point Tensors of ",
        examples=(
            (
                "RuntimeError: `fused=True` requires all the params to be floating point Tensors "
                "of supported devices: ['cuda', 'xpu', 'privateuseone']."
            ),
            (
                "RuntimeError: `fused=True` requires all the params to be floating point Tensors "
                "of supported devices: ['cuda', 'cpu'] but torch.float32 and mps"
            ),
            (
                "AssertionError: If capturable=True, params and state_steps must be on supported "
                "devices: ['cuda', 'xla']."
            ),
        ),
        near_misses=(
            (
                "RuntimeError: `fused=True` requires all the params to be floating point Tensors "
                "of supported devices: ['mps', 'cuda']."
            ),
        ),
    ),
    ErrorText(
        id="torchvision-op-no-mps",
        cause="op-not-implemented",
        literals=("from the 'mps' backend",),
        pattern=(
            r"'torchvision::\w{1,80}' with arguments from the 'mps' backend.{0,500}?available for t"
            r"hese backends: \[[^\]]{0,80}\bcpu\b"
        ),
        reach=900,
        meaning=(
            "torchvision's operators are loaded, and this one has no kernel for mps in this "
            "release."
        ),
        fix="Use a newer torchvision with its torch, or run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        examples=(
            (
                "NotImplementedError: Could not run 'torchvision::roi_align' with arguments from "
                "the 'MPS' backend. This could be because the operator doesn't exist for this "
                "backend. 'torchvision::roi_align' is only available for these backends: [CPU, "
                "QuantizedCPU, BackendSelect]."
            ),
        ),
        near_misses=(
            (
                "NotImplementedError: Could not run 'torchvision::nms' with arguments from the "
                "'MPS' backend. 'torchvision::nms' is only available for these backends: [Meta, "
                "BackendSelect, Python]."
            ),
        ),
    ),
    ErrorText(
        id="dispatcher-list",
        cause="op-not-implemented",
        literals=("fallthrough registered at", "[autograd kernel]"),
        pattern=r"\bauto(?:grad|cast)\w{0,20}: (?:fallthrough )?registered at",
        meaning="An operator has no kernel for this device: torch lists those that it has.",
        fix=(
            "Set PYTORCH_ENABLE_MPS_FALLBACK=1 before torch is imported: then that operator runs "
            "on the CPU."
        ),
        source=(
            "https://github.com/pytorch/pytorch/blob/v2.6.0/aten/src/ATen/core/dispatch/"
            "OperatorEntry.cpp"
        ),
        alone=True,
        on="known-mac",
        also=("sparse-unsupported",),
        examples=(
            "AutogradMTIA: registered at torch/csrc/VariableType_2.cpp:1 [autograd kernel]",
            "AutocastMPS: fallthrough registered at aten/src/ATen/autocast_mode.cpp:1",
        ),
        near_misses=("The autograd function is registered at import",),
    ),
    ErrorText(
        id="isin-replaced-by-transformers",
        cause="op-not-implemented",
        literals=("isin_mps_friendly", "elements.tile(test_elements.shape[0]"),
        pattern=(
            r"(?:isin_mps_friendly\b|elements\.tile\(test_elements\.shape\[0\])"
            r".{0,300}?tuple index out of range"
        ),
        reach=400,
        until="2.3",
        meaning=(
            "torch before 2.4 has no isin for mps: transformers computes it in another way, which "
            "fails for a single number."
        ),
        fix="Use torch 2.4 or newer; on an Intel Mac, an older transformers or the CPU.",
        # Also kijai/ComfyUI-Florence2 83 and 90.
        source="https://github.com/huggingface/transformers/issues/33786",
        examples=(
            (
                "in isin_mps_friendly return elements.tile(test_elements.shape[0], 1) IndexError: "
                "tuple index out of range"
            ),
        ),
        near_misses=(
            "from transformers.pytorch_utils import isin_mps_friendly",
            "IndexError: tuple index out of range",
        ),
    ),
    ErrorText(
        id="scatter-reduce-int64",
        cause="op-not-implemented",
        literals=("requires contiguous self",),
        pattern=r"scatter_reduce\(amin/amax\) on int64 (?:currently )?requires contiguous self",
        meaning="MPS has this mode of scatter_reduce for int64 on contiguous tensors only.",
        fix="Make the tensor contiguous first (`.contiguous()`), or use int32.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="scatter_reduce(amin/amax) on int64 currently requires contiguous self",
        examples=(
            "RuntimeError: scatter_reduce(amin/amax) on int64 currently requires contiguous self",
        ),
        near_misses=("RuntimeError: scatter requires contiguous self",),
    ),
)
