"""Runs a user's program as it is, and keeps the end of what it says on stderr.

The program gets our own stdin, stdout and environment; its stderr passes through a pipe, byte for
byte.  It stays in our process group, so that the terminal's keys reach it as they would without us.
"""

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import IO, NamedTuple

from msgspec.structs import replace

from mps_doctor.discovery.interpreter import start
from mps_doctor.features.examination import DEFAULT_TIMEOUT, describe, wait_for
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.checking import Level
from mps_doctor.judgement.report import Report
from mps_doctor.pasted.parsing import parse_text
from mps_doctor.system.errors import InputError

KEPT = 256 * 1024
"""Bytes of the end of stderr that are kept for a diagnosis: a traceback is a few kB."""

MOST_TEXTS = 20
"""Operators and warnings that are kept."""

MOST_LINE = 4096
FROM_TERMINAL = (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP)
"""Signals that a terminal sends to the whole group: the program then has them already."""

FORWARDED = (*FROM_TERMINAL, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2)

_FALLBACK = re.compile(
    rb"The operator '([A-Za-z0-9_:.]{1,120})' is not currently supported on the MPS backend"
    rb" and will fall back to run on the CPU"
)
"""The warning of every torch since 1.12 (aten/src/ATen/mps/MPSFallback.mm), once a process: it
names the first such operator only."""

_WARNING = re.compile(rb"Warning: (?!The operator)(.*\b(?:MPS|mps)\b.*)\n")
"""Other warnings of torch about mps, as Python's `warnings` prints them."""

_FAILED_IMPORT = re.compile(
    rb'/torch/__init__\.py", line .*^(?:ImportError|ModuleNotFoundError|OSError)\b', re.M | re.S
)
"""The end of a traceback through torch's own first lines: part of it, or what it needs, is gone."""

_PYTHON_NAME = re.compile(r"(python|pypy)[0-9.]*t?")


class Ended(NamedTuple):
    """How a program ended, and what is kept of its stderr."""

    status: int
    """As a shell gives it: 128 + n where signal n ended the program."""
    interrupted: bool
    """Whether it was asked to end: by a key, or by a signal that came to us."""
    tail: bytes
    fallbacks: tuple[str, ...]
    """Operators that torch said it runs on the CPU instead."""
    warnings: tuple[str, ...]
    """Other warnings about mps, each once."""

    @property
    def summary(self) -> str:
        """What it did on the GPU, as far as its stderr says, and how it ended: one line."""
        said = [f"the program ended with status {self.status}"]
        with contextlib.suppress(ValueError):  # no signal has that number
            said[0] += f" ({signal.Signals(self.status - 128).name})"
        if self.fallbacks:
            said.append(f"ran on the CPU instead of the GPU: {', '.join(self.fallbacks)}")
        if self.warnings:
            said.append(f"{len(self.warnings)} MPS warning{'s' * (len(self.warnings) > 1)}")
        if not (self.fallbacks or self.warnings):
            said.append("no MPS fallback or warning in its output")
        return "; ".join(said)


def run_program(argv: Sequence[str]) -> Ended:
    """Run a program to its end; raises InputError where it cannot be started."""
    try:
        process = subprocess.Popen(list(argv), stderr=subprocess.PIPE, bufsize=0)  # noqa: S603
    except FileNotFoundError:
        raise InputError(f"cannot run {argv[0]}: there is no such program") from None
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot run {argv[0]}: {getattr(error, 'strerror', None) or error}"
        ) from None
    assert process.stderr is not None
    with _forwarding_to(process.pid) as asked:
        listening = _Stderr(process.stderr)
        listening.pass_on_until(process)
        code = process.wait()
        listening.drain()
    listening.leave()
    return Ended(
        status=code if code >= 0 else 128 - code,
        interrupted=bool(asked) or code == -signal.SIGINT,
        tail=bytes(listening.tail),
        fallbacks=tuple(listening.fallbacks),
        warnings=tuple(listening.warnings),
    )


def explain_end(
    ended: Ended, argv: Sequence[str], *, python: str | None = None, env: str | None = None
) -> Report:
    """Judge what a program said on stderr together with the environment it ran in.

    Only where torch itself could not be imported is it imported here too: then that says more than
    the error text, which a file of the program's own folder can cause as well.
    """
    own = python_of(argv) if python is None and env is None else None
    level: Level = "standard" if _FAILED_IMPORT.search(ended.tail) else "quick"
    running = start(
        python=own or python, env=env, device="mps", level=level, timeout=DEFAULT_TIMEOUT
    )
    machine = wait_for(running)
    if machine.host.system != "Darwin" or machine.torch_import.outcome != "raised":
        said = parse_text(ended.tail, name=Path(argv[0]).name)
        machine = replace(machine, messages=said.messages)
    target = describe(running.chosen)
    if own is not None:
        target = replace(target, chosen_because="it ran the program")
    policy = Policy(level=level)
    report = assess(machine, policy, target, started=running.started, program_failed=True)
    if report.verdict.cause is not None:
        return report
    unknown = "mps-doctor doesn't know the error that ended the program"
    note = "; ".join(filter(None, (target.note, unknown)))
    return replace(report, target=replace(target, note=note))


