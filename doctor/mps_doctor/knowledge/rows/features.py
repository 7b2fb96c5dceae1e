"""What MPS can do in which torch on which macOS, each with its source."""

import msgspec


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """Where a feature is: in these versions of torch, from this macOS on."""

    torch: str
    macos: str = ""


class Feature(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that MPS can do in some versions."""

    id: str
    title: str
    rules: tuple[Rule, ...]
    """It is there where one of them fits."""
    words: str
    """The rules as people say them."""
    source: str


FEATURES = (
    Feature(
        id="backends-mps",
        title="torch.backends.mps",
        rules=(Rule(torch=">=1.12"),),
        words="from torch 1.12",
        source=(
            "torch/backends/mps/__init__.py in the macOS wheel of torch 1.12.1; no such file before"
        ),
    ),
    Feature(
        id="torch-mps",
        title="torch.mps: seeds, synchronisation, memory statistics and limits",
        rules=(Rule(torch=">=2.0"),),
        words="from torch 2.0",
        source="torch/mps/__init__.py in the macOS wheel of torch 2.0.1",
    ),
    Feature(
        id="events-profiler",
        title="torch.mps.Event and torch.mps.profiler",
        rules=(Rule(torch=">=2.1"),),
        words="from torch 2.1",
        source="torch/mps in the macOS wheel of torch 2.1.2",
    ),
    Feature(
        id="device-count",
        title="torch.mps.device_count",
        rules=(Rule(torch=">=2.4"),),
        words="from torch 2.4",
        source="torch/mps/__init__.py in the macOS wheel of torch 2.4.1",
    ),
    Feature(
        id="recommended-memory",
        title="torch.mps.is_available and recommended_max_memory",
        rules=(Rule(torch=">=2.5"),),
        words="from torch 2.5",
        source="torch/mps/__init__.py in the macOS wheel of torch 2.5.1",
    ),
    Feature(
        id="own-shaders",
        title="torch.mps.compile_shader: Metal kernels of your own",
        rules=(Rule(torch=">=2.7"),),
        words="from torch 2.7",
        source="torch/mps/__init__.py in the macOS wheel of torch 2.7.1",
    ),
    Feature(
        id="device-name",
        title="torch.backends.mps.get_name and get_core_count",
        rules=(Rule(torch=">=2.9"),),
        words="from torch 2.9",
        source="torch/backends/mps/__init__.py in the macOS wheel of torch 2.9.1",
    ),
    Feature(
        id="load-metallib",
        title="torch.mps.load_metallib: compiled Metal libraries of your own",
        rules=(Rule(torch=">=2.13"),),
        words="from torch 2.13",
        source="torch/mps/__init__.py in the macOS wheel of torch 2.13.0",
    ),
    Feature(
        id="streams",
        title="torch.mps.Stream: several streams of work",
        rules=(Rule(torch=">=2.15"),),
        words="from torch 2.15",
        source="torch/mps/__init__.py in the macOS wheel of torch 2.15.0",
    ),
    Feature(
        id="bfloat16",
        title="bfloat16 tensors",
        rules=(
            Rule(torch=">=2.3,<2.9", macos="14.0"),
            Rule(torch=">=2.9"),
        ),
        words="torch 2.3 to 2.8 from macOS 14, later torch always",
        source="texts in libtorch_cpu of the macOS wheels of torch 2.2.2 and 2.8.0",
    ),
    Feature(
        id="complex64",
        title="complex64 tensors, a few operators excepted",
        rules=(
            Rule(torch=">=2.3,<2.9", macos="14.0"),
            Rule(torch=">=2.9"),
        ),
        words="torch 2.3 to 2.8 from macOS 14, later torch always",
        source=(
            "texts in libtorch_cpu of the macOS wheels; torch/testing/_internal/common_mps.py of "
            "torch 2.15.0"
        ),
    ),
    Feature(
        id="fft",
        title="Fourier transforms (torch.fft)",
        rules=(Rule(torch=">=2.3", macos="14.0"),),
        words="torch 2.3 from macOS 14",
        source=(
            "texts in libtorch_cpu of the macOS wheel of torch 2.4.1; "
            "torch/testing/_internal/common_mps.py of torch 2.8.0"
        ),
    ),
    Feature(
        id="conv3d",
        title="3-D convolution",
        rules=(
            Rule(torch=">=2.3,<2.9", macos="13.2"),
            Rule(torch=">=2.9"),
        ),
        words=(
            "from torch 2.3, up to 2.8 from macOS 13.2; torch's own tests of it are still "
            "switched off"
        ),
        source=(
            "texts in libtorch_cpu of the macOS wheels; torch/testing/_internal/common_mps.py of "
            "torch 2.15.0"
        ),
    ),
    Feature(
        id="conv-transpose3d",
        title="transposed 3-D convolution, float32 only",
        rules=(Rule(torch=">=2.8"),),
        words="from torch 2.8",
        source="texts in libtorch_cpu of the macOS wheels of torch 2.7.1 and 2.8.0",
    ),
    Feature(
        id="int64-reductions",
        title="int64 reductions, min, max and sort without a detour over int32",
        rules=(Rule(torch=">=1.12", macos="13.3"),),
        words="from macOS 13.3",
        source="texts in libtorch_cpu of the macOS wheels of torch 2.0.1 to 2.8.0",
    ),
    Feature(
        id="grid-sampler",
        title="grid_sample on the GPU",
        rules=(
            Rule(torch=">=1.12,<2.9", macos="13.2"),
            Rule(torch=">=2.9"),
        ),
        words="up to torch 2.8 from macOS 13.2, later torch always",
        source="texts in libtorch_cpu of the macOS wheel of torch 2.8.0",
    ),
    Feature(
        id="scatter-int32",
        title="scatter_reduce with amin or amax of int32",
        rules=(
            Rule(torch=">=2.6,<2.13", macos="15.0"),
            Rule(torch=">=2.13"),
        ),
        words="torch 2.6 to 2.12 from macOS 15",
        source="texts in libtorch_cpu of the macOS wheel of torch 2.12.1",
    ),
    Feature(
        id="large-bmm",
        title="batched products with more than 4 G entries",
        rules=(Rule(torch=">=2.5", macos="15.0"),),
        words="torch 2.5 from macOS 15",
        source="texts in libtorch_cpu of the macOS wheels of torch 2.5.1 to 2.14.0",
    ),
    Feature(
        id="matrix-exp",
        title="torch.linalg.matrix_exp on the GPU",
        rules=(Rule(torch=">=2.14", macos="15.0"),),
        words="torch 2.14 from macOS 15",
        source="texts in libtorch_cpu of the macOS wheels of torch 2.14.0 and 2.15.0",
    ),
    Feature(
        id="autocast-fp16",
        title="autocast to float16",
        rules=(Rule(torch=">=2.5"),),
        words="from torch 2.5",
        source="torch/amp/autocast_mode.py in the macOS wheel of torch 2.5.1",
    ),
    Feature(
        id="autocast-bf16",
        title="autocast to bfloat16",
        rules=(Rule(torch=">=2.6", macos="14.0"),),
        words="torch 2.6 from macOS 14",
        source="torch/amp/autocast_mode.py in the macOS wheel of torch 2.6.0",
    ),
    Feature(
        id="grad-scaler",
        title="torch.amp.GradScaler",
        rules=(Rule(torch=">=2.8"),),
        words="from torch 2.8",
        source="torch/amp/grad_scaler.py in the macOS wheel of torch 2.8.0",
    ),
    Feature(
        id="attention",
        title="scaled_dot_product_attention with its own kernel",
        rules=(Rule(torch=">=2.5"),),
        words="from torch 2.5",
        source="https://github.com/pytorch/pytorch/issues/131362",
    ),
    Feature(
        id="attention-vector",
        title="faster attention for one token at a time",
        rules=(Rule(torch=">=2.8"),),
        words="from torch 2.8",
        source="kernels in libtorch_cpu of the macOS wheel of torch 2.8.0",
    ),
    Feature(
        id="attention-prefill",
        title="faster attention for long prompts",
        rules=(Rule(torch=">=2.13"),),
        words="from torch 2.13",
        source="https://github.com/pytorch/pytorch/issues/181575",
    ),
    Feature(
        id="attention-dropout",
        title="dropout in scaled_dot_product_attention is accepted, and ignored",
        rules=(Rule(torch=">=1.12,<2.13"),),
        words="up to torch 2.12; then it raises",
        source="https://github.com/pytorch/pytorch/issues/184126",
    ),
    Feature(
        id="float8",
        title="float8 scaled products",
        rules=(Rule(torch=">=2.15"),),
        words="from torch 2.15",
        source="operators in libtorch_cpu of the macOS wheel of torch 2.15.0",
    ),
    Feature(
        id="metal-4",
        title="Metal 4 matrix kernels (Apple silicon)",
        rules=(Rule(torch=">=2.15", macos="26.2"),),
        words="torch 2.15 from macOS 26.2",
        source=(
            "libtorch_cpu of the macOS wheel of torch 2.15.0; "
            "https://github.com/pytorch/pytorch/issues/196881"
        ),
    ),
    Feature(
        id="compile",
        title="torch.compile, as a prototype in 2.7",
        rules=(Rule(torch=">=2.7"),),
        words="from torch 2.7",
        source="torch/_inductor/codegen/mps.py in the macOS wheels of torch 2.7.1 and 2.8.0",
    ),
    Feature(
        id="virtual-machine",
        title="MPS inside a virtual machine of macOS",
        rules=(Rule(torch=">=1.12,<2.15"),),
        words="up to torch 2.14, often with wrong results; 2.15 asks for an Apple GPU of family 7",
        source=(
            "MPSDevice in libtorch_cpu of the macOS wheel of torch 2.15.0; "
            "https://github.com/pytorch/pytorch/issues/196881"
        ),
    ),
    Feature(
        id="amd-gpu",
        title="MPS on the AMD GPU of an Intel Mac",
        rules=(Rule(torch=">=1.12,<2.13"),),
        words="up to torch 2.12; later torch asks for unified memory",
        source=(
            "the memory allocator in libtorch_cpu of the macOS wheel of torch 2.13.0; "
            "https://github.com/pytorch/pytorch/issues/169874"
        ),
    ),
)
