"""From the lines that a host's script printed to the facts of each Python on it."""

import base64
import binascii
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import msgspec

from mps_doctor.discovery.probe_answer import Answer
from mps_doctor.facts import Machine, Origin
from mps_doctor.features.fleet.rows.reasons import MARKS, SENTENCES
from mps_doctor.system import processes

T = TypeVar("T")

STREAM_KEYS = frozenset(
    {
        *("fleet_host", "fleet_script", "fleet_failed", "fleet_end", "interpreter", "ended"),
        *("probe", "begin", "section", "end"),
    }
)
"""Keys of the lines that a script, the probe and `fleet run` write."""

LARGEST_FILE = 500_000_000
"""Bytes: the answers of 20,000 hosts in one file."""

LEFT_OUT = "left-out"
"""Reason of a file that is no answer: a report of ours on a fleet."""

WORD = r"(?:HEALTHY|NOT-A-MAC|NO-TORCH|(?:BROKEN|UNKNOWN) [\w.-]{1,60})"
"""How the script says in short what it found."""

_BARE_WORD = re.compile(rf"(?:<result>)?({WORD})\s*(?:</result>)?")

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.+Z-]*")

_SIGNALS = {
    2: "SIGINT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL",
    11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM",
}  # fmt: skip
_BUS_ERROR = {"Darwin": 10, "Linux": 7}
"""The numbers are the host's: those of the two systems differ (`man 3 signal`)."""


@dataclass(frozen=True)
class Silence:
    """Why there are no facts: a reason of `SENTENCES`, and what was said."""

    reason: str
    message: str = ""


@dataclass(frozen=True)
class Line:
    """A verdict that was reached on the host, of which only the line came."""

    status: str
    cause: str
    sentence: str


@dataclass(frozen=True)
class HostAnswer:
    """What came of one environment of a host."""

    content: Machine | Silence | Line
    host: str = ""
    python: str = ""
    recorded: str = ""
    script: Mapping[str, str] = field(default_factory=dict)
    """What the script found out without any Python: `id`, `system`, `macos`, `chip`."""


@dataclass
class _Attempt:
    """One start of the probe on a host, with the methods of a running one that `Answer` calls."""

    python: str
    system: str
    isolated: bool = False
    missing: str = ""
    """Why it was not started."""
    lines: deque[bytes] = field(default_factory=deque)
    status: int | None = None
    late: bool = False
    stderr: bytes = b""

    def read_line(self, deadline: float) -> bytes | None:
        del deadline
        return self.lines.popleft() if self.lines else None

    def errors(self) -> bytes:
        return self.stderr

    def finish(self, *, timed_out: bool = False) -> processes.Finished:
        del timed_out
        number = max(0, (self.status or 0) - 128)
        name = _SIGNALS.get(number, f"signal {number}")
        name = "SIGBUS" if number == _BUS_ERROR.get(self.system) else name
        return processes.Finished(
            exit_code=None if number else self.status,
            signal=name if number and not self.late else "",
            timed_out=self.late,
            stdout=b"",
            stderr=processes.last_lines(self.stderr),
        )


def read_stream(lines: Iterable[bytes]) -> Iterator[HostAnswer]:
    """Yield what the lines say of each Python of each host, at least one answer."""
    stream = _Stream()
    for raw in lines:
        line = raw.decode("utf-8", "replace").encode()
        said = decoded(line, dict[str, Any]) or {}
        if stream.is_over(said):
            yield from stream.answers()
            stream = _Stream()
        stream.take(line, said)
    yield from stream.answers()


def reason_of(text: str, *, otherwise: str) -> str:
    """Return the reason that stands behind what ssh, Ansible or the script said."""
    lowered = text.lower()
    found = (name for name, marks in MARKS if any(mark.lower() in lowered for mark in marks))
    return next(found, otherwise)


def bare_word(text: str) -> Silence | None:
    """Return what a word of the script says whose facts are missing; None for another text."""
    found = _BARE_WORD.fullmatch(text.strip())
    return Silence("incomplete", f"it said {found[1]}, without the facts") if found else None


def time_or_nothing(text: str) -> str:
    """Return a time as it stands; nothing for what is no time, which could pass for the newest."""
    return text if _TIME.fullmatch(text) else ""


class _Stream:
    """The lines of one host."""

    def __init__(self) -> None:
        self._asked: dict[str, Any] = {}
        self._script: dict[str, Any] = {}
        self._failed: Silence | None = None
        self._attempts: list[_Attempt] = []
        self._complete = False
        self._first_line = ""

    def is_over(self, said: dict[str, Any]) -> bool:
        """Whether a line begins the answer of the next host."""
        begun = bool(self._script or self._attempts or self._failed)
        return ("fleet_script" in said and begun) or (
            "fleet_host" in said and (begun or bool(self._asked))
        )

    def take(self, line: bytes, said: dict[str, Any]) -> None:
        """Take one line; what is no JSON object is noise of the host's login."""
        match said:
            case {"fleet_host": str()}:
                self._asked = said
                if reason := said.get("reason"):
                    self._failed = _silence(reason, said.get("message"))
            case {"fleet_script": 1}:
                self._script = said
            case {"fleet_script": form}:
                self._failed = Silence("other-version", f"form {form}")
            case {"fleet_failed": reason}:
                self._failed = _silence(reason, said.get("message"))
            case {"interpreter": str(python), **rest}:
                isolated = "-I" in str(rest.get("options", "")).split()
                why = str(rest.get("message", python)) if rest.get("missing") is True else ""
                self._attempts.append(self._attempt(python, isolated=isolated, missing=why))
            case {"ended": int(status), **rest} if self._attempts:
                last = self._attempts[-1]
                last.status, last.late = status, rest.get("late") is True
                last.stderr = _from_base64(str(rest.get("stderr", "")))
            case {"fleet_end": True}:
                self._complete = True
            case _ if STREAM_KEYS & said.keys():
                if not self._attempts:  # the bare stream of a probe, without our script
                    self._attempts.append(self._attempt("", status=0))
                self._attempts[-1].lines.append(line)
            case _ if not self._first_line:
                self._first_line = line[:300].decode("utf-8", "replace").strip()

    def answers(self) -> Iterator[HostAnswer]:
        """Yield what was said of each environment, or why there is none."""
        for attempts in self._by_python():
            python = attempts[0].python
            yield self._answer(self._facts(python, attempts), python)
        # An attempt that is cut off itself says so.
        settled = all(each.missing or each.status is not None for each in self._attempts)
        if self._failed is not None:
            yield self._answer(self._failed)
        elif self._script and not self._complete and settled:
            yield self._answer(Silence("incomplete", "the answer ends before its last line"))
        elif not self._attempts:
            reason = "empty" if self._script or not self._first_line else "not-understood"
            yield self._answer(Silence(reason, self._first_line))

    def _attempt(self, python: str, **known: Any) -> _Attempt:
        return _Attempt(python, str(self._script.get("system", "")), **known)

    def _by_python(self) -> list[list[_Attempt]]:
        groups: list[list[_Attempt]] = []
        for attempt in self._attempts:
            if attempt.isolated and groups and groups[-1][0].python == attempt.python:
                groups[-1].append(attempt)
            else:
                groups.append([attempt])
        return groups

    def _facts(self, python: str, attempts: list[_Attempt]) -> Machine | Silence:
        first = attempts[0]
        if first.missing:
            return Silence("python-missing", first.missing)
        if first.status is None:
            return Silence("incomplete", "the answer ends before the probe did")
        answer = Answer(lambda _: None)
        failure = _read(answer, first)
        if failure and first.late:
            return Silence("python-hangs", failure)
        if failure and not (self._script and any(attempt.status for attempt in attempts)):
            # A program that ends well without a word of ours is no Python that fails.
            return Silence("not-understood", self._first_line or failure)
        if failure and len(attempts) > 1 and not _read(answer, attempts[1]):
            answer.needs_isolation(failure)
        elif failure:
            answer.cannot_start(failure)
        if answer.ended_deep:
            answer.stop_deep(f"the process ended in {answer.step}")
        return answer.machine(python)

    def _answer(self, content: Machine | Silence, python: str = "") -> HostAnswer:
        script = {key: value for key, value in self._script.items() if isinstance(value, str)}
        name = str(self._asked.get("fleet_host") or script.get("name", ""))
        times = (script.get("recorded", ""), str(self._asked.get("recorded", "")))
        recorded = next(filter(None, map(time_or_nothing, times)), "")
        if isinstance(content, Machine):
            # The time of the answer is the host's, not that of our reading it.
            origin = Origin(kind="host", name=name, recorded=recorded)
            content = msgspec.structs.replace(content, origin=origin)
        return HostAnswer(content, name, python, recorded, script)


def _read(answer: Answer, attempt: _Attempt) -> str:
    child = cast(processes.Child, attempt)
    return answer.read(child, hello=float("inf"), deadline=float("inf"))


def decoded(text: bytes | msgspec.Raw, type: type[T]) -> T | None:
    """Return what a JSON text says; None where it is of another type, or cannot be read."""
    try:
        return msgspec.json.decode(text, type=type)
    except (ValueError, RecursionError):
        # No UTF-8, malformed, of another type, a number out of range; nested too deep.
        return None


def _silence(reason: object, message: object) -> Silence:
    """Return a silence for one of the known reasons; the others are read from the words."""
    said = str(message or "")
    if reason not in SENTENCES or reason == "failed":
        return Silence(reason_of(said, otherwise="failed"), said)
    return Silence(str(reason), said)


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
