"""From the lines that a host's script printed to the facts of each Python on it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from mps_doctor import processes
from mps_doctor.machine import Fact, Host, Machine, Origin, missing
from mps_doctor.sources.probe_answer import Answer, machine_of

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
    missing: bool = False
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
    """Return what the lines say of each Python; at least one item, a silence if need be."""
    reading = _Reading()
    for line in lines:
        reading.take(line)
    yield from reading.gathered()


class _Reading:
    def __init__(self) -> None:
        self._script: dict[str, Any] = {}
        self._failed: Silence | None = None
        self._attempts: list[_Attempt] = []
        self._complete = False
        self._first_line = ""

    def take(self, line: bytes) -> None:
        """Take one line; what is no JSON object is noise of the host's login."""
        said = _decoded(line)
        if said is None:
            if not self._first_line and line.strip():
                self._first_line = line[:300].decode("utf-8", "replace").strip()
            return
        match said:
            case {"fleet_script": 1}:
                self._script = said
            case {"fleet_failed": str(reason), **rest}:
                self._failed = Silence(reason, str(rest.get("message", "")))
            case {"interpreter": str(python), **rest}:
                isolated = "-I" in str(rest.get("options", "")).split()
                missing = rest.get("missing") is True
                self._attempts.append(_Attempt(python, isolated=isolated, missing=missing))
            case {"ended": int(status), **rest} if self._attempts:
                last = self._attempts[-1]
                last.ended, last.late = status, rest.get("late") is True
                last.stderr = _from_base64(str(rest.get("stderr", "")))
            case {"fleet_end": True}:
                self._complete = True
            case _:
                if not self._attempts:  # the bare stream of a probe, without our script
                    self._attempts.append(_Attempt("", ended=0))
                self._attempts[-1].lines.append(line)

    def gathered(self) -> Iterator[Gathered]:
        """Return the items."""
        if self._failed is not None and not self._attempts:
            yield self._item(self._failed, "")
        elif not self._attempts:
            reason = "incomplete" if self._script else "not-understood"
            yield self._item(Silence(reason, self._first_line), "")
        for python, attempts in self._by_python():
            yield self._item(self._facts(python, attempts), python)

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
            return Silence("python-missing", python)
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
        host = Host(
            system=_fact(known, "system", "host.system"),
            kernel_release=_fact(known, "kernel", "host.kernel_release"),
            macos_version=_fact(known, "macos", "host.macos_version"),
            chip=_fact(known, "chip", "host.chip"),
        )
        recorded = known.get("recorded", "")
        if isinstance(told, Machine):
            # The time of the answer is the host's, not that of our reading it.
            told = msgspec.structs.replace(
                told, origin=Origin(kind="host", name=known.get("name", ""), recorded=recorded)
            )
        return Gathered(
            told,
            host=known.get("name", ""),
            id=known.get("id", ""),
            python=python,
            recorded=recorded,
            host_facts=host,
        )


def _decoded(line: bytes) -> dict[str, Any] | None:
    try:
        said = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _fact(known: dict[str, str], key: str, name: str) -> Fact[str]:
    return known.get(key) or missing(name)


def _ignore(step: str) -> None:
    del step
