"""Devices and accelerators that have to be CUDA's."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="cuda-set-device-attr",
        cause="app-requires-cuda",
        literals=("has no attribute '_cuda",),
        meaning="The program calls CUDA functions of torch, which no Mac build has.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/meta-llama/llama3/issues/187",
        examples=("AttributeError: module 'torch._C' has no attribute '_cuda_setDevice'",),
        near_misses=("AttributeError: module 'torch._C' has no attribute '_mps_emptyCache'",),
    ),
    ErrorText(
        id="cuda-device-requested",
        cause="app-requires-cuda",
        literals=("invalid cuda",),
        pattern=r"invalid cuda '?-?-?device",
        meaning="The program was told to use a CUDA device by number.",
        fix="Pass device=mps (or cpu).",
        source="https://github.com/ultralytics/ultralytics/issues/2599",
        examples=(
            (
                "ValueError: Invalid CUDA 'device=0' requested. Use 'device=cpu' or pass valid "
                "CUDA device(s) if available"
            ),
        ),
        near_misses=("Invalid device requested",),
    ),
    ErrorText(
        id="pin-memory-mps",
        cause="app-requires-cuda",
        literals=("cannot pin",),
        pattern=r"cannot pin '?(?:torch\.)?mps",
        meaning="The program pins memory, which is for CUDA.",
        fix="Set pin_memory=False.",
        source="https://github.com/pytorch/pytorch/issues/86060",
        examples=(
            "RuntimeError: Cannot pin 'torch.mps.FloatTensor' only dense CPU tensors can be pinned",
        ),
        near_misses=("pin_memory=True",),
    ),
    ErrorText(
        id="cuda-get-device-count",
        cause="app-requires-cuda",
        literals=("cudagetdevicecount",),
        meaning="The program calls CUDA, which a Mac does not have.",
        fix="Choose the device in the program: mps where available, otherwise cpu.",
        source="https://github.com/pytorch/pytorch/blob/main/c10/cuda/CUDAFunctions.cpp",
        examples=("RuntimeError: Unexpected error from cudaGetDeviceCount().",),
        near_misses=("cuda device count: 0",),
    ),
    ErrorText(
        id="unsupported-device-mps",
        cause="app-requires-cuda",
        literals=("unsupported device",),
        pattern=r"unsupported device(?: type)?:? ?['\"]?mps\b",
        meaning="This library knows no mps: it has its own back ends for CPU and CUDA.",
        fix="Use its CPU mode, or another program for Macs.",
        source="https://opennmt.net/CTranslate2/hardware_support.html",
        any_program=True,
        examples=("ValueError: unsupported device mps", "RuntimeError: Unsupported device: 'mps'"),
        near_misses=("ValueError: unsupported device cuda",),
    ),
    ErrorText(
        id="no-torch-accelerator",
        cause="app-requires-cuda",
        literals=("cannot find any torch accelerator",),
        meaning="The program takes GPUs of NVIDIA, AMD and Intel only.",
        fix="Use another back end of the program for Macs, such as MLX, or the CPU.",
        source="https://docs.unsloth.ai/get-started/fine-tuning-for-beginners/unsloth-requirements",
        examples=(
            "NotImplementedError: Unsloth cannot find any torch accelerator? You need a GPU.",
        ),
        near_misses=("found a torch accelerator",),
    ),
    ErrorText(
        id="lightning-cuda-accelerator",
        cause="app-requires-cuda",
        literals=("run on your system",),
        pattern=r"`?(?:gpu|cuda)accelerator`? can not run on your system",
        meaning=(
            "The trainer was told to use CUDA (or the GPU in a version of Lightning that means "
            "CUDA by it)."
        ),
        fix='Use accelerator="mps" or "auto".',
        source=(
            "https://github.com/Lightning-AI/pytorch-lightning/blob/master/src/lightning/pytorch/tr"
            "ainer/connectors/accelerator_connector.py"
        ),
        examples=(
            (
                "MisconfigurationException: GPUAccelerator can not run on your system since the "
                "accelerator is not available."
            ),
            (
                "MisconfigurationException: `CUDAAccelerator` can not run on your system since the "
                "accelerator is not available."
            ),
        ),
        near_misses=("`TPUAccelerator` can not run on your system",),
    ),
    ErrorText(
        id="mps-key-error",
        cause="app-requires-cuda",
        literals=("keyerror:",),
        pattern=r"keyerror: ['\"]mps['\"]",
        meaning="The program looks its devices up in a list of its own, and mps is not in it.",
        fix="Run the program on the CPU, or ask its authors for mps.",
        source="https://github.com/dmlc/dgl/issues/4274",
        rule="cuda-or-compiler",
        examples=("KeyError: 'mps'",),
        near_misses=("KeyError: 'mps_scale'",),
    ),
    ErrorText(
        id="stream-or-graph-of-device",
        cause="app-requires-cuda",
        literals=(
            "stream creation failed with device = mps",
            "implements streams, got",
            "does not support graphs: torch",
            "no compute stream for device type mps",
            "no device events for device type mps",
        ),
        pattern=(
            r"\bstream creation failed with device = mps|\bimplements streams, got `?mps"
            r"|\bdoes not support graphs: torch\.get_device_module\(\)\.__name__ = (?:torch\.)?mps"
            r"|\bno (?:compute stream|device events) for device type mps"
        ),
        meaning=(
            "The program works with streams, events or graphs of CUDA; mps has none of that kind."
        ),
        fix="Turn that mode off (use_stream, graphs, asynchronous batching).",
        source="https://github.com/huggingface/transformers/tree/main/src/transformers/generation",
        examples=(
            "RuntimeError: Stream creation failed with device = mps.",
            "ValueError: whose backend implements streams, got `mps`.",
            (
                "RuntimeError: The current device does not support graphs: "
                "torch.get_device_module().__name__ = mps."
            ),
            "RuntimeError: no compute stream for device type mps",
            "RuntimeError: no device events for device type mps",
        ),
        near_misses=("The stream of mps", "no device events for device type cpu"),
    ),
    ErrorText(
        id="torch-device-needs-index",
        cause="app-requires-cuda",
        literals=("torch.device with a specified index",),
        pattern=r"expected a torch\.device with a specified index or an integer, but got: ?mps",
        meaning="A function of torch.cuda was given the device mps.",
        fix="Guard what belongs to CUDA: ask for its memory and its state on CUDA alone.",
        source="https://github.com/pytorch/pytorch/blob/main/torch/cuda/_utils.py",
        examples=(
            "ValueError: Expected a torch.device with a specified index or an integer, but got:mps",
        ),
        near_misses=(
            (
                "ValueError: Expected a torch.device with a specified index or an integer, but "
                "got:cuda"
            ),
        ),
    ),
    ErrorText(
        id="pin-memory-on-mps",
        cause="app-requires-cuda",
        kind="warning",
        literals=("pin_memory",),
        pattern=r"'pin_memory' argument is set as true but not supported on mps",
        since="2.7",
        meaning=(
            "The CPU and the GPU of a Mac share their memory, so torch ignores pin_memory; nothing "
            "is wrong."
        ),
        fix="Pass pin_memory=False on a Mac to silence the warning.",
        source="https://github.com/pytorch/pytorch/blob/v2.13.0/torch/utils/data/dataloader.py",
        rule="silent",
        examples=(
            "UserWarning: 'pin_memory' argument is set as true but not supported on MPS now, then "
            "device pinned memory won't be used.",
            "dataloader.py:1095: UserWarning: 'pin_memory' argument is set as true but not "
            "supported on MPS now, device pinned memory won't be used.",
        ),
        near_misses=(
            "DataLoader(data, pin_memory=True)",
            "UserWarning: 'pin_memory' argument is set as true but no accelerator is found",
        ),
    ),
    ErrorText(
        id="device-choice-without-mps",
        cause="app-requires-cuda",
        literals=("invalid choice: 'mps",),
        pattern=r"invalid choice: 'mps(?::0)?' ?\(choose from ",
        meaning="The program lets you choose among other devices only: it has no code for mps.",
        fix="Choose cpu, or a version of the program that knows mps.",
        source="https://docs.python.org/3/library/argparse.html#choices",
        on="mac",
        examples=(
            "train.py: error: argument --device: invalid choice: 'mps' (choose from 'cpu', 'cuda')",
            "argument -d/--device: invalid choice: 'mps:0' (choose from cuda, cpu)",
        ),
        near_misses=("argument --device: invalid choice: 'gpu' (choose from 'cpu', 'mps')",),
    ),
)
