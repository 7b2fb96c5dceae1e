"""Containers on a Mac, and the compiler service of Metal."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="xpc-connection-invalid",
        cause="metal-compiler-service-unreachable",
        literals=("xpc_error_connection",),
        pattern=r"xpc_error_connection_(?:invalid|interrupted)",
        meaning=(
            "Metal's compiler service does not answer this process: a forked or daemonised one, or "
            "the service died."
        ),
        fix="Start workers with spawn instead of fork, or log in and restart the program.",
        source="https://github.com/xorbitsai/inference/issues/469",
        examples=(
            "Error: Compiler encountered XPC_ERROR_CONNECTION_INVALID (is the OS shutting down?)",
        ),
        near_misses=("XPC connection established",),
    ),
    ErrorText(
        id="mtl-compiler-unreachable",
        cause="metal-compiler-service-unreachable",
        literals=("mtlcompilerservice", "metal compiler service"),
        pattern=(
            r"(?:unable to reach|could not (?:reach|connect to)|connection (?:to|with)"
            r"|deny\(\d\) mach-lookup|lost connection to) .{0,30}mtlcompilerservice"
            r"|mtlcompilerservice.{0,40}(?:crashed|quit unexpectedly|not reachable|(?:can ?not"
            r"|can't) be reached|invalidated|connection (?:init failed|invalid))"
            r"|connection init failed at lookup with error \d.{0,60}?mtlcompilerservice"
            r"|\bmetal compiler service (?:\w+ ){0,3}?(?:not|n't|cannot"
            r"|can't) (?:\w+ )?(?:be )?(?:reach|respond|answer|start)\w*"
        ),
        meaning="Metal's compiler service does not answer this process.",
        fix=(
            "Run in an ordinary terminal outside a sandbox; start workers with spawn instead of "
            "fork."
        ),
        source="https://github.com/jundot/omlx/issues/1335",
        examples=(
            "MTLCompilerService: connection invalid",
            'Error Domain=MTLLibraryErrorDomain Code=3 "Unable to reach MTLCompilerService"',
            "Connection init failed at lookup with error 3 - No such process: MTLCompilerService",
            "The Metal compiler service cannot be reached any more",
        ),
        near_misses=(
            "MTLCompilerService uses 2 % CPU",
            "The Metal compiler service compiles the shaders of each process",
        ),
    ),
    ErrorText(
        id="fork-safety",
        cause="metal-compiler-service-unreachable",
        kind="abort",
        literals=("may have been in progress in another thread when fork() was called",),
        pattern=(
            r"\+\[(?:mps|mtl|agx|iogpu|_mtl)\w{0,60} initialize\] may have been in progress in "
            r"another thread when fork\(\) was called"
        ),
        meaning=("The process was forked while Metal was in use, and aborts."),
        fix="Start workers with spawn instead of fork.",
        source="https://github.com/pytorch/pytorch/issues/178037",
        examples=(
            (
                "objc[4711]: +[MPSGraphObject initialize] may have been in progress in another "
                "thread when fork() was called."
            ),
        ),
        near_misses=(
            "fork() was called in the parent",
            (
                "objc[4711]: +[NSMadeUp initialize] may have been in progress in another thread "
                "when fork() was called."
            ),
        ),
    ),
    ErrorText(
        id="bad-fork-mps",
        cause="metal-compiler-service-unreachable",
        literals=("mps in forked",),
        pattern=r"re-?initiali[sz]e mps in forked",
        meaning="The GPU was used before the process was forked.",
        fix="Start workers with spawn instead of fork.",
        source="https://github.com/pytorch/pytorch/issues/178037",
        examples=("RuntimeError: Cannot re-initialize MPS in forked subprocess.",),
        near_misses=("RuntimeError: Cannot re-initialize CUDA in forked subprocess.",),
    ),
    ErrorText(
        id="docker-platform-mismatch",
        cause="linux-guest-on-mac",
        kind="warning",
        literals=("does not match the detected host platform",),
        meaning="The program runs in a Linux container on a Mac, where there is no Metal.",
        fix="Run Python on macOS itself.",
        source="https://github.com/docker/for-mac/issues/6512",
        examples=(
            (
                "WARNING: The requested image's platform (linux/amd64) does not match the detected "
                "host platform (linux/arm64/v8)"
            ),
        ),
        near_misses=("platform does match",),
    ),
    ErrorText(
        id="docker-rosetta-elf",
        cause="linux-guest-on-mac",
        kind="loader",
        literals=("failed to open elf",),
        pattern=r"rosetta error: failed to open elf",
        meaning="An Intel Linux container runs on an M-chip; there is no Metal in it.",
        fix="Run Python on macOS itself; for Linux work use an arm64 image.",
        source="https://github.com/docker/for-mac/issues/6512",
        examples=("rosetta error: failed to open elf at /lib64/ld-linux-x86-64.so.2",),
        near_misses=("failed to open file",),
    ),
    ErrorText(
        id="docker-qemu",
        cause="linux-guest-on-mac",
        kind="abort",
        literals=("qemu: uncaught target signal",),
        meaning="An emulated Linux container crashed; there is no Metal in it.",
        fix="Run Python on macOS itself; for Linux work use an arm64 image.",
        source="https://github.com/docker/for-mac/issues/6512",
        examples=("qemu: uncaught target signal 11 (Segmentation fault) - core dumped",),
        near_misses=("qemu started",),
    ),
    ErrorText(
        id="mach-o-in-linux",
        cause="linux-guest-on-mac",
        kind="loader",
        literals=("invalid elf header",),
        pattern=r"(?:\.dylib|darwin\.so)[^\n]{0,30}: invalid elf header",
        meaning="Packages of macOS are used inside Linux, as with a shared environment folder.",
        fix="Install the packages inside the container; for MPS run on macOS itself.",
        source="https://github.com/docker/for-mac/issues/6512",
        examples=("OSError: torch/lib/libtorch_cpu.dylib: invalid ELF header",),
        near_misses=("ELF header parsed",),
    ),
    ErrorText(
        id="docker-no-arm-image",
        cause="linux-guest-on-mac",
        kind="installer",
        literals=("no matching manifest for linux/arm64",),
        meaning=(
            "The container image has no build for this Mac's processor; in a container there is no "
            "MPS either."
        ),
        fix=(
            "Run the program on macOS itself; or use --platform linux/amd64, which is slow and has "
            "no GPU."
        ),
        source="https://docs.docker.com/build/building/multi-platform/",
        examples=("no matching manifest for linux/arm64/v8 in the manifest list entries",),
        near_misses=("no matching manifest for windows/amd64",),
    ),
    ErrorText(
        id="exec-format-error",
        cause="linux-guest-on-mac",
        kind="loader",
        literals=("exec format error",),
        pattern=(
            r"exec /\S{1,80}: exec format error|standard_init_linux\.go[^\n]{0,60}exec format error"
        ),
        meaning="A container image is built for another processor than that of the machine.",
        fix="Use an image for linux/arm64; for MPS run the program on macOS itself.",
        source="https://docs.docker.com/build/building/multi-platform/",
        rule="container",
        examples=("exec /usr/local/bin/python: exec format error",),
        near_misses=("OSError: [Errno 8] Exec format error: 'foo'",),
    ),
    ErrorText(
        id="docker-nvidia-runtime",
        cause="linux-guest-on-mac",
        literals=("runtime name: nvidia", "runtime specified nvidia"),
        pattern=r"(?:unknown or invalid|unknown|invalid) runtime (?:name: |specified )nvidia",
        meaning=(
            "The container asks for an NVIDIA GPU; on a Mac a container is a Linux without any GPU."
        ),
        fix="Run the program on macOS itself.",
        source="https://docs.docker.com/engine/containers/resource_constraints/",
        examples=("docker: Error response from daemon: unknown or invalid runtime name: nvidia.",),
        near_misses=("default runtime name: runc",),
    ),
    ErrorText(
        id="notebook-launcher-fork",
        cause="metal-compiler-service-unreachable",
        literals=("could create a forked subprocess",),
        pattern=(
            r"\bmps has been initialized before the `?notebook_launcher`? could create a forked sub"
            r"process"
        ),
        meaning="Metal was started before the process was forked, and does not survive that.",
        fix="Restart the notebook and touch the GPU only inside the launched function.",
        source="https://github.com/huggingface/accelerate/blob/main/src/accelerate/launchers.py",
        examples=(
            (
                "RuntimeError: MPS has been initialized before the `notebook_launcher` could "
                "create a forked subprocess."
            ),
        ),
        near_misses=(
            (
                "CUDA has been initialized before the `notebook_launcher` could create a forked "
                "subprocess."
            ),
        ),
    ),
)
