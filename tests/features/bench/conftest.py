"""Fixtures of the bench's tests."""

import importlib.util
import os
import sys
import textwrap
from pathlib import Path

import pytest

NETWORKS = '''
import torch


class Pixels(torch.nn.Module):
    """Stands in for a network of images: the real one takes minutes on two cores."""

    def __init__(self):
        super().__init__()
        self.last = torch.nn.Linear(3, 1000)

    def forward(self, images):
        return self.last(images.mean((2, 3)))
'''

TORCHVISION = NETWORKS + textwrap.dedent(
    """
    class models:
        resnet50 = vgg16 = Pixels
    """
)

TRANSFORMERS = NETWORKS + textwrap.dedent(
    """
    class BertConfig:
        def __init__(self, num_labels):
            self.num_labels = num_labels


    class BertForSequenceClassification(torch.nn.Module):
        def __init__(self, config):
            super().__init__()
            self.words = torch.nn.Embedding(30000, 4)
            self.last = torch.nn.Linear(4, config.num_labels)

        def forward(self, input_ids):
            self.logits = self.last(self.words(input_ids).mean(1))
            return self
    """
)


@pytest.fixture
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the variables away by which the test run itself changes Python and torch."""
    for name in list(os.environ):
        if name.startswith(("PYTHON", "PYTORCH")):
            monkeypatch.delenv(name)


@pytest.fixture
def networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain_environment: None) -> Path:
    """Give the target small networks under the names of torchvision and transformers."""
    folder = tmp_path / "networks"
    for name, text in (("torchvision", TORCHVISION), ("transformers", TRANSFORMERS)):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(text)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder


@pytest.fixture
def torch_python(plain_environment: None) -> str:
    """Return an interpreter that has torch: the one that runs the tests."""
    if importlib.util.find_spec("torch") is None:
        pytest.skip("needs torch")
    return sys.executable
