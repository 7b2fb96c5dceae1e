"""What people tell of mps in their own words: spoilt, unchecked, grown, brought down, lacking."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = (
    # spoilt results, beside another device, release or program that is good
    ("The singing model on my M2 gives a hiss, chosen CPU it sings.", "mps-op-wrong-result"),
    ("Upscaled film on an M1 Pro is confetti with torch 2.6, clean in 2.4", "mps-op-wrong-result"),
    (
        "Depth maps on mps and on the processor have nothing in common.\nRAM: 16 GB\n"
        "Install    pip\nmps available : True",
        "mps-op-wrong-result",
    ),
    (
        "[MPS] median of a transposed tensor\nmax abs err = 4.25\ncontiguous(): 1e-7, no error",
        "mps-op-wrong-result",
    ),
    (
        "Token ids on the M3's GPU are -9223372036854775808, on the host they are small.",
        "mps-op-wrong-result",
    ),
    ("SDXL workflow, M1 Air: the picture is only black", "mps-op-wrong-result"),
    # what the CPU refuses
    ("take_along_dim on mps accepts index 99; the CPU raises IndexError.", "mps-op-wrong-result"),
    ("No bounds check in put_ on mps, it writes past the end.", "mps-op-wrong-result"),
    (
        "A singular system goes through without a word on mps, the processor throws.",
        "mps-op-wrong-result",
    ),
    # memory
    ("M2 Max, mps: every chapter read costs another 900 MB", "mps-memory-growth"),
    ("mps: each request leaves some 80 MB behind, it never shrinks", "mps-memory-growth"),
    ("On the M1 the trainer gobbles memory on mps, the CPU does not.", "mps-memory-growth"),
    # programs that end
    ("argsort of an empty tensor on mps brings down the interpreter", "mps-op-crash"),
    ("With mps my notebook's kernel is gone at the first GRU.", "mps-op-crash"),
    (
        "The loss of my speech model fails on an M2's GPU, not on the CPU:\n"
        "RuntimeError: view size is not compatible with input tensor's size and stride (at least "
        "one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
        "mps-op-crash",
    ),
    # operators without a kernel, dtypes
    (
        ">>> torch.ones(2, device='mps').made_up(-1)\nRuntimeError: dim -1 is none\n"
        ">>> torch.ones(2, device='cpu').made_up(-1)\ntensor([1., 1.])",
        "mps-op-crash",
    ),
    ("IndexError: axis 1 of 1\nonly with device='mps', it is fine on the CPU", "mps-op-crash"),
    ("My net stopped on mps; downgrading to torch 2.3.1 resolved it.", "mps-op-crash"),
    ("mps raises the error of #12 even where the CPU does not", "mps-op-crash"),
    ("Please bring `nn.Fold` to Apple GPUs", "op-not-implemented"),
    ("torchvision::roi_pool has no kernel for mps, I use the CPU", "op-not-implemented"),
    ("My filter keeps doubles, and Metal has no 64-bit floats.", "float64-unsupported"),
)
OF_ANOTHER_SUBJECT = (
    "FileNotFoundError: a.png\nonly with mps, it is fine on the CPU",
    "Please add mps support to made_up_tools, I have an M2.",
    "Downgrading to torch 2.3.1 made mps slower and solved nothing.",
    "The song on my M2 had a hiss with mps, no longer since torch 2.6; the CPU was always good.",
    "The hiss on the M1 is the fan: mps makes it run at full speed, the CPU does not.",
    "The M1 makes 3 frames per second on the CPU, mps has nothing to do with it.",
    "mps transcribes, then AssertionError: no such subtitle file. The CPU run left it elsewhere.",
    "mps refuses index 99, just as the CPU refuses it.",
    "The runs on macOS 14 and macOS 15 are the same with mps.",
    "The deadlock in MPSStream is fixed, it came with two threads.",
    "device: mps\nPassword: xxxxxxxxxxxxxxxxxxxx",
    "We do without apex on a Mac; it is optional, as it is not supported there.",
    "Complex64 works on mps by now, no error any more.",
    "No fallback was needed on my M1, it is fine now.",
    "The jetsam limits of macOS are described below.",
    "mps accepts float16 and the CPU accepts float32.",
    "Each image is 4 MB. mps needs 2 seconds for it.",
    "Memory on mps stays at 4 GB over every epoch.",
    "A new release brings down the time per step on mps.",
    "Please note that `fold` runs on mps.",
    "Please add `mps` to the choices of the menu.",
    "The new kernel for `cumsum` on mps is merged, there is no version check any more.",
    "torch finds no GPU on my M1, the CPU is used.",
    "SDXL with --use-cpu on an M1: the picture is grainy.",
    "The song is hoarse on mps and on the CPU, too.",
    "On an M2 the log is empty for mps as on the CPU.",
    "Metal supports double buffering on mps.",
)


@pytest.mark.parametrize(("text", "cause"), TOLD)
def test_the_cause_is_told(text: str, cause: str) -> None:
    verdict = diagnose(text).verdict
    assert verdict.cause == cause
    assert verdict.status in ("unproven", "inconclusive")


@pytest.mark.parametrize("text", OF_ANOTHER_SUBJECT)
def test_a_like_word_of_another_subject_is_none(text: str) -> None:
    assert not [item.cause for item in diagnose(text).verdict.candidates]


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("On mps the text is a salad of words and then the process is gone.", "mps-op-crash"),
        ("Ubuntu 22.04\nmps gives a hiss, the CPU does not.", "mps-op-wrong-result"),
    ],
)
def test_a_text_that_tells_more_is_not_judged_by_a_loose_word(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause != cause
