"""Attention and LSTM that do not have this mode."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="lstm-projections",
        cause="op-not-implemented",
        literals=("lstm with projections is not currently supported with mps",),
        since="2.0",
        meaning="LSTM with proj_size is missing on mps.",
        fix="Run that layer on the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="LSTM with projections is not currently supported with MPS.",
        examples=("RuntimeError: LSTM with projections is not currently supported with MPS.",),
        near_misses=("RuntimeError: LSTM with proj_size > 0 expected",),
    ),
    ErrorText(
        id="sdpa-dropout",
        cause="op-not-implemented",
        literals=("for mps does not support dropout",),
        since="2.13",
        meaning=(
            "Attention with dropout is missing on mps; before 2.13 the dropout was silently left "
            "out."
        ),
        fix="Set dropout_p to 0, or use the mathematical path.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="scaled_dot_product_attention for MPS does not support dropout.",
        examples=("RuntimeError: scaled_dot_product_attention for MPS does not support dropout.",),
        near_misses=("scaled_dot_product_attention: dropout_p must be between 0 and 1",),
    ),
    ErrorText(
        id="sdpa-dropout-old",
        cause="op-not-implemented",
        literals=("math_for_mps: dropout_p != 0.0 is not supported", "math_for_mps: query, key"),
        pattern=(
            r"math_for_mps: dropout_p != 0\.0 is not supported"
            r"|math_for_mps: query, key, and value must not be nested"
        ),
        since="2.4",
        until="2.12",
        meaning="Attention with dropout is missing on mps.",
        fix="Set dropout_p to 0.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="_scaled_dot_product_attention_math_for_mps: dropout_p != 0.0 is not supported",
        examples=(
            (
                "RuntimeError: _scaled_dot_product_attention_math_for_mps: dropout_p != 0.0 is not "
                "supported"
            ),
            (
                "RuntimeError: _scaled_dot_product_attention_math_for_mps: query, key, and value "
                "must not be nested"
            ),
        ),
        near_misses=(
            (
                "RuntimeError: _scaled_dot_product_attention_math_for_mps: query, key, and value "
                "must be contiguous"
            ),
            "math_for_mps is faster",
        ),
    ),
    ErrorText(
        id="attention-mask-on-mps",
        cause="op-not-implemented",
        literals=("infer missing attention mask on",),
        pattern=r"infer missing attention mask on [`'\"]?mps",
        meaning=(
            "torch before 2.4 has no isin on mps, with which transformers would make the attention "
            "mask."
        ),
        fix="Pass attention_mask, or take torch 2.4 and a newer transformers.",
        source="https://github.com/huggingface/transformers/issues/31744",
        examples=(
            (
                "ValueError: Can't infer missing attention mask on `mps` device. Please provide an "
                "`attention_mask` or use a different device."
            ),
        ),
        near_misses=("ValueError: Can't infer missing attention mask on `cpu` device.",),
    ),
    ErrorText(
        id="flex-attention-mps",
        cause="op-not-implemented",
        literals=("attention",),
        pattern=(
            r"flex_?attention (?:backward )?(?:does not support backward on mps|on mps (?:does not"
            r"|only supports|requires|supports)|(?:\([^)]{1,40}\) )?is not yet supported on mps"
            r"|is only supported on cuda, cpu)"
        ),
        meaning="FlexAttention, or this mode of it, has no kernel for mps.",
        fix="Use scaled_dot_product_attention there, or the CPU.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/nn/attention/flex_attention.py",
        examples=(
            (
                "NotImplementedError: FlexAttention does not support backward on MPS. Please set "
                "the input requires_grad to False or use another device."
            ),
            (
                "NotImplementedError: flex_attention backward is not yet supported on MPS. Use "
                "torch.no_grad() for inference."
            ),
            (
                "ValueError: FlexAttention is only supported on CUDA, CPU or HPU devices. Found "
                "input tensors on mps device."
            ),
            (
                "NotImplementedError: flex_attention on MPS does not support captured buffer dtype "
                "torch.int8"
            ),
        ),
        near_misses=("FlexAttention is fast on MPS",),
    ),
)
