"""Runs the checks of a foreign plug-in in a process of its own, one per plug-in.

Whatever a plug-in does there (hang, print, leave, kill the process, return junk) becomes an error
of that check alone.  The process is a fork of this one: it loads the plug-in and then answers
questions on a pipe, each with a deadline.  The built-in checks never come here.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

import msgspec

from mps_doctor.facts.machine import SECTIONS, MissingFact, Section, Unknown
from mps_doctor.judgement.checking import Check, Failed, NotApplicable, Outcomes, Passed
from mps_doctor.system import processes

SECONDS_TO_LOAD = 10.0
SECONDS_TO_CHECK = 5.0

MOST_BYTES = 10_000_000
"""Of one answer."""

_LENGTH = struct.Struct("!I")

T = TypeVar("T")

Collect = Callable[[str], list[Check[Any]]]


class PluginError(Exception):
    """A plug-in did not do what was asked of it; the text is one line."""


class _Declared(msgspec.Struct, frozen=True):
    id: str
    family: str
    title: str
    page: str
    causes: tuple[str, ...]
    requires: tuple[str, ...]
    concerns: str
    level: str
    sections: dict[str, str]


class _Loaded(msgspec.Struct, frozen=True):
    checks: tuple[_Declared, ...] = ()
    error: str = ""


class _Question(msgspec.Struct, frozen=True):
    check: str
    facts: dict[str, msgspec.Raw]


class _Answer(msgspec.Struct, frozen=True):
    passed: Passed | None = None
    not_applicable: NotApplicable | None = None
    failed: tuple[Failed, ...] | None = None
    missing: Unknown | None = None
    error: str = ""


class Worker:
    """The process of one plug-in; started again after a check that ended or stopped it."""

    def __init__(self, name: str, module: str, collect: Collect) -> None:
        """Load the plug-in; raises PluginError."""
        self._name = name
        self._module = module
        self._collect = collect
        self._pid = 0
        self.checks = tuple(self._proxy(declared) for declared in self._start().checks)

    def end(self) -> None:
        """End the process and what it started."""
        if not self._pid:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)
        self._pid = 0
        for descriptor in (self._in, self._out):
            os.close(descriptor)
        processes.forget(self)

    def _start(self) -> _Loaded:
        question, self._in = os.pipe()
        self._out, answer = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if self._pid == 0:
            _serve(self._module, self._collect, question, answer)
        with contextlib.suppress(OSError):
            os.setpgid(self._pid, self._pid)  # the child does it too: who is first
        processes.remember(self)
        os.close(question)
        os.close(answer)
        os.set_blocking(self._in, False)
        loaded = self._receive(_Loaded, SECONDS_TO_LOAD, "loading it")
        if loaded.error:
            self.end()
            raise PluginError(loaded.error)
        return loaded

    def _proxy(self, declared: _Declared) -> Check[Any]:
        def function(**facts: Section) -> Outcomes:
            return self._ask(declared.id, facts)

        function.__doc__ = declared.page
        return Check(
            id=declared.id,
            family=declared.family,
            title=declared.title,
            function=function,
            causes=declared.causes,
            requires=declared.requires,
            concerns=declared.concerns,  # type: ignore[arg-type]  # the author's own word
            level=declared.level,  # type: ignore[arg-type]  # the author's own word
            sections=declared.sections,
            plugin=self._name,
        )

    def _ask(self, id: str, facts: Mapping[str, Section]) -> Outcomes:
        if not self._pid:
            self._start()
        raw = {name: msgspec.Raw(msgspec.json.encode(value)) for name, value in facts.items()}
        self._send(msgspec.json.encode(_Question(id, raw)))
        answer = self._receive(_Answer, SECONDS_TO_CHECK, "the check")
        if answer.missing is not None:
            raise MissingFact(answer.missing)
        outcomes = (answer.passed, answer.not_applicable, answer.failed)
        for outcome in outcomes:
            if outcome is not None:
                return outcome
        raise PluginError(answer.error)

    def _send(self, data: bytes) -> None:
        data = _LENGTH.pack(len(data)) + data
        until = time.monotonic() + SECONDS_TO_CHECK
        while data:
            _, ready, _ = select.select([], [self._in], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise self._given_up("did not take the facts in time")
            try:
                data = data[os.write(self._in, data) :]
            except OSError:
                raise self._given_up("has closed its pipe") from None

    def _receive(self, kind: type[T], seconds: float, what: str) -> T:
        until = time.monotonic() + seconds
        head = self._read(_LENGTH.size, until, what)
        size = _LENGTH.unpack(head)[0]
        if size > MOST_BYTES:
            raise self._given_up(f"{what} gave {size // 1_000_000} MB")
        data = self._read(size, until, what)
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise PluginError(f"{what} gave junk: {error}") from None

    def _read(self, size: int, until: float, what: str) -> bytes:
        data = b""
        while len(data) < size:
            ready, _, _ = select.select([self._out], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise self._given_up(f"{what} did not finish in time")
            part = os.read(self._out, size - len(data))
            if not part:
                raise self._given_up(f"{what} ended its process")
            data += part
        return data

    def _given_up(self, why: str) -> PluginError:
        self.end()
        return PluginError(why)


def _serve(module: str, collect: Collect, question: int, answer: int) -> NoReturn:
    """Answer questions until nobody asks any more; this is the plug-in's process."""
    try:
        os.setpgid(0, 0)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        # If who asks is killed, nobody else ends a plug-in that hangs: the system does.
        signal.alarm(int(SECONDS_TO_LOAD) + 1)
        question, answer = _only(question, answer)
        try:
            checks = {item.id: item for item in collect(module)}
            loaded = _Loaded(tuple(_declaration(item) for item in checks.values()))
        except BaseException as error:  # noqa: BLE001  # foreign code, SystemExit included
            _write(answer, _Loaded(error=_words(error)))
            os._exit(1)
        _write(answer, loaded)
        while True:
            signal.alarm(0)
            size = _LENGTH.unpack(_read_all(question, _LENGTH.size))[0]
            asked = msgspec.json.decode(_read_all(question, size), type=_Question)
            signal.alarm(int(SECONDS_TO_CHECK) + 1)
            _write(answer, _run(checks[asked.check], asked))
    finally:
        os._exit(1)


