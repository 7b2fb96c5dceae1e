"""What becomes of the lines of a probe: no process is started, the lines are given."""

from __future__ import annotations

import json
import math
import time
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from mps_doctor.discovery.deep_answer import is_deep, key_of, tables
from mps_doctor.discovery.probe_answer import ALWAYS_EXAMINED, EXAMINED, Answer, machine_of
from mps_doctor.facts import Unknown
from mps_doctor.system import processes
from mps_doctor.system.processes import Finished

HELLO = {"probe": 1, "python": "3.11.7"}
END = {"end": True}
WELL = Finished(0, "", False, b"", (), 0)
KILLED = Finished(None, "SIGSEGV", False, b"", ("home is /Users/somebody/x",), 0)
LEFT = Finished(5, "", False, b"", (), 0)
LATE = Finished(None, "SIGKILL", True, b"", (), 0)
ENDED_BY_ITSELF = Finished(1, "", False, b"", ("Timeout (0:00:05)!", "Thread 0x1:"), 0)
MARK = b"\x1e"


class Said(processes.Child):
    """A probe that says these lines; `stderr` is all that it wrote there."""

    def __init__(
        self,
        *lines: dict[str, Any] | bytes | type[BaseException],
        finished: Finished = WELL,
        stderr: bytes = b"",
    ) -> None:
        self._lines = list(lines)
        self._finished = finished
        self._stderr = stderr
        self.deadlines: list[float] = []
        self.finished: list[bool] = []

    def read_line(self, deadline: float) -> bytes | None:
        self.deadlines.append(deadline)
        if not self._lines:
            return None
        line = self._lines.pop(0)
        if isinstance(line, type):
            raise line
        return line if isinstance(line, bytes) else json.dumps(line).encode()

    def errors(self) -> bytes:
        return self._stderr

    def finish(self, *, timed_out: bool = False) -> Finished:
        self.finished.append(timed_out)
        return self._finished


def begin(step: str, seconds: float = 5) -> dict[str, Any]:
    return {"begin": step, "seconds": seconds}


def section(name: str, **facts: Any) -> dict[str, Any]:
    return {"section": name, "facts": facts}


def answered(
    *lines: dict[str, Any] | bytes | type[BaseException], **options: Any
) -> tuple[Answer, str, Said]:
    steps: list[str] = []
    answer = Answer(steps.append)
    child = Said(*lines, **options)
    why = answer.read(child, hello=math.inf, deadline=math.inf)
    return answer, why, child


def facts_of(*lines: dict[str, Any] | bytes | type[BaseException], **options: Any) -> Any:
    answer, why, _ = answered(*lines, **options)
    assert why == ""
    return answer.sections("/opt/v/bin/python")


def test_a_whole_answer() -> None:
    answer, why, child = answered(
        HELLO,
        begin("host"),
        section("host", system="Darwin"),
        section("host", chip="Apple M1"),
        END,
    )
    facts = answer.sections("/opt/v/bin/python")
    assert why == ""
    assert answer.is_complete
    assert answer.gave_facts
    assert child.finished == []  # it leaves by itself
    assert facts["host"] == {"system": "Darwin", "chip": "Apple M1"}
    assert facts["python"]["executable"] == "/opt/v/bin/python"
    assert facts["python"]["version"] == "3.11.7"
    assert (facts["python"]["start_error"], facts["python"]["needs_isolation"]) == ("", "")
    assert facts["torch"] == {"unknown": "the probe's answer ends before it"}
    assert set(ALWAYS_EXAMINED) <= set(facts)


def test_what_the_interpreter_says_of_itself_stays() -> None:
    said = section(
        "python", executable="/x", version="3.11.7+", start_error="a", needs_isolation="b"
    )
    assert facts_of(HELLO, said, END)["python"] == said["facts"]


