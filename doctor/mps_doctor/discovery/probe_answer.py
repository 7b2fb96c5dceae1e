"""What a probe says, line by line, and the Machine that follows from it."""

import os
import time
from collections.abc import Callable
from typing import Any, cast

import msgspec

from mps_doctor.facts import NOT_PROBED, SECTIONS, Machine, Origin, Section
from mps_doctor.system import processes

Facts = dict[str, Any]

MARK = b"\x1e"
"""Begins the line on stderr by which the probe marks a step."""

LONGEST_STEP = 3600.0
"""Seconds that a step may ask for: a patient that scribbles over the lines may write any number."""

TOO_OLD = "Python {} is too old to be examined: the probe needs 3.7 or newer"
NO_START = "the interpreter does not start"

DEEP = {"deep": "probe", "frameworks": "framework"}
"""First parts of the names of the deep level's steps (`deep.matmul-fp32`), which are sections too,
and what names a result in that section's table."""

EXAMINED = tuple(name for name in SECTIONS if name not in NOT_PROBED)
DEEP_SECTIONS = (*DEEP, "device_memory")
ALWAYS_EXAMINED = tuple(name for name in EXAMINED if name not in DEEP_SECTIONS)

_TABLES = ("results", "fallback")
"""Facts of the deep level that come row by row."""

_DTYPES = {"fp32": "float32", "fp16": "float16", "bf16": "bfloat16"}


class Answer:
    """The facts of a probe as they come, and what became of the probe itself."""

    def __init__(self, on_step: Callable[[str], None]) -> None:
        self.step = ""
        """The last one that the probe began."""
        self.is_complete = False
        """Whether the probe has said all that it had to say."""
        self.gave_facts = True
        """Whether the probe could run: False where the interpreter is broken or too old for it."""
        self.began_deep = False
        """Whether the probe came as far as the deep level."""
        self._on_step = on_step
        self._version = ""
        self._sections: dict[str, Facts] = {}
        self._began_smoke = False
        self._out_of_time = False
        self._why_it_died = ""

    def read(self, child: processes.Child, *, hello: float, deadline: float) -> str:
        """Read all that a probe says; return why it never said hello, empty where it did.

        A probe that has not said all is ended; one that has is left to go by itself.
        """
        until = hello
        timed_out = True
        try:
            while not self.is_complete and (line := child.read_line(until)) is not None:
                seconds = self._take(line, child)
                if seconds is not None:
                    until = min(deadline, time.monotonic() + seconds)
            timed_out = False
        except TimeoutError:
            self._out_of_time = time.monotonic() >= deadline
        finally:
            finished = None if self.is_complete else child.finish(timed_out=timed_out)
        why = "the probe's answer ends before it"  # who scribbles over the lines can end them
        if finished is not None:
            if not self._version:
                said = f": {finished.stderr[-1]}" if finished.stderr else ""
                return f"{finished.ending} without an answer{said}"
            why = self._why_it_died = self._died(child, finished)
        elif self._began_smoke:
            self._note_words("smoke", child)
        for name in ALWAYS_EXAMINED:
            self._sections.setdefault(name, {"unknown": why})
        return ""

    def cannot_start(self, why: str) -> None:
        """Note that the interpreter gave no facts at all."""
        self._version = ""
        self.gave_facts = False
        self._sections = {name: {"unknown": NO_START} for name in EXAMINED}
        self._sections["python"]["start_error"] = why

    def needs_isolation(self, why: str) -> None:
        """Note that only a start without the user's settings gave facts."""
        self.section("python")["needs_isolation"] = why

    def section(self, name: str) -> Facts:
        """Return what is known of a section so far."""
        return self._sections.setdefault(name, {})

    # ---- the deep level, which goes on in another process where one has ended ----

    @property
    def ended_deep(self) -> bool:
        """Whether a step of the deep level ended the probe, so that others are left to run."""
        return not self.is_complete and not self._out_of_time and _family(self.step) in DEEP

    def deep_steps(self) -> list[str]:
        """Return the steps of the deep level of which the result is known."""
        return [
            f"{family}.{row.get(name)}"
            for family, name in DEEP.items()
            for row in self.rows(family)
        ]

    def rows(self, section: str, table: str = "results") -> list[Facts]:
        """Return what a table of the deep level holds so far."""
        known = self.section(section).get(table)
        return [row for row in known if isinstance(row, dict)] if isinstance(known, list) else []

    def leave_out_deep(self) -> None:
        """Note that the probe did not come as far as the deep level."""
        left_out = self.section("smoke").get("unknown", "torch was not imported")
        why = self._why_it_died or left_out
        for name in DEEP_SECTIONS:
            self.section(name)["unknown"] = f"not run: {why}"

    def stop_deep(self, why: str) -> None:
        """Note why the rest of the deep level was not run; empty where all was."""
        self.section("deep")["not_run_because"] = why

    def resume(self) -> None:
        """Get ready for what another process says of the steps that are left."""
        self.is_complete = False
        self._version = self.step = ""

    # ---- lines ----

    def _take(self, line: bytes, child: processes.Child) -> float | None:
        """Take one line; return how long the probe may be silent now, None for no change."""
        try:
            said = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        match said:
            case {"probe": 1, "python": str(version)}:
                self._version = version
                return LONGEST_STEP
            case _ if not self._version:
                return None
            case {"begin": str(step), "seconds": int() | float() as seconds}:
                self.step = step
                self._began_smoke = self._began_smoke or step.startswith("smoke")
                self.began_deep = self.began_deep or _family(step) in DEEP
                self._on_step(step)
                return min(LONGEST_STEP, max(0.0, seconds))
            case {"section": str(name), "facts": dict(facts)} if name in EXAMINED:
                _merge(self.section(name), cast(Facts, facts))
                if _family(self.step) in DEEP:
                    self._note_words(self.step, child)
                if name == "torch_import" and "outcome" in facts:
                    self._note_words("torch_import", child)
            case {"end": True}:
                self.is_complete = True
        return None

    def _note_words(self, step: str, child: processes.Child) -> None:
        """Add to a section, or to a deep step's result, what was written on stderr since it began.

        The probe may be ahead of us: what comes after the next mark belongs to another step, but
        the steps of torch's import and of the smoke test belong together.
        """
        family = _family(step)
        facts = self.section(family)
        ends = [MARK + each.encode() for each in DEEP]
        if family in DEEP:
            named = (
                row for row in self.rows(family) if step == f"{family}.{row.get(DEEP[family])}"
            )
            facts, ends = next(named, {}), [MARK]
        before, mark, since = child.errors().partition(MARK + step.encode("utf-8", "replace"))
        text = since.partition(b"\n")[2] if mark else before
        for end in ends:
            text = text.partition(end)[0]
        lines = processes.last_lines(text)
        said = [line for line in lines if not line.startswith(MARK.decode())]
        if said:
            facts["stderr"] = said

    def _died(self, child: processes.Child, finished: processes.Finished) -> str:
        """Turn the end of a probe that had not finished into facts; return why others are none."""
        if [int(part) for part in self._version.split(".")[:2] if part.isdigit()] < [3, 7]:
            self.gave_facts = False
            why = TOO_OLD.format(self._version)
            for name in EXAMINED:
                self.section(name)["unknown"] = why
            return why
        outcome = _outcome(finished)
        words = _words(outcome)
        family, _, step = self.step.partition(".")
        why = f"the probe {words} in the step {self.step or 'start'}"
        facts = self.section(family) if family in EXAMINED else {}
        if family in DEEP:
            if not self._out_of_time:
                _merge(facts, {"results": [{**_named(family, step), **outcome}]})
                self._note_words(self.step, child)
        elif family == "torch_answers":
            del outcome["outcome"]
            error = f"the process that asks it {words}"
            self.section("torch_import").update(outcome, answers_error=error, unknown=why)
            self._note_words("torch_import", child)
        elif "outcome" in facts:
            pass  # it had told how that went: only what came after failed
        elif family in ("torch_import", "smoke"):
            facts.update(outcome, **({"step": step or "smoke"} if family == "smoke" else {}))
            self._note_words(family, child)
        else:
            facts.setdefault("unknown", why)
        return why

    def machine(self, path: str) -> Machine:
        """Return the machine that the answer describes; `path` is the interpreter's."""
        executable = os.fsencode(path).decode("utf-8", "backslashreplace")
        python = self.section("python")
        python.setdefault("executable", executable)
        if self._version:
            python.setdefault("version", self._version)
            python.setdefault("start_error", "")
            python.setdefault("needs_isolation", "")
        decoded = {name: _decode(name, facts) for name, facts in self._sections.items()}
        recorded = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        origin = Origin(kind="interpreter", name=executable, recorded=recorded)
        return Machine(origin=origin, **cast(dict[str, Any], decoded))


