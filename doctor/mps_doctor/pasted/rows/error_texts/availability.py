"""torch says that mps is not there, or not built in."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="mps-no-supported-metal-gpu",
        cause="mps-unavailable-unexplained",
        literals=("mps backend is unavailable: no supported metal gpu was found",),
        since="2.15",
        meaning=(
            "On a macOS that is new enough, Metal showed this process no GPU of the M1 or newer: a "
            "virtual machine, a sandbox, or an Intel Mac."
        ),
        fix="Run on a real Mac with Apple silicon, in an ordinary terminal outside any sandbox.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS backend is unavailable: no supported Metal GPU was found.",
        rule="no-metal-gpu",
        examples=(
            (
                "RuntimeError: MPS backend is unavailable: no supported Metal GPU was found. This "
                "can happen when running inside a virtual machine, sandbox or container without "
                "GPU access"
            ),
        ),
        near_misses=("RuntimeError: CUDA backend is unavailable: no supported GPU was found.",),
    ),
    ErrorText(
        id="mps-device-skipped",
        cause="intel-mac-no-metal-gpu",
        kind="warning",
        literals=("that does not support metal 2.0",),
        since="2.1",
        meaning="torch passed over a GPU because it lacks the Metal family that MPS needs.",
        fix="Use the CPU on this machine, or a Mac with Apple silicon.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="that does not support Metal 2.0",
        rule="skipped-device",
        examples=(
            (
                "[W MPSDevice.mm:70] Warning: Skipping device Intel Iris Graphics that does not "
                "support Metal 2.0 (function operator())"
            ),
        ),
        near_misses=("Skipping device 3 that does not support CUDA capability 5.0",),
    ),
    ErrorText(
        id="metal-family-mac2-missing",
        cause="intel-mac-no-metal-gpu",
        literals=("missing metal support for mtlgpufamilymac2",),
        since="1.13",
        until="2.5",
        meaning="The GPU, often a virtual or an old one, lacks the Metal family that MPS needs.",
        fix="Use a real Mac with Apple silicon, or the CPU.",
        source="torch 2.2.2 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Missing Metal support for MTLGPUFamilyMac2",
        rule="skipped-device",
        examples=("RuntimeError: Missing Metal support for MTLGPUFamilyMac2",),
        near_misses=("supportsFamily(MTLGPUFamilyMac2) returned true",),
    ),
    ErrorText(
        id="mps-unified-memory-only",
        cause="intel-mac-no-metal-gpu",
        literals=("mps backend is only supported on devices with unified memory",),
        since="2.13",
        meaning="This torch refuses GPUs with memory of their own, which every AMD GPU has.",
        fix="Use torch 2.12 or older, or the CPU.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS backend is only supported on devices with unified memory",
        examples=("RuntimeError: MPS backend is only supported on devices with unified memory",),
        near_misses=("Metal reports unified memory for this device",),
    ),
    ErrorText(
        id="not-linked-with-mps",
        cause="torch-not-built-with-mps",
        literals=("not linked with support for mps devices",),
        since="1.12",
        meaning=(
            "This build of torch has no MPS in it: every Linux and Windows build, and some builds "
            "from source."
        ),
        fix="On a Mac install the ordinary wheel; on Linux or Windows use cuda or cpu.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="PyTorch is not linked with support for ",
        rule="built-without",
        examples=("RuntimeError: PyTorch is not linked with support for mps devices",),
        near_misses=("RuntimeError: PyTorch is not linked with support for cuda devices",),
    ),
    ErrorText(
        id="mps-dispatch-key-missing",
        cause="torch-not-built-with-mps",
        literals=("with arguments from the 'mps' backend",),
        pattern=r"could not run 'aten::empty[\w.]{0,40}' with arguments from the 'mps' backend",
        since="1.12",
        meaning="Not even the allocation of a tensor is registered for mps: this build has no MPS.",
        fix="On a Mac install the ordinary wheel; on Linux or Windows use cuda or cpu.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="This could be because the operator doesn't exist for this backend",
        rule="built-without",
        examples=(
            (
                "NotImplementedError: Could not run 'aten::empty.memory_format' with arguments "
                "from the 'MPS' backend. This could be because the operator doesn't exist for this "
                "backend"
            ),
        ),
        near_misses=(
            (
                "NotImplementedError: Could not run 'aten::empty.memory_format' with arguments "
                "from the 'CUDA' backend."
            ),
        ),
    ),
    ErrorText(
        id="mps-call-without-backend",
        cause="torch-not-built-with-mps",
        literals=(
            "without mps backend",
            "mpsdeviceallocator requires mps",
            "on mps without aten_mps",
            "pytorch does not provide the mps backend",
        ),
        pattern=(
            r"without mps backend|\bmpsdeviceallocator requires mps|on mps without aten_mps library"
            r"|pytorch does not provide the mps backend"
        ),
        since="2.0",
        meaning="A torch.mps function was called on a build without MPS.",
        fix="Ask `torch.backends.mps.is_available()` first; on a Mac install the ordinary wheel.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="() without MPS backend.",
        rule="built-without",
        examples=(
            "RuntimeError: Cannot execute deviceSynchronize() without MPS backend.",
            "RuntimeError: MPSDeviceAllocator requires MPS.",
            "RuntimeError: Cannot get device of pointer on MPS without ATen_mps library.",
            "RuntimeError: PyTorch does not provide the mps backend.",
        ),
        near_misses=(
            "RuntimeError: Cannot execute deviceSynchronize() without CUDA backend.",
            "the training requires MPS",
        ),
    ),
    ErrorText(
        id="mps-docs-not-built",
        cause="torch-not-built-with-mps",
        literals=("current pytorch install was not built with mps enabled",),
        meaning="The program asked torch whether it was built with MPS, and it was not.",
        fix="On a Mac install the ordinary wheel.",
        source="https://docs.pytorch.org/docs/stable/notes/mps.html",
        rule="built-without",
        examples=(
            "MPS not available because the current PyTorch install was not built with MPS enabled.",
        ),
        near_misses=("MPS not available because the current MacOS version is not 12.3+",),
    ),
    ErrorText(
        id="mps-docs-not-available",
        cause="mps-unavailable-unexplained",
        literals=(
            "current macos version is not 12.3+ and/or you do not have an mps-enabled device",
            "do not have an mps-enabled device on this machine",
        ),
        pattern=(
            r"current macos version is not 12\.3\+ and/or you do not have an mps-enabled device"
            r"|\beither you do not have an mps-enabled device on this machine"
        ),
        meaning=(
            "torch has MPS and finds no GPU it accepts: macOS too old for this torch, no Metal "
            "device, a virtual machine or a sandbox."
        ),
        fix="Give the macOS version, the chip and the torch version: they decide.",
        source="https://docs.pytorch.org/docs/stable/notes/mps.html",
        rule="unavailable",
        examples=(
            (
                "MPS not available because the current MacOS version is not 12.3+ and/or you do "
                "not have an MPS-enabled device on this machine."
            ),
            (
                "ValueError: Either you do not have an MPS-enabled device on this machine or MacOS "
                "version is not 12.3+"
            ),
        ),
        near_misses=(
            "MPS not available because the current PyTorch install was not built with MPS enabled.",
        ),
    ),
    ErrorText(
        id="mps-attribute-get-name",
        cause="torch-not-built-with-mps",
        literals=("has no attribute '_mps_",),
        since="2.0",
        meaning="A function of the mps backend is called on a build without it.",
        fix="On a Mac install the ordinary wheel; guard the call by is_available().",
        source="https://github.com/pytorch/pytorch/blob/main/torch/backends/mps/__init__.py",
        rule="built-without",
        examples=("AttributeError: module 'torch._C' has no attribute '_mps_get_name'",),
        near_misses=("AttributeError: module 'torch._C' has no attribute '_cuda_setDevice'",),
    ),
    ErrorText(
        id="mps-doc-not-available-shader",
        cause="mps-unavailable-unexplained",
        literals=(
            "mps is not available",
            "mps backend is not available",
            "failed to get mps device",
            "accelerator device when none is available",
        ),
        pattern=(
            r"(?:error|exception|warning)\W{1,4}(?:\w{1,80} ){0,4}mps (?:backend )?is not available"
            r"\b|(?:error|exception)\W{1,4}failed to get mps device\b|(?:error"
            r"|exception)\W{1,4}cannot access accelerator device when none is available"
        ),
        meaning="torch found no usable Apple GPU.",
        fix="Give the macOS version, the chip and the torch version: they decide.",
        source="torch 2.13.0 for macOS: torch/mps/__init__.py",
        verbatim="MPS is not available",
        rule="unavailable",
        examples=(
            "RuntimeError: MPS is not available",
            "RuntimeError: MPS backend is not available.",
            "RuntimeError: Failed to get MPS device",
            "RuntimeError: Cannot access accelerator device when none is available.",
        ),
        near_misses=("MPS is available: True", 'print("MPS backend is not available")'),
    ),
    ErrorText(
        id="mps-device-not-found",
        cause="mps-unavailable-unexplained",
        literals=("mps device not found",),
        meaning="The program asked torch for the Apple GPU and got none.",
        fix="Give the macOS version, the chip and the torch version: they decide.",
        source="https://developer.apple.com/metal/pytorch/",
        rule="unavailable",
        examples=("RuntimeError: MPS device not found.",),
        near_misses=("MPS device found: Apple M1",),
    ),
    ErrorText(
        id="cmake-without-mps",
        cause="torch-not-built-with-mps",
        kind="build",
        literals=("use_mps",),
        pattern=r"\buse_mps ?: ?(?:off|0|false)\b",
        meaning="CMake leaves MPS out of this build of torch.",
        fix="Build on an arm64 Mac with Xcode 13.3.1 or newer and USE_MPS=1.",
        source="https://github.com/pytorch/pytorch/blob/main/cmake/Summary.cmake",
        on="mac",
        rule="built-without-mps",
        examples=("--   USE_MPS               : OFF",),
        near_misses=("--   USE_MPS               : ON",),
    ),
    ErrorText(
        id="mps-not-there-words",
        cause="mps-unavailable-unexplained",
        literals=(
            "nor mps",
            "(mps), but none is available",
            "but mps is not available",
            "installed pytorch does not support mps",
            "is not available, you should use device=",
            "mps is not available, available",
            "mps is unavailable",
            "no mps device",
            "not available, falling back",
            "unrecognized or not available",
            "mps not available because pytorch version",
            "requested. backend is not available",
        ),
        pattern=(
            r"\bneither (?:torch )?cuda nor mps (?:are|is|version)\b(?! needed)"
            r"|\bno mps device (?:was )?found\b|\bbut mps is (?:unavailable|not available)\b"
            r"|\bdevice mps is not available, available devices are\b"
            r"|\bmps(?::\d)? unrecognized or not available\b"
            r"|\bmps(?::\d)? is not available, you should use device=|\b(?:device )?'?mps'? (?:is"
            r"|was) not available, falling back\b|\binstalled pytorch does not support mps\b"
            r"|\(mps\), but none is available\b|\bmps not available because pytorch version\b"
            r"|\binvalid mps 'device=mps(?::\d)?' requested\. backend is not available\b"
        ),
        meaning="The program asked torch for mps and got none.",
        fix=(
            'Ask torch: `python -c "import torch; print(torch.backends.mps.is_built(), '
            'torch.backends.mps.is_available())"`.'
        ),
        source="https://github.com/JaidedAI/EasyOCR/blob/master/easyocr/easyocr.py",
        rule="unavailable",
        examples=(
            "Neither CUDA nor MPS are available - defaulting to CPU.",
            "Neither TORCH CUDA nor MPS version not installed/working.",
            "RuntimeError: it requires an Apple Silicon GPU (MPS). No MPS device found.",
            "ValueError: generation_devices requested 'mps', but MPS is not available.",
            "ValueError: X=mps, but MPS is unavailable.",
            "Device mps is not available, available devices are [0]",
            "ValueError: mps unrecognized or not available.",
            "Requested device 'mps' is not available, falling back to CPU",
            "Device mps was not available, falling back to CPU.",
            "ValueError: Cannot use GPU, installed PyTorch does not support MPS",
            "It requires a GPU (MPS), but none is available.",
            'ValueError: mps:0 is not available, you should use device="cpu" instead',
            "ValueError: mps:0 unrecognized or not available.",
            "ValueError: Invalid MPS 'device=mps:0' requested. Backend is not available.",
            (
                "AssertionError: MPS not available because PyTorch version is < 1.12.0 or MacOS "
                "version is < 12.3"
            ),
        ),
        near_misses=("Neither CUDA nor MPS is needed here", "The mps device is available"),
    ),
)
