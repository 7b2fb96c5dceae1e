"""Turns the lines that a host's script printed into the facts of each Python on it."""

import base64
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from mps_doctor.discovery.probe_answer import Answer
from mps_doctor.facts import Machine, Origin
from mps_doctor.features.fleet.rows.reasons import MARKS, SENTENCES
from mps_doctor.features.fleet.values import Entry
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

MARK = "mps-doctor-facts:"
"""Begins the facts in one word, behind that."""

_BARE_WORD = re.compile(rf"(?:<result>)?({WORD})\s*(?:</result>)?")

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.+Z-]*")

_SIGNALS = {
    4: "SIGILL", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 10: "SIGBUS", 11: "SIGSEGV",
}  # fmt: skip
"""Those of macOS (`man 3 signal`) that end a process which goes wrong."""


class HostAnswer(NamedTuple):
    """What came of one environment of a host: what its entry says already, and the facts."""

    entry: Entry = Entry(host="")
    machine: Machine | None = None


def silent(reason: str, message: object = "") -> HostAnswer:
    """Return the answer of a host without facts: a reason of `SENTENCES`, and what was said."""
    return HostAnswer(Entry(host="", reason=reason, message=str(message)))


@dataclass
class _Attempt:
    """One start of the probe on a host, with the methods of a running one that `Answer` calls."""

    python: str
    missing: str = ""
    """Why it was not started."""
    lines: deque[bytes] = field(default_factory=deque)
    status: int | None = None
    late: bool = False
    stderr: bytes = b""

    def read(self, answer: Answer) -> str:
        """Read what the probe said; return why it never said hello, empty where it did."""
        child = cast(processes.Child, self)
        return answer.read(child, hello=float("inf"), deadline=float("inf"))

    def read_line(self, _deadline: float) -> bytes | None:
        return self.lines.popleft() if self.lines else None

    def errors(self) -> bytes:
        return self.stderr

    def finish(self, **_: bool) -> processes.Finished:
        number = max(0, (self.status or 0) - 128)
        name = _SIGNALS.get(number, f"signal {number}")
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


def bare_word(text: str) -> HostAnswer | None:
    """Return what a word of the script says whose facts are missing; None for another text."""
    found = _BARE_WORD.fullmatch(text.strip())
    return silent("incomplete", f"it said {found[1]}, without the facts") if found else None


def time_or_nothing(text: str) -> str:
    """Return a time as it stands; nothing for what is no time, which could pass for the newest."""
    return text if _TIME.fullmatch(text) else ""


