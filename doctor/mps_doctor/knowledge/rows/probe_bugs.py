"""Bugs of PyTorch on mps that a deep probe would meet, each with the issue that reports it.

A row belongs to an operation of `probe/deep/rows`; `torch` and `macos` are the versions that
the issue names, as specifiers, and empty where it names none.
"""

import msgspec

_ISSUES = "https://github.com/pytorch/pytorch/issues/"


class ProbeBug(msgspec.Struct, frozen=True, kw_only=True):
    """A report of wrong results that a probe would meet."""

    operation: str
    number: int
    """Of the issue of PyTorch."""
    torch: str = ""
    macos: str = ""
    note: str = ""

    @property
    def issue(self) -> str:
        """The address of the issue."""
        return f"{_ISSUES}{self.number}"

    @property
    def names_versions(self) -> bool:
        """Whether the report says where it applies."""
        return bool(self.torch or self.macos)


BUGS = (
    ProbeBug(operation="addcdiv-transposed", number=118115, torch="<2.3"),
    ProbeBug(operation="addcmul-transposed", number=118115, torch="<2.3"),
    ProbeBug(operation="addcmul-transposed", number=189420),
    ProbeBug(
        operation="adam-transposed", number=118115, torch="<2.3", note="the parameter does not move"
    ),
    ProbeBug(
        operation="adamw-strided", number=118115, torch="<2.3", note="the parameter does not move"
    ),
    ProbeBug(
        operation="index-scalar-assignment", number=122016, torch=">=2.2,<2.2.2", macos=">=14.4,<15"
    ),
    ProbeBug(operation="layer-norm-slice", number=131750, torch=">=2.3,<2.5"),
    ProbeBug(operation="masked-fill-transposed", number=131285, torch=">=2.3,<2.4"),
    ProbeBug(operation="masked-fill-transposed", number=176171, note="again until 2026-03"),
    ProbeBug(
        operation="activations-moved-axis", number=131736, torch=">=2.3,<2.5", note="not every time"
    ),
    ProbeBug(
        operation="mask-indexing", number=125100, torch="==2.2.2", note="seen with the x86_64 build"
    ),
    ProbeBug(operation="attention-permuted", number=163597, torch=">=2.8,<2.9"),
    ProbeBug(
        operation="attention-permuted",
        number=181133,
        note="reported 2026-04, head sizes of 64 and more",
    ),
    ProbeBug(
        operation="attention-odd-lengths",
        number=169222,
        torch=">=2.8,<2.10",
        note="key counts that are no multiple of 32",
    ),
    ProbeBug(operation="attention-causal", number=195910, torch=">=2.10", note="half precision"),
    ProbeBug(
        operation="attention-future-keys", number=195910, torch=">=2.10", note="half precision"
    ),
    ProbeBug(operation="attention-partial-mask", number=184180, note="reported 2026-05"),
    ProbeBug(
        operation="attention-other-value-size", number=176767, torch="<2.12", note="wrong shape"
    ),
    ProbeBug(operation="attention-long-keys", number=174861, torch="<2.11"),
    ProbeBug(
        operation="attention-long-keys",
        number=190791,
        note="precision falls with the number of keys",
    ),
    ProbeBug(operation="linear-transposed-weight", number=162779, torch=">=2.8,<2.9"),
    ProbeBug(
        operation="linear-bias-single-rows",
        number=188438,
        macos=">=26,<27",
        note="the bias is left out",
    ),
    ProbeBug(
        operation="linear-bias-batches",
        number=192934,
        torch="==2.13.*",
        note="in a virtual machine",
    ),
    ProbeBug(operation="linear-repeated", number=180776, note="reported 2026-04"),
    ProbeBug(operation="linear-bias-many-batches", number=189495, torch=">=2.12,<2.14"),
    ProbeBug(operation="bmm-long-inner", number=195163, torch=">=2.14", note="M1 and M2"),
    ProbeBug(operation="matmul-long-inner", number=183535, torch="<2.14", note="M1 and M2"),
    ProbeBug(operation="matmul-long-inner", number=195163, note="M1 and M2"),
    ProbeBug(operation="matmul-expanded-row", number=180201, macos=">=15,<26.4"),
    ProbeBug(operation="matmul-sum-gradient", number=180201, macos=">=15,<26.4"),
    ProbeBug(operation="conv2d-sliced-weight", number=192212, note="reported 2026-08"),
    ProbeBug(operation="conv2d-channel-slice", number=180984, note="reported 2026-04"),
    ProbeBug(
        operation="conv1d-many-channels", number=129207, torch="<2.5", note="later versions refuse"
    ),
    ProbeBug(operation="conv1d-many-batches-gradient", number=96225, torch=">=2.0"),
    ProbeBug(
        operation="batch-norm-channels-last-gradients", number=175189, note="reported 2026-02"
    ),
    ProbeBug(operation="batch-norm-channels-last-gradients", number=156792),
    ProbeBug(operation="scatter-transposed-source", number=175191, torch=">=2.10"),
    ProbeBug(operation="argmax", number=98191, torch=">=2.0,<2.1", note="integers"),
    ProbeBug(operation="argmax", number=109067, torch=">=2.0,<2.2", note="integers"),
    ProbeBug(operation="argmax", number=112186, torch=">=2.1,<2.2", note="integers"),
    ProbeBug(operation="argmax-transposed", number=160740, note="raises"),
    ProbeBug(operation="argmax-transposed", number=187280, torch="<2.13", macos=">=27"),
    ProbeBug(operation="largest-smallest", number=90273, torch=">=1.13,<2.0", note="int64 gives 0"),
    ProbeBug(
        operation="random-choice",
        number=99802,
        torch=">=2.0,<2.1",
        note="seen with the x86_64 build",
    ),
    ProbeBug(operation="random-choice", number=192577, torch="==2.13.*"),
    ProbeBug(operation="random-choice", number=136623),
    ProbeBug(
        operation="random-choice", number=85611, torch="<1.13", macos=">=13,<14", note="bernoulli"
    ),
    ProbeBug(operation="copy-not-waiting", number=139550, torch=">=2.5"),
    ProbeBug(
        operation="copy-not-waiting", number=189690, note="reported 2026-07, temporary tensors"
    ),
    ProbeBug(operation="one-minus", number=82543, torch="<1.13"),
    ProbeBug(operation="chunk-product", number=91065, torch="<2.0"),
    ProbeBug(operation="in-place-column", number=79672, torch="<1.13"),
    ProbeBug(operation="fft-real", number=124096, note="reported 2024-04"),
    ProbeBug(operation="sum-repeated", number=178497, note="reported 2026-03, rare"),
    ProbeBug(operation="lstm", number=95137, torch="<2.0"),
    ProbeBug(operation="lstm", number=190056, note="reported 2026-07, with dropout"),
    ProbeBug(operation="large-copy", number=124335, torch="==2.2.2"),
    ProbeBug(operation="large-ones", number=161265, macos=">=26"),
    ProbeBug(operation="large-view-copy", number=182052, note="reported 2026-04"),
    ProbeBug(operation="large-bmm", number=197636, macos=">=15"),
    ProbeBug(operation="large-linear", number=122045, torch=">=2.2"),
    ProbeBug(operation="large-layer", number=95188, macos=">=13.2,<13.3"),
    ProbeBug(operation="large-layer", number=97239, macos=">=13.2,<13.3"),
    ProbeBug(operation="matmul-after-allocations", number=193487, torch=">=2.7,<2.14"),
    ProbeBug(operation="compiled-layer-norm", number=191976, torch="<2.13"),
    ProbeBug(operation="compiled-broadcast-sum", number=170360, note="reported 2025-12"),
)
