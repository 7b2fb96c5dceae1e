"""Environments that are told in sentences or by the texts of installers and loaders."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

PYG = "/Users/x/env/lib/python3.9/site-packages"
DYLD = "dyld[8381]: Symbol not found: _Thing\n  Referenced from: {asking}\n  Expected in: {place}\n"
SYSTEM = "/System/Library/Frameworks/Metal.framework/Versions/A/Metal"


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        # CUDA packages of conda and pixi.
        (
            "  - nothing provides __cuda needed by pytorch-gpu-2.5.1\nosx-arm64\n",
            "cuda-wheel-index-on-mac",
        ),
        (
            "PackagesNotFoundError: The following packages are not available from current "
            "channels:\n\n  - pytorch-gpu\n  - cudnn\n\nPlatform: osx-arm64\n",
            "cuda-wheel-index-on-mac",
        ),
        (
            "failed to solve 'default' for platform 'osx-arm64'\n"
            "  └─ cuda-version >=12.9, for which no candidates were found.\n",
            "cuda-wheel-index-on-mac",
        ),
        ("M2 Mac: The project does not support 'osx-arm64'.\n", "package-no-macos-wheel"),
        (
            "macOS: The current Python platform is not compatible with the lockfile's supported "
            "environments: `sys_platform == 'linux'`\n",
            "project-requirement-unmet",
        ),
        # pip's list says more than uv's refusal.
        (
            "Apple M3 Max, Python: Python 3.11.6\n"
            "Distribution `torch==2.5.1 @ registry+https://index.example/simple` can't be "
            "installed because it doesn't have a source distribution or wheel for the current "
            "platform\nERROR: Could not find a version that satisfies the requirement "
            "torch==2.5.1 (from versions: 2.0.0, 2.1.2, 2.2.1, 2.2.2)\n",
            "python-x86_64-on-apple-silicon",
        ),
        # torch's own library is missing; a package built for another torch lacks it.
        (
            f"dlopen({PYG}/torch/_C.so, 2): Library not loaded: @rpath/libtorch_cpu.dylib\n",
            "torch-install-damaged",
        ),
        (
            f"dlopen({PYG}/k2/_k2.so, 2): Library not loaded: @rpath/libtorch_cpu.dylib\n",
            "torch-companion-version-mismatch",
        ),
        # A symbol of the system that another program asks for says nothing of torch.
        (
            DYLD.format(asking=f"{PYG}/torch/lib/libtorch.dylib", place=SYSTEM),
            "macos-too-old-for-torch",
        ),
        (DYLD.format(asking="/usr/local/bin/fetcher", place=SYSTEM), None),
        # Crashes at the import; with another OpenMP in the process it is the two of them.
        ("On my M1 MacBook, import torch segfaults right away.\n", "torch-import-crashed"),
        ("M2 Mac: the kernel dies as soon as I import torch.\n", "torch-import-crashed"),
        ("M2 Mac: the kernel dies when memory is full.\n", None),
        ("M2 Mac.\nimport xgboost, torch\nRunning it seg faults.\n", "openmp-duplicate-runtime"),
        (
            "AttributeError: module 'torch._C' has no attribute 'TensorBase'\n",
            "torch-install-damaged",
        ),
        # Tools of another processor; a Python that is gone.
        (
            "xcrun: error: unable to load libxcrun (dlopen(/Library/x.dylib, 0x0005): tried: "
            "'/Library/x.dylib' (mach-o file, but is an incompatible architecture "
            "(have 'x86_64', need 'arm64')))\n",
            "xcode-clt-missing",
        ),
        (
            "/Users/x/.pyenv/shims/python3: line 21: /usr/local/Cellar/pyenv/1.2.20/libexec/pyenv:"
            " No such file or directory\n",
            "python-broken",
        ),
        ("zsh: /usr/local/bin/ffmpeg: No such file or directory\n", None),
        # Notices about Intel Macs, told with a need for torch.
        ("PyTorch 2.6.0 does not support intel macs\n", "intel-mac-no-wheel"),
        ("Pytorch 2.2.1 is what we can install on Mac Intels.\n", "intel-mac-no-wheel"),
        ("PyTorch 2.2.x will be the last version that supports macOS x64.\n", "intel-mac-no-wheel"),
        ("I did not try torch on an Intel Mac.\n", None),
        ("4x A100, Rocky Linux 8, torch 2.3.0+cu121.\n", "not-macos-host"),
        ("CUDA error: out of memory. Gentoo, RTX 3090, torch 2.3.0+cu121.\n", None),
        ("NCCL error: unhandled, 2x A100 on SLURM, torch 2.3.0+cu121\n", None),
        ("CUDA error: device-side assert\nLinux, 2x 4090\n", None),
        ("MPS available: True\nPyTorch does not support Intel Macs any more.\n", None),
        # An Intel Mac whose MPS finds no device, on a macOS that is new enough.
        (
            "PyTorch version: 2.1.0\nOS: macOS 13.6.3 (x86_64)\n"
            "RuntimeError: The MPS backend is supported on MacOS 12.3+.\n",
            "intel-mac-no-metal-gpu",
        ),
        (
            "Here an x86 (intel) MacOS torch have no support for versions beyond 2.2\n",
            "intel-mac-no-wheel",
        ),
        # Two OpenMP runtimes, in words.
        (
            "M1 Macbook: it crashes due to an OpenMP threading conflict\n",
            "openmp-duplicate-runtime",
        ),
        ("M1 Mac: a crash beside torch (libomp double-load)\n", "openmp-duplicate-runtime"),
        (
            "M5 Mac: two OpenMP runtimes get loaded, import torch does not raise, it aborts\n",
            "openmp-duplicate-runtime",
        ),
        ("M1 Mac: two OpenMP threads are enough for torch here\n", None),
        # Linux in a program for virtual machines.
        (
            "Running Ubuntu in UTM on my M1 Mac; torch.backends.mps.is_available() is False\n",
            "linux-guest-on-mac",
        ),
        # All that pip is offered is newer than what was asked for: the Python is too new for it.
        (
            "iMac\nERROR: Could not find a version that satisfies the requirement torch==2.1.0 "
            "(from versions: 2.6.0, 2.7.0, 2.7.1, 2.8.0, 2.9.0, 2.9.1, 2.10.0, 2.11.0)\n",
            "python-version-no-wheel",
        ),
        # uv tells of the platform after the versions.
        (
            "No solution found when resolving dependencies:\nBecause only the following versions "
            "of torch are available: torch<=2.7.0 torch==2.7.1 and torch>=2.7.0 has no wheels "
            "with a matching platform tag (e.g., `macosx_13_0_x86_64`), torch cannot be used.\n",
            "intel-mac-no-wheel",
        ),
        # PDM's lock for another platform.
        (
            "M1 Mac\nERROR: None of the lock targets matches the current env (==3.9.13, "
            "macos_10_16_x86_64, cpython):\n - (==3.9.*, macos_12_0_arm64)\n",
            "python-x86_64-on-apple-silicon",
        ),
        # A file of requirements that is taken for a package.
        (
            "Mac: ERROR: Could not find a version that satisfies the requirement "
            "requirements.txt (from versions: none)\n",
            None,
        ),
        # Intel's Homebrew beside an M-chip.
        (
            "M1 Pro\nwhich python3: /usr/local/opt/python@3.10/bin/python3\n"
            "torch.backends.mps.is_available() is False\n",
            "python-x86_64-on-apple-silicon",
        ),
    ],
)
def test_cause(text: str, cause: str | None) -> None:
    assert diagnose(text).verdict.cause == cause
