"""Dtypes that the GPU of a Mac lacks, told in words of their own, and sentences near them."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = {
    "fp8-unsupported": [
        "Tried the MXFP8 build of the poet on an M4. The loader dies before the first step.",
        "args: --fp8-text\nmachine: macbook, M3\nwithout the flag it starts, with it never",
        "Is e5m2 possible on Apple GPUs at all? The sampler raises as soon as I choose it",
        "Please remove the float8 entries from the list when it runs on Metal",
        "The weights are 8-bit floats (f8_e4m3fn), the move to mps ends in a TypeError",
        "RuntimeError: No GPU found. A GPU is needed for FP8 quantization.\n\nM2, macOS 14",
        "RuntimeError: \"fill_mps\" not implemented for 'Float8_e5m2'",
        "RuntimeError: Failed to create function state object for: fill_Float8_e4m3fn, M1",
        "M2 Pro: the fp8 file cannot be used, the fp16 one of the same poet can",
        "Is there any chance to start an fp8 poet with an M4?",
        "Does Metal get float8 one day? My poet stops with it on an M5",
    ],
    "complex-dtype-unsupported": [
        "The kernel of my layer is cfloat; .to('mps') raises, on the CPU it trains",
        "z = r * torch.exp(1j * phi) is where it stops on my M2, real tensors go through",
        "Apple M1: torch.polar gives an exception in the rotary part",
        "We split real and imaginary part, since Metal has no complex numbers",
        "Any plans for complex64 on the GPU of Macs?",
        "IQ data is complex64, moving a batch to mps: TypeError",
        "The wave function is a complex tensor and cannot live on mps",
        "error: 'mps.add' op operand #0 must be tensor of mps native type values, but got "
        "'tensor<8xcomplex<f32>>'",
    ],
    "bfloat16-unsupported": [
        "mps of torch 2.0 does not know bf16, so the poet does not load on my M1",
        "Loading the checkpoint as bfloat16 fails on my Mac, as float16 it loads",
        "RuntimeError: MPS: Unsupported data type BFloat16 in gelu",
        "My M1 with torch 2.1 refuses brain floats, half is accepted",
        "dtype=torch.bfloat16, device='mps'\n-> error, with float16 it is fine",
        "M2, Ventura: the config says bf16 and the first layer raises a TypeError",
    ],
    "float64-unsupported": [
        "The kriging code wants 64 bits, on mps it raises a TypeError",
        "torch.set_default_dtype(torch.double) and then .to('mps'): error. M3",
        "np.random.rand gives float64, therefore my first tensor on mps fails",
        "The Metal backend refuses --precision double",
        "zeros(3, dtype=torch.float64, device=device)\nTypeError, on my Mac",
        "The solver is in double precision, so it stops at .to('mps') on an M1",
    ],
}
NOTHING = [
    "float64 stays on the CPU of my M1, mps has the rest, no trouble",
    "bf16 works on my M3 since torch 2.6",
    "The fp8 model is smaller. I take the fp16 one on my Mac and am happy.",
    "I double checked the path, the file does not exist on my Mac",
    "A double click on the app does not open it on macOS",
    "With 64-bit Python on my M1 pip fails at the proxy",
    "Complex prompts do not give what I want on my M1",
    "The licence is complex. The app stops at my Mac's firewall",
    "KeyError: 'double_blocks.0' when the lora is loaded, Mac",
    "The server trains in bf16, my Mac only draws the plots",
    "The frame has float64 columns, I convert them. The plot on my Mac lacks a legend",
    "How does fp8 compare with Q8 in quality? I have a Mac.",
    "A crash of the double-load kind, on M1",
    "I run it in bf16 on my M3. The web page raises an error when I click on export.",
    "M2, dtype bf16. After ten minutes the server stops answering, the laptop sleeps.",
    "torch.float64? No, float32. Training on my Mac stops at epoch 3, early stopping is on.",
    "torch.polar is for the CPU path only. On my M1 a class of mine raises AttributeError",
    "Python 3.12.9 (64-bit runtime)\nxformers: not available\nOS: macOS 15.3.1 (arm64)",
    "8-bit floating point audio cannot be exported on my Mac",
    "Will the float8 paper be published? I read it on my Mac",
]


@pytest.mark.parametrize(("cause", "text"), [(c, t) for c, texts in TOLD.items() for t in texts])
def test_a_dtype_in_words_names_its_cause(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_a_sentence_near_a_dtype_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None
