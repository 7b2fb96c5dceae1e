"""A torch, or a macOS, without what is asked for."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="backends-has-no-mps",
        cause="torch-too-old-no-mps",
        literals=("module 'torch.backends' has no attribute 'mps'",),
        until="1.11",
        meaning="torch below 1.12 has no mps backend at all.",
        fix="Install torch 1.12 or newer.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        rule="no-mps-at-all",
        examples=("AttributeError: module 'torch.backends' has no attribute 'mps'",),
        near_misses=("AttributeError: module 'torch' has no attribute 'mps'",),
    ),
    ErrorText(
        id="backends-mps-no-module",
        cause="torch-too-old-no-mps",
        literals=("no module named 'torch.backends.mps'",),
        until="1.11",
        meaning="torch below 1.12 has no mps backend at all.",
        fix="Install torch 1.12 or newer.",
        source="https://github.com/pytorch/pytorch/issues/77764",
        rule="no-mps-at-all",
        examples=("ModuleNotFoundError: No module named 'torch.backends.mps'",),
        near_misses=("ModuleNotFoundError: No module named 'torch.backends.mkl'",),
    ),
    ErrorText(
        id="device-string-mps-unknown",
        cause="torch-too-old-no-mps",
        literals=("device type at start of device string: mps",),
        until="1.11",
        meaning="This torch does not know the device name mps: it is older than 1.12.",
        fix="Install torch 1.12 or newer.",
        source="torch 2.13.0 for macOS: torch/lib/libc10.dylib",
        verbatim="device type at start of device string",
        rule="no-mps-at-all",
        examples=(
            (
                "RuntimeError: Expected one of cpu, cuda, xpu, mkldnn, opengl, opencl, ideep, hip, "
                "ve, ort, mlc, xla, lazy, vulkan, meta, hpu device type at start of device string: "
                "mps"
            ),
        ),
        near_misses=(
            (
                "RuntimeError: Expected one of cpu, cuda, ipu, xpu, mkldnn device type at start of "
                "device string: gpu"
            ),
        ),
    ),
    ErrorText(
        id="device-string-mps-invalid",
        cause="torch-too-old-no-mps",
        literals=("invalid device string: 'mps",),
        pattern=r"invalid device string: 'mps(?::\d{1,4})?'",
        until="1.11",
        meaning="This torch does not know the device name mps.",
        fix="Install torch 1.12 or newer.",
        source="torch 2.13.0 for macOS: torch/lib/libc10.dylib",
        verbatim="Invalid device string: '",
        rule="no-mps-at-all",
        examples=("RuntimeError: Invalid device string: 'mps:0'",),
        near_misses=(
            "RuntimeError: Invalid device string: 'gpu'",
            "RuntimeError: Invalid device string: 'mps:[0, 1]'",
        ),
    ),
    ErrorText(
        id="torch-mps-namespace",
        cause="torch-mps-namespace-missing",
        literals=("module 'torch' has no attribute 'mps'",),
        since="1.12",
        until="2.0",
        meaning="torch.mps came with 2.0, and the import of it by torch itself later.",
        fix=(
            "Install torch 2.1 or newer, or write `import torch.mps` before the call (torch 2.0 "
            "only)."
        ),
        source="https://github.com/baichuan-inc/Baichuan2/issues/125",
        rule="no-namespace",
        examples=("AttributeError: module 'torch' has no attribute 'mps'",),
        near_misses=("AttributeError: module 'torch.backends' has no attribute 'mps'",),
    ),
    ErrorText(
        id="torch-mps-function",
        cause="torch-mps-namespace-missing",
        literals=("torch.mps' has no attribute", "torch.mps' 没有"),
        pattern=r"torch\.mps' (?:has no attribute|没有(?:属性|这个属性)?)",
        since="2.0",
        meaning=(
            "The function of torch.mps is newer than this torch, or does not exist: is_available "
            "and recommended_max_memory came with 2.5, device_count with 2.4, compile_shader with "
            "2.7."
        ),
        fix="Install a newer torch, or use `torch.backends.mps.is_available()`.",
        source="https://github.com/microsoft/OmniParser/issues/195",
        rule="no-namespace",
        examples=(
            "AttributeError: module 'torch.mps' has no attribute 'is_available'",
            "'torch.mps' has no attribute 'made_up'",
            "模块 'torch.mps' 没有属性 'empty_cache'",
        ),
        near_misses=("AttributeError: module 'torch.cuda' has no attribute 'is_bf16_supported'",),
    ),
    ErrorText(
        id="torch-mps-no-module",
        cause="torch-mps-namespace-missing",
        literals=("no module named 'torch.mps'", "requires torch.mps, which is not installed"),
        pattern=r"no module named 'torch\.mps'|requires torch\.mps, which is not installed",
        since="1.12",
        until="1.13",
        meaning="torch.mps came with torch 2.0.",
        fix="Install torch 2.0 or newer.",
        source="https://pytorch.org/docs/stable/mps.html",
        rule="no-namespace",
        examples=(
            "ModuleNotFoundError: No module named 'torch.mps'",
            (
                "ValueError: MPS_Accelerator requires torch.mps, which is not installed on this "
                "system."
            ),
        ),
        near_misses=("ModuleNotFoundError: No module named 'torch.cuda.amp.x'",),
    ),
    ErrorText(
        id="backends-mps-function",
        cause="torch-mps-namespace-missing",
        literals=("module 'torch.backends.mps' has no attribute",),
        since="1.12",
        meaning=(
            "The function of torch.backends.mps is newer than this torch: is_macos_or_newer came "
            "with 2.3, get_name with 2.9."
        ),
        fix="Install a newer torch, or guard the call with hasattr.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/backends/mps/__init__.py",
        rule="no-such-function",
        examples=(
            "AttributeError: module 'torch.backends.mps' has no attribute 'is_macos_or_newer'",
        ),
        near_misses=(
            "AttributeError: module 'torch.backends.cudnn' has no attribute 'is_macos_or_newer'",
        ),
    ),
    ErrorText(
        id="torch-accelerator-missing",
        cause="torch-mps-namespace-missing",
        literals=("module 'torch' has no attribute 'accelerator'",),
        until="2.5",
        meaning="torch.accelerator came with torch 2.6.",
        fix="Install torch 2.6 or newer.",
        source="https://pytorch.org/docs/stable/accelerator.html",
        examples=("AttributeError: module 'torch' has no attribute 'accelerator'",),
        near_misses=("AttributeError: 'Trainer' object has no attribute 'accelerator'",),
    ),
    ErrorText(
        id="import-mps-from-torch",
        cause="torch-mps-namespace-missing",
        literals=("cannot import name 'mps' from",),
        pattern=r"cannot import name 'mps' from '(?:partially initialized module ')?torch'",
        meaning="This torch has no module torch.mps.",
        fix="Install torch 2.1 or newer.",
        source="https://github.com/pytorch/pytorch/issues/100165",
        examples=("ImportError: cannot import name 'mps' from 'torch' (/opt/x/torch/__init__.py)",),
        near_misses=("ImportError: cannot import name 'mps' from 'my_package.devices'",),
    ),
    ErrorText(
        id="unexpected-macos-version",
        cause="macos-version-misreported",
        kind="warning",
        literals=("checking for unexpected macos",),
        since="2.3",
        meaning=(
            "The program asked about a macOS version that this torch does not know; the answer is "
            "always False."
        ),
        fix="Harmless in itself; a newer torch knows newer systems.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Checking for unexpected MacOS ",
        advice=True,
        examples=(
            (
                "UserWarning: Checking for unexpected MacOS 27.0 returning false (Triggered "
                "internally at MPSHooks.mm:44.)"
            ),
        ),
        near_misses=("Checking for MacOS updates",),
    ),
    ErrorText(
        id="torch-amp-missing",
        cause="torch-too-old-no-mps",
        literals=("module 'torch' has no attribute 'amp'",),
        until="1.9",
        meaning="torch.amp came with torch 1.10, and mps with 1.12: this torch is older.",
        fix="Install torch 1.12 or newer.",
        source="https://github.com/pytorch/pytorch/blob/v1.10.0/torch/amp/__init__.py",
        examples=("AttributeError: module 'torch' has no attribute 'amp'",),
        near_misses=("AttributeError: module 'torch.amp' has no attribute 'GradScaler'",),
    ),
    ErrorText(
        id="torch-lacks-device-module",
        cause="torch-mps-namespace-missing",
        literals=("module registered as 'torch.mps'", "no module of `mps`"),
        pattern=(
            r"'mps' does not have a corresponding module registered as 'torch\.mps'"
            r"|torch has no module of `mps`"
        ),
        since="2.1",
        meaning="Code asks for torch.mps by way of the device, and this torch has no such module.",
        fix="Install torch 2.0 or newer.",
        source="torch 2.13.0 for macOS: torch/_utils.py",
        verbatim="' does not have a corresponding module registered as 'torch.",
        examples=(
            (
                "RuntimeError: Device 'mps' does not have a corresponding module registered as "
                "'torch.mps'."
            ),
            (
                "RuntimeError: torch has no module of `mps`, you should register a module by "
                "`torch._register_device_module`."
            ),
        ),
        near_misses=(
            (
                "RuntimeError: Device 'npu' does not have a corresponding module registered as "
                "'torch.npu'."
            ),
        ),
    ),
    ErrorText(
        id="brew-unsupported-macos",
        cause="macos-unsupported-or-beta",
        kind="warning",
        literals=("do not provide support for this",),
        pattern=r"\bdo not provide support for this (?:old|pre-release|outdated) version\b",
        meaning="Homebrew supports this macOS no more, or not yet.",
        fix="Update macOS, or leave the beta.",
        source="https://github.com/Homebrew/brew/blob/main/Library/Homebrew/diagnostic.rb",
        examples=(
            (
                "Warning: You are using macOS 12. We (and Apple) do not provide support for this "
                "old version."
            ),
            "We do not provide support for this pre-release version.",
        ),
        near_misses=("We do not provide support for this configuration.",),
    ),
    ErrorText(
        id="host-statistics-too-large",
        cause="macos-unsupported-or-beta",
        literals=("array not large enough",),
        pattern=r"host_statistics64[^\n]{0,60}array not large enough",
        meaning=(
            "The system counts memory in more fields than the program or its psutil knows: macOS "
            "27, and its betas before."
        ),
        fix="Update the program and psutil, or stay with a released macOS that they know.",
        source="https://github.com/giampaolo/psutil/pull/2978",
        examples=(
            (
                "RuntimeError: host_statistics64(HOST_VM_INFO64) syscall failed: (ipc/mig) array "
                "not large enough"
            ),
        ),
        near_misses=("ValueError: the index array not large enough",),
    ),
    ErrorText(
        id="mps-function-not-there",
        cause="torch-mps-namespace-missing",
        literals=("`torch.mps` does not implement",),
        meaning="The function of torch.mps is newer than this torch.",
        fix="Update torch.",
        source="https://github.com/huggingface/diffusers/tree/main/src/diffusers/utils",
        examples=("NotImplementedError: `torch.mps` does not implement `mem_get_info()`",),
        near_misses=("`torch.mps` does what it can",),
    ),
    ErrorText(
        id="conda-osx-compatibility-version",
        cause="macos-version-misreported",
        kind="installer",
        literals=("::__osx==10.16",),
        pattern=r"feature:/osx-\w{1,6}::__osx==10\.16\b",
        meaning="conda was told macOS 10.16, the compatibility version of macOS 11 and newer.",
        fix="Use a newer conda, or set SYSTEM_VERSION_COMPAT=0.",
        source="https://github.com/conda/conda/issues/13832",
        examples=("  - feature:/osx-64::__osx==10.16=0",),
        near_misses=("  - feature:/osx-64::__osx==13.6=0",),
    ),
    ErrorText(
        id="library-built-for-macos",
        cause="macos-unsupported-or-beta",
        kind="loader",
        literals=("(which was built for mac",),
        pattern=(
            r"/(?!lib(?:torch|c10|shm))[^/\s]{1,100} \(which was built for mac ?os(?: ?x)? [\d.]"
            r"{2,8}\) .{0,4}expected in: ?'?/(?:usr/lib|system/library)/"
        ),
        meaning=(
            "The package was built for a newer macOS, and asks the system for what this one lacks."
        ),
        fix="Update macOS, or take a release of the package that supports this one.",
        source="https://github.com/apple-oss-distributions/dyld",
        examples=(
            (
                "ImportError: dlopen(/a/x.so, 2): Symbol not found: ____chkstk_darwin Referenced "
                "from: /a/x.so (which was built for Mac OS X 10.15) Expected in: "
                "/usr/lib/libSystem.B.dylib in /a/x.so"
            ),
        ),
        near_misses=(
            "/a/x.so (which was built for Mac OS X 10.15) Expected in: /a/lib/libfoo.dylib",
            "/a/x.so (which was built for Mac OS X 10.15)",
        ),
    ),
    ErrorText(
        id="fft-without-mkl",
        cause="torch-too-old-no-mps",
        literals=("fft: aten not compiled with mkl",),
        until="1.9",
        meaning=(
            "This torch has Fourier transforms with Intel's MKL only, and was built without it: "
            "it is older than 1.10, and has no MPS."
        ),
        fix="Install a newer torch: for Macs, builds since 1.10 have transforms of their own.",
        source="https://github.com/pytorch/pytorch/pull/62222",
        on="mac",
        headline="torch is too old for Fourier transforms on this Mac",
        examples=("RuntimeError: fft: ATen not compiled with MKL support",),
        near_misses=("RuntimeError: sparse_mm_mkl: ATen not compiled with MKL support",),
    ),
)
