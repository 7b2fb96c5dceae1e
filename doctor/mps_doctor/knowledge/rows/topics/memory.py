"""Memory of the GPU."""

from mps_doctor.knowledge.rows.topics.topic import (
    MPS_VARIABLES,
    Topic,
    python,
    torch_file,
    torch_issue,
    wheel_strings,
)

RECOMMENDED = (
    "https://developer.apple.com/documentation/metal/mtldevice/recommendedmaxworkingsetsize"
)
ALLOCATOR = torch_file("aten/src/ATen/mps/MPSAllocator.h")
MPS_FUNCTIONS = torch_file("torch/mps/__init__.py")

ROWS = (
    Topic(
        id="how-much-memory",
        question="How much memory can the GPU use?",
        words=(
            "how much memory",
            "gpu memory",
            "vram",
            "ram",
            "recommended_max_memory",
            *(
                "memory usage",
                "gb enough",
            ),
        ),
        answer=(
            "The GPU shares the Mac's memory, and Metal recommends how much of it to use: "
            "`torch.mps.recommended_max_memory()` (PyTorch 2.5 and newer). "
            "PyTorch allows 1.7 times as much, so a program can begin to swap before it gets "
            "an error. `current_allocated_memory()` counts tensors, `driver_allocated_memory()` "
            "also what is kept for reuse."
        ),
        show=python("import torch; print(torch.mps.recommended_max_memory() / 2**30)"),
        see=("memory", "watermark", "model-size"),
        sources=(MPS_FUNCTIONS, RECOMMENDED, ALLOCATOR),
    ),
    Topic(
        id="model-size",
        question="Will my model fit into memory?",
        words=("model fit", "how large a model", "how big a model", "7b", "70b", "parameters"),
        answer=(
            "Weights take 2 bytes each in float16 and bfloat16, 4 in float32: 7 billion take 14 or "
            "28 GB. Training with Adam in float32 takes 16 bytes each. "
            "Activations come on top, and grow with the batch. "
            "All of it has to fit below the recommended size; a quantised model or LoRA takes "
            "less."
        ),
        show=python(
            "import torch; "
            'print(torch.mps.recommended_max_memory() / 2e9, "billion 16-bit weights")'
        ),
        see=("how-much-memory", "quantisation", "mixed-precision"),
        sources=(MPS_FUNCTIONS, torch_file("torch/optim/adam.py")),
    ),
    Topic(
        id="watermark",
        question="What are the watermark ratios?",
        words=("watermark", "limit memory", "memory limit", "set_per_process_memory_fraction"),
        answer=(
            "Multiples of the memory that Metal recommends. "
            "Above PYTORCH_MPS_HIGH_WATERMARK_RATIO (default 1.7) PyTorch refuses to allocate; "
            "above the LOW one (default 1.4) it frees what it can. "
            "LOW must not be above HIGH: with a HIGH below 1.4 set LOW too. "
            "0.0 takes the limit away, and then the whole Mac may suffer. "
            "Set them before the program starts."
        ),
        show=python(
            'import torch; print(torch.ones(1, device="mps"))',
            PYTORCH_MPS_HIGH_WATERMARK_RATIO="1.0",
            PYTORCH_MPS_LOW_WATERMARK_RATIO="0.8",
        ),
        see=("PYTORCH_MPS_HIGH_WATERMARK_RATIO", "mps-variables", "out-of-memory"),
        sources=(MPS_VARIABLES, ALLOCATOR),
    ),
    Topic(
        id="out-of-memory",
        question="What can I do when the GPU runs out of memory?",
        words=(
            *("out of memory", "oom", "not enough memory", "memory full", "less memory"),
            *("gradient checkpointing", "batch size", "reduce memory", "save memory"),
        ),
        answer=(
            "Use a smaller batch, float16 or bfloat16, and `torch.no_grad()` where you don't "
            "train. Delete what you no longer need, then call `torch.mps.empty_cache()`. "
            "Don't begin with PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.0: it takes the protection away. "
            "`Invalid buffer size` is another matter: one tensor is larger than Metal allows."
        ),
        show=python(
            'import torch; torch.ones(1, device="mps"); '
            "print(torch.mps.driver_allocated_memory(), torch.mps.recommended_max_memory())"
        ),
        see=("mps-out-of-memory", "mps-tensor-size-limit", "memory-grows"),
        sources=(MPS_VARIABLES, wheel_strings("2.15.0")),
    ),
    Topic(
        id="memory-grows",
        question="Why does memory keep growing?",
        words=("memory grows", "memory growing", "memory leak", "leak", "memory increases"),
        answer=(
            "If `current_allocated_memory()` grows, the program keeps tensors: store "
            "`loss.item()`, not `loss`. If only `driver_allocated_memory()` grows, PyTorch keeps "
            "buffers for reuse; inputs of ever new shapes add to both, so pad them to a few "
            "sizes and use the newest PyTorch. If it still grows, run the work in a process that "
            "you restart."
        ),
        show=python(
            'import torch; x = torch.ones(2**26, device="mps"); del x; '
            "print(torch.mps.current_allocated_memory(), torch.mps.driver_allocated_memory())"
        ),
        see=("mps-memory-growth", "empty-cache"),
        sources=(MPS_FUNCTIONS, torch_issue(132596), torch_issue(164299)),
    ),
    Topic(
        id="empty-cache",
        question="What does torch.mps.empty_cache() free?",
        words=(
            *("empty_cache", "clear gpu memory", "free gpu memory", "release memory"),
            *("clear memory", "free memory", "memory not released"),
        ),
        answer=(
            "Buffers that PyTorch keeps for reuse go back to macOS; a tensor that a variable "
            "refers to stays, so delete it first. The next step allocates them again, which takes "
            "time: call it between epochs, not at every step. `torch.cuda.empty_cache()` does "
            "nothing for mps."
        ),
        show=python(
            'import torch; x = torch.ones(2**26, device="mps"); del x; '
            "torch.mps.empty_cache(); print(torch.mps.driver_allocated_memory())"
        ),
        see=("memory-grows", "out-of-memory"),
        sources=(MPS_FUNCTIONS,),
    ),
    Topic(
        id="more-memory",
        question="How can PyTorch use more memory than it allows?",
        words=(
            *("use more gb", "use all memory", "use more memory", "more memory", "max allowed"),
            *("allocate more", "limited gb", "18.13 gb", "memory cap"),
        ),
        answer=(
            "PyTorch stops at 1.7 times what Metal recommends: 18.13 GB on a Mac with 16 GB, which "
            "is more than it has. PYTORCH_MPS_HIGH_WATERMARK_RATIO=0.0 takes that limit away; "
            "beyond the Mac's memory macOS swaps, and everything gets slow. "
            "On a larger Mac, `iogpu.wired_limit_mb` raises what Metal recommends. "
            "A smaller batch, float16 or a quantised model helps more."
        ),
        show=python("import torch; print(1.7 * torch.mps.recommended_max_memory() / 2**30)"),
        see=("watermark", "wired-limit", "out-of-memory"),
        sources=(
            ALLOCATOR,
            RECOMMENDED,
            "https://github.com/haoheliu/AudioLDM2/issues/20",
        ),
    ),
    Topic(
        id="wired-limit",
        question="Can I give the GPU more of the Mac's memory?",
        words=("wired limit", "iogpu.wired_limit_mb", "more gpu memory", "more vram"),
        answer=(
            "`sudo sysctl iogpu.wired_limit_mb=N` raises what may stay resident for the GPU, in "
            "megabytes, until the Mac restarts; 0 is macOS's own choice. "
            "Leave several gigabytes to macOS: the limit protects the whole Mac. "
            "Try a smaller model or batch first."
        ),
        show=("sysctl", "iogpu.wired_limit_mb"),
        see=("how-much-memory", "watermark"),
        sources=(
            "https://ml-explore.github.io/mlx/build/html/python/_autosummary/"
            "mlx.core.set_wired_limit.html",
        ),
    ),
    Topic(
        id="unified-memory",
        question="Why copy tensors to mps if memory is unified?",
        words=("unified memory", "zero copy", "avoid copy", "shared memory"),
        answer=(
            "The chip has one memory, but PyTorch keeps the tensors of the CPU and of mps apart: "
            '`tensor.to("mps")` makes a second one, and both take memory. '
            'Create tensors where they\'re used: `torch.rand(9, device="mps")`. '
            "MLX is built the other way: its arrays have no device."
        ),
        show=python('import torch; a = torch.ones(3); b = a.to("mps"); b += 1; print(a, b)'),
        see=("pin-memory", "tensors-on-different-devices"),
        sources=(
            MPS_FUNCTIONS,
            "https://ml-explore.github.io/mlx/build/html/usage/unified_memory.html",
        ),
    ),
)
