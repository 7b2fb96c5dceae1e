"""People with a Mac before a program for CUDA, and outputs without meaning; and texts near them."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

CUDA = "app-requires-cuda"
WRONG = "mps-op-wrong-result"

TOLD = (
    ("MacBook Pro M3. The sample workflow runs into CUDA errors, is MPS support planned?", CUDA),
    ("M2: I keep running into a CUDA error when I press start. Any MPS version?", CUDA),
    ("Is this strictly CUDA or can my Mac Studio run it too? It refuses to start.", CUDA),
    ("Is it CUDA only? On my M1 it doesn't start", CUDA),
    (
        (
            "It tells me that torch doesn't work with cuda on my Mac m1, "
            "torch.cuda.is_available() == False"
        ),
        CUDA,
    ),
    ("The app says torch isn't compiled with cuda. I am on a MacBook Air.", CUDA),
    ("Complains that CUDA isn't there, I have an Apple Silicon Mac", CUDA),
    ("Because my Mac has no CUDA, the nodes refuse to load.", CUDA),
    ("Since PyTorch doesn't use CUDA on an M1 Max, the plug-in refuses to load", CUDA),
    ("I have a Mac so I can't use CUDA. What do I change in train.py so it runs?", CUDA),
    ("Mac M2. Where do I have to replace cuda by mps in this repository?", CUDA),
    ("Could you remove the hard dependency on CUDA? We are on Apple silicon here.", CUDA),
    ("The code only checks torch.cuda.is_available() and quits, my Mac has mps", CUDA),
    ("I do not have an NVIDIA card (MacBook), is there a way to run the demo?", CUDA),
    (
        (
            'device = torch.device("cuda") is everywhere in the code. Does somebody have '
            "a Mac version?"
        ),
        CUDA,
    ),
    ("Can it run on a Mac without NVIDIA? The installer aborts at the CUDA step.", CUDA),
    ("How do I run inference on a Mac, given that the script calls .cuda() ?", CUDA),
    ('M1 mac user, "CUDA not found", then the program closes', CUDA),
    ("I'm getting CUDA errors on my mac", CUDA),
    ("Mac Mini M4: fails with a CUDA initialization error", CUDA),
    ("I've got an M1 Max and of course no CUDA. Training aborts right away. What now?", CUDA),
    ("no GPU version for the Mac? The README mentions nothing but CUDA", CUDA),
    ("My MacBook has no NVIDIA GPU; setup.py wants nvcc", CUDA),
    ("the project does not work on mac because it uses cuda", CUDA),
    ("M1: it insists on CUDA even if I pass --device mps", CUDA),
    (
        (
            "--device mps is accepted, but later torch.cuda.synchronize() is called and it "
            "stops (MacBook)"
        ),
        CUDA,
    ),
    ("With mps and torch 2.2.1 the model only gives '!' as its output", WRONG),
    ('M2: on mps I only get "!!!!!!!" from the model', WRONG),
    ("generation on MPS returns token 0 forever, on CPU it is fine", WRONG),
    ("all generated tokens are <unk> with device mps", WRONG),
    ("The output is just '!!!!' on my M1 GPU", WRONG),
    ("mps gives the same token again and again, cpu writes a good answer", WRONG),
    ("the decoder on mps emits nothing but padding tokens", WRONG),
    ("empty output with device=mps, cpu gives a proper answer", WRONG),
)
NOTHING = (
    "MPS and CUDA both work now on the main branch",
    "On my M2 it runs with mps, on the server with CUDA",
    "CUDA is not available on Macs, so we fall back to mps there",
    "The program supports CUDA, MPS and CPU",
    "This PR replaces cuda by the device of the model, so Macs work",
    "My Mac runs it, but my NVIDIA machine gets a CUDA error",
    "I sold my NVIDIA card and bought a Mac, and mps does what I need",
    "We no longer need CUDA: it works on my Mac with mps",
    "Is CUDA faster than mps on an M3 Max?",
    "Does the newest release still need CUDA? No, Macs are supported since 2.0.",
    (
        "torch.cuda.is_available() is False on a Mac, of course. "
        "torch.backends.mps.is_available() is True."
    ),
    "I only get one answer per prompt with mps, how do I get more?",
    "mps only gives 20 tokens a second",
    (
        "GPU models and configuration: No CUDA\nCUDA used to build PyTorch: None\n"
        "Nvidia driver version: No CUDA\nPython platform: macOS-14.2-arm64-arm-64bit\n"
        "How do I set the batch size?"
    ),
    "## Requirements\nCUDA 11.8 or Apple Silicon. What is the minimum RAM?",
    "feat: no CUDA needed on macOS any more, errors are gone",
    "Loading the model on my Mac takes 3 minutes, without CUDA of course. Can I cache it?",
    "Benchmarks: M2 Max against CUDA, can anyone post numbers?",
    "I get 12 it/s on M3 with mps. What do you get with CUDA?",
    "No CUDA GPU detected. Using MPS. \nWhy is the first run slow on my Mac?",
    (
        "INFO: No supported Nvidia GPU found\nINFO: Use mps instead\nHow can I choose "
        "another voice? (M1)"
    ),
    "Is it possible to use int8 on mac?",
    ("How do I switch from cuda to mps in the settings? I have both machines, a Mac and a PC"),
    "The docs always show cuda in the examples. Please mention that mps works on Macs",
    "Please add a note for Mac users: CUDA is not needed",
    "only use left padding on mps",
    'Did you use "!!!" in the prompt? mps',
)


@pytest.mark.parametrize(("text", "cause"), TOLD)
def test_the_cause_is_told(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_follows_of_a_text_near_it(text: str) -> None:
    assert diagnose(text).verdict.cause is None
