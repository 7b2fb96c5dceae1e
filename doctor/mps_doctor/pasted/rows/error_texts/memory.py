"""Memory of the GPU, and the variables that limit it."""

from mps_doctor.pasted.error_text import ErrorText

REACHED = "The limit on the memory of mps was reached."
SMALLER = (
    "Use a smaller batch, model or dtype; on a hosted runner or in a virtual machine use the CPU."
)

ROWS = (
    ErrorText(
        id="mps-out-of-memory",
        cause="mps-out-of-memory",
        literals=("mps backend out of memory",),
        pattern=(
            r"mps backend out of memory(?: \([^)]{0,160}\)?\.? ?(?:tried to allocate [\d.]{1,80} ?"
            r"\w{1,80}(?: on \w{1,80} pool)?)?)?"
        ),
        reach=400,
        since="1.13",
        meaning=REACHED,
        fix=SMALLER,
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS backend out of memory (MPS allocated: ",
        rule="out-of-memory",
        examples=(
            (
                "RuntimeError: MPS backend out of memory (MPS allocated: 9.57 GiB, other "
                "allocations: 17.35 GiB, max allowed: 27.20 GiB). Tried to allocate 292.50 MiB on "
                "private pool."
            ),
            "RuntimeError: MPS backend out of memory (MPS allocated: 0 bytes, other",
        ),
        near_misses=("torch.cuda.OutOfMemoryError: CUDA out of memory.",),
    ),
    ErrorText(
        id="mps-out-of-memory-cut",
        cause="mps-out-of-memory",
        literals=("disable upper limit for memory allocations", "other allocations: "),
        pattern=(r"disable upper limit for memory allocations|other allocations: [\d.]{1,9} gi?b,"),
        meaning=REACHED,
        fix=SMALLER,
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="to disable upper limit for memory allocations (may cause system failure).",
        unless=("mps-out-of-memory",),
        examples=(
            "to disable upper limit for memory allocations (may cause system failure).",
            "7.02 GB, other allocations: 163.11 GiB, max allowed: 18 GiB",
        ),
        near_misses=("How do I disable the upper limit of my allocations?",),
    ),
    ErrorText(
        id="gpu-insufficient-memory",
        cause="mps-out-of-memory",
        literals=("kiogpucommandbuffercallbackerroroutofmemory",),
        meaning="The GPU ran out of memory while it worked; results of that step are garbage.",
        fix="Use less memory: smaller batch, model or dtype.",
        source="https://github.com/ggml-org/llama.cpp/issues/22673",
        any_program=True,
        examples=(
            (
                "Error: command buffer exited with error status. The Metal Performance Shaders "
                "operations encoded on it may not have completed. Error: Insufficient Memory "
                "(00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)"
            ),
        ),
        near_misses=("kIOGPUCommandBufferCallbackErrorTimeout",),
    ),
    ErrorText(
        id="process-killed",
        cause="mps-out-of-memory",
        kind="abort",
        literals=("killed",),
        pattern=(
            r"(?:\b(?:zsh|bash): (?:line \d{1,80}: )?killed(?:: 9)?\s|killed: 9\b"
            r"|\[\d{1,80}\]\s{1,80}\d{1,80} killed\s)"
        ),
        meaning="The system ended the process, which on a Mac is nearly always memory pressure.",
        fix="Use less memory: smaller batch, model or dtype, fewer workers.",
        source="https://developer.apple.com/documentation/xcode/reducing-your-app-s-memory-use",
        rule="killed",
        examples=("zsh: killed     python train.py",),
        near_misses=("The killed switch was used",),
    ),
    ErrorText(
        id="high-watermark-invalid",
        cause="mps-watermark-env-invalid",
        literals=("invalid high watermark ratio",),
        since="1.13",
        meaning="PYTORCH_MPS_HIGH_WATERMARK_RATIO is not between 0 and 2.",
        fix="Set it to a number from 0.0 to 2.0, or unset it.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="invalid high watermark ratio ",
        examples=("RuntimeError: invalid high watermark ratio 80",),
        near_misses=("RuntimeError: invalid low watermark ratio 1.4",),
    ),
    ErrorText(
        id="low-watermark-invalid",
        cause="mps-watermark-env-invalid",
        literals=("invalid low watermark ratio",),
        since="1.13",
        meaning="The high ratio was lowered below the low one, whose default is 1.4.",
        fix=(
            "Set PYTORCH_MPS_LOW_WATERMARK_RATIO as well, to no more than the high one; or unset "
            "both."
        ),
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="invalid low watermark ratio ",
        examples=("RuntimeError: invalid low watermark ratio 1.4",),
        near_misses=("RuntimeError: invalid high watermark ratio 80",),
    ),
    ErrorText(
        id="memory-fraction-type",
        cause="mps-watermark-env-invalid",
        literals=("invalid type for fraction argument",),
        since="2.0",
        meaning="set_per_process_memory_fraction was called with an integer.",
        fix="Pass a float between 0.0 and 2.0.",
        source="torch 2.13.0 for macOS: torch/mps/__init__.py",
        verbatim="Invalid type for fraction argument, must be `float`",
        examples=("TypeError: Invalid type for fraction argument, must be `float`",),
        near_misses=("TypeError: Invalid type for argument x",),
    ),
    ErrorText(
        id="memory-fraction-range",
        cause="mps-watermark-env-invalid",
        literals=("allowed range: 0~2",),
        since="2.0",
        meaning="set_per_process_memory_fraction was called with a number out of range.",
        fix="Pass a float between 0.0 and 2.0.",
        source="torch 2.13.0 for macOS: torch/mps/__init__.py",
        verbatim="Allowed range: 0~2",
        examples=("ValueError: Invalid fraction value: 3.0. Allowed range: 0~2",),
        near_misses=("ValueError: Invalid fraction value: 3.0. Allowed range: 0~1",),
    ),
    ErrorText(
        id="private-buffer-not-allocated",
        cause="mps-out-of-memory",
        literals=("failed to allocate private mtlbuffer",),
        meaning="Metal gave no memory for this buffer.",
        fix="Use a smaller batch or model, and end other programs.",
        source="https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/mps/MPSAllocator.mm",
        examples=("RuntimeError: Failed to allocate private MTLBuffer for size 4294967296",),
        near_misses=("Failed to allocate a private buffer",),
    ),
    ErrorText(
        id="mps-allocate-failed",
        cause="mps-out-of-memory",
        literals=("failed to allocate memory on mps device",),
        meaning="The GPU gave no more memory.",
        fix="Use a smaller batch, model or picture, or a smaller dtype.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Failed to allocate memory on MPS device",
        examples=("RuntimeError: Failed to allocate memory on MPS device",),
        near_misses=("allocated memory on the MPS device",),
    ),
    ErrorText(
        id="metal-memory-words",
        cause="mps-out-of-memory",
        literals=(
            "ran out of metal memory",
            "seems to be oom",
            "is available. mps shares memory",
            "into any device: {",
        ),
        pattern=(
            r"\bran out of metal memory\b|\bdevice=mps(?::\d)?.{0,10}seems to be oom\b"
            r"|\bonto mps\b.{0,80}\bis available\. mps shares memory\b"
            r"|\bcannot fit \w+ module of size \d+ bytes into any device: \{[^}]{0,40}mps"
        ),
        meaning="The work needs more memory than the GPU may use.",
        fix="Use a smaller model, batch or patch, or free memory.",
        source="https://github.com/Project-MONAI/MONAI/blob/dev/monai/inferers/utils.py",
        examples=(
            "the server ran out of Metal memory in decode",
            (
                "RuntimeError: mode=gaussian, device=mps Seems to be OOM. Please try smaller patch "
                "size"
            ),
            (
                "Cannot load it onto mps: it needs 24000MB but only 9000MB is available. mps "
                "shares memory with the CPU"
            ),
            "ValueError: Cannot fit no_split module of size 9000 bytes into any device: {'mps': 8}",
        ),
        near_misses=("Metal memory is shared", "device=cuda Seems to be OOM"),
    ),
    ErrorText(
        id="cpu-memory-exhausted",
        cause="mps-out-of-memory",
        literals=("defaultcpuallocator:",),
        pattern=(
            r"(?:\bmps\b.{0,200})?defaultcpuallocator: (?:not enough memory|can't allocate memory)"
        ),
        meaning=(
            "The process asked the system for more memory than there is: the GPU of a Mac has no "
            "other."
        ),
        fix="Work on smaller pieces (batch, sequence, images), or use a smaller model or dtype.",
        source="https://github.com/pytorch/pytorch/blob/main/c10/core/impl/alloc_cpu.cpp",
        on="near-mac",
        examples=(
            (
                "RuntimeError: [enforce fail at alloc_cpu.cpp:75] err == 0. DefaultCPUAllocator: "
                "can't allocate memory: you tried to allocate 68719476736 bytes. Error code 12 "
                "(Cannot allocate memory)"
            ),
        ),
        near_misses=("DefaultCPUAllocator: allocated 4 bytes",),
    ),
    ErrorText(
        id="low-watermark-assertion",
        cause="mps-out-of-memory",
        literals=("m_low_watermark_limit",),
        pattern=r"current_allocated_size\(\) >= m_low_watermark_limit",
        since="1.13",
        meaning=(
            "torch's allocator for mps counted wrongly when it was to free memory: the GPU's "
            "memory was nearly used up."
        ),
        fix="Use a newer torch, and a smaller batch or model.",
        source="torch 1.13.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="current_allocated_size() >= m_low_watermark_limit",
        also=("mps-memory-growth",),
        examples=(
            (
                "RuntimeError: current_allocated_size() >= m_low_watermark_limit INTERNAL ASSERT "
                'FAILED at "/x/aten/src/ATen/mps/MPSAllocator.mm":101'
            ),
        ),
        near_misses=("m_low_watermark_limit is printed in the log",),
    ),
)
