"""Memory that grows or is short, and tensors too large, told by amounts; and amounts as such."""

from __future__ import annotations

import pytest

from mps_doctor import diagnose

TOLD = (
    (
        "Every generation leaves 600 MB on the Mac's GPU that is never freed, M1 Pro",
        "mps-memory-growth",
    ),
    (
        "mps: RSS by epoch (GB): 3.2, 4.4, 5.6, 6.9, 8.1",
        "mps-memory-growth",
    ),
    (
        "OOM on mps, but only after a few hours of training, the batch is always the same",
        "mps-memory-growth",
    ),
    (
        "driver_allocated_memory grows linearly on mps, current_allocated_memory does not",
        "mps-memory-growth",
    ),
    (
        "There is a leak in the conv backward on mps, tracemalloc shows nothing",
        "mps-memory-growth",
    ),
    (
        "step 100 memory 2.1 GB\nstep 200 memory 4.4 GB\nstep 300 memory 6.8 GB\ndevice mps",
        "mps-memory-growth",
    ),
    (
        "OOM on my M2 with 8 GB as soon as the model is loaded, it has 7B parameters",
        "mps-out-of-memory",
    ),
    (
        "The batch of 64 does not fit into 16 GB, out of memory on the first step (M1)",
        "mps-out-of-memory",
    ),
    (
        "A 30B model on a MacBook with 32 GB: out of memory while loading",
        "mps-out-of-memory",
    ),
    (
        "A tensor above 4 GB on mps makes python abort, three of 1.5 GB each are fine",
        "mps-tensor-size-limit",
    ),
    (
        "My M1: the matrix has more than 2**32 elements and matmul refuses it",
        "mps-tensor-size-limit",
    ),
    (
        "MPS: ndarray with 5.5 GB exceeds the limit of 4 GB",
        "mps-tensor-size-limit",
    ),
    (
        "zsh: bus error  python -c \"import torch; torch.ones(0, device='mps').cumsum(0)\"",
        "mps-op-crash",
    ),
    (
        'zsh: segmentation fault  python -c "import torch"\nmacOS 14.2, M1',
        "torch-import-crashed",
    ),
)
NOTHING = (
    "Memory on mps stays at 4.1 GB, epoch after epoch",
    "No leak on mps any more with 2.5",
    "The script uses 3.2 GB on my M1 and is fast",
    ("epoch 1 loss 2.1\nepoch 2 loss 1.8\nepoch 3 loss 1.2\ndevice mps, memory 4 GB"),
    ("UserWarning: resource_tracker: There appear to be 1 leaked semaphore objects, M1"),
    "I have a Mac mini with 16 GB, will a 7B model fit?",
    "step 1 1.2 s\nstep 2 1.3 s\nstep 3 1.1 s\nmps, RAM 16 GB",
    "The 65536 channels of the tensor work on mps",
    "Gradient norms by layer on mps: 0.12, 0.33, 0.41, 0.52",
    "The leak test of our suite runs on mac and mps and passes",
    "My M2 has 24 GB of memory and swaps never",
    "epoch 1 rss 4.1 GB\nepoch 2 rss 4.1 GB\nepoch 3 rss 4.1 GB\nmps",
)


@pytest.mark.parametrize(("text", "cause"), TOLD)
def test_amounts_tell_the_cause(text: str, cause: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize("text", NOTHING)
def test_amounts_alone_tell_nothing(text: str) -> None:
    assert diagnose(text).verdict.cause is None
