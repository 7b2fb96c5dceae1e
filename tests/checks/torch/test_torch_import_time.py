"""Is `import torch` fast enough?"""

import pytest
from outcomes import PASSED, judged

from mps_doctor_checks.torch.torch_import_time import torch_import_time


@pytest.mark.parametrize(("seconds", "expected"), [(2.0, PASSED), (95.0, "torch-import-slow")])
def test_torch_import_time(seconds: float, expected: str) -> None:
    answers = {"outcome": "imported", "seconds": seconds}
    assert judged(torch_import_time, torch_import=answers) == expected
