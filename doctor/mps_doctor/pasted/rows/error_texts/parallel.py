"""Frameworks that train on several devices."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="deepspeed-mps",
        cause="distributed-unsupported-on-mps",
        literals=("deepspeed",),
        pattern=(
            r"(?:error|exception)\b[^\n]{0,60}deepspeed(?!strategy)[^\n]{0,60}(?:not supported"
            r"|unsupported|unable|missing cuda)(?! to load)[^\n]{0,60}"
        ),
        meaning="DeepSpeed's collectives do not work on mps.",
        fix="Train without deepspeed.",
        source="https://github.com/deepspeedai/DeepSpeed/issues/8293",
        examples=("RuntimeError: DeepSpeed is not supported on mps accelerator",),
        near_misses=(
            "DeepSpeed C++/CUDA extension op report",
            (
                "TypeError: `DeepSpeedStrategy.save_checkpoint(..., filter=...)` is not supported "
                "because"
            ),
        ),
    ),
    ErrorText(
        id="data-parallel-mps",
        cause="distributed-unsupported-on-mps",
        literals=(
            "module must have its parameters and buffers on device",
            "module must have its parameters and buffers on device 'mps",
        ),
        pattern=r"module must have its parameters and buffers on device '?mps",
        since="1.12",
        meaning="DataParallel has no mps.",
        fix="Leave DataParallel out.",
        source="torch 2.13.0 for macOS: torch/nn/parallel/data_parallel.py",
        verbatim="module must have its parameters and buffers ",
        examples=(
            (
                "RuntimeError: module must have its parameters and buffers on device mps:0 "
                "(device_ids[0]) but found one of them on device: cpu"
            ),
            (
                "RuntimeError: Module must have its parameters and buffers on device 'mps:0' but "
                "found one of them on device 'cpu'"
            ),
        ),
        near_misses=(
            (
                "RuntimeError: module must have its parameters and buffers on device cuda:0 "
                "(device_ids[0])"
            ),
        ),
    ),
    ErrorText(
        id="no-backend-for-mps",
        cause="distributed-unsupported-on-mps",
        literals=("backend type associated with device type mps",),
        meaning="No collective operations exist for mps.",
        fix="Move tensors to the CPU for collectives, or run one process.",
        source="https://github.com/pytorch/pytorch/issues/160732",
        examples=("RuntimeError: No backend type associated with device type mps",),
        near_misses=("RuntimeError: No backend type associated with device type xpu",),
    ),
    ErrorText(
        id="torch-distributed-attribute",
        cause="distributed-unsupported-on-mps",
        literals=("module 'torch.distributed' has no attribute",),
        meaning="This build of torch has no distributed package, as early builds for Macs.",
        fix="Use a newer torch, or run one process.",
        source="https://github.com/pytorch/pytorch/issues/57541",
        examples=("AttributeError: module 'torch.distributed' has no attribute 'ReduceOp'",),
        near_misses=("AttributeError: module 'torch' has no attribute 'distributed_x'",),
    ),
    ErrorText(
        id="distributed-words-mps",
        cause="distributed-unsupported-on-mps",
        literals=("not supported",),
        pattern=(
            r"\b(?:fsdp2?|ddp|deepspeed|distributed(?: training)?|tensor parallel\w{0,80}"
            r"|multi-?gpu)\b[^\n]{0,40}\bnot supported\b[^\n]{0,30}\bmps\b"
            r"|\bmps\b[^\n]{0,40}\bnot supported\b[^\n]{0,30}\b(?:fsdp|ddp|distributed)"
        ),
        meaning="Distributed training does not exist for mps.",
        fix="Train in one process.",
        source="https://huggingface.co/docs/accelerate/usage_guides/mps",
        examples=("ValueError: FSDP is not supported on mps devices",),
        near_misses=("ValueError: fp16 is not supported on mps devices",),
    ),
    ErrorText(
        id="fsdp-requires-gpu",
        cause="distributed-unsupported-on-mps",
        literals=("fsdp", "given device_id argument mps"),
        pattern=(
            r"\bfsdp\b[^\n]{0,60}(?:gpu accelerator is not used|is only available on (?:gpu|cuda)"
            r"|requires a gpu accelerator)|\bfsdp does not support cpu only\b"
            r"|\bfsdp-managed module\b.{0,60}\bhas parameters on (?:mps|cpu)\b"
            r"|\bis given device_id argument mps\b"
        ),
        meaning="FSDP needs CUDA devices.",
        fix="Train on one device: devices=1 without a strategy.",
        source=(
            "https://github.com/Lightning-AI/pytorch-lightning/tree/master/src/lightning/pytorch/st"
            "rategies"
        ),
        examples=(
            (
                "MisconfigurationException: You selected strategy to be `fsdp`, but GPU "
                "accelerator is not used."
            ),
            (
                "You selected the FSDP strategy but FSDP is only available on GPU. Set "
                "`Fabric(accelerator='gpu', ...)`"
            ),
            (
                "ValueError: The strategy `fsdp` requires a GPU accelerator, but received "
                "`accelerator=mps`."
            ),
            "RuntimeError: FSDP does not support CPU only execution",
            (
                "RuntimeError: An FSDP-managed module unexpectedly has parameters on cpu. Make "
                "sure to move the module to mps before training."
            ),
            "RuntimeError: Module on rank 0 is given device_id argument mps:0, but is on cpu.",
        ),
        near_misses=("strategy fsdp was selected",),
    ),
    ErrorText(
        id="deepspeed-cuda-only",
        cause="distributed-unsupported-on-mps",
        literals=("deepspeed strategy is only supported",),
        meaning="DeepSpeed needs CUDA devices.",
        fix="Train on one device without DeepSpeed.",
        source=(
            "https://github.com/Lightning-AI/pytorch-lightning/tree/master/src/lightning/pytorch/st"
            "rategies"
        ),
        examples=(
            (
                "RuntimeError: The DeepSpeed strategy is only supported on CUDA GPUs but `mps` is "
                "used."
            ),
        ),
        near_misses=("The DeepSpeed strategy is supported",),
    ),
    ErrorText(
        id="mps-mesh",
        cause="distributed-unsupported-on-mps",
        literals=("does not support an mps mesh",),
        meaning="A mesh of devices cannot hold mps: there is one GPU in a Mac.",
        fix="Use one device, without tensor or data parallelism.",
        source=(
            "https://github.com/huggingface/transformers/tree/main/src/transformers/integrations"
        ),
        examples=(
            (
                "PyTorch's built-in DeviceMesh/DTensor stack does not support an MPS mesh. Falling "
                "back to CPU."
            ),
        ),
        near_misses=("DeviceMesh does not support an empty mesh",),
    ),
    ErrorText(
        id="gloo-without-mps-words",
        cause="distributed-unsupported-on-mps",
        literals=("gloo",),
        beside=("mps",),
        pattern=(
            r"\bgloo\b[^.\n]{0,40}\b(?:(?:does|do|is|are|will)(?: not|n't)|cannot|no|lacks?|should"
            r"|without)\b[^.\n]{0,40}\bmps\b"
        ),
        meaning="Gloo is said to have no support for tensors on mps.",
        fix="Train on one GPU, or move the tensors to the CPU before a collective operation.",
        source="https://github.com/pytorch/pytorch/issues/160732",
        examples=("gloo does not work with mps tensors", "the gloo backend should support mps too"),
        near_misses=("gloo works on the CPU, mps is used for the rest",),
    ),
    ErrorText(
        id="parallel-not-on-mps",
        cause="distributed-unsupported-on-mps",
        literals=(
            "parallelism",
            "distributed backend found",
            "supported in your machine",
            "for nccl backend",
            "nccl requires gpus",
            "only supported with gpus",
            "fsdp is not",
            "distributedtype.mps",
            "support distributed",
            "support multi-gpu",
        ),
        pattern=(
            r"\bparallelism (?:is|has) not (?:been )?supported (?:on|for) (?:device type )?'?mps\b"
            r"|\bno distributed backend found for device type '?mps|\b(?:nccl"
            r"|gloo) is not supported in your machine\b"
            r"|\bdevice type must be cuda for nccl backend\b|\bbackend nccl requires gpus\b"
            r"|\bprocessgroupnccl is only supported with gpus\b|\bfsdp is not (?:compatible"
            r"|supported)[^.]{0,60}\bmps\b|\bparallelismconfig is only compatible\b.{0,100}\bdistri"
            r"butedtype\.mps\b|\bmps (?:device |backend )?does not support (?:distributed"
            r"|multi-gpu)\b"
        ),
        meaning="Training or inference spread over several devices does not exist with mps.",
        fix="Run one process on mps, or several on the CPU with gloo.",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/distributed",
        examples=(
            "RuntimeError: Tensor parallelism is not supported on MPS devices.",
            "RuntimeError: Parallelism has not been supported for MPS",
            "ValueError: No distributed backend found for device type 'mps'",
            "ValueError: GLOO is not supported in your machine.",
            "ValueError: device type must be cuda for nccl backend",
            "DistBackendError: backend nccl requires GPUs",
            "ValueError: ProcessGroupNCCL is only supported with GPUs, no GPUs found!",
            "ValueError: FSDP is not compatible with it but got device_mesh = mps.",
            (
                "ValueError: ParallelismConfig is only compatible with others, but got "
                "DistributedType.MPS."
            ),
            "RuntimeError: mps does not support distributed",
            "ValueError: mps does not support multi-GPU",
        ),
        near_misses=("Set TOKENIZERS_PARALLELISM=false", "The parallelism of mps is fine"),
    ),
)
