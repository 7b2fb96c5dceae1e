"""Tensors on two devices."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="same-device-mps-cpu",
        cause="tensors-on-different-devices",
        literals=("expected all tensors to be on the same device",),
        pattern=(
            r"expected all tensors to be on the same device.{0,160}\bmps\b"
            r"|\bmps\b.{0,60}expected all tensors to be on the same device"
        ),
        since="1.12",
        meaning="A tensor on the CPU met one on mps.",
        fix="Move model and inputs to the same device.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Expected all tensors to be on the same device",
        examples=(
            (
                "RuntimeError: Expected all tensors to be on the same device, but found at least "
                "two devices, mps:0 and cpu!"
            ),
            "Training on MPS stops: Expected all tensors to be on the same device",
        ),
        near_misses=(
            (
                "RuntimeError: Expected all tensors to be on the same device, but found at least "
                "two devices, cuda:0 and cpu!"
            ),
        ),
    ),
    ErrorText(
        id="cat-same-device",
        cause="tensors-on-different-devices",
        literals=("must be on the same device. received",),
        pattern=r"must be on the same device\. received .{0,40}\bmps\b",
        since="1.13",
        until="2.12",
        meaning="Tensors that are to be joined are on two devices, one of them mps.",
        fix="Move every input of torch.cat or torch.stack to one device: "
        "`tensor.to(other.device)`.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="must be on the same device. Received",
        examples=(
            (
                "RuntimeError: torch.cat(): all input tensors must be on the same device. Received "
                "cpu and mps:0"
            ),
        ),
        near_misses=(
            "RuntimeError: All input tensors must be on the same device. Received cuda:0 and cpu",
        ),
    ),
    ErrorText(
        id="not-on-same-device-storage",
        cause="tensors-on-different-devices",
        literals=("attempted to set the storage of a tensor on device",),
        pattern=r"attempted to set the storage of a tensor on device .{0,80}\bmps\b",
        since="1.12",
        meaning="A tensor of the CPU was tied to storage on mps.",
        fix="Move model and inputs to the same device before weights are tied or loaded.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Attempted to set the storage of a tensor on device",
        examples=(
            (
                'RuntimeError: Attempted to set the storage of a tensor on device "cpu" to a '
                'storage on different device "mps:0"'
            ),
        ),
        near_misses=("RuntimeError: Attempted to resize a storage",),
    ),
    ErrorText(
        id="same-device-two-names",
        cause="tensors-on-different-devices",
        literals=("to be on same device, but", "to be on the same device, but"),
        pattern=(
            r"expected \w{1,40} and \w{1,40} to be on (?:the )?same device, but [^\n]{0,60}\bmps\b"
        ),
        meaning="A tensor on the CPU met one on mps.",
        fix="Move model and inputs to the same device.",
        source="https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/GridSampler.cpp",
        examples=(
            (
                "RuntimeError: grid_sampler(): expected input and grid to be on same device, but "
                "input is on mps:0 and grid is on cpu"
            ),
            (
                "RuntimeError: expected self and mask to be on the same device, but got mask on "
                "cpu and self on mps:0"
            ),
        ),
        near_misses=(
            (
                "expected input and grid to be on same device, but input is on cuda:0 and grid is "
                "on cpu"
            ),
        ),
    ),
    ErrorText(
        id="same-device-mps-and-cpu",
        cause="tensors-on-different-devices",
        literals=("same device", "found at least two devices.", "found at least two devices, "),
        pattern=(
            r"\bsame device(?: type)?,? (?:but|got|found"
            r"|received)\b.{0,120}?(?:\bmps(?::\d)?\b.{0,60}?\bcpu\b|\bcpu\b.{0,60}?\bmps\b)"
            r"|found at least two devices\."
            r"|found at least two devices, (?:cpu(?::0)? and mps(?::0)?|mps(?::0)? and cpu)"
        ),
        since="1.12",
        meaning="One tensor of the operation is on mps, another on the CPU.",
        fix="Move the model and all of its inputs to the same device.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Expected all tensors to be on the same device, but found at least two devices.",
        on="mac",
        examples=(
            (
                "RuntimeError: torch.cat(): all input tensors and out must be on the same device, "
                "but inputs are on mps:0 and out is on cpu"
            ),
            (
                "RuntimeError: expected self and out to be on the same device, but got out on cpu "
                "and self on mps:0"
            ),
            (
                "RuntimeError: Expected all tensors to be on the same device, but found at least "
                "two devices."
            ),
            "found at least two devices, cpu and mps:0!",
        ),
        near_misses=(
            (
                "RuntimeError: Expected all tensors to be on the same device, but found at least "
                "two devices, cuda:0 and cpu!"
            ),
            "mps and the CPU are not the same device",
            "All tensors must be on the same device. We put them on mps, not on cpu.",
            "both are on the same device now, mps and no longer the cpu",
            "found at least two devices, cuda:0 and cpu!",
        ),
    ),
    ErrorText(
        id="fused-optimizer-one-device",
        cause="tensors-on-different-devices",
        literals=("must have same dtype, device, and layout", "lr must be on the same gpu device"),
        pattern=(
            r"(?:\bmps\b.{0,200})?(?:exp_avg_sqs must have same dtype, device, and layout"
            r"|\blr must be on the same gpu device as the params)"
        ),
        since="2.4",
        meaning=(
            "The parameters, gradients and state of a fused optimiser are on two devices, or have "
            "two dtypes."
        ),
        fix=(
            "Move the model to the device before the optimiser is made, or load its state with "
            "map_location; else use fused=False."
        ),
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=(
            "params, grads, exp_avgs, and exp_avg_sqs must have same dtype, device, and layout"
        ),
        on="near-mac",
        examples=(
            (
                "RuntimeError: params, grads, exp_avgs, and exp_avg_sqs must have same dtype, "
                "device, and layout"
            ),
            "RuntimeError: lr must be on the same GPU device as the params",
        ),
        near_misses=("all params must have the same dtype",),
    ),
    ErrorText(
        id="quantised-module-on-two-devices",
        cause="tensors-on-different-devices",
        literals=("only works with cpu or single-device cuda modules",),
        pattern=r"only works with cpu or single-device cuda modules.{0,80}\bmps\b",
        since="1.12",
        meaning="The module that is to be quantised is on two devices.",
        fix="Move the whole module to the CPU first: quantised kernels of torch are for the CPU.",
        source="torch 2.13.0 for macOS: torch/ao/quantization/utils.py",
        verbatim="only works with cpu or single-device CUDA modules",
        examples=(
            (
                "AssertionError: prepare only works with cpu or single-device CUDA modules, but "
                "got devices {device(type='mps', index=0), device(type='cpu')}"
            ),
        ),
        near_misses=(
            (
                "AssertionError: prepare only works with cpu or single-device CUDA modules, but "
                "got devices {device(type='cuda', index=0), device(type='cpu')}"
            ),
        ),
    ),
    ErrorText(
        id="same-device-named",
        cause="tensors-on-different-devices",
        literals=("same device", "one device"),
        beside=("mps",),
        pattern=(
            r"\b(?:be|not|both|all|need|needs|required|inputs) (?:put |placed |to be )?(?:on"
            r"|in) (?:the same|one) device\b.{0,160}?(?:\bmps\b.{0,60}?\bcpu\b"
            r"|\bcpu\b.{0,60}?\bmps\b)|\bmps(?::\d)?\b.{0,80}?\bcpu\b.{0,40}?\b(?:both|be|not"
            r"|all) (?:put |placed )?(?:on|in) the same device\b"
            r"|\bcpu\b.{0,80}?\bmps\b.{0,40}?\b(?:both|be|not|all) (?:put |placed )?(?:on"
            r"|in) the same device\b"
        ),
        meaning="The library wants its tensors on one device and names the two that they are on.",
        fix=(
            'Move the inputs, the model and every buffer with .to("mps"), or all of them to the '
            "CPU."
        ),
        source="https://github.com/pyg-team/pytorch_geometric/tree/master/torch_geometric/utils",
        examples=(
            (
                "ValueError: 'key' and 'value' data in 'made_up' are expected to be on the same "
                "device (got 'mps:0' and 'cpu')"
            ),
            "made.DeviceError: Passed tensors are not on the same device: expected mps:0, got cpu.",
            (
                "The head is on mps:0 but the teacher is on cpu. Place both on the same device in "
                "their map."
            ),
            "the head on cpu, the tail on mps:0: put all on the same device",
            "needs all inputs on one device: x is on mps:0 and weight is on cpu",
        ),
        near_misses=(
            "Both runs were on the same device, first cpu, then nothing else",
            "I compared mps and cpu on the same device",
        ),
    ),
    ErrorText(
        id="parameters-on-two-devices",
        cause="tensors-on-different-devices",
        literals=("variable.set_data(tensor)", "found two parameters on different devices"),
        pattern=(
            r"(?:\bmps\b.{0,200})?(?:variable\.set_data\(tensor\)`, but `variable` and `tensor` hav"
            r"e incompatible|found two parameters on different devices)"
        ),
        since="1.12",
        meaning="A parameter and what it is to be given are on two devices, or have two layouts.",
        fix="Move the model and what is loaded into it to one device first.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="have incompatible tensor type",
        on="near-mac",
        examples=(
            (
                "RuntimeError: Attempted to call `variable.set_data(tensor)`, but `variable` and "
                "`tensor` have incompatible tensor type."
            ),
            (
                "TypeError: Found two parameters on different devices, this is currently not "
                "supported."
            ),
        ),
        near_misses=("set_data is called for each parameter",),
    ),
)
