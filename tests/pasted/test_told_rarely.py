"""Rare causes and rare ways to tell them, and sentences near them of which nothing follows."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = (
    # limits
    ("torch.sparse.sum breaks as soon as the graph lies on mps", "sparse-unsupported"),
    (
        "On the M2's GPU view_as_real is impossible, my rotary layer fails",
        "complex-dtype-unsupported",
    ),
    ("RuntimeError: ComplexHalf is not supported on MPS", "complex-dtype-unsupported"),
    ("The table holds float64, .to('mps') refuses it", "float64-unsupported"),
    ("RuntimeError: Undefined type Float8_e5m2", "fp8-unsupported"),
    ("ValueError: bf16 mixed precision requires a CUDA GPU", "fp16-amp-unsupported-on-mps"),
    (
        "torch.compile on mps gives a Metal kernel that does not build, eager runs",
        "inductor-metal-codegen-bug",
    ),
    (
        "mps, current_allocated_memory(): 1.0 GB, 1.6 GB, 2.3 GB, 3.1 GB until killed",
        "mps-memory-growth",
    ),
    ("There is a leak in layer_norm when it runs on mps", "mps-memory-growth"),
    (
        "The checkpoint cannot be opened on a Mac without map_location",
        "checkpoint-location-unsupported",
    ),
    ("The dynamic quantizer on my Mac mini stops with NoQEngine", "quantized-engine-not-selected"),
    ("RuntimeError: Tried to instantiate dummy base class Stream", "app-requires-cuda"),
    # macOS
    (
        "M1 Max, mps: after I went from 14.2 to 14.4 every picture is noise",
        "mps-wrong-results-os-version",
    ),
    (
        "Since my upgrade to Tahoe the speech is gibberish on mps, before that it was perfect",
        "mps-wrong-results-os-version",
    ),
    (
        "softmax is wrong on mps under macOS 26.1 but works on 15.7 with one and the same wheel",
        "mps-wrong-results-os-version",
    ),
    (
        "Training on mps takes down the whole Mac, kernel panic. Colleagues with 14.6 can't "
        "reproduce it",
        "mps-crash-os-version",
    ),
    ("I run the public beta of Tahoe. Will torch work on it?", "macos-unsupported-or-beta"),
    (
        "torch on an old MacBook with OpenCore Legacy Patcher, macOS 14.7",
        "macos-unsupported-or-beta",
    ),
    (
        "sw_vers -productVersion: 15.2\nplatform.mac_ver() -> 10.16\nmps.is_available() False",
        "macos-version-misreported",
    ),
    # hosts
    (
        "MacBook Pro M3. I opened the devcontainer of the project, and mps is not there",
        "linux-guest-on-mac",
    ),
    ("M4. torch finds no mps, outside of the container it works", "linux-guest-on-mac"),
    (
        "M2, macOS 15.1\nsandbox-exec -f agent.sb python t.py\n"
        "RuntimeError: The MPS backend is supported on MacOS 14.0+.",
        "sandbox-no-metal-device",
    ),
    ("Chipset Model: NVIDIA GeForce GT 755M\nmps.is_available(): False", "intel-mac-no-metal-gpu"),
    (
        "Hackintosh, i7, RX 580, torch 2.2.2\nTypeError: Trying to convert BFloat16 to the MPS "
        "backend but it does not have support for that dtype.",
        "intel-mac-amd-gpu-unreliable",
    ),
    # builds
    ("--   USE_MPS               : OFF", "torch-not-built-with-mps"),
    ("PyTorch from source, Xcode 12.5:\n--   USE_MPS : OFF", "xcode-too-old-for-source-build"),
    (
        "The nightly of today has is_built() False on my M2, yesterday's was fine",
        "torch-build-regression",
    ),
    # Pythons
    ("Python 3.15.0b1, macOS, M3: what must I do that torch gets in?", "python-prerelease"),
    (
        "Python 3.14.0rc2\n>>> import torch\nFatal Python error: Segmentation fault",
        "python-prerelease",
    ),
    (
        "Python 3.6.9\nAttributeError: module 'torch.backends' has no attribute 'mps'",
        "python-too-old",
    ),
    (
        "pip 23.1 from /opt/x/lib/python3.10/site-packages/pip (python 3.10)\n"
        "Python 3.12.2\nNo module named torch",
        "pip-of-another-python",
    ),
    (
        "The notebook cannot find torch. In a shell the import works.",
        "pip-of-another-python",
    ),
    # what is installed
    ("pip 19.2 does not know the tag macosx_11_0, so no torch", "wheel-tag-mismatch"),
    (
        "Platform tags mismatch for torch==2.10.0: it is compatible with macOS, and you're on it",
        "wheel-tag-mismatch",
    ),
    (
        "OSError: dlopen(/opt/x/torch/_C.cpython-312-darwin.so, 0x2): Symbol not found: "
        "__ZN3c106Device\n  Referenced from: /opt/x/torch/lib/libtorch_python.dylib",
        "torch-install-damaged",
    ),
    ("AttributeError: module 'numpy' has no attribute 'dtype'", "local-module-shadows-torch"),
    (
        "torch.__file__ is /Users/x/course/torch.py\n"
        "AttributeError: module 'torch' has no attribute 'nn'",
        "local-module-shadows-torch",
    ),
    (
        "torchaudio is loaded from /Users/x/git/audio/torchaudio, that is my clone",
        "torchhub-source-shadowing",
    ),
    ("numpy went up, it is now 2.2, and torch 2.1 stops working", "numpy2-abi-mismatch"),
    ("`import torch` stalls on my M1, there is no CPU load", "torch-import-hangs"),
    ("MacBook M2: when torch is imported, Python dies with SIGBUS", "torch-import-crashed"),
    ("torch.mps.event_query is missing in mine, AttributeError", "torch-mps-namespace-missing"),
    ("M1. Our lab holds torch at 1.9, mps is not supported there?", "torch-too-old-no-mps"),
    # settings
    ("The high watermark of 0.4 is refused by torch on my M3", "mps-watermark-env-invalid"),
    (
        "The trainer takes the CPU although torch sees mps",
        "framework-device-detection-bug",
    ),
    ("Mac: Args(no_cuda=True), args.device is cpu", "mps-disabled-by-settings"),
    ("M2: even torch.zeros(2, device='mps') raises an internal error", "mps-smoke-failed"),
    (
        "fatal error: 1 error generated. in #include <omp.h> ^~~~~~~ 1 error generated.",
        "openmp-header-missing",
    ),
)
OF_SET_UPS = (
    (
        'PYTORCH_ENABLE_MPS_FALLBACK="1" stands in line 12, behind "import torch", and the '
        "operator still stops",
        "fallback-env-set-too-late",
    ),
    ("fp8 checkpoints cannot be loaded on mps", "fp8-unsupported"),
    ("mps, RSS of my server: 2 GB -> 4.5 GB -> 9 GB", "mps-memory-growth"),
    (
        "Since 15.3 the trainer on mps ends with SIGABRT, 15.2 ran all winter",
        "mps-crash-os-version",
    ),
    ("From 15.1 to 15.2 the pictures on mps turned to noise, M3", "mps-wrong-results-os-version"),
    ("M2, one wheel: 14.6 good faces, 15.0 black faces, mps", "mps-wrong-results-os-version"),
    (
        "M1: --use-cpu all was in the launcher. mps is used since I deleted it, without it all is "
        "well",
        "mps-disabled-by-settings",
    ),
    (
        "pip put torch into python3.12, the script starts with python3.10: No module named 'torch'",
        "pip-of-another-python",
    ),
    (
        "`which pip` and `which python` are not the same on my Mac: No module named 'torch'",
        "pip-of-another-python",
    ),
    ("mps, training panics the kernel of my M1", "mps-op-crash"),
    ("MacBook, python -c 'import torch'; echo $?\n138", "torch-import-crashed"),
    ("`import torch` took ages on my M1, then I gave up", "torch-import-hangs"),
    ("import torch ends with SystemError on my Mac", "torch-import-failed"),
    ("Python 3.15.0a2 by pyenv: import torch ends with SystemError", "python-prerelease"),
    ("MacBook, Python 3.5.1, I want mps", "python-too-old"),
    (
        "torchvision.__file__: /Users/x/git/vision/torchvision/__init__.py",
        "torchhub-source-shadowing",
    ),
    ("torch.compile on my Mac wants omp.h and does not find it", "openmp-header-missing"),
    ("iMac19,1: pip stops at torch 2.2.2", "intel-mac-no-wheel"),
    ("MacBookPro14,1, Iris Plus 640, mps.is_available(): False", "intel-mac-no-metal-gpu"),
    (
        "M4. pip offers torch 2.2.2 at most: from versions: 2.0.0, 2.1.0, 2.2.2",
        "python-x86_64-on-apple-silicon",
    ),
    ("Podman machine, my Mac has an M3, mps.is_available() is False", "linux-guest-on-mac"),
    ("This plug-in needs torch 2.5 or newer, found 2.3.1", "project-requirement-unmet"),
    (
        "Fatal Python error: init_sys_streams: can't initialize sys standard streams",
        "python-broken",
    ),
    ("a@mac: found at least two devices, mps:0 and cpu!", "tensors-on-different-devices"),
)
BEHIND_AN_ERROR = (
    (
        "RuntimeError: The MPS backend is supported on MacOS 14.0+. On macOS 15.2, M3",
        "sandbox-no-metal-device",
    ),
    (
        "ERROR: No matching distribution found for torch==2.5.0 - Intel MacBook Pro, macOS 14.2",
        "intel-mac-no-wheel",
    ),
    (
        "ERROR: No matching distribution found for torch==2.5.0 (MacBook with M2, Intel Python)",
        "python-x86_64-on-apple-silicon",
    ),
    (
        "RuntimeError: The MPS backend is supported on MacOS 14.0+.Current OS version can be "
        "queried using `sw_vers`",
        "macos-too-old-for-torch",
    ),
)
OF_TOOLS = (
    # brew config
    (
        "HOMEBREW_PREFIX: /usr/local\nmacOS: 15.2-x86_64\nCLT: 16.2.0\nRosetta 2: true\n\n"
        "torch finds no mps",
        "python-x86_64-on-apple-silicon",
    ),
    # crash reports
    (
        "Process:               python3.11 [512]\nPath: /opt/x\nCode Type:             X86-64 "
        "(Translated)\nOS Version:            macOS 14.2 (23C64)\n",
        "python-x86_64-on-apple-silicon",
    ),
    (
        '{ "procName" : "python3.10", "cpuType" : "X86-64", "pid" : 99, "translated" : true }',
        "python-x86_64-on-apple-silicon",
    ),
    (
        "Process:               Python [99]\nCode Type:             ARM-64 (Native)\n"
        "Exception Type: EXC_BAD_INSTRUCTION (SIGILL)\n0 libtorch_cpu.dylib 0x1 import torch",
        "torch-import-crashed",
    ),
    (
        "Exception Type: EXC_BAD_ACCESS (SIGKILL (Code Signature Invalid))\n"
        "Thread 0 Crashed:\n0 dyld 0x1\n1 libtorch_python.dylib 0x2",
        "torch-import-crashed",
    ),
    # file
    (
        "/opt/x/torch/lib/libtorch_python.dylib: Mach-O 64-bit dynamically linked shared library "
        "x86_64\nplatform.machine() is arm64",
        "native-arch-mismatch",
    ),
    # system_profiler
    (
        "Chipset Model: Intel UHD Graphics 630\nMetal Support: Metal 3\n"
        "torch.backends.mps.is_available(): False",
        "intel-mac-no-metal-gpu",
    ),
    # docker info
    ("Operating System: OrbStack\nOSType: linux\n\ntorch has no mps", "linux-guest-on-mac"),
    ("Asahi Linux (Fedora) on an M2, mps.is_available() False", "not-macos-host"),
    # what one print wrote
    (
        "Chip: Apple M4\nmacOS: 15.6\nPython platform: macOS-15.6-arm64-arm-64bit\n"
        'sandbox: workspace-write\npython -c "print(torch.__version__, '
        'torch.backends.mps.is_available())"\n2.8.0 False',
        "sandbox-no-metal-device",
    ),
    # pip check
    (
        "torchaudio 2.3.0 has requirement torch==2.3.0, but you have torch 2.5.1.",
        "torch-companion-version-mismatch",
    ),
    # a build apart from what is installed
    (
        "x Failed to build `flash-attn==2.5.8`\nModuleNotFoundError: No module named 'torch'\n"
        "macOS 15.1 arm64",
        "package-no-macos-wheel",
    ),
    # frameworks that take the CPU
    (
        "device_map='auto' leaves all layers on the CPU of my M2. torch.backends.mps.is_available()"
        " returns True",
        "framework-device-detection-bug",
    ),
    (
        "infer_auto_device_map never considers mps on my Mac, all goes to disk",
        "framework-device-detection-bug",
    ),
    (
        ">>> torch.backends.mps.is_available()\nTrue\n>>> Accelerator().device\ndevice(type='cpu')",
        "framework-device-detection-bug",
    ),
    (
        "torch.backends.mps.is_available() -> True\nLightning says\nGPU available: False, "
        "used: False",
        "framework-device-detection-bug",
    ),
    (
        "accelerate finds no accelerator on the M2, torch alone sees mps",
        "framework-device-detection-bug",
    ),
    ("get_device() returns cpu though mps is available, M1 Pro", "framework-device-detection-bug"),
    # settings
    ("I forgot that the config had accelerator: cpu, mps sat unused", "mps-disabled-by-settings"),
    (
        "python main.py --cpu was in my script, after I dropped it the M1's GPU works away",
        "mps-disabled-by-settings",
    ),
    ("no_cuda: true in our yaml keeps the M2 on CPU", "mps-disabled-by-settings"),
    # betas
    ("mps does not work on the macOS Tahoe beta", "macos-unsupported-or-beta"),
    (
        "Since I updated to the Sequoia beta, generation on the GPU of my M1 gives an error",
        "macos-unsupported-or-beta",
    ),
    # an agent is no machine of a build service
    (
        "My agent fails in every game on a Mac with mps. The same agent works with CUDA.",
        "mps-op-wrong-result",
    ),
    # builds for CUDA
    (
        "CMake Error at CMakeLists.txt:45 (message):\n  Neither CUDA nor HIP found\nmacOS, M1",
        "app-requires-cuda",
    ),
    ("macOS 15, M3: RuntimeError: Failed to infer device type", "app-requires-cuda"),
)
OF_VERSIONS = (
    (
        "Since I installed Sonoma every fit() on the mps device kills Python with a bus "
        "error. On Ventura the very same notebook ran, and with device cpu it runs now.",
        "mps-crash-os-version",
    ),
    (
        'Updated my MacBook to macOS 15.2 yesterday. Now training stops with "zsh: bus '
        'error" at the first step, before the update it was fine. CPU works.',
        "mps-crash-os-version",
    ),
    (
        "Python crashes with a segmentation fault on mps since the upgrade to Tahoe; "
        "nothing else was changed, and on the cpu the script goes through.",
        "mps-crash-os-version",
    ),
    (
        'After upgrading to macOS 26.0 any model on the GPU ends in "zsh: abort". It ran '
        "with 15.6 last week.",
        "mps-crash-os-version",
    ),
    (
        'Had no trouble until the macOS Sequoia update. Now model.to("mps") followed by '
        "one forward pass = segfault. CPU is ok.",
        "mps-crash-os-version",
    ),
    (
        "macOS 14.0 breaks training on mps for me: bus error. A colleague who stayed on "
        "13.6 has no problem.",
        "mps-crash-os-version",
    ),
    (
        "Process finished with exit code 138 (interrupted by signal 10: SIGBUS) as soon as "
        'the device is mps. Began with the upgrade to Sonoma, device="cpu" is fine.',
        "mps-crash-os-version",
    ),
    (
        "On the developer beta of macOS 27 torch on mps aborts; on 26.5 the same wheel works.",
        "mps-crash-os-version",
    ),
    (
        "Whisper on mps hard-crashes Python since I moved to 15.4. Rolling back to 15.3 "
        "made it go away.",
        "mps-crash-os-version",
    ),
    (
        "zsh: trace trap  python train.py\nonly with device mps, and only since this "
        "week's system update to 14.5",
        "mps-crash-os-version",
    ),
    (
        "Since the upgrade to macOS 14.4 all my images are one flat colour when mps is used.",
        "mps-wrong-results-os-version",
    ),
    (
        "NansException: A tensor with all NaNs was produced in Unet. Started right after I "
        "updated to macOS 14.1, before that the web UI was fine on this M1.",
        "mps-op-wrong-result",
    ),
    (
        "Identical torch wheel: macOS 13.2.1 nn.Linear on mps is off by 0.5, on 13.1 it "
        "matches the CPU.",
        "mps-wrong-results-os-version",
    ),
    (
        "Ventura 13.3 was correct. 13.2 gives me wrong argmax on the Mac GPU.",
        "mps-wrong-results-os-version",
    ),
    (
        "After the OS update the loss on mps is NaN from step one; a friend on the older "
        "macOS trains the same repo without NaN.",
        "mps-wrong-results-os-version",
    ),
    (
        "mps output differs after moving from Sonoma to Sequoia, cpu output did not change",
        "mps-wrong-results-os-version",
    ),
    (
        ">>> platform.mac_ver()\n('10.16', ('', '', ''), 'x86_64')\non Monterey",
        "macos-version-misreported",
    ),
    (
        '$ python -c "import platform; print(platform.mac_ver()[0])"\n10.16\n$ sw_vers '
        "-productVersion\n13.4",
        "macos-version-misreported",
    ),
    (
        '$ python3.10 -c "import platform; print(platform.mac_ver()[0])"\n16.0',
        "macos-version-misreported",
    ),
    (
        "In [2]: platform.mac_ver()[0]\nOut[2]: '10.16'\nThis Mac runs Big Sur 11.6.",
        "macos-version-misreported",
    ),
    (
        "python3 -m platform\nmacOS-16.0-arm64-arm-64bit\nbut About This Mac says Tahoe 26.1",
        "macos-version-misreported",
    ),
    (
        "platform.mac_ver()[0] is '10.16' with Python 3.8 of anaconda and '12.1' with "
        "Python 3.9 from Homebrew",
        "macos-version-misreported",
    ),
    (
        "The wheel tagged macosx_12_0 is refused since this Python believes the system is 10.16.",
        "macos-version-misreported",
    ),
    ("My conda python claims macOS 10.16, real version is 14.2", "macos-version-misreported"),
    (
        "sysctl kern.osproductversion gives 15.1, but Python's mac_ver gives 10.16",
        "macos-version-misreported",
    ),
    (
        "SYSTEM_VERSION_COMPAT=1 was exported in my .zshrc, so torch thinks the Mac has 10.16",
        "macos-version-misreported",
    ),
    (
        "On the older macOS, synthesis on mps stopped with an unsupported-output-channels "
        "error. After updating macOS it ran without any change of code or environment.",
        "mps-wrong-results-os-version",
    ),
    (
        "RuntimeError on mps about int64 in cumsum; gone after I updated the system from "
        "13.1 to 13.4",
        "macos-too-old-for-op",
    ),
    (
        "MPS error when sorting; updating to macOS Ventura solved it, torch was left alone",
        "macos-too-old-for-op",
    ),
    ("bfloat16 on mps needs macOS 14, I am on 13.5 and get an error", "macos-too-old-for-op"),
    (
        "UserWarning: MPS: no support for int64 reduction ops, casting it to int32\nmacOS 13.0",
        "macos-too-old-for-op",
    ),
    ('Does not work on Monterey: "fft is only supported on MacOS 14+"', "macos-too-old-for-op"),
    (
        "torch.mps.is_available() is not there in torch 2.3, so the start fails on my Mac.",
        "torch-mps-namespace-missing",
    ),
    (
        "With an older PyTorch torch.mps.is_available() raises, it came later. Use "
        "torch.backends.mps.is_available().",
        "torch-mps-namespace-missing",
    ),
    (
        "AttributeError: module 'torch.mps' has no attribute 'is_available'",
        "torch-mps-namespace-missing",
    ),
    (
        "AttributeError: module 'torch.mps' has no attribute 'current_device'",
        "torch-mps-namespace-missing",
    ),
    (
        "torch.mps.device_count is unknown to torch 2.0.1, this breaks on Macs",
        "torch-mps-namespace-missing",
    ),
    (
        "AttributeError: module 'torch' has no attribute 'mps'\ntorch 2.0.0, macOS 13.2",
        "torch-mps-namespace-missing",
    ),
    (
        "torch.mps was added in 2.0; on 1.13.1 `torch.mps.empty_cache()` is an AttributeError",
        "torch-mps-namespace-missing",
    ),
    (
        'hasattr(torch, "mps") is needed: 1.13 has backends.mps but not torch.mps, and the '
        "cleanup call crashed on M1",
        "torch-mps-namespace-missing",
    ),
    (
        "torch.mps.compile_shader does not exist before 2.7, AttributeError on my M3",
        "torch-mps-namespace-missing",
    ),
    (
        "NansException: A tensor with all NaNs was produced in Unet. This could be either "
        "because there's not enough precision to represent the picture, or because your "
        "video card does not support half type. M1 Max",
        "mps-op-wrong-result",
    ),
    (
        "modules.devices.NansException: A tensor with all NaNs was produced in VAE.\n"
        "MacBook Pro M2, torch 2.0.1",
        "mps-op-wrong-result",
    ),
)

OF_LOADING = (
    (
        "module 'torch.backends' has no attribute 'mps' when I start the web UI. torch 1.11",
        "torch-too-old-no-mps",
    ),
    ("AttributeError: module 'torch.backends' has no attribute 'mps'", "torch-too-old-no-mps"),
    (
        "Fails for users that are still on torch 1.10 because torch.backends.mps is not there",
        "torch-too-old-no-mps",
    ),
    ("The requirements pin torch==1.8.1, so no mps on my M1", "torch-too-old-no-mps"),
    (
        "RuntimeError: Expected one of cpu, cuda, xpu, mkldnn, opengl, opencl, ideep, hip, "
        "ve, ort, mlc, xla, lazy, vulkan, meta, hpu device type at start of device string: "
        "mps",
        "torch-too-old-no-mps",
    ),
    (">>> torch.__version__\n'1.11.0'\n>>> torch.device('mps')", "torch-too-old-no-mps"),
    (
        "Users who upgrade in place keep torch 1.11 and crash at torch.backends.mps",
        "torch-too-old-no-mps",
    ),
    (
        "torch.backends.mps.is_built() is False with the pytorch from conda-forge, arm64, "
        "M2, macOS 13",
        "torch-not-built-with-mps",
    ),
    (
        "Built pytorch from source on my M1 Pro with USE_MPS=0 by accident, mps is missing",
        "torch-not-built-with-mps",
    ),
    (
        "MPS not available because the current PyTorch install was not built with MPS "
        "enabled.\nM1, macOS 14.1, python arm64",
        "torch-not-built-with-mps",
    ),
    ("The spack package py-torch is compiled ~mps on darwin", "torch-not-built-with-mps"),
    (
        "RuntimeError: PyTorch is not linked with support for mps devices\nM2 Max, macOS "
        "14.4, torch 2.2.0 from nixpkgs",
        "torch-not-built-with-mps",
    ),
    ("nix's torch on aarch64-darwin has no MPS, torch-bin has", "torch-not-built-with-mps"),
    (
        "I compiled torch 2.1 myself. is_built() -> False, is_available() -> False on "
        "macOS 13.5 arm64",
        "torch-not-built-with-mps",
    ),
    ("libtorch from pytorch.org for macOS x86 comes without mps", "torch-not-built-with-mps"),
    ("CMake summary prints USE_MPS : OFF, since the SDK was not found", "torch-not-built-with-mps"),
    ("RuntimeError: operator torchvision::nms does not exist", "torch-companion-version-mismatch"),
    (
        "torchaudio 2.1 with torch 2.2: Symbol not found: "
        "__ZN2at4_ops5zeros4callEN3c108ArrayRefINS2_6SymIntEEE",
        "torch-companion-version-mismatch",
    ),
    (
        "OSError: "
        "dlopen(/opt/homebrew/lib/python3.10/site-packages/torchtext/lib/libtorchtext.so, "
        "0x0006): Symbol not found: "
        "__ZN2at4_ops19empty_memory_format4callEN3c108ArrayRefIxEE",
        "torch-companion-version-mismatch",
    ),
    (
        "Upgrading torch only left torchvision behind: ImportError at start on my M1",
        "torch-companion-version-mismatch",
    ),
    (
        "torchvision 0.15.2 wants torch 2.0.1, I have 2.1 - the UI does not start",
        "torch-companion-version-mismatch",
    ),
    (
        "Couldn't load custom C++ ops. This can happen if your PyTorch and torchvision "
        "versions are incompatible, or if you had errors while compiling torchvision from "
        "source.",
        "torch-companion-version-mismatch",
    ),
    (
        "torchtext 0.18 is the last one and belongs to torch 2.3; with 2.5 the import dies "
        "with undefined symbol",
        "torch-companion-version-mismatch",
    ),
    (
        "UserWarning: Failed to load image Python extension: "
        "'dlopen(/opt/miniconda3/lib/python3.9/site-packages/torchvision/image.so, "
        "0x0006): Symbol not found: __ZN3c106detail19maybe_wrap_dim_slowExxb'",
        "torch-companion-version-mismatch",
    ),
    (
        'Pin torchaudio to the version of torch, otherwise "Symbol not found: _torch_library_impl"',
        "torch-companion-version-mismatch",
    ),
    ("torch和torchvision版本不匹配", "torch-companion-version-mismatch"),
    (
        "RuntimeError: Numpy is not available\ntorch 2.2.2, numpy 2.0.1, macOS 13 x86_64",
        "numpy2-abi-mismatch",
    ),
    (
        "UserWarning: Failed to initialize NumPy: _ARRAY_API not found (Triggered "
        "internally at tensor_numpy.cpp:84.)",
        "numpy2-abi-mismatch",
    ),
    (
        "numpy 2 breaks the Intel Mac install, torch 2.2.2 was made for numpy 1",
        "numpy2-abi-mismatch",
    ),
    ('pip install "numpy<2" helped, torch 2.2 complained about _ARRAY_API', "numpy2-abi-mismatch"),
    (
        "A module that was compiled using NumPy 1.x cannot be run in\nNumPy 2.1.3 as it "
        "may crash.\nC:\\Users\\x\\app> ",
        "numpy2-abi-mismatch",
    ),
    (
        "tensor.numpy() says Numpy is not available although numpy 2.1 is installed (torch 2.1.0)",
        "numpy2-abi-mismatch",
    ),
    ("torch 2 does not like numpy 2 on the mac runners, tests are skipped", "numpy2-abi-mismatch"),
    (
        "x86_64 mac: torch stays at 2.2.2 which cannot be used with numpy 2.x -> "
        "RuntimeError: Numpy is not available",
        "numpy2-abi-mismatch",
    ),
    (
        "numpy 2.0.0 was released today and our torch==2.1 import prints a wall of warnings",
        "numpy2-abi-mismatch",
    ),
    (
        "import torch before xgboost = segfault on macOS, the other way round works",
        "openmp-duplicate-runtime",
    ),
    (
        "OMP: Error #15: Initializing libomp.dylib, but found libiomp5.dylib already initialized.",
        "openmp-duplicate-runtime",
    ),
    (
        "pytest segfaults on macos-latest when both lightgbm and torch are imported; "
        "brew's libomp and torch's libomp clash",
        "openmp-duplicate-runtime",
    ),
    ("Kernel dies when faiss and torch are in one notebook on my M2", "openmp-duplicate-runtime"),
    (
        "torch.set_num_threads(1) avoids the segmentation fault with scikit-learn on Mac",
        "openmp-duplicate-runtime",
    ),
    ("KMP_DUPLICATE_LIB_OK=TRUE makes it run on my Mac", "openmp-duplicate-runtime"),
    (
        "EXC_BAD_ACCESS in libomp.dylib __kmp_suspend_64, torch + lightgbm, macOS 26.5",
        "openmp-duplicate-runtime",
    ),
    (
        "Newer libomp (>= 12) crashes when torch is loaded next to xgboost. brew install "
        "libomp@11 in CI.",
        "openmp-duplicate-runtime",
    ),
    (
        "multiple copies of the OpenMP runtime have been linked into the program",
        "openmp-duplicate-runtime",
    ),
    (
        "Process finished with exit code 139 (interrupted by signal 11: SIGSEGV) training "
        "catboost after import torch, MacBook Pro",
        "openmp-duplicate-runtime",
    ),
    (
        "CI on macos-14: RuntimeError: MPS backend out of memory (MPS allocated: 0 bytes, "
        "other allocations: 0 bytes, max allowed: 7.93 GB). Tried to allocate 256 bytes on "
        "shared pool.",
        "virtual-machine-no-metal",
    ),
    (
        "GitHub's M1 runners have no usable GPU, skip the mps tests there",
        "virtual-machine-no-metal",
    ),
    (
        "Tests pass locally on my M2, on GitHub Actions macos-latest all mps tests fail "
        "with out of memory",
        "virtual-machine-no-metal",
    ),
    ("macOS in UTM on an M1: torch.backends.mps.is_available() False", "virtual-machine-no-metal"),
    ("Inside a tart VM torch sees no mps", "virtual-machine-no-metal"),
    ("Apple Paravirtual device; matmul on mps crashes", "virtual-machine-no-metal"),
    (
        "Hosted macOS runner: mps is_available() is True, but the first tensor raises OOM "
        "with 0 bytes allocated",
        "virtual-machine-no-metal",
    ),
    (
        "-[AppleParavirtDevice newArgumentEncoderWithLayout:]: unrecognized selector",
        "virtual-machine-no-metal",
    ),
    ("macOS 13 in VMware on a PC, torch finds no Metal device", "virtual-machine-no-metal"),
    (
        "The azure macOS agents report mps as available but cannot allocate on it.",
        "virtual-machine-no-metal",
    ),
    (
        "MTLCreateSystemDefaultDevice() returns nil when Codex runs the script, in iTerm "
        "it gives the M3",
        "sandbox-no-metal-device",
    ),
    (
        "torch.backends.mps.is_available() is False in the agent's shell and True in Terminal",
        "sandbox-no-metal-device",
    ),
    (
        "sandbox-exec hides the GPU: mps unavailable inside, available outside",
        "sandbox-no-metal-device",
    ),
    (
        "Claude Code's sandbox blocks IOKit, so mps is not found; with the sandbox off it is",
        "sandbox-no-metal-device",
    ),
    (
        "Inside Cursor's sandboxed terminal mps is missing, same venv outside it works",
        "sandbox-no-metal-device",
    ),
    (
        "CODEX_SANDBOX=seatbelt\ntorch.backends.mps.is_available() -> False",
        "sandbox-no-metal-device",
    ),
    (
        "In the Nix build sandbox Metal is not reachable and the mps test fails",
        "sandbox-no-metal-device",
    ),
    (
        "App Sandbox denies the GPU to my helper process, torch says no mps",
        "sandbox-no-metal-device",
    ),
    ("docker run on my M1: torch.backends.mps.is_available() False", "linux-guest-on-mac"),
    (
        "Is there a way to use the M2 GPU from a Docker container? torch only sees cpu",
        "linux-guest-on-mac",
    ),
    (
        "OS: Debian GNU/Linux 11 (bullseye) (aarch64)\nPython platform: "
        "Linux-5.15.49-linuxkit-aarch64-with-glibc2.31\ntorch 1.13.1\nmps False",
        "linux-guest-on-mac",
    ),
    ("devcontainer on a MacBook, mps not available", "linux-guest-on-mac"),
    ("podman machine on Mac, no gpu in the container", "linux-guest-on-mac"),
    (
        "RuntimeError: PyTorch is not linked with support for mps devices\nwhile building "
        "the Dockerfile on my MacBook",
        "linux-guest-on-mac",
    ),
    ("Ubuntu in UTM on M1: torch has no mps", "linux-guest-on-mac"),
    ("Colima on Apple silicon: only the CPU is used by torch", "linux-guest-on-mac"),
    ("Multipass Ubuntu VM on M3, mps missing", "linux-guest-on-mac"),
    (
        "RuntimeError: PyTorch is not linked with support for mps devices\nWindows 11, RTX 3060",
        "not-macos-host",
    ),
    (
        'device="mps" on my Ubuntu 22.04 server: PyTorch is not linked with support for '
        "mps devices",
        "not-macos-host",
    ),
    ("config says mps, I have an NVIDIA card and Windows 10", "not-macos-host"),
    (
        "NotImplementedError: Could not run 'aten::empty.memory_format' with arguments "
        "from the 'MPS' backend.\nOS: Ubuntu 20.04.6 LTS (x86_64)",
        "not-macos-host",
    ),
    (
        "On Colab mps raises: PyTorch is not linked with support for mps devices\n"
        "/usr/local/lib/python3.10/dist-packages/torch",
        "not-macos-host",
    ),
    ("WSL2, --device mps fails", "not-macos-host"),
    (
        "Is MPS usable on an AMD card under Ubuntu?\ntorch.backends.mps.is_available() False",
        "not-macos-host",
    ),
    (
        "RuntimeError: The MPS backend is supported on MacOS 12.3+.Current OS version can "
        "be queried using `sw_vers`\nmacOS 11.6",
        "macos-too-old-for-torch",
    ),
    (
        "MPS not available because the current MacOS version is not 12.3+ and/or you do "
        "not have an MPS-enabled device on this machine.\nmacOS 12.2, M1",
        "macos-too-old-for-torch",
    ),
    (
        "Is MPS built? True\nIs MPS available? False\nOS: macOS 12.2.1 (arm64)\ntorch 1.13.0",
        "macos-too-old-for-torch",
    ),
    (
        "I am still on Monterey 12.1, torch says no mps. Do I have to upgrade the system?",
        "macos-too-old-for-torch",
    ),
    ("Big Sur + torch 1.13 -> mps is not available on my M1", "macos-too-old-for-torch"),
    ("Upgrading from 12.1 to 12.4 made mps available", "macos-too-old-for-torch"),
    ("我的系统是 macOS 12.1，mps 不可用", "macos-too-old-for-torch"),
    (
        "iMac 2020, Radeon Pro 5700 XT: pictures are pure noise with mps, on the cpu they "
        "are right",
        "intel-mac-amd-gpu-unreliable",
    ),
    (
        "Mac Pro with Radeon RX 6900 XT, F.linear on mps is wrong by 45, torch.mm is right",
        "intel-mac-amd-gpu-unreliable",
    ),
    ("Intel MacBook Pro 16 with AMD 5500M, loss is NaN on mps", "intel-mac-amd-gpu-unreliable"),
    ("eGPU RX 580 on an Intel Mac mini, torch mps gives garbage", "intel-mac-amd-gpu-unreliable"),
    (
        "MPS on my i9 iMac (Vega 48) produces grey fog, M1 of a friend is fine",
        "intel-mac-amd-gpu-unreliable",
    ),
    (
        "Intel iMac. NaNs now and then from conv1d on mps, never on the cpu. AMD Radeon Pro 580",
        "intel-mac-amd-gpu-unreliable",
    ),
    ("hackintosh RX 6600: mps predictions are random", "intel-mac-amd-gpu-unreliable"),
    (
        "Everything is black with the Radeon Pro 560X of my 2018 MacBook Pro, mps. CPU good.",
        "intel-mac-amd-gpu-unreliable",
    ),
    ("AMD GPU on Mac, half precision on mps: wrong results", "intel-mac-amd-gpu-unreliable"),
    ("RDNA2 cards in Intel Macs give colourful noise on MPS", "intel-mac-amd-gpu-unreliable"),
    (">>> import torch\nSegmentation fault: 11", "torch-import-crashed"),
    ('python -c "import torch" -> zsh: segmentation fault', "torch-import-crashed"),
    ("Python quits unexpectedly at import torch, M1, macOS 13", "torch-import-crashed"),
    (
        "$ python -c 'import torch'\nzsh: killed     python -c 'import torch'",
        "torch-import-crashed",
    ),
    ("import torch → Abort trap: 6", "torch-import-crashed"),
    ("The process dies with SIGILL on import torch, MacBook Air 2012", "torch-import-crashed"),
    ("Importing torch crashes the interpreter on my Mac (exit code 139)", "torch-import-crashed"),
    (
        "fish: Job 1, 'python -c \"import torch\"' terminated by signal SIGSEGV",
        "torch-import-crashed",
    ),
    (
        "[1]    9776 segmentation fault  python3\nafter typing import torch on macOS 11.1",
        "torch-import-crashed",
    ),
    ("import torch hangs forever on my MacBook", "torch-import-hangs"),
    ("`import torch` never comes back, CPU at 0 %", "torch-import-hangs"),
    ("Python freezes on import torch, macOS 14", "torch-import-hangs"),
    ('It is stuck at "import torch" for ten minutes now', "torch-import-hangs"),
    ("The import of torch does not return on M1, Ctrl-C shows dlopen", "torch-import-hangs"),
    ("script blocks in import torch (sample says dyld)", "torch-import-hangs"),
    ("my notebook never gets past the cell with import torch", "torch-import-hangs"),
    ("import torch 卡住不动", "torch-import-hangs"),
    ("torch import hangs on macOS 26", "torch-import-hangs"),
    (
        "The nightly of 2024-01-14 cannot run torch.ones on mps: Failed to create indexing "
        "library. 2.1.2 works.",
        "torch-build-regression",
    ),
    (
        "torch 2.9.0 broke import on macOS: symbol not found; 2.8.0 is fine",
        "torch-build-regression",
    ),
    ("Nightly dev20220525 wheels are broken on M1, use dev20220524", "torch-build-regression"),
    ("import torch fails since 2.0.1 on macOS 11, 2.0.0 works", "torch-build-regression"),
    ("import torch raises OSError on my Mac", "torch-import-failed"),
    (
        ">>> import torch\nImportError: "
        "dlopen(/opt/anaconda3/lib/python3.9/site-packages/torch/_C.cpython-39-darwin.so, "
        "0x0002): Library not loaded: @rpath/libc++.1.dylib",
        "torch-import-failed",
    ),
    ("RuntimeError: invalid low watermark ratio 1.4", "mps-watermark-env-invalid"),
    ("RuntimeError: invalid high watermark ratio 1.7", "mps-watermark-env-invalid"),
    (
        "PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.7 makes the start fail, unset it",
        "mps-watermark-env-invalid",
    ),
    (
        "With PYTORCH_MPS_HIGH_WATERMARK_RATIO set to 0.8 torch complains about the low "
        "watermark ratio",
        "mps-watermark-env-invalid",
    ),
    (
        "I exported PYTORCH_MPS_HIGH_WATERMARK_RATIO=3 and torch refuses it",
        "mps-watermark-env-invalid",
    ),
    (
        "low watermark must not be above the high one: I only set the high one to 0.5, and "
        "it crashed",
        "mps-watermark-env-invalid",
    ),
    (
        'os.environ["PYTORCH_MPS_HIGH_WATERMARK_RATIO"]="0.6" -> RuntimeError about a '
        "watermark ratio",
        "mps-watermark-env-invalid",
    ),
    (
        "Set both watermark ratios, else torch says invalid low watermark ratio",
        "mps-watermark-env-invalid",
    ),
    (
        'os.environ["PYTORCH_ENABLE_MPS_FALLBACK"]="1" stood after import torch and had no '
        "effect, I moved it above",
        "fallback-env-set-too-late",
    ),
    (
        "I set the fallback variable in the notebook, but torch had been imported by then: "
        "same NotImplementedError",
        "fallback-env-set-too-late",
    ),
    (
        "PYTORCH_ENABLE_MPS_FALLBACK=1 must be set before torch is imported",
        "fallback-env-set-too-late",
    ),
    ("Import torch later so that PYTORCH_ENABLE_MPS_FALLBACK is seen", "fallback-env-set-too-late"),
    (
        "The variable PYTORCH_ENABLE_MPS_FALLBACK is ignored, since torch was loaded "
        "before our main sets it",
        "fallback-env-set-too-late",
    ),
    (
        'import torch\nimport os\nos.environ["PYTORCH_ENABLE_MPS_FALLBACK"] = "1"\n'
        "NotImplementedError: The operator 'aten::_fft_r2c' is not currently implemented "
        "for the MPS device.",
        "fallback-env-set-too-late",
    ),
    (
        "torch doesn't see PYTORCH_ENABLE_MPS_FALLBACK because it is imported first",
        "fallback-env-set-too-late",
    ),
    ("Setting PYTORCH_ENABLE_MPS_FALLBACK inside main() is too late", "fallback-env-set-too-late"),
    (
        "Fix: export the MPS fallback variable ahead of importing torch, it was read too early",
        "fallback-env-set-too-late",
    ),
    (
        "torch.hub.load('pytorch/vision', 'resnet18') -> RuntimeError: operator "
        "torchvision::nms does not exist\ntorch 2.4.0, torchvision 0.19.0",
        "torchhub-source-shadowing",
    ),
    (
        "torch.hub.list('pytorch/vision', force_reload=True) fails with \"operator "
        'torchvision::nms does not exist", versions match',
        "torchhub-source-shadowing",
    ),
    (
        "I am in the cloned vision repository, and import torchvision takes the folder "
        "there: nms does not exist",
        "torchhub-source-shadowing",
    ),
    (
        "Running from the torchaudio checkout imports the source tree and not the "
        "installed package",
        "torchhub-source-shadowing",
    ),
    (
        'cd vision && python -c "import torchvision"\nRuntimeError: operator '
        "torchvision::nms does not exist",
        "torchhub-source-shadowing",
    ),
    (
        "torch.hub pulls the main branch of torchvision, which shadows the installed one, "
        "and nms is missing",
        "torchhub-source-shadowing",
    ),
    (
        "ImportError in ~/.cache/torch/hub/pytorch_vision_main/torchvision/extension.py: "
        "operator torchvision::nms does not exist",
        "torchhub-source-shadowing",
    ),
    ("torchvision.__file__ points to my git clone, so no C++ ops", "torchhub-source-shadowing"),
    (
        "torch 2.9.0: import fails on my M1, symbol not found in libtorch_cpu; pip install "
        "torch==2.8.0 works",
        "torch-build-regression",
    ),
    (
        "pip install of today's nightly broke torch on macOS, yesterday's nightly is good",
        "torch-build-regression",
    ),
    (
        "PyTorch 1.13.0 for macOS x86_64 was published with a wrong rpath, 1.13.1 fixes it",
        "torch-build-regression",
    ),
    ("The macOS wheel of torch 2.4.1 lacks libomp.dylib, 2.4.0 has it", "torch-build-regression"),
    (
        'With nightly 2.3.0.dev20240114 torch.ones(1, device="mps") says Failed to create '
        "indexing library; the release is fine",
        "torch-build-regression",
    ),
    (
        "torch 1.12.0 wheels for M1 had broken MPS allocations, fixed in 1.12.1",
        "torch-build-regression",
    ),
    (
        "libtorch 1.11 for macOS contains an absolute path /DLC/torch in libiomp5.dylib",
        "torch-build-regression",
    ),
    (
        "My program waits forever in `import torch`, on another Mac it takes two seconds",
        "torch-import-hangs",
    ),
    ("torch import never finishes in a fresh venv, macOS 15", "torch-import-hangs"),
    ("The app freezes when it imports torch after the update of the system", "torch-import-hangs"),
    ("ctrl-c during the hang shows that it is in import torch -> dlopen", "torch-import-hangs"),
    ("import pytorch hangs in the Jupyter kernel on my M2", "torch-import-hangs"),
    (
        'python -X importtime -c "import torch" stops at torch._C and nothing more comes',
        "torch-import-hangs",
    ),
    ("The import torch line runs for an hour", "torch-import-hangs"),
    ("It gets stuck on importing torch (macOS 14.3, python 3.12)", "torch-import-hangs"),
    ("import torch 一直卡着不动", "torch-import-hangs"),
    ("Python crashes when I import torch on my old MacBook Air (2012)", "torch-import-crashed"),
    (">>> import torch\nzsh: abort      python", "torch-import-crashed"),
    ("import torch -> Trace/BPT trap: 5", "torch-import-crashed"),
    (
        "Fatal Python error: Segmentation fault\n  File "
        '".../site-packages/torch/__init__.py", line 367 in <module>',
        "torch-import-crashed",
    ),
    ("EXC_BAD_ACCESS at import torch (M2, python 3.12)", "torch-import-crashed"),
    ("torch import kills the interpreter without a message, M1 Max", "torch-import-crashed"),
    ("zsh: bus error  python -c 'import torch'", "torch-import-crashed"),
    ('python3 -c "import torch"; echo $?\n139', "torch-import-crashed"),
    (
        "PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.5 python run.py -> RuntimeError: invalid low "
        "watermark ratio 1.4",
        "mps-watermark-env-invalid",
    ),
    (
        "invalid low watermark ratio on my M2 as soon as I set the high ratio below 1.4",
        "mps-watermark-env-invalid",
    ),
    (
        "The launcher exports a high watermark ratio of 0.7 and torch then refuses to "
        "start on Macs",
        "mps-watermark-env-invalid",
    ),
    (
        "setting PYTORCH_MPS_LOW_WATERMARK_RATIO too fixed the RuntimeError",
        "mps-watermark-env-invalid",
    ),
    (
        "Set both PYTORCH_MPS_HIGH_WATERMARK_RATIO and PYTORCH_MPS_LOW_WATERMARK_RATIO to "
        "0.0, one alone makes it crash",
        "mps-watermark-env-invalid",
    ),
    ("RuntimeError: invalid high watermark ratio 2.5", "mps-watermark-env-invalid"),
    ("low ratio is above the high ratio, says torch", "mps-watermark-env-invalid"),
    ("PYTORCH_MPS_HIGH_WATERMARK_RATIO=abc python x.py raises", "mps-watermark-env-invalid"),
    (
        "os.environ for MPS fallback in the last line of my imports, still "
        "NotImplementedError; in the first line it works",
        "fallback-env-set-too-late",
    ),
    (
        "I call os.environ['PYTORCH_ENABLE_MPS_FALLBACK']='1' in the notebook after torch, "
        "no change until I restarted the kernel and ran it first",
        "fallback-env-set-too-late",
    ),
    (
        "PYTORCH_ENABLE_MPS_FALLBACK set by the GUI has no effect because the plugin host "
        "has loaded torch already",
        "fallback-env-set-too-late",
    ),
    (
        "export PYTORCH_ENABLE_MPS_FALLBACK=1 in the shell works, os.environ in the script "
        "does not",
        "fallback-env-set-too-late",
    ),
    (
        'move os.environ["PYTORCH_ENABLE_MPS_FALLBACK"] above import torch',
        "fallback-env-set-too-late",
    ),
    ("import pytorch later so the fallback variable is picked up", "fallback-env-set-too-late"),
    ("set the env var for MPS fallback prior to loading torch", "fallback-env-set-too-late"),
    (
        "ModuleNotFoundError: No module named 'utils.general'; 'utils' is not a package\n"
        "torch.hub.load('ultralytics/yolov5', 'yolov5s')",
        "torchhub-source-shadowing",
    ),
    (
        "torch.hub.load of pytorch/vision fails on M1 with torchvision::nms, the pip "
        "torchvision is fine",
        "torchhub-source-shadowing",
    ),
    (
        "hub cache of vision main is on sys.path before site-packages, so torchvision has no _C",
        "torchhub-source-shadowing",
    ),
    (
        "I ran python inside the torchvision checkout, it imported ./torchvision and nms "
        "did not exist",
        "torchhub-source-shadowing",
    ),
    (
        "~/.cache/torch/hub/pytorch_vision_v0.10.0 overrides the installed torchvision: "
        "operator torchvision::nms does not exist",
        "torchhub-source-shadowing",
    ),
    (
        "macOS 27 beta: F.linear on mps aborts, on macOS 26 the same wheel is ok",
        "mps-crash-os-version",
    ),
    (
        "Every training run reboots the Mac since 14.5; with 14.4 it was stable. mps",
        "mps-crash-os-version",
    ),
    (
        "On Sonoma only: Bus error 10 in backward on mps. Ventura machines are fine.",
        "mps-crash-os-version",
    ),
    (
        "It segfaults on macOS 15 with device mps; downgrading to 14 solved it",
        "mps-crash-os-version",
    ),
    ("The MPS tests crash with SIGBUS on the new macOS beta", "mps-crash-os-version"),
    (
        "After the macOS 13.3 upgrade my M1 kernel-panics while training on mps",
        "mps-crash-os-version",
    ),
    ("mps training makes the WindowServer crash since I'm on 15.1", "mps-crash-os-version"),
    (
        "torch thinks that this is macOS 10.16 although it is Monterey, so mps is refused",
        "macos-version-misreported",
    ),
    ("sys reports 16.0 for Tahoe 26.0 in my Python 3.9", "macos-version-misreported"),
    ("platform.platform() is macOS-16.0-arm64 on Tahoe", "macos-version-misreported"),
    ("is_macos13_or_newer() is False on macOS 14, python says 10.16", "macos-version-misreported"),
    ("conda's __osx virtual package is 10.16 on my macOS 13", "macos-version-misreported"),
    (
        "The check `release < 12.3` fails since mac_ver is 10.16 under this Python",
        "macos-version-misreported",
    ),
)

OF_GUESTS = (
    (
        "The M1 runners of GitHub Actions give an error when PyTorch allocates MPS memory.",
        "virtual-machine-no-metal",
    ),
    (
        "Tests on macos-latest (macos-14-arm64) fail, MPS is reported but cannot be used there",
        "virtual-machine-no-metal",
    ),
    (
        "GitHub's virtual macos-14 GPU says mps is available, real work then hangs or runs "
        "out of memory. On a developer's Mac it never happens.",
        "virtual-machine-no-metal",
    ),
    (
        "MPS is not functional on the GitHub macOS runners, so check that a tensor can be "
        "allocated",
        "virtual-machine-no-metal",
    ),
    (
        "The macos-14 job of our CI runs out of memory on mps while my own M2 does not",
        "virtual-machine-no-metal",
    ),
    ("mps OOM on GH actions macos-15, fine on a real Mac", "virtual-machine-no-metal"),
    (
        "skip MPS in CI: the arm64 runners advertise it but every kernel launch fails",
        "virtual-machine-no-metal",
    ),
    (
        "Our self-test on the hosted mac runner hangs in torch.mps.synchronize(), it does "
        "not on hardware",
        "virtual-machine-no-metal",
    ),
    ("Disable MPS on the mac CI, it hangs there", "virtual-machine-no-metal"),
    (
        "Bitrise M1 machines: torch says mps True, then Tried to allocate 256 bytes fails "
        "with 0 bytes allocated",
        "virtual-machine-no-metal",
    ),
    (
        "macos-14 runner images: RuntimeError: MPS backend out of memory, with an empty GPU",
        "virtual-machine-no-metal",
    ),
    (
        "In CI mps.is_available() is true although the VM cannot allocate",
        "virtual-machine-no-metal",
    ),
    ("Cirrus macOS VM: mps tests crash, on bare metal they pass", "virtual-machine-no-metal"),
    (
        "torch sees no mps when my agent runs the tests, in a normal shell it does",
        "sandbox-no-metal-device",
    ),
    (
        "is_available() False under Codex, True outside. M3 Max, macOS 15.5",
        "sandbox-no-metal-device",
    ),
    (
        "The MCP server is started by Claude Desktop and cannot use mps, from the terminal it can",
        "sandbox-no-metal-device",
    ),
    (
        "Metal is blocked by the sandbox profile: (deny iokit-open), so torch falls back to cpu",
        "sandbox-no-metal-device",
    ),
    ("Inside the seatbelt sandbox MTLCopyAllDevices() is empty", "sandbox-no-metal-device"),
    ("nono/sandbox-exec hides the Metal device from torch", "sandbox-no-metal-device"),
    ("Run with --no-sandbox and mps is back", "sandbox-no-metal-device"),
    (
        "In Zed's agent panel torch.backends.mps.is_available() prints False, in iTerm True",
        "sandbox-no-metal-device",
    ),
    (
        "Python segfaults in __kmp_suspend on my M1 when torch and xgboost are used together",
        "openmp-duplicate-runtime",
    ),
    (
        "faiss segfaults after torch is imported on Mac; importing faiss first helps",
        "openmp-duplicate-runtime",
    ),
    (
        "libomp.dylib is loaded twice, from torch and from scikit-learn, and it crashes on macOS",
        "openmp-duplicate-runtime",
    ),
    (
        "Setting OMP_NUM_THREADS=1 stops the segmentation fault of faiss + torch on my Mac",
        "openmp-duplicate-runtime",
    ),
    (
        "Feature index training with faiss segfaults on macOS; downgrading faiss-cpu to "
        "1.7.0 fixes it",
        "openmp-duplicate-runtime",
    ),
    ("umap and torch in one process: crash on Apple silicon", "openmp-duplicate-runtime"),
    (
        "Intel OpenMP and LLVM OpenMP are both loaded: the notebook dies on import torch "
        "after numpy",
        "openmp-duplicate-runtime",
    ),
    (
        "KMeans().fit crashes in libiomp5 if torch was imported before, macOS",
        "openmp-duplicate-runtime",
    ),
    (
        'os.environ["KMP_DUPLICATE_LIB_OK"]="TRUE" solves the abort on my MacBook',
        "openmp-duplicate-runtime",
    ),
    (
        "conda's mkl brings libiomp5 and torch brings libomp, so I get an abort",
        "openmp-duplicate-runtime",
    ),
    (
        "ImportError: cannot import name 'is_directory' from 'torchvision'?? torch 1.13 "
        "with torchvision 0.10 on my Mac",
        "torch-companion-version-mismatch",
    ),
    (
        "torchaudio nightly is older than torch nightly, load_library fails on M1",
        "torch-companion-version-mismatch",
    ),
    (
        "After pip install -U torch the import of torchvision is broken on my M2",
        "torch-companion-version-mismatch",
    ),
    (
        "torch 2.1.0 / torchvision 0.15.2: the versions don't go together",
        "torch-companion-version-mismatch",
    ),
    (
        "pip's resolver: torchaudio 2.0.2 requires torch==2.0.1, but you have torch 2.1.0 "
        "which is incompatible.",
        "torch-companion-version-mismatch",
    ),
    (
        "_torchaudio.abi3.so: Symbol not found: _torch_library_impl",
        "torch-companion-version-mismatch",
    ),
    (
        "torch-scatter was compiled for another torch: Symbol not found: __ZN5torch8autograd",
        "torch-companion-version-mismatch",
    ),
    (
        "OSError: dlopen(.../torchaudio/lib/libtorchaudio.so, 0x0006): Library not loaded: "
        "@rpath/libtorch.dylib",
        "torch-companion-version-mismatch",
    ),
    ("numpy 2 is installed with torch 2.1, every call of .numpy() raises", "numpy2-abi-mismatch"),
    ('downgrading numpy to 1.26.4 fixed "Numpy is not available" on macOS', "numpy2-abi-mismatch"),
    (
        "ImportError: numpy.core.multiarray failed to import (torch 2.2.2, numpy 2.1)",
        "numpy2-abi-mismatch",
    ),
    (
        "pin numpy to 1.x for macOS x86, the last torch there was built against numpy 1",
        "numpy2-abi-mismatch",
    ),
    ("TypeError: expected np.ndarray (got numpy.ndarray)", "numpy2-abi-mismatch"),
    ("RuntimeError: Numpy is not available", "numpy2-abi-mismatch"),
    (
        "torch.from_numpy fails since numpy got upgraded to 2.0, torch is 2.2 on the Intel runner",
        "numpy2-abi-mismatch",
    ),
    ("numpy>=2 breaks torch<2.3, cap it", "numpy2-abi-mismatch"),
    (
        'Warnings about NumPy 1.x vs 2.x at import torch, then "Could not infer dtype of '
        'numpy.float32"',
        "numpy2-abi-mismatch",
    ),
    (
        "AttributeError: module 'torch.mps' has no attribute 'synchronize'",
        "torch-mps-namespace-missing",
    ),
    ("torch.mps.current_allocated_memory is missing in torch 1.13", "torch-mps-namespace-missing"),
    (
        "torch 1.13.1 has no torch.mps, the script calls torch.mps.empty_cache()",
        "torch-mps-namespace-missing",
    ),
    (
        "AttributeError: module 'torch.backends.mps' has no attribute 'is_macos_or_newer'",
        "torch-mps-namespace-missing",
    ),
    (
        "AttributeError: module 'torch' has no attribute 'accelerator'\ntorch 2.4, M2",
        "torch-mps-namespace-missing",
    ),
    ("torch.mps.event came in 2.3, my 2.1 has none: AttributeError", "torch-mps-namespace-missing"),
    (
        "We support torch>=1.8, and torch.backends.mps raises there; guard it",
        "torch-too-old-no-mps",
    ),
    ('hasattr(torch.backends, "mps") is needed for torch < 1.12', "torch-too-old-no-mps"),
    ("torch.has_mps does not exist in my 1.10.2", "torch-too-old-no-mps"),
    ("easyocr 1.7 fails with torch 1.10: torch.backends has no mps", "torch-too-old-no-mps"),
    (
        'Running the container on my MacBook Pro M2, the log says "Using device: cpu"',
        "linux-guest-on-mac",
    ),
    (
        "docker compose up on Apple Silicon: is there a way to give the container the GPU?",
        "linux-guest-on-mac",
    ),
    ("The dev container cannot see mps, on the host it works. M1 Max", "linux-guest-on-mac"),
    ("OrbStack Ubuntu, torch 2.4, no mps", "linux-guest-on-mac"),
    (
        "Metal in docker on a Mac? torch says PyTorch is not linked with support for mps devices",
        "linux-guest-on-mac",
    ),
    ("Parallels with Ubuntu 24.04 on my M2: device mps not found", "linux-guest-on-mac"),
    (
        'I get "PyTorch is not linked with support for mps devices" on my Windows laptop',
        "not-macos-host",
    ),
    (
        "device=mps in the config, and I am on Fedora with an RX 7800: what do I set?",
        "not-macos-host",
    ),
    ("The example uses mps; on our CUDA server (Ubuntu) that fails", "not-macos-host"),
    (
        "RuntimeError: PyTorch is not linked with support for mps devices\n"
        "C:\\Users\\a\\venv\\Scripts\\python.exe",
        "not-macos-host",
    ),
    (
        "conda list: pytorch 1.12.1 cpu_py39h..., torch.backends.mps.is_built() is False "
        "on my M1, macOS 13",
        "torch-not-built-with-mps",
    ),
    ("torch from MacPorts was compiled without MPS", "torch-not-built-with-mps"),
    (
        "AttributeError: module 'torch._C' has no attribute '_mps_emptyCache'\nM1, macOS "
        "14, torch 2.1 built by me",
        "torch-not-built-with-mps",
    ),
    (
        "USE_MPS=ON was missing in my cmake call, so is_built() returns False",
        "torch-not-built-with-mps",
    ),
    ("The official libtorch zip for x86 macOS has no MPS", "torch-not-built-with-mps"),
    (
        "mps vanished after I upgraded torch to 2.9; my Mac is on macOS 13.6",
        "macos-too-old-for-torch",
    ),
    ("M1 with macOS 12.0.1 and torch 1.12: MPS available? False", "macos-too-old-for-torch"),
    ("The MPS backend is supported on MacOS 14.0+. sw_vers: 13.5.2", "macos-too-old-for-torch"),
    (
        "Torch 2.10 on Ventura: RuntimeError: The MPS backend is supported on MacOS 14.0+",
        "macos-too-old-for-torch",
    ),
    (
        "Library not loaded: ... built for macOS 11.0 which is newer than running OS\n"
        "torch on Catalina",
        "macos-too-old-for-torch",
    ),
    (
        "Symbol not found: _OBJC_CLASS_$_MPSGraphRandomOpDescriptor\nmacOS 11.7, torch 1.13",
        "macos-too-old-for-torch",
    ),
    (
        "Radeon Pro W6800X in a Mac Pro 2019: torch mps is off by a lot in Linear layers",
        "intel-mac-amd-gpu-unreliable",
    ),
    ('2019 MBP 16", AMD 5300M: the images from mps are grey', "intel-mac-amd-gpu-unreliable"),
    ("iMac Pro Vega 56, argmax on mps gives -9223372036854775808", "intel-mac-amd-gpu-unreliable"),
    (
        "All predictions are the same class with mps on my Intel iMac with Radeon, on CPU "
        "they are fine",
        "intel-mac-amd-gpu-unreliable",
    ),
    (
        "RX 6800 eGPU on Intel Mac mini: TypeError: Trying to convert BFloat16 to the MPS "
        "backend but it does not have support for that dtype.",
        "intel-mac-amd-gpu-unreliable",
    ),
    (
        "MPS works on M-series Macs but gives noise on Intel Macs with AMD graphics",
        "intel-mac-amd-gpu-unreliable",
    ),
)

NOTHING = (
    # the same tools, where all is well or something else is wrong
    "HOMEBREW_PREFIX: /opt/homebrew\nmacOS: 15.2-arm64\nRosetta 2: false",
    "Process: Slack [512]\nCode Type: X86-64 (Translated)\nOS Version: macOS 14.2 (23C64)",
    '{ "procName" : "Slack", "cpuType" : "X86-64", "translated" : true }',
    "/opt/x/torch/lib/libc10.dylib: Mach-O 64-bit dynamically linked shared library arm64\n"
    "platform.machine() is arm64",
    "Exception Type: EXC_BAD_ACCESS (SIGKILL (Code Signature Invalid))\n0 libzmq.5.dylib 0x1",
    'print(torch.__version__, torch.backends.mps.is_available())"\n2.8.0 True',
    "Warning: caught exception 'Torch not compiled with CUDA enabled', memory monitor disabled",
    "torch.sparse works on mps in the newest nightly",
    "view_as_complex runs on the GPU of my M1",
    "Please double the batch on mps, the small one stops too early for us",
    "resource_tracker: There appear to be 1 leaked semaphore objects, mps",
    "mps, memory after each epoch: 2 GB",
    "Loss is nan on the CPU and on mps with a learning rate of 1",
    "There are nan values in my table, therefore nan comes out. mps",
    "SKIPPED [2] tests: requires CUDA. The tests were skipped on mps",
    "I used to have a Rosetta Python on my M1",
    "AMD 7900 XT with ROCm 6.2, and a Mac on the desk",
    "My editor crashes on the macOS beta",
    "macOS 15.3 and 14.7 both work",
    "I went from torch 2.3 to 2.4 on mps",
    "I migrated from an Intel MacBook, now I have an M3 and torch 2.6",
    "Xcode 12 cannot open the new project file of our app",
    "Xcode 16.1, built from source, mps",
    "torchvision is imported from /opt/x/lib/python3.12/site-packages/torchvision",
    "torch.__file__: /opt/x/lib/python3.12/site-packages/torch/__init__.py",
    "pip 24.0 from /opt/x/lib/python3.11/site-packages/pip (python 3.11)\nPython 3.11.4",
    "The watermark is in the corner of the picture",
    "import torch takes 2 seconds on my M2",
    "torch.mps.empty_cache helps",
    "--   USE_MPS               : ON",
    "even torch.ones(3, device='mps') works",
    "PYTORCH_ENABLE_MPS_FALLBACK=1 stands above import torch, as it should",
    "fp8 cannot be more exact than fp16, mps or not",
    "RSS of the mps process stays at 4 GB",
    "Since torch 2.5 mps is faster for me",
    "15.2 good, 15.3 good, mps works on both",
    "--use-cpu all is an option of the launcher",
    "pip put torch into python3.12, and the script runs with python3.12",
    "import torch takes 3 seconds, exit code 0",
    "The tool supports Python 3.6 and newer, and mps",
    "In our tool Python 3.6 is not supported any more, mps is",
    "The plug-in 3.0.0rc1 runs on mps with python",
    "omp.h lies in /opt/homebrew/opt/libomp/include",
    "Macmini9,1 with torch 2.6 and mps",
    "torchvision.__file__: /opt/x/lib/python3.12/site-packages/torchvision/__init__.py",
    "found at least two devices, cuda:0 and cpu!",
    "This plug-in needs torch 2.5 or newer",
    # and near the frameworks
    'device_map="auto" now detects mps if available',
    'With device_map="auto" on my M2 the model goes to mps:0 as it should.',
    "torch.backends.mps.is_available() is True. How should Accelerator choose between cpu and mps?",
    "torch.backends.mps.is_available(): True\nAccelerator().device is mps on my M1",
    "Add an option --cpu so that Macs without a GPU can run it",
    'On a Mac use accelerator="cpu" instead of mps until this is fixed',
    "TrainingArguments(no_cuda=True) for the tests on Linux",
    "mps runs fine on the macOS Sequoia beta",
    "torch works on the macOS Tahoe beta without problems",
    "Our GPU shop page crashes in the macOS beta",
    "python main.py crashes on my M1 with mps, and the same error comes on the CPU",
    "Using GPU: both MPS and CUDA\nvalidate() reads images without a look, so it crashes there",
    "The old runner is an x86 Mac without MPS, so CI does not see it",
    "It crashes when no image is given, both on MPS and CUDA",
    "accelerate uses the CPU, but that is what I want",
    "I moved to macOS 15.2 and torch 2.5, everything works on mps, also a bit faster.",
    "Since the Sequoia update my terminal font changed. Also: how do I select mps in this trainer?",
    "After updating macOS the pip cache was gone. Training on mps works as before.",
    "This app needs macOS 14, I am on 13.5. torch with mps works here.",
    "The conv example needs macOS 13.2 or newer; I have macOS 15.1 and all ops run on mps.",
    "torch.mps.profiler.start() needs macOS 13, mine is 14.4 and it prints nothing",
    "OS: macOS 15.1 (arm64)\nPython platform: macOS-15.1-arm64-arm-64bit\nnumpy 1.26, "
    "pip 16.0, is_available True",
    "platform.mac_ver() gives 10.16 here, mps.is_available() True and all works",
    "Xcode 16.0 is installed, torch.backends.mps.is_available() is True",
    "I upgraded to macOS 26.1 before installing torch. It crashes on CUDA machines "
    "too, the data loader is broken.",
    "Add macOS Sequoia to the list of tested systems, mps tests pass there",
    "Upgraded to Sonoma 14.4: 20% faster on mps",
    "Works on macOS 13 with mps, and macOS 14 as well.",
    "Got a new Mac with Tahoe, is mps supported in this repo?",
    "After upgrading torch to 2.3 it ran on mps without the error. macOS 14.2 as before.",
    "Fixed the README: mention that macOS 12.3 is required for mps",
    "Is there a reason this repo requires macOS 14 for autocast? Would be nice to support 13.",
    "We dropped support for macOS 12 in CI because updating Xcode was needed",
    "import torch takes two seconds on my Mac, is that normal?",
    "Training hangs after import torch and model creation on mps",
    "The import of torchaudio is slow but fine. torch 2.4, M2",
    "The DataLoader hangs with num_workers=4 on my Mac although import torch is at the top",
    "I installed torchvision from source after cloning it, everything works on mps.",
    "Clone the repository, then pip install torch torchvision",
    "git clone this repo, import torchvision works, mps as well",
    "Set PYTORCH_ENABLE_MPS_FALLBACK=1 before you start Python",
    "The fallback flag prints a warning on my M1 and the op runs on the CPU. import "
    "torch first, then numpy.",
    "PYTORCH_ENABLE_MPS_FALLBACK=true in my .env, all fine",
    "Removing PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.0 and lowering the batch size fixed "
    "the out of memory error on my M1",
    "What does the watermark ratio do? torch does not document it.",
    "Add a watermark to the pictures, torch 2.4 on mps",
    "torch 2.6.0 broke our weights_only loading, 2.5.1 works",
    "scikit-learn and torch are in one environment and the tests pass on my Mac",
    "xgboost is next to torch in the requirements, the job crashed because the CSV is missing",
    "numpy 2.1 and torch 2.4 work fine together on my M3",
    "numpy 2.0 support came with torch 2.3, no warnings here with 2.3.1",
    "torchvision 和 torch 版本匹配，mps 可以用",
    "The nightly was slower last week, yesterday's was measured on an M2",
    "GitHub's Mac runners are slow to start, our mps tests pass on my M1",
    "docker build . works, then python train.py on the M2 itself uses mps",
    "mps cannot be selected in the settings page of the app, please add it",
    "Is mps gone from the menu?",
    "Our CI has no mps tests, somebody with a Mac should run them",
    "The CI job on macos-14 is green, mps tests included",
    "Add a macOS runner to the CI so that mps is tested",
    "The unit test for mps is flaky on my M2, in CI we only lint",
    "macos-14 job: installs torch and runs the CPU tests, no problem",
    "PYTORCH_ENABLE_MPS_FALLBACK=1 is exported before python starts, but _slow_conv2d still raises",
    "The docs mention PYTORCH_ENABLE_MPS_FALLBACK, we load torch lazily",
    "torch 2.5.1 is slow on mps, 2.4.1 is fine",
    "The release 2.2.0 of our package fails on Windows, 2.1.0 works. torch 2.4.1 with mps",
    "torch.hub.load('pytorch/vision', 'resnet18') works on my M1",
    "torch.hub downloads the vision models, the operator list is long",
    "On Sonoma and Ventura the mps tests pass",
    "On macOS 14.5 it is fine. On Linux with CUDA it crashes.",
    "It works on macOS 15.1 with mps, and on 14.6 it is ok too",
    "Loading torch models blocks the UI, can this be async? M1, mps",
    "importing torch takes 5 s, after that training runs for hours on mps",
    "platform: macOS-10.16-x86_64-i386-64bit, OS: macOS 14.3 (x86_64), torch 2.2.2, "
    "Intel i7, cpu only",
    "conda reports __osx 15.1, python says 15.1",
    "the watermark ratio high is 1.7 and low is 1.4 by default",
    "unset PYTORCH_MPS_HIGH_WATERMARK_RATIO and the memory stays lower",
    "WindowServer uses 2 GB, mps training is fine",
    "not on macOS 14 but on Linux this fails: cuda error",
    "MPS works on my M2 and on the Intel Mac I use the CPU.",
    "Docker is not needed: pip install torch, mps is found on my M1",
    "I tested on Windows (CUDA) and on a Mac M2 (mps), both fine",
    "is_built() True, is_available() True, macOS 15.5, M4",
    "How do I build the Docker image for arm64? My Mac is an M1.",
    "torch 2.5 from conda-forge on M3: is_built True",
    "Our Radeon server runs ROCm; the Mac is an M1 and runs mps",
    "Add mps to the list of devices, PR follows",
    "macOS 15.2, M2, torch 2.5.1: training is twice as fast on mps as on the CPU",
    "The README should say that macOS 14 is needed for torch 2.9",
    "Which macOS do I need for mps? I have 15.3 and it works, just asking for the docs.",
    "We ship an image for linux/arm64 and one for amd64",
)


@pytest.mark.parametrize(
    ("text", "cause"),
    TOLD + OF_SET_UPS + BEHIND_AN_ERROR + OF_TOOLS + OF_GUESTS + OF_LOADING + OF_VERSIONS,
)
def test_the_cause_is_told(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_follows_of_a_sentence_near_it(text: str) -> None:
    assert diagnose(text).verdict.cause is None
