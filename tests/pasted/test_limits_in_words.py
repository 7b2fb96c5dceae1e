"""Limits that people tell in their own words, one frame for all things, and sentences near them."""

import pytest

from mps_doctor import diagnose

CAUSES = {
    "float64-unsupported": [
        "MPS can't handle doubles",
        "mps only supports float32, my arrays are float64",
        "numpy gives float64 and mps doesn't support it",
        "MPS doesn't allow double tensors",
        "It does not run on Apple Silicon because of float64 tensors",
        "It crashes on my Mac due to double tensors in the filter",
        "The averages on the MPS backend want float32 instead of float64.",
        "My M1 cannot convert to f64 on mps.",
        "Doubles have to be cast to float32 before they go to mps.",
        "my collate function converts the targets into float64, device is mps",
    ],
    "bfloat16-unsupported": ["bf16 is not supported on mps here", "bfloat16 doesn't work on MPS"],
    "complex-dtype-unsupported": [
        "complex64 is not yet supported by mps",
        "mps has no complex",
        "The ramp yields ComplexDouble on MPS, hence a conversion error.",
    ],
    "sparse-unsupported": [
        "[MPS] sparse addition fails",
        "Sparse matrices cannot be used with mps",
        "MPS lacks sparse tensors",
        "device mps: aten::_sparse_mask_helper",
    ],
    "fp8-unsupported": ["float8_e5m2 isn't supported by MPS", "fp8 weights can't be loaded on mps"],
    "fp16-amp-unsupported-on-mps": [
        "autocast does not support mps",
        "GradScaler doesn't work with mps",
        "amp with fp16 raises an error on mps",
    ],
    "distributed-unsupported-on-mps": [
        "DDP isn't supported on mps",
        "Two nodes do not work on mps, they do on cpu. Distributed on MPS is not supported.",
        "torch.distributed has no mps backend",
        "dist.all_gather leaves tensors on mps unchanged",
        "c10d is broken with PYTORCH_ENABLE_MPS_FALLBACK=1",
        "FSDP with mps is not possible",
    ],
    "torch-compile-unsupported-on-mps": [
        "torch.compile does not work with mps in 2.1",
        "building it with torch.compile fails on mps",
        "[MPS] torch.compile fails for an LSTM",
        "device mps, an exception in net = torch.compile(net)",
        "On mps it trains once torch._dynamo.config.suppress_errors = True is there",
    ],
    "op-not-implemented": [
        "conv_transpose3d is not implemented for mps",
        "MadeUpPool3d on MPS raises NotImplementedError",
        "NotImplementedError when I call made_up() on my M2's GPU",
        "aten::made_up is missing on the MPS backend",
        "the mps backend lacks torch.linalg.made_up",
        "torch.Generator is not available for mps yet",
        "my model uses made_up_align, which has no mps kernel",
        "deformable convolution isn't implemented for Metal (mps)",
    ],
    "mixed-dtype-on-mps": ["mps fails since one tensor is float16 and the other float32"],
    "tensors-on-different-devices": [
        "the input is on the CPU but the model is on mps",
        "The dice are created on the cpu, which needs to be the same as mps",
        "it has tensors on cpu, not on mps",
    ],
    "mps-tensor-size-limit": [
        "mps fails for tensors with more than 2^31 elements",
        "it breaks on mps, the matrix exceeds the int32 limit",
    ],
    "app-requires-cuda": [
        "The program needs CUDA and I only have a Mac",
        "There is no fallback for non-CUDA machines such as my M2.",
        "The painter relies on CUDA, so it cannot be used on a Mac.",
        "made_up loads cpm_kernels, which are not supported by macOS",
        "With the CPU ticked it gives the CUDA error again, I mean still the CUDA error, on my Mac",
        "it only works with NVIDIA GPUs, so there is nothing for a Mac",
        "On a Mac? No. An NVIDIA card is required.",
        "The script calls .cuda() in each function, which fails on Apple silicon",
        "the library was written for NVIDIA alone, I have an M2",
        "It asks for a CUDA device on an Apple M1",
        "Macs are left out: so far only torch with CUDA is supported",
    ],
    "checkpoint-location-unsupported": [
        "the weights were saved on cuda and cannot be loaded on my Mac"
    ],
    "mps-out-of-memory": [
        "My MacBook runs out of memory once the model is on mps",
        "There is not enough memory for it on mps",
        "memory exhausted on mps",
        "macOS jetsam ends the mps server after each song",
        "mps out-of-memory with batch 32",
    ],
    "mps-memory-growth": [
        "each epoch on mps takes 2 GB more",
        "on mps the poet goes from 2 GB to 40 GB during one poem",
        "MPS allocates per shape and never releases it",
        "RAM usage climbs on mps with time",
        "the cache of mps grows without bound",
        "the mps process grows to 60 GB over night",
    ],
    "mps-op-wrong-result": [
        "mps and cpu disagree on the poem",
        "the variance is negative on mps and positive on cpu",
        "mps yields only exclamation marks",
        "With mps it prints DOGDOGCAT instead of words",
        "device mps: Thank you. Thank you. Thank you. Thank you.",
        "device: mps\nOnce upon a time GGGGGGGGGGGGGGGGGGGG",
        "made_up_() silently fails on mps for views",
        "sampling on mps returns out of range values",
        "93 % accuracy on cpu and 10 % on mps",
        "the masks look shifted on MPS",
        "results on the GPU of my M2 are way off (mps)",
        "mps copies silently nothing",
        "the results are not reproducible on mps with a fixed seed",
        "On MPS every prediction is class 0",
        "sampling on mps always picks the same token",
        "Softmax on MPS does not sum to 1",
        "we see a decrease in accuracy when using mps",
        "It failed to answer on mps but succeeded on cpu",
        "The model does not work with mps, on cpu it works",
        "M1: the network does not learn, on colab it learns",
        "MPS nn.MadeUp2d gives a different result from CPU",
    ],
    "mps-wrong-results-os-version": [
        "Other poems: mps differs on `macos-26` from `macos-15`",
        "The cat is fine on Ventura and wrong on Sonoma (mps)",
        "mps: the sum is NaN on macOS 15, correct on macOS 14",
    ],
    "mps-op-crash": [
        "python quits unexpectedly when I call backward on mps",
        "zsh: abort      python train.py\nI use device='mps'",
        "The kernel always restarts when I use the mps device",
        "MPS: Trace/BPT trap: 5",
        "MPS keeps crashing since yesterday",
        "The thread is stuck in MPSGraphExecutable specializeWithDevice",
        "Deadlock of two poems in at::mps::MPSStream::synchronize",
        "My poet can't handle mps",
        "run.sh: line 4: 123 Bus error: 10\ndevice mps",
        "Mac使用mps时出现错误",
        "the app closes without any message when switching to mps",
        "GPU hang while running on mps",
        "UserWarning: The operator 'aten::made_up' is not currently supported on the MPS backend "
        "and will fall back to run on the CPU.\nprint(x[100]) then causes a segfault of Python",
        "With device=mps set, the run crashes after one epoch",
    ],
}


