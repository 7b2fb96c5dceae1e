"""Comparisons of two devices that tell of wrong results, programs for CUDA, and near misses."""

import pytest

from mps_doctor import diagnose

TOLD = {
    "mps-op-wrong-result": [
        "Training on the M1 GPU doesn't converge whereas on the CPU it does",
        "My network collapses on mps but trains on cuda",
        "The agent learns on the CPU but not on mps",
        "The loss is much higher on mps than on cpu",
        "Detections disappear with mps, the cpu keeps them",
        "With mps it predicts the same class for every picture",
        "The sentences make no sense with device mps",
        "The pictures are colourful noise on my M1 Pro",
        "Visible seams in the result, device mps",
        "The score is 0.91 on CUDA and 0.12 on my M2 with mps",
        "With mps I get an accuracy of 0.10 while the cpu gives 0.97",
        "A wrong transcription with the Apple Silicon GPU",
        "The word is repeated without end with mps",
        "Its answers are random words on the Apple Silicon GPU",
        "The landmarks collapse to one point on mps",
        "The masks of mps miss half of the cells",
        "The colours are inverted with the mps device",
        "The score is 0 after training on an M2 GPU",
        "The similarity of cpu and mps vectors is only 0.62",
        "The maximum absolute difference of cpu and mps is 3.7",
        "A strong green tint with mps, on CPU the colours are natural",
        "The outputs on mps vary from run to run, the cpu is stable",
        "mps ignores the padding of the left side",
        "The faces are deformed with mps, fine with cuda",
        "The cleaned audio is just a beep on mps",
        "The loss is always 0.0 with --device mps",
        "With torch 2.6 the output of mps is fine, with 2.7 it is garbage",
    ],
    "bfloat16-unsupported": ["bf16 is not supported on my M1", "a bfloat16 error on mps"],
    "distributed-unsupported-on-mps": ["DDP on my Mac: no NCCL"],
    "torch-compile-unsupported-on-mps": ["compile=True does not work on mps"],
    "tensors-on-different-devices": [
        "The weights are on mps, the input on cpu, an error in conv1d",
        "One of the buffers stays on the cpu when I move it to mps",
    ],
    "mps-out-of-memory": [
        "My Mac is unusable, memory pressure is red, with mps",
        "It eats up all memory of my Mac (mps)",
        "16 GB, swap is at 30 GB with mps",
    ],
    "mps-memory-growth": [
        "mps takes 30 GB of memory and never gives it back",
        "90 GB of memory for one process (mps), it increases every step",
    ],
    "mps-op-crash": [
        "Trace trap when it runs on mps",
        "The process exits silently on mps",
        "A fatal error in MPSGraph, python aborts",
    ],
    "float64-unsupported": ["A TypeError about float64 when I move my table to mps"],
    "op-not-implemented": [
        "mps doesn't have an implementation of the layer",
        "my model has a ConvTranspose3d which mps lacks",
        "A histogram fails on mps since not implemented",
        "linalg.svd falls back to the CPU on mps",
        "It needs PYTORCH_ENABLE_MPS_FALLBACK=1 on my M1",
        "The bicubic upsampling isn't supported on mps",
        "Deformable attention isn't available on mps",
        "torchvision::made_up isn't supported on mps",
    ],
    "app-requires-cuda": [
        "The code assumes an NVIDIA card, I have an M1",
        "It tries to use cuda even though I am on a mac",
        "Only NVIDIA cards are supported, my computer is a MacBook",
        "It crashes on `import triton`, macOS",
        "It starts only when CUDA is present. I have a Mac",
        "The code calls torch.cuda.synchronize() unconditionally, which fails on a Mac",
        "setup.py wants CUDA_HOME on my Mac",
        "Torch is not able to use GPU. macOS, M1",
        "Only CUDA devices are supported, my machine is a MacBook Air",
        "All is moved with .cuda(), which breaks on my M1",
        "It ends on macOS because torch.cuda.is_available() is False and the script exits",
    ],
    "intel-mac-no-wheel": ["There is no torch 2.4 for Intel Macs"],
}

NOT_TOLD = [
    "The loss is the same on mps and cpu, the time is lower on mps than on cpu",
    "GPU usage is lower on mps than on cuda",
    "Would mps give a higher accuracy than cpu?",
    "0.91 s on cpu and 0.12 s on mps",
    "An accuracy of 0.91 on cpu and 0.91 on mps",
    "All detections are found on mps and cpu, no labels are missing",
    "On mps and on cpu the results are the same for all inputs",
    "It does make sense to use mps",
    "The black dots around the window of the program, on macOS",
    "If you have no NVIDIA card it automatically uses mps",
    "Do not use cuda on a Mac",
    "Only the `aten::made_up` operation falls back to the CPU, all others use MPS",
    "The similarity of cpu and mps vectors is 0.999",
    "It runs on mps, on CPU it works too",
    "My images are made with mps, with cpu it is slow but fine",
    "The maximum absolute difference of cpu and mps is 3.7e-06",
    "The score is 0.98 after training on an M2 GPU",
    "Tested on an M3 with macOS 14.6 and torch 2.4.0, Intel iMac not tested.",
]


@pytest.mark.parametrize(
    ("cause", "text"), [(c, text) for c, told in TOLD.items() for text in told]
)
def test_what_is_compared_names_its_cause(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_is_near_it_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None
