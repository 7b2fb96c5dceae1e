"""Does a file or folder shadow PyTorch?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import ShadowedModule
from mps_doctor_checks.torch.torch_shadowed import torch_shadowed

SITE = "/opt/v/lib/python3.12/site-packages"


def hiding(module: str, path: str) -> dict[str, Any]:
    return {"shadowed": (ShadowedModule(module=module, path=path, where="current folder"),)}


@pytest.mark.parametrize(
    ("python", "torch", "answers", "expected"),
    [
        ({"shadowed": ()}, {}, {}, PASSED),
        (hiding("torch", "/opt/x/torch.py"), {}, {}, "local-module-shadows-torch error"),
        (hiding("numpy", "/opt/x/numpy.py"), {}, {}, "local-module-shadows-torch error"),
        (hiding("accelerate", "/opt/x/accelerate"), {}, {}, "local-module-shadows-torch warning"),
        (hiding("json", "/opt/x/json.py"), {}, {}, PASSED),
        (
            hiding("torchvision", "/opt/c/torch/hub/pytorch_vision/torchvision"),
            {},
            {},
            "torchhub-source-shadowing error",
        ),
        (
            {"shadowed": ()},
            {"location": SITE},
            {"outcome": "imported", "file": "/opt/src/torch/__init__.py"},
            "local-module-shadows-torch warning",
        ),
        (
            {"shadowed": ()},
            {"location": SITE, "editable": True},
            {"outcome": "imported", "file": "/opt/src/torch/__init__.py"},
            PASSED,
        ),
        (
            {"shadowed": ()},
            {"location": "/tmp/v"},
            {"outcome": "imported", "file": "/private/tmp/v/torch/__init__.py"},
            PASSED,
        ),
    ],
)
def test_torch_shadowed(
    python: dict[str, Any], torch: dict[str, Any], answers: dict[str, Any], expected: str
) -> None:
    assert judged(torch_shadowed, python=python, torch=torch, torch_import=answers) == expected
