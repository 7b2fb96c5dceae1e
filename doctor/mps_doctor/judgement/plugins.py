"""The checks that a plug-in declares, and the process in which those of a foreign one run.

Whatever a foreign plug-in does there (hang, print, exit, kill the process, return junk) becomes an
error of that check.  The process is a fork of this one: it loads the plug-in and then answers
questions on a socket, a line of JSON each, with a deadline.
"""

import contextlib
import importlib
import os
import pkgutil
import re
import signal
import sys
from types import ModuleType
from typing import Any, NoReturn, TypeVar

import msgspec

from mps_doctor.facts import Machine, Origin
from mps_doctor.judgement.checking import (
    Check,
    CheckDefinitionError,
    Declaration,
    Outcomes,
    Result,
    result_of,
    run_check,
)
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.system import processes
from mps_doctor.system.errors import InputError

SECONDS_TO_LOAD = 10
SECONDS_TO_CHECK = 5

MOST_BYTES = 10_000_000
"""Of one answer."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OWN_CAUSE = re.compile(r"[a-z0-9-]+:[a-z0-9-]+")

T = TypeVar("T")


class PluginError(Exception):
    """A plug-in did not do what was asked of it; the text is one line."""


def checks_in(package: ModuleType) -> list[Check[Any]]:
    """Return the checks declared in a module, or below a package in what is not private.

    Raises InputError for a folder in it that cannot be read: a report would lack its checks.
    """
    for folder in getattr(package, "__path__", ()):
        for _ in os.walk(folder, onerror=_refuse_unreadable):
            pass  # pkgutil takes such a folder for an empty one
    return _declared_in(package)


def _refuse_unreadable(error: OSError) -> None:
    if not isinstance(error, (FileNotFoundError, NotADirectoryError)):  # in a zip file
        raise InputError(f"cannot look for checks in {error.filename}: {error.strerror}")


def _declared_in(package: ModuleType) -> list[Check[Any]]:
    found = [
        value
        for value in vars(package).values()
        if isinstance(value, Check) and value.function.__module__ == package.__name__
    ]
    for entry in pkgutil.iter_modules(getattr(package, "__path__", ())):
        if not entry.name.startswith("_"):
            found += _declared_in(importlib.import_module(f"{package.__name__}.{entry.name}"))
    return found


def foreign_checks(name: str) -> list[Check[Any]]:
    """Import a plug-in and return its checks; runs in the plug-in's own process.

    Raises CheckDefinitionError for ids, families and causes that are none.
    """
    checks = checks_in(importlib.import_module(name))
    if not checks:
        raise CheckDefinitionError("it declares no check")
    for item in checks:
        for word in (item.id, item.family):
            if not _ID.fullmatch(str(word)):
                raise CheckDefinitionError(f"{word!r:.80} is not lower case with hyphens")
        for cause in item.causes:
            if cause not in all_causes() and not _OWN_CAUSE.fullmatch(str(cause)):
                own = "write one of your own as plugin:cause"
                raise CheckDefinitionError(f"the cause {cause!r:.80} is not known; {own}")
    return checks


class _Loaded(msgspec.Struct, frozen=True):
    checks: tuple[Declaration, ...] = ()
    error: str = ""


class _Question(msgspec.Struct, frozen=True):
    check: str
    facts: Machine


class Worker:
    """The process of one plug-in; started again after a check that ended or stopped it."""

    def __init__(self, name: str, module: str) -> None:
        """Load the plug-in; raises PluginError."""
        self._name = name
        self._module = module
        self._pid = 0
        self._socket: Any
        self.checks = tuple(_check(each, name) for each in self._start())

    def run(self, item: Check[...], machine: Machine) -> tuple[Result, ...]:
        """Have a check run on the facts that it needs; what goes wrong is its result."""
        facts = {section: getattr(machine, section) for section in item.reads}
        question = _line(_Question(item.id, Machine(origin=Origin(kind="synthetic"), **facts)))
        try:
            if not self._pid:
                self._start()
            results = self._ask(question, tuple[Result, ...], SECONDS_TO_CHECK, "the check")
        except PluginError as error:
            results = (result_of(item, "errored", message=str(error)),)
        name = f"plug-in {self._name}"
        return tuple(
            msgspec.structs.replace(each, message=f"{name}: {each.message}")
            if each.outcome == "errored"
            else each
            for each in results
        )

    def end(self) -> None:
        """End the process and what it started."""
        if not self._pid:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)
        self._pid = 0
        self._socket.close()
        processes.running.discard(self)

    def _start(self) -> tuple[Declaration, ...]:
        import socket  # only who has plug-ins needs it

        self._socket, theirs = socket.socketpair()
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if self._pid == 0:
            _serve(self._module, theirs)
        with contextlib.suppress(OSError):
            os.setpgid(self._pid, self._pid)  # the child does it too: whoever is first
        theirs.close()
        processes.running.add(self)
        loaded = self._ask(b"", _Loaded, SECONDS_TO_LOAD, "loading it")
        if loaded.error:
            self.end()
            raise PluginError(loaded.error)
        return loaded.checks

    def _ask(self, question: bytes, kind: type[T], seconds: float, what: str) -> T:
        """Return the answer, one line; the process says by itself what it has loaded."""
        self._socket.settimeout(seconds)
        try:
            self._socket.sendall(question)
            with self._socket.makefile("rb") as answers:
                data = answers.readline(MOST_BYTES)
        except TimeoutError:
            raise self._given_up(f"{what} did not finish in {seconds} seconds") from None
        except OSError:
            data = b""
        if len(data) == MOST_BYTES:
            raise self._given_up(f"{what} gave more than {MOST_BYTES // 1_000_000} MB")
        if not data.endswith(b"\n"):
            raise self._given_up(f"{what} ended its process")
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._given_up(f"{what} gave a wrong value: {error}") from None

    def _given_up(self, why: str) -> PluginError:
        self.end()
        return PluginError(why)


def _check(declared: Declaration, plugin: str) -> Check[Any]:
    def function(**_: object) -> Outcomes:
        raise PluginError("its process runs it")

    return Check(function=function, plugin=plugin, **msgspec.structs.asdict(declared))


def _serve(module: str, server: Any) -> NoReturn:
    """Answer questions until nobody asks any more; this is the plug-in's process."""
    try:
        os.setpgid(0, 0)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        # If who asks is killed, nobody else ends a plug-in that hangs: the system does.
        signal.alarm(SECONDS_TO_LOAD + 1)
        _keep_only(server.fileno())
        try:
            checks = {item.id: item for item in foreign_checks(module)}
            names = Declaration.__struct_fields__
            declared = tuple(
                Declaration(**{name: getattr(item, name) for name in names})
                for item in checks.values()
            )
            server.sendall(_line(_Loaded(declared)))
        except BaseException as error:  # noqa: BLE001  # foreign code, SystemExit included
            server.sendall(_line(_Loaded(error=_words(error))))
            os._exit(1)
        signal.alarm(0)
        for line in server.makefile("rb"):
            asked = msgspec.json.decode(line, type=_Question)
            signal.alarm(SECONDS_TO_CHECK + 1)
            server.sendall(_answer(checks[asked.check], asked.facts))
            signal.alarm(0)
    finally:
        os._exit(1)


def _keep_only(kept: int) -> None:
    """Close whatever else is open, and let what is printed go to stderr."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.closerange(3, kept)
    os.closerange(kept + 1, 1024)
    sys.stdout = sys.stderr


def _answer(item: Check[Any], machine: Machine) -> bytes:
    try:
        return _line(run_check(item, machine))
    except BaseException as error:  # noqa: BLE001  # SystemExit; or it gave what JSON cannot hold
        return _line((result_of(item, "errored", message=_words(error)),))


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _words(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"[:1000]
    except Exception:  # noqa: BLE001  # even its text is foreign code
        return type(error).__name__
