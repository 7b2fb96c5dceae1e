"""torch.distributed, NCCL and gloo."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="no-communication-backend-for-mps",
        cause="distributed-unsupported-on-mps",
        literals=("know which communication backend to use",),
        pattern=r"detected accelerator mps\b.{0,80}know which communication backend to use",
        meaning="torch.distributed has no way to exchange tensors of mps between processes.",
        fix="Run one process without torchrun, DDP or deepspeed; gloo works for CPU tensors.",
        source="torch 2.13.0 for macOS: torch/distributed/distributed_c10d.py",
        verbatim="we don't know which communication backend to use for this accelerator",
        examples=(
            (
                "ValueError: We detected accelerator mps on your machine. But we don't know which "
                "communication backend to use for this accelerator. Please specify the `backend` "
                "argument in the `init_process_group` call."
            ),
        ),
        near_misses=(
            (
                "ValueError: We detected accelerator xpu on your machine. But we don't know which "
                "communication backend to use for this accelerator."
            ),
        ),
    ),
    ErrorText(
        id="nccl-not-built-in",
        cause="distributed-unsupported-on-mps",
        literals=("distributed package does",),
        pattern=r"distributed package doesn'?t have (?:nccl|gloo)\b",
        since="1.12",
        meaning="NCCL is for NVIDIA GPUs; no Mac build of torch has it.",
        fix="Run one process without torchrun, DDP or deepspeed; gloo works for CPU tensors.",
        source="torch 2.13.0 for macOS: torch/distributed/distributed_c10d.py",
        verbatim="Distributed package doesn't have NCCL built in",
        examples=(
            "RuntimeError: Distributed package doesn't have NCCL built in",
            "RuntimeError: Distributed package doesn't have Gloo built in",
        ),
        near_misses=(
            "RuntimeError: Distributed package doesn't have MPI built in",
            "Distributed package does work with gloo",
        ),
    ),
    ErrorText(
        id="ddp-mps-lightning",
        cause="distributed-unsupported-on-mps",
        literals=("strategies from the ddp family are not supported on the mps accelerator",),
        pattern=(
            r"(?:\b(?:\w{5,30}error|misconfigurationexception): .{0,160})?strategies from the ddp "
            r"family are not supported on the mps accelerator"
        ),
        meaning="There is one Apple GPU and no collective operations for it.",
        fix='Leave strategy="ddp" out, or use accelerator="cpu".',
        source=(
            "https://github.com/Lightning-AI/pytorch-lightning/blob/master/src/lightning/fabric/con"
            "nector.py"
        ),
        examples=(
            (
                "ValueError: With `accelerator='mps'`, strategies from the DDP family are not "
                "supported on the MPS accelerator."
            ),
        ),
        near_misses=("strategies from the DDP family are supported on the GPU accelerator",),
    ),
    ErrorText(
        id="ddp-mps-strategy",
        cause="distributed-unsupported-on-mps",
        literals=("strategy",),
        pattern=(
            r"(?:strategy ?= ?['\"]?(?:ddp|fsdp|deepspeed)\w{0,80}['\"]?.{0,80}\bmps\b"
            r"|\bmps\b.{0,80}strategy ?= ?['\"]?(?:ddp|fsdp|deepspeed))"
        ),
        meaning="There is one Apple GPU and no collective operations for it.",
        fix="Leave the distributed strategy out.",
        source="https://github.com/Lightning-AI/pytorch-lightning/issues/16148",
        examples=(
            (
                "ValueError: You set `strategy=ddp` but strategies from the DDP family are not "
                "supported on the MPS accelerator"
            ),
        ),
        near_misses=("using strategy ddp with 4 GPUs",),
    ),
    ErrorText(
        id="ddp-module-mps",
        cause="distributed-unsupported-on-mps",
        literals=("distributeddataparallel",),
        pattern=r"(?:error|exception)\b.{0,120}distributeddataparallel.{0,120}\bmps\b",
        meaning="Distributed training has no mps.",
        fix="Train in one process without DistributedDataParallel.",
        source="https://github.com/pytorch/pytorch/issues/160732",
        examples=(
            (
                "ValueError: DistributedDataParallel device_ids and output_device arguments only "
                "work with single-device modules on mps"
            ),
        ),
        near_misses=("model = DistributedDataParallel(model)",),
    ),
    ErrorText(
        id="distributed-op-no-fallback",
        cause="distributed-unsupported-on-mps",
        literals=("that distributed operators can not fall back to cpu",),
        since="2.11",
        meaning="Collective operations do not exist for mps.",
        fix="Move tensors to the CPU for collectives, or run one process.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="distributed operators can not fall back to CPU",
        examples=(
            (
                "NotImplementedError: The operator 'c10d::allreduce_' is not currently implemented "
                "for the MPS device. Please note, that distributed operators can not fall back to "
                "CPU"
            ),
        ),
        near_misses=("operators can fall back to CPU",),
    ),
    ErrorText(
        id="c10d-op-mps",
        cause="distributed-unsupported-on-mps",
        literals=("c10d::", "no backend type associated with device type mps"),
        pattern=(
            r"operator 'c10d::\w{1,80}' is not current(?:ly)? implemented for the mps"
            r"|could not run 'c10d::\w{1,80}' with arguments from the 'mps'"
            r"|no backend type associated with device type mps"
        ),
        since="2.0",
        meaning="Collective operations do not exist for mps.",
        fix="Move tensors to the CPU for collectives, or run one process.",
        source="https://github.com/pytorch/pytorch/issues/160732",
        examples=(
            (
                "NotImplementedError: The operator 'c10d::allgather_' is not currently implemented "
                "for the MPS device."
            ),
        ),
        near_misses=("c10d::allgather_ finished on cpu",),
    ),
    ErrorText(
        id="gloo-mps",
        cause="distributed-unsupported-on-mps",
        literals=("processgroupgloo",),
        pattern=(
            r"processgroupgloo\W.{0,80}(?:unsupported|invalid|not supported).{0,40}(?:mps|device)"
            r"|processgroupgloo::\w{1,30}: (?:invalid|unsupported)[^\n]{0,300}\bdevice=mps\b"
        ),
        meaning="The gloo back end works on CPU tensors only.",
        fix="Move tensors to the CPU for collectives, or run one process.",
        source="https://github.com/pytorch/pytorch/issues/160732",
        examples=(
            "RuntimeError: ProcessGroupGloo::allreduce: unsupported device type mps",
            (
                "RuntimeError: ProcessGroupGloo::allgather: invalid tensor type at index 0 "
                "(expected TensorOptions(dtype=long long, device=cpu, layout=Strided, "
                "requires_grad=false (default), pinned_memory=false (default)), got "
                "TensorOptions(dtype=long long, device=mps:0, layout=Strided))"
            ),
        ),
        near_misses=("ProcessGroupGloo initialised",),
    ),
    ErrorText(
        id="nccl-backend-unavailable",
        cause="distributed-unsupported-on-mps",
        literals=("nccl",),
        pattern=(
            r"(?:'?nccl'? (?:is not|not) (?:available|compiled|supported|built)"
            r"|module 'torch\.distributed' has no attribute 'processgroupnccl'"
            r"|torch\.cuda\.nccl\b.{0,40}not available)"
        ),
        meaning="NCCL is for NVIDIA GPUs; no Mac build of torch has it.",
        fix="Run one process without torchrun, DDP or deepspeed.",
        source="https://github.com/pytorch/pytorch/issues/160732",
        examples=(
            (
                "RuntimeError: Default process group backend 'nccl' is not available on this "
                "platform: nccl not compiled"
            ),
        ),
        near_misses=("NCCL version 2.18.3",),
    ),
    ErrorText(
        id="nccl-not-compiled",
        cause="distributed-unsupported-on-mps",
        literals=("nccl support",),
        pattern=r"not compiled with nccl support|nccl support is not compiled",
        meaning="NCCL exists for CUDA only.",
        fix="Use the gloo backend on the CPU, or one process on mps.",
        source="torch 2.13.0 for macOS: torch/distributed/distributed_c10d.py",
        verbatim="NCCL support is not compiled",
        examples=(
            "RuntimeError: PyTorch is not compiled with NCCL support",
            (
                "RuntimeError: Attempted to get default timeout for nccl backend, but NCCL support "
                "is not compiled"
            ),
        ),
        near_misses=("NCCL support was added",),
    ),
    ErrorText(
        id="gloo-no-device",
        cause="distributed-unsupported-on-mps",
        literals=("unsupported gloo device",),
        meaning=(
            "gloo found no network device to speak over; its collectives take CPU tensors only."
        ),
        fix=(
            "Run one process; or set GLOO_SOCKET_IFNAME=lo0 and keep tensors on the CPU for "
            "collectives."
        ),
        source=(
            "https://github.com/pytorch/pytorch/blob/main/torch/csrc/distributed/c10d/GlooDeviceFac"
            "tory.cpp"
        ),
        examples=("RuntimeError: makeDeviceForHostname(): unsupported gloo device",),
        near_misses=("gloo device en0 is supported",),
    ),
    ErrorText(
        id="tensors-cuda-and-dense",
        cause="distributed-unsupported-on-mps",
        literals=("tensors must be cuda and dense",),
        meaning="NCCL sends tensors between NVIDIA GPUs only.",
        fix="Train with one process, or with gloo and tensors on the CPU.",
        source=(
            "https://github.com/pytorch/pytorch/blob/main/torch/csrc/distributed/c10d/ProcessGroupN"
            "CCL.cpp"
        ),
        examples=("RuntimeError: Tensors must be CUDA and dense",),
        near_misses=("Tensors must be dense",),
    ),
    ErrorText(
        id="built-without-distributed",
        cause="distributed-unsupported-on-mps",
        literals=("_distributed_c10d", "_c10d_init", "module 'torch.distributed' has no"),
        pattern=(
            r"no module named '?torch\._c\._distributed_c10d"
            r"|module 'torch\._c' has no attribute '_c10d_init'"
            r"|module 'torch\.distributed' has no attribute '(?:reduceop|init_process_group"
            r"|is_initialized|get_rank|get_world_size|group|processgroup)'"
        ),
        meaning="This torch was built without torch.distributed, as some packagers do for a Mac.",
        fix="Install torch from PyPI, whose builds for a Mac have it, or run one process.",
        source="torch 2.13.0 for macOS: torch/distributed/__init__.py",
        verbatim="_c10d_init",
        examples=(
            "AttributeError: module 'torch._C' has no attribute '_c10d_init'",
            (
                "ModuleNotFoundError: No module named 'torch._C._distributed_c10d'; 'torch._C' is "
                "not a package"
            ),
            "AttributeError: module 'torch.distributed' has no attribute 'ReduceOp'",
        ),
        near_misses=(
            "from torch._C._distributed_c10d import ReduceOp",
            "AttributeError: module 'torch._C' has no attribute 'TensorBase'",
            "AttributeError: module 'torch.distributed' has no attribute 'device_meshes'",
        ),
    ),
)
