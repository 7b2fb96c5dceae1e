"""What texts mean that name an index, or a package without a build for macOS."""

from __future__ import annotations

import re

from mps_doctor.patterns import late
from mps_doctor_checks.message_context import Context, Rule, mac_only, many
from mps_doctor_checks.torch_offers import CUDA_INDEX

_FOR_ANOTHER_SYSTEM = late(
    r"\b(?:linux|windows|ubuntu|debian|wsl|nvidia|colab)\b(?:[^.;!?]|\.\d){0,60}$", re.IGNORECASE
)

_REFUSED = late(r"\b(?:not?|cannot|fails?|failed|errors?|but)\b|n't\b", re.IGNORECASE)


def _index_option(context: Context, text: str) -> tuple[str, ...]:
    """Where people tell of several systems, the one before the command is the one it is for."""
    before, _, behind = context.line_with(text).partition(text)
    others = _FOR_ANOTHER_SYSTEM.search(before) and not _REFUSED.search(behind)
    if others and context.found <= {"cuda-index-url"}:
        return ()
    return _index_setting(context, text)


def _index_setting(context: Context, _text: str) -> tuple[str, ...]:
    return () if context.elsewhere and not context.guest_on_mac else (CUDA_INDEX,)


_OF_CUDA = re.compile(
    r"(?<![\w.])\+?cu1[0-3]\d\b|\bnvidia-(?!smi)\w|\bcudatoolkit\b|\bpytorch-(?:cuda|gpu)\b"
    r"|\bcuda (?:wheels?|builds?)\b|\bcuda-(?:version|toolkit|nvcc|cudart)\b",
    re.IGNORECASE,
)

_OF_INTEL = late(r"\b(?:x86|x64|intel)", re.IGNORECASE)


def _no_build(context: Context, text: str) -> tuple[str, ...]:
    """A build for CUDA that has no file for macOS was asked for by mistake."""
    if context.elsewhere:
        return ()
    line = context.line_with(text)
    if _OF_CUDA.search(line):
        return (CUDA_INDEX,)
    if context.intel_mac and not context.apple_silicon and _OF_INTEL.search(text):
        return ()  # then there is one for this Mac
    suffixed = re.search(r"\btorch\S{0,12}\+cpu\b", line)
    return ("wrong-wheel-index",) if suffixed else ("package-no-macos-wheel",)


def _header(_context: Context, _text: str) -> tuple[str, ...]:
    """What a compiler does not find may be of any library: none of torch's or of the Mac's."""
    return ()


INDEX_RULES: dict[str, Rule] = {
    "cuda-index-url": _index_option,
    **many(_index_setting, "cuda-local-version", "package-nvidia-no-wheel", "conda-pytorch-cuda"),
    **many(_index_setting, "pixi-cuda-package", "conda-cuda-missing", "conda-cuda-not-provided"),
    **many(_index_setting, "conda-cuda-listed", "conda-cuda-not-found", "pixi-virtual-cuda"),
    "other-index-url": mac_only("wrong-wheel-index"),
    **many(_no_build, "no-wheel-for-mac-words", "package-not-for-mac"),
    **many(_no_build, "conda-package-missing-old", "conda-nothing-provides"),
    "header-not-found": _header,
}
"""Signature id to its rule."""
