"""What becomes of the lines of a probe: no process is started, the lines are given."""

import json
import math
import time
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from mps_doctor.discovery.probe_answer import ALWAYS_EXAMINED, EXAMINED, Answer
from mps_doctor.facts import Unknown
from mps_doctor.system import processes
from mps_doctor.system.processes import Finished

HELLO = {"probe": 1, "python": "3.11.7"}
END = {"end": True}
WELL = Finished(0, "", False, b"", ())
KILLED = Finished(None, "SIGSEGV", False, b"", ("in /opt/x",))
LEFT = Finished(5, "", False, b"", ())
LATE = Finished(None, "SIGKILL", True, b"", ())
BY_WATCHDOG = Finished(1, "", False, b"", ("Timeout (0:00:05)!", "Thread 0x1:"))
UNENDED = Finished(None, "", False, b"", ())

Line = dict[str, Any] | bytes | type[BaseException]


class Said(processes.Child):
    """A probe that says these lines; `stderr` is all that it wrote there."""

    def __init__(self, *lines: Line, finished: Finished = WELL, stderr: bytes = b"") -> None:
        self._said = list(lines)
        self._finished = finished
        self._stderr = stderr
        self.deadlines: list[float] = []
        self.finished: list[bool] = []

    def read_line(self, deadline: float) -> bytes | None:
        self.deadlines.append(deadline)
        if not self._said:
            return None
        line = self._said.pop(0)
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


def answered(*lines: Line, **options: Any) -> tuple[Answer, str, Said]:
    answer = Answer(lambda step: None)
    child = Said(*lines, **options)
    return answer, answer.read(child, hello=math.inf, deadline=math.inf), child


def facts_of(*lines: Line, **options: Any) -> dict[str, dict[str, Any]]:
    answer, why, _ = answered(*lines, **options)
    assert why == ""
    return {name: answer.section(name) for name in EXAMINED}


def test_a_whole_answer_becomes_a_machine() -> None:
    answer, why, child = answered(
        *(HELLO, begin("host"), section("host", system="Darwin", memory_bytes=8)),
        *(section("host", chip="Apple M1"), section("torch", version=7), END),
    )
    assert (why, answer.is_complete, answer.gave_facts) == ("", True, True)
    assert child.finished == []  # it leaves by itself
    machine = answer.machine("/Users/sam/caf\udce9/bin/python")
    assert (machine.host.system, machine.host.chip) == ("Darwin", "Apple M1")
    assert machine.torch.unknown.startswith("the probe's answer does not decode: ")
    assert isinstance(machine.torch.version, Unknown)
    assert machine.python.version == "3.11.7"
    assert (machine.python.start_error, machine.python.needs_isolation) == ("", "")
    assert machine.smoke.unknown == "the probe's answer ends before it"
    # Paths are true, and fit for UTF-8.
    assert machine.origin.name == machine.python.executable == r"/Users/sam/caf\xe9/bin/python"
    recorded = datetime.strptime(machine.origin.recorded, "%Y-%m-%dT%H:%M:%S%z")
    assert abs(datetime.now(timezone.utc) - recorded) < timedelta(days=1)


def test_what_the_interpreter_says_of_itself_stays() -> None:
    said = {"executable": "/x", "version": "3.11.7+", "start_error": "a", "needs_isolation": "b"}
    python = answered(HELLO, section("python", **said), END)[0].machine("/opt/python").python
    assert {name: getattr(python, name) for name in said} == said


def test_what_comes_before_the_hello_is_noise() -> None:
    noise: list[Any] = [section("host", system="Noise"), begin("smoke"), END, b"{", b"\xff", b"7"]
    facts = facts_of(*noise, HELLO, section("host", system="Linux"), END)
    assert facts["host"] == {"system": "Linux"}
    assert "stderr" not in facts["smoke"]


@pytest.mark.parametrize(
    "line",
    [
        *(b"nonsense", b"\xff\xfe", b"[" * 100_000, section("nonsense", a=1)),
        *(section("extra", a=1), {"section": "host", "facts": [1]}, {"section": 7, "facts": {}}),
        *({"begin": "smoke", "seconds": "x"}, {"begin": 7, "seconds": 1}, {"end": False}),
    ],
)
def test_a_line_that_means_nothing_changes_nothing(line: Line) -> None:
    plain = facts_of(HELLO, section("host", system="Darwin"), END)
    assert facts_of(HELLO, line, section("host", system="Darwin"), END) == plain


