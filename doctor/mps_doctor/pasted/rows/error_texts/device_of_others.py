"""Indices, generators and copies of another device."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="generator-device",
        cause="tensors-on-different-devices",
        literals=("generator",),
        pattern=(
            r"expected an? '(?:mps(?::0)?' (?:generator device"
            r"|device type for generator) but found '\w{1,80}|\w{1,80}(?::\d)?' (?:generator device"
            r"|device type for generator) but found 'mps)"
            r"|cannot generate an? (?:mps(?::0)? tensor from a generator of type (?:cpu|cuda)"
            r"|(?:cpu|cuda)\b.{0,3} tensor from a generator of type mps)"
        ),
        since="1.12",
        meaning="The random generator is on another device than the tensor.",
        fix=(
            'Make the generator on the same device: torch.Generator(device="mps"), or draw on the '
            "CPU and move."
        ),
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="device type for generator but found '",
        examples=(
            "RuntimeError: Expected a 'mps:0' generator device but found 'cpu'",
            "ValueError: Cannot generate a cpu tensor from a generator of type mps.",
        ),
        near_misses=(
            "RuntimeError: Expected a 'cuda' device type for generator but found 'cpu'",
            "ValueError: Cannot generate a cpu tensor from a generator of type cuda.",
        ),
    ),
    ErrorText(
        id="indices-on-cpu",
        cause="tensors-on-different-devices",
        literals=("indices should be either on",),
        pattern=(
            r"(?:\bmps\b.{0,200})?indices should be either on (?:.{0,80}\bmps\b"
            r"|(?:the )?cpu or on the same device as the indexed tensor(?! ?\((?:cuda|xpu)))"
        ),
        since="1.12",
        meaning="An index tensor is on another device than the tensor it indexes.",
        fix="Move the index to the same device.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="indices should be either on ",
        on="near-mac",
        examples=(
            (
                "RuntimeError: indices should be either on cpu or on the same device as the "
                "indexed tensor (mps:0)"
            ),
            "indices should be either on cpu or on the same device as the indexed tensor",
        ),
        near_misses=(
            (
                "RuntimeError: indices should be either on cpu or on the same device as the "
                "indexed tensor (cuda:0)"
            ),
            "indices should be either on cpu or on the same device as the indexed tensor (cuda)",
        ),
    ),
    ErrorText(
        id="numpy-from-mps",
        cause="tensors-on-different-devices",
        literals=("can't convert mps",),
        pattern=r"can't convert mps(?::0)? device type tensor to numpy",
        since="1.12",
        meaning="NumPy cannot read memory of the GPU.",
        fix="Call .cpu() before .numpy().",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_python.dylib",
        verbatim=" device type tensor to numpy",
        examples=(
            (
                "TypeError: can't convert mps:0 device type tensor to numpy. Use Tensor.cpu() to "
                "copy the tensor to host memory first."
            ),
        ),
        near_misses=(
            (
                "TypeError: can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to "
                "copy the tensor to host memory first."
            ),
        ),
    ),
    ErrorText(
        id="share-filename-cpu",
        cause="op-not-implemented",
        literals=("_share_filename_: only available on cpu", "_share_fd_: only available on cpu"),
        pattern=r"_share_filename_: only available on cpu|_share_fd_: only available on cpu",
        since="1.12",
        meaning="A tensor on mps was sent to another process, as a DataLoader with workers does.",
        fix=(
            "Keep the dataset on the CPU and move each batch in the training loop, or use "
            "num_workers=0."
        ),
        source="torch 2.13.0 for macOS: torch/lib/libtorch_python.dylib",
        verbatim="_share_filename_: only available on CPU",
        examples=(
            "RuntimeError: _share_filename_: only available on CPU",
            "RuntimeError: _share_fd_: only available on CPU",
        ),
        near_misses=("RuntimeError: share_memory_ failed", "_share_fd_ is a function"),
    ),
    ErrorText(
        id="copy-mps-only",
        cause="tensors-on-different-devices",
        literals=("is implemented only for *->mps",),
        since="1.12",
        meaning="The program copies between mps and a device other than the CPU.",
        fix="Copy by way of the CPU.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="mps_copy_ is implemented only for *->MPS; MPS->*",
        examples=("RuntimeError: mps_copy_ is implemented only for *->MPS; MPS->*",),
        near_misses=("copy is implemented",),
    ),
)
