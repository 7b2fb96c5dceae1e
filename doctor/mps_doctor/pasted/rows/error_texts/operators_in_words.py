"""Operators that are missing on mps, in various words."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="mps-kernel-lacks-dtype",
        cause="op-not-implemented",
        literals=(
            "not implemented for",
            "is only implemented for floating",
            "implemented only for nonnegative",
            "only supported for floating",
            "supported only for floating",
            "only supported for float32",
            "only float",
            "input tensor must be float32",
            "unsupported dtype",
            "unsupported head_dim",
            "not supported for index.tensor_out",
            "bincount is not supported",
            "unsupported data type for accumulate",
        ),
        pattern=(
            r"\b(?:softplus(?:_backward)?|bitwise_(?:left|right)_shift|linalg\.cross:|nll_loss is"
            r"|reduce=\'mean\') not implemented for|\bgelu is only implemented for floating types"
            r"|\bpolygamma is implemented only for nonnegative"
            r"|error: softmax only supported for floating"
            r"|error: convolution is supported only for floating types"
            r"|error: histogram is only supported for float32"
            r"|linalg\.solve\.triangular\(\); only float is supported"
            r"|linalg\.cholesky: input tensor must be float32|\bsdpa prefill: ?unsupported dtype"
            r"|\bunsupported head_dim for (?:mpp|prefill) attention"
            r"|\bnot supported for index\.tensor_out|\bbincount is not supported for bool"
            r"|\bunsupported data type for accumulate case"
            r"|_compute_linear_combination: unsupported dtype"
            r"|error: only float(?:, bfloat)? and half (?:dtypes )?are supported"
            r"|error: not implemented for long\b(?! on)"
        ),
        since="1.13",
        meaning="A kernel that only mps has refuses this dtype or size.",
        fix="Convert the input to float32, use a newer torch, or run that operator on the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Convolution is supported only for Floating types",
        on="mac",
        rule="kernel-lacks-dtype",
        examples=(
            "RuntimeError: softplus not implemented for Int",
            "RuntimeError: GELU is only implemented for floating types",
            "RuntimeError: Convolution is supported only for Floating types",
            "RuntimeError: Unsupported head_dim for prefill attention: 80",
            "RuntimeError: Int not supported for index.Tensor_out",
            "RuntimeError: scatter_reduce: reduce='mean' not implemented for 'Bool'",
            "RuntimeError: linalg.cholesky: Input tensor must be float32",
            "RuntimeError: Not implemented for long",
            "RuntimeError: Only float, bfloat and half are supported",
        ),
        near_misses=(
            "GELU is implemented in torch.nn",
            "RuntimeError: \"nll_loss_out_frame\" not implemented for 'Int'",
        ),
    ),
    ErrorText(
        id="op-no-fallback-words",
        cause="op-not-implemented",
        literals=("aten::",),
        pattern=(
            r"aten::[\w.]{1,80}['`\"]?(?: \w{1,12}){0,3}? (?:fails? to fall ?-?back|(?:is "
            r"|are )?not (?:yet )?(?:supported|available) (?:on|for|in) (?:the )?mps)"
        ),
        meaning="MPS doesn't implement the operator named, in this PyTorch.",
        fix=(
            "Use a newer torch, or run that step on the CPU; operators on sparse tensors cannot "
            "fall back."
        ),
        source="https://github.com/pytorch/pytorch/issues/77764",
        rule="operator-missing",
        examples=("The operation `aten::frobnicate` fails to fall back to CPU",),
        near_misses=("The operation `aten::frobnicate` is slow on mps",),
    ),
    ErrorText(
        id="not-implemented-on-mps-words",
        cause="op-not-implemented",
        literals=("notimplementederror",),
        pattern=(
            r"notimplementederror:? (?!the operator|could not run|only strided)[^\n]{0,120}?\b(?:on"
            r"|for|with|by|in) (?:the |cpu/)?mps\b"
        ),
        since="1.12",
        meaning="The operator, or this mode of it, has no kernel for mps.",
        fix="Run it on the CPU, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/134416",
        examples=(
            "NotImplementedError: pixel_unshuffle of this rank on mps",
            "NotImplementedError: Returning max scores is not supported on CPU/MPS.",
        ),
        near_misses=(
            "NotImplementedError: Subclasses must implement forward()",
            "NotImplementedError: only strided tensors are supported on MPS",
        ),
    ),
    ErrorText(
        id="not-supported-on-mps-words",
        cause="op-not-implemented",
        literals=("supported", "implemented"),
        pattern=(
            r"(?:runtimeerror|typeerror|valueerror|assertionerror)\W{1,3}(?!.{0,60}\b(?:bf16"
            r"|bfloat16|fp8|parallelism|inductor)\b.{0,12}not (?:been )?supported|torch\.compile"
            r"|conv3d|processgroup|bfloat16|float64|[^:]{0,40}\bsparse|[^:]{0,40}complex"
            r"|[^:]{0,40}autocast|[^:]{0,60}precision|convtranspose|[^:]{0,30}(?:fsdp|ddp"
            r"|distributed|deepspeed))(?:\w{1,80}[ .'`(),:-]{1,3}){1,9}?(?:is |are )?(?:not"
            r"|un) ?(?:yet |currently )?(?:supported|implemented) (?:on|for|by|with"
            r"|in) (?:the )?'?mps\b"
        ),
        since="1.12",
        meaning="The operator, or this mode of it, has no kernel for mps.",
        fix="Run it on the CPU, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        rule="named-thing",
        examples=("RuntimeError: Upsample trilinear is not supported on MPS",),
        near_misses=(
            "RuntimeError: Conv3D is not supported on MPS",
            "ValueError: Data type bf16 is not supported on mps",
            "RuntimeError: Tensor parallelism is not supported on MPS devices.",
            "ValueError: inductor not supported by mps.",
        ),
    ),
    ErrorText(
        id="mps-does-not-support-words",
        cause="op-not-implemented",
        literals=("does not support", "does not currently support", "does not yet support"),
        pattern=(
            r"(?:error|exception)\W{1,4}(?:\w{1,40}\W{1,2}){0,6}?mps (?:backend "
            r"|device )?does not (?:yet |currently )?support (?!distributed|multi|linear|mm\b|bmm"
            r"|addmm|addr|addbmm|baddbmm|dropout|dtype|tensors that|float64|bfloat16|complex|sparse"
            r"|fp16|bf16|double|64[ -]bit float|[^\n]{0,40}(?:int64|scalar type: double|angle))\w"
        ),
        since="1.12",
        meaning="The operator, or this mode of it, has no kernel for mps.",
        fix="Run it on the CPU, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        examples=("RuntimeError: MPS does not support unfold backward",),
        near_misses=(
            "RuntimeError: MPS does not support cumsum op with int64 input",
            "RuntimeError: mps does not support distributed",
            "an error: MPS does not support 64-bit floats",
        ),
    ),
    ErrorText(
        id="not-implemented-for-mps-words",
        cause="op-not-implemented",
        literals=("implemented",),
        pattern=(
            r"(?:runtimeerror|typeerror|valueerror)\W{1,3}(?:\w{1,40}[ .'`(),:-]{1,3}){1,9}?not "
            r"(?:yet |currently )?implemented (?:on|for|in) (?:the )?'?mps\b(?! device\. if)"
        ),
        since="1.12",
        meaning="The operator, or this mode of it, has no kernel for mps.",
        fix="Run it on the CPU, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        examples=("RuntimeError: Fractional max pooling is not implemented for MPS",),
        near_misses=(
            (
                "NotImplementedError: The operator 'aten::x' is not currently implemented for the "
                "XPU device"
            ),
        ),
    ),
    ErrorText(
        id="mps-lacks-in-words",
        cause="op-not-implemented",
        literals=("implement", "support"),
        beside=(
            " backend does not currently support ",
            " backend does not support ",
            " backend does not yet support ",
            " backend doesn't currently support ",
            " backend doesn't support ",
            " backend doesn't yet support ",
            "mps backend does not implement ",
            "mps backend does not yet implement ",
            "mps backend doesn't implement ",
            "mps backend doesn't yet implement ",
            "not currently implemented",
            "not currently supported",
            "not implemented",
            "not supported",
            "not yet implemented",
            "not yet supported",
        ),
        pattern=(
            r"[rtvnm](?:(?:untime|ype|alue|otimplemented)error(?:\W{1,3}mps(?: backend"
            r"| device)?:? (?:(?!complex|float64|bfloat16|autocast|distributed|sparse"
            r"|64-bit)[\w.:-]{1,60} ){1,6}(?:is |are )?not (?:yet |currently )?(?:implemented"
            r"|supported)\b(?!(?: for| on)? complex)|\W{1,3}(?:the )?mps backend (?:does not"
            r"|doesn't) (?:yet )?(?:support|implement) (?!complex|float64|double|bfloat16|autocast"
            r"|distributed|sparse)[\w.:-]{1,60})"
            r"|(?<=m)(?<!\wm)ps(?: \([^)\n]{1,40}\))? backend (?:does not|doesn't) (?:yet "
            r"|currently )?support (?:the )?(?!complex|float64|double|bfloat16|autocast|distributed"
            r"|sparse)[\w -]{1,60}? (?:operations?|operators?|ops|functions?)\b)"
        ),
        meaning="The operator, or this mode of it, has no kernel for mps.",
        fix=(
            "Start the program with PYTORCH_ENABLE_MPS_FALLBACK=1 set before torch is imported, or "
            "run that operator on the CPU."
        ),
        source="https://github.com/pytorch/pytorch/issues/77764",
        examples=(
            "RuntimeError: MPS: warp_kernel backward not implemented",
            "NotImplementedError: The MPS backend does not support torch.made_up",
            "The MPS (Metal) backend does not support the pinverse operation.",
        ),
        near_misses=(
            "RuntimeError: MPS: all went well and nothing is missing",
            "The MPS backend doesn't support float64 operations.",
            "RuntimeError: MPS: nonzero op is not supported for complex datatypes.",
        ),
    ),
    ErrorText(
        id="mps-device-in-words",
        cause="op-not-implemented",
        literals=("error:", "exception:"),
        beside=("mps",),
        pattern=(
            r"(?:[a-z](?<![\w.].)\w{2,28}(?:error|exception)"
            r"|e(?<![\w.].)xception): (?=.{0,200}?(?:\b(?:not|cannot|unsupported|only|expect\w*"
            r"|must|should|unknown|unhandled|unexpected\w*|invalid|nyi|no|mismatch\w*|different"
            r"|same|ensure|unable|but|needs?|requires?|got)\b"
            r"|n't\b))(?![^:]{0,140}\b(?:available on|unavailable|built|installed"
            r"|mps(?: device)? (?:is |was )?not recogni[sz]ed|device string|macos)\b)(?:(?!error\b"
            r"|\b(?:i|my|we|it|now|when|while|using|with torch|macos|python|traceback)\b|, dtype\b"
            r"|\bdevice(?::| is|=| =)|[.;!?] (?!x\d|please|however|found"
            r"|therefore))[^\n]){0,140}?(?:\bon device type ['\"`]?mps\b|\b(?:(?:have|be on)"
            r"|(?:an? |the )\w{2,20} on) device ['\"`]?mps\b|\bmps is not supported (?:by|for|in"
            r"|with) (?:this|the)\b|\b(?:for|from|to|of|unsupported|unknown|invalid|interface"
            r"|expected|got|a) (?:the )?devices?(?: type)? ['\"`(\[{]{0,2}mps\b"
            r"|\bwith device type ['\"`]?mps\b|\b(?:got|found|expected|match\w*"
            r"|current accelerator)\b:? (?:an? |the |device |devices |params on |tensors? on "
            r"|on ){0,2}[\['\"`{(]{0,2}(?:device\(type=')?mps\b|\bbut (?:is "
            r"|was )?(?:located )?on ['\"`]?mps\b|\bmps(?::\d)?['\"`]? (?:not found in\b|nyi\b"
            r"|rng\b|modules?\b|does not match\b)|\bapi on mps\b|\b(?:registered for|not support"
            r"|autocast:|for|move\w* the (?:module|model) to) ['\"`]?mps\b(?! (?:is|was|backend is"
            r"|device is) (?:not )?available)|\bdevice (?:type )?['\"`]?mps['\"`]? (?:is )?(?:not "
            r"|un)(?:yet |currently )?(?:supported|implemented|nyi)|\bdevice mps nyi\b"
            r"|\buse_device=['\"]?mps\b|\b(?:storage|layout|pass|x\d|recogni[sz]ed): ['\"`]?mps\b"
            r"|\bbut device type: mps was passed\b)"
        ),
        meaning="A program was given the device mps, or a tensor on it, where it takes another.",
        fix="Run that step on the CPU, or use a version that knows mps.",
        source="https://github.com/pytorch/pytorch/tree/main/torch/storage.py",
        alone=True,
        on="mac",
        rule="device-in-words",
        examples=(
            "RuntimeError: TypedStorage.from_buffer: Not available for device mps",
            "NotImplementedError: No interface for device mps",
            "AssertionError: mps not found in DEVICE_TO_ATEN",
            "AssertionError: Made up buffer must stay with the weights but is on mps:0",
            "RuntimeError: foreach=True was passed, but can't use the foreach API on mps tensors",
            "RuntimeError: made::up does not have a kernel registered for mps.",
            "RuntimeError: MadeUpTensor does not support mps",
            (
                "RuntimeError: attempting to assign made up with device type 'mps' to a tensor "
                "with device type 'cpu'. Please ensure it"
            ),
            "RuntimeError: Unsupported made up for dense layout: mps",
            (
                "RuntimeError: legacy constructor expects device type: cpu but device type: mps "
                "was passed"
            ),
            "AcceleratorError: MPS is not supported by this model. Supported devices: ['cpu']",
            "MisconfigurationException: Device should be GPU, got mps instead",
            (
                "RuntimeError: MadeUp dtype='bfloat16' requires autocast support on device type "
                "mps, not there."
            ),
            "DGLError: Cannot assign made up data on device cpu to a graph on device mps:0.",
            "DGLError: Expect argument made_up to have device mps:0. But got cpu.",
        ),
        near_misses=(
            "RuntimeError: the MPS device is not available on this Mac",
            "KeyError: 'labels'\ndevice: mps",
            "ValueError: Expected 3 channels\nI train on the device mps",
            "AssertionError: the loss is on mps",
            "ValueError: Unknown language: de\ndevice: mps",
            "Exception: I gave up\nUsing the device mps",
        ),
    ),
)