def test_what_comes_before_the_hello_is_noise() -> None:
    noise: list[Any] = [section("host", system="Noise"), begin("smoke"), END, b"{", b"\xff", b"7"]
    facts = facts_of(*noise, HELLO, section("host", system="Linux"), END)
    assert facts["host"] == {"system": "Linux"}
    assert "smoke" not in facts or "unknown" in facts["smoke"]


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"\xff\xfe",
        b"[" * 100_000,
        section("nonsense", a=1),
        section("extra", a=1),
        {"section": "host", "facts": [1]},
        {"section": 7, "facts": {}},
        {"begin": "smoke", "seconds": "x"},
        {"begin": 7, "seconds": 1},
        {"end": False},
    ],
)
def test_a_line_that_means_nothing_changes_nothing(line: dict[str, Any] | bytes) -> None:
    plain = facts_of(HELLO, section("host", system="Darwin"), END)
    assert facts_of(HELLO, line, section("host", system="Darwin"), END) == plain


def test_tables_grow_and_other_facts_are_replaced() -> None:
    facts = facts_of(
        HELLO,
        section("host", a={"x": 1}, b={"unknown": "why"}, c=1, d={"x": 1}),
        section("host", a={"y": 2}, b={"y": 2}, c=2, d=3),
        END,
    )["host"]
    assert facts == {"a": {"x": 1, "y": 2}, "b": {"y": 2}, "c": 2, "d": 3}


def test_how_long_the_probe_may_be_silent() -> None:
    child = Said(HELLO, begin("a", 5), section("host"), begin("b", 1000), END)
    steps: list[str] = []
    deadline = time.monotonic() + 500
    Answer(steps.append).read(child, hello=deadline - 400, deadline=deadline)
    hello, said, five, same, capped = child.deadlines
    assert (hello, said, capped) == (deadline - 400, deadline, deadline)
    assert five == same < deadline - 400
    assert steps == ["a", "b"]


@pytest.mark.parametrize(
    ("finished", "why"),
    [
        (WELL, "exit status 0 without an answer"),
        (LATE, "did not finish in time without an answer"),
        (KILLED, "SIGSEGV without an answer: home is /Users/<user>/x"),
    ],
)
def test_an_interpreter_that_does_not_start(finished: Finished, why: str) -> None:
    answer, said, child = answered(b"noise", finished=finished)
    assert said == why
    assert child.finished == [False]
    assert not answer.is_complete
    answer.cannot_start(said)
    facts = answer.sections("/x/python")
    assert not answer.gave_facts
    assert facts["python"]["start_error"] == why
    assert "version" not in facts["python"]
    assert (
        facts["python"]["unknown"] == facts["host"]["unknown"] == "the interpreter does not start"
    )
    assert set(facts) == set(EXAMINED)


def test_a_probe_that_is_late_is_ended_as_such() -> None:
    _, why, child = answered(TimeoutError, finished=LATE)
    assert (why, child.finished) == ("did not finish in time without an answer", [True])


