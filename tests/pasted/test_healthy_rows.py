"""Rows that collectors print of a healthy Mac name no cause, whichever of them are pasted."""

from hypothesis import given, settings
from hypothesis import strategies as st

from mps_doctor import diagnose

ROWS = """\
PyTorch version: 2.6.0
Is debug build: False
CUDA used to build PyTorch: None
ROCM used to build PyTorch: N/A
OS: macOS 15.3.1 (arm64)
GCC version: Could not collect
Clang version: 16.0.0 (clang-1600.0.26.6)
Libc version: N/A
Python version: 3.12.9 (main, Feb  4 2025, 14:38:38) [Clang 16.0.0] (64-bit runtime)
Python platform: macOS-15.3.1-arm64-arm-64bit
Is CUDA available: False
CUDA runtime version: No CUDA
CUDA_MODULE_LOADING set to: N/A
GPU models and configuration: No CUDA
Nvidia driver version: No CUDA
Is XNNPACK available: True
MPS built: True
MPS available: True
MPS fallback: not set
CPU:
Apple M2 Pro
Versions of relevant libraries:
[pip3] numpy==2.2.3
[pip3] torch==2.6.0
[pip3] torchvision==0.21.0
[conda] Could not collect
- `transformers` version: 4.49.0
- Accelerate config:    not found
- DeepSpeed version: not installed
- PyTorch version (GPU?): 2.6.0 (False)
- Tensorflow version (GPU?): not installed (NA)
- Using distributed or parallel set-up in script?: <fill in>
- Using GPU in script?: No
- PyTorch XPU available: False
- PyTorch NPU available: False
- System RAM: 32.00 GB
- `Accelerate` default config:
\tNot found
* CUDA:
\t- GPU:               None
\t- available:         False
* System:
\t- processor:         arm
\t- release:           24.3.0
\t- version:           Darwin Kernel Version 24.3.0; root:xnu-11215.81.4~3/RELEASE_ARM64_T6020
Metal Support: Metal 3
Chipset Model: Apple M2 Pro
Using device: mps
GPU available: True (mps), used: True
TPU available: False, using: 0 TPU cores
Total VRAM 32768 MB, total RAM 32768 MB
Set vram state to: SHARED
Device: mps
xformers: not available
bitsandbytes: not installed
torch.backends.mps.is_available() -> True
python -c "import torch; print(torch.__version__)"
ProductVersion:         15.3.1
Darwin mac.local 24.3.0 Darwin Kernel Version 24.3.0 arm64
### Checklist
- [x] I have searched the existing issues
- [ ] The issue is caused by an extension, but I believe it is a bug in the app
### Describe the bug
### Expected behavior
No response
Thanks in advance
""".splitlines()


@settings(deadline=None)
@given(st.sets(st.sampled_from(range(len(ROWS))), min_size=1))
def test_no_rows_of_a_healthy_mac_name_a_cause(chosen: set[int]) -> None:
    text = "\n".join(ROWS[number] for number in sorted(chosen | {ROWS.index("### Checklist") + 1}))
    report = diagnose(text)
    assert [result.cause for result in report.results if result.is_finding] == []
    assert report.verdict.cause is None, text
