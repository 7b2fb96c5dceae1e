"""Outputs told by what they should be or vary with, requests for what is not CUDA, near misses."""

import pytest

from mps_doctor import diagnose

TOLD = {
    "mps-op-wrong-result": [
        "Unable to generate proper images with mps on my M2 Max.",
        "mps is there\nrow 0 => label 4 but should be 4\nrow 1 => label 4 but should be 7",
        "The sum on mps prints 3, should print 6.",
        "device: mps\nat 2: got 0.5 but expected 1.5",
        "I can't get a usable picture on my Mac Studio with torch 2.1, only a flat brown image.",
        "The result is one uniform colour on my M1 MacBook (ComfyUI).",
        "It generates noise instead of a picture on my MacBook Pro M3, stable diffusion.",
        "Incoherent speech on mps.",
        "Blurry faces on Apple Silicon with mps.",
        "I get strange cubes if the device is mps, it works with cpu.",
        'I see cubes when setting device to "mps", it does work with "cpu" though, but slow.',
        "The embeddings depend on the batch size on mps.",
        "Different encodings for the same sentence in batches of 8 and 32 (device mps:0).",
        "The bug is specific to the mps device, the transcription is fine elsewhere.",
        "Negative-width bounding boxes with device mps.",
        "The left edge of the box is always pinned to the middle of the picture, device mps.",
        "scvi: NaNs on apple M2 silicon",
        'model("a.png", device="mps") shifts.\nmodel("a.png", device="cpu")\nThis works well.',
        "Usable results on mps only with torch 2.4.1, from 2.5 on the video is noise.",
    ],
    "app-requires-cuda": [
        "Is there an alternative to CUDA planned so that this runs on my MacBook?",
        "Can this be used without CUDA? I am on an M2 MacBook Air.",
        "Any way to run it without an NVIDIA card on Apple Silicon?",
        "Why does this use CUDA? I have a Mac.",
        "Please support something other than CUDA, I only have an M1 Max.",
        "Most of the kernels are implemented in CUDA, so there is no way to run them on macOS.",
        "CUDA no longer supports macOS, so what do I do on my M3?",
        "The custom ops are CUDA kernels, which do not exist on a Mac.",
        "Everything here is hard wired to CUDA and I own a Mac Studio.",
        "Is a non-CUDA version for the Mac planned?",
        "Is there any way to get this to work on M1 (Metal) without CUDA?",
        "I have an M1 and there is no cuda, in this case I can not run the code?",
        "Would you consider a Metal port of the CUDA kernels for Mac users?",
    ],
    "cuda-wheel-index-on-mac": [
        "My Mac is an M2. I get an error about cudatoolkit when I create the environment.",
        "cudatoolkit=11.3 was not found. macOS 12.",
        "The cudatoolkit is not compatible with my MacBook.",
    ],
    "package-no-macos-wheel": [
        "I want to install it on my M1, but I can't find an ARM64 version of this library. "
        "Only macosx_10_9_x86_64.whl are found.",
    ],
    "python-x86_64-on-apple-silicon": ["I installed torch in an x64 emulated env on my M1 Mac."],
    "intel-mac-no-wheel": [
        "There is no torchvision 0.17.1 wheel for Macs with an Intel processor.",
        "PyPI has no download of torch 2.4 for macOS x86_64.",
    ],
}
NOT_TOLD = [
    "On mps the batch size is 4, should be 8 for speed.",
    "It works but only on the CPU, the GPU (mps) is not used at all.",
    "The only issue is that it works in CPU mode without using the GPU (mps) of my M1.",
    "It runs well without CUDA on my Mac, thank you.",
    "CUDA is not available on Macs, so I use mps and all is fine.",
    "This pull request makes the package usable without CUDA on a Mac.",
    "Non-CUDA devices are now supported, tested on an M1.",
    "cudatoolkit is not needed on a Mac.",
    "The images are properly generated on my M2.",
    "A library in Swift for the M3: the voice is garbled audio, the default voices work.",
    "bf16 mixed precision is CUDA-only, on MPS it is switched off.",
    "Unsupported mps ops degrade to the CPU, no error.",
    "No NaNs on my M2 any more.",
    "I get a progress bar when I use mps, it works with cpu too.",
    "The change is specific to the mps device and merely renames a variable.",
    "On mps the batch size is chosen by the amount of memory.",
    "M3 Mac: *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', "
    "reason: 'API misuse: setting the main menu on a non-main thread.'",
]


@pytest.mark.parametrize(
    ("cause", "text"), [(cause, text) for cause, texts in TOLD.items() for text in texts]
)
def test_what_is_told_is_found(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOT_TOLD)
def test_a_near_miss_tells_nothing(text: str) -> None:
    assert diagnose(text).verdict.cause is None
