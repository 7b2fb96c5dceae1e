"""Triton, flash-attention and xformers."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="flash-attn-missing",
        cause="app-requires-cuda",
        literals=("flash_attn", "flashattention", "failed to import flash attention"),
        pattern=(
            r"(?:not found in your environment:? .{0,40}|no module named '|requires? "
            r"|import )flash_attn\b|flashattention2? (?:has been toggled on|only supports?"
            r"|requires? )|\bfailed to import flash attention \d, please install it"
        ),
        meaning="FlashAttention exists for CUDA only; the program asks for it.",
        fix='Load the model with attn_implementation="eager" or "sdpa".',
        source="https://huggingface.co/docs/transformers/perf_infer_gpu_one",
        examples=(
            (
                "ImportError: This modeling file requires the following packages that were not "
                "found in your environment: flash_attn. Run `pip install flash_attn`"
            ),
            (
                "ImportError: Failed to import flash attention 2, please install it or use another "
                "implementation."
            ),
        ),
        near_misses=("flash_attn 2.5 installed on Linux",),
    ),
    ErrorText(
        id="triton-missing",
        cause="app-requires-cuda",
        literals=("triton",),
        pattern=(
            r"(?<!import error: )(?<!reason': .importerror: )(?<!caught was: )no module named '?tri"
            r"ton\b|cannot find a working triton installation|triton (?:is )?not (?:supported"
            r"|ava\w{3,8}) (?:on|for) (?:macos|mac|darwin|mps)\b|triton package is not installed"
            r"|(?:error|exception): triton is not available"
            r"|\btriton module (?:was |is )?not found\b(?![;,])"
        ),
        meaning="Triton compiles kernels for CUDA; there is none for macOS.",
        fix="Use the program without its Triton kernels.",
        source="https://github.com/triton-lang/triton/issues/3443",
        unless=(
            "no-wheel-for-mac-words",
            "package-no-distribution",
            "pip-no-version-other",
            "uv-package-only-linux",
        ),
        examples=(
            "ModuleNotFoundError: No module named 'triton'",
            "install will fail, due to triton not available on macOS",
            "RuntimeError: triton package is not installed",
            "The trainer stops with a Triton module not found error on my Mac",
        ),
        near_misses=(
            "Triton module not found; its kernels are not counted",
            "A matching Triton is not available, some optimizations will not be enabled",
            "import error: No module named 'triton'",
            "Error caught was: No module named 'triton'",
            "Triton is not needed here",
            (
                "backend triton: {'available': False, 'unavailable_reason': \"ImportError: No "
                "module named 'triton'\"}"
            ),
        ),
    ),
    ErrorText(
        id="xformers-no-operator",
        cause="app-requires-cuda",
        literals=("memory_efficient_attention", "xformers"),
        pattern=(
            r"no operator found for `?memory_efficient_attention|xformers\W.{0,60}(?:only supports?"
            r"|requires?|is only available on) (?:a )?(?:cuda|gpu|nvidia)"
        ),
        meaning="xformers has kernels for CUDA only.",
        fix="Do not enable xformers; torch's own attention is used then.",
        source="https://github.com/facebookresearch/xformers/issues/775",
        examples=(
            (
                "NotImplementedError: No operator found for `memory_efficient_attention_forward` "
                "with inputs: query: shape=(1, 2, 1, 40) device: mps"
            ),
        ),
        near_misses=("enable_memory_efficient_attention() was called",),
    ),
    ErrorText(
        id="flash-attention-no-gpu",
        cause="app-requires-cuda",
        literals=("flash attention", "flashattention"),
        pattern=(
            r"flash attention[^\n]{0,80}no gpu available|flash attention is disabled as it requires"
            r"|flash attention[^\n]{0,20}(?:is )?only (?:available|supported) (?:on|for) (?:cuda"
            r"|gpu|nvidia)|flash ?attention ?\d?(?:\.\d)* is not available on cpu"
            r"|flash ?attention ?\d?(?:\.\d)* with a model (?:dispatched on cpu"
            r"|not initialized on gpu)"
        ),
        meaning="FlashAttention exists for CUDA only; the program asks for it.",
        fix='Load the model with attn_implementation="eager" or "sdpa".',
        source="https://huggingface.co/docs/transformers/perf_infer_gpu_one",
        examples=(
            (
                "ValueError: You are attempting to use Flash Attention 2 with a model not "
                "initialized on GPU and with no GPU available. This is not supported yet."
            ),
            (
                "RuntimeError: Flash Attention is disabled as it requires a GPU with Ampere (8.0) "
                "CUDA capability."
            ),
            (
                "RuntimeError: FlashAttention only supports Ampere GPUs or newer. Flash Attention "
                "is only available on CUDA"
            ),
            (
                "ValueError: Flash Attention 2 is not available on CPU. Please make sure torch can "
                "access a CUDA device."
            ),
            "ImportError: FlashAttention2 is not available on CPU.",
            "Flash Attention 2.0 with a model dispatched on CPU or disk.",
        ),
        near_misses=("Flash Attention is not installed, using the default",),
    ),
    ErrorText(
        id="gpu-memory-attention-only",
        cause="app-requires-cuda",
        literals=("memory efficient attention is only available for gpu",),
        meaning="xFormers works with NVIDIA GPUs only.",
        fix="Do not turn xFormers on; torch's own attention works on mps.",
        source="https://github.com/huggingface/diffusers/tree/main/src/diffusers/models",
        examples=(
            (
                "ValueError: torch.cuda.is_available() should be True but is False. xformers' "
                "memory efficient attention is only available for GPU"
            ),
        ),
        near_misses=("xformers' memory efficient attention was enabled",),
    ),
    ErrorText(
        id="triton-no-active-driver",
        cause="app-requires-cuda",
        literals=("active drivers (", "triton error [cuda]"),
        pattern=r"\b0 active drivers \(\[\]\)|triton error \[cuda\]: no device",
        meaning="Triton found no driver of a GPU that it knows: it compiles kernels for CUDA.",
        fix="Use the program without its Triton kernels.",
        source="https://github.com/triton-lang/triton/issues/5388",
        examples=(
            "RuntimeError: 0 active drivers ([]). There should only be one.",
            "RuntimeError: Triton Error [CUDA]: no device",
        ),
        near_misses=(
            "There are 3 active drivers (all of them healthy).",
            "RuntimeError: Triton Error [CUDA]: an illegal memory access was encountered",
        ),
    ),
    ErrorText(
        id="triton-wanted-in-error",
        cause="app-requires-cuda",
        literals=("triton",),
        pattern=(
            r"(?:error|exception)\W{1,3}(?:(?!error\b|mxfp4).){0,100}?(?:\b(?:requires?"
            r"|needs?) (?:openai )?triton\b|\bwithout triton\b|\btriton is (?:unavailable|required"
            r"|needed)\b|\btriton (?:needs|has) to be installed\b|\band triton installed\b"
            r"|\btriton import failed\b|\bcould not import triton\b)"
        ),
        meaning="The program wants Triton, which exists for CUDA (and Intel and AMD GPUs) only.",
        fix=(
            "Choose mps or cpu in the program's settings, or use a version or another program that "
            "knows MPS."
        ),
        source="https://github.com/pytorch/ao/tree/main/torchao/kernel",
        examples=(
            "NotImplementedError: made_up requires triton installed",
            "AssertionError: needs triton",
            "AssertionError: unsupported without triton",
            "RuntimeError: Triton is unavailable",
            "RuntimeError: triton import failed; try another",
            "ValueError: could not import triton dependencies",
            "ImportError: Triton is required for made up acceleration",
            "RuntimeError: Triton is needed for the forward pass but it is not available!",
            "NotImplementedError: made_up requires torch 2.10.0+ and triton installed",
        ),
        near_misses=(
            "triton is not installed, reset use_triton to False",
            "Warning: Detected no triton",
        ),
    ),
    ErrorText(
        id="flash-attn-asked-for",
        cause="app-requires-cuda",
        literals=("please install flash", "is not available. please refer to"),
        pattern=(
            r"(?:error|exception)\W{1,3}.{0,60}?\bplease install flash[-_ ]attn?\b"
            r"|\bflash ?attention[ \d.]{0,5} is not available\. please refer to"
        ),
        meaning="FlashAttention exists for CUDA only; the program asks for it.",
        fix='Load the model with attn_implementation="eager" or "sdpa".',
        source="https://huggingface.co/docs/transformers/perf_infer_gpu_one",
        examples=(
            "ImportError: Please install flash-attn: pip install flash-attn",
            "ImportError: Flash Attention 2 is not available. Please refer to the documentation",
        ),
        near_misses=(
            "To be faster please install flash-attn",
            "It is not available. Please refer to the manual",
        ),
    ),
    ErrorText(
        id="xformers-extensions-warning",
        cause="app-requires-cuda",
        kind="warning",
        literals=("xformers can't load c++/cuda extensions",),
        meaning=(
            "xformers was built for another PyTorch, or without kernels for this computer; torch's "
            "own attention is used."
        ),
        fix="Nothing, or uninstall xformers: it has kernels for CUDA only.",
        source="https://github.com/facebookresearch/xformers/issues/775",
        examples=(
            (
                "WARNING[XFORMERS]: xFormers can't load C++/CUDA extensions. xFormers was built "
                "for: PyTorch 2.1.2"
            ),
        ),
        near_misses=("xFormers loads its C++/CUDA extensions",),
    ),
)
