"""Environment variables that matter to MPS, each with its source."""

import msgspec


class VariableDoc(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one environment variable."""

    name: str
    read_by: str
    since: str = ""
    """The first torch that reads it; empty where torch does not."""
    values: str
    effect: str
    when: str = ""
    """When it is read: set later, it changes nothing."""
    mistakes: tuple[str, ...] = ()
    source: str

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return its page, as pairs of a heading and a text."""
        return (
            ("read by", f"{self.read_by} {self.since} and newer" if self.since else self.read_by),
            ("values", self.values),
            ("read", self.when),
            ("mistakes", " ".join(self.mistakes)),
            ("source", self.source),
        )


VARIABLES = (
    VariableDoc(
        name="PYTORCH_ENABLE_MPS_FALLBACK",
        read_by="torch",
        since="1.12.0",
        values="1 to turn it on; unset or 0 for off",
        effect=(
            "An operator that MPS lacks runs on the CPU, with a warning, instead of raising "
            "NotImplementedError."
        ),
        when="when torch is imported",
        mistakes=(
            "Set after `import torch` it changes nothing in that process.",
            "From torch 2.8 everything but 0 turns it on: false, off and the empty text too.",
            (
                "Up to torch 2.7 it must be a whole number: with true, yes or an empty value "
                "`import torch` aborts the process."
            ),
        ),
        source=(
            "libtorch_cpu.dylib of torch 1.13.1 to 2.15.0 (integer up to 2.7.1, comparison with 0 "
            "from 2.8.0); the abort is concluded from the code, not seen"
        ),
    ),
    VariableDoc(
        name="PYTORCH_MPS_HIGH_WATERMARK_RATIO",
        read_by="torch",
        since="1.13.0",
        values="0.0 to 2.0; default 1.7; 0.0 for no limit",
        effect="The hard limit of GPU memory, as a multiple of what Metal recommends for this Mac.",
        when="at the first allocation on mps",
        mistakes=(
            (
                "Below 1.4 it contradicts the low limit's default of 1.4: `invalid low "
                "watermark ratio 1.4`. Set PYTORCH_MPS_LOW_WATERMARK_RATIO too."
            ),
            "A percentage such as 80 is out of range: `invalid high watermark ratio 80`.",
            "A text that is no number, such as 0,7 with a comma, is read as 0: no limit.",
            "0.0 lets torch take memory until the system itself suffers.",
        ),
        source=(
            "libtorch_cpu.dylib of torch 1.13.1 to 2.15.0; MPSAllocator.h of 2.15.0; "
            "docs/source/mps_environment_variables.md of pytorch/pytorch"
        ),
    ),
    VariableDoc(
        name="PYTORCH_MPS_LOW_WATERMARK_RATIO",
        read_by="torch",
        since="1.13.0",
        values="0.0 to the high limit (to 2.0 where that is 0); default 1.4; 0.0 for off",
        effect=(
            "The soft limit of GPU memory, above which torch frees its cache and commits work "
            "earlier."
        ),
        when="at the first allocation on mps",
        mistakes=(
            "Above the high limit the first allocation raises: `invalid low watermark ratio`.",
        ),
        source=(
            "libtorch_cpu.dylib of torch 1.13.1 to 2.15.0; MPSAllocator.h of 2.15.0; "
            "docs/source/mps_environment_variables.md of pytorch/pytorch"
        ),
    ),
    VariableDoc(
        name="PYTORCH_DEBUG_MPS_ALLOCATOR",
        read_by="torch",
        since="1.12.0",
        values=(
            "a sum of 1 (profiling), 2 (allocations), 4 (recycling), 8 (releases), 16 (large "
            "buffers only)"
        ),
        effect="The memory allocator writes what it does to stderr.",
        when="at the first allocation on mps",
        mistakes=("A text that is no number, such as true, is read as 0: nothing is written.",),
        source="libtorch_cpu.dylib of torch 1.12.1 to 2.15.0; MPSAllocator.h of 2.15.0",
    ),
    VariableDoc(
        name="PYTORCH_MPS_LOG_PROFILE_INFO",
        read_by="torch",
        since="2.1.0",
        values="a sum of 1 (operators), 2 (copies), 4 (CPU fallbacks), and bits for statistics",
        effect="Each run is logged, with statistics when the program ends.",
        when="when the profiler of mps starts",
        source="libtorch_cpu.dylib of torch 2.1.2; MPSProfiler.h of 2.15.0",
    ),
    VariableDoc(
        name="PYTORCH_MPS_TRACE_SIGNPOSTS",
        read_by="torch",
        since="2.1.0",
        values="the lower 16 bits choose what is profiled, the upper 16 the kinds of signposts",
        effect="Work on mps is marked with signposts that Instruments can show.",
        when="when the profiler of mps starts",
        source="libtorch_cpu.dylib of torch 2.1.2; MPSProfiler.h of 2.15.0",
    ),
    VariableDoc(
        name="PYTORCH_MPS_PREFER_METAL",
        read_by="torch",
        since="2.3.0",
        values="1 to turn it on; unset or 0 for off",
        effect=(
            "Matrix products use torch's own Metal kernel instead of Apple's MPSGraph; useful "
            "where a product is wrong."
        ),
        when="at the first matrix product",
        mistakes=("Everything but 0 turns it on: false too.",),
        source=(
            "libtorch_cpu.dylib of torch 2.3.1 to 2.15.0; "
            "https://github.com/pytorch/pytorch/issues/180201"
        ),
    ),
    VariableDoc(
        name="PYTORCH_MPS_FAST_MATH",
        read_by="torch",
        since="2.5.0",
        values="1 to turn it on; unset or 0 for off",
        effect=(
            "Kernels that are compiled at run time may round differently: faster, and other "
            "numbers."
        ),
        when="at the first compilation of a kernel",
        mistakes=("Everything but 0 turns it on: false too.",),
        source=(
            "libtorch_cpu.dylib of torch 2.15.0; docs/source/mps_environment_variables.md of "
            "pytorch/pytorch"
        ),
    ),
    VariableDoc(
        name="PYTORCH_MPS_DISABLE_PREFILL_ATTENTION",
        read_by="torch",
        since="2.13.0",
        values="1 to turn it on; unset or 0 for off",
        effect=(
            "Attention does not use the kernel for long prompts; a way round its errors. Not in "
            "torch's documentation."
        ),
        when="at the first scaled_dot_product_attention",
        mistakes=("Everything but 0 turns it on: false too.",),
        source=(
            "libtorch_cpu.dylib of torch 2.13.0 to 2.15.0; "
            "https://github.com/pytorch/pytorch/issues/195910"
        ),
    ),
    VariableDoc(
        name="PYTORCH_MPS_METAL_VERSION",
        read_by="torch",
        since="2.15.0",
        values="3.1, 3.2 or 4.0",
        effect=(
            "Kernels are compiled for this version of the Metal language; below 4.0 the Metal 4 "
            "kernels stay off."
        ),
        when="at its first use",
        mistakes=(
            "Other values are ignored with a warning.",
            "4.0 on a macOS that lacks it fails.",
        ),
        source=(
            "libtorch_cpu.dylib of torch 2.15.0; https://github.com/pytorch/pytorch/issues/196881"
        ),
    ),
    VariableDoc(
        name="MTL_CAPTURE_ENABLED",
        read_by="Metal",
        values="1",
        effect="Allows torch.mps.profiler.metal_capture.",
        when="when the process starts",
        source="torch/mps/profiler.py of torch 2.15.0",
    ),
    VariableDoc(
        name="MTL_DEBUG_LAYER",
        read_by="Metal",
        values="unset or 0 for off, anything else for on",
        effect=(
            "Metal checks every call; by default it aborts the process at the first mistake. Slow."
        ),
        when="before any Metal device is made",
        mistakes=(
            (
                "Left on from a debugging session it makes programs slow, and abort where they "
                "worked."
            ),
        ),
        source="the manual page MetalValidation(1)",
    ),
    VariableDoc(
        name="MTL_DEBUG_LAYER_ERROR_MODE",
        read_by="Metal",
        values="assert (default), ignore, nslog",
        effect="What the checks of MTL_DEBUG_LAYER do with a mistake.",
        when="before any Metal device is made",
        source="the manual page MetalValidation(1)",
    ),
    VariableDoc(
        name="MTL_SHADER_VALIDATION",
        read_by="Metal",
        values="unset or 0 for off, anything else for on",
        effect="The GPU checks its own memory accesses: much slower.",
        when="before any Metal device is made",
        mistakes=("Left on it makes every program on the GPU slow.",),
        source="the manual page MetalValidation(1)",
    ),
    VariableDoc(
        name="SYSTEM_VERSION_COMPAT",
        read_by="macOS",
        values=(
            "1 for the number that old programs see (10.16, from macOS 26 on 16.0), 2 for "
            "that of iOS, anything else for the truth"
        ),
        effect=(
            "Which version of macOS programs see; it changes platform.mac_ver() and the "
            "wheels that pip takes."
        ),
        when="when the process starts",
        mistakes=("Set to 1 for an old program and left so, it hides new wheels from pip.",),
        source=(
            "https://github.com/apple-oss-distributions/Libsystem/blob/Libsystem-1356/init.c; "
            "https://github.com/python/cpython/issues/136339; "
            "https://github.com/pypa/packaging/issues/513"
        ),
    ),
    VariableDoc(
        name="OBJC_DISABLE_INITIALIZE_FORK_SAFETY",
        read_by="the Objective-C runtime",
        values="YES",
        effect="Hides the abort of a forked process that uses Objective-C; the danger stays.",
        when="when the process starts",
        mistakes=("Metal after fork may still hang or crash: start worker processes with spawn.",),
        source="general knowledge of macOS; no page of Apple's was read",
    ),
    VariableDoc(
        name="KMP_DUPLICATE_LIB_OK",
        read_by="the OpenMP runtime",
        values="TRUE",
        effect=(
            "Lets two OpenMP runtimes live in one process instead of ending it with OMP: Error #15."
        ),
        when="when the second runtime is loaded",
        mistakes=(
            (
                "By its own text it may crash or silently give wrong results: remove one of the "
                "runtimes instead."
            ),
        ),
        source="https://github.com/pytorch/pytorch/issues/122705",
    ),
    VariableDoc(
        name="DYLD_LIBRARY_PATH",
        read_by="the dynamic loader",
        values="folders, separated by colons",
        effect=(
            "Libraries are looked for here first, so that another libomp or libtorch may be loaded."
        ),
        when="when the process starts",
        mistakes=("macOS drops it for programs of the system.",),
        source="concluded, not seen with torch",
    ),
    VariableDoc(
        name="DYLD_INSERT_LIBRARIES",
        read_by="the dynamic loader",
        values="libraries, separated by colons",
        effect="These libraries are loaded into every process.",
        when="when the process starts",
        mistakes=("macOS drops it for programs of the system.",),
        source="concluded, not seen with torch",
    ),
    VariableDoc(
        name="CODEX_SANDBOX",
        read_by="nothing; Codex sets it",
        values="seatbelt",
        effect=(
            "The process runs in a sandbox that hides the GPU: torch then says that mps is not "
            "available."
        ),
        source=(
            "https://github.com/openai/codex/issues/9007; "
            "https://github.com/openai/codex/issues/10199"
        ),
    ),
    VariableDoc(
        name="ACCELERATE_USE_CPU",
        read_by="accelerate 0.15 and newer, transformers 4.32 and newer",
        values="true or false",
        effect="accelerate and the Trainer of transformers stay on the CPU.",
        when="when the state or the training arguments are made",
        mistakes=("Left set, it is the reason why nothing runs on mps.",),
        source=(
            "state.py of accelerate 0.15.0 to 1.15.0; training_args.py of transformers 4.32.0 to "
            "5.23.0"
        ),
    ),
    VariableDoc(
        name="ACCELERATE_TORCH_DEVICE",
        read_by="accelerate, transformers",
        values="the name of a device, such as mps or cpu",
        effect="The device that is used where there is no CUDA.",
        when="when the state is made",
        source="accelerate 1.15.0, state.py",
    ),
    VariableDoc(
        name="ACCELERATE_USE_MPS_DEVICE",
        read_by="accelerate 0.15 to 0.19",
        values="true or false",
        effect="Nothing from accelerate 0.20 on: mps is chosen without it.",
        mistakes=("It is a remainder of an old guide.",),
        source="the wheels of accelerate 0.14.0, 0.15.0, 0.19.0 and 0.20.0",
    ),
    VariableDoc(
        name="USE_MPS_DEVICE",
        read_by="accelerate 0.12 to 0.14",
        values="true or false",
        effect="Nothing from accelerate 0.15 on.",
        mistakes=("It is a remainder of an old guide.",),
        source="the wheels of accelerate 0.12.0, 0.14.0 and 0.15.0",
    ),
    VariableDoc(
        name="DISABLE_MPS",
        read_by="Lightning 2.3 and newer",
        values="exactly 1",
        effect="Lightning says that mps is not available.",
        when="when the accelerator is chosen",
        mistakes=("Any other text, such as true, does nothing.",),
        source="accelerators/mps.py in the wheels of lightning-fabric 2.2.5, 2.3.3 and 2.6.0",
    ),
    VariableDoc(
        name="TRANSFORMERS_TEST_DEVICE",
        read_by="the tests of transformers",
        values="the name of a device",
        effect="The device of transformers' own test suite; programs do not read it.",
        when="when the tests start",
        source="transformers 5.23.0, testing_utils.py",
    ),
    VariableDoc(
        name="TRANSFORMERS_SDPA_FORCE_GQA",
        read_by="transformers",
        values="1 to turn it on",
        effect=(
            "Grouped-query attention inside torch's own attention; on mps it is the default only "
            "from torch 2.13."
        ),
        when="at the first attention",
        source="transformers 5.23.0, integrations/sdpa_attention.py",
    ),
    VariableDoc(
        name="USE_MPS",
        read_by="the build of torch from source",
        values="1 or 0",
        effect="Whether a torch that is built from source has MPS; on macOS the default is on.",
        when="when torch is built",
        mistakes=("Set to 0, or with an Xcode older than 13.3.1, the build has no MPS.",),
        source="CMakeLists.txt of pytorch/pytorch",
    ),
)
