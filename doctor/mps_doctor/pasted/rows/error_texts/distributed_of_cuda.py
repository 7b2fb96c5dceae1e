"""What torch.distributed has for CUDA only."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="distributed-asks-cuda",
        cause="distributed-unsupported-on-mps",
        literals=(
            "can only be created when cuda is available",
            "only takes effect when cuda",
            "must be cuda for nccl",
            "requires a gpu for collectives",
            "only supported with gpus",
            "fsdp needs a non-cpu",
            "fsdp requires cuda",
            "custom backend 'mps'",
            "'mps' does not have a corresponding backend",
            "devicemesh only support",
            "dtensor randomness only",
            "the presence of cuda",
            "default backend not registered",
            "registered with this processgroup",
            "current compilation's accelerator",
            "init_process_group device_id parameter",
            "cannot use reduceop.",
            "unsupported gloo device",
            "processgroupgloo does not",
            "no available accelerator found",
            "output_device arguments only work",
            "could not retrieve or create the backend",
            "gloo connectfullmesh failed",
            "tensors must be cuda and dense",
            "symmetricmemory does not find",
            "backend for device 'mps'",
            "invalid backend: 'mps'",
            "c10d backend type mps",
            "cuda devices for ddp",
        ),
        pattern=(
            r"subgroups can only be created when cuda is available"
            r"|default group size only takes effect when cuda|device type must be cuda for nccl"
            r"|nccl requires a gpu for collectives|processgroupnccl is only supported with gpus"
            r"|fsdp (?:needs a non-cpu accelerator|requires cuda\b)"
            r"|custom backend 'mps' not implement"
            r"|'mps' does not have a corresponding backend registered"
            r"|devicemesh only supports? cpu or cuda device type"
            r"|dtensor randomness only supports cuda|requires the presence of cuda/cuda-like"
            r"|default backend not registered for device ?: ?mps"
            r"|no backend has been registered with this processgroup"
            r"|\bmps\b.{0,20} does not match the current compilation's accelerator"
            r"|init_process_group device_id parameter must be a|cannot use reduceop\.(?:avg"
            r"|premul_sum) with gloo|unsupported gloo device|processgroupgloo does not support"
            r"|(?:error|exception): no available accelerator found"
            r"|device_ids and output_device arguments only work with.{0,160}\bmps\b"
            r"|could not retrieve or create the backend \S{1,20} for device type mps"
            r"|gloo connectfullmesh failed|error: tensors must be cuda and dense"
            r"|symmetricmemory does not find allocation backend"
            r"|requested backend for device 'mps' is not present|\binvalid backend: 'mps'"
            r"|\bunknown c10d backend type mps\b|\binsufficient cuda devices for ddp\b"
        ),
        since="1.12",
        meaning=(
            "The distributed part of torch works with CUDA (NCCL) or with tensors on the CPU "
            "(gloo), and has nothing for mps."
        ),
        fix=(
            "Run one process without torchrun, DDP or FSDP, or keep the tensors of collectives on "
            "the CPU."
        ),
        source="torch 2.13.0 for macOS: torch/distributed/distributed_c10d.py",
        verbatim="Default group size only takes effect when CUDA is available.",
        on="mac",
        examples=(
            (
                "ValueError: Default group size only takes effect when CUDA is available.If your "
                "subgroup using a backend that does not depend on CUDA"
            ),
            "RuntimeError: NCCL requires a GPU for collectives",
            (
                "RuntimeError: FSDP needs a non-CPU accelerator device, but no accelerator device "
                "is detected."
            ),
            "RuntimeError: FSDP requires CUDA for streams",
            "AttributeError: Custom backend 'mps' not implement 'torch.mps.current_device'",
            "RuntimeError: DeviceMesh only support cpu or cuda device type, but got mps",
            (
                "RuntimeError: DTensor randomness only supports cuda/cuda-like device type, but "
                "got mps"
            ),
            "ValueError: Default backend not registered for device : mps",
            "RuntimeError: Cannot use ReduceOp.AVG with Gloo",
            "RuntimeError: makeDeviceForHostname(): unsupported gloo device",
            (
                "ValueError: DistributedDataParallel device_ids and output_device arguments only "
                "work with single-device/multiple-device GPU modules or CPU modules, but got "
                "device_ids [0], output_device 0, and module parameters {device(type='mps', "
                "index=0)}."
            ),
            "RuntimeError: Gloo connectFullMesh failed with [pair.cc:144] no error",
            "RuntimeError: Tensors must be CUDA and dense",
            (
                "ValueError: Requested backend for device 'mps' is not present in the parent "
                "process group (parent backends: cpu)"
            ),
            "ValueError: Invalid backend: 'mps'",
            "AssertionError: insufficient CUDA devices for DDP command",
        ),
        near_misses=(
            "Device 'npu' does not have a corresponding backend registered as 'torch.npu'.",
            "gloo works on this Mac",
            "the gloo mesh is full",
            "the backend for device 'cpu'",
        ),
    ),
)
