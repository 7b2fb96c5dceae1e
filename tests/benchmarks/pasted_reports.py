"""Makes reports as people paste them, 3 kB each and no two alike."""

from __future__ import annotations

import random
from pathlib import Path

SIZE = 3000
TORCH = ("2.2.2", "2.4.1", "2.5.1", "2.6.0", "2.7.1", "2.9.0", "2.13.0")
MACOS = ("12.7.6", "13.6", "14.4.1", "14.5", "15.1", "15.3.2", "26.1")
CHIPS = ("Apple M1", "Apple M1 Pro", "Apple M2", "Apple M4", "Intel(R) Core(TM) i7-9750H CPU")
OPENINGS = (
    "Hi all, since yesterday my training script stops on the GPU of my Mac.\n",
    "### Describe the bug\n\nThe pipeline of the README ends with the traceback below.\n",
    "Not sure whether this belongs here. The loss looks strange on the GPU, and fine on the CPU.\n",
)
ERRORS = (
    "RuntimeError: MPS backend out of memory (MPS allocated: 17.81 GB, other allocations: 384.00 "
    "KB, max allowed: 18.13 GB). Tried to allocate 512.00 MB on private pool.",
    "NotImplementedError: The operator 'aten::_linalg_eigh.eigenvalues' is not currently "
    "implemented for the MPS device. As a temporary fix, you can set the environment variable "
    "`PYTORCH_ENABLE_MPS_FALLBACK=1` to use the CPU as a fallback for this op.",
    "RuntimeError: MPS BFloat16 is only supported on MacOS 14 or newer",
    "AssertionError: Torch not compiled with CUDA enabled",
    "RuntimeError: Placeholder storage has not been allocated on MPS device!",
    "ValueError: the sequence has an unexpected length",
)
PACKAGES = {
    "numpy": ("1.24.4", "1.26.4", "2.0.2", "2.1.3", "2.2.6"),
    "torchvision": ("0.17.2", "0.19.1", "0.20.1", "0.21.0", "0.22.1"),
    "torchaudio": ("2.2.2", "2.4.1", "2.5.1", "2.6.0"),
    "transformers": ("4.31.0", "4.37.2", "4.41.2", "4.46.3", "4.51.3", "4.56.2"),
    "accelerate": ("0.21.0", "0.26.1", "0.34.2", "1.2.1", "1.7.0"),
    "diffusers": ("0.24.0", "0.29.2", "0.31.0", "0.34.0"),
    "safetensors": ("0.3.3", "0.4.5", "0.5.3"),
    "tokenizers": ("0.13.3", "0.15.2", "0.19.1", "0.21.1"),
    "pillow": ("9.5.0", "10.4.0", "11.0.0", "11.2.1"),
    "requests": ("2.31.0", "2.32.3"),
    "tqdm": ("4.65.0", "4.66.5", "4.67.1"),
    "PyYAML": ("6.0", "6.0.1", "6.0.2"),
    "regex": ("2023.12.25", "2024.9.11", "2024.11.6"),
    "packaging": ("23.2", "24.1", "24.2", "25.0"),
    "sympy": ("1.12", "1.13.1", "1.14.0"),
    "networkx": ("3.1", "3.2.1", "3.4.2"),
}
"""Versions that were published: reports name no others."""
ENVIRONMENT = """
### Versions
```
Collecting environment information...
PyTorch version: {torch}
Is debug build: False
CUDA used to build PyTorch: None
ROCM used to build PyTorch: N/A

OS: macOS {macos} ({machine})
GCC version: Could not collect
Clang version: 15.0.0 (clang-1500.3.9.4)
CMake version: version 3.{number}.3
Libc version: N/A

Python version: {python} (main, Aug 14 2024, 05:14:46) [Clang 18.1.8 ] (64-bit runtime)
Python platform: macOS-{macos}-{machine}-{processor}-64bit
Is CUDA available: False
CUDA runtime version: No CUDA
GPU models and configuration: No CUDA
Nvidia driver version: No CUDA
cuDNN version: No CUDA
HIP runtime version: N/A
Is XNNPACK available: True

CPU:
{chip}

Versions of relevant libraries:
[pip3] numpy=={numpy}
[pip3] torch=={torch}
[conda] Could not collect
```
"""


def report(number: int) -> str:
    """Return a report: a sentence, a traceback, collect_env, `pip list`, and a log to its end."""
    chance = random.Random(number)
    chip = chance.choice(CHIPS)
    machine, processor = ("x86_64", "i386") if "Intel" in chip else ("arm64", "arm")
    frames = "".join(
        f'  File "/Users/jane{number % 97}/work/project_{number}/train_{frame}.py", line '
        f"{chance.randint(5, 900)}, in step\n    out = self.layer_{chance.randint(0, 30)}(x)\n"
        for frame in range(chance.randint(3, 7))
    )
    environment = ENVIRONMENT.format(
        torch=chance.choice(TORCH),
        macos=chance.choice(MACOS),
        machine=machine,
        processor=processor,
        chip=chip,
        number=chance.randint(20, 30),
        numpy=chance.choice(PACKAGES["numpy"]),
        python=f"3.{chance.randint(9, 13)}.{chance.randint(0, 12)}",
    )
    text = (
        f"{chance.choice(OPENINGS)}\n```\nTraceback (most recent call last):\n{frames}"
        f"{chance.choice(ERRORS)}\n```\n{environment}\n"
    )
    for name, versions in chance.sample(sorted(PACKAGES.items()), len(PACKAGES)):
        text += f"{name:20} {chance.choice(versions)}\n"
    while len(text) < SIZE:
        text += f"step {len(text)}: loss {chance.random():.4f}, {chance.randint(1, 9)}.2 it/s\n"
    return text[:SIZE]


def make_reports(folder: Path, count: int) -> None:
    """Write so many reports, a file each."""
    folder.mkdir()
    for number in range(count):
        (folder / f"{number:06}.txt").write_text(report(number), encoding="utf-8")
