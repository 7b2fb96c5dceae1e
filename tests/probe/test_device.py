"""What is read from macOS' own words about memory."""

from mps_doctor.probe.device import free_of_vm_stat
from mps_doctor.probe.gather import ask

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


def test_an_answer_of_vm_stat_is_read_or_unknown() -> None:
    assert free_of_vm_stat(VM_STAT) == 31_500 * 16_384
    assert "unknown" in ask(free_of_vm_stat, "nothing of the kind")
