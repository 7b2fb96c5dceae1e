"""What texts mean that ask for CUDA."""

from __future__ import annotations

import re

from mps_doctor.patterns import late
from mps_doctor_checks.message_context import Context, Rule, mac_only, many


def _requires_cuda(context: Context, text: str) -> tuple[str, ...]:
    """A test that is left out for want of CUDA tells of nothing wrong."""
    line = context.line_with(text)
    skipped = re.search(r"\bskip(?:ped|s|ping)?\b", line, re.IGNORECASE)
    return () if skipped or "fp16-requires-gpu" in context.found else ("app-requires-cuda",)


_OF_SEVERAL = late(r"\b(?:ddp|fsdp|multi-?gpu|distributed training)\b", re.IGNORECASE)


def _cuda_only(context: Context, text: str) -> tuple[str, ...]:
    """Where only its mixed precision or its work on several GPUs is for CUDA, a program is not."""
    if {"mixed-precision-gpu-words", "fp16-trainer-cuda-only"} & context.found:
        return ()
    if _OF_SEVERAL.search(context.line_with(text)):
        return ("distributed-unsupported-on-mps", "app-requires-cuda")
    return ("app-requires-cuda",)


def _triton(context: Context, _text: str) -> tuple[str, ...]:
    """What an installer did not find is not there for anybody; a program may do without.

    Where there is no wheel, pip builds from source, and that asks for CUDA.
    """
    told = {"package-no-distribution", "pip-no-version-other", "uv-package-only-linux"}
    told |= {"no-wheel-for-mac-words"}
    return () if told & context.found else ("app-requires-cuda",)


def _cuda_wanted(context: Context, _text: str) -> tuple[str, ...]:
    """Elsewhere CUDA may be missing; on a Mac it always is."""
    return ("app-requires-cuda",) if context.host.system == "Darwin" else ()


def _cuda_asked(context: Context, _text: str) -> tuple[str, ...]:
    """On Linux and Windows the driver may be missing: that is no matter of a Mac."""
    return () if context.elsewhere else ("app-requires-cuda",)


_GOES_ON = frozenset({"program-came-up", "memory-grows", "spoilt-text", "wrong-results", "nans"})
"""Symptoms of a program that what bitsandbytes said when it was loaded did not stop."""


def _quantising(context: Context, _text: str) -> tuple[str, ...]:
    return () if _GOES_ON & {*context.reported} else ("app-requires-cuda",)


def _nvidia_in_docker(context: Context, _text: str) -> tuple[str, ...]:
    """Docker is asked for NVIDIA's GPU: on a Mac it has no other to give either."""
    of_a_mac = context.apple_silicon or context.guest_on_mac
    return ("linux-guest-on-mac", "app-requires-cuda") if of_a_mac else ("app-requires-cuda",)


CUDA_RULES: dict[str, Rule] = {
    "distributed-asks-cuda": mac_only("distributed-unsupported-on-mps"),
    "cuda-build-asked": mac_only("app-requires-cuda"),
    "docker-nvidia-driver": _nvidia_in_docker,
    "cuda-package-compiled": mac_only("package-no-macos-wheel"),
    **many(_triton, "triton-missing", "cuda-home-missing"),
    **many(_cuda_wanted, "cuda-looked-for-words", "cuda-module-missing", "vllm-no-device"),
    **many(_cuda_asked, "nvidia-smi-missing", "cuda-test-of-launcher", "cuda-error-words"),
    **many(_quantising, "bitsandbytes-without-gpu", "bitsandbytes-native-missing"),
    "requires-cuda-words": _requires_cuda,
    "cuda-only-words": _cuda_only,
}
"""Signature id to its rule."""
