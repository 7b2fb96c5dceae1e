"""One device is expected, and another one is found."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="different-devices-mps-cpu",
        cause="tensors-on-different-devices",
        literals=("different devices", "attribute 'device' do not match"),
        pattern=(
            r"different devices\b[^\n]{0,40}(?:\bmps(?::\d)?['\"]?[^\w\n]{1,6}(?:and )?['\"]?cpu\b"
            r"|\bcpu['\"]?[^\w\n]{1,6}(?:and )?['\"]?mps\b)(?!.{0,80}will be moved)"
            r"|attribute 'device' do not match: (?:mps(?::\d)? != cpu|cpu != mps)"
        ),
        meaning="One tensor is on the GPU, another on the CPU.",
        fix="Move the model and all of its inputs to the same device.",
        source="https://github.com/pytorch/pytorch/issues/130790",
        examples=(
            "RuntimeError: got tensors on different devices: mps:0 and cpu",
            "AssertionError: The values for attribute 'device' do not match: mps:0 != cpu.",
        ),
        near_misses=(
            "The tensors are on different devices, cuda:0 and cpu",
            "The values for attribute 'device' do not match: cuda:0 != cpu.",
        ),
    ),
    ErrorText(
        id="expected-one-device-got-another",
        cause="tensors-on-different-devices",
        literals=("but got", "but found"),
        beside=("mps",),
        pattern=(
            r"\bexpected\b(?!.{0,60}\bcuda\b).{0,80}?\b(?:mps(?::\d)?\b.{0,16}?\bbut (?:got"
            r"|found)\b.{0,40}?\bcpu\b|cpu\b.{0,16}?\bbut (?:got|found)\b.{0,40}?\bmps\b)"
        ),
        since="1.12",
        meaning="A tensor of the operation is not on the device of the others.",
        fix="Move the model and all of its inputs to the same device.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="linalg.solve_triangular(): Expected out tensor on ",
        examples=(
            "RuntimeError: linalg.solve_triangular(): Expected out tensor on mps:0, but got cpu",
            "RuntimeError: Expected out tensor to have device mps:0, but got cpu instead",
        ),
        near_misses=(
            "ValueError: Expected a cuda or cpu device, but got: mps",
            "I expected mps to be fast, but the run got slower",
        ),
    ),
    ErrorText(
        id="same-device-asked",
        cause="tensors-on-different-devices",
        literals=(
            "same device",
            "encountered different devices",
            "on multiple devices",
            "dtype and device",
            "common device",
        ),
        pattern=(
            r"(?:error|exception|exit)\W{1,3}(?:(?!expected all tensors"
            r"|error\b).){0,140}?(?:\b(?:must|should|need|needs|expected|required|not"
            r"|have)\b(?:(?!error\b).){0,30}?(?:(?:\b(?:on|in)"
            r"|(?<=have)) (?:the )?same (?:dtype and )?devices?|\bto have the same dtype and device"
            r"|\bon common device)\b(?!.{0,80}\bcuda:\d)|\bencountered different devices\b"
            r"|\bparameters are on multiple devices\b)"
        ),
        meaning="The library wants all tensors on one device, and one of them is elsewhere.",
        fix=(
            'Move the inputs, the model and every buffer with .to("mps"), or all of them to the '
            "CPU."
        ),
        source="https://github.com/facebookresearch/pytorch3d/tree/main/pytorch3d/structures",
        alone=True,
        examples=(
            "ValueError: verts and edges must be on the same device.",
            (
                "RuntimeError: Encountered different devices in metric calculation (see stacktrace "
                "for details)."
            ),
            "RuntimeError: The made up parameters are on multiple devices: {device(type='cpu')}.",
            "StereoError: Expected both made up cameras to be on the same devices.",
            "ValueError: Inputs must have same device Got center",
            "TypeError: Expected inputs to have the same dtype and device",
        ),
        near_misses=(
            "All tensors were on the same device",
            (
                "RuntimeError: Expected all tensors to be on the same device, but found at least "
                "two devices, cuda:0 and cpu!"
            ),
            "TypeError: Expected inputs to have the same dtype",
        ),
    ),
    ErrorText(
        id="expected-of-two-devices",
        cause="tensors-on-different-devices",
        literals=(
            "expected mps",
            "expected cpu",
            "whereas the model is on",
            "device in use is",
            "match assigned",
            "but found mps",
            "but found device 'mps",
            "is configured for `mps",
            "is configured for mps",
            "must be 'cpu'",
            "torch tensor on mps",
            "got mps",
            "requires transfer to mps",
            "stayed on cpu",
        ),
        pattern=(
            r"\bon (?:cpu,? (?:but )?expected mps|mps(?::\d)?,? (?:but )?expected cpu)\b"
            r"|`?input_ids`? is on cpu, whereas the model is on mps\b|\bdevice: (?:mps(?::\d)?"
            r"|cpu) but device in use is (?:mps|cpu)\b|\bdevice (?:cpu"
            r"|mps(?::\d)?) does not match assigned (?:\w+ )?device (?:cpu|mps)\b"
            r"|\bexpected (?:\w+ ){1,5}on (?:cpu|host) but found (?:mps|device 'mps)\b"
            r"|\bnot on the (?:cpu|mps)\b.{0,40}\bis configured for (?:mps|`mps)\b"
            r"|\bis on mps(?::\d)? and must be 'cpu'|\btorch tensor on mps(?::\d)?, but\b"
            r"|\bdevice='cpu', got mps\b|\bon cpu\b.{0,60} requires transfer to mps\b"
            r"|\bstayed on cpu, not mps\b"
        ),
        meaning="One tensor is on the CPU where the GPU was expected, or the reverse.",
        fix=(
            'Move the inputs, the model and every buffer with .to("mps"), or all of them to the '
            "CPU."
        ),
        source=(
            "https://github.com/huggingface/transformers/blob/main/src/transformers/generation/util"
            "s.py"
        ),
        examples=(
            "UserWarning: `input_ids` is on cpu, whereas the model is on mps. You may see it.",
            "ValueError: Made up is on cpu, expected mps:0.",
            "ValueError: it is on mps:0, expected cpu",
            "Calculated loss must be on the original device: mps:0 but device in use is cpu",
            "weight device cpu does not match assigned target device mps:0.",
            "expected base weight on cpu but found mps:0",
            "expected tokens to be on host but found device 'mps:0'",
            (
                "tensors passed to made.up were not on the cpu while the `Accelerator` is "
                "configured for mps."
            ),
            "were not on the cpu while it is configured for `mps`",
            "CPUAdam param is on mps:0 and must be 'cpu'",
            "pixels is a torch tensor on mps:0, but the session",
            "support device='cpu', got mps:0.",
            "Tensor on cpu (dtype=torch.float32) requires transfer to mps:0",
            "replica weights stayed on cpu, not mps:0",
        ),
        near_misses=(
            "It runs on cpu as expected, and mps is faster",
            "whereas the model is on mps, we are fine",
        ),
    ),
    ErrorText(
        id="cpu-tensor-asked-got-mps",
        cause="tensors-on-different-devices",
        literals=("to be on cpu, got mps", "should be a 1d cpu int64 tensor"),
        pattern=r"\bto be on cpu, got mps\b|should be a 1d cpu int64 tensor, but got \d?d? ?mps",
        since="1.12",
        meaning="This argument has to be on the CPU, whatever the device of the others.",
        fix="Give it as `tensor.cpu()`.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="'lengths' argument should be a 1D CPU int64 tensor, but got ",
        examples=(
            (
                "RuntimeError: 'lengths' argument should be a 1D CPU int64 tensor, but got 1D "
                "mps:0 Long tensor"
            ),
            "RuntimeError: Expected scalars to be on CPU, got mps:0 instead.",
        ),
        near_misses=(
            "'lengths' argument should be a 1D CPU int64 tensor, but got 1D cuda:0 Long tensor",
        ),
    ),
    ErrorText(
        id="device-mismatch-told",
        cause="tensors-on-different-devices",
        literals=("device ==", "!= expected", "device mismatch", "to reside on cpu"),
        beside=("mps",),
        pattern=(
            r"\bdevice == (?:mps(?::\d)?, got cpu|cpu, got mps)\b"
            r"|\bdevice (?:mps(?::\d)? != expected cpu|cpu != expected mps)\b|(?:error"
            r"|exception)\W{1,3}.{0,60}?\bdevice mismatch\b.{0,80}?(?:\bmps\b.{0,40}?\bcpu\b"
            r"|\bcpu\b.{0,40}?\bmps\b)|\bto reside on cpu\b.{0,60}?\bbut found tensors on `?mps\b"
        ),
        meaning="One tensor is on the CPU where the GPU was expected, or the reverse.",
        fix=(
            'Move the inputs, the model and every buffer with .to("mps"), or all of them to the '
            "CPU."
        ),
        source="https://github.com/ModelCloud/GPTQModel/tree/main/gptqmodel/utils",
        examples=(
            "ValueError: Expected out.device == mps:0, got cpu",
            "AssertionError: x device mps:0 != expected cpu",
            "AssertionError: Device mismatch for 'x': module weight on mps:0, thread target cpu.",
            (
                "AssertionError: Expected `x` to reside on CPU during it, but found tensors on "
                "`mps:0`."
            ),
        ),
        near_misses=("if x.device == mps: pass", "device mismatch between mps and cuda"),
    ),
)
