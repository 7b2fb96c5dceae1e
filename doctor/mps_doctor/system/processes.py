"""The one module that runs processes: argument lists, deadlines, whole trees ended, bounded output.

A child gets no terminal and a session of its own, and what it writes is kept only in part, so that
neither a flood nor a grandchild that keeps a pipe open can hold us up.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from mps_doctor.system.interruption import raise_if_asked

MOST_OUTPUT = 64_000_000
"""Bytes of stdout that are read of one child; a child that writes more is ended."""

MOST_IN_PIPES = 2 << 20
"""Bytes that two pipes hold at most: a mebibyte each (pipe(7), /proc/sys/fs/pipe-max-size)."""

MOST_LINE = 16_000_000
"""Bytes of one line of stdout: a longer one is cut there."""

KEPT_ERRORS = 65_536
"""Bytes kept of the end of stderr."""

LAST_LINES = 30
LONGEST_LINE = 500

_PATIENCE = 1.0
"""Seconds that an ended process may take to vanish; one in an uninterruptible call may not."""

_GLANCE = 0.002
"""Seconds between two looks at a process that is going: torch's takes ten of them to go."""

_MARK = "MPS_DOCTOR_CHILD"
"""Variable that a child and all its descendants inherit, by which those that left it are found."""


class Finished(NamedTuple):
    """What became of a process."""

    exit_code: int | None
    """None where a signal ended it, or where it could not be ended."""
    signal: str
    """`SIGSEGV`, …; empty where it left by itself."""
    timed_out: bool
    stdout: bytes
    stderr: tuple[str, ...]
    """The last lines."""
    peak_bytes: int
    """Its largest resident memory; 0 where the system did not tell."""
    errors: str = ""
    """The end of what it wrote on stderr, as far as it was kept."""

    @property
    def ending(self) -> str:
        """How it ended, in a few words."""
        if self.timed_out:
            return "did not finish in time"
        if self.signal:
            return self.signal
        return "was ended" if self.exit_code is None else f"exit status {self.exit_code}"