def python_of(argv: Sequence[str]) -> str | None:
    """Return the interpreter that runs a program: itself, or that of its first line (`#!`)."""
    path = shutil.which(argv[0])
    if path is None or _PYTHON_NAME.fullmatch(Path(path).name.lower()):
        return path
    try:
        with Path(path).open("rb") as file:
            lines = file.read(1024).decode("utf-8", "replace").split("\n")
    except OSError:
        return None
    words = lines[0][2:].split() if lines[0].startswith("#!") else []
    # Of a long path pip writes two lines.
    if words[:1] == ["/bin/sh"] and len(lines) > 1 and lines[1].startswith("'''exec'"):
        words = [lines[1].split('"')[1]] if lines[1].count('"') >= 2 else lines[1].split()[1:2]
    if words[:1] == ["/usr/bin/env"]:
        words = words[1:]
    if words and _PYTHON_NAME.fullmatch(Path(words[0]).name.lower()):
        return shutil.which(words[0])
    return None


class _Stderr:
    """The program's stderr on its way to ours."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self.tail = bytearray()
        self.fallbacks: dict[str, None] = {}
        self.warnings: dict[str, None] = {}
        self._pipe = pipe
        self._line = b""
        os.set_blocking(pipe.fileno(), False)

    def pass_on_until(self, process: subprocess.Popen[bytes]) -> None:
        """Pass on what comes until the program has gone or closed its stderr."""
        while not self._pipe.closed and process.poll() is None:
            self._receive(0.05)

    def drain(self) -> None:
        """Pass on what is there."""
        while not self._pipe.closed and self._receive(0):
            pass

    def leave(self) -> None:
        """Let go of the pipe; where a descendant may still write, another process reads it."""
        if not self._pipe.closed:
            _leave_behind(self._pipe.fileno())
            self._pipe.close()

    def _receive(self, seconds: float) -> bool:
        if not select.select([self._pipe], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._pipe.fileno(), 65536)
        except BlockingIOError:
            return False
        self._keep(data)
        # Where nobody reads our stderr, the program is to notice it as it would without us.
        if not data or not _write(data):
            self._pipe.close()
            return False
        return True

    def _keep(self, data: bytes) -> None:
        self.tail += data
        if len(self.tail) > 2 * KEPT:
            del self.tail[:-KEPT]
        # A warning may come in two pieces; a line without an end is not kept for ever.
        text = self._line + data
        for pattern, kept in ((_FALLBACK, self.fallbacks), (_WARNING, self.warnings)):
            for match in pattern.finditer(text):
                if len(kept) < MOST_TEXTS:
                    kept[match[1].decode("utf-8", "replace")] = None
        self._line = text[text.rfind(b"\n") + 1 :][-MOST_LINE:]


def _write(data: bytes) -> bool:
    """Write all to our stderr, as it came; return whether that was possible."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(2, view) :]
        except BlockingIOError:  # noqa: PERF203  (a terminal that somebody made non-blocking)
            select.select([], [2], [], 1.0)
        except OSError:
            return False
    return True


def _leave_behind(descriptor: int) -> None:
    """Let a process pass on what the program's descendants still say, so that we can end.

    Without it their next line would end them, which it would not have done without us.
    """
    if os.fork() != 0:
        return
    # From here on this is the other process: nothing of ours may run in it.
    try:
        os.close(0)
        os.close(1)
        os.set_blocking(descriptor, True)
        while (data := os.read(descriptor, 65536)) and _write(data):
            pass
    finally:
        os._exit(0)


@contextlib.contextmanager
def _forwarding_to(pid: int) -> Iterator[list[int]]:
    """Pass signals on to the program meanwhile, and yield those that asked it to end.

    What our caller ignores (nohup) stays ignored.
    """
    asked: list[int] = []

    def handle(number: int, _frame: FrameType | None) -> None:
        if number not in (signal.SIGUSR1, signal.SIGUSR2):
            asked.append(number)
        if number not in FROM_TERMINAL or not _is_foreground():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    before = {
        number: signal.signal(number, handle)
        for number in FORWARDED
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_foreground() -> bool:
    """Whether a terminal would have sent the signal to the program, too."""
    try:
        with Path("/dev/tty").open("rb", buffering=0) as terminal:
            return os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:
        return False