def _only(question: int, answer: int) -> tuple[int, int]:
    """Keep the two pipes alone, and let whatever is printed go to stderr."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    high = [os.dup(descriptor) for descriptor in (question, answer)]
    os.closerange(3, min(high))
    for descriptor in range(min(high), max(high)):
        if descriptor not in high:
            with contextlib.suppress(OSError):
                os.close(descriptor)
    os.closerange(max(high) + 1, 1024)
    sys.stdout = sys.stderr
    return high[0], high[1]


def _declaration(item: Check[Any]) -> _Declared:
    return _Declared(
        *(item.id, item.family, item.title, item.page, item.causes, item.requires),
        *(item.concerns, item.level, dict(item.sections)),
    )


def _run(item: Check[Any], asked: _Question) -> _Answer:
    try:
        facts = {
            name: msgspec.json.decode(raw, type=SECTIONS[item.sections[name]])
            for name, raw in asked.facts.items()
        }
        outcome = item.function(**facts)
    except MissingFact as error:
        return _Answer(missing=error.missing)
    except BaseException as error:  # noqa: BLE001  # foreign code, SystemExit included
        return _Answer(error=_words(error))
    if isinstance(outcome, Passed):
        return _Answer(passed=outcome)
    if isinstance(outcome, NotApplicable):
        return _Answer(not_applicable=outcome)
    failures = outcome if isinstance(outcome, tuple) else (outcome,)
    if failures and all(isinstance(failure, Failed) for failure in failures):
        return _Answer(failed=failures)
    return _Answer(error=f"TypeError: returned {type(outcome).__name__}, which is no outcome")


def _words(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"[:1000]
    except Exception:  # noqa: BLE001  # even its text is foreign code
        return "an error whose text cannot be had"


def _write(descriptor: int, value: _Loaded | _Answer) -> None:
    try:
        data = msgspec.json.encode(value)
    except Exception as error:  # noqa: BLE001  # it holds what JSON cannot
        data = msgspec.json.encode(_Answer(error=_words(error)))
    data = _LENGTH.pack(len(data)) + data
    while data:
        data = data[os.write(descriptor, data) :]


def _read_all(descriptor: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = os.read(descriptor, size - len(data))
        if not part:
            os._exit(0)  # nobody asks any more
        data += part
    return data
