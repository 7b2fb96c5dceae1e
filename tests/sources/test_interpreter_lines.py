"""What a probe says, line by line: nonsense costs nothing, each step has its time."""

from __future__ import annotations

import pytest
from probing import HELLO, speaker

from mps_doctor.discovery.interpreter import examine

NONSENSE = {
    "no JSON": "nonsense {",
    "no object": "[1, 2]",
    "no facts": '{"section": "host"}',
    "facts of a wrong type": '{"section": "host", "facts": 3}',
    "a section that is none": '{"section": "weather", "facts": {"sun": true}}',
    "a step without a time": '{"begin": "x"}',
    "a deep nesting": "[" * 100_000,
    "control characters": '{"begin": "\\u001b[2J", "seconds": 1e300}',
}


@pytest.mark.parametrize("line", NONSENSE.values(), ids=NONSENSE.keys())
def test_a_line_of_nonsense_costs_nothing(tmp_path, line):
    good = '{"section": "host", "facts": {"system": "Darwin"}}'

    machine = examine(speaker(tmp_path, HELLO, line, good, '{"end": true}'), timeout=30)
    assert (machine.host.system, machine.python.version) == ("Darwin", "3.12.1")


def test_a_section_that_does_not_decode_is_unknown_with_the_reason(tmp_path):
    machine = examine(
        speaker(
            tmp_path,
            HELLO,
            '{"section": "host", "facts": {"memory_bytes": "much"}}',
            '{"section": "torch", "facts": {"version": "2.9.1"}}',
            '{"end": true}',
        ),
        timeout=30,
    )
    assert "memory_bytes" in machine.host.unknown
    assert machine.torch.version == "2.9.1"


def test_later_facts_are_merged_over_earlier_ones(tmp_path):
    machine = examine(
        speaker(
            tmp_path,
            HELLO,
            '{"section": "host", "facts": {"system": "Darwin", "chip": {"unknown": "later"}}}',
            '{"section": "host", "facts": {"chip": "Apple M2"}}',
            '{"end": true}',
        ),
        timeout=30,
    )
    assert (machine.host.system, machine.host.chip) == ("Darwin", "Apple M2")


def test_a_complete_answer_is_trusted_over_the_exit_status(tmp_path):
    imported = '{"section": "torch_import", "facts": {"outcome": "imported"}}'
    path = speaker(
        *(tmp_path, HELLO, '{"begin": "torch_import", "seconds": 9}', imported, '{"end": true}'),
        then="import os; os.abort()",
    )

    assert examine(path, timeout=30).torch_import.outcome == "imported"


def test_a_step_has_a_deadline_of_its_own(tmp_path, pass_deadline):
    path = speaker(
        *(tmp_path, HELLO, '{"begin": "torch_import", "seconds": 30}'),
        then="import time; time.sleep(60)\nprint('{\"end\": true}')",  # too late, but in time
    )

    on_step = pass_deadline("torch_import", 31)
    assert examine(path, timeout=600, on_step=on_step).torch_import.outcome == "hung"


def test_its_own_watchdog_means_a_hang_too(tmp_path):
    path = speaker(
        *(tmp_path, HELLO, '{"begin": "smoke.copy", "seconds": 9}'),
        then="import faulthandler, time\n"
        "faulthandler.dump_traceback_later(0.5, exit=True)\ntime.sleep(600)",
    )

    smoke = examine(path, timeout=60).smoke
    assert (smoke.outcome, smoke.step) == ("hung", "copy")


def test_names_of_people_do_not_pass_in_last_words(tmp_path, monkeypatch):
    monkeypatch.setenv("USER", "jane-d0e")
    path = speaker(
        *(tmp_path, HELLO, '{"begin": "torch_import", "seconds": 9}'),
        then="import os; os.write(2, b'open /Users/jane-d0e/x, jane-d0e'); os.abort()",
    )

    found = examine(path, timeout=30).torch_import
    assert found.outcome == "crashed"
    assert found.stderr == ("open /Users/<user>/x, <user>",)