def test_who_interrupts_ends_the_probe() -> None:
    child = Said(HELLO, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        Answer(lambda step: None).read(child, hello=math.inf, deadline=math.inf)
    assert child.finished == [True]


@pytest.mark.parametrize(("version", "old"), [("2.7.18", True), ("3.6.15", True), ("3.7.0", False)])
def test_a_python_that_is_too_old(version: str, old: bool) -> None:
    answer, why, _ = answered({"probe": 1, "python": version}, finished=LEFT)
    facts = answer.sections("/x/python")
    assert why == ""
    assert answer.gave_facts is not old
    assert facts["python"].get("version") == version
    text = f"Python {version} is too old to be examined: the probe needs 3.7 or newer"
    assert (facts["host"]["unknown"] == text) is old


def test_an_old_python_that_said_all_is_examined() -> None:
    answer, _, _ = answered({"probe": 1, "python": "3.6.1"}, END)
    assert answer.gave_facts


ENDS = [
    (KILLED, {"outcome": "crashed", "signal": "SIGSEGV"}, "was ended by SIGSEGV"),
    (LEFT, {"outcome": "exited", "exit_code": 5}, "left with exit status 5"),
    (LATE, {"outcome": "hung"}, "did not come back"),
    (ENDED_BY_ITSELF, {"outcome": "hung"}, "did not come back"),
    (Finished(None, "", False, b"", (), 0), {"outcome": "exited"}, "left with exit status unknown"),
]


@pytest.mark.parametrize(("finished", "facts", "words"), ENDS)
def test_an_import_that_does_not_come_back(
    finished: Finished, facts: dict[str, Any], words: str
) -> None:
    lines = [HELLO, section("host", system="Darwin"), begin("torch_import")]
    found = facts_of(*lines, finished=finished)
    assert found["torch_import"] == facts
    assert found["host"] == {"system": "Darwin"}
    assert found["smoke"] == {"unknown": f"the probe {words} in the step torch_import"}


@pytest.mark.parametrize(("finished", "facts", "words"), ENDS)
def test_work_that_does_not_come_back(
    finished: Finished, facts: dict[str, Any], words: str
) -> None:
    for step, named in (("smoke.allocate", "allocate"), ("smoke", "smoke")):
        found = facts_of(HELLO, begin(step), finished=finished)
        assert found["smoke"] == {**facts, "step": named}
        assert found["torch"] == {"unknown": f"the probe {words} in the step {step}"}


@pytest.mark.parametrize(("finished", "facts", "words"), ENDS)
def test_questions_to_torch_that_do_not_come_back(
    finished: Finished, facts: dict[str, Any], words: str
) -> None:
    found = facts_of(
        *(HELLO, section("torch_import", outcome="imported", version="2.9.1")),
        begin("torch_answers"),
        finished=finished,
    )["torch_import"]
    expected = {name: value for name, value in facts.items() if name != "outcome"}
    why = f"the probe {words} in the step torch_answers"
    error = f"the process that asks it {words}"
    assert found == {
        "outcome": "imported",
        "version": "2.9.1",
        "unknown": why,
        "answers_error": error,
        **expected,
    }


def test_another_step_that_does_not_come_back() -> None:
    found = facts_of(HELLO, begin("host"), finished=KILLED)
    assert found["host"] == {"unknown": "the probe was ended by SIGSEGV in the step host"}
    assert facts_of(HELLO, begin("nonsense"), finished=LEFT)["host"] == {
        "unknown": "the probe left with exit status 5 in the step nonsense"
    }
    assert facts_of(HELLO, finished=LEFT)["torch"]["unknown"].endswith("in the step start")


def test_what_was_told_before_the_end_stays() -> None:
    told = section("smoke", outcome="completed")
    found = facts_of(HELLO, begin("smoke.read-back"), told, finished=KILLED)
    assert found["smoke"] == {"outcome": "completed"}


STDERR = (
    b"early\n" + MARK + b"torch_import\nfrom torch, /Users/somebody/x\n"
    b"\x1esmoke.allocate\nfrom the device\n\x1edeep.add-fp32\nfrom a probe\n"
    b"\x1eframeworks.x\nlast\n"
)


def test_last_words_belong_to_their_section() -> None:
    facts = facts_of(
        *(HELLO, begin("torch_import"), section("torch_import", outcome="imported")),
        *(begin("smoke.allocate"), section("smoke", outcome="completed"), END),
        stderr=STDERR,
    )
    torch_words = ["from torch, /Users/<user>/x", "from the device"]
    assert facts["torch_import"]["stderr"] == torch_words
    assert facts["smoke"]["stderr"] == ["from the device"]


def test_last_words_without_a_mark_are_all_words() -> None:
    facts = facts_of(HELLO, section("torch_import", outcome="raised"), END, stderr=b"a\nb\n")
    assert facts["torch_import"]["stderr"] == ["a", "b"]
    facts = facts_of(HELLO, section("torch_import", version="2"), END, stderr=b"a\nb\n")
    assert "stderr" not in facts["torch_import"]


def test_silence_is_no_last_word() -> None:
    facts = facts_of(HELLO, begin("smoke.copy"), section("smoke", outcome="completed"), END)
    assert "stderr" not in facts["smoke"]


def test_words_before_any_work_are_not_the_works() -> None:
    facts = facts_of(HELLO, section("host", system="Linux"), END, stderr=b"early\n")
    assert "stderr" not in facts["smoke"]


def test_last_words_of_what_died() -> None:
    died = {"finished": KILLED, "stderr": STDERR}
    assert facts_of(HELLO, begin("torch_import"), **died)["torch_import"]["stderr"]
    assert facts_of(HELLO, begin("smoke.allocate"), **died)["smoke"]["stderr"] == [
        "from the device"
    ]
    assert facts_of(HELLO, begin("torch_answers"), **died)["torch_import"]["stderr"]


def test_a_probe_of_the_deep_level_that_dies() -> None:
    answer, _, _ = answered(
        *(HELLO, begin("deep.mul-fp32"), section("deep", **{"probe:mul-fp32": {"outcome": "x"}})),
        begin("deep.add-fp32"),
        finished=KILLED,
        stderr=STDERR,
    )
    facts = answer.deep_facts()
    assert facts["probe:add-fp32"] == {
        "outcome": "crashed",
        "signal": "SIGSEGV",
        "stderr": ["from a probe"],
    }
    assert answer.ended_deep
    assert answer.began_deep
    assert answer.step == "deep.add-fp32"
    assert answer.deep_steps() == ["deep.mul-fp32", "deep.add-fp32", "deep.add-fp32"]
    assert not answer.told_deep_end


@pytest.mark.parametrize("part", ["import", "fallback", "memory", "settings"])
def test_a_part_of_the_deep_level_that_dies_ends_it(part: str) -> None:
    answer, _, _ = answered(HELLO, begin(f"frameworks.x:{part}"), finished=LEFT)
    assert answer.told_deep_end
    assert answer.deep_facts() == {
        "not_run_because": f"frameworks.x:{part}: left with exit status 5"
    }
    assert answer.deep_steps() == [f"frameworks.x:{part}"]


def test_the_deep_level_at_the_end_of_all_time_is_nobodys_fault() -> None:
    answer = Answer(lambda step: None)
    child = Said(HELLO, begin("deep.add-fp32"), TimeoutError, finished=LATE)
    answer.read(child, hello=math.inf, deadline=time.monotonic() - 1)
    assert not answer.ended_deep
    assert answer.deep_facts() == {}
    assert answer.deep_steps() == []


def test_the_deep_level_goes_on_in_another_process() -> None:
    answer, _, _ = answered(HELLO, begin("deep.add-fp32"), finished=KILLED)
    answer.resume()
    assert (answer.step, answer.is_complete) == ("", False)
    more = Said(HELLO, begin("deep.mul-fp32"), section("deep", **{"probe:mul-fp32": {}}), END)
    assert answer.read(more, hello=math.inf, deadline=math.inf) == ""
    assert set(answer.deep_facts()) == {"probe:add-fp32", "probe:mul-fp32"}
    assert not answer.ended_deep
    answer.stop_deep("enough")
    assert answer.told_deep_end
    assert answer.deep_facts()["not_run_because"] == "enough"


def test_another_process_has_to_say_hello_too() -> None:
    answer, _, _ = answered(HELLO, begin("deep.add-fp32"), finished=KILLED)
    answer.resume()
    silent = Said(section("deep", **{"probe:mul-fp32": {}}), END, finished=LEFT)
    assert answer.read(silent, hello=math.inf, deadline=math.inf) != ""
    assert set(answer.deep_facts()) == {"probe:add-fp32"}


def test_a_deep_level_that_was_not_reached() -> None:
    answer, _, _ = answered(HELLO, begin("torch_import"), finished=LEFT)
    assert not answer.began_deep
    answer.leave_out_deep()
    facts = answer.sections("/x")
    why = "not run: the probe left with exit status 5 in the step torch_import"
    for name in ("deep", "device_memory", "frameworks"):
        assert facts[name] == {"unknown": why}
    fine, _, _ = answered(HELLO, END)
    fine.leave_out_deep()
    assert fine.sections("/x")["deep"] == {"unknown": "not run: torch was not imported"}


def test_deep_steps_that_are_known() -> None:
    answer, _, _ = answered(
        *(HELLO, begin("deep.a")),
        section("deep", **{"probe:a": {}, "fallback:on": [], "not_run_because": ""}),
        section("frameworks", **{"framework:b": {}}),
        END,
    )
    assert answer.deep_steps() == ["deep.a", "frameworks.b"]


def test_isolation_is_noted_without_secrets() -> None:
    answer, _, _ = answered(HELLO, END)
    answer.needs_isolation("failed in /Users/somebody/x")
    assert answer.sections("/x")["python"]["needs_isolation"] == "failed in /Users/<user>/x"
    assert answer.name("/Users/somebody/bin/python") == "/Users/<user>/bin/python"


def test_facts_become_a_machine() -> None:
    answer, _, _ = answered(
        HELLO, section("host", system="Darwin", memory_bytes="much"), section("torch"), END
    )
    machine = machine_of(answer, "/Users/somebody/bin/python")
    assert machine.origin.kind == "interpreter"
    assert machine.origin.name == "/Users/<user>/bin/python"
    recorded = datetime.strptime(machine.origin.recorded, "%Y-%m-%dT%H:%M:%S%z")
    assert abs(datetime.now(timezone.utc) - recorded) < timedelta(days=1)
    assert machine.python.version == "3.11.7"
    assert machine.host.unknown.startswith("the probe's answer does not decode: ")
    assert isinstance(machine.host.system, Unknown)


@pytest.mark.parametrize(
    ("step", "deep"),
    [("deep.add", True), ("frameworks.x", True), ("smoke.copy", False), ("deeper.x", False)],
)
def test_steps_of_the_deep_level(step: str, deep: bool) -> None:
    assert is_deep(step) is deep


def test_keys_of_steps() -> None:
    assert key_of("deep.add-fp32") == ("deep", "probe:add-fp32")
    assert key_of("frameworks.accelerate") == ("frameworks", "framework:accelerate")


def test_results_are_gathered_in_tables() -> None:
    facts = {
        "not_run_because": "",
        "probe:add-fp32": {"outcome": "crashed"},
        "probe:layer-norm-fp16": {"outcome": "compared", "operation": "own"},
        "probe:x-bf16": {"outcome": "hung"},
        "probe:y-int64": {"outcome": "hung"},
        "probe:junk": 7,
        "fallback:on": [{"operator": "a"}],
        "fallback:off": [{"operator": "b"}, {"operator": "c"}],
        "fallback:junk": 7,
    }
    assert tables("deep", facts) == {
        "not_run_because": "",
        "results": [
            {"operation": "add", "dtype": "float32", "outcome": "crashed", "probe": "add-fp32"},
            {
                "operation": "own",
                "dtype": "float16",
                "outcome": "compared",
                "probe": "layer-norm-fp16",
            },
            {"operation": "x", "dtype": "bfloat16", "outcome": "hung", "probe": "x-bf16"},
            {"operation": "y", "dtype": "int64", "outcome": "hung", "probe": "y-int64"},
        ],
        "fallback": [{"operator": "a"}, {"operator": "b"}, {"operator": "c"}],
    }


def test_results_that_are_not_there() -> None:
    assert tables("host", {"a:b": 1}) == {"a:b": 1}
    assert tables("deep", {"not_run_because": "x"}) == {"not_run_because": "x"}
    assert tables("frameworks", {"settings": []}) == {"settings": []}
    assert tables("frameworks", {"settings": [], "results": []}) == {"settings": [], "results": []}
    assert tables("frameworks", {"unknown": "x"}) == {"unknown": "x"}
    assert tables("frameworks", {"framework:a": {"outcome": "hung"}}) == {
        "results": [{"outcome": "hung", "framework": "a"}]
    }
