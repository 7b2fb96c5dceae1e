"""What a text that has no other subject tells of mps, and what gives way to all that is told."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = (
    "The seventh column of my table vanishes on mps, whereas the CPU keeps it. torch 2.4",
    "`roll` on the GPU of my Mac moves the rows the other way round.",
    "My digits look like spaghetti when the model sits on Metal. On Colab, however, one can read "
    "them. M2",
    "torch.bucketize with device='mps' puts everything into bucket 0, none goes into the others\n"
    "torch 2.1.2, macOS 14.2, M1",
    "Host says [3, 5, 9], mps says [3, 3, 3] instead for the very same gather.",
)
OF_ANOTHER_SUBJECT = (
    "mps needs four times as long as the cpu for a batch of 2, is that to be expected?",
    "The CPU does it in 3 seconds, mps in 9 seconds.",
    "Please let `roll` run on mps.",
    "I wish nn.RNN had a Metal kernel like the one for CUDA.",
    "How do I move my model from cuda to mps",
    "All 214 tests pass on the cpu and on mps.",
    "mps and cpu outputs agree up to 1e-6",
    "Our runners have no mps, the cpu does the job there.",
    "mps takes twice the RAM of the cpu for one image.",
    "It works on mps, but not on CUDA.",
    "torch.backends.mps.is_available() is not what the CPU has",
    "cpu: 12.5\nmps: 3.5",
    "device: mps\ntorch 2.4.0, macOS 14.5, M2",
    "Is CUDA available: False\nNvidia driver version: No CUDA\nMPS available: True\nCPU:\nApple M2",
    "Device: mps\n- [x] It happens on a clean copy\n- [ ] An extension is due, not known on cpu",
    "On the CPU the seventh column turns to zeros.",
    "My Radeon is listed by Metal, the cpu is a Xeon.",
)
LIKE_WORDS = (
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
    "On mps the text is a salad of words and then the process is gone.",
)


@pytest.mark.parametrize("text", TOLD)
def test_what_is_left_is_the_result(text: str) -> None:
    verdict = diagnose(text).verdict
    assert verdict.cause == "mps-op-wrong-result"
    assert verdict.status in ("unproven", "inconclusive")
    assert any(
        word in "\n".join(verdict.candidates[0].evidence).lower()
        for word in ("mps", "gpu", "metal")
    )


@pytest.mark.parametrize("text", OF_ANOTHER_SUBJECT)
def test_another_subject_is_no_wrong_result(text: str) -> None:
    assert "mps-op-wrong-result" not in [item.cause for item in diagnose(text).verdict.candidates]


@pytest.mark.parametrize("text", LIKE_WORDS)
def test_a_like_word_of_another_subject_tells_nothing(text: str) -> None:
    assert [item.cause for item in diagnose(text).verdict.candidates] == []


@pytest.mark.parametrize(
    "text",
    [
        "torch 1.12\nOn mps the roll goes the other way round than on the cpu.\n"
        "RuntimeError: MPS backend out of memory (MPS allocated: 17.81 GB, other allocations: "
        "384.00 KB, max allowed: 18.13 GB). Tried to allocate 512.00 MB on private pool.",
        "On mps the roll goes the other way round than on the cpu, and later the process dies.",
        "Ubuntu 22.04\nOn mps the roll goes the other way round than on the cpu.",
        "Ubuntu 22.04\nmps gives a hiss, the CPU does not.",
    ],
)
def test_it_gives_way_to_all_that_is_told(text: str) -> None:
    assert diagnose(text).verdict.cause != "mps-op-wrong-result"


def test_what_is_inferred_is_called_likely() -> None:
    (candidate,) = diagnose(
        "On mps row 7 lands elsewhere, on the CPU it does not."
    ).verdict.candidates
    assert candidate.severity == "info"
    assert "likely" in candidate.message
