"""Do installs go to this Python, from an index that has Mac builds?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import IndexSetting
from mps_doctor_checks.python.pip_target import pip_target

NO_TORCH = {"installed": False}


def index(value: str, key: str = "index-url") -> dict[str, Any]:
    return {"indexes": (IndexSetting(origin="pip.conf", key=key, value=value),)}


HERE = {"prefix": "/opt/v", "executable": "/opt/v/bin/python", "indexes": ()}


@pytest.mark.parametrize(
    ("python", "torch", "expected"),
    [
        ({"indexes": ()}, {}, PASSED),
        (index("https://index.example/simple"), NO_TORCH, PASSED),
        (index("https://index.example/whl/cpu"), NO_TORCH, PASSED),
        (index("https://index.example/whl/cu128"), NO_TORCH, "cuda-wheel-index-on-mac error"),
        (
            index("https://index.example/whl/nightly/cu126"),
            {"installed": True},
            "cuda-wheel-index-on-mac warning",
        ),
        (
            index("https://index.example/whl/cu121", "extra-index-url"),
            NO_TORCH,
            "cuda-wheel-index-on-mac info",
        ),
        (
            index("https://index.example/whl/cu121", "PIP_EXTRA_INDEX_URL"),
            NO_TORCH,
            "cuda-wheel-index-on-mac info",
        ),
        (
            index("https://index.example/whl/cu121", "UV_EXTRA_INDEX_URL"),
            NO_TORCH,
            "cuda-wheel-index-on-mac error",
        ),
        (
            index("https://index.example/whl/cu121", "url"),
            {"installed": True},
            "cuda-wheel-index-on-mac info",
        ),
        (index("https://index.example/whl/rocm6.2"), NO_TORCH, "wrong-wheel-index error"),
        (index("https://index.example/whl/mps"), NO_TORCH, "wrong-wheel-index error"),
        ({"indexes": ()}, {"version": "2.8.0+cu128"}, "cuda-wheel-index-on-mac"),
        ({**HERE, "pip_python": "/opt/v/bin/python3"}, NO_TORCH, PASSED),
        ({**HERE, "pip_python": "/usr/bin/python3"}, NO_TORCH, "pip-of-another-python warning"),
        (
            {**HERE, "pip_python": "/usr/bin/python3"},
            {"installed": True},
            "pip-of-another-python info",
        ),
        (
            {"externally_managed": True, "environment": "none", "indexes": ()},
            {},
            "pip-externally-managed info",
        ),
        ({"externally_managed": True, "environment": "venv", "indexes": ()}, {}, PASSED),
    ],
)
def test_pip_target(python: dict[str, Any], torch: dict[str, Any], expected: str) -> None:
    host = {"system": "Darwin"}
    assert judged(pip_target, host=host, python=python, torch=torch) == expected


def test_a_cuda_build_is_wrong_on_a_mac_alone() -> None:
    torch = {"installed": True, "version": "2.3.0+cu121"}
    assert judged(pip_target, python={"externally_managed": False}, torch=torch) == PASSED
