"""torch.compile, where it has nothing for mps."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="compile-not-supported-words",
        cause="torch-compile-unsupported-on-mps",
        literals=("torch.compile", "torch_compile"),
        pattern=(
            r"(?:\b|_)torch[._]compile\b[`'\"]?(?:\(\))?(?: ?= ?true)?[^\n.;]{0,20}?(?:\b(?:not"
            r"|isn't|un)|n't) ?(?:be )?(?:currently |yet |fully )?(?:support(?:ed)?|available"
            r"|work)\b (?:on|for|with|by) (?:the |an? )?(?:mps\b|mac\b|macs\b|macos|apple|metal\b"
            r"|darwin)"
        ),
        meaning="A program says that it does without torch.compile on a Mac.",
        fix="Leave torch.compile off on mps, or take torch 2.8 or newer.",
        source="https://github.com/nari-labs/dia/pull/201",
        examples=(
            "torch.compile is not supported on macOS",
            "use_torch_compile=True doesn't work on Apple Silicon",
        ),
        near_misses=("torch.compile is not supported on Windows", "torch.compile works on mps"),
    ),
    ErrorText(
        id="inductor-lowering",
        cause="torch-compile-unsupported-on-mps",
        literals=("backendcompilerfailed",),
        since="2.0",
        meaning="torch.compile failed; it came to mps with PyTorch 2.7, as a prototype.",
        fix='Run without torch.compile (or backend="aot_eager"), or take torch 2.8 or newer.',
        source="torch 2.13.0 for macOS: torch/_dynamo/exc.py",
        verbatim="class BackendCompilerFailed",
        unless=(
            "fopenmp-unsupported",
            "function-state-generated",
            "metal-generated-shader",
            "metal-generated-source",
            "metal-header-missing",
            "metal-program-source-error",
            "metal-shader-syntax",
            "no-cxx-compiler",
            "omp-header-missing",
            "xcrun-developer-path",
        ),
        rule="compile",
        examples=(
            (
                "torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised: "
                "LoweringException: TypeError: 'NoneType' object is not callable"
            ),
        ),
        near_misses=("torch._dynamo.exc.Unsupported: call_function",),
    ),
    ErrorText(
        id="inductor-device-mps",
        cause="torch-compile-unsupported-on-mps",
        literals=("device mps",),
        pattern=r"device mps (?:is )?not supported",
        reach=500,
        since="2.0",
        until="2.6",
        meaning="torch.compile has no code generator for mps in this torch.",
        fix="Run without torch.compile, or take torch 2.8 or newer.",
        source="https://github.com/pytorch/pytorch/issues/96976",
        examples=(
            "torch._inductor.exc.LoweringException: AssertionError: Device mps not supported",
        ),
        near_misses=("Device mps is supported",),
    ),
    ErrorText(
        id="inductor-device-type-mps",
        cause="torch-compile-unsupported-on-mps",
        literals=(
            "device type: mps",
            "graphsafe rng operations not supported",
            "'mps' does not implement _get_generator",
            "no scheduling registered for device",
            "no codegen heuristic found",
            "no aten device type mapping",
        ),
        pattern=(
            r"(?:inductor|dynamo|torch\.compile)\b.{0,200}unsupported device type: mps"
            r"|unsupported device type: mps.{0,200}(?:inductor|dynamo|torch\.compile)\b"
            r"|graphsafe rng operations not supported for device 'mps'"
            r"|device type 'mps' does not implement _get_generator"
            r"|no scheduling registered for device mps"
            r"|no codegen heuristic found - .{0,60}device_type=mps"
            r"|no aten device type mapping for mps"
        ),
        since="2.0",
        until="2.6",
        meaning="torch.compile has no code generator for mps in this torch.",
        fix="Run without torch.compile, or take torch 2.8 or newer.",
        source="https://github.com/pytorch/pytorch/issues/96976",
        examples=(
            "torch/_inductor/scheduler.py raised NotImplementedError: Unsupported device type: mps",
            "RuntimeError: Unsupported device type: mps, raised by torch.compile",
            (
                "AssertionError: GraphSafe RNG operations not supported for device 'mps'. Call "
                "register_graphsafe_rng_device_type('mps') to register."
            ),
            "AssertionError: no scheduling registered for device mps",
        ),
        near_misses=(
            "RuntimeError: Supported device type: mps",
            "Unsupported device type: mps, falling back to CPU",
            "no scheduling registered for device npu",
        ),
    ),
    ErrorText(
        id="inductor-error",
        cause="torch-compile-unsupported-on-mps",
        literals=("inductorerror",),
        pattern=(
            r"(?:torch\._inductor\.exc\.inductorerror"
            r"|(?<![\w.])inductorerror:)(?!.{0,60}function state object for: ?generated_kernel)"
        ),
        since="2.6",
        meaning="torch.compile failed in its code generator.",
        fix='Run without torch.compile (or backend="aot_eager"), or use a newer torch.',
        source="torch 2.13.0 for macOS: torch/_inductor/exc.py",
        verbatim="class InductorError",
        unless=(
            "fopenmp-unsupported",
            "function-state-generated",
            "metal-generated-shader",
            "metal-generated-source",
            "metal-header-missing",
            "metal-program-source-error",
            "metal-shader-syntax",
            "no-cxx-compiler",
            "omp-header-missing",
            "xcrun-developer-path",
        ),
        rule="compile",
        examples=(
            "torch._inductor.exc.InductorError: RuntimeError: Failed to run autotuning code block",
        ),
        near_misses=("InductorError class documentation",),
    ),
    ErrorText(
        id="dynamo-python-version",
        cause="torch-compile-unsupported-on-mps",
        literals=("not supported on python", "not yet supported for torch.compile"),
        pattern=(
            r"(?:dynamo|torch\.compile) is not supported on python"
            r"|python 3\.\d{1,80}\+ not yet supported for torch\.compile"
        ),
        since="2.0",
        meaning="torch.compile of this torch does not work with this Python.",
        fix="Use a newer torch, an older Python, or run without torch.compile.",
        source="torch 2.2.2 for macOS: torch/_dynamo/eval_frame.py",
        verbatim="Python 3.12+ not yet supported for torch.compile",
        examples=("RuntimeError: Dynamo is not supported on Python 3.13+",),
        near_misses=("torch is not supported on Windows",),
    ),
    ErrorText(
        id="inductor-lacks-mps-words",
        cause="torch-compile-unsupported-on-mps",
        literals=("inductor",),
        beside=("mps",),
        pattern=(
            r"\b(?:no|without|lacks?|lacking) (?:\w+ )?inductor (?:backend "
            r"|support )?(?:\w+ )?(?:for|on|with) mps\b|\binductor[^.\n]{0,24}\b(?:not|n't"
            r"|no) (?:yet )?(?:support(?:ed|s)?|work)(?: for| on| with)? mps\b"
            r"|\bmps is not (?:yet )?supported(?: yet)? with the inductor\b"
        ),
        meaning="torch.compile is said to have no support for MPS.",
        fix="Leave torch.compile out on MPS, or take torch 2.8 or newer.",
        source="https://github.com/pytorch/pytorch/issues/125254",
        examples=(
            "there is no inductor backend for mps so far",
            "Inductor does not support MPS",
            "RuntimeError: Device type mps is not supported yet with the Inductor compiler",
        ),
        near_misses=("inductor compiles this on mps without trouble",),
    ),
    ErrorText(
        id="compile-not-on-mps",
        cause="torch-compile-unsupported-on-mps",
        literals=("torch.compile", "compile=true", "compile() with mps", "inductor not supported"),
        beside=("mps",),
        pattern=(
            r"\btorch\.compile`?.{0,60}?\b(?:mps`? device is not supported"
            r"|not (?:yet )?supported (?:on|for|with) (?:the )?`?(?:torch\.)?mps)\b"
            r"|\bcompile=true[^.]{0,40}\bnot (?:on )?mps\b"
            r"|\bto use compile\(\) with mps, you need\b|\binductor not supported by mps\b"
        ),
        meaning="This library, or its version, does not compile for mps.",
        fix="Leave torch.compile out, or take the torch that the text names.",
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/modeling_utils."
            "py"
        ),
        examples=(
            (
                "Compiling the model with `torch.compile` and using a `torch.mps` device is not "
                "supported."
            ),
            "UserWarning: torch.compile is not supported on MPS devices",
            "ValueError: compile=True runs on CPU and CUDA, not mps",
            "To use compile() with MPS, you need to have torch version >= 2.8.0",
            "ValueError: inductor not supported by mps. Supported Backends are eager",
        ),
        near_misses=("torch.compile works with mps", "compile=True is slow on mps"),
    ),
    ErrorText(
        id="inductor-lowering-exception",
        cause="torch-compile-unsupported-on-mps",
        literals=("loweringexception:",),
        pattern=(
            r"loweringexception: (?:assertionerror: torch not compiled with cuda"
            r"|typeerror: 'nonetype' object is not callable)"
        ),
        meaning=(
            "torch.compile has no code generator for this device, or looks for CUDA in its place."
        ),
        fix="Leave torch.compile out, or take torch 2.8 or newer.",
        source="https://github.com/pytorch/pytorch/issues/96976",
        on="mac",
        unless=(
            "fopenmp-unsupported",
            "function-state-generated",
            "metal-generated-shader",
            "metal-generated-source",
            "metal-header-missing",
            "metal-program-source-error",
            "metal-shader-syntax",
            "no-cxx-compiler",
            "omp-header-missing",
            "xcrun-developer-path",
        ),
        rule="compile",
        examples=(
            (
                "torch._inductor.exc.LoweringException: AssertionError: Torch not compiled with "
                "CUDA enabled"
            ),
        ),
        near_misses=("LoweringException: RuntimeError: out of range",),
    ),
    ErrorText(
        id="inductor-cuda-stream",
        cause="torch-compile-unsupported-on-mps",
        literals=("'_cuda_getcurrentrawstream'",),
        pattern=r"cannot import name '_cuda_getcurrentrawstream'",
        meaning="What torch.compile wrote imports a function of CUDA, which builds for Macs lack.",
        fix="Leave torch.compile out, or take torch 2.8 or newer.",
        source="https://github.com/pytorch/pytorch/issues/96976",
        on="mac",
        unless=(
            "fopenmp-unsupported",
            "function-state-generated",
            "metal-generated-shader",
            "metal-generated-source",
            "metal-header-missing",
            "metal-program-source-error",
            "metal-shader-syntax",
            "no-cxx-compiler",
            "omp-header-missing",
            "xcrun-developer-path",
        ),
        rule="compile",
        examples=("ImportError: cannot import name '_cuda_getCurrentRawStream' from 'torch._C'",),
        near_misses=("ImportError: cannot import name '_cuda_getDevice' from 'torch._C'",),
    ),
    ErrorText(
        id="inductor-scheduling",
        cause="torch-compile-unsupported-on-mps",
        literals=("get_scheduling_for_device", "device_codegens[device]"),
        pattern=r"in get_scheduling_for_device\b|return device_codegens\[device\]",
        meaning="torch.compile has no code generator for this device.",
        fix="Leave torch.compile out, or take torch 2.8 or newer.",
        source="https://github.com/pytorch/pytorch/issues/125254",
        on="mac",
        unless=(
            "fopenmp-unsupported",
            "function-state-generated",
            "metal-generated-shader",
            "metal-generated-source",
            "metal-header-missing",
            "metal-program-source-error",
            "metal-shader-syntax",
            "no-cxx-compiler",
            "omp-header-missing",
            "xcrun-developer-path",
        ),
        rule="compile",
        examples=(
            '  File "x/torch/_inductor/codegen/common.py", line 55, in get_scheduling_for_device',
        ),
        near_misses=("def get_scheduling_for_device(device):",),
    ),
)
