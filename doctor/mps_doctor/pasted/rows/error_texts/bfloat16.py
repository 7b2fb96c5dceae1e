"""bfloat16."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="bfloat16-convert",
        cause="bfloat16-unsupported",
        literals=("trying to convert bfloat16 to the mps backend",),
        since="1.12",
        until="2.0",
        meaning="This torch has no bfloat16 on mps.",
        fix="Use float16 or float32, or torch 2.3 or newer on macOS 14 or newer.",
        source="torch 1.13.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" to the MPS backend but it does not have support for that dtype.",
        rule="bfloat16",
        examples=(
            (
                "TypeError: Trying to convert BFloat16 to the MPS backend but it does not have "
                "support for that dtype."
            ),
        ),
        near_misses=(
            (
                "TypeError: Trying to convert Double to the MPS backend but it does not have "
                "support for that dtype."
            ),
        ),
    ),
    ErrorText(
        id="bfloat16-not-on-mps",
        cause="bfloat16-unsupported",
        literals=("bfloat16 is not supported on mps", "undefined type bfloat16"),
        pattern=(
            r"bfloat16 is not supported on mps|(?:error|exception)\W{1,3}undefined type bfloat16\b"
        ),
        since="2.1",
        until="2.2",
        meaning="torch 2.1 and 2.2 have no bfloat16 on mps.",
        fix="Use float16 or float32, or torch 2.3 or newer on macOS 14 or newer.",
        source="torch 2.2.2 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="BFloat16 is not supported on MPS",
        rule="bfloat16",
        examples=(
            "TypeError: BFloat16 is not supported on MPS",
            "RuntimeError: Undefined type BFloat16",
        ),
        near_misses=(
            "RuntimeError: MPS BFloat16 is only supported on MacOS 14 or newer",
            "the type BFloat16 is defined",
        ),
    ),
    ErrorText(
        id="bfloat16-needs-macos-14",
        cause="bfloat16-unsupported",
        literals=("mps bfloat16 is only supported on macos 14",),
        since="2.3",
        until="2.8",
        meaning=(
            "bfloat16 on mps needs macOS 14; an Intel Python under Rosetta is told an older "
            "version than the real one."
        ),
        fix="Update macOS, or use float16; on macOS 14 or newer make an arm64 Python environment.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS BFloat16 is only supported on MacOS 14 or newer",
        rule="bfloat16-of-new-macos",
        examples=("TypeError: MPS BFloat16 is only supported on MacOS 14 or newer",),
        near_misses=("TypeError: BFloat16 is not supported on MPS",),
    ),
    ErrorText(
        id="bfloat16-autocast-macos",
        cause="bfloat16-unsupported",
        kind="warning",
        literals=("is not supported on macos versions below 14",),
        since="2.6",
        until="2.12",
        meaning="Autocast to bfloat16 needs macOS 14.",
        fix="Update macOS, or use float16.",
        source="torch 2.7.1 for macOS: torch/amp/autocast_mode.py",
        verbatim="on macOS versions below 14. Disabling autocast.",
        examples=(
            (
                "UserWarning: In MPS autocast, but the target dtype torch.bfloat16 is not "
                "supported on macOS versions below 14. Disabling autocast."
            ),
        ),
        near_misses=("UserWarning: macOS versions below 14 are slow",),
    ),
    ErrorText(
        id="bf16-trainer-setup",
        cause="bfloat16-unsupported",
        literals=("your setup doesn't support bf16",),
        pattern=(
            r"your setup doesn't support bf16/(?:gpu|cpu)"
            r"|your setup doesn't support bf16\. you need"
        ),
        meaning="The Trainer was asked for bf16, which mps here does not have.",
        fix=(
            "Use bf16=False, or torch 2.6 or newer on macOS 14 or newer with a recent transformers."
        ),
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/training_args.p"
            "y"
        ),
        examples=(
            (
                "ValueError: Your setup doesn't support bf16/gpu. You need torch>=1.10, using "
                "Ampere GPU with cuda>=11.0"
            ),
            (
                "ValueError: Your setup doesn't support bf16. You need torch>=1.10, using Ampere "
                "GPU with cuda>=11.0"
            ),
        ),
        near_misses=("ValueError: Your setup doesn't support tf32",),
    ),
    ErrorText(
        id="metal-without-bfloat",
        cause="bfloat16-unsupported",
        literals=("unknown type name 'bfloat",),
        meaning=(
            "Metal of this macOS does not know bfloat16, which a kernel of torch was asked for."
        ),
        fix="Use float16 or float32, or update to macOS 14 or newer.",
        source="https://developer.apple.com/metal/Metal-Shading-Language-Specification.pdf",
        rule="metal-source",
        examples=("program_source:3:14: error: unknown type name 'bfloat'",),
        near_misses=("program_source:3:14: error: unknown type name 'What'",),
    ),
    ErrorText(
        id="bfloat16-type-macos-14",
        cause="bfloat16-unsupported",
        literals=("mps bfloat16 type is supported on macos 14",),
        since="2.1",
        until="2.8",
        meaning="bfloat16 on mps needs macOS 14 or newer.",
        fix="Update macOS, or use float16 or float32.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS bfloat16 type is supported on MacOS 14.0 or newer.",
        rule="bfloat16-of-new-macos",
        examples=("TypeError: MPS bfloat16 type is supported on MacOS 14.0 or newer.",),
        near_misses=("MPS float16 type is supported on MacOS 13",),
    ),
    ErrorText(
        id="bfloat16-not-supported-words",
        cause="bfloat16-unsupported",
        literals=(
            "bfloat16 is not supported",
            "bf16 is not supported",
            "bf16 precision was requested",
            "unsupported gpu for bfloat16",
            "bfloat16 not supported",
            "bf16 not supported",
            "has no bfloat16 support",
            "does not support bfloat16",
            "data type bfloat16",
            "dtype bfloat16",
        ),
        pattern=(
            r"\b(?:bfloat16|bf16) (?:is )?not supported (?:on|by|for"
            r"|with) (?:the )?(?:device )?['\"`]?mps\b"
            r"|\bbf16 precision was requested but not available\b|\bunsupported gpu for bfloat16\b"
            r"|\bmps\b['\"`]?(?: device| backend)? (?:has no bfloat16 support"
            r"|does not support bfloat16)\b"
            r"|error: mps\b[^\n]{0,40}\bunsupported [^\n]{0,24}\b(?:data type|dtype) bfloat16\b"
        ),
        meaning="The program found no bfloat16 on this device.",
        fix="Use float32 or float16; bfloat16 needs macOS 14 and a recent torch.",
        source="https://github.com/deepspeedai/DeepSpeed/tree/master/deepspeed/inference",
        rule="bfloat16",
        examples=(
            "ValueError: Data type torch.bfloat16 is not supported by mps accelerator",
            "ValueError: Data type bf16 is not supported on mps",
            "RuntimeError: bf16 precision was requested but not available on this hardware.",
            "ValueError: Unsupported GPU for bfloat16 mixed precision training",
            "ValueError: bfloat16 not supported on mps",
            "ValueError: bfloat16 was asked for, but device 'mps' has no bfloat16 support",
            "RuntimeError: MPS: Unsupported data type BFloat16 in softmax",
        ),
        near_misses=(
            "bf16 is not supported by my old card",
            "bfloat16 mixed precision works on mps",
            "RuntimeError: CUDA does not support bfloat16 on this card",
            "the data type bfloat16 is used on mps",
        ),
    ),
    ErrorText(
        id="bfloat16-in-words",
        cause="bfloat16-unsupported",
        literals=("bfloat16 unsupported", "bf16 unsupported", "unsupported bfloat16"),
        pattern=(
            r"\bmps\b[^\n.]{0,60}\b(?:bf(?:loat)?16 unsupported|unsupported bfloat16)\b"
            r"|\b(?:bf(?:loat)?16 unsupported|unsupported bfloat16) (?:on|by|for|with)"
            r" .{0,20}\bmps\b"
        ),
        meaning="Somebody says in few words that mps has no bfloat16.",
        fix="Use float16 or float32, or torch 2.3 or newer on macOS 14 or newer.",
        source="https://github.com/Comfy-Org/ComfyUI/issues/5829",
        alone=True,
        rule="bfloat16",
        examples=(
            "It stops with MPS on my Mac (BFloat16 Unsupported)",
            "bf16 unsupported on MPS",
        ),
        near_misses=("bf16 unsupported on this GPU", "On MPS it runs. Is bfloat16 unsupported?"),
    ),
)
