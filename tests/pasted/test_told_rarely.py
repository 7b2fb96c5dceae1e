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
)


@pytest.mark.parametrize(
    ("text", "cause"), TOLD + OF_SET_UPS + BEHIND_AN_ERROR + OF_TOOLS + OF_VERSIONS
)
def test_the_cause_is_told(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_follows_of_a_sentence_near_it(text: str) -> None:
    assert diagnose(text).verdict.cause is None
