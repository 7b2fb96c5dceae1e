"""Versions in the words of error texts are those of the tables: none is prescribed by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from mps_doctor.knowledge import features, releases, signatures, variables

RAW: list[dict[str, Any]] = json.loads(signatures.DATA.read_bytes())

NAMED = re.compile(
    r"\b(torch|macOS|accelerate|transformers|Lightning)"
    r"(?: (?:below|before|up to|to|of|ends with))?(?: macOS)? (\d+(?:\.\d+)*)"
    r"(?: (?:and|to|or) (\d+(?:\.\d+)*))?",
    re.IGNORECASE,
)

FEATURES = {
    "attention-dropout": "sdpa-dropout",
    "autocast-bf16": "bfloat16-autocast-macos bf16-trainer-setup fp16-mps-torch-version "
    "bf16-requires-device",
    "autocast-fp16": "autocast-device-mps lightning-amp-mps",
    "bfloat16": "bfloat16-convert bfloat16-not-on-mps bfloat16-needs-macos-14 probability-nan "
    "bfloat16-type-macos-14 bfloat16-not-supported-words metal-without-bfloat",
    "complex64": "complex-unsupported-on-mps complex-needs-macos-14 complex-convert angle-macos-13 "
    "complex-starting-macos-14",
    "conv-transpose3d": "conv-transpose3d",
    "conv3d": "conv3d-not-on-mps conv3d-needs-macos-13-2",
    "fft": "fft-needs-macos-14",
    "grad-scaler": "grad-scaler-mps",
    "int64-reductions": "op-int64-macos-13-3 op-int64-downcast op-int64-unsupported "
    "int64-cast-to-int32",
    "large-bmm": "bmm-tiling-macos-15",
    "scatter-int32": "int32-needs-macos-15",
    "torch-mps": "generator-api-mps",
    "events-profiler": "import-mps-from-torch",
    "backends-mps": "torch-amp-missing",
}
"""The rows whose versions are those of a feature."""

FROM_ELSEWHERE = {
    "NumPy 2": (
        {releases.NUMPY_2_SINCE.removesuffix(".0")},
        "numpy-not-available numpy-infer-dtype numpy-not-an-ndarray numpy-built-without "
        "numpy-2-torch-told",
    ),
    "the last torch for Intel": (
        {str(releases.newest_torch(architecture="x86_64", macos="14.0", python="3.12"))},
        "uv-no-solution-torch poetry-no-candidates project-requires-torch pytorch-version-required "
        "pip-from-versions-cap",
    ),
    "the newest torch for an older macOS": (
        {
            short
            for macos, python in (("12.6", "3.11"), ("13.7", "3.12"), ("14.7", "3.12"))
            if (row := releases.newest_torch(architecture="arm64", macos=macos, python=python))
            for short in (row.version, row.version.rpartition(".")[0], macos.partition(".")[0])
        },
        "mps-needs-macos-13 mps-needs-macos-14 mps-needs-macos-15",
    ),
    "the first with torch.compile that is no prototype": (
        {"2.8"},  # see the title of the feature "compile"
        "compile-not-supported-words inductor-lowering inductor-device-mps "
        "inductor-device-type-mps "
        "inductor-lacks-mps-words inductor-lowering-exception inductor-cuda-stream "
        "inductor-scheduling",
    ),
    "PYTORCH_MPS_METAL_VERSION": (
        {variables.variable("PYTORCH_MPS_METAL_VERSION").since.removesuffix(".0")},  # type: ignore[union-attr]
        "pipeline-state-failed deferred-static-alloca",
    ),
}

WITHOUT_A_TABLE = frozenset(
    """
    argmax-int-min attention-mask-on-mps chained-fixups command-buffer-error
    conda-osx-compatibility-version fopenmp-unsupported functional-tensor-missing
    fused-optimizer-not-on-mps host-statistics-too-large isin-macos-14 native-multilayer-lstm
    nonzero-needs-newer-macos omp-header-missing op-supported-macos-13 placeholder-buffer-size
    sparse-mps-dispatch topk-16 torch-load-requires-2-6 torch-newer-required
    """.split()  # noqa: SIM905  # a list to read
)
"""Rows that are the only place of their versions; their source tells them."""


def minors() -> list[str]:
    return list(dict.fromkeys(row.version.rpartition(".")[0] for row in releases.all_releases()))


def beside(minor: str, step: int) -> set[str]:
    """Return a minor version and the one before or after it."""
    known = minors()
    place = known.index(minor) + step if minor in known else -1
    return {minor, known[place]} if 0 <= place < len(known) else {minor}


def of_feature(name: str) -> Iterator[str]:
    (feature,) = (each for each in features.all_features() if each.id == name)
    for rule in feature.rules:
        for bound in re.findall(r"[\d.]+", rule.torch):
            yield from beside(bound, -1)
        if rule.macos:
            yield from (rule.macos, rule.macos.removesuffix(".0"))


def expected(row: dict[str, Any]) -> set[str]:
    """Return the versions that a row may name: of its own bounds, and of its tables."""
    found = beside(row.get("since", ""), -1) | beside(row.get("until", ""), 1)
    for name, ids in FEATURES.items():
        if row["id"] in ids.split():
            found |= set(of_feature(name))
    for versions, ids in FROM_ELSEWHERE.values():
        if row["id"] in ids.split():
            found |= versions
    return found


@pytest.mark.parametrize("row", RAW, ids=lambda row: row["id"])
def test_a_version_in_a_row_is_that_of_its_table(row: dict[str, Any]) -> None:
    for name, *versions in NAMED.findall(f"{row['fix']} {row['meaning']}"):
        # A framework's versions come out of frameworks.json by `{accelerate mps-fp16}`.
        assert name.lower() in ("torch", "macos"), f"{name} {versions}: take it from the table"
        if row["id"] not in WITHOUT_A_TABLE:
            assert {version for version in versions if version} <= expected(row)


def test_fp16_needs_what_the_table_says() -> None:
    rows = signatures.all_signatures()
    for name in ("fp16-requires-gpu", "fp16-mps-torch-version", "grad-scaler-mps"):
        assert "accelerate 1.11 or newer with torch 2.8 or newer" in rows[name].fix
    assert "accelerate 1.11 or newer with torch 2.6 or newer" in rows["bf16-requires-device"].fix


def test_every_row_that_is_named_here_is_there() -> None:
    named = {id for ids in FEATURES.values() for id in ids.split()}
    named |= {id for _, ids in FROM_ELSEWHERE.values() for id in ids.split()} | WITHOUT_A_TABLE
    assert named <= {row["id"] for row in RAW}
