"""Virtual machines, sandboxes, and Windows."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="deferred-static-alloca",
        cause="virtual-machine-no-metal",
        literals=("deferred-static-alloca-size",),
        since="2.14",
        meaning="The virtual GPU cannot run kernels that were compiled for Metal 4.",
        fix=(
            "Use the CPU in the virtual machine; from torch 2.15 try PYTORCH_MPS_METAL_VERSION=3.1."
        ),
        source="https://github.com/pytorch/pytorch/issues/196582",
        examples=(
            "Failed to created pipeline state object: unsupported deferred-static-alloca-size",
        ),
        near_misses=("static allocation deferred",),
    ),
    ErrorText(
        id="paravirtual-device",
        cause="virtual-machine-no-metal",
        kind="warning",
        literals=("apple paravirtual device",),
        meaning="macOS runs in a virtual machine.",
        fix="Use a real Mac for GPU work; in the virtual machine use the CPU.",
        source="https://github.com/pytorch/pytorch/issues/192934",
        advice=True,
        examples=("Metal device: Apple Paravirtual device",),
        near_misses=("Metal device: Apple M2",),
    ),
    ErrorText(
        id="metal-not-supported-vm",
        cause="virtual-machine-no-metal",
        literals=("metal", "without gpu", "without mps", "no gpu", "no mps"),
        pattern=(
            r"metal performance shaders \(mps\) are not supported|(?:no|without) (?:metal|mps"
            r"|gpu) (?:support |access )?(?:in|inside|on) (?:an? |the )?(?:macos )?(?:vm"
            r"|virtual machine|tart|parallels|utm)\b"
        ),
        meaning="The hosted Mac is a virtual machine without a GPU that torch can use.",
        fix="Use a real Mac for GPU work; on hosted runners use the CPU.",
        source="https://docs.github.com/en/actions/reference/runners/larger-runners",
        examples=(
            (
                "Nested-virtualization and Metal Performance Shaders (MPS) are not supported due "
                "to the limitation of Apple's Virtualization Framework"
            ),
        ),
        near_misses=("Metal Performance Shaders are supported on this GPU",),
    ),
    ErrorText(
        id="mtl-default-device-nil",
        cause="sandbox-no-metal-device",
        literals=("mtlcreatesystemdefaultdevice",),
        pattern=(
            r"mtlcreatesystemdefaultdevice(?:\(\))?[^\n]{0,50}(?:nil\b|null\b|fail"
            r"|is not supported for non-interactive)"
        ),
        meaning=(
            "Metal gives this process no device: it is in a sandbox, in a virtual machine, or has "
            "no login session."
        ),
        fix="Run in an ordinary terminal outside the sandbox.",
        source="https://github.com/anthropics/claude-code/issues/37044",
        rule="no-default-device",
        examples=("MTLCreateSystemDefaultDevice() returned nil",),
        near_misses=("let device = MTLCreateSystemDefaultDevice()",),
    ),
    ErrorText(
        id="sandbox-deny-gpu",
        cause="sandbox-no-metal-device",
        kind="loader",
        literals=("deny(",),
        pattern=r"deny\(\d\) (?:iokit-open\S{0,80}|iokit-get-properties)",
        meaning="The system's sandbox refused this process the GPU.",
        fix="Run in an ordinary terminal, or allow it outside the sandbox.",
        source="https://github.com/fencesandbox/fence/issues/210",
        examples=("Sandbox: python3.12(4711) deny(1) iokit-open-user-client AGXDeviceUserClient",),
        near_misses=("Sandbox: python3.12(4711) deny(1) file-read-data /etc/passwd",),
    ),
    ErrorText(
        id="sandbox-variable",
        cause="sandbox-no-metal-device",
        literals=("_sandbox",),
        pattern=(
            r"\b[a-z]{2,20}_sandbox(?:_\w{1,80})? ?[=:] ?(?:'|\")?(?:seatbelt|sandbox-exec|1\b)"
        ),
        meaning="The program was started inside the sandbox of a coding agent.",
        fix="Run in an ordinary terminal, or allow it outside the sandbox.",
        source="https://github.com/openai/codex/issues/9007",
        rule="sandbox-variable",
        examples=("CODEX_SANDBOX=seatbelt",),
        near_misses=("use_sandbox=false",),
    ),
    ErrorText(
        id="windows-winerror-dll",
        cause="not-macos-host",
        kind="loader",
        literals=("[winerror 126]", "[winerror 127]", "[winerror 1114]"),
        pattern=r"\[winerror (?:126|127|1114)\][^\n]{0,200}(?:torch|c10|fbgemm)",
        meaning="This is Windows, where mps does not exist; a library of torch does not load.",
        fix="Use cuda or cpu; install the Visual C++ runtime.",
        source="https://github.com/pytorch/pytorch/issues/131662",
        examples=(
            (
                "OSError: [WinError 126] The specified module could not be found. Error loading "
                '"C:\\torch\\lib\\shm.dll" or one of its dependencies.'
            ),
            "OSError: [WinError 127] Error loading c:\\torch\\lib\\c10.dll",
        ),
        near_misses=("OSError: [Errno 2] No such file",),
    ),
    ErrorText(
        id="openmp-shared-memory",
        cause="sandbox-no-metal-device",
        kind="abort",
        literals=("can't open shm",),
        meaning="OpenMP may not open shared memory: the process runs in a sandbox.",
        fix="Run the program in an ordinary terminal, or allow it outside the sandbox.",
        source="https://github.com/openai/codex/issues/9007",
        examples=("OMP: Error #179: Function Can't open SHM2 failed:",),
        near_misses=("can't open the shmoo file",),
    ),
    ErrorText(
        id="metal-device-not-found",
        cause="sandbox-no-metal-device",
        literals=("metal device",),
        pattern=(
            r"\b(?:failed to|could not|couldn't|cannot|can't|unable to) (?:find|get|create|obtain"
            r"|acquire|open) (?:a |any |the |an? suitable )?(?:system )?(?:default )?metal device\b"
            r"|\bno (?:default |suitable )?metal devices? (?:was |were |is |are )?(?:found"
            r"|available|detected)\b|\bmetal device (?:was |is )?not (?:found|available)\b"
        ),
        meaning=(
            "Metal gives this process no device: it is in a sandbox, in a virtual machine, or has "
            "no login session."
        ),
        fix="Run in an ordinary terminal outside the sandbox.",
        source="https://github.com/anthropics/claude-code/issues/37044",
        rule="no-default-device",
        examples=(
            "RuntimeError: failed to find a Metal device",
            "error: no Metal device found",
            "could not create Metal device",
            "ggml_metal_init: error: no default Metal device available",
        ),
        near_misses=("Metal device found: Apple M2", "no Metal device errors so far"),
    ),
    ErrorText(
        id="container-with-a-gpu",
        cause="linux-guest-on-mac",
        kind="installer",
        literals=("docker", "podman"),
        beside=("gpu", "cuda", "nvidia"),
        pattern=(
            r"\b(?:docker|podman)(?: |-)(?:compose )?[^\n`;]{0,80}?"
            r"(?:[\w.-]{0,30}\b(?:gpu|cuda|nvidia)[\w.-]{0,12}\.ya?ml\b"
            r"|(?<=run )[^\n`;]{0,80}?--gpus[ =]\S)"
        ),
        meaning="A container for NVIDIA GPUs was started; on a Mac a container has no GPU.",
        fix="Run the program in macOS itself, or take the variant for the CPU.",
        source="https://docs.docker.com/desktop/features/gpu/",
        alone=True,
        rule="container",
        examples=(
            "docker compose -f compose.cuda.yml up",
            "docker-compose -f docker-compose-gpu.yaml build",
            "docker run --rm --gpus all made/up",
        ),
        near_misses=("docker compose up", "docker run --rm made/up --gpu-layers 3"),
    ),
    ErrorText(
        id="paravirtual-selector",
        cause="virtual-machine-no-metal",
        kind="abort",
        literals=("appleparavirt",),
        pattern=r"\[appleparavirt\w{1,40} [\w:]{1,200}\]: unrecognized selector",
        meaning="The GPU of a virtual machine does not know what Metal on a real Mac has.",
        fix="Use a real Mac for GPU work; in the virtual machine use the CPU.",
        source="https://github.com/ml-explore/mlx/issues/31",
        examples=(
            (
                "reason: '-[AppleParavirtDevice newArgumentEncoderWithLayout:]: unrecognized "
                "selector sent to instance 0x1'"
            ),
        ),
        near_misses=(
            "-[MPSGraph scatter:]: unrecognized selector sent to instance 0x1",
            "3 AppleParavirtGPUMetalIOGPUFamily 0x0000000101fe1118 doUncompressedBlit + 11160",
        ),
    ),
    ErrorText(
        id="ggml-command-queue",
        cause="sandbox-no-metal-device",
        literals=("error: failed to create command queue",),
        pattern=r"metal\w{0,20}: error: failed to create command queue",
        meaning=(
            "Metal refuses this process a command queue: it is in a sandbox, or in a virtual "
            "machine."
        ),
        fix="Run in an ordinary terminal outside the sandbox.",
        source="https://github.com/tobi/qmd/issues/360",
        rule="no-default-device",
        examples=("ggml_metal_init: error: failed to create command queue",),
        near_misses=("error: failed to create command queue in the message broker",),
    ),
)
