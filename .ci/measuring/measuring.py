"""Counts the branches that a process runs, from its start to its end.

`.ci/full coverage` has it imported at the start of every interpreter of the tests: the doctor's,
those of its children, and those of patients and simulated Macs, whose variables are their own.
"""

import os
from pathlib import Path
from typing import Any

import coverage

ROOT = Path(__file__).resolve().parents[2]


def begin() -> None:
    """Begin to count, and save what was counted before each line by which the probe may go."""
    settings = {
        "COVERAGE_PROCESS_START": str(ROOT / "pyproject.toml"),
        "MPS_DOCTOR_ROOT": str(ROOT),
    }
    os.environ.update(settings)
    coverage.process_startup()
    for name in settings:
        del os.environ[name]
    counting = coverage.Coverage.current()
    if counting is None:
        return
    write = os.write

    def write_and_save(descriptor: int, data: Any) -> int:
        # The doctor ends a probe that has said its last line, or hangs in the step it has begun.
        if bytes(memoryview(data)[:8]) in (b'{"end": ', b'{"begin"'):
            counting.save()
        return write(descriptor, data)

    os.write = write_and_save


begin()
