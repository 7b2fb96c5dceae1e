"""Operators that do not take this dtype."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="linear-non-float",
        cause="op-not-implemented",
        literals=("mps device does not support linear for non-float",),
        since="1.13",
        meaning="Linear layers on mps take floating-point inputs only.",
        fix="Convert the inputs with .float().",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS device does not support linear for non-float",
        examples=("RuntimeError: MPS device does not support linear for non-float inputs",),
        near_misses=("RuntimeError: MPS device does not support mm for non-float inputs",),
    ),
    ErrorText(
        id="matmul-non-float",
        cause="op-not-implemented",
        literals=("mps device does not support",),
        pattern=r"mps device does not support (?:mm|bmm|addmm|addr|addbmm or baddbmm|baddbmm)\b",
        since="1.13",
        meaning="Matrix products of integers are missing on mps in this torch.",
        fix="Convert the inputs with .float(), or use a newer torch.",
        source="torch 2.5.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS device does not support mm for non-float inputs",
        examples=("RuntimeError: MPS device does not support mm for non-float inputs",),
        near_misses=("RuntimeError: MPS device does not support linear for non-float inputs",),
    ),
    ErrorText(
        id="sdpa-dtype",
        cause="op-not-implemented",
        literals=("scaled_dot_product_attention for mps does not support dtype",),
        since="2.13",
        meaning="Attention on mps takes float32, float16 and bfloat16.",
        fix="Convert query, key and value to one of these.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="scaled_dot_product_attention for MPS does not support dtype ",
        examples=("RuntimeError: scaled_dot_product_attention for MPS does not support dtype Int",),
        near_misses=(
            "RuntimeError: scaled_dot_product_attention for MPS does not support dropout.",
        ),
    ),
    ErrorText(
        id="kernel-not-implemented-for-dtype",
        cause="op-not-implemented",
        literals=("_mps", "mps_linear_backward: unsupported"),
        beside=(
            "currently does not handle",
            "handles only",
            "input must be a floating",
            "is only implemented for",
            "mps_linear_backward: unsupported weights data type",
            "not implemented for",
            "only supports floating",
        ),
        pattern=(
            r"\b\w{2,60}_mps_?(?:impl|kernel)?\"?:? (?:is )?(?:not implemented for"
            r"|is only implemented for|only supports floating|handles only"
            r"|currently does not handle|input must be a floating)"
            r"|\bmps_linear_backward: unsupported weights data type"
        ),
        since="1.13",
        meaning="The mps kernel of this operator does not take this dtype.",
        fix="Convert the input to float32, or run that operator on the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim='"histogram_mps" not implemented for \'',
        on="mac",
        rule="kernel-lacks-dtype",
        examples=(
            "RuntimeError: \"histogram_mps\" not implemented for 'Long'",
            "RuntimeError: random_mps_ handles only integral, floating-point and boolean types",
            (
                "RuntimeError: native_dropout_mps: input must be a floating-point or complex "
                "tensor, got Int"
            ),
            "RuntimeError: mps_linear_backward: unsupported weights data type: Int",
        ),
        near_misses=(
            "RuntimeError: \"addmm_impl_cpu_\" not implemented for 'Half'",
            "our random_mps handles it well",
        ),
    ),
    ErrorText(
        id="op-unsupported-input-type",
        cause="op-not-implemented",
        literals=("in mps backend",),
        pattern=r"does not support input type '?\w{1,80}'? in mps backend",
        since="1.12",
        meaning="The operator on mps does not take this dtype in this torch.",
        fix="Convert the input to float32 or int32, or use a newer torch.",
        source="torch 1.13.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="does not support input type 'int64' in MPS backend",
        examples=(
            (
                "TypeError: Operation 'abs_out_mps()' does not support input type 'int64' in MPS "
                "backend."
            ),
        ),
        near_misses=("Operation 'x' does not support input type 'int64' in XNNPACK backend.",),
    ),
    ErrorText(
        id="linalg-float32-only",
        cause="op-not-implemented",
        literals=("linalg",),
        pattern=(
            r"linalg[._]\w{1,80}(?:\(\))?: (?:the )?mps (?:backend )?(?:only supports|supports only"
            r"|supports float32|currently supports|doesn't support(?! complex))"
        ),
        since="2.6",
        meaning="Linear algebra on mps takes float32 (and sometimes complex64) only.",
        fix="Convert the input to float32, or run that operator on the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="linalg.solve_triangular(): MPS only supports float32 and complex64, got ",
        examples=(
            (
                "RuntimeError: linalg.solve_triangular(): MPS only supports float32 and complex64, "
                "got Half"
            ),
        ),
        near_misses=(
            "RuntimeError: linalg.solve_triangular(): expected square matrices",
            "RuntimeError: linalg.lu_factor(): MPS doesn't support complex types.",
        ),
    ),
    ErrorText(
        id="not-implemented-dtype-on-mps",
        cause="op-not-implemented",
        literals=("on mps", "for mps does not support"),
        beside=(
            "index_reduce for mps does not support",
            "not implemented for ",
            "unique is not supported on mps for dtype",
        ),
        pattern=(
            r"not implemented for (?:long|int|bool|byte|char|short|\w{0,80}half) on mps"
            r"|unique is not supported on mps for dtype|\bindex_reduce for mps does not support"
        ),
        since="1.13",
        meaning="The operator on mps does not take this dtype in this torch.",
        fix="Convert the input to float32, or run that operator on the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Not implemented for long on MPS",
        examples=("RuntimeError: Not implemented for long on MPS",),
        near_misses=("NotImplementedError: Not implemented on CPU",),
    ),
    ErrorText(
        id="dtype-convert-other",
        cause="op-not-implemented",
        literals=("to the mps backend",),
        pattern=r"trying to convert (?!complex|float8|bfloat16|double)\w{1,80} to the mps backend",
        since="1.12",
        meaning="mps does not have this dtype.",
        fix="Keep such tensors on the CPU, or convert them.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" to the MPS backend but it does not have support for that dtype.",
        examples=(
            (
                "TypeError: Trying to convert QInt8 to the MPS backend but it does not have "
                "support for that dtype."
            ),
        ),
        near_misses=(
            (
                "TypeError: Trying to convert BFloat16 to the MPS backend but it does not have "
                "support for that dtype."
            ),
        ),
    ),
    ErrorText(
        id="factorisation-float32-only",
        cause="op-not-implemented",
        literals=(": mps",),
        pattern=(
            r"(?:cholesky\w{0,80}|geqrf|eigh|qr|lu\w{0,80})(?:\(\))?: mps (?:only supports"
            r"|supports only|supports float32|currently supports|doesn't support(?! complex))"
        ),
        since="2.6",
        meaning="Factorisations on mps take float32 only.",
        fix="Convert the input to float32, or run that operator on the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="geqrf: MPS currently supports float32 only",
        examples=("RuntimeError: geqrf: MPS currently supports float32 only",),
        near_misses=(
            "RuntimeError: geqrf: expected a matrix",
            "RuntimeError: linalg.lu_factor(): MPS doesn't support complex types.",
        ),
    ),
    ErrorText(
        id="not-implemented-for-half",
        cause="op-not-implemented",
        literals=("not implemented for '",),
        pattern=(
            r"\"(?!\w{1,60}_mps)\w{2,60}\" not implemented for '(?:half|bfloat16|complexhalf)\b"
        ),
        headline="the CPU has no half-precision kernel for this operator",
        meaning=(
            "The CPU has no half-precision kernel for this operator: the model, or a part of it, "
            "is on the CPU."
        ),
        fix="Move the model and its inputs to mps, or use float32 on the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="\" not implemented for '",
        examples=("RuntimeError: \"LayerNormKernelImpl\" not implemented for 'Half'",),
        near_misses=(
            "RuntimeError: \"histogram_mps\" not implemented for 'Long'",
            "RuntimeError: \"histogram_mps\" not implemented for 'Half'",
        ),
    ),
    ErrorText(
        id="mps-op-float16-input",
        cause="op-not-implemented",
        literals=("op with float16 input",),
        pattern=r"does not support \w{1,60} op with float16 input",
        since="2.0",
        until="2.8",
        meaning="The operator, or this mode of it, has no kernel for mps.",
        fix="Run it on the CPU, or use a newer torch.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS: does not support trunc_divide op with float16 input",
        examples=("RuntimeError: MPS: does not support trunc_divide op with float16 input",),
        near_misses=("supports the divide op with float16 input? yes",),
    ),
    ErrorText(
        id="index-add-int64",
        cause="op-not-implemented",
        literals=("expected non int64 dtype for source",),
        meaning="index_add does not take 64-bit integers on mps with this torch.",
        fix=(
            "Install a newer torch, convert the source to int32 or float32, or run that step on "
            "the CPU."
        ),
        source="https://github.com/Lightning-AI/pytorch-lightning/issues/17683",
        examples=("RuntimeError: index_add(): Expected non int64 dtype for source.",),
        near_misses=("RuntimeError: index_add(): Expected dtype int32/int64 for index",),
    ),
    ErrorText(
        id="mps-kernel-int64-missing",
        cause="op-not-implemented",
        literals=("mps doesn't know how to do",),
        since="2.10",
        meaning="MPS has no kernel of this operator for the integers that were given.",
        fix="Convert the tensor to float32 before this step, or run it on the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS doesn't know how to do square_i64",
        examples=("RuntimeError: MPS doesn't know how to do square_i64",),
        near_misses=("My friend at MPS doesn't know how to drive",),
    ),
    ErrorText(
        id="int64-cast-to-int32",
        cause="op-not-implemented",
        kind="warning",
        literals=("no support for int64",),
        pattern=(
            r"\bno support for int64 (?:reduction ops|min/max ops"
            r"|repeats mask), casting it to int32"
        ),
        since="2.0",
        until="2.8",
        meaning=(
            "mps has no kernel of this operator for 64-bit integers in this torch, and computes in "
            "32 bits: right, where values are small."
        ),
        fix=(
            "Nothing has to be done where values fit in 32 bits; a newer torch on macOS 13.3 or "
            "newer has the kernel."
        ),
        source="torch 2.0.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS: no support for int64 min/max ops, casting it to int32",
        rule="cast-to-int32",
        examples=(
            "UserWarning: MPS: no support for int64 min/max ops, casting it to int32",
            "UserWarning: MPS: no support for int64 repeats mask, casting it to int32",
        ),
        near_misses=("there is no support for int64 in this format",),
    ),
    ErrorText(
        id="index-accumulate-dtype",
        cause="bfloat16-unsupported",
        literals=("scalar_type == scalartype::float || inputtensor.scalar_type()",),
        meaning=(
            "Adding up at given places, as the backward pass of an index does, takes float32, "
            "int32 and bool only on mps in this torch."
        ),
        fix="Train in float32, or use a newer torch.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="scalar_type == ScalarType::Float || inputTensor.scalar_type()",
        also=("op-not-implemented",),
        examples=(
            (
                "RuntimeError: Expected scalar_type == ScalarType::Float || "
                "inputTensor.scalar_type() == ScalarType::Int || scalar_type == ScalarType::Bool "
                "to be true, but got false."
            ),
        ),
        near_misses=("Expected self.scalar_type() == ScalarType::Float to be true",),
    ),
)