class Child:
    """A running process whose stdout is read line by line while its stderr is kept short."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        keep_open: Sequence[int] = (),
    ) -> None:
        """Start the process; raises OSError where that fails.  It inherits `keep_open`."""
        self._mark = os.urandom(12).hex()
        self._process = subprocess.Popen(  # noqa: S603  (this module is the place for it)
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**(os.environ if environment is None else environment), _MARK: self._mark},
            cwd=folder,
            start_new_session=True,
            pass_fds=keep_open,
        )
        _running.add(self)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self.pid = self._process.pid
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        self._lines = bytearray()
        self._searched = 0
        self._read = 0
        self._errors = bytearray()
        self._status: int | None = None
        self._peak = 0
        self._selector = selectors.DefaultSelector()
        for descriptor in (self._out, self._err):
            os.set_blocking(descriptor, False)
            self._selector.register(descriptor, selectors.EVENT_READ)

    def read_line(self, deadline: float) -> bytes | None:
        """Return the next line of stdout, None once the process is gone and all is read.

        Raises TimeoutError when `time.monotonic()` passes the deadline.
        """
        while True:
            raise_if_asked()
            line = self._take_line()
            if line is not None:
                return line
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if self._is_gone():
                self._drain()
                line = self._take_line()
                return self._take_rest() if line is None else line
            self._receive(min(left, 0.1))

    def errors(self) -> bytes:
        """Return the end of what it has written on stderr until now."""
        self._drain()
        return bytes(self._errors[-KEPT_ERRORS:])

    def interrupt(self, patience: float) -> None:
        """Ask the process to stop, as Ctrl-C does, and give it so many seconds to tidy up.

        An installer puts back what it was replacing; whoever does not go is for `finish` to end.
        """
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGINT)
        until = time.monotonic() + patience
        while not self._is_gone() and time.monotonic() < until:
            self._receive(0.05)

    def end(self) -> None:
        """End the process and its tree at once, in whatever state an interrupt has left this."""
        outside = _children_outside(self._process.pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for child in outside:
            _kill(child)

    def finish(self, *, timed_out: bool = False) -> Finished:
        """End what is left of the process and its tree, and say what became of it."""
        gone = self._is_gone()
        outside = [] if gone else _children_outside(self.pid) if timed_out else []
        self._kill_group()
        for child in outside:
            _kill(child)
        patience = time.monotonic() + _PATIENCE
        while not self._is_gone() and time.monotonic() < patience:
            self._receive(_GLANCE)  # its pipes close when it goes
        _running.discard(self)
        self._drain()
        if self._is_held():
            for descendant in _marked(self._mark):
                _kill(descendant)
        self._close()
        status = self._status
        name = "" if status is None or status >= 0 else _signal_name(-status)
        return Finished(
            exit_code=status if status is not None and status >= 0 else None,
            signal=name,
            timed_out=timed_out,
            stdout=b"",
            stderr=last_lines(bytes(self._errors)),
            peak_bytes=self._peak,
            errors=bytes(self._errors[-KEPT_ERRORS:]).decode("utf-8", "replace"),
        )

    def _take_line(self) -> bytes | None:
        at = self._lines.find(b"\n", self._searched)
        if at < 0:
            self._searched = len(self._lines)
            return self._take_rest() if len(self._lines) > MOST_LINE else None
        line = bytes(self._lines[:at])
        del self._lines[: at + 1]
        self._searched = 0
        return line

    def _take_rest(self) -> bytes | None:
        rest = bytes(self._lines)
        self._lines.clear()
        self._searched = 0
        return rest or None

    def _receive(self, seconds: float) -> int:
        """Read what is there, waiting for it at most so long; return how many bytes came."""
        if not self._waits:
            time.sleep(seconds)
            return 0
        received = 0
        for key, _ in self._selector.select(seconds):
            try:
                data = os.read(key.fd, KEPT_ERRORS)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data:
                self._selector.unregister(key.fd)
            elif key.fd == self._out:
                self._read += len(data)
                self._lines += data
                if self._read > MOST_OUTPUT:
                    self._kill_group()
                    self._selector.unregister(key.fd)
            else:
                self._errors += data
                if len(self._errors) > 2 * KEPT_ERRORS:
                    del self._errors[:-KEPT_ERRORS]
            received += len(data)
        return received

    def _drain(self) -> None:
        """Read what a process left behind; a grandchild that still writes gets no more time.

        What its pipes can hold is read however late it is: on a busy machine we may have slept.
        """
        until = time.monotonic() + 0.2
        read = 0
        while self._waits and (received := self._receive(0)):
            read += received
            if read > MOST_IN_PIPES and time.monotonic() >= until:
                break

    def _is_held(self) -> bool:
        """Whether someone keeps a pipe open though the process and its group are gone.

        That is a descendant in a session of its own; those in the group get a moment to vanish.
        """
        until = time.monotonic() + 0.2
        while self._waits and time.monotonic() < until:
            self._receive(0.02)
        return self._waits

    @property
    def _waits(self) -> bool:
        """Whether a pipe is still open on this side."""
        return bool(self._selector.get_map())

    def _is_gone(self) -> bool:
        if self._status is not None:
            return True
        try:
            pid, status, usage = os.wait4(self.pid, os.WNOHANG)
        except ChildProcessError:
            self._status = self._process.returncode = 0
            return True
        if pid == 0:
            return False
        self._status = self._process.returncode = os.waitstatus_to_exitcode(status)
        self._peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return True

    def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def _close(self) -> None:
        self._selector.close()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()


def end_all() -> None:
    """End every child that still runs: the last thing before an interrupted program leaves."""
    for child in tuple(_running):
        child.end()


class Endable(Protocol):
    """A process that can be ended: a child of here, or the process of a plug-in."""

    def end(self) -> None:
        """End it and what it started."""


_running: set[Endable] = set()


def remember(process: Endable) -> None:
    """Have a process ended with the others if this program is interrupted."""
    _running.add(process)


def forget(process: Endable) -> None:
    """Take back `remember`: it has ended."""
    _running.discard(process)


def run(
    argv: Sequence[str],
    *,
    timeout: float,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    patience: float = 0.0,
    on_line: Callable[[bytes], None] | None = None,
    keep_open: Sequence[int] = (),
) -> Finished:
    """Run a process to its end or its deadline, and return what it wrote; raises OSError.

    With `patience`, it is first asked to stop where it has to be ended, and gets that many seconds.
    `on_line` is called with each line of stdout as it comes.
    """
    child = Child(argv, environment=environment, folder=folder, keep_open=keep_open)
    deadline = time.monotonic() + timeout
    lines: list[bytes] = []
    timed_out = False
    try:
        while (line := child.read_line(deadline)) is not None:
            lines.append(line)
            if on_line is not None:
                on_line(line)
    except TimeoutError:
        timed_out = True
        if patience:
            child.interrupt(patience)
    except BaseException:
        try:
            if patience:
                child.interrupt(patience)
        finally:
            child.finish(timed_out=True)
        raise
    output = b"\n".join(lines) + (b"\n" if lines else b"")
    return child.finish(timed_out=timed_out)._replace(stdout=output)


def last_lines(text: bytes) -> tuple[str, ...]:
    """Return the last lines of a text that are not empty, none of them too long to show."""
    lines = [line.decode("utf-8", "replace") for line in text.splitlines()]
    return tuple(line[:LONGEST_LINE] for line in lines if line.strip())[-LAST_LINES:]


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _children_outside(pid: int) -> list[int]:
    """Return the descendants of a process: those that left its session would survive it."""
    import psutil  # type: ignore[import-untyped]  # 40 ms; only when something went wrong

    try:
        return [child.pid for child in psutil.Process(pid).children(recursive=True)]
    except psutil.Error:
        return []


def _marked(mark: str) -> list[int]:
    """Return the processes that inherited this mark, whoever their parent is by now."""
    import psutil

    found = []
    for process in psutil.process_iter():
        # Other users' processes keep their variables to themselves, and some vanish meanwhile.
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(_MARK) == mark:
                found.append(process.pid)
    return found


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
