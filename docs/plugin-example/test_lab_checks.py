"""The check, called with made-up facts."""

import pytest
from lab_checks import lab_memory

from mps_doctor import Failed, Passed
from mps_doctor.facts import Host, MissingFact


@pytest.mark.parametrize(("gigabytes", "outcome"), [(8, Failed), (16, Passed), (64, Passed)])
def test_memory(gigabytes: int, outcome: type) -> None:
    assert isinstance(lab_memory(Host(memory_bytes=gigabytes << 30)), outcome)


def test_unknown_memory_is_not_judged() -> None:
    with pytest.raises(MissingFact):
        lab_memory(Host())
