"""Integers that need a newer macOS."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="op-int64-macos-13-3",
        cause="macos-too-old-for-op",
        literals=("support has been added in macos 13.3",),
        since="2.0",
        until="2.8",
        meaning="This operator on 64-bit integers needs macOS 13.3.",
        fix="Update macOS to 13.3 or newer, or convert to int32.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim=" op with int64 input. Support has been added in macOS 13.3",
        rule="needs-newer-macos",
        examples=(
            (
                "RuntimeError: MPS does not support min/max ops with int64 input. Support has been "
                "added in macOS 13.3"
            ),
        ),
        near_misses=("MPS: no support was added",),
    ),
    ErrorText(
        id="op-int64-downcast",
        cause="macos-too-old-for-op",
        kind="warning",
        literals=("native support for int64 has been added in macos 13.3",),
        since="2.0",
        until="2.8",
        meaning="Sums of 64-bit integers are computed in a smaller type on this macOS.",
        fix="Update macOS to 13.3 or newer where values exceed 32 bits.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Native support for int64 has been added in macOS 13.3.",
        examples=(
            (
                "UserWarning: MPS: no support for int64 for sum_out_mps, downcasting to a smaller "
                "data type (int32/float32). Native support for int64 has been added in macOS 13.3."
            ),
        ),
        near_misses=("UserWarning: int64 is emulated on this device",),
    ),
    ErrorText(
        id="op-int64-unsupported",
        cause="macos-too-old-for-op",
        literals=("int64 input",),
        pattern=(
            r"mps:? (?:does not support|dot) (?:\w{1,80}(?:/\w{1,80})? )?op (?:with"
            r"|doesn't support) int64 input(?!\. support has)"
            r"|\bmps does not support \w{1,40}(?:/\w{1,80})? ops? with int64 input(?!\. support has"
            r")"
        ),
        since="1.13",
        until="2.8",
        meaning="This operator does not take 64-bit integers on mps with this torch or this macOS.",
        fix="Install a newer torch on macOS 13.3 or newer, or convert to int32 or float32.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="MPS does not support sigmoid op with int64 input",
        rule="needs-newer-macos",
        examples=(
            "RuntimeError: MPS does not support cumsum op with int64 input",
            "RuntimeError: MPS does not support min/max ops with int64 input",
            "RuntimeError: MPS: dot op doesn't support int64 input",
        ),
        near_misses=("RuntimeError: XPU does not support cumsum op with int64 input",),
    ),
    ErrorText(
        id="topk-16",
        cause="macos-too-old-for-op",
        literals=("topk",),
        pattern=(
            r"topk on mps works only for k ?<= ?16|torch\.topk support for k>16 by mps on macos 13"
        ),
        since="1.12",
        until="2.4",
        meaning="topk with k above 16 on mps needs macOS 13 and torch 2.",
        fix="Update macOS to 13 or newer and torch to 2.0 or newer, or run topk on the CPU.",
        source="torch 1.13.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Currently topk on mps works only for k<=16 ",
        rule="needs-newer-macos",
        examples=("RuntimeError: Currently topk on mps works only for k<=16",),
        near_misses=("RuntimeError: selected index k out of range in topk",),
    ),
    ErrorText(
        id="int32-needs-macos-15",
        cause="macos-too-old-for-op",
        literals=("is only supported on macos15+", "on int64 requires macos"),
        pattern=r"is only supported on macos15\+|\bon int64 requires macos \d\d",
        since="2.6",
        meaning="scatter_reduce of these integers on mps needs macOS 15.",
        fix="Update macOS to 15 or newer, or convert to float32.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="torch.int32 is only supported on MacOS15+",
        rule="needs-newer-macos",
        examples=(
            "RuntimeError: torch.int32 is only supported on MacOS15+",
            "RuntimeError: scatter_reduce(amin/amax) on int64 requires macOS 15 or newer",
        ),
        near_misses=("RuntimeError: torch.int32 is not supported", "int64 works on macOS 15"),
    ),
    ErrorText(
        id="isin-macos-14",
        cause="macos-too-old-for-op",
        literals=("only works on floating types on mps for pre macos_14_0",),
        since="2.4",
        until="2.8",
        meaning="isin on integers on mps needs macOS 14.",
        fix="Update macOS to 14 or newer, or run isin on the CPU.",
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="only works on floating types on MPS for pre MacOS_14_0",
        rule="needs-newer-macos",
        examples=(
            (
                "RuntimeError: isin_Tensor_Tensor_out only works on floating types on MPS for pre "
                "MacOS_14_0. Received dtype: Long"
            ),
        ),
        near_misses=("RuntimeError: isin only works on floating types",),
    ),
)
