"""What lies on another device, what the GPU lacks, and a conda for Intel: in anybody's words."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = (
    (
        "Loading my fine-tuned model on the Mac fails since it was saved on a CUDA machine",
        "checkpoint-location-unsupported",
    ),
    (
        "The weights were trained on a GPU server, torch.load on my MacBook wants CUDA",
        "checkpoint-location-unsupported",
    ),
    (
        "How do I open a .ckpt that was saved with cuda on an M1? torch.load raises",
        "checkpoint-location-unsupported",
    ),
    (
        "My teammate's .pt (trained on an A100) won't load on my Mac, "
        "something about deserializing",
        "checkpoint-location-unsupported",
    ),
    (
        "Pickle of the model contains cuda tensors, on macOS loading stops",
        "checkpoint-location-unsupported",
    ),
    (
        "Saved on the Mac with mps, the model cannot be opened on our Linux cluster",
        "checkpoint-location-unsupported",
    ),
    (
        "I have to add map_location everywhere, otherwise the pretrained "
        "weights cannot be read on my M2",
        "checkpoint-location-unsupported",
    ),
    (
        "The vocoder needs an FFT, which MPS does not have, so it stops on my M2",
        "op-not-implemented",
    ),
    (
        "Deformable convolution isn't there for mps, so the detector can't run on my Mac",
        "op-not-implemented",
    ),
    ("On Apple Silicon the 3D pooling layer is missing in MPS", "op-not-implemented"),
    ("My M3 complains about an aten op that the MPS device lacks", "op-not-implemented"),
    (
        "I had to set PYTORCH_ENABLE_MPS_FALLBACK=1 since one operator isn't supported by mps",
        "op-not-implemented",
    ),
    ("It runs only with the fallback variable, linalg.qr is not on mps", "op-not-implemented"),
    ("grid_sample with bicubic mode has no MPS implementation", "op-not-implemented"),
    ("cdist backward is unsupported on the Apple GPU", "op-not-implemented"),
    (
        "The input is on mps but the mask stays on cpu, and the forward raises",
        "tensors-on-different-devices",
    ),
    (
        "one of the tensors is on the cpu while the model sits on mps:0",
        "tensors-on-different-devices",
    ),
    ("I forgot to move the labels to mps, the loss fails", "tensors-on-different-devices"),
    ("my model is on mps, the batch isn't", "tensors-on-different-devices"),
    (
        "The library creates position ids on the CPU, with a model on mps that errors",
        "tensors-on-different-devices",
    ),
    (
        "arange without device= makes a CPU tensor and the sum with the mps tensor fails",
        "tensors-on-different-devices",
    ),
    (
        "My Terminal was set to open using Rosetta, therefore no mps on my M1",
        "python-x86_64-on-apple-silicon",
    ),
    ("conda on my M1 is osx-64, mps isn't available", "python-x86_64-on-apple-silicon"),
    ("platform.machine() gives x86_64 on an M2", "python-x86_64-on-apple-silicon"),
    (
        "I had migrated from an Intel Mac and used the old anaconda, so pip "
        "only found torch 2.2.2 on my M3",
        "python-x86_64-on-apple-silicon",
    ),
    (
        "Homebrew is in /usr/local on my M1 and its python can't use mps",
        "python-x86_64-on-apple-silicon",
    ),
    ("linux: 6.5.0-asahi-ARCH\npython=3.11.5\naarch64 (M1 macbook), no mps", "not-macos-host"),
)
NOTHING = (
    # a container that is only mentioned, and systems in a list
    "Postgres runs in a container, the model itself runs natively on my M3 with mps",
    "A native install on my M2 uses mps. Inside the container for our server CUDA is used.",
    "Tested on: M1 (mps), Intel Mac (cpu), Ubuntu 22.04 (cuda), Windows 11 (cuda)",
    "Our CI runs on ubuntu only, could you add a macOS runner?",
    "Linux: supported since 2.0\nMac: mps is used",
    "The model was trained on 8 A100 GPUs. On my Mac it loads in 20 seconds and runs with mps.",
    "The checkpoint was saved on a Mac; size mismatch for fc.weight when loading it",
    "The weights were trained with CUDA and load fine on my MacBook",
    "Which GPU was the model trained on? I run it on an M2.",
    "Loading fails with a missing key in the state dict, it was trained on a server. Mac M1",
    "I moved the labels to mps and it works",
    "The dataloader creates the batches on the CPU, which is slow on mps",
    "Everything is on mps, the batch is not large",
    "The progress bar isn't there on mps runs in the terminal, only in notebooks",
    "All operators that mps needs are implemented",
    "FFT is supported on MPS since torch 2.1",
    "Is there an FFT for mps?",
    "The pooling layer is not on the list of layers that I quantize, mps",
    "the STFT is faster on the Apple GPU than on the CPU",
    "I migrated from an Intel Mac and made a new arm64 conda, mps works",
)


@pytest.mark.parametrize(("text", "cause"), TOLD)
def test_the_cause_is_told(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_follows_of_a_text_near_it(text: str) -> None:
    assert diagnose(text).verdict.cause is None
