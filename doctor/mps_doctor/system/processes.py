"""The one module that runs processes: argument lists, deadlines, whole trees ended, bounded output.

A child gets no terminal and a session of its own, and what it writes is kept only in part, so that
neither a flood nor a grandchild that keeps a pipe open can hold us up.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mps_doctor.system.interruption import raise_if_asked

MOST_OUTPUT = 64_000_000
"""Bytes of stdout that are read of one child; a child that writes more is ended."""

CHUNK = 65_536
"""Bytes read at once, and kept of the end of stderr."""

CHUNKS_IN_A_PIPE = 17
"""A pipe holds a mebibyte at most: pipe(7), /proc/sys/fs/pipe-max-size."""

LAST_LINES = 30
LONGEST_LINE = 500

_PATIENCE = 1.0
"""Seconds that an ended process may take to vanish; one in an uninterruptible call may not."""

_GLANCE = 0.002
"""Seconds between two looks at a process that is going: torch's takes ten of them to go."""


class Finished(NamedTuple):
    """How a process ended, and what it wrote."""

    exit_code: int | None
    """None where a signal ended it, or where it could not be ended."""
    signal: str
    """`SIGSEGV`, …; empty where it left by itself."""
    timed_out: bool
    stdout: bytes
    stderr: tuple[str, ...]
    """The last lines."""
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
        self._process = subprocess.Popen(  # noqa: S603  (this module is the place for it)
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            cwd=folder,
            start_new_session=True,
            pass_fds=keep_open,
        )
        running.add(self)
        self.pid = self._process.pid
        self._lines = bytearray()
        self._searched = 0
        """How much of the lines is known to hold no end of a line."""
        self._received = 0
        self._errors = bytearray()
        self._open = selectors.DefaultSelector()
        """The pipes that are open, each with what it feeds."""
        for pipe, kept in ((self._process.stdout, self._lines), (self._process.stderr, None)):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
            self._open.register(pipe, selectors.EVENT_READ, kept)

    def read_line(self, deadline: float) -> bytes | None:
        """Return the next line of stdout, None once the process is gone and all is read.

        Raises TimeoutError when `time.monotonic()` passes the deadline.
        """
        while True:
            raise_if_asked()
            if (line := self._take_line()) is not None:
                return line
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if self._is_gone():
                self._drain()
                if self._lines and not self._lines.endswith(b"\n"):
                    self._lines += b"\n"  # the process ended in the middle of a line
                return self._take_line()
            self._receive(min(left, 0.1))

    def errors(self) -> bytes:
        """Return the end of what it has written on stderr until now."""
        self._drain()
        return bytes(self._errors[-CHUNK:])

    def interrupt(self, patience: float) -> None:
        """Ask the process to stop, as Ctrl-C does, and give it so many seconds to tidy up.

        An installer puts back what it was replacing; whoever does not go is for `finish` to end.
        """
        _send(signal.SIGINT, -self.pid)
        self._wait(patience)

    def end(self) -> None:
        """End the process and its tree at once, in whatever state an interrupt has left this."""
        _send(signal.SIGKILL, *_children_outside(self.pid), -self.pid)

    def finish(self, *, timed_out: bool = False) -> Finished:
        """End what is left of the process and its tree, and say what became of it."""
        if timed_out and not self._is_gone():
            self.end()
        _send(signal.SIGKILL, -self.pid)
        self._wait(_PATIENCE)
        running.discard(self)
        self._drain()
        self._open.close()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        status = self._process.returncode
        return Finished(
            exit_code=None if status is None or status < 0 else status,
            signal=_signal_name(-status) if status is not None and status < 0 else "",
            timed_out=timed_out,
            stdout=b"",
            stderr=last_lines(bytes(self._errors)),
            errors=bytes(self._errors[-CHUNK:]).decode("utf-8", "replace"),
        )

    def _take_line(self) -> bytes | None:
        at = self._lines.find(b"\n", self._searched)
        self._searched = 0 if at >= 0 else len(self._lines)
        if at < 0:
            return None
        line = bytes(self._lines[:at])
        del self._lines[: at + 1]
        return line

    def _receive(self, seconds: float) -> bool:
        """Read what is there, waiting for it at most so long; return whether anything came."""
        if not self._open.get_map():
            time.sleep(seconds)
            return False
        ready = self._open.select(seconds)
        for key, _ in ready:
            with contextlib.suppress(BlockingIOError):
                data = os.read(key.fd, CHUNK)
                if not data:
                    self._open.unregister(key.fileobj)
                elif key.data is None:
                    self._errors += data
                    del self._errors[: -2 * CHUNK]
                else:
                    self._lines += data
                    self._received += len(data)
        if self._received > MOST_OUTPUT:
            _send(signal.SIGKILL, -self.pid)
        return bool(ready)

    def _drain(self) -> None:
        """Read what the pipes hold; a descendant that still writes gets no more time."""
        for _ in range(CHUNKS_IN_A_PIPE):
            if not self._receive(0):
                break

    def _wait(self, seconds: float) -> None:
        """Read on until the process is gone, at most so long."""
        until = time.monotonic() + seconds
        while not self._is_gone() and time.monotonic() < until:
            self._receive(_GLANCE)  # its pipes close when it goes

    def _is_gone(self) -> bool:
        return self._process.poll() is not None


running: set[Child] = set()
"""What is to be ended if this program is interrupted."""


def end_all() -> None:
    """End every child that still runs: the last thing before an interrupted program leaves."""
    for child in tuple(running):
        child.end()


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
    ended = False
    try:
        while (line := child.read_line(deadline)) is not None:
            lines.append(line)
            if on_line is not None:
                on_line(line)
        ended = True
    except TimeoutError:
        pass
    finally:
        if patience and not ended:
            child.interrupt(patience)
        finished = child.finish(timed_out=not ended)
    return finished._replace(stdout=b"".join(line + b"\n" for line in lines))


def last_lines(text: bytes) -> tuple[str, ...]:
    """Return the last lines of a text that are not empty, none of them too long to show."""
    lines = [line.decode("utf-8", "replace") for line in text.splitlines()]
    return tuple(line[:LONGEST_LINE] for line in lines if line.strip())[-LAST_LINES:]


def _signal_name(number: int) -> str:
    return next((each.name for each in signal.Signals if each == number), f"signal {number}")


def _children_outside(pid: int) -> list[int]:
    """Return the descendants of a process: those that left its session would survive it."""
    import psutil  # type: ignore[import-untyped]  # 40 ms; only when something went wrong

    try:
        return [child.pid for child in psutil.Process(pid).children(recursive=True)]
    except (psutil.Error, OSError):
        return []


def _send(number: signal.Signals, *pids: int) -> None:
    """Send a signal to processes, to a group where the number is negative."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)
