"""Checkpoints of another device."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="cuda-checkpoint-in-a-stack",
        cause="checkpoint-location-unsupported",
        literals=("torch/serialization.py",),
        pattern=(
            r"torch/serialization\.py\", line \d{1,6}, in _?(?:cuda_deserialize"
            r"|validate_cuda_device)\b"
        ),
        meaning="A checkpoint is loaded onto the CUDA device on which it was saved.",
        fix='Load it with map_location="mps" or "cpu".',
        source="https://github.com/pytorch/pytorch/blob/main/torch/serialization.py",
        alone=True,
        examples=(
            'File "/made/up/torch/serialization.py", line 217, in _cuda_deserialize',
            'File "/made/up/torch/serialization.py", line 201, in validate_cuda_device',
        ),
        near_misses=('File "/made/up/torch/serialization.py", line 1014, in load',),
    ),
    ErrorText(
        id="deserialize-cuda",
        cause="checkpoint-location-unsupported",
        literals=("deserialize object on",),
        pattern=(
            r"attempting to deserialize object on (?:a )?\w"
            r"|deserialize object on (?:a )?\w{1,80} (?:device|but)"
        ),
        since="1.0",
        meaning="The checkpoint was saved on a device that this machine lacks.",
        fix='Load with map_location="cpu" (or "mps").',
        source="torch 2.13.0 for macOS: torch/serialization.py",
        verbatim="Attempting to deserialize object on",
        examples=(
            (
                "RuntimeError: Attempting to deserialize object on a CUDA device but "
                "torch.cuda.is_available() is False."
            ),
            "deserialize object on a CUDA device but torch.cuda.is_available() is False.",
            "Attempting to deserialize object on a CUDA",
        ),
        near_misses=("RuntimeError: Attempting to load an object",),
    ),
    ErrorText(
        id="restore-location-mps",
        cause="checkpoint-location-unsupported",
        literals=("data location of", "device module is not registered"),
        pattern=(
            r"don't know how to (?:restore data|determine data) location of"
            r"|the \w{1,20} device module is not registered\. if you are running on a cpu-only"
        ),
        since="1.0",
        meaning="The checkpoint names a device that this torch cannot restore.",
        fix='Load with map_location="cpu", or use a newer torch.',
        source="torch 2.13.0 for macOS: torch/serialization.py",
        verbatim="don't know how to restore data location of",
        examples=(
            (
                "RuntimeError: don't know how to restore data location of "
                "torch.storage.UntypedStorage (tagged with mps:0)"
            ),
            (
                "RuntimeError: The CUDA device module is not registered. If you are running on a "
                "CPU-only machine, please use torch.load with map_location=torch.device('cpu')"
            ),
        ),
        near_misses=(
            "RuntimeError: don't know how to open the file",
            "The device module is registered",
        ),
    ),
    ErrorText(
        id="cuda-deserialize-frame",
        cause="checkpoint-location-unsupported",
        literals=(
            "_cuda_deserialize",
            "default_restore_location",
            "validate_cuda_device",
            "to map your storages to the cpu",
        ),
        pattern=(
            r"in (?:_cuda_deserialize|default_restore_location)\s{1,12}(?:device = |obj = )?"
            r"(?:validate_cuda_device|return obj\.cuda\(|result = fn\(storage, location\)\s*$)"
            r"|in validate_cuda_device\s{1,12}raise runtimeerror|to map your storages to the cpu"
        ),
        meaning="The checkpoint was saved on CUDA, which this machine does not have.",
        fix="Load it with map_location='cpu' or 'mps'.",
        source="https://github.com/hkchengrex/Cutie/issues/14",
        alone=True,
        examples=(
            "line 274, in _cuda_deserialize\n    device = validate_cuda_device(location)",
            "'to map your storages to the CPU.')",
        ),
        near_misses=("def validate_cuda_device(location):", "to map your storage to a disk"),
    ),
    ErrorText(
        id="storage-device-mps",
        cause="checkpoint-location-unsupported",
        literals=("mps",),
        beside=("storage device not", "supported devices include"),
        pattern=(
            r"storage device not recognized: mps|supported devices include .{0,60}however got mps"
        ),
        meaning=(
            "The torch that loads the file cannot place data on MPS, and the file was saved there."
        ),
        fix="Load with map_location='cpu', then move the model to the device.",
        source="https://github.com/pytorch/pytorch/issues/77874",
        examples=(
            "RuntimeError: Storage device not recognized: mps",
            "RuntimeError: supported devices include CPU and CUDA, however got MPS",
        ),
        near_misses=(
            "RuntimeError: Storage device not recognized: xla",
            "supported devices include CPU, CUDA and MPS",
        ),
    ),
    ErrorText(
        id="safetensors-device-mps",
        cause="checkpoint-location-unsupported",
        literals=("safetensorerror: device",),
        pattern=r"safetensorerror: device (?:mps|cuda)\b[^\n]{0,12} is invalid",
        meaning="The safetensors that reads the file does not know this device.",
        fix="Load to the CPU, then move the model; or use a newer safetensors.",
        source="https://github.com/huggingface/safetensors/issues/107",
        examples=("safetensors_rust.SafetensorError: device mps is invalid",),
        near_misses=(
            "safetensors_rust.SafetensorError: Error while deserializing header: HeaderTooLarge",
        ),
    ),
)
