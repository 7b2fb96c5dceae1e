"""Operators that need a newer macOS."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="conv3d-needs-macos-13-2",
        cause="macos-too-old-for-op",
        literals=("conv3d is only supported on mps for macos_13_2",),
        since="2.3",
        until="2.8",
        meaning="3-D convolution on mps needs macOS 13.2.",
        fix="Update macOS, or run that layer on the CPU.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Conv3D is only supported on MPS for MacOS_13_2 or newer",
        rule="needs-newer-macos",
        examples=("RuntimeError: Conv3D is only supported on MPS for MacOS_13_2 or newer",),
        near_misses=("RuntimeError: Conv3D is not supported on MPS",),
    ),
    ErrorText(
        id="op-natively-from-macos",
        cause="macos-too-old-for-op",
        literals=("natively starting from macos",),
        since="1.13",
        until="2.8",
        meaning="This operator or dtype needs a newer macOS on mps.",
        fix="Update macOS, or convert the input to another dtype.",
        source="torch 2.2.2 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="natively starting from macOS 13.0",
        rule="needs-newer-macos",
        examples=(
            (
                "RuntimeError: MPS: power op with int64 input is supported natively starting from "
                "macOS 13.2."
            ),
        ),
        near_misses=("Support for this starts with macOS 13.2",),
    ),
    ErrorText(
        id="native-multilayer-lstm",
        cause="macos-too-old-for-op",
        literals=("native multi-layer lstm support in mps available only on macos 13",),
        since="1.13",
        until="2.2",
        meaning="On macOS 12 a multi-layer LSTM is run layer by layer.",
        fix="Update macOS to 13 or newer.",
        source="torch 2.2.2 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Native multi-layer LSTM support in MPS available only on MacOS 13 onwards.",
        advice=True,
        examples=(
            (
                "UserWarning: Native multi-layer LSTM support in MPS available only on MacOS 13 "
                "onwards. Falling back to LSTMCell"
            ),
        ),
        near_misses=("UserWarning: multi-layer LSTM is slow",),
    ),
    ErrorText(
        id="fft-needs-macos-14",
        cause="macos-too-old-for-op",
        literals=("fft operations are only supported on macos 14",),
        since="2.3",
        until="2.8",
        meaning="Fourier transforms on mps need macOS 14.",
        fix="Update macOS to 14 or newer, or run the transform on the CPU.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="FFT operations are only supported on MacOS 14+",
        rule="needs-newer-macos",
        examples=("RuntimeError: FFT operations are only supported on MacOS 14+",),
        near_misses=("RuntimeError: MPS FFT only supports transforming up to 4 dimensions",),
    ),
    ErrorText(
        id="nonzero-needs-newer-macos",
        cause="macos-too-old-for-op",
        kind="warning",
        literals=("nonzero op is",),
        pattern=r"mps: (?:\w{1,80} )?nonzero op is (?:not natively supported|supported natively)",
        since="1.13",
        until="2.11",
        meaning="nonzero on this input runs on the CPU below macOS 15.",
        fix="Update macOS to 15 or newer; else nothing has to be done.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="nonzero op is not natively supported for the provided input on MacOS14",
        examples=(
            (
                "UserWarning: MPS: nonzero op is not natively supported for the provided input on "
                "MacOS14. Falling back on CPU."
            ),
        ),
        near_misses=("nonzero op is fast",),
    ),
    ErrorText(
        id="bmm-tiling-macos-15",
        cause="macos-too-old-for-op",
        literals=("only available from macos15 onwards",),
        since="2.5",
        until="2.14",
        meaning="Batched products with more than 2**32 entries on mps need macOS 15.",
        fix="Update macOS to 15 or newer, or split the product.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="only available from MacOS15 onwards",
        examples=(
            (
                "RuntimeError: Tiling of batch matmul for larger than 2**32 entries only available "
                "from MacOS15 onwards"
            ),
        ),
        near_misses=("Tiling is only available from version 15 onwards",),
    ),
    ErrorText(
        id="angle-macos-13",
        cause="macos-too-old-for-op",
        literals=("mps does not support angle with complex i",),
        since="2.3",
        until="2.8",
        meaning="The angle of complex numbers on mps needs macOS 14.",
        fix="Update macOS to 14 or newer.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS does not support angle with complex imput on macOS13",
        examples=("RuntimeError: MPS does not support angle with complex imput on macOS13",),
        near_misses=("RuntimeError: angle expects complex input",),
    ),
    ErrorText(
        id="op-supported-macos-13",
        cause="macos-too-old-for-op",
        literals=("mps on macos 13+",),
        pattern=r"supported by mps on macos 13\+",
        since="2.0",
        until="2.8",
        meaning="This operator needs macOS 13 or newer.",
        fix="Update macOS, or run that operator on the CPU.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="is supported by MPS on MacOS 13+, please upgrade",
        rule="needs-newer-macos",
        examples=(
            "RuntimeError: torch.cumsum supported by MPS on MacOS 13+, please upgrade",
            (
                "UserWarning: torch.sort is supported by MPS on MacOS 13+, please upgrade. Falling "
                "back to CPU"
            ),
            "Multi-layer LSTM is supported by MPS on MacOS 13+",
        ),
        near_misses=("cumsum is supported by MPS on MacOS 12",),
    ),
    ErrorText(
        id="op-starting-from-macos",
        cause="macos-too-old-for-op",
        literals=("op is supported starting from macos",),
        since="1.13",
        until="2.3",
        meaning="This operator needs a newer macOS.",
        fix="Update macOS, or run that operator on the CPU.",
        source="torch 2.2.2 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="pixel_shuffle op is supported starting from macOS 13.0",
        rule="needs-newer-macos",
        examples=("RuntimeError: MPS: pixel_shuffle op is supported starting from macOS 13.0.",),
        near_misses=("conv3d is supported from macOS 13",),
    ),
    ErrorText(
        id="works-from-macos-in-words",
        cause="macos-too-old-for-op",
        literals=(
            "on macos",
            "in macos",
            "from macos",
            "since macos",
            "with macos",
            "needs macos",
            "requires macos",
        ),
        beside=("mps",),
        pattern=(
            r"(?:error|warning)\W{1,3}[^\n]{0,100}\bmps\b(?!\W{1,3}backend is supported)[^\n]{0,60}"
            r"\b(?:(?:supported|available|works?|implemented)(?: only)? (?:on|in|from|since"
            r"|starting (?:from|with|on|in))|needs|requires) macos[ _]?\d\d|(?:error"
            r"|warning)\W{1,3}[^\n]{0,60}\b(?:needs|requires) macos[ _]?\d\d[^\n]{0,40}\bon mps\b"
        ),
        meaning="The operator, or this dtype of it, needs a newer macOS than MPS itself does.",
        fix="Update macOS to the version that the message names, or run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/141471",
        rule="works-from",
        examples=(
            "RuntimeError: fold on MPS is only available on macOS 15+",
            "ValueError: made_up needs macOS 14 or later on mps",
        ),
        near_misses=("RuntimeError: The MPS backend is supported on macOS 14.0+.",),
    ),
    ErrorText(
        id="mpsgraph-unrecognized-selector",
        cause="macos-too-old-for-op",
        kind="abort",
        literals=("unrecognized selector",),
        pattern=r"\[mps\w{0,40} [\w:]{1,200}\]: unrecognized selector",
        meaning="This torch calls a function of MPSGraph that the Mac's macOS does not have.",
        fix="Update macOS, or run that operator on the CPU.",
        source="https://github.com/pytorch/pytorch/issues/78217",
        any_program=True,
        examples=(
            (
                "-[MPSGraph made_upWithTensor:axis:name:]: unrecognized selector sent to instance "
                "0x600001122334"
            ),
            "[MPSGraph otherWithRate:]: unrecognized selector sent to instance 0x6000",
        ),
        near_misses=("-[NSApplication macOSVersion]: unrecognized selector sent to instance 0x1",),
    ),
)
