"""What users of programs tell of results, memory, crashes and installs, and what is near it."""

import pytest

from mps_doctor import diagnose

TOLD = {
    "mps-op-wrong-result": [
        "Mac M1, the box loss and the dfl loss are 0 in every epoch with mps, cpu is fine",
        "The score is always 0.0 on my MacBook GPU; training on the CPU works well",
        "Precision and recall stay at zero when I train with mps. With cpu it works as expected",
        "mps shows 0 for all metrics. On the CPU the metrics are normal",
        "On my Mac the fold looks like a random coil, on linux the model works fine",
        "No objects are detected with device=mps; with cpu the model works fine",
        "The model doesn't detect anything on mps. It works on cuda",
        "On my Mac with mps the audio is silent, on Linux it is ok",
        "The subtitles are truncated on my M1 GPU, the CPU gives the correct text",
        "On mps it says the phrase over and over, on the CPU the model works",
        "The embeddings are not the same on mps, on cpu they are correct",
        "The distances don't match on mac, with the same model they are good on nvidia",
        "The colours are oversaturated on my M3 with mps, fine on cuda",
        "macOS 12.6, txt2img gives only black images",
        "The filter does not do anything with mps, it works on cpu",
        "With mps the third tensor is never written. The same code with cuda works as expected.",
        "On my CPU, everything works. On mps the rows keep being shuffled, a bug?",
        "Fixed it by disabling the GPU. With mps the cells were not there",
        "Switching to the CPU solved this issue with mps for me",
        "Nan's during training with mps",
        "Garbage output on my M1 Max with PyTorch 1.13",
        "All predictions are 0 with mps",
        "mps: all losses are nan",
        "Visual artefacts in the frames with device mps",
    ],
    "mps-memory-growth": [
        "Python takes 40 GB and counting on my MacBook Pro",
        "massive memory use on mac",
        "extreme memory consumption on macos with mps",
        "The cache of mps grows with each new shape",
    ],
    "mps-out-of-memory": [
        "M2, training: my system has run out of application memory",
        "A batch of 50 OOM'd MPS",
    ],
    "mps-crash-os-version": [
        "After the update to macOS 15 the kernel dies on mps; on the cpu it works",
        "Since upgrading to Sequoia: zsh: segmentation fault, with device mps",
    ],
    "mps-wrong-results-os-version": ["Since upgrading to Sequoia the results on mps are wrong"],
    "op-not-implemented": [
        "It stops at operations that are not supported by the MPS backend",
        "some ops are missing on mps",
        "The layers aren't implemented for mps",
    ],
    "float64-unsupported": ["The library makes float64, torch only supports float32 for MPS."],
    "app-requires-cuda": [
        "CUDA support seems necessary, I have an M4",
        "autogptq does not support mps",
        "The kernels are CUDA-only, I have an M2",
        "It cannot be installed on my Mac due to lack of CUDA",
    ],
    "package-no-macos-wheel": [
        "This package only supports Linux, pip install fails on my Mac",
        "Linux-only: pip install fails on macOS",
        "bitsandbytes is not supported on macOS",
        "`made-up` for torch 2.2 is not available on ARM Macs, pip install fails",
    ],
    "intel-mac-no-wheel": [
        "Installation problems of torch on Intel Macs",
        "The pin torch>=2.4 causes installation failures on macOS Intel (x86_64).",
    ],
}

NOT_TOLD = [
    "The app doesn't detect my GPU on the Mac, on Windows it works",
    "On macOS it fails to detect the mps device, on Windows it works fine",
    "My window is cut off at the bottom on the Mac. On Windows it is fine.",
    "On my mac 0 errors in all tests, on linux it works",
    "The loss is 0.05 on mps and the cpu works fine too",
    "The package is only for linux and mac. pip install works",
    "mps: 16 GB and an SSD",
    "mps is not detected, on the cpu it works",
    "How can I use mps? On the CPU it works but I do not see the GPU.",
    "It was slow on mps, and it works on cpu",
    "On the CPU all tests pass; mps has no tests.",
    "There are no NaNs in training with mps",
    "All tests are 0 seconds long with mps",
    "The cache hit rate rises with mps",
    "mps: outputs in differently sized batches",
    "I tried to switch to the CPU to solve a problem with the disk. mps",
]


@pytest.mark.parametrize(
    ("cause", "text"), [(c, text) for c, told in TOLD.items() for text in told]
)
def test_what_is_told_names_its_cause(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_is_near_it_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None