def test_facts_that_come_again_are_replaced() -> None:
    facts = facts_of(HELLO, section("host", a={"x": 1}, b=1), section("host", a={"y": 2}), END)
    assert facts["host"] == {"a": {"y": 2}, "b": 1}


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
    ("lines", "finished", "timed_out", "why"),
    [
        ([b"noise"], WELL, False, "exit status 0 without an answer"),
        ([TimeoutError], LATE, True, "did not finish in time without an answer"),
        ([b"noise"], KILLED, False, "SIGSEGV without an answer: in /opt/x"),
    ],
)
def test_an_interpreter_that_does_not_start(
    lines: list[Line], finished: Finished, timed_out: bool, why: str
) -> None:
    answer, said, child = answered(*lines, finished=finished)
    assert (said, child.finished) == (why, [timed_out])
    answer.cannot_start(said)
    assert not answer.gave_facts
    machine = answer.machine("/x/python")
    assert machine.python.start_error == why
    assert isinstance(machine.python.version, Unknown)
    assert machine.python.unknown == machine.host.unknown == "the interpreter does not start"


def test_who_interrupts_ends_the_probe() -> None:
    child = Said(HELLO, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        Answer(lambda step: None).read(child, hello=math.inf, deadline=math.inf)
    assert child.finished == [True]


@pytest.mark.parametrize(("version", "old"), [("2.7.18", True), ("3.6.15", True), ("3.7.0", False)])
def test_a_python_that_is_too_old(version: str, old: bool) -> None:
    answer, why, _ = answered({"probe": 1, "python": version}, finished=LEFT)
    assert (why, answer.gave_facts) == ("", not old)
    machine = answer.machine("/x/python")
    assert machine.python.version == version
    text = f"Python {version} is too old to be examined: the probe needs 3.7 or newer"
    assert (machine.host.unknown == text) is old
    assert answered({"probe": 1, "python": version}, END)[0].gave_facts  # if it has said all


ENDS = [
    (KILLED, {"outcome": "crashed", "signal": "SIGSEGV"}, "was ended by SIGSEGV"),
    (LEFT, {"outcome": "exited", "exit_code": 5}, "left with exit status 5"),
    (LATE, {"outcome": "hung"}, "did not come back"),
    (BY_WATCHDOG, {"outcome": "hung"}, "did not come back"),
    (UNENDED, {"outcome": "exited"}, "left with exit status unknown"),
]


@pytest.mark.parametrize(("finished", "facts", "words"), ENDS)
def test_a_step_that_does_not_come_back(
    finished: Finished, facts: dict[str, Any], words: str
) -> None:
    host = section("host", system="Darwin")
    found = facts_of(HELLO, host, begin("torch_import"), finished=finished)
    why = f"the probe {words} in the step torch_import"
    assert (found["torch_import"], found["host"]) == (facts, {"system": "Darwin"})
    assert found["smoke"] == {"unknown": why}

    for step, named in (("smoke.allocate", "allocate"), ("smoke", "smoke")):
        found = facts_of(HELLO, begin(step), finished=finished)
        assert found["smoke"] == {**facts, "step": named}
        assert found["torch"] == {"unknown": f"the probe {words} in the step {step}"}

    imported = section("torch_import", outcome="imported", version="2.9.1")
    found = facts_of(HELLO, imported, begin("torch_answers"), finished=finished)
    assert found["torch_import"] == {
        **(facts | {"outcome": "imported", "version": "2.9.1"}),
        "unknown": f"the probe {words} in the step torch_answers",
        "answers_error": f"the process that asks it {words}",
    }

    for step, named in (("host", "host"), ("nonsense", "nonsense")):
        found = facts_of(HELLO, begin(step), finished=finished)
        assert found["host"] == {"unknown": f"the probe {words} in the step {named}"}
    assert facts_of(HELLO, finished=LEFT)["torch"]["unknown"].endswith("in the step start")


def test_what_was_said_before_the_end_stays() -> None:
    told = section("smoke", outcome="completed")
    found = facts_of(HELLO, begin("smoke.read-back"), told, finished=KILLED)
    assert found["smoke"] == {"outcome": "completed"}


STDERR = (
    b"early\n\x1etorch_import\nfrom torch\n\x1esmoke.allocate\nfrom the device\n"
    b"\x1edeep.add-fp32\nfrom a probe\n\x1eframeworks.x\nlast\n"
)


def test_last_words_belong_to_their_step() -> None:
    lines = [HELLO, begin("torch_import"), section("torch_import", outcome="imported")]
    done = [*lines, begin("smoke.allocate"), section("smoke", outcome="completed"), END]
    facts = facts_of(*done, stderr=STDERR)
    assert facts["torch_import"]["stderr"] == ["from torch", "from the device"]
    assert facts["smoke"]["stderr"] == ["from the device"]
    assert "stderr" not in facts_of(*done)["smoke"]
    assert facts_of(*lines, END, stderr=b"a\nb\n")["torch_import"]["stderr"] == ["a", "b"]
    before_any_work = facts_of(HELLO, section("host"), END, stderr=b"early\n")
    assert "stderr" not in before_any_work["smoke"]

    died = {"finished": KILLED, "stderr": STDERR}
    for step, name in (("torch_import", "torch_import"), ("torch_answers", "torch_import")):
        assert facts_of(HELLO, begin(step), **died)[name]["stderr"]
    found = facts_of(HELLO, begin("smoke.allocate"), **died)
    assert found["smoke"]["stderr"] == ["from the device"]


def test_the_deep_level_goes_on_after_a_step_that_ended_the_process() -> None:
    told = section("deep", results=[{"probe": "mul-fp32", "outcome": "skipped"}], fallback=[])
    answer, _, _ = answered(
        *(HELLO, begin("deep.mul-fp32"), told, begin("deep.add-fp32")),
        finished=KILLED,
        stderr=STDERR,
    )
    named = {"probe": "add-fp32", "operation": "add", "dtype": "float32"}
    crashed = {"outcome": "crashed", "signal": "SIGSEGV", "stderr": ["from a probe"]}
    assert answer.rows("deep")[1:] == [{**named, **crashed}]
    assert (answer.ended_deep, answer.began_deep, answer.step) == (True, True, "deep.add-fp32")
    assert set(answer.deep_steps()) == {"deep.mul-fp32", "deep.add-fp32"}

    answer.resume()
    assert (answer.step, answer.is_complete) == ("", False)
    silent = Said(section("deep", results=[{"probe": "x"}]), END, finished=LEFT)
    assert answer.read(silent, hello=math.inf, deadline=math.inf) != ""
    more = Said(
        HELLO, begin("frameworks.a"), section("frameworks", results=[{"framework": "a"}]), END
    )
    assert answer.read(more, hello=math.inf, deadline=math.inf) == ""
    assert not answer.ended_deep
    assert "frameworks.a" in answer.deep_steps()
    assert "deep.x" not in answer.deep_steps()


def test_a_deep_level_that_is_cut_off_or_not_reached_is_nobodys_fault() -> None:
    answer = Answer(lambda step: None)
    child = Said(HELLO, begin("deep.add-fp32"), TimeoutError, finished=LATE)
    answer.read(child, hello=math.inf, deadline=time.monotonic() - 1)
    assert (answer.ended_deep, answer.section("deep"), answer.deep_steps()) == (False, {}, [])

    answer, _, _ = answered(HELLO, begin("torch_import"), finished=LEFT)
    assert not answer.began_deep
    answer.leave_out_deep()
    why = "not run: the probe left with exit status 5 in the step torch_import"
    for name in ("deep", "device_memory", "frameworks"):
        assert answer.section(name) == {"unknown": why}
    fine, _, _ = answered(HELLO, section("smoke", outcome="completed"), END)
    fine.leave_out_deep()
    assert fine.section("deep") == {"unknown": "not run: torch was not imported"}


def test_results_of_the_deep_level_are_gathered_in_tables() -> None:
    rows = [{"probe": f"{name}-int64", "outcome": "hung", "operation": name} for name in "xy"]
    places = [
        {"operator": "a", "with_variable": on, "outcome": "on-device"} for on in (True, False)
    ]
    answer, _, _ = answered(
        HELLO,
        section("deep", results=rows[:1], fallback=places[:1]),
        section("deep", results=rows[1:], fallback=places[1:]),
        section("frameworks", results=[]),
        section("frameworks", results=[{"framework": "accelerate", "outcome": "hung"}]),
        END,
    )
    machine = answer.machine("/x")
    assert [row.operation for row in machine.deep.results] == ["x", "y"]
    assert [place.with_variable for place in machine.deep.fallback] == [True, False]
    assert [row.framework for row in machine.frameworks.results] == ["accelerate"]
    assert set(ALWAYS_EXAMINED) < set(EXAMINED)
