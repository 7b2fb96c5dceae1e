"""What people say of their environment in their own words, and sentences near them."""

import pytest

from mps_doctor import diagnose

CAUSES = {
    "macos-unsupported-or-beta": [
        "Every picture on mps ends in an error with the macOS 27 beta, M4.",
        "Nothing works on the Tahoe developer beta, M2 with torch 2.9",
        "macOS 26.0 (25A5316i), M3, training fails",
    ],
    "torch-mps-namespace-missing": [
        "torch.mps lacks `device_count`, M1",
        "torch.mps.Event does not exist in torch 2.0 on my M1",
        "There's no torch.mps.seed in PyTorch 1.13, M2",
    ],
    "intel-mac-no-wheel": [
        "intel mac 无法安装 torch 2.3 以上的版本",
        "Auf meinem Intel-Mac (2019) findet pip torch 2.4 nicht.",
        "Sur mon MacBook Pro Intel, pip ne trouve pas torch>=2.3",
        "PackagesNotFoundError: The following packages are not available from current "
        "channels:\npytorch==2.4.0\nThe channel stops at 2.2.2 for mac os x64 (Intel).",
        "hint: You're on macOS (macosx_15_0_x86_64), but torch (v2.8.0) only has wheels "
        "for macosx_11_0_arm64",
        "torch >= 2.3 cannot be installed on my Intel MacBook Pro 2019.",
        "Since PyTorch dropped Intel Mac support the install script fails on my iMac (Core i7).",
        "Intel Macs are no longer supported by PyTorch, so the latest release cannot be installed "
        "here.",
        "I have a 2018 Mac mini with i5 and uv cannot resolve torch 2.6.",
        "Installation on macOS x86_64 impossible because torch 2.7 has no x86_64 wheels for "
        "darwin.",
        "Add a marker so that torch is pinned to 2.2.2 on Intel Macs.",
        "requirements.txt asks for torch>=2.4, which is not available for Intel Mac.",
        "Mac Intel users can't install: PyTorch doesn't publish x86 macOS wheels anymore.",
        "On an Intel based Mac pip cannot find torch 2.5.1, only up to 2.2.2.",
        "Poetry fails on macOS x86_64 since torch 2.3+ does not ship wheels for it.",
        "fix: pin torch<2.3 for darwin x86_64, there are no wheels for newer versions",
        "CI on macos-13 (Intel) fails because torch 2.5 has no wheel for it.",
    ],
    "python-x86_64-on-apple-silicon": [
        "M1 芯片，终端用 Rosetta 打开，mps 不可用",
        "M1 MacですがPythonがx86_64でした。mpsが使えません。",
        "uname -m prints x86_64 in my iTerm, the laptop is an M2 Pro.",
        "arch -x86_64 zsh is in my .zshrc and so pip gets other wheels. M1.",
        "I installed Anaconda for Intel by accident on my M2 Air, could that be why mps is False?",
        "Activity Monitor shows my Python as Intel, even though this is an M2.",
        "M1 Mac. Terminal and Python are listed as Intel in the Activity Monitor",
        "I start python on my M1, and the Activity Monitor says Kind: Intel",
        "I am on an M1 Max but my conda is the x86_64 one, mps is not available.",
        'python -c "import platform; print(platform.machine())" prints x86_64 on my M2',
        "It turned out that I had installed the Intel version of Anaconda on my M1 Mac. With "
        "miniforge arm64 it works.",
        "My terminal was set to open using Rosetta, so pip took the x86 wheels. M1 Pro.",
        "VS Code ran under Rosetta and so did its python; torch.backends.mps.is_available() False "
        "on M1.",
        "M3 Pro, Homebrew in /usr/local, python from there, is_available() returns False",
        "Reinstalling the arm64 build of Python instead of the Intel one solved it on my M1.",
        "On my M2 pip only offers torch 2.2.2.",
        "platform.platform() gives macOS-10.16-x86_64-i386-64bit on an M1 MacBook Air.",
        "The Python was running through Rosetta 2, so MPS was not detected on the M1.",
    ],
    "torch-too-old-no-mps": [
        "torch 1.11 on my M1, has no attribute mps",
        "On my M1 Max I get AttributeError: module 'torch.backends' has no attribute 'mps'",
        "I'm on PyTorch 1.10 and would like to use the M1 GPU",
        "Installed pytorch 1.9.0 from conda, device mps is unknown.",
    ],
    "macos-too-old-for-torch": [
        "ValueError: unknown device mps, sw_vers 12.1, torch 1.12.1",
        "RuntimeError: MPS is only available on macOS 13.0 and later with this build",
        "torch 2.9.1 tells me that macOS must be 14.0 or higher, mine is stuck at 13.6 (Ventura).",
        "Can macOS 12.0 run mps or must I upgrade? M1 mini",
        "Could not use the GPU with torch 2.0 on the M1; upgraded from 11.7 to 13.2 and mps "
        "works now.",
        "After upgrading to torch 2.10 the app runs on the CPU. M2, Ventura 13.6. 2.8 used the "
        "GPU.",
        "mps was unavailable on my M1 Max until I did the system update from 12.1",
        "warning: GPU off, torch needs macOS 14.0 or newer (this Mac: 13.5)",
        "python 3.11, torch=2.9.0 macos=13.6.1 arm64, device: cpu",
        'The app says "PyTorch 2.9 requires macOS 14 for MPS" on my Ventura 13.7 MacBook Air\nM1',
        "M1 Pro, still Monterey 12.2.1. Will mps work if I update to 12.3?",
        "M1 Mac on Big Sur 11.6, torch 1.12: mps not available",
        "My MacBook still has macOS 12.1 and torch.backends.mps.is_available() is False",
        "MPS needs macOS 12.3 and I am on 12.2",
        "After I upgraded from Big Sur to Ventura mps became available on my M1.",
        "macOS 13.6 with torch 2.9: is_available() is False on my M1",
    ],
    "virtual-machine-no-metal": [
        "In my UTM macOS VM mps is not available.",
        "Running macOS Sonoma in Parallels, torch says MPS is unavailable",
        "The GitHub macos runners have no GPU access, so the mps tests fail.",
        "MPS tests are skipped on CI because GitHub's macOS runners are virtual machines without "
        "Metal.",
        "On the macos-14 runner torch.backends.mps.is_available() is True, but every allocation "
        "fails.",
        "macOS in a VM (tart) does not expose Metal to the guest.",
        "I run macOS under QEMU/KVM on Proxmox and Metal is not supported there.",
        "Running inside a macOS virtual machine; MTLCreateSystemDefaultDevice returns nil",
        "My hackintosh VM in VMware has no Metal device",
        "The builder is an M2 Pro with 6 vCPU, macOS 14. `torch.zeros(4, device='mps')` fails "
        "with an assertion.",
        "macos guest on Proxmox (OSX-KVM), torch uses only the CPU. Is there no Metal in it?",
        'tart run sonoma; inside, GPU is \\"Apple Paravirtual device\\". YOLO on mps: failed '
        "assertion",
        "UTM guest with Sequoia 15.1, diffusers falls back to the CPU, on the host mps works",
        '\\"AppleParavirtGPU\\" in ioreg, is_available True, but softmax: \\"MPSGraph compile '
        'failed\\"',
        "We run docker-osx for the nightly tests, pytorch finds no Metal device there",
        'The model of our CI machine is VirtualMac2,1 and mps gives \\"Tried to allocate 16 '
        'bytes on shared pool\\"',
        "macOS-14 hosted agent of Azure DevOps: the mps tests end with exit code 134.",
    ],
    "linux-guest-on-mac": [
        "I run the Docker image on my M1 and it uses only the CPU.",
        "Docker on Mac cannot access the GPU, so mps is not available in the container.",
        "Is there a way to use MPS inside a Docker container on my MacBook M2?",
        "Docker on my M1 Max, image python:3.11-slim:\nmps.is_available() is False",
        "Podman on a MacBook Air (image ubuntu:22.04), torch.backends.mps.is_available() is False",
        "In the devcontainer on my M3, torch.backends.mps.is_available() returns False",
        "Podman on Apple silicon: no mps in the container",
        "The Ubuntu VM in UTM on my M1 does not see the Metal GPU.",
        "docker compose up on Apple Silicon: the platform linux/amd64 does not match the detected "
        "host platform linux/arm64/v8",
    ],
    "sandbox-no-metal-device": [
        "Inside the Codex sandbox mps isn't available, in the normal terminal it is.",
        "The agent's sandbox-exec profile blocks IOKit so torch sees no GPU.",
        "When Claude Code runs the tests mps is not available, when I run them in Terminal it is.",
        "Under sandbox-exec MTLCopyAllDevices is empty",
        "MPS is available in my shell but False when launched by the sandboxed app.",
    ],
    "python-version-no-wheel": [
        "Python 3.14 on my MacBook: there is no torch for it yet.",
        "There are no torch wheels for Python 3.13 on macOS yet.",
        "I had python 3.14 from Homebrew; with 3.12 torch could be installed on my Mac.",
        "pip can't find torch with Python 3.13 on my M2. Downgrading to 3.11 fixed it.",
        "torch is not available for Python 3.12 yet",
        "Python 3.13 is not supported by torch 2.4, please use 3.12. Mac M1.",
        "uv picked python 3.14 and torch has no wheel for it",
        "The installer used the system Python 3.13, but PyTorch supports only up to 3.12",
        "macOS, free-threaded python 3.13t: no torch wheel",
        "Switched from Python 3.13 to Python 3.11 and then torch installed fine on the Mac.",
    ],
    "torch-not-built-with-mps": [
        "torch was compiled from source on my M1 and is_built() is False.",
        "The conda-forge build of pytorch 1.12 on my M1 has no mps",
        "The nixpkgs torch for darwin is built without MPS.",
        "MacPorts' py-pytorch is built without MPS support",
        "I built PyTorch with USE_MPS=0 on my M2.",
    ],
    "torch-companion-version-mismatch": [
        "torchvision was built for another torch version; after reinstalling both it works on my "
        "M1.",
        "torchaudio 2.1 does not fit torch 2.2 on my Mac: symbol not found",
        "Reinstalling torchvision to match torch solved the import error on macOS.",
        "I updated torch to nightly but kept the stable torchvision, now import torchvision fails.",
        "Mac M1, torch 2.1.0 with torchvision 0.15.2: operator does not exist",
    ],
    "numpy2-abi-mismatch": [
        "Numpy is not available (Mac, torch 2.2.2); numpy<2 fixes it",
        "After pip pulled in NumPy 2.0 torch 2.2 complains on my Intel Mac",
        'Pinning numpy to 1.26 solved "_ARRAY_API not found" on macOS',
        "Downgrade numpy below 2 for torch 2.1",
    ],
    "openmp-duplicate-runtime": [
        "On my Mac importing torch and lightgbm together segfaults because each has its own "
        "libomp.",
        "Setting KMP_DUPLICATE_LIB_OK=TRUE helps on my M1.",
        "The kernel dies when faiss and torch are imported in one process on macOS.",
        "xgboost and torch conflict over OpenMP on macOS and crash",
        "Multiple OpenMP runtimes are loaded; segfault at fit, M1",
        "OMP_NUM_THREADS=1 avoids the segmentation fault with scikit-learn and torch on M2",
    ],
    "package-no-macos-wheel": [
        "pip install deepspeed on my MacBook M3 ends with an error",
        "onnxruntime-gpu cannot be found on my Mac",
        "xformers cannot be installed on macOS.",
        "There are no macOS wheels of bitsandbytes.",
        "flash-attn fails to build on my Mac as there is no nvcc.",
        "The package decord has no arm64 wheel for macOS so the install fails on M1.",
        "open3d does not have wheels for Apple silicon",
        "triton is Linux only, pip install fails on my MacBook",
        "deepspeed install fails on M2: needs CUDA",
        "Installation on M1 fails because pyaudio has no prebuilt wheel",
        "The dependency vllm-flash-attn isn't available for macOS",
        "torch-scatter doesn't have a wheel for macOS arm64 and fails to compile",
        "pip install open3d-ml on my M2, result: from versions: none",
        "They provide no wheels of detectron2 for macOS, it is compiled from source and fails",
        "pip: flash_attn. On the Mac there are no prebuilt wheels, then it asks for nvcc and dies",
        "tensorrt: nothing for macOS, the requirement has to go",
        "Please upload arm64 wheels for pyg-lib, on my M1 pip compiles for an hour",
        "conda env create on osx-arm64: bitsandbytes not there",
        "There's no mac version of deepspeed that setup.py could install",
        "auto-awq: just linux wheels. M4, pip builds from source and ends with CUDA_HOME "
        "environment variable is not set",
        "Will there ever be a decord wheel for Apple silicon?",
    ],
    "cuda-wheel-index-on-mac": [
        "The readme says conda install pytorch-cuda=12.1 -c nvidia; on my Mac that is a "
        "PackagesNotFoundError.",
        "conda install pytorch cudatoolkit=11.3 -c pytorch ends on macOS in an UnsatisfiableError",
        "requirements.txt has torch==2.5.1+cu124. It doesn't install on a Mac.",
        "The requirements pin torch==2.1.0+cu118, which does not exist for macOS.",
        "pip install from the cu121 index finds nothing on my Mac.",
        "On macOS uv tries to install the CUDA wheels of torch from the pytorch index and fails.",
        "environment.yml wants pytorch-cuda=11.8, which conda cannot find on osx-arm64.",
        "The install script hard codes the cu124 index URL, that fails on my M2.",
        "torch's cu128 builds have no macOS wheels, please use the default index on darwin",
        "cudatoolkit is not available for mac, conda env create fails",
        "The project requires nvidia-cublas-cu12 which has no macOS wheel",
    ],
    "wrong-wheel-index": [
        'On my M2 poetry cannot resolve this:\ntorch = { version = "2.2.0+cpu", source = "cpu" }',
        'dependencies = ["torch==2.5.1+cpu"]\nuv sync fails on macOS (M2).',
        "The ROCm index is used on my Mac and pip finds no torch.",
        "pyproject points torch to the pytorch cpu index with +cpu versions, which do not exist "
        "for macOS.",
        "pip install torch --index-url https://download.pytorch.org/whl/rocm6.0 on a MacBook: from "
        "versions: none",
    ],
    "torch-install-damaged": [
        "After an interrupted pip install, import torch fails with missing files on my Mac; "
        "reinstalling fixed it.",
        "libtorch_cpu.dylib is missing from torch/lib",
        "I had two torch installs (conda and pip) in the same env, removing one fixed it on my M1.",
    ],
    "torch-import-crashed": [
        "import torch segfaults on my Mac",
        "python crashes with SIGKILL as soon as I import torch on my M1",
        "Importing torch kills the interpreter: zsh: killed python, M2",
    ],
    "torch-import-hangs": [
        "import torch never returns on my MacBook",
        "Python gets stuck at import torch, macOS 14",
    ],
    "torch-build-regression": [
        "torch 2.0.0's macOS wheel is broken, 2.0.1 fixes it",
        "The nightly of today cannot be imported on M1, yesterday's works",
        "The 2.3.0 macOS binary links the wrong libomp; fixed in 2.3.1",
    ],
    "xcode-clt-missing": [
        "The build on my Mac fails: xcode-select: note: no developer tools were found",
        "Installing the Xcode command line tools (xcode-select --install) fixed the build on macOS",
        "clang: command not found on my Mac when building the wheel",
    ],
    "intel-mac-amd-gpu-unreliable": [
        "MacBook Pro 2019 with Radeon Pro 5500M: mps gives black images",
        "iMac with AMD Radeon Pro 5700 XT, mps results differ from cpu",
        "My Mac Pro has a Vega II, training on mps gives nan, on cpu it is fine",
    ],
    "intel-mac-no-metal-gpu": [
        "Intel MacBook Air 2020 with Iris Plus: mps is not available",
    ],
    "macos-version-misreported": [
        "platform.mac_ver() says 10.16 though I have macOS 13, pip finds no wheels",
        "SYSTEM_VERSION_COMPAT=1 made pip think that macOS is 10.16",
        "macOS 26 is reported as 16.0 by my Python and the wheel isn't accepted",
    ],
    "local-module-shadows-torch": [
        "I had a file called torch.py in my folder, renaming it solved the import error",
        "AttributeError: partially initialized module 'torch' has no attribute 'Tensor' (most "
        "likely due to a circular import) /Users/a/torch.py",
        "There was a numpy.py in my project directory, so import torch failed",
    ],
    "pip-of-another-python": [
        "pip is the one of anaconda, python the one of pyenv. No module named 'torch'. macOS 14",
        "which pip gives /opt/homebrew/bin/pip, which python /opt/conda/bin/python. No "
        "module named 'torch', M1",
        "which python: ~/conda/bin/python\nwhich pip3: /opt/homebrew/bin/pip3\nNo module "
        "named 'torch', M1",
        "Jupyter uses another kernel than my env: there import torch fails, in the shell "
        "it works. M1",
        "pip3 list shows torch but python says No module named torch on my Mac",
        "which python and which pip differ; torch went to another python",
        "I installed torch with pip, but Jupyter uses another kernel and cannot import it",
    ],
    "torch-not-installed": [
        "ModuleNotFoundError: No module named 'torch' on my Mac",
        "PyTorch is not installed in this environment, says the app on my M1",
    ],
    "pip-externally-managed": [
        "PEP 668 blocks pip install on my M3 with Homebrew Python",
        "With Homebrew's Python I have to pass --break-system-packages on macOS",
        "Homebrew Python refuses pip install torch: externally-managed-environment",
    ],
    "mps-watermark-env-invalid": [
        "I set PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.5 and now I get invalid low watermark ratio 1.4",
    ],
    "fallback-env-set-too-late": [
        "PYTORCH_ENABLE_MPS_FALLBACK must be set before importing torch, that fixed it",
    ],
    "framework-device-detection-bug": [
        "Lightning says MPS isn't available though torch.backends.mps.is_available() is True on my "
        "M1",
        "accelerate chooses cpu although is_available() is True",
    ],
    "not-macos-host": [
        "I use Windows 11 and get: PyTorch is not linked with support for mps devices",
        "Can I use mps on Ubuntu with an RTX 3090?",
    ],
    "python-too-old": [
        "Python 3.6.8, macOS 12: ERROR: Could not find a version that satisfies the "
        "requirement torch==1.12.0 (from versions: 1.0.0, 1.10.2)",
    ],
    "native-arch-mismatch": [
        "import _made_up fails: have arm64, need x86_64. M1",
        "symbol not found ... wrong architecture: x86_64 instead of arm64",
        "Now regex/_regex.cpython-310-darwin.so is x86_64 but the Python on the M2 is arm64 and "
        "import fails.",
        "one half of the env is osx-64 packages, the other half osx-arm64. pandas isn't loadable",
        "My Electron app runs as x86_64 and can't load the native libtorch. Do I have to build "
        "it for arm64?",
        "bad CPU type in executable: /opt/tools/bin/protoc (M2, no Rosetta)",
        "tokenizers was an x86_64 wheel in an arm64 venv, --no-cache-dir fixed the import",
        "rsynced site-packages: every .so is for the wrong architecture, dlopen fails; x86_64 ones",
        "Does mixing x86_64 and arm64 wheels in one environment break the import of sentencepiece?",
        "lipo -archs env/lib/python3.11/site-packages/torch/lib/libtorch_cpu.dylib\narm64 \nfile "
        "env/bin/python\nMach-O 64-bit executable x86_64",
    ],
}