@pytest.mark.parametrize(("cause", "text"), [(c, t) for c, texts in CAUSES.items() for t in texts])
def test_a_limit_in_words_names_its_cause(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize(
    "text",
    [
        "the mask is cast to double on the CPU, the rest lives on mps",
        "net = torch.compile(net) works on mps here",
        "mps is five times faster than cpu, results are identical",
        "float64 stays on the cpu, the rest on mps: works",
        "torch.compile works on mps in 2.8",
        "Sparse documentation, but mps support is complete",
        "It no longer needs CUDA, a Mac will do",
        "Does it work on a Mac without CUDA? Yes, with mps.",
        "training with mps does not run out of memory",
        "The GPU is not used, it runs on the CPU although I have an M1",
        "The web page looks broken in Safari. Device: mps",
        "With mps training takes 3 hours, with CUDA 20 minutes. Is that normal?",
        "Is support of mps planned?",
        "mps: choose a lower quality for the thumbnails",
        "Results with a Metal kernel or without stay correct on mps",
        "cuda not available, using device mps. How do I fix an error in my YAML?",
        "I compared cpu, cuda and mps: the same accuracy everywhere",
        "The share link does not work on macOS, device: mps",
        "A different tokenizer on my Mac than on Linux, both run the model on mps or cuda",
        "mps finds 95 % accuracy",
    ],
)
def test_a_sentence_near_a_limit_names_none(text: str) -> None:
    assert diagnose(text).verdict.cause is None
