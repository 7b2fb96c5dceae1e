"""How programs end that the GPU has stopped."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="metal-crash-frame",
        cause="mps-op-crash",
        kind="abort",
        literals=("exc_bad_access",),
        pattern=(
            r"exc_bad_access.{0,300}?(?<!\w)(?:mpscore|mpsndarray|mpsmatrix|agxmetal\w{0,20}"
            r"|metalperformanceshaders(?:graph)?)\W"
        ),
        meaning="The process crashed inside Apple's GPU libraries.",
        fix="Use the newest torch and macOS; run that step on the CPU meanwhile.",
        source="https://github.com/pytorch/executorch/issues/6746",
        rule="gpu-fault",
        any_program=True,
        examples=(
            (
                "stop reason = EXC_BAD_ACCESS (code=1, address=0x10) * frame #0: "
                "MPSCore`MPSThing::Get + 60"
            ),
        ),
        near_misses=(
            "stop reason = EXC_BAD_ACCESS (code=1, address=0x10) * frame #0: libfoo.dylib`do + 60",
        ),
    ),
    ErrorText(
        id="metal-crash-report",
        cause="mps-op-crash",
        kind="abort",
        literals=("exception type:",),
        pattern=(
            r"exception type: {1,10}exc_(?!bad_access)\w{1,30}.{0,2500}?(?<!\w)(?:mpscore"
            r"|mpsndarray|mpsmatrix|agxmetal\w{0,20}|metalperformanceshaders(?:graph)?)\W"
        ),
        reach=2600,
        meaning="The process crashed inside Apple's GPU libraries.",
        fix="Use the newest torch and macOS; run that step on the CPU meanwhile.",
        source="https://github.com/pytorch/executorch/issues/6746",
        rule="gpu-fault",
        examples=(
            (
                "Exception Type: EXC_CRASH (SIGABRT) Application Specific Information: abort() "
                "called Thread 40 Crashed: 0 libsystem_kernel.dylib 5 MetalPerformanceShadersGraph "
                "0x1a2b GPURegion::encode"
            ),
        ),
        near_misses=("Exception Type: EXC_CRASH (SIGABRT) abort() called 5 libfoo.dylib",),
    ),
    ErrorText(
        id="neural-engine-inference",
        cause="mps-op-crash",
        kind="abort",
        literals=(
            "program inference error",
            "aneprogramprocessrequest",
            "appleneuralengine",
            "ane evaluation error",
            "ane scheduling error",
            "aneccompile()",
            "program inference timeout",
        ),
        pattern=(
            r"program inference (?:error|timeout)|aneprogramprocessrequest|\bane (?:evaluation"
            r"|scheduling) error\b|\berror domain=com\.apple\.appleneuralengine\b"
            r"|\baneccompile\(\) failed"
        ),
        meaning="macOS gave a part of the graph to the Neural Engine, which failed at it.",
        fix="Update macOS and torch; until then run this step on the CPU.",
        source="https://github.com/AUTOMATIC1111/stable-diffusion-webui/issues/13527",
        on="mac",
        rule="neural-engine",
        examples=(
            (
                'Error Domain=com.apple.appleneuralengine Code=8 "ANEProgramProcessRequestDirect() '
                'Failed with status=0x15"'
            ),
            "statusType=0x9: Program Inference error",
            (
                "MPSRuntime/Operations/GPUANERegionOps.mm:301: failed assertion `ANE Evaluation "
                'Error = Error Domain=com.apple.appleneuralengine Code=4 "made up: Program '
                "Inference timeout\"'"
            ),
            (
                'Error Domain=com.apple.appleneuralengine.compiler Code=1 "_ANECompiler : '
                'ANECCompile() FAILED"'
            ),
        ),
        near_misses=(
            "error while running inference of the program",
            "The Apple Neural Engine runs this Core ML model",
            "ANECCompile() succeeded",
        ),
    ),
    ErrorText(
        id="mps-error-in-words",
        cause="mps-op-crash",
        literals=("error:",),
        beside=("mps", "metal"),
        pattern=(
            r"[rtnvai](?<![\w.].)(?:untime|ype|otimplemented|alue|ssertion"
            r"|ndex)error: (?:\w{2,60}_mps(?:_\w{1,40})?(?:\(\))?:|mps ?: \w{2,40}(?:\(\))?:"
            r"|(?:[\w.]{1,60}(?: error| operation)?(?:\(\))?: )?(?![^:]{0,140}\b(?:available"
            r"|unavailable|built"
            r"|installed|recogni[sz]ed|unrecogni[sz]ed|invalid device|unknown device|device type"
            r"|cuda|macos)\b)(?:(?!error|\b(?:i|my|we|device|this|when|while|using|macos|torch"
            r"|python|train\w{0,10}|models?|run\w{0,10})\b)[^:]){0,100}?(?:\b(?:on|for|in|with|by"
            r"|from) (?:the |an? )?['\"(]?(?:mps|metal)\b|\bmps (?:backend|device (?:does"
            r"|cannot|only|has no)|tensors?|kernels?"
            r"|implementation|does|only|cannot|op)\b))"
        ),
        meaning=(
            "An operator refused on mps what it was given, in words that the catalogue does not "
            "have."
        ),
        fix="Use the newest torch; else run that step on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/97093",
        alone=True,
        on="mac",
        rule="error-in-words",
        examples=(
            "RuntimeError: unexpected reduction of such a type in MPS: median",
            "ValueError: the kernel needs contiguous strides on mps",
            "RuntimeError: made_up: MPS kernel failed with error code 7",
            "RuntimeError: MPS: made_up_2d: no such interpolation",
        ),
        near_misses=(
            "RuntimeError: MPS device is not available",
            "KeyError: 'labels'\ndevice: mps",
            "ValueError: Expected 3 channels\nI train on mps",
        ),
    ),
    ErrorText(
        id="fatal-error-below-torch",
        cause="mps-op-crash",
        kind="abort",
        literals=("fatal python error",),
        beside=("mps",),
        pattern=(
            r"fatal python error: (?:segmentation fault|bus error|aborted|illegal instruction)"
            r".{0,1200}?/?torch/(?:nn|_tensor|functional|autograd|optim|utils/_contextlib|_ops)\b"
        ),
        reach=1400,
        meaning="The process died inside of a step of torch, with a tensor on mps.",
        fix="Use the newest torch; run the step that the last lines name on the CPU.",
        source="https://docs.python.org/3/library/faulthandler.html",
        alone=True,
        on="mac",
        rule="gpu-fault",
        examples=(
            (
                "Fatal Python error: Segmentation fault Current thread (most recent call first): "
                'File "/e/torch/nn/modules/conv.py", line 453 in _conv_forward, device mps'
            ),
        ),
        near_misses=("Fatal Python error: Segmentation fault in a program of mps",),
    ),
    ErrorText(
        id="mps-event-or-buffer",
        cause="mps-op-crash",
        literals=("mps event timing failed", "mps pinned allocator", "gethostaliasstorage"),
        pattern=(
            r"mps event timing failed because the gpu work"
            r"|mps pinned allocator: failed to map shared buffer"
            r"|gethostaliasstorage: storage (?:was not allocated|is not backed)"
        ),
        since="2.13",
        meaning=(
            "torch's mps backend could not do what it was asked: its GPU work failed, or a buffer "
            "is not shared."
        ),
        fix=(
            "Look for the first error on the GPU before it; use the newest torch, or run this step "
            "on the CPU."
        ),
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS event timing failed because the GPU work for an event did not complete",
        examples=(
            (
                "RuntimeError: MPS event timing failed because the GPU work for an event did not "
                "complete"
            ),
            "RuntimeError: MPS pinned allocator: failed to map shared buffer",
        ),
        near_misses=("the timing of mps events",),
    ),
    ErrorText(
        id="uncaught-c10-error",
        cause="mps-op-crash",
        kind="abort",
        literals=("uncaught exception of type c10::",),
        pattern=(
            r"uncaught exception of type c10::\w{0,40}error.{0,300}?\b(?:mps|metal"
            r"|command (?:buffer|encoder))\b"
        ),
        meaning="An error of torch was raised where nothing could catch it, in work on the GPU.",
        fix="Run that step on the CPU, or use a newer torch.",
        source="https://github.com/pytorch/pytorch/issues/78503",
        alone=True,
        rule="uncaught",
        examples=(
            (
                "libc++abi: terminating due to uncaught exception of type c10::Error: made up "
                "refusal Exception raised from launch at native/mps/operations/Made.mm:75"
            ),
        ),
        near_misses=(
            (
                "terminating due to uncaught exception of type c10::Error: open file failed, file "
                "path: net.pt"
            ),
        ),
    ),
)
