"""From the lines that a host's script printed to the facts of each Python on it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from mps_doctor.discovery.probe_answer import Answer, machine_of
from mps_doctor.facts import Fact, Host, Machine, Origin, missing
from mps_doctor.features.fleet import transport
from mps_doctor.system import processes

_SIGNALS = {
    2: "SIGINT",
    4: "SIGILL",
    5: "SIGTRAP",
    6: "SIGABRT",
    8: "SIGFPE",
    9: "SIGKILL",
    11: "SIGSEGV",
    13: "SIGPIPE",
    15: "SIGTERM",
}
STREAM_KEYS = frozenset(
    {
        *("fleet_host", "fleet_script", "fleet_failed", "fleet_end", "interpreter", "ended"),
        *("probe", "begin", "section", "end"),
    }
)
"""Keys of the lines that a script, the probe and `fleet run` write."""

LEFT_OUT = "left-out"
"""Reason of a file that is no answer: a report of ours on a fleet."""

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.+Z-]*")

_BUS = {"Darwin": 10, "Linux": 7}
"""The numbers are the host's: those of the two systems differ (`man 3 signal`)."""


@dataclass(frozen=True)
class Silence:
    """Why there are no facts: a word of `transport.SENTENCES`, and what was said."""

    reason: str
    message: str = ""


@dataclass(frozen=True)
class Gathered:
    """What a source told of one environment of a host."""

    told: Machine | Silence
    host: str = ""
    id: str = ""
    python: str = ""
    recorded: str = ""
    host_facts: Host = field(default_factory=Host)
    """What the script found out without any Python."""


@dataclass
class _Attempt:
    """One start of the probe on the host."""

    python: str
    isolated: bool = False
    missing: str = ""
    """Why it was not started."""
    lines: list[bytes] = field(default_factory=list)
    ended: int | None = None
    late: bool = False
    stderr: bytes = b""


class _Recorded:
    """A probe that has ended, in the place of the running one that `Answer` reads."""

    def __init__(self, attempt: _Attempt, system: str) -> None:
        self._attempt = attempt
        self._system = system
        self._lines = iter(attempt.lines)

    def read_line(self, deadline: float) -> bytes | None:
        del deadline
        return next(self._lines, None)

    def errors(self) -> bytes:
        return self._attempt.stderr

    def finish(self, *, timed_out: bool = False) -> processes.Finished:
        del timed_out
        attempt = self._attempt
        number = 0 if attempt.ended is None or attempt.ended <= 128 else attempt.ended - 128
        signal = "" if attempt.late or not number else self._signal_name(number)
        return processes.Finished(
            exit_code=None if number else attempt.ended,
            signal=signal,
            timed_out=attempt.late,
            stdout=b"",
            stderr=processes.last_lines(attempt.stderr),
            peak_bytes=0,
        )

    def _signal_name(self, number: int) -> str:
        if number == _BUS.get(self._system):
            return "SIGBUS"
        return _SIGNALS.get(number, f"signal {number}")


def gather(lines: Iterable[bytes]) -> Iterator[Gathered]:
    """Return what the lines say of each Python of each host, at least one item."""
    reading = _Reading()
    for raw in lines:
        line = raw.decode("utf-8", "replace").encode()
        said = _decoded(line)
        if reading.is_over(said):
            yield from reading.gathered()
            reading = _Reading()
        reading.take(line, said)
    yield from reading.gathered()


def time_or_nothing(text: str) -> str:
    """Return a time as it stands; nothing for what is no time, which could pass for the newest."""
    return text if _TIME.fullmatch(text) else ""