def _family(step: str) -> str:
    return step.partition(".")[0]


def _named(family: str, name: str) -> Facts:
    """Return the beginning of a row: what names the result of a step of the deep level."""
    operation, _, dtype = name.rpartition("-")
    known = {"operation": operation, "dtype": _DTYPES.get(dtype, dtype)}
    return {DEEP[family]: name, **(known if family == "deep" else {})}


def _merge(section: Facts, facts: Facts) -> None:
    """Add facts to a section; a table grows by the new rows."""
    for name, value in facts.items():
        before = section.get(name)
        if name in _TABLES and isinstance(value, list) and isinstance(before, list):
            before += value
        else:
            section[name] = value


def _outcome(finished: processes.Finished) -> Facts:
    """Return how a process ended, as facts; its own watchdog ends it where ours cannot."""
    watchdog = (line.startswith("Timeout (") and line.endswith(")!") for line in finished.stderr)
    if finished.timed_out or any(watchdog):
        return {"outcome": "hung"}
    if finished.signal:
        return {"outcome": "crashed", "signal": finished.signal}
    code = finished.exit_code
    return {"outcome": "exited"} if code is None else {"outcome": "exited", "exit_code": code}


def _words(outcome: Facts) -> str:
    if outcome["outcome"] == "hung":
        return "did not come back"
    if "signal" in outcome:
        return f"was ended by {outcome['signal']}"
    return f"left with exit status {outcome.get('exit_code', 'unknown')}"


def _decode(name: str, facts: Facts) -> Section:
    try:
        return msgspec.convert(facts, SECTIONS[name])
    except msgspec.ValidationError as error:
        return SECTIONS[name](unknown=f"the probe's answer does not decode: {error}")