NEAR = [
    "M1 芯片，mps 可以用，没有问题",
    "uname -m prints arm64 in my iTerm, the laptop is an M2 Pro.",
    "I installed Anaconda for Intel or for Apple silicon? For the M2, and mps is True.",
    "Ich habe einen M1, mit torch 2.4 nicht schneller als ohne.",
    "We have x86_64 servers, need arm64 Macs too, and mps works.",
    "Activity Monitor shows Zoom as Intel, Python as Apple. M1 Air, mps is used.",
    "In Activity Monitor the Kind of my Python is Apple, not Intel. M1",
    'torch = { version = "2.2.0+cpu", markers = "sys_platform == \'linux\'" }\nNo errors '
    "on my Mac.",
    "On Linux conda install pytorch-cuda=12.1, on macOS plain conda install pytorch.",
    "I did not pass anything to pip on my Mac, torch is in a venv.",
    "which pip: /opt/conda/bin/pip\nwhich python: /opt/conda/bin/python\nimport torch works, M1",
    "pip3 belongs to my venv and python is of it too, torch imports fine on the M1",
    "You do not need to install deepspeed on a Mac",
    "Python 3.14 on my MacBook: there is no hurry to change.",
    "Torch is installed, venv on an M2.\nGetting requirements to build wheel ... "
    "error\nModuleNotFoundError: No module named 'torch'",
    "After updating to Sequoia git asks for my password again. M1, torch 2.5",
    "Since the update to macOS 15.2 the microphone isn't found. M1, torch on mps",
    "`main.py` fails at once: it touches torch.mps before the import.\nNameError: name "
    "'torch' is not defined",
    "Upgraded to torch 2.9 but had to go back to torch 2.8. macOS 13.6, now fine.",
    "I wish to train on the GPU of my M2, macOS 13.4, torch 2.1, how do I select mps?",
    "With torch 2.2 it ran on mps in 3 s, with torch 2.5.1 on M1 with macOS 14.7 in 5 s",
    "I updated from 12.1 to 12.4 and now Xcode is gone. mps is slow as before.",
    "The app requires macOS 14 for the new widget, I have 13.6 and torch 2.6 with mps works",
    "torch 2.6 requires macOS 13 for MPS, mine is 14.5, all good",
    "macOS 15.2, M3. MPS is supported on macOS 12.3+, and it works for me.",
    "No beta of macOS here: 15.3, M4. Training fails with FileNotFoundError.",
    "macOS 15.3 (24D60), M4, torch 2.6. Training fails.",
    "The beta version of the app ends in an error on macOS 15.3, M4.",
    "torch.mps has a function for the memory, M1, torch 2.6",
    "On Linux we use the cu121 index, on macOS the default one; both install well.",
    "The cu121 index is not needed on a Mac.",
    "CUDA packages are optional on macOS, the default install has mps.",
    "I have a Linux box with CUDA wheels and a Mac with mps, the Mac is slow.",
    "My Mac uses mps, the server uses the CUDA build of torch. The loss differs by 1e-6.",
    "Does the app have a CUDA version of torch for Windows? On my Mac it runs with mps.",
    "The ROCm build is for our Linux machine. On the Mac torch is from the default index.",
    "I used a mirror to download the model on my Mac, the torch install is fine.",
    "I installed the native arm64 Python and torch works with mps.",
    "My terminal is native, not under Rosetta, and python is arm64. M1 Pro.",
    "MPS is not supported by this app, please add it.",
    "Could you add MPS support? At the moment the GPU of my M1 is not used.",
    "The app does not detect the GPU on my M2, it only looks for CUDA.",
    "Without MPS the CPU takes 10 minutes on my M1.",
    "The model is not available on mps yet, so I use the CPU.",
    "No GPU acceleration for this op on mps.",
    "I run macOS on a real Mac, no VM involved, mps works.",
    "Docker is used for the database only; the training runs natively on mps.",
    "We have a Docker image with CUDA for the server; on the Mac I use a venv and mps.",
    "The container registry is slow. My Mac with mps is fine.",
    "Claude Code wrote this patch for mps; it does not work with bf16.",
    "Codex suggests to use mps, and the result is not correct.",
    "I asked the agent whether mps is faster; the loss is not lower.",
    "I use Python 3.11 and torch 2.4 on my M2, everything installs fine.",
    "With Python 3.10 and torch 2.1 the model loads, with 3.11 too. M1 Max.",
    "Python 3.12 works with torch 2.4 on my Mac.",
    "torch 2.4 on Python 3.12 is not slower than on 3.11 on my M2.",
    "torch 2.6 supports Python 3.13; I am on macOS 15 and it works.",
    "The wheel of my package is built without mps code, it uses the CPU on purpose.",
    "I built torch with MPS support from source and it works on my M1.",
    "torchvision 0.19 matches torch 2.4, the transforms are slow on mps.",
    "I upgraded torchvision and torch together, the results on mps did not change.",
    "numpy 1.26.4 and torch 2.2 are installed, no warnings. Mac Intel.",
    "I need numpy arrays below 2 GB on mps.",
    "lightgbm and torch are both in the requirements; training on my Mac works.",
    "sklearn's metrics are used after torch on mps, and the accuracy differs between runs.",
    "The checkpoint file is missing, import torch works on my M1.",
    "Two versions of the model give the same loss with torch 2.3 on my Mac.",
    "The nightly wheel is larger than the release, works fine on macOS.",
    "The release notes of torch 2.3 mention a broken link in the docs.",
    "Xcode is installed on my Mac, and the build works.",
    "I built the iOS app with Xcode; the model needs 4 GB on mps.",
    "macOS 16.0 is a rumour, mine is 15.1.",
    "The script is called train.py and imports torch from my venv on the Mac.",
    "My project has a torch folder with configs; torch imports fine on my M1.",
    "The kernel is compiled by Metal and takes long in Jupyter with torch.",
    "Which kernel does torch use for matmul on mps? Different shapes give other speeds.",
    "I set PYTORCH_ENABLE_MPS_FALLBACK=1 before I start python, the op runs on the CPU with a "
    "warning.",
    "Lightning uses mps on my M1 and is_available() is True.",
    "accelerate config asks for mps, I chose yes and training runs.",
    "macOS 14.5, MPS needs no extra setup here.",
    "The GitHub runner for macOS builds the wheel, tests run on Linux.",
    "My M1 runs Ubuntu (Asahi) too, in macOS mps works.",
    "Parallels is installed on my Mac for Windows; torch runs natively with mps.",
    "I ssh into my Mac mini and run torch there, mps works.",
    "UTM is not needed, I run it natively on macOS with mps.",
    "conda is installed in my home, python is 3.11 arm64, M3.",
    "The Intel Mac of a colleague works with torch 2.2.2 as well.",
    "torch 2.2.2 is installed on my Intel iMac, training on the CPU takes a day.",
    "pip install torch worked; the app then says CUDA is not available on my M1.",
    "I have an i7 PC with Windows and a MacBook with M2; on the M2 mps is used.",
    "The dataset has 2.2 million rows, torch on my Mac is slow.",
    "The environment is x86_64 on the server and arm64 on my Mac, both fine.",
    "Importing torch takes 3 seconds on my MacBook.",
    "import torch works, then my script crashes in my own C++ extension on mps.",
    "The interpreter quits when I press Ctrl-D; torch is imported fine.",
    "A corrupt image in my folder made the loader fail, torch on mps continued.",
    "I reinstalled the app on my Mac and the window is still missing.",
    "Downgrading to Python 3.9 was not needed.",
    "Is there a macOS build of the GUI? The python package works on my M1.",
    "wandb is not supported offline on my Mac.",
    "How do I use the GPU of my M1 with this app?",
    "Parallels Desktop is on my M3 for Windows; on macOS ComfyUI falls back to CPU for one op",
    "GitHub Actions on macos-14: 0 failed, 31 passed. Metal device: Apple Paravirtual device",
    "Azure DevOps agent on Ubuntu, CUDA error in the training. The Macs are fine.",
    "The virtual environment on my Mac has torch, mps works, metal shader cache errors are gone",
    "We use a virtual camera; metal error in OBS. torch on mps is OK.",
    "There's no mac version of the game. torch with pip works.",
    "bitsandbytes will be available on macOS when 0.50 is released, mine works already on mps",
    "xformers is skipped on macOS, when I build without it all is fine",
    "pip index versions: none of them is newer; M1",
    "no wheels on my new chair for the Mac Studio, torch on mps is fine",
    "We publish x86_64 wheels and arm64 wheels, and the Python in CI is arm64. Everything loads.",
    "half of the team has Intel Macs, the other half arm64, and the import of our package works "
    "for all",
    "We build the extension for x86_64 on the Intel runner, and with the env for arm64 on M1. No "
    "error.",
    "The page mixes Intel and ARM benchmarks in one table, how to load it?",
    "mixed environment of conda and pip, arm64. It loads torch fine.",
    "Works great on my M2 with mps, thanks!",
    "Please add MPS support for Apple silicon.",
    "ffmpeg not found on my Mac when I start the app",
    "SSL: CERTIFICATE_VERIFY_FAILED when downloading the model on macOS",
    "The model is gated, I get 401 on my M1",
    "MPS is slower than I expected on my M1 Air.",
    "GitHub Actions runs the tests on macos-14 and all pass, mps included.",
    "I run it in Docker on a Linux server, on my Mac natively with mps, both fine.",
    "torch 2.2.2 works fine on my Intel Mac on the CPU",
    "We build wheels for macOS arm64 and x86_64 in CI",
    "I use numpy 1.26 with torch 2.4 on my M1, fine",
    "On Linux we use the cu121 index, on macOS the default one; both install well.",
    "Does torchvision 0.19 have macOS wheels? Yes, works with torch 2.4.",
]


@pytest.mark.parametrize(
    ("cause", "text"), [(cause, text) for cause, texts in CAUSES.items() for text in texts]
)
def test_what_is_wrong_is_understood_in_anybodys_words(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NEAR)
def test_a_sentence_that_tells_of_nothing_wrong_blames_no_environment(text: str) -> None:
    assert diagnose(text).verdict.kind != "environment"
