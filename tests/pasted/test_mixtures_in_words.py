"""Two kinds of numbers or two devices that meet, told in words, and sentences near them."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = {
    "mixed-dtype-on-mps": [
        "The encoder is half and I forgot the decoder, which is float32. M1: abort, no traceback",
        "On my M2 a bfloat16 weight times a float32 input dies in LLVM",
        "mps: float32 bias + half weight -> assertion",
        "Adapter saved in fp32, the rest is fp16, macOS 14, the process aborts",
        "torch.addcmul(x_half, y_float) raises on mps",
        "My Mac mini: multiplying is done with float images and an int64 label tensor. I multiply "
        "float images with int64 labels and the kernel dies",
        "Please cast both to the same dtype: query is float16 and mask is float32, mps refuses",
        "The VAE is in float32 and the latents are in half, on mps the process aborts",
        "mps doesn't promote: half * float32 tensors, and an abort",
        "LLVM ERROR: Failed to infer result type(s).\nf16 and f32 are mixed in my model on mps",
        "'mps.add' op detected operands of different element types f16 and f32",
    ],
    "tensors-on-different-devices": [
        "The noise table is generated on the CPU while the latents are on mps, so add() crashes",
        "M2: the anchors stay on cpu, everything else is on the GPU. Would you accept "
        "device=x.device?",
        "generate complains about mps:0 vs cpu, do I need to move the mask?",
        "Title: mask created on CPU breaks training on my Mac GPU",
        "It seems the grid has no register_buffer, thus .to('mps') fails to take it",
        "My model is on mps:0. The index tensor was left on the cpu. Error: two devices",
        "M1. The loss fails over devices: weights are CPU tensors, the batch is on mps",
        "I forgot to move the labels, an error on mps",
        "M1: stats on cpu, images on mps, an error about the index",
        "x is on mps and the stats were never moved along, it crashes",
    ],
}
NOTHING = [
    "fp16 and float32 both work on my M1, I only want to know which is better",
    "half the batch is float32 images, mps trains",
    "Please make float32 the default on Mac, float16 is for CUDA cards",
    "The mask is cast to double on the CPU, the rest lives on mps",
    "The net is on mps, the CPU only augments. Trains well.",
    "mps:0 is printed as the device, cpu is an option too",
    "I moved to a new Mac, the weights are on the host of our group",
    "I forgot to move the batch file, an error on my Mac",
    "Two devices are in the list: cpu and mps",
    "register_buffer is used for the table, mps is fine",
]


@pytest.mark.parametrize(("cause", "text"), [(c, t) for c, texts in TOLD.items() for t in texts])
def test_what_meets_names_its_cause(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_a_sentence_near_it_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None


@pytest.mark.parametrize(
    ("cause", "text"),
    [
        ("mps-op-wrong-result", "float16 gives black images on mps while float32 is fine"),
        ("mps-op-wrong-result", "The result is right on the cpu and wrong on mps"),
    ],
)
def test_what_works_in_one_of_two_is_another_matter(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause
