"""What a probe said, line by line, and the Machine that follows from it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any, cast

import msgspec

from mps_doctor.discovery import deep_answer
from mps_doctor.facts import NOT_PROBED, SECTIONS, Machine, Origin, Section
from mps_doctor.probe.redaction import Redaction
from mps_doctor.system import processes
from mps_doctor.system.redaction import redact_facts

Facts = dict[str, Any]

MARK = b"\x1e"
"""Begins the line on stderr by which the probe marks a step."""

LONGEST_STEP = 3600.0
"""Seconds that a step may ask for: a patient that scribbles over the lines may write any number."""

TOO_OLD = "Python {} is too old to be examined: the probe needs 3.7 or newer"

EXAMINED = tuple(name for name in SECTIONS if name not in NOT_PROBED)
ALWAYS_EXAMINED = tuple(name for name in EXAMINED if name not in deep_answer.SECTIONS)


class Answer:
    """The facts of a probe as they come, and what became of the probe itself."""

    def __init__(self, on_step: Callable[[str], None]) -> None:
        self._on_step = on_step
        self._redaction = Redaction.of_this_process()
        self._version = ""
        self._complete = False
        self._sections: dict[str, Facts] = {}
        self._step = ""
        self._smoke_began = False
        self._out_of_time = False
        self._why = ""
        self._deep_began = False
        self._deep_ended: dict[str, None] = {}
        self.last_words: list[str] = []
        self.gave_facts = True
        """Whether the probe could run: False where the interpreter is broken or too old for it."""

    def read(self, child: processes.Child, *, hello: float, deadline: float) -> str:
        """Read all that a probe says; return why it never said hello, empty where it did.

        A probe that has not said all is ended; one that has is left to go by itself.
        """
        until = hello
        timed_out = False
        try:
            while not self._complete:
                line = child.read_line(until)
                if line is None:
                    break
                seconds = self._take(line, child)
                if seconds is not None:
                    until = min(deadline, time.monotonic() + seconds)
        except TimeoutError:
            timed_out = True
            self._out_of_time = time.monotonic() >= deadline
        except BaseException:
            child.finish(timed_out=True)
            raise
        if not self._complete:
            finished = child.finish(timed_out=timed_out)
            self.last_words = [self._redacted(line) for line in finished.stderr]
            if not self._version:
                return self._failure(finished)
            self._died(child, finished)
        elif self._smoke_began:
            self._add_errors("smoke", child)
        for name in ALWAYS_EXAMINED:
            # Only a patient that scribbles over the probe's lines can end them too early.
            self._sections.setdefault(name, {"unknown": "the probe's answer ends before it"})
        return ""

    @property
    def is_complete(self) -> bool:
        """Whether the probe has said all that it had to say."""
        return self._complete

    def cannot_start(self, why: str) -> None:
        """Note that the interpreter gave no facts at all."""
        self._version = ""
        self.gave_facts = False
        self._sections = {name: {"unknown": "the interpreter does not start"} for name in EXAMINED}
        self._sections["python"] = {
            "unknown": "the interpreter does not start",
            "start_error": self._redacted(why),
        }

    def needs_isolation(self, why: str) -> None:
        """Note that only a start without the user's settings gave facts."""
        self._section("python")["needs_isolation"] = self._redacted(why)

    def sections(self, path: str) -> dict[str, Facts]:
        """Return the facts by section, with what is known on this side."""
        python = self._section("python")
        python.setdefault("executable", self._redacted(path))
        if self._version:
            python.setdefault("version", self._version)
            python.setdefault("start_error", "")
            python.setdefault("needs_isolation", "")
        return self._sections

    def name(self, path: str) -> str:
        """Return the path as it may be shown."""
        return self._redacted(path)

    def _redacted(self, text: str) -> str:
        return str(redact_facts(self._redaction.of_text(text)))

    def _section(self, name: str) -> Facts:
        return self._sections.setdefault(name, {})

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
                self._begin(step)
                return min(LONGEST_STEP, max(0.0, seconds))
            case {"section": str(name), "facts": dict(facts)} if name in EXAMINED:
                _merge(self._section(name), cast(Facts, redact_facts(facts)))
                if deep_answer.is_deep(self._step):
                    self._add_deep_errors(child)
                if name == "torch_import" and "outcome" in facts:
                    self._add_errors("torch_import", child)
            case {"end": True}:
                self._complete = True
        return None

    def _begin(self, step: str) -> None:
        self._step = step
        self._smoke_began = self._smoke_began or step.startswith("smoke")
        self._deep_began = self._deep_began or deep_answer.is_deep(step)
        self._on_step(step)

    def _add_errors(self, section: str, child: processes.Child) -> None:
        """Add what was written on stderr since the first step of a section began."""
        text = child.errors()
        before, mark, since = text.partition(MARK + section.encode())
        rest = since.partition(b"\n")[2] if mark else before
        for family in deep_answer.FAMILIES:
            rest = rest.partition(MARK + family.encode())[0]
        lines = processes.last_lines(rest)
        said = [line for line in lines if not line.startswith(MARK.decode())]
        if said:
            self._section(section)["stderr"] = [self._redacted(line) for line in said]

    def _failure(self, finished: processes.Finished) -> str:
        said = f": {self.last_words[-1]}" if self.last_words else ""
        return f"{finished.ending} without an answer{said}"

    def _died(self, child: processes.Child, finished: processes.Finished) -> None:
        """Turn the end of a probe that had not finished into facts."""
        if self._is_too_old():
            self.gave_facts = False
            for name in EXAMINED:
                self._sections[name] = {"unknown": TOO_OLD.format(self._version)}
            return
        hung = finished.timed_out or any(
            line.startswith("Timeout (") and line.endswith(")!") for line in finished.stderr
        )  # the second is the first line of its own watchdog
        facts: Facts = {"outcome": _outcome(finished, hung)}
        if finished.signal and not hung:
            facts["signal"] = finished.signal
        if finished.exit_code is not None and not hung:
            facts["exit_code"] = finished.exit_code
        family = self._step.partition(".")[0]
        why = f"the probe {_words(facts)} in the step {self._step or 'start'}"
        self._why = why
        if family in EXAMINED and "outcome" in self._section(family):
            pass  # it had told how that went: only what came after failed
        elif family in ("torch_import", "smoke"):
            if family == "smoke":
                facts["step"] = self._step.partition(".")[2] or "smoke"
            self._section(family).update(facts)
            self._add_errors(family, child)
        elif family == "torch_answers":
            error = f"the process that asks it {_words(facts)}"
            del facts["outcome"]
            self._section("torch_import").update(facts, answers_error=error, unknown=why)
            self._add_errors("torch_import", child)
        elif deep_answer.is_deep(self._step):
            self._died_deep(facts, child)
        elif family in EXAMINED:
            self._section(family).setdefault("unknown", why)
        for name in ALWAYS_EXAMINED:
            self._sections.setdefault(name, {"unknown": why})

    @property
    def ended_deep(self) -> bool:
        """Whether a step of the deep level ended the probe, so that others are left to run."""
        return not self._complete and not self._out_of_time and deep_answer.is_deep(self._step)

    @property
    def began_deep(self) -> bool:
        """Whether the probe came as far as the deep level."""
        return self._deep_began

    def leave_out_deep(self) -> None:
        """Note that the probe did not come as far as the deep level."""
        why = self._why or "torch was not imported"
        for name in deep_answer.SECTIONS:
            self._section(name)["unknown"] = f"not run: {why}"

    def deep_steps(self) -> list[str]:
        """Return the steps of the deep level of which the result is known."""
        return [
            f"{section}.{key.partition(':')[2]}"
            for section in deep_answer.FAMILIES
            for key in self._section(section)
            if ":" in key and not key.startswith("fallback:")
        ] + list(self._deep_ended)

    @property
    def told_deep_end(self) -> bool:
        """Whether it is known already why the deep level was not run to its end."""
        return bool(self._section("deep").get("not_run_because"))

    @property
    def step(self) -> str:
        """The last step that the probe began."""
        return self._step

    def deep_facts(self) -> Facts:
        """Return the facts of the deep level so far."""
        return self._section("deep")

    def resume(self) -> None:
        """Get ready for what another process says of the steps that are left."""
        self._complete = False
        self._version = ""
        self._step = ""

    def stop_deep(self, why: str) -> None:
        """Note why the rest of the deep level was not run."""
        self._section("deep")["not_run_because"] = why

    def _died_deep(self, facts: Facts, child: processes.Child) -> None:
        """Turn the end of the process in a step of the deep level into that step's result."""
        if self._out_of_time:
            return
        self._deep_ended[self._step] = None
        section, key = deep_answer.key_of(self._step)
        if key.endswith((":import", ":fallback", ":memory", ":settings")):
            self._section("deep")["not_run_because"] = f"{self._step}: {_words(facts)}"
            return
        self._section(section)[key] = facts
        self._add_deep_errors(child)

    def _add_deep_errors(self, child: processes.Child) -> None:
        """Add to a step's result what was written on stderr since it began."""
        section, key = deep_answer.key_of(self._step)
        result = self._section(section).get(key)
        _, _, since = child.errors().rpartition(MARK + self._step.encode() + b"\n")
        # The probe may be ahead of us: what comes after its next mark belongs to another step.
        said = since.partition(MARK)[0]
        lines = [self._redacted(line) for line in processes.last_lines(said)]
        if lines and isinstance(result, dict):
            result["stderr"] = lines

    def _is_too_old(self) -> bool:
        parts = self._version.split(".")
        return [int(part) for part in parts[:2] if part.isdigit()] < [3, 7]


def _merge(section: Facts, facts: Facts) -> None:
    """Add facts to a section; a fact that is a table of results grows by the new ones."""
    for name, value in facts.items():
        before = section.get(name)
        if isinstance(value, dict) and isinstance(before, dict) and "unknown" not in before:
            before.update(value)
        else:
            section[name] = value


def _outcome(finished: processes.Finished, hung: bool) -> str:
    if hung:
        return "hung"
    return "crashed" if finished.signal else "exited"


def _words(facts: Facts) -> str:
    if facts["outcome"] == "hung":
        return "did not come back"
    if "signal" in facts:
        return f"was ended by {facts['signal']}"
    return f"left with exit status {facts.get('exit_code', 'unknown')}"


def machine_of(answer: Answer, path: str) -> Machine:
    """Return the machine that a probe's answer describes."""
    sections = {
        name: deep_answer.tables(name, facts) for name, facts in answer.sections(path).items()
    }
    decoded = {name: _decode(name, facts) for name, facts in sections.items() if facts}
    origin = Origin(
        kind="interpreter",
        name=answer.name(path),
        recorded=datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
    )
    return Machine(origin=origin, **cast(dict[str, Any], decoded))


def _decode(name: str, facts: Facts) -> Section:
    try:
        return msgspec.convert(facts, SECTIONS[name])
    except msgspec.ValidationError as error:
        return SECTIONS[name](unknown=f"the probe's answer does not decode: {error}")
