"""What torch cannot do with mps, told in words: compile for it, share work on it, load to it."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = (
    (
        "torch.compile on my M3 fails: the Metal compiler says use of undeclared "
        "identifier 'tmp12'. Eager works. torch 2.8",
        "inductor-metal-codegen-bug",
    ),
    (
        "The MSL that inductor emits for a fused softmax is rejected: no matching "
        "function for call to max. M2, torch 2.7.1",
        "inductor-metal-codegen-bug",
    ),
    (
        "Compiled with mps: generated shader uses a variable out of its scope, "
        "undeclared. Nightly, M1",
        "inductor-metal-codegen-bug",
    ),
    (
        "compiled model on mps gives other numbers than eager mps, torch 2.9",
        "inductor-metal-codegen-bug",
    ),
    (
        "program_source: error: expected expression (compiled attention block, mps, 2.8)",
        "inductor-metal-codegen-bug",
    ),
    (
        "torch.compile(model) on my M1 with torch 2.1: inductor does not know mps. Is there a way?",
        "torch-compile-unsupported-on-mps",
    ),
    (
        "With --compile=True it breaks on the MacBook, without it trains. torch 2.3",
        "torch-compile-unsupported-on-mps",
    ),
    (
        "There's no inductor backend for mps in torch 2.4, so torch.compile raises on my M2",
        "torch-compile-unsupported-on-mps",
    ),
    (
        "LoweringException: TypeError: 'NoneType' object is not callable, torch.compile, mps, 2.2",
        "torch-compile-unsupported-on-mps",
    ),
    (
        "DDP with gloo on two Mac minis: all_reduce cannot take mps tensors",
        "distributed-unsupported-on-mps",
    ),
    (
        'The launcher calls init_process_group("nccl"), on my MacBook that raises an error',
        "distributed-unsupported-on-mps",
    ),
    (
        "FSDP refuses mps, M2 Ultra, torch 2.4",
        "distributed-unsupported-on-mps",
    ),
    (
        "horovod does not support mps tensors on the M1",
        "distributed-unsupported-on-mps",
    ),
    (
        "The weights were saved on an A100, my MacBook cannot load them, it needs CUDA to"
        " deserialize",
        "checkpoint-location-unsupported",
    ),
    (
        "torch.load of a checkpoint trained on mps fails on our Linux server: unknown location",
        "checkpoint-location-unsupported",
    ),
    (
        "model.pth was pickled with cuda tensors and on my M1 loading fails",
        "checkpoint-location-unsupported",
    ),
    (
        "Without map_location the demo fails to load the model on a Mac, please add it",
        "checkpoint-location-unsupported",
    ),
    (
        "I cannot open the .pt on my Mac, it was saved from cuda:0",
        "checkpoint-location-unsupported",
    ),
    (
        "F.conv_transpose2d with groups ends in a bus error on my M1, torch 2.0.1",
        "mps-op-crash",
    ),
    ("MacBook M2: F.grid_sample -> Floating point exception: 8", "mps-op-crash"),
)
NOTHING = (
    "The build of our app on macOS ends in a segmentation fault of clang",
    "The accuracy goes down with F.dropout on my M1 after epoch 3",
    "torch.compile works on mps with torch 2.8, a bit faster",
    "I compiled the whisper.cpp Metal shader, it was rejected by Xcode at first",
    'torch.load(p, map_location="mps") loads the checkpoint on my M1',
    "I trained it on an A100 and run it on my Mac, all fine",
    "We train with DDP on 8 A100 and test on a Mac with one process",
    "NCCL error: unhandled system error, 4x A100",
    "The model was trained on CUDA and runs on mps as well",
    "Saved the weights on my Mac, loaded them on Linux, works",
    "My compiled Metal app works with the gpu of my M2",
    "gloo on Linux fails with a timeout, our Mac is only the client",
    "The docs say that map_location moves storages",
    "torch.compile is slow at first on mps, no error",
    "Downloading the checkpoint fails on my Mac with a timeout",
    "I cannot find the model weights on my Mac, where are they saved?",
    "deepspeed is not installed on the Mac, I do not need it, mps trains",
)


@pytest.mark.parametrize(("text", "cause"), TOLD)
def test_the_limit_is_told(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_follows_where_it_works_or_is_elsewhere(text: str) -> None:
    assert diagnose(text).verdict.cause is None
