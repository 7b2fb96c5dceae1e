"""Crashes and wrong results that a text ties to a version of macOS, and those that it does not."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = (
    # one version beside another
    (
        "Every diffusion run on mps segfaults under Sonoma 14.1, under Ventura 13.6 the same "
        "environment never crashed",
        "mps-crash-os-version",
    ),
    (
        "macOS 15.4 kills my training with a GPU timeout and then abort, 15.3.2 trains for days",
        "mps-crash-os-version",
    ),
    (
        "macos 26.2: segfault in mps softmax\nmacos 26.1: fine\nmacos 15.7: fine",
        "mps-crash-os-version",
    ),
    (
        "Same venv, two Macs. On Ventura the faces come out sharp, on Sonoma 14.4 they are noise. "
        "Both with mps",
        "mps-wrong-results-os-version",
    ),
    (
        "Training on mps diverges with Tahoe and converges with Sequoia, identical seed and code",
        "mps-wrong-results-os-version",
    ),
    (
        "interpolate gives zeros on mps under Sonoma; Ventura does it right",
        "mps-wrong-results-os-version",
    ),
    # one version only, or what came with it
    (
        "conv3d on mps: Abort trap 6 on Sequoia only. My colleague with Sonoma runs the same "
        "notebook without it.",
        "mps-crash-os-version",
    ),
    (
        "the kernel dies in Jupyter when I train on the GPU of my M1, it began with macOS 12.5",
        "mps-crash-os-version",
    ),
    (
        "Since yesterday's macOS update the webui quits as soon as it generates on the M1",
        "mps-crash-os-version",
    ),
    (
        "grid_sample in fp16 is off by up to 0.7 on mps under macOS 13.2 only",
        "mps-wrong-results-os-version",
    ),
    (
        "I am sure that it is the OS: sdpa gives nan on mps since 15.2",
        "mps-wrong-results-os-version",
    ),
    # betas
    (
        "I put macOS 26 beta 5 on my M4 and now python dies with SIGABRT on mps",
        "mps-crash-os-version",
    ),
    (
        "Process: Python [1]\nOS Version: macOS 15.0 (24A5309e)\nException Type: EXC_CRASH "
        "(SIGABRT)\n0 MPSCore\n1 libtorch_cpu.dylib at::mps::MPSStream",
        "mps-crash-os-version",
    ),
    ("Is torch supported with macOS 27 beta 2?", "macos-unsupported-or-beta"),
    # beside an error text
    (
        "/x/MPSNDArray.mm:800: failed assertion `[MPSNDArray initWithDevice:descriptor:] Error: "
        "buffer is not large enough'\nSince the update to 14.4; with 14.3 not.",
        "mps-crash-os-version",
    ),
    # versions of something else, or all of them alike
    (
        "topk segfaults on mps on macOS 13.5 and on macOS 14.2 as well, torch 2.1",
        "mps-op-crash",
    ),
    ("cumsum crashes on mps. I tried macOS 14.1 and 15.2, both crash.", "mps-op-crash"),
    (
        "scatter aborts on mps, macOS 15.1, Xcode 15.4 works fine otherwise",
        "mps-op-crash",
    ),
    (
        "gelu is wrong on mps, macOS 15.1, torch 2.4; torch 2.5 is fine with the same macOS 15.1",
        "mps-op-wrong-result",
    ),
    (
        "argmax on mps returns garbage on macOS 14.5 and on 15.2, the CPU is right",
        "mps-op-wrong-result",
    ),
)
NOTHING = (
    "Works on macOS 13.6 and on 14.4 with mps, M2",
    "My editor crashes since I installed Ventura 13.3",
    "Safari quits after the macOS update, M1",
    "After the macOS update everything runs on mps as before",
    "mps is available only on macOS 12.3 or newer",
    "I have only macOS 14 here, mps works",
    "Trains on mps with the same seed, accuracy 0.93 on macOS 14.5 and on 15.1",
    "Build 24A335 of macOS 15.0, torch 2.5, mps trains",
)


@pytest.mark.parametrize(("text", "cause"), TOLD)
def test_a_version_of_macos_is_blamed_where_the_text_does(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_versions_say_nothing_by_themselves(text: str) -> None:
    assert diagnose(text).verdict.cause is None
