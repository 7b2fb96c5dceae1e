"""The networks of the bench: package, batch, and the memory that they take."""

from collections import namedtuple

Model = namedtuple("Model", ("package", "batch", "fixed", "train", "eval"))

MODELS = {
    "resnet50": Model("torchvision", 128, fixed=400e6, train=90e6, eval=25e6),
    "vgg16": Model("torchvision", 64, fixed=1300e6, train=80e6, eval=55e6),
    "bert": Model("transformers", 64, fixed=1000e6, train=85e6, eval=10e6),
}
"""Memory in bytes: of weights and gradients, and for each sample in training and evaluation.

Rounded up from what torch 2.11 allocated for batches of 8 and 24 on an NVIDIA GPU: 85, 75 and 81 MB
for each sample in training, 11, 52 and 4 MB in evaluation.
"""
