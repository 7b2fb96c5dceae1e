"""Are the MPS environment variables valid?"""

import pytest
from outcomes import PASSED, judged

from mps_doctor.facts import Variable
from mps_doctor_checks.settings.mps_variables import mps_variables

HIGH, LOW = "PYTORCH_MPS_HIGH_WATERMARK_RATIO", "PYTORCH_MPS_LOW_WATERMARK_RATIO"
FALLBACK = "PYTORCH_ENABLE_MPS_FALLBACK"


@pytest.mark.parametrize(
    ("values", "torch", "expected"),
    [
        ({}, "2.8.0", PASSED),
        ({HIGH: "0.0"}, "2.8.0", PASSED),
        ({HIGH: "0.7", LOW: "0.6"}, "2.8.0", PASSED),
        ({HIGH: "0.7"}, "2.8.0", "mps-watermark-env-invalid error"),
        ({HIGH: "80"}, "2.8.0", "mps-watermark-env-invalid error"),
        ({HIGH: "0,7"}, "2.8.0", "mps-watermark-env-invalid warning"),
        ({LOW: "1.9"}, "2.8.0", "mps-watermark-env-invalid error"),
        ({FALLBACK: "1"}, "2.4.1", PASSED),
        ({FALLBACK: "true"}, "2.4.1", "fallback-env-set-too-late error"),
        ({FALLBACK: "true"}, "2.8.0", PASSED),
        ({FALLBACK: "false"}, "2.8.0", "fallback-env-set-too-late info"),
        ({FALLBACK: "0"}, "2.8.0", PASSED),
        ({"PYTORCH_MPS_DISABLE": "1"}, "2.8.0", "unknown-mps-variable"),
        ({"PYTORCH_MPS_FAST_MATH": "1"}, "2.8.0", PASSED),
    ],
)
def test_mps_variables(values: dict[str, str], torch: str, expected: str) -> None:
    variables = {"values": tuple(Variable(name=k, value=v) for k, v in values.items())}
    assert judged(mps_variables, variables=variables, torch={"version": torch}) == expected
