"""Assertions and pipelines of Metal."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="metal-validation-assertion",
        cause="mps-op-crash",
        kind="abort",
        literals=("failed assertion",),
        pattern=(
            r"(?:-\[(?:mtl|_mtl|iogpu|agx)\w{0,80}|validate\w{1,80}"
            r"|_mtl\w{1,80})[^`]{0,120}failed assertion\b(?!.{0,160}must not exceed \d)"
        ),
        meaning="Metal refused a command of an operator, and the process aborts.",
        fix=(
            "Use a newer torch, or run that operator on the CPU; unset MTL_DEBUG_LAYER if it is "
            "set."
        ),
        source=(
            "https://developer.apple.com/documentation/xcode/validating-your-apps-metal-api-usage"
        ),
        any_program=True,
        rule="abort",
        examples=(
            (
                "-[MTLDebugComputeCommandEncoder setBuffer:offset:atIndex:]:380: failed assertion "
                "`offset(0) must be < [buffer length](0).'"
            ),
        ),
        near_misses=(
            "MPSNDArray.mm:12: failed assertion `x'",
            (
                "-[MTLDebugDevice newBufferWithLength:options:]:600: failed assertion `length "
                "0x200000001 must not exceed 4096 MB.'"
            ),
        ),
    ),
    ErrorText(
        id="metal-report-failure",
        cause="mps-op-crash",
        kind="abort",
        literals=("mtlreportfailure",),
        meaning=(
            "A crash report whose stack goes through the assertion of Metal: the GPU code was "
            "asked for what it does not do."
        ),
        fix=(
            'Run the program in a terminal: the line with "failed assertion" above the abort says '
            "what was wrong."
        ),
        source="https://github.com/pytorch/pytorch/issues/138200",
        any_program=True,
        examples=("4   Metal   0x1a0000cb0 MTLReportFailure.cold.1 + 48",),
        near_misses=("4   Metal   0x1a0000cb0 MTLCreateSystemDefaultDevice + 48",),
    ),
    ErrorText(
        id="pipeline-state-failed",
        cause="mps-op-crash",
        literals=("pipeline state", "function state object"),
        pattern=(
            r"failed to created? (?:pipeline"
            r"|function) state object(?!.{0,80}deferred-static-alloca)"
            r"|failed to created? pipeline state(?! object)"
            r"|failed to create specialized function state object"
            r"|failed to construct pipeline state"
        ),
        since="1.13",
        meaning="A kernel of torch cannot be built for this GPU.",
        fix=(
            "Use another torch or a newer macOS; in a virtual machine use the CPU; from torch 2.15 "
            "try PYTORCH_MPS_METAL_VERSION=3.1."
        ),
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Failed to created pipeline state object, error: ",
        any_program=True,
        rule="pipeline",
        examples=(
            (
                "RuntimeError: Failed to created pipeline state object, error: Error "
                "Domain=AGXMetalG13X Code=3"
            ),
            (
                "RuntimeError: Failed to construct pipeline state: Error Domain=AGXMetal13_3 "
                'Code=3 "Compilation failed"'
            ),
            "RuntimeError: Failed to create specialized function state object: index_select_8bit",
        ),
        near_misses=("pipeline state: ready", "the pipeline state of the job"),
    ),
    ErrorText(
        id="pipeline-cache-function",
        cause="mps-op-crash",
        kind="abort",
        literals=("mtlcomputepipelinestatecache unable to load function",),
        meaning="Metal could not compile a kernel of Apple's MPS framework.",
        fix="Restart the machine; then update macOS, or run that operator on the CPU.",
        source="https://github.com/jianchang512/ChatTTS-ui/issues/163",
        examples=(
            "MPSKernel MTLComputePipelineStateCache unable to load function ndArrayConvolution2D",
        ),
        near_misses=("unable to load function foo from the library",),
    ),
    ErrorText(
        id="function-state-failed",
        cause="mps-op-crash",
        literals=("function state object",),
        pattern=r"failed to create function state object for: ?(?!generated_kernel)\w",
        since="2.0",
        meaning="A kernel of torch cannot be built for this GPU.",
        fix="Use another torch or a newer macOS; in a virtual machine use the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Failed to create function state object for: ",
        rule="pipeline",
        examples=("RuntimeError: Failed to create function state object for: sum_float",),
        near_misses=("RuntimeError: Failed to create function state object for: generated_kernel",),
    ),
    ErrorText(
        id="metal-line-error",
        cause="mps-op-crash",
        kind="abort",
        literals=(".mm, line",),
        pattern=r"(?:mps|mtl|gpu)\w{0,80}\.mm, line \d{1,9}: error\b",
        meaning=(
            "MPSGraph or Metal met a graph that it cannot carry out and reported the line of its "
            "own source."
        ),
        fix="Update macOS; run this step on the CPU if it stays.",
        source="https://github.com/pytorch/pytorch/issues/123364",
        examples=(
            (
                "MPSGraphExecutable.mm, line 129: error 'Error: unhandled platform for MPSGraph "
                "serialization'"
            ),
        ),
        near_misses=(
            "loader.mm, line 12: error: expected ';' after expression",
            "see MPSGraphExecutable.mm, line 129",
        ),
    ),
    ErrorText(
        id="metal-assertion-in-function",
        cause="mps-op-crash",
        kind="abort",
        literals=("failed assertion",),
        pattern=r"failed assertion\b.{0,120}? in (?:-\[)?_?(?:mtl|iogpu|agx)\w{2,100}",
        meaning=(
            "Metal or the GPU's driver stopped the process because it was asked for something "
            "impossible."
        ),
        fix="Use the newest torch and macOS; run the step in question on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/77843",
        any_program=True,
        examples=(
            "Python[12:34] failed assertion false at line 77 in _mtlMadeUpFunction",
            (
                "failed assertion _status < MTLCommandBufferStatusCommitted at line 316 in "
                "-[IOGPUMetalCommandBuffer setCurrentCommandEncoder:]"
            ),
        ),
        near_misses=(
            "failed assertion false at line 77 in main.c",
            "failed assertion in -[NSArray count]",
        ),
    ),
    ErrorText(
        id="metal-assertion-of-c",
        cause="mps-op-crash",
        kind="abort",
        literals=("assertion failed: (",),
        pattern=(
            r"assertion failed: \(.{1,240}?\bfile (?:mps|gpu|mtl|agx)\w{0,60}\.(?:mm|cpp"
            r"|h), line \d"
        ),
        meaning="A check inside MPSGraph or Metal failed, and the process aborts.",
        fix="Use the newest torch and macOS; run the step in question on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/123364",
        examples=(
            (
                "Assertion failed: (isStaticMPSType(valueType)), function setStaticJITypeForValue, "
                "file MPSRuntime_Project.h, line 794."
            ),
            (
                "Assertion failed: (0 <= mpsAxis && mpsAxis < 4), function getKernelAxes, file "
                "GPUReductionOps.mm, line 31."
            ),
        ),
        near_misses=("Assertion failed: (x > 0), function main, file main.c, line 7.",),
    ),
    ErrorText(
        id="metal-threadgroup-limit",
        cause="mps-op-crash",
        kind="abort",
        literals=(
            "kernel threadgroup size limit",
            "exceeds the maximum threadgroup memory allowed",
        ),
        pattern=(
            r"must be <= ?\d{1,6}\. ?\(kernel threadgroup size limit\)"
            r"|exceeds the maximum threadgroup memory allowed"
        ),
        meaning="A kernel asked for more threads or memory in one group than this GPU has.",
        fix="Use a newer torch, or run that operator on the CPU.",
        source=(
            "https://developer.apple.com/documentation/metal/calculating-threadgroup-and-grid-sizes"
        ),
        any_program=True,
        examples=(
            (
                "failed assertion `(threadsPerThreadgroup.width(2048) * "
                "threadsPerThreadgroup.height(1)) must be <= 1024. (kernel threadgroup size limit)'"
            ),
            (
                "failed assertion `Threadgroup memory size (65536) exceeds the maximum threadgroup "
                "memory allowed (32768)'"
            ),
        ),
        near_misses=("the threadgroup size of this kernel is 1024",),
    ),
    ErrorText(
        id="line-of-mps-sources",
        cause="mps-op-crash",
        kind="abort",
        literals=("/sources/metalperformanceshaders", "/sources/metal/"),
        pattern=r"/appleinternal/library/buildroots/\S{1,120}/sources/metal\S{0,160}",
        meaning="A check inside Metal or its kernels failed, and the process aborts.",
        fix="Use the newest torch and macOS; run the step in question on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/123364",
        alone=True,
        examples=(
            (
                "/AppleInternal/Library/BuildRoots/0a1b/Library/Caches/com.apple.xbs/Sources/"
                "MetalPerformanceShaders/MPSCore/Types/Made.mm"
            ),
            (
                "/AppleInternal/Library/BuildRoots/0a1b/Library/Caches/com.apple.xbs/Sources/"
                "MetalPerformanceShadersGraph/mpsgraph/Made.mm:5: error"
            ),
            (
                "/AppleInternal/Library/BuildRoots/0a1b/Library/Caches/com.apple.xbs/Sources/"
                "Metal/MTLMade.mm"
            ),
        ),
        near_misses=(
            (
                "/AppleInternal/Library/BuildRoots/0a1b/Library/Caches/com.apple.xbs/Sources/"
                "Foundation/NSMade.m"
            ),
        ),
    ),
)
