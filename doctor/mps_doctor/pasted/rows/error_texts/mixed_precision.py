"""Mixed precision and autocast."""

from mps_doctor.knowledge.compatibility import needs_of
from mps_doctor.pasted.error_text import ErrorText

FP16, BF16 = (needs_of("accelerate", feature) for feature in ("mps-fp16", "mps-bf16"))

ROWS = (
    ErrorText(
        id="autocast-dtype-unsupported",
        cause="fp16-amp-unsupported-on-mps",
        kind="warning",
        literals=("in mps autocast, but the target dtype", "mps autocast only supports dtype"),
        pattern=(
            r"in mps autocast, but the target dtype (?:torch\.\w{1,80} )?is not supported\b(?! on m"
            r"acos)|mps autocast only supports dtypes? of"
        ),
        since="2.5",
        meaning=(
            "Autocast on mps takes float16 (from torch 2.5) and bfloat16 (from 2.6), nothing else."
        ),
        fix="Use dtype=torch.float16, or a newer torch.",
        source="torch 2.7.1 for macOS: torch/amp/autocast_mode.py",
        verbatim="In MPS autocast, but the target dtype is not supported. Disabling autocast.",
        examples=(
            (
                "UserWarning: In MPS autocast, but the target dtype is not supported. Disabling "
                "autocast."
            ),
        ),
        near_misses=(
            (
                "UserWarning: In CPU autocast, but the target dtype is not supported. Disabling "
                "autocast."
            ),
        ),
    ),
    ErrorText(
        id="autocast-device-mps",
        cause="fp16-amp-unsupported-on-mps",
        literals=(
            "unsupported autocast device_type 'mps'",
            "autocast device_type must be",
            "'mps' does not support autocast",
        ),
        pattern=(
            r"unsupported autocast device_type 'mps'"
            r"|autocast device_type must be ['\"`]?(?:cuda['\"`]? or ['\"`]?cpu"
            r"|cpu['\"`]? or ['\"`]?cuda)\b['\"`]?(?!,? (?:but )?(?:got|found):? ['\"`]?(?!mps)\w)"
            r"|device type 'mps' does not support autocast"
        ),
        since="1.12",
        meaning="Autocast on mps came with torch 2.5.",
        fix="Install torch 2.5 or newer, or switch mixed precision off.",
        source="torch 2.2.2 for macOS: torch/amp/autocast_mode.py",
        verbatim="User specified an unsupported autocast device_type '",
        examples=(
            "RuntimeError: User specified an unsupported autocast device_type 'mps'",
            "RuntimeError: User specified autocast device_type must be 'cuda' or 'cpu'",
            "ValueError: Device type 'mps' does not support autocast.",
            "ValueError: User specified autocast device_type must be cuda or cpu, but got mps",
        ),
        near_misses=(
            "RuntimeError: User specified an unsupported autocast device_type 'xpu'",
            "autocast needs a device_type",
            "autocast is supported on mps",
            "ValueError: User specified autocast device_type must be cuda or cpu, but got xpu",
        ),
    ),
    ErrorText(
        id="fp16-requires-gpu",
        cause="fp16-amp-unsupported-on-mps",
        literals=("mixed precision",),
        pattern=(
            r"\b(?:fp16|bf16|16-bit)? ?mixed precision (?:training )?requires (?:a |an )?(?:(?:cuda"
            r"|nvidia|cuda-capable) )?gpu"
        ),
        meaning="This accelerate refuses fp16 mixed precision on mps.",
        fix=(f'Set mixed_precision="no" (fp16=False), or use {FP16}.'),
        source="https://github.com/huggingface/accelerate/issues/3718",
        examples=(
            "ValueError: fp16 mixed precision requires a GPU (not 'mps').",
            "fp16 mixed precision requires a CUDA GPU",
        ),
        near_misses=(
            "bf16 mixed precision requires PyTorch >= 1.10 and a supported device.",
            "mixed precision requires care with gradients",
        ),
    ),
    ErrorText(
        id="fp16-mps-torch-version",
        cause="fp16-amp-unsupported-on-mps",
        literals=("mixed precision with mps device requires a pytorch",),
        meaning="This torch is too old for accelerate's mixed precision on mps.",
        fix=(f'For fp16 use {FP16}; for bf16, {BF16} on macOS 14. Or set mixed_precision="no".'),
        source="https://github.com/huggingface/accelerate/blob/main/src/accelerate/accelerator.py",
        examples=("ValueError: fp16 mixed precision with MPS device requires a Pytorch >= 2.5.0",),
        near_misses=("fp16 mixed precision requires a GPU (not 'mps').",),
    ),
    ErrorText(
        id="grad-scaler-mps",
        cause="fp16-amp-unsupported-on-mps",
        literals=("grad scaler with mps device requires a pytorch",),
        meaning="The gradient scaler came to mps with torch 2.8.",
        fix=f'Use {FP16}, or set mixed_precision="no".',
        source=(
            "https://github.com/huggingface/accelerate/blob/main/src/accelerate/utils/modeling.py"
        ),
        examples=("ValueError: Grad Scaler with MPS device requires a Pytorch >= 2.8.0",),
        near_misses=("GradScaler is enabled",),
    ),
    ErrorText(
        id="bf16-requires-device",
        cause="fp16-amp-unsupported-on-mps",
        literals=("bf16 mixed precision requires pytorch",),
        meaning=(
            "This accelerate finds no bfloat16 on mps: macOS below 14, an old torch or an old "
            "accelerate."
        ),
        fix=f'Set mixed_precision="no", or use {BF16} on macOS 14 or newer.',
        source="https://github.com/huggingface/accelerate/blob/main/src/accelerate/accelerator.py",
        examples=(
            "ValueError: bf16 mixed precision requires PyTorch >= 1.10 and a supported device.",
        ),
        near_misses=("bf16 mixed precision is on",),
    ),
    ErrorText(
        id="fp16-trainer-cuda-only",
        cause="fp16-amp-unsupported-on-mps",
        literals=("can only be used on cuda",),
        pattern=r"(?:fp16|bf16|mixed precision)[^\n]{0,160}can only be used on cuda",
        meaning="This transformers refuses fp16 training without CUDA.",
        fix="Set fp16=False, or use a newer transformers and torch.",
        source=(
            "https://github.com/huggingface/transformers/blob/v4.30.0/src/transformers/training_arg"
            "s.py"
        ),
        examples=(
            (
                "ValueError: FP16 Mixed precision training with AMP or APEX (`--fp16`) and FP16 "
                "half precision evaluation (`--fp16_full_eval`) can only be used on CUDA devices."
            ),
        ),
        near_misses=("This function can only be used on CUDA tensors",),
    ),
    ErrorText(
        id="lightning-amp-mps",
        cause="fp16-amp-unsupported-on-mps",
        literals=("precision",),
        pattern=(
            r"precision[^\n]{0,60}(?:not supported|unsupported|isn't supported)[^\n]{0,30}\bmps\b"
            r"|\bmps\b[^\n]{0,60}(?:does not|doesn't) support[^\n]{0,20}(?:mixed )?precision"
        ),
        meaning="This Lightning refuses mixed precision on mps.",
        fix="Use precision=32, or a newer Lightning with torch 2.5 or newer.",
        source="https://github.com/Lightning-AI/pytorch-lightning/issues/15713",
        examples=(
            (
                "MisconfigurationException: You have asked for `amp_level='O2'` but precision 16 "
                "is not supported on MPS accelerator"
            ),
        ),
        near_misses=("precision: 16-mixed",),
    ),
    ErrorText(
        id="fused-optimizer-scaling-mps",
        cause="fp16-amp-unsupported-on-mps",
        literals=("grad_scale and found_inf are not supported on mps",),
        since="2.5",
        until="2.5",
        meaning="A fused optimiser cannot unscale gradients on MPS in this torch.",
        fix="Take the optimiser with fused=False, or train without a gradient scaler.",
        source="torch 2.5.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="grad_scale and found_inf are not supported on MPS",
        examples=("RuntimeError: grad_scale and found_inf are not supported on MPS",),
        near_misses=("grad_scale and found_inf are passed to the optimiser on cuda",),
    ),
    ErrorText(
        id="mixed-precision-gpu-words",
        cause="fp16-amp-unsupported-on-mps",
        literals=(
            "mixed precision",
            "mixed-precision",
            "error during autocasting",
            "gradient scaling is not supported",
            "but it is not supported on cpu",
            "ampoptimwrapper",
            "cuda amp",
        ),
        pattern=(
            r"\bmixed precision requires a device in\b.{0,80}\(not ['\"]?mps"
            r"|\bmixed precision is possible only for gpu\b"
            r"|\bmixed-precision training requires a gpu\b"
            r"|\berror during autocasting\b.{0,60}\bdevice=['\"]?mps\b"
            r"|\bgradient scaling is not supported, requires capable gpu\b"
            r"|\btried to use `?fp16`? but it is not supported on cpu"
            r"|\bmixed[- ]precision (?:training )?is (?:\w+ )?only (?:supported|available|possible"
            r"|implemented) (?:with|on|for) (?:cuda|nvidia)\b"
            r"|\bampoptimwrapper`? is only available when\b"
        ),
        meaning="The framework does its mixed precision on CUDA only.",
        fix="Train in float32, or use a newer version of the framework and torch.",
        source="https://github.com/huggingface/accelerate/blob/main/src/accelerate/accelerator.py",
        examples=(
            "ValueError: fp16 mixed precision requires a device in ['cuda', 'xpu'] (not mps).",
            "ValueError: Mixed precision is possible only for GPU.",
            "AssertionError: Mixed-precision training requires a GPU, remove it",
            "RuntimeError: Error during autocasting with dtype=torch.float16 on device=mps.",
            "ValueError: Gradient scaling is not supported, requires capable GPU and torch>=1.9.0",
            "ValueError: Tried to use `fp16` but it is not supported on cpu",
            (
                "RuntimeError: Mixed precision is currently only supported with CUDA. Got device "
                "mps instead"
            ),
            "AssertionError: `AmpOptimWrapper` is only available when pytorch version >= 1.6",
        ),
        near_misses=(
            "Mixed precision halves the memory",
            "Error during autocasting on device=cpu",
            "mixed precision is supported with CUDA and mps",
        ),
    ),
    ErrorText(
        id="fp16-asked-of-trainer",
        cause="fp16-amp-unsupported-on-mps",
        literals=("trainingarguments(",),
        pattern=(
            r"trainingarguments\(.{0,400}?\b(?:fp16|bf16) ?= ?true\b.{0,600}\bin __post_init__\b"
        ),
        reach=1100,
        meaning="The Trainer refuses mixed precision on mps when its arguments are made.",
        fix="Leave fp16=True and bf16=True out, or update transformers and accelerate.",
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/training_args.p"
            "y"
        ),
        on="near-mac",
        alone=True,
        also=("app-requires-cuda",),
        examples=(
            (
                "args = TrainingArguments( 'out', fp16=True, save_steps=1) in __init__:108 "
                "training_args.py:1176 in __post_init__"
            ),
        ),
        near_misses=(
            "TrainingArguments('out', fp16=False) training_args.py:1176 in __post_init__",
            "TrainingArguments('out', fp16=True) was made",
        ),
    ),
)
