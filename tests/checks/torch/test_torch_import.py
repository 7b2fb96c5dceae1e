"""Does `import torch` work?"""

from typing import Any

import pytest
from outcomes import NOT_APPLICABLE, PASSED, judged

from mps_doctor_checks.torch.torch_import import torch_imports


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"outcome": "imported"}, PASSED),
        ({"outcome": "not-installed"}, NOT_APPLICABLE),
        ({"outcome": "raised"}, "torch-import-failed error"),
        ({"outcome": "exited", "exit_code": 3}, "torch-import-failed error"),
        ({"outcome": "crashed", "signal": "SIGSEGV"}, "torch-import-crashed error"),
        ({"outcome": "hung"}, "torch-import-hangs error"),
        (
            {"outcome": "raised", "error_message": "incompatible architecture (have 'x86_64'"},
            "native-arch-mismatch error",
        ),
        (
            {"outcome": "raised", "error_message": "Library not loaded: @rpath/libomp.dylib"},
            "torch-install-damaged error",
        ),
        (
            {"outcome": "crashed", "stderr": ("uncaught exception of type std::invalid_argument",)},
            "fallback-env-set-too-late error",
        ),
    ],
)
def test_torch_import(answers: dict[str, Any], expected: str) -> None:
    assert judged(torch_imports, torch_import=answers) == expected
