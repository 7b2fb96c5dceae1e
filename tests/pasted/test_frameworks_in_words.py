"""Frameworks that take the CPU though torch has mps, told in words, and sentences near them."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = [
    "Lightning looks at platform.processor(), which is empty in my conda on an M1, and says no mps",
    "skorch: net.device: cpu. Plain torch does mps on the same M2.",
    "M1: accelerate 0.1 it is cpu, and in 0.3 it was mps. Nothing else differs.",
    "The trainer of our framework gave cpu in 4.2.0 while 4.1 printed mps",
    "PartialState().device == device(type='cpu')\ntorch.backends.mps.is_available(): True",
    "MPSAccelerator.is_available()\nFalse\ntorch.backends.mps.is_available()\nTrue",
    "thinc: require_gpu() returns False, torch itself sees the GPU. M3",
    "flair.device is device(type='cpu') on my Mac, and torch says mps is available",
    "sentence-transformers picks the CPU on an M2: mps is never considered there",
    "On my Mac the auto detection of the trainer is wrong, it takes the cpu because it only looks "
    "for cuda",
    "Our wrapper takes the cpu: cuda or cpu is all it asks, my M1's GPU is never considered",
    "ignite: idist.device() → cpu, torch mps works. M1",
    "ValueError: Either you do not have an MPS-enabled device on this machine or MacOS version is "
    "not 12.3+\n\nmacOS 14.5, M2, torch.backends.mps.is_available(): True",
    "fastai: default_device() gives cpu on my M1, default_device('mps') by hand works",
]
NOTHING = [
    "The GPU is not used, it runs on the CPU although I have an M1",
    "accelerate uses the CPU on my Mac, but that is what I want",
    "Lightning 2.0 prints mps, and so does 2.1. Thanks!",
    "platform.processor() prints arm on my M1, and the trainer uses mps",
    "Edge detection is outdated in the docs; the trainer runs on cpu and mps of my Mac",
    "Our trainer logs device: mps in 1.2 and in 1.3",
    "How do I make the trainer use mps instead of the CPU? I have an M2.",
    "MPSAccelerator.is_available() returns True, thanks for the hint",
    "Only CUDA is checked in the tests of the CI, not on my Mac",
]


@pytest.mark.parametrize("text", TOLD)
def test_a_framework_that_overlooks_mps(text: str) -> None:
    assert diagnose(text).verdict.cause == "framework-device-detection-bug"


@pytest.mark.parametrize("text", NOTHING)
def test_a_sentence_near_it_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None


def test_a_device_that_is_printed_is_no_setting() -> None:
    text = 'M2: the trainer prints "device: cpu" at the start, so the GPU is idle'
    assert diagnose(text).verdict.cause != "mps-disabled-by-settings"


@pytest.mark.parametrize(
    ("cause", "text"),
    [
        ("app-requires-cuda", "M1: the tracker calls net.cuda() without any check"),
        ("app-requires-cuda", "The set-up on my M2 dies because there is no nvcc"),
        ("app-requires-cuda", "Please put it behind `if torch.cuda.is_available()` for Macs"),
        ("op-not-implemented", "Padding of 5-D input is not implemented by the mps backend"),
        ("op-not-implemented", "3-D sampling: mps does not have it"),
        ("op-not-implemented", "made_up on mps: it raises NotImplementedError"),
    ],
)
def test_what_a_program_or_mps_lacks(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause
