"""What is read from macOS' own words about power and memory."""

import pytest

from mps_doctor.probe.bench.power import low_power_mode, power_source, thermal_lines
from mps_doctor.probe.device import free_of_vm_stat
from mps_doctor.probe.gather import ask

QUIET = """Note: No thermal warning level has been recorded
Note: No performance warning level has been recorded
Note: No CPU power status has been recorded
"""

INTEL = """Note: No thermal warning level has been recorded
2026-01-01 10:00:00 +0000 CPU Power notify
\tCPU_Scheduler_Limit \t= 100
\tCPU_Available_CPUs \t= 8
\tCPU_Speed_Limit \t= {}
"""

WARNED = """2026-01-01 10:00:00 +0000 Thermal Warning Level = 2
2026-01-01 10:00:00 +0000 Performance Warning Level = 0
Error: No CPU power status with error code 0xe00002bc
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

IN_USE = "System-wide power settings:\nCurrently in use:\n{}\n"
UNREADABLE = None


@pytest.mark.parametrize(
    ("read", "said", "expected"),
    [
        (thermal_lines, QUIET, []),
        (thermal_lines, INTEL.format(100), []),
        (thermal_lines, INTEL.format(70), ["CPU_Speed_Limit \t= 70"]),
        (thermal_lines, WARNED, ["2026-01-01 10:00:00 +0000 Thermal Warning Level = 2"]),
        # An answer that is none does not say that it is cool.
        (thermal_lines, "Error:Failed to get thermal warning level\n", UNREADABLE),
        (thermal_lines, "", UNREADABLE),
        (power_source, "Now drawing from 'Battery Power'\n -Internal 88%", "Battery Power"),
        (power_source, "", UNREADABLE),
        (low_power_mode, IN_USE.format(" lowpowermode         1"), True),
        (low_power_mode, IN_USE.format(" powermode 0"), False),
        (low_power_mode, IN_USE.format(" sleep 1"), UNREADABLE),
        (free_of_vm_stat, VM_STAT, 31_500 * 16_384),
        (free_of_vm_stat, "nothing of the kind", UNREADABLE),
    ],
)
def test_an_answer_is_read_or_unknown(read, said, expected) -> None:
    found = ask(read, said)
    assert found == expected if expected is not UNREADABLE else "unknown" in found