class _Reading:
    """The answer of one host."""

    def __init__(self) -> None:
        self._envelope: dict[str, Any] = {}
        self._script: dict[str, Any] = {}
        self._failed: Silence | None = None
        self._attempts: list[_Attempt] = []
        self._complete = False
        self._first_line = ""

    def is_over(self, said: dict[str, Any]) -> bool:
        """Return whether a line begins the answer of the next host."""
        begun = bool(self._script or self._attempts or self._failed)
        return ("fleet_script" in said and begun) or (
            "fleet_host" in said and (begun or bool(self._envelope))
        )

    def take(self, line: bytes, said: dict[str, Any]) -> None:
        """Take one line; what is no JSON object is noise of the host's login."""
        match said:
            case {"fleet_host": str()}:
                self._envelope = said
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
                missing = str(rest.get("message", python)) if rest.get("missing") is True else ""
                self._attempts.append(_Attempt(python, isolated=isolated, missing=missing))
            case {"ended": int(status), **rest} if self._attempts:
                last = self._attempts[-1]
                last.ended, last.late = status, rest.get("late") is True
                last.stderr = _from_base64(str(rest.get("stderr", "")))
            case {"fleet_end": True}:
                self._complete = True
            case _ if STREAM_KEYS & said.keys():
                if not self._attempts:  # the bare stream of a probe, without our script
                    self._attempts.append(_Attempt("", ended=0))
                self._attempts[-1].lines.append(line)
            case _ if not self._first_line:
                self._first_line = line[:300].decode("utf-8", "replace").strip()

    def gathered(self) -> Iterator[Gathered]:
        """Return the items."""
        for python, attempts in self._by_python():
            yield self._item(self._facts(python, attempts), python)
        if self._failed is not None:
            yield self._item(self._failed, "")
        elif (
            self._script
            and not self._complete
            and all(attempt.missing or attempt.ended is not None for attempt in self._attempts)
        ):
            # An attempt that is cut off itself has said so.
            yield self._item(Silence("incomplete", "the answer ends before its last line"), "")
        elif not self._attempts:
            reason = "empty" if self._script or not self._first_line else "not-understood"
            yield self._item(Silence(reason, self._first_line), "")

    def _by_python(self) -> Iterator[tuple[str, list[_Attempt]]]:
        groups: list[tuple[str, list[_Attempt]]] = []
        for attempt in self._attempts:
            if attempt.isolated and groups and groups[-1][0] == attempt.python:
                groups[-1][1].append(attempt)
            else:
                groups.append((attempt.python, [attempt]))
        yield from groups

    def _facts(self, python: str, attempts: list[_Attempt]) -> Machine | Silence:
        first = attempts[0]
        if first.missing:
            return Silence("python-missing", first.missing)
        if first.ended is None:
            return Silence("incomplete", "the answer ends before the probe did")
        answer = Answer(_ignore)
        failure = self._read(answer, first)
        if failure and first.late:
            return Silence("python-hangs", failure)
        silent = not any(attempt.ended for attempt in attempts)
        if failure and (silent or not self._script):
            # A program that ends well without a word of ours is no Python that fails.
            return Silence("not-understood", self._first_line or failure)
        if failure:
            if len(attempts) > 1 and not self._read(answer, attempts[1]):
                answer.needs_isolation(failure)
            else:
                answer.cannot_start(failure)
        if answer.ended_deep:
            answer.stop_deep(f"the process ended in {answer.step}")
        return machine_of(answer, python)

    def _read(self, answer: Answer, attempt: _Attempt) -> str:
        recorded = _Recorded(attempt, str(self._script.get("system", "")))
        # It has the methods of a running one that `Answer` calls.
        child = cast(processes.Child, recorded)
        return answer.read(child, hello=float("inf"), deadline=float("inf"))

    def _item(self, told: Machine | Silence, python: str) -> Gathered:
        known = {key: value for key, value in self._script.items() if isinstance(value, str)}
        asked = {key: value for key, value in self._envelope.items() if isinstance(value, str)}
        host = Host(
            system=_fact(known, "system", "host.system"),
            kernel_release=_fact(known, "kernel", "host.kernel_release"),
            macos_version=_fact(known, "macos", "host.macos_version"),
            chip=_fact(known, "chip", "host.chip"),
        )
        name = asked.get("fleet_host") or known.get("name", "")
        recorded = time_or_nothing(known.get("recorded", ""))
        recorded = recorded or time_or_nothing(asked.get("recorded", ""))
        if isinstance(told, Machine):
            # The time of the answer is the host's, not that of our reading it.
            told = msgspec.structs.replace(
                told, origin=Origin(kind="host", name=name, recorded=recorded)
            )
        return Gathered(
            told,
            host=name,
            id=known.get("id", ""),
            python=python,
            recorded=recorded,
            host_facts=host,
        )


def _decoded(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line; an empty one for whatever is none."""
    try:
        said = msgspec.json.decode(line)
    except (ValueError, RecursionError):  # malformed, a number out of range; nested too deep
        return {}
    return said if isinstance(said, dict) else {}


def _silence(reason: object, message: object) -> Silence:
    """Return a silence for one of the known reasons; the others are read from the words."""
    said = str(message or "")
    if reason not in transport.SENTENCES or reason == "failed":
        return Silence(transport.reason_of(said, otherwise="failed"), said)
    return Silence(str(reason), said)


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _fact(known: dict[str, str], key: str, name: str) -> Fact[str]:
    return known.get(key) or missing(name)


def _ignore(step: str) -> None:
    del step
