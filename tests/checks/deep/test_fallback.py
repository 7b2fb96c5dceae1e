"""Do operators run on the GPU, rather than on the CPU?"""

from typing import Any

from mps_doctor.facts import Deep, OperatorPlace
from mps_doctor.judgement.checking import Failed, Passed
from mps_doctor_checks.deep.fallback import fallback


def place(operator: str, outcome: Any, *, on: bool) -> OperatorPlace:
    return OperatorPlace(operator=operator, outcome=outcome, with_variable=on)


def test_fallback() -> None:
    fine = fallback(Deep(fallback=(place("aten::svd", "on-device", on=False),)))
    assert isinstance(fine, Passed)
    found = fallback(
        Deep(
            fallback=(
                place("aten::mode", "not-implemented", on=False),
                place("aten::mode", "on-cpu", on=True),
                place("aten::renorm", "on-cpu", on=False),
                place("aten::svd", "on-device", on=False),
            )
        )
    )
    assert isinstance(found, Failed)
    assert found.severity == "info"
    assert found.evidence == (
        "refused with the variable off: aten::mode",
        "on the CPU with the variable on: aten::mode",
        "always on the CPU: aten::renorm",
    )
