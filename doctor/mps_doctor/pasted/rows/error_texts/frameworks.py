"""What frameworks say of devices, engines and settings."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="fallback-stoi",
        cause="fallback-env-set-too-late",
        kind="abort",
        literals=(
            "stoi: no conversion",
            "stoi: invalid",
            "invalid_argument: stoi",
            "invalid_argument stoi",
        ),
        pattern=r"stoi: no conversion|\bstoi: invalid argument|\binvalid_argument:? stoi\b",
        since="1.12",
        until="2.7",
        meaning=(
            "PYTORCH_ENABLE_MPS_FALLBACK holds a word; torch up to 2.7 reads a number and aborts "
            "on import."
        ),
        fix="Set it to 1, or unset it.",
        source="https://github.com/pytorch/pytorch/blob/v2.7.1/aten/src/ATen/mps/MPSFallback.mm",
        examples=(
            (
                "libc++abi: terminating due to uncaught exception of type std::invalid_argument: "
                "stoi: no conversion"
            ),
            "libc++abi: terminating due to uncaught exception of type std::invalid_argument: stoi",
        ),
        near_misses=(
            "ValueError: invalid literal for int() with base 10",
            "std::out_of_range: stoi",
        ),
    ),
    ErrorText(
        id="no-quantized-engine",
        cause="quantized-engine-not-selected",
        literals=("noqengine", "quantized engine", "quantized::", "find engine for operation"),
        pattern=(
            r"didn't find engine for operation .{0,80}(?:noqengine|fbgemm|onednn|x86)\b"
            r"|\bnoqengine\b|quantized engine \w{1,80} is not supported"
            r"|quantized::\w{1,60} has no engine"
        ),
        since="1.3",
        meaning="No engine for quantised CPU operators is chosen on this build.",
        fix=(
            'Set torch.backends.quantized.engine = "qnnpack" first; this concerns the CPU, not mps.'
        ),
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Didn't find engine for operation ",
        examples=(
            "RuntimeError: Didn't find engine for operation quantized::linear_prepack NoQEngine",
            "quantizing says NoQEngine on this Mac",
            "quantized::conv2d_prepack has no engine here",
            "RuntimeError: Didn't find engine for operation quantized::conv2d_prepack FBGEMM",
        ),
        near_misses=(
            "torch.backends.quantized.engine = 'qnnpack'",
            "quantized::linear was found",
            "an engine for the operation was found",
        ),
    ),
    ErrorText(
        id="mps-accelerator-unavailable",
        cause="framework-device-detection-bug",
        literals=("mpsaccelerator",),
        pattern=r"`?mpsaccelerator`? can ?not run on your system",
        meaning=(
            "Lightning sees no mps: torch says so, DISABLE_MPS=1 is set, or platform.processor() "
            'is not "arm" (an Intel Python).'
        ),
        fix=(
            "See what `torch.backends.mps.is_available()` and `platform.processor()` "
            "say; use an arm64 "
            "Python and a recent Lightning."
        ),
        source="https://github.com/Lightning-AI/pytorch-lightning/issues/13991",
        rule="accelerator",
        examples=(
            (
                "MisconfigurationException: MPSAccelerator can not run on your system since the "
                "accelerator is not available. The following accelerator(s) is available and can "
                "be passed into `accelerator` argument of `Trainer`: ['cpu']."
            ),
        ),
        near_misses=(
            "CUDAAccelerator can not run on your system since the accelerator is not available.",
        ),
    ),
    ErrorText(
        id="lightning-device-should-be-mps",
        cause="framework-device-detection-bug",
        literals=("device should be mps, got",),
        meaning=(
            "Lightning chose the mps accelerator and was handed another device: an early 1.7 mixes "
            "up its automatic choice."
        ),
        fix='Use a newer Lightning, or name both: Trainer(accelerator="mps", devices=1).',
        source="https://github.com/Lightning-AI/pytorch-lightning/issues/14124",
        examples=("MisconfigurationException: Device should be MPS, got cuda:0 instead",),
        near_misses=("MisconfigurationException: Device should be GPU, got cpu instead",),
    ),
    ErrorText(
        id="lightning-no-gpu-backend",
        cause="framework-device-detection-bug",
        literals=("no supported gpu backend found",),
        meaning="Lightning sees neither CUDA nor mps.",
        fix=(
            "See what `torch.backends.mps.is_available()` and `platform.processor()` "
            "say; use an arm64 "
            "Python and a recent Lightning."
        ),
        source="https://github.com/Lightning-AI/pytorch-lightning/issues/14634",
        rule="accelerator",
        examples=("MisconfigurationException: No supported gpu backend found!",),
        near_misses=("GPU backend found: mps",),
    ),
    ErrorText(
        id="use-mps-device-deprecated",
        cause="framework-device-detection-bug",
        kind="warning",
        literals=("use_mps_device",),
        pattern=r"`?use_mps_device`? is deprecated",
        meaning="The setting is no longer needed: mps is used by itself where it is available.",
        fix="Remove the setting.",
        source=(
            "https://github.com/huggingface/transformers/blob/v4.40.0/src/transformers/training_arg"
            "s.py"
        ),
        advice=True,
        examples=(
            (
                "UserWarning: `use_mps_device` is deprecated and will be removed in version 5.0 of "
                "Transformers. `mps` device will be used by default if available"
            ),
        ),
        near_misses=("use_mps_device=True",),
    ),
    ErrorText(
        id="use-mps-device-unknown",
        cause="project-requirement-unmet",
        literals=("use_mps_device",),
        pattern=(
            r"(?:unexpected keyword argument|no argument named) '`?use_mps_device"
            r"|not used by the hfargumentparser: \[[^\]]{0,200}--use_mps_device"
            r"|unrecognized arguments:? [^\n]{0,200}--use_mps_device"
        ),
        meaning="transformers 5 has no use_mps_device: it uses mps wherever it is available.",
        fix="Remove use_mps_device from the program or its command, or install transformers<5.",
        source=(
            "https://github.com/huggingface/transformers/blob/v5.0.0/src/transformers/training_args"
            ".py"
        ),
        examples=(
            "TypeError: TrainingArguments.__init__() got an unexpected keyword argument "
            "'use_mps_device'",
            "ValueError: Some specified arguments are not used by the HfArgumentParser: "
            "['--use_mps_device', 'True']",
            "run_glue.py: error: unrecognized arguments: --use_mps_device",
        ),
        near_misses=(
            "TypeError: __init__() got an unexpected keyword argument 'use_cpu'",
            "python run_glue.py --use_mps_device",
        ),
    ),
    ErrorText(
        id="mps-available-not-used",
        cause="mps-disabled-by-settings",
        kind="warning",
        literals=("mps available but not used", "gpu available: true (mps), used: false"),
        pattern=r"mps available but not used|gpu available: true \(mps\), used: false",
        meaning="Lightning was not told to use mps.",
        fix='Pass accelerator="mps" (or "auto").',
        source=(
            "https://github.com/Lightning-AI/pytorch-lightning/blob/master/src/lightning/pytorch/tr"
            "ainer/setup.py"
        ),
        advice=True,
        examples=(
            (
                "PossibleUserWarning: MPS available but not used. Set `accelerator` and `devices` "
                "using `Trainer(accelerator='mps', devices=1)`."
            ),
            "GPU available: True (mps), used: False",
        ),
        near_misses=("GPU available: True (mps), used: True",),
    ),
    ErrorText(
        id="no-gpu-device-for-memory-metrics",
        cause="framework-device-detection-bug",
        literals=("no available gpu device found",),
        beside=("macos", "mps", "apple", "macbook", "darwin"),
        pattern=(
            r"\b(?:macos|mps|apple|macbook|darwin)\b.{0,900}no available gpu device found"
            r"|no available gpu device found.{0,300}\b(?:macos|mps|apple|macbook|darwin)\b"
        ),
        meaning=(
            "transformers looks for the device whose memory it is to measure, and does not know "
            "mps."
        ),
        fix="Update transformers, or leave skip_memory_metrics at its default, True.",
        source="https://github.com/huggingface/transformers/issues/27181",
        examples=(
            "Platform: macOS-14.1-arm64-arm-64bit\nValueError: No available GPU device found!",
            "device: mps\nValueError: No available GPU device found!",
        ),
        near_misses=("Platform: Linux-5.15.0-x86_64\nValueError: No available GPU device found!",),
    ),
    ErrorText(
        id="lightning-refuses-mps",
        cause="framework-device-detection-bug",
        literals=("misconfigurationexception",),
        pattern=r"accelerator ?= ?[\"']mps[\"'].{0,200}misconfigurationexception",
        meaning="Lightning refuses the accelerator mps.",
        fix="Use the newest Lightning, and a Python for arm64.",
        source="https://github.com/Lightning-AI/pytorch-lightning/issues/14634",
        alone=True,
        rule="accelerator",
        examples=(
            (
                "trainer = pl.Trainer(devices=1, accelerator='mps')\n"
                "MisconfigurationException                 Traceback (most recent call last)"
            ),
        ),
        near_misses=("MisconfigurationException: the sampler is missing; accelerator='cpu'",),
    ),
)
