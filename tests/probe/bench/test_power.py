"""What is read from macOS' own words about power and memory."""

import pytest

from mps_doctor.probe.bench.power import low_power_mode, power_source, thermal_lines
from mps_doctor.probe.device import free_of_vm_stat
from mps_doctor.probe.gather import NotKnownError

QUIET = """Note: No thermal warning level has been recorded
Note: No performance warning level has been recorded
Note: No CPU power status has been recorded
"""

HOT = """Note: No thermal warning level has been recorded
2026-01-01 10:00:00 +0000 CPU Power notify
\tCPU_Scheduler_Limit \t= 100
\tCPU_Available_CPUs \t= 8
\tCPU_Speed_Limit \t= 70
"""

VM_STAT = """Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10000.
Pages active:                            200000.
Pages inactive:                           20000.
Pages speculative:                         1000.
Pages throttled:                              0.
Pages wired down:                        100000.
Pages purgeable:                            500.
"Translation faults":                  99999999.
"""


FULL_SPEED = """Note: No thermal warning level has been recorded
Note: No performance warning level has been recorded
2026-01-01 10:00:00 +0000 CPU Power notify
\tCPU_Scheduler_Limit \t= 100
\tCPU_Available_CPUs \t= 16
\tCPU_Speed_Limit \t= 100
"""
"""An Intel Mac with nothing wrong."""

WARNED = """2026-01-01 10:00:00 +0000 Thermal Warning Level = 2
2026-01-01 10:00:00 +0000 Performance Warning Level = 0
Error: No CPU power status with error code 0xe00002bc
"""


@pytest.mark.parametrize("said", [QUIET, FULL_SPEED], ids=["Apple silicon", "Intel"])
def test_a_mac_at_full_speed_has_nothing_to_tell(said: str) -> None:
    assert thermal_lines(said) == []


def test_heat_is_told_in_the_words_of_the_system() -> None:
    assert thermal_lines(HOT) == ["CPU_Speed_Limit \t= 70"]
    assert thermal_lines(WARNED) == ["2026-01-01 10:00:00 +0000 Thermal Warning Level = 2"]


@pytest.mark.parametrize("said", ["", "Error:Failed to get thermal warning level\n", "Usage: x"])
def test_an_answer_that_is_none_is_no_coolness(said: str) -> None:
    with pytest.raises(NotKnownError, match="unexpected answer of pmset"):
        thermal_lines(said)


def test_the_power_source() -> None:
    assert power_source("Now drawing from 'Battery Power'\n -InternalBattery-0 88%") == (
        "Battery Power"
    )
    with pytest.raises(NotKnownError):
        power_source("")


@pytest.mark.parametrize(
    ("line", "expected"), [(" lowpowermode         1", True), (" powermode 0", False)]
)
def test_low_power_mode(line: str, expected: bool) -> None:
    assert low_power_mode(f"System-wide power settings:\nCurrently in use:\n{line}\n") is expected


def test_low_power_mode_is_unknown_where_it_is_not_named() -> None:
    with pytest.raises(NotKnownError):
        low_power_mode("Currently in use:\n sleep 1\n")


def test_free_memory_counts_what_programs_can_have() -> None:
    assert free_of_vm_stat(VM_STAT) == 31_500 * 16_384
    with pytest.raises(NotKnownError):
        free_of_vm_stat("nothing of the kind")
