"""Fixtures of the bench's tests."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

NETWORK = """
import torch


class Network(torch.nn.Module):
    def __init__(self, *_):
        super().__init__()
        self.last = torch.nn.Linear(1, 1000)

    def forward(self, input_ids):
        rows = input_ids.float().flatten(1).mean(1, keepdim=True)
        self.logits = self.last(rows)
        return {result}
"""
"""Stands in for the networks: the real ones take minutes on two cores."""

STAND_INS = {
    "torchvision": NETWORK.format(result="self.logits")
    + "class models:\n    resnet50 = vgg16 = Network\n",
    "transformers": NETWORK.format(result="self")
    + "BertForSequenceClassification = Network\ndef BertConfig(num_labels): return num_labels\n",
}


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
    for name, text in STAND_INS.items():
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
