"""The checks that a plug-in declares, and the process in which each of a foreign one runs.

Whatever a foreign plug-in does there (hang, print, exit, kill the process, return junk) becomes an
error of that check.  The process is a fork of this one: it imports the plug-in, answers with one
line of JSON, and is ended.
"""

import contextlib
import importlib
import os
import pkgutil
import re
import signal
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, NoReturn, TypeVar

import msgspec

from mps_doctor.facts import Machine
from mps_doctor.fixes.fix import ensure_word
from mps_doctor.judgement.checking import (
    Check,
    CheckDefinitionError,
    Concern,
    Declaration,
    Level,
    Outcomes,
    Result,
    Source,
    result_of,
    run_check,
)
from mps_doctor.knowledge.causes import all_causes

SECONDS = 10
"""To import a plug-in and run one of its checks."""

MOST_BYTES = 10_000_000
"""Of one answer."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_OWN_CAUSE = re.compile(r"[a-z0-9-]+:[a-z0-9-]+")

T = TypeVar("T")


class PluginError(Exception):
    """A plug-in did not do what was asked of it; the text is one line."""


def checks_in(package: ModuleType) -> list[Check[Any]]:
    """Return the checks declared in a module, or below a package in what is not private."""
    found = [
        value
        for value in vars(package).values()
        if isinstance(value, Check) and value.function.__module__ == package.__name__
    ]
    for entry in pkgutil.iter_modules(getattr(package, "__path__", ())):
        if not entry.name.startswith("_"):
            found += checks_in(importlib.import_module(f"{package.__name__}.{entry.name}"))
    return found


def foreign_checks(name: str) -> list[Check[Any]]:
    """Import a plug-in and return its checks; runs in the plug-in's own process.

    Raises CheckDefinitionError for ids, families and causes that are none.
    """
    checks = checks_in(importlib.import_module(name))
    if not checks:
        raise CheckDefinitionError("it declares no check")
    for item in checks:
        for field, words in (("level", Level), ("concerns", Concern), ("source", Source)):
            ensure_word(f"check {item.id}: {field}", getattr(item, field), words)
        for word in (item.id, item.family):
            if not _ID.fullmatch(str(word)):
                raise CheckDefinitionError(f"{word!r:.80} is not lower case with hyphens")
        for cause in item.causes:
            if cause not in all_causes() and not _OWN_CAUSE.fullmatch(str(cause)):
                raise CheckDefinitionError(
                    f"check {item.id}: the cause {cause!r:.80} is not known; "
                    "write your own as causes=('plugin:cause',)"
                )
    return checks


def load_foreign(name: str, module: str) -> tuple[Check[Any], ...]:
    """Return the checks of a foreign plug-in; raises PluginError."""
    fields = Declaration.__struct_fields__

    def declared() -> list[Declaration]:
        return [
            Declaration(**{name: getattr(item, name) for name in fields})
            for item in foreign_checks(module)
        ]

    return tuple(
        Check(function=_runs_elsewhere, plugin=name, module=module, **msgspec.structs.asdict(each))
        for each in _ask(declared, tuple[Declaration, ...], "loading it")
    )


def _runs_elsewhere(**_: object) -> Outcomes:
    raise PluginError("it runs in a process of its own")


def run_foreign(item: Check[...], machine: Machine) -> tuple[Result, ...]:
    """Run a check of a foreign plug-in; whatever it does becomes results, never an exception."""

    def run() -> tuple[Result, ...]:
        checks = {each.id: each for each in foreign_checks(item.module)}
        return run_check(checks[item.id], machine)

    try:
        results = _ask(run, tuple[Result, ...], "the check")
    except PluginError as error:
        results = (result_of(item, "errored", message=str(error)),)
    return tuple(
        msgspec.structs.replace(each, message=f"plug-in {item.plugin}: {each.message}")
        if each.outcome == "errored"
        else each
        for each in results
    )


def _ask(task: Callable[[], object], kind: type[T], what: str) -> T:
    """Return what a task gives in a process of its own; raises PluginError."""
    import socket  # only who has plug-ins needs it

    ours, theirs = socket.socketpair()
    ours.settimeout(SECONDS)
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        _answer(task, theirs)
    theirs.close()
    try:
        with contextlib.suppress(OSError):
            os.setpgid(pid, pid)  # the child does it too: whoever is first
        with ours, ours.makefile("rb") as answers:
            data = answers.readline(MOST_BYTES)
    except TimeoutError:
        raise PluginError(f"{what} did not finish in {SECONDS} seconds") from None
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    if len(data) == MOST_BYTES:
        raise PluginError(f"{what} gave more than {MOST_BYTES // 1_000_000} MB")
    if not data.endswith(b"\n"):
        raise PluginError(f"{what} ended its process")
    try:
        answer = msgspec.json.decode(data, type=kind | str)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PluginError(f"{what} gave a wrong value: {error}") from None
    if isinstance(answer, str):
        raise PluginError(answer)
    return answer


def _answer(task: Callable[[], object], stream: Any) -> NoReturn:
    """Do the task and send what it gives, or in a text how it failed, as a line of JSON."""
    try:
        os.setpgid(0, 0)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        # If who asks is killed, nobody else ends a plug-in that hangs: the system does.
        signal.alarm(SECONDS + 1)
        _keep_only(stream.fileno())
        try:
            answer = msgspec.json.encode(task())
        except BaseException as error:  # noqa: BLE001  # foreign code, SystemExit included
            answer = msgspec.json.encode(words_of(error))
        stream.sendall(answer + b"\n")
    finally:
        os._exit(0)


def _keep_only(kept: int) -> None:
    """Close whatever else is open, and let what is printed go to stderr."""
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(2, 1)
    os.closerange(3, kept)
    os.closerange(kept + 1, 1024)
    sys.stdout = sys.stderr


def words_of(error: BaseException) -> str:
    """Return what an error says; of one that is not ours what it is, too."""
    is_ours = isinstance(error, (CheckDefinitionError, PluginError))
    try:
        return (str(error) if is_ours else f"{type(error).__name__}: {error}")[:1000]
    except Exception:  # noqa: BLE001  # even its text is foreign code
        return type(error).__name__
