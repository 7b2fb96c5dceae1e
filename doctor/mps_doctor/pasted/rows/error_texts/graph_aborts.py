"""Graphs of MPSGraph that do not compile."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="shape-broadcast-abort",
        cause="mps-op-crash",
        kind="abort",
        literals=("are not broadcast compatible",),
        pattern=(
            r"input types 'tensor<(?:[\dx?*]{0,80}x)?([a-z]{1,80}\d{1,80})>' and 'tensor<(?:[\dx?*]"
            r"{0,80}x)?\1>' are not broadcast compatible"
        ),
        meaning="Shapes that do not fit reached MPSGraph, and the process aborts.",
        fix="Use a newer torch, or run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/149132",
        examples=(
            (
                "error: input types 'tensor<1x7xf32>' and 'tensor<1x9xf32>' are not broadcast "
                "compatible"
            ),
        ),
        near_misses=(
            "error: input types 'tensor<5xf32>' and 'tensor<5xi64>' are not broadcast compatible",
        ),
    ),
    ErrorText(
        id="llvm-infer-result",
        cause="mps-op-crash",
        kind="abort",
        literals=("llvm error: failed to infer result type(s)",),
        meaning=(
            "MPSGraph could not work out the result of an operation (two dtypes, or shapes that do "
            "not fit), and the process aborts."
        ),
        fix="Use one dtype throughout, use a newer torch, or run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/149132",
        rule="graph-abort",
        any_program=True,
        examples=("LLVM ERROR: Failed to infer result type(s).",),
        near_misses=("LLVM ERROR: out of memory",),
    ),
    ErrorText(
        id="conv-kernel-mismatch",
        cause="mps-op-crash",
        kind="abort",
        literals=("kernel width mismatch",),
        pattern=r"destination kernel width and filter kernel width mismatch",
        meaning="The gradient of a convolution in channels-last layout aborts.",
        fix="Use contiguous tensors, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/112998",
        examples=("failed assertion `destination kernel width and filter kernel width mismatch'",),
        near_misses=("kernel size mismatch between layers",),
    ),
    ErrorText(
        id="conv-channels-mismatch",
        cause="mps-op-crash",
        kind="abort",
        literals=("source and weight input channels mismatch",),
        meaning="A convolution gave MPS sizes that do not fit, and the process aborts.",
        fix="Use contiguous tensors, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/84206",
        examples=("failed assertion `Source and weight input channels mismatch'",),
        near_misses=("input channels do not match",),
    ),
    ErrorText(
        id="mpsgraph-nsexception",
        cause="mps-op-crash",
        kind="abort",
        literals=("terminating app due to uncaught exception 'ns",),
        pattern=(
            r"terminating app due to uncaught exception 'ns(?:invalidargument|range"
            r"|internalinconsistency)\w{0,80}'(?![^\n]{0,200}(?:main thread|\[ns[a-z]))"
        ),
        meaning="An operator called MPSGraph wrongly, and the process aborts.",
        fix="Use contiguous tensors, use a newer torch, or run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/181856",
        any_program=True,
        rule="abort",
        examples=(
            (
                "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', "
                "reason: '*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert "
                "nil object from objects[1]'"
            ),
        ),
        near_misses=("*** Terminating app due to uncaught exception of type foo",),
    ),
    ErrorText(
        id="mlir-pass-failed",
        cause="mps-op-crash",
        kind="abort",
        literals=("mlir pass manager failed", "original module failed verification"),
        pattern=r"mlir pass manager failed|original module failed verification",
        meaning="MPSGraph could not compile the operation, and the process aborts.",
        fix="Use a newer torch or macOS, or run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/84039",
        rule="abort",
        examples=(
            (
                "/System/Library/Frameworks/MetalPerformanceShadersGraph: failed assertion "
                "`original module failed verification' MLIR pass manager failed"
            ),
        ),
        near_misses=("pass manager finished",),
    ),
    ErrorText(
        id="mlir-mps-op",
        cause="mps-op-crash",
        kind="abort",
        literals=("error: 'mps", "legalize operation 'mps"),
        pattern=r"error: 'mps(?:x|\.\w{1,60}){1,4}' op |failed to legalize operation 'mpsx?\.",
        meaning=(
            "MPSGraph was given an operation whose operands do not fit, and the process aborts."
        ),
        fix=(
            "Compare the shapes and dtypes of the operands with what the CPU takes; use a newer "
            "torch, or run that step on the CPU."
        ),
        source="https://github.com/pytorch/pytorch/issues/84039",
        rule="graph-operation",
        examples=(
            (
                "MPSGraphUtilities.mm:233:0: error: 'mps.matmul' op contracting dimensions differ "
                "4 & 5"
            ),
            "error: failed to legalize operation 'mps.scatter' that was explicitly marked illegal",
        ),
        near_misses=(
            "warning: 'mps.matmul' operation is slow",
            "failed to legalize operation 'tosa.add'",
        ),
    ),
    ErrorText(
        id="mps-invalid-shape",
        cause="mps-op-crash",
        kind="abort",
        literals=("error: invalid shape",),
        pattern=r"(?<!\w)error: incompatible dimensions\b.{0,80}(?<!\w)error: invalid shape",
        meaning="MPSGraph was given shapes that do not fit.",
        fix="Use a newer torch, or run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/149132",
        examples=("error: incompatible dimensions error: invalid shape",),
        near_misses=("ValueError: invalid shape for reshape",),
    ),
    ErrorText(
        id="mps-op-anec",
        cause="mps-op-crash",
        kind="abort",
        literals=("'anec.",),
        pattern=r"error: 'anec\.\w{1,80}' op\b",
        meaning=(
            "The Neural Engine compiler of this macOS fails on a graph of MPSGraph; seen with "
            "large tensors and with betas of macOS."
        ),
        fix=(
            "Use a released and updated macOS; run this step on the CPU or on smaller pieces if it "
            "stays."
        ),
        source="https://github.com/pytorch/pytorch/issues/104642",
        on="mac",
        rule="neural-engine",
        examples=(
            (
                "error: 'anec.gain_offset_control' op result #0 must be 4D/5D memref of 16-bit "
                "float values, but got 'memref<1x5x1x5xi1>'"
            ),
        ),
        near_misses=("anec compiler finished",),
    ),
    ErrorText(
        id="view-size-mps",
        cause="mps-op-crash",
        literals=("view size is not compatible with input tensor's size and stride",),
        pattern=r"view size is not compatible with input tensor's size and stride.{0,300}\bmps\b",
        reach=500,
        meaning="On mps some operators view a tensor that is not contiguous.",
        fix="Call .contiguous() first, or use a newer torch.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="view size is not compatible with input tensor's size and stride",
        examples=(
            (
                "RuntimeError: view size is not compatible with input tensor's size and stride (at "
                "least one dimension spans across two contiguous subspaces). Use .reshape(...) "
                "instead. device: mps"
            ),
        ),
        near_misses=(
            "RuntimeError: view size is not compatible with input tensor's size and stride on cuda",
        ),
    ),
    ErrorText(
        id="view-size-backward",
        cause="mps-op-crash",
        literals=("view size is not compatible with input tensor's size and stride",),
        pattern=(
            r"(?:run_backward\(|run the backward pass|\bmps\b|\b(?:m[1-5](?: (?:pro|max|ultra))?"
            r"|mac|apple)(?:'s)? (?:gpus?|graphics)\b"
            r"|\bm[1-5]\b[^\n]{0,60}\bcpu\b).{0,200}view size is not compatible with input tensor's"
            r" size and stride|view size is not compatible with input tensor's size and stride."
            r"{0,200}(?:\bmps\b|\b(?:m[1-5](?: (?:pro|max|ultra))?|mac|apple)(?:'s)? (?:gpus?"
            r"|graphics)\b|\bm[1-5]\b[^\n]{0,60}\bcpu\b)"
        ),
        meaning=(
            "A backward pass on mps views a gradient that is not contiguous; on the CPU the same "
            "step works."
        ),
        fix=(
            "Use the newest torch; until then make the tensors contiguous before that step, or run "
            "it on the CPU."
        ),
        source="https://github.com/pytorch/pytorch/issues/142344",
        on="near-mac",
        examples=(
            (
                "run_backward( # Calls into the C++ engine to run the backward pass RuntimeError: "
                "view size is not compatible with input tensor's size and stride (at least one "
                "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
            ),
            (
                "device mps RuntimeError: view size is not compatible with input tensor's size and "
                "stride"
            ),
        ),
        near_misses=(
            (
                "x = x.view(2, 3) RuntimeError: view size is not compatible with input tensor's "
                "size and stride (at least one dimension spans across two contiguous subspaces)."
            ),
        ),
    ),
    ErrorText(
        id="placeholder-shape",
        cause="mps-op-crash",
        kind="abort",
        literals=("placeholder shape mismatch",),
        meaning=(
            "MPSGraph was given a tensor of another shape than the graph of the operator was made "
            "for."
        ),
        fix="Use the newest torch; until then run this step on the CPU or in smaller parts.",
        source="https://github.com/invoke-ai/InvokeAI/issues/7887",
        rule="abort",
        examples=(
            "failed assertion `Placeholder shape mismatches (expected 2 vs got 640) at dimIdx = 1'",
        ),
        near_misses=("placeholder for the shape is missing",),
    ),
    ErrorText(
        id="mpsgraph-file-error",
        cause="mps-op-crash",
        kind="abort",
        literals=("(mpsfileloc):",),
        pattern=r"\(mpsfileloc\): (?:(?!error:).){0,280}\berror: \w",
        meaning=(
            "MPSGraph could not build the graph of an operator: shapes or dtypes that its Metal "
            "side does not take."
        ),
        fix="Use the newest torch; else run that operator on the CPU.",
        source="https://github.com/pytorch/vision/issues/7096",
        alone=True,
        examples=(
            (
                'loc("mps_gather"("(mpsFileLoc): '
                '/AppleInternal/Library/BuildRoots/x/MPSGraphUtilities.mm":35:0)): error: invalid '
                "rank of the indices"
            ),
        ),
        near_misses=(
            (
                'loc("mps_gather"("(mpsFileLoc): '
                '/AppleInternal/Library/BuildRoots/x/MPSGraphUtilities.mm":35:0)): note: see the '
                "operation"
            ),
        ),
    ),
)
