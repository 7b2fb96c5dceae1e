"""Does Python start and find its own library?"""

from typing import Any

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import ShadowedModule
from mps_doctor_checks.python.python_standard_library import python_standard_library


def own(module: str, where: Any = "current folder") -> ShadowedModule:
    return ShadowedModule(module=module, path=f"/opt/project/{module}.py", where=where)


@pytest.mark.parametrize(
    ("python", "answers", "expected"),
    [
        ({"broken_modules": ()}, {}, PASSED),
        ({"broken_modules": ("lzma: No module named '_lzma'",)}, {}, "python-broken info"),
        ({"broken_modules": ("ctypes: No module named '_ctypes'",)}, {}, "python-broken error"),
        ({"start_error": "dyld: Library not loaded"}, {}, "python-broken"),
        ({"needs_isolation": "import of json failed"}, {}, "python-broken error"),
        ({"shadowed": (own("json"),)}, {}, "python-broken warning"),
        ({"shadowed": (own("json"),)}, {"outcome": "imported"}, "python-broken warning"),
        (
            {"shadowed": (own("json", "PYTHONPATH"),)},
            {"outcome": "imported"},
            "python-broken info",
        ),
        ({"shadowed": (own("torch"),), "broken_modules": ()}, {}, PASSED),
    ],
)
def test_python_standard_library(
    python: dict[str, Any], answers: dict[str, Any], expected: str
) -> None:
    assert judged(python_standard_library, python=python, torch_import=answers) == expected
