"""Faults of the GPU, and errors of its command buffers."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="iogpu-command-buffer-assertion",
        cause="mps-op-crash",
        kind="abort",
        literals=(
            "failed assertion `a command encoder is already encoding",
            "already committed command buffer",
        ),
        pattern=(
            r"failed assertion `a command encoder is already encoding"
            r"|commit an already committed command buffer"
        ),
        meaning="Two threads or streams used one command buffer, and the process aborts.",
        fix="Use mps from one thread at a time, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        any_program=True,
        examples=(
            (
                "-[IOGPUMetalCommandBuffer validate]:200: failed assertion `commit an already "
                "committed command buffer' ; failed assertion `A command encoder is already "
                "encoding to this command buffer'"
            ),
        ),
        near_misses=("a command is already running",),
    ),
    ErrorText(
        id="gpu-timeout",
        cause="mps-op-crash",
        literals=("gpu timeout error", "kiogpucommandbuffercallbackerrortimeout"),
        pattern=r"caused gpu timeout error|kiogpucommandbuffercallbackerrortimeout",
        meaning="A kernel ran longer than the system allows, and results of that step are garbage.",
        fix="Use smaller pieces of work; on an Intel Mac use the CPU.",
        source="https://github.com/pytorch/pytorch/issues/125954",
        any_program=True,
        rule="gpu-fault",
        examples=(
            (
                "Error: command buffer exited with error status. Caused GPU Timeout Error "
                "(00000002:kIOGPUCommandBufferCallbackErrorTimeout)"
            ),
        ),
        near_misses=("TimeoutError: GPU worker did not answer",),
    ),
    ErrorText(
        id="gpu-hang",
        cause="mps-op-crash",
        literals=("kiogpucommandbuffercallbackerrorhang", "caused gpu hang error"),
        pattern=r"caused gpu hang error|kiogpucommandbuffercallbackerrorhang",
        meaning="The GPU hung in a kernel, and results of that step are garbage.",
        fix="Restart the program; use a newer torch or macOS; run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/125442",
        any_program=True,
        rule="gpu-fault",
        examples=("Caused GPU Hang Error (00000003:kIOGPUCommandBufferCallbackErrorHang)",),
        near_misses=("kIOGPUCommandBufferCallbackErrorOutOfMemory",),
    ),
    ErrorText(
        id="gpu-address-fault",
        cause="mps-op-crash",
        literals=("gpu address fault error", "kiogpucommandbuffercallbackerrorpagefault"),
        pattern=r"caused gpu address fault error|kiogpucommandbuffercallbackerrorpagefault",
        meaning="A kernel touched memory that is not its own.",
        fix="Check indices on the CPU; use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/189969",
        any_program=True,
        rule="gpu-fault",
        examples=(
            (
                "Error: Caused GPU Address Fault Error "
                "(0000000b:kIOGPUCommandBufferCallbackErrorPageFault)"
            ),
        ),
        near_misses=("Segmentation fault: address not mapped",),
    ),
    ErrorText(
        id="gpu-interactivity",
        cause="mps-op-crash",
        literals=(
            "impacting interactivity",
            "kiogpucommandbuffercallbackerrorimpactinginteractivity",
            "internal error (0000000e",
        ),
        pattern=(
            r"impacting interactivity|kiogpucommandbuffercallbackerrorimpactinginteractivity"
            r"|internal error \(0000000e"
        ),
        meaning="The system stopped long GPU work that made the screen stutter.",
        fix="Use smaller pieces of work between synchronisations.",
        source="https://github.com/jundot/omlx/issues/1387",
        any_program=True,
        rule="gpu-fault",
        examples=(
            (
                "Error: Impacting Interactivity "
                "(0000000e:kIOGPUCommandBufferCallbackErrorImpactingInteractivity)"
            ),
        ),
        near_misses=("interactivity is high",),
    ),
    ErrorText(
        id="gpu-errors-ignored",
        cause="mps-op-crash",
        literals=(
            "for causing prior/excessive gpu errors",
            "victim of gpu error/recovery",
            "kiogpucommandbuffercallbackerror",
        ),
        pattern=(
            r"for causing prior/excessive gpu errors|victim of gpu error/recovery"
            r"|kiogpucommandbuffercallbackerror(?:invalidresource|innocentvictim|blacklisted"
            r"|accessrevoked|stackoverflow)|for causing prior/excessive gpu errors"
        ),
        meaning="The GPU work of this process was dropped or refused, after an earlier fault.",
        fix="Restart the process, if need be the Mac; then look for the first fault.",
        source="https://github.com/apple/tensorflow_macos/issues/202",
        any_program=True,
        rule="gpu-fault",
        examples=(
            (
                "Error: Ignored (for causing prior/excessive GPU errors) "
                "(00000004:kIOGPUCommandBufferCallbackErrorSubmissionsIgnored)"
            ),
            (
                "Execution of the command buffer was aborted due to an error during execution. "
                "Discarded (victim of GPU error/recovery) "
                "(00000005:kIOGPUCommandBufferCallbackErrorInnocentVictim)"
            ),
            (
                "Execution of the command buffer was aborted due to an error during execution. "
                "Invalid Resource (00000009:kIOGPUCommandBufferCallbackErrorInvalidResource)"
            ),
        ),
        near_misses=("errors were ignored by the user", "kIOGPUCommandBufferCallbackErrorTimeout"),
    ),
    ErrorText(
        id="command-buffer-error",
        cause="mps-op-crash",
        literals=("command buffer exited with error status",),
        pattern=(
            r"command buffer exited with error status(?!.{0,300}(?:kiogpu|insufficient memory"
            r"|timeout error|hang error))"
        ),
        meaning=(
            "A GPU fault: up to torch 2.14 no exception is raised, and the results are garbage."
        ),
        fix="Do not trust results of that run; the words in parentheses say which fault it was.",
        source="https://github.com/pytorch/pytorch/issues/193571",
        any_program=True,
        rule="gpu-fault",
        examples=("Error: command buffer exited with error status.",),
        near_misses=("command exited with status 1",),
    ),
    ErrorText(
        id="command-buffer-execution-failed",
        cause="mps-op-crash",
        literals=("mps command buffer execution failed",),
        since="2.15",
        meaning="A GPU fault, raised as an exception from torch 2.15 on.",
        fix="The words after it say which fault it was.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS command buffer execution failed: ",
        rule="gpu-fault",
        examples=("RuntimeError: MPS command buffer execution failed: Internal Error",),
        near_misses=("command execution failed",),
    ),
    ErrorText(
        id="gpu-op-assertion",
        cause="mps-op-crash",
        kind="abort",
        literals=("assertion failed:",),
        pattern=(
            r"assertion failed: \(.{0,300}\), function \w{1,80}, file (?:gpu|mps)\w{1,80}\.mm\b"
        ),
        meaning=(
            "A check inside Apple's graph library stopped the process: an operation met a shape it "
            "does not take."
        ),
        fix="Update torch and macOS; until then run this operation on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/123364",
        examples=(
            (
                'Assertion failed: (0 <= axis && axis < 4 && "axes must be few."), function '
                "getAxes, file GPUShapeOps.mm, line 12."
            ),
        ),
        near_misses=("Assertion failed: (count > 0), function parse, file reader.c, line 12.",),
    ),
    ErrorText(
        id="metal-command-encoder-in-use",
        cause="mps-op-crash",
        kind="abort",
        literals=("already encoding to this command buffer",),
        meaning="Two threads gave work to one command buffer of Metal, which ends the process.",
        fix="Let one thread alone use mps, or put a lock around the model.",
        source="https://github.com/pytorch/pytorch/issues/197805",
        any_program=True,
        examples=(
            (
                "-[Made up] failed assertion: A command encoder is already encoding to this "
                "command buffer"
            ),
        ),
        near_misses=("The encoder is ready, encoding to this command buffer begins",),
    ),
)