class _Stream:
    """The lines of one host."""

    def __init__(self) -> None:
        self._asked: dict[str, Any] = {}
        self._script: dict[str, str] = {}
        """What the script found out without any Python: `id`, `system`, `macos`, `chip`."""
        self._failed: HostAnswer | None = None
        self._pythons: list[list[_Attempt]] = []
        """The attempts with each interpreter; the second one is isolated."""
        self._complete = False
        self._first_line = ""

    def is_over(self, said: dict[str, Any]) -> bool:
        """Whether a line begins the answer of the next host."""
        begun = bool(self._script or self._pythons or self._failed)
        return ("fleet_script" in said and begun) or (
            "fleet_host" in said and (begun or bool(self._asked))
        )

    def take(self, line: bytes, said: dict[str, Any]) -> None:
        """Take one line; what is no JSON object is noise of the host's login."""
        match said:
            case {"fleet_host": str()}:
                self._asked = said
                if reason := said.get("reason"):
                    self._failed = _failure(reason, said.get("message"))
            case {"fleet_script": 1}:
                self._script = {name: text for name, text in said.items() if isinstance(text, str)}
            case {"fleet_script": form}:
                self._failed = silent("other-version", f"form {form}")
            case {"fleet_failed": reason}:
                self._failed = _failure(reason, said.get("message"))
            case {"interpreter": str(python), **rest}:
                why = str(rest.get("message", python)) if rest.get("missing") is True else ""
                self._begin(python, str(rest.get("options", "")), why)
            case {"ended": int(status), **rest} if self._pythons:
                last = self._pythons[-1][-1]
                last.status, last.late = status, rest.get("late") is True
                last.stderr = _from_base64(str(rest.get("stderr", "")))
            case {"fleet_end": True}:
                self._complete = True
            case _ if STREAM_KEYS & said.keys():
                if not self._pythons:  # the bare stream of a probe, without our script
                    self._begin("")
                    self._pythons[0][0].status = 0
                self._pythons[-1][-1].lines.append(line)
            case _ if not self._first_line:
                self._first_line = line[:300].decode("utf-8", "replace").strip()

    def _begin(self, python: str, options: str = "", missing: str = "") -> None:
        attempt = _Attempt(python, missing)
        if "-I" in options and self._pythons and self._pythons[-1][0].python == python:
            self._pythons[-1].append(attempt)
        else:
            self._pythons.append([attempt])

    def answers(self) -> Iterator[HostAnswer]:
        """Yield what was said of each environment, or why there is none."""
        for attempts in self._pythons:
            yield self._of_host(self._read(attempts), attempts[0].python)
        # An attempt that is cut off itself says so.
        each_ended = all(each[-1].missing or each[-1].status is not None for each in self._pythons)
        if self._failed is not None:
            yield self._of_host(self._failed)
        elif self._script and not self._complete and each_ended:
            yield self._of_host(silent("incomplete", "the answer ends before its last line"))
        elif not self._pythons:
            reason = "empty" if self._script or not self._first_line else "not-understood"
            yield self._of_host(silent(reason, self._first_line))

    def _read(self, attempts: list[_Attempt]) -> HostAnswer:
        first = attempts[0]
        if first.missing:
            return silent("python-missing", first.missing)
        if first.status is None:
            return silent("incomplete", "the answer ends before the probe did")
        answer = Answer(lambda _: None)
        failure = first.read(answer)
        if failure and first.late:
            return silent("python-hangs", failure)
        if failure and not (self._script and any(attempt.status for attempt in attempts)):
            # A program that ends well without a word of ours is no Python that fails.
            return silent("not-understood", self._first_line or failure)
        if failure and len(attempts) > 1 and not attempts[1].read(answer):
            answer.needs_isolation(failure)
        elif failure:
            answer.cannot_start(failure)
        if answer.ended_deep:
            answer.stop_deep(f"the process ended in {answer.step}")
        return HostAnswer(machine=answer.machine(first.python))

    def _of_host(self, answer: HostAnswer, python: str = "") -> HostAnswer:
        """Add what the lines say of the host itself."""
        entry, machine = answer
        times = (self._script.get("recorded", ""), str(self._asked.get("recorded", "")))
        entry = msgspec.structs.replace(
            entry,
            host=str(self._asked.get("fleet_host") or self._script.get("name", "")),
            python=python,
            recorded=next(filter(None, map(time_or_nothing, times)), ""),
            **{name: self._script.get(name, "") for name in ("id", "system", "macos", "chip")},
        )
        if machine is not None:
            # The time of the answer is the host's, not that of our reading it.
            origin = Origin(kind="host", name=entry.host, recorded=entry.recorded)
            machine = msgspec.structs.replace(machine, origin=origin)
        return HostAnswer(entry, machine)


def decoded(text: bytes | msgspec.Raw, type: type[T]) -> T | None:
    """Return what a JSON text says; None where it is of another type, or cannot be read."""
    try:
        return msgspec.json.decode(text, type=type)
    except (ValueError, RecursionError):
        # No UTF-8, malformed, of another type, a number out of range; nested too deep.
        return None


def _failure(reason: object, message: object) -> HostAnswer:
    """Return the answer for one of the known reasons; the others are read from the words."""
    said = str(message or "")
    if reason not in SENTENCES or reason == "failed":
        return silent(reason_of(said, otherwise="failed"), said)
    return silent(str(reason), said)


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""
