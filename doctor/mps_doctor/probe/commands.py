"""Runs system commands side by side, each with a deadline, none through a shell.

Absolute paths only; our own environment (answers in English, and macOS states its real
version); nothing that is a stub of the command-line tools, which would open a dialog.
They stay in the probe's process group, so that whoever ends the probe ends them too.
"""

import os
import subprocess
import time
from contextlib import suppress
from threading import Thread

from .gather import NOT_HERE, REFUSED, TIMED_OUT, NotKnownError
from .rows.macos import PATH

LIMIT = 4000000  # bytes kept of an answer; a command that writes more is ended

SECONDS = 5.0  # deadline of a command: each answers within a second where nothing is wrong

MOMENT = 0.1
"""Shortest wait in seconds, even after the deadline: output that has arrived is still read."""


def environment():
    """Return the environment of system commands."""
    kept = {name: os.environ[name] for name in ("DEVELOPER_DIR", "TMPDIR") if name in os.environ}
    return dict(kept, LC_ALL="C", LANG="C", PATH=PATH, SYSTEM_VERSION_COMPAT="0")


class Command:
    """A running command, read by its own threads.

    Its answer counts if it came before the deadline, however late we ask for it.
    """

    longest = 60.0
    """Longest deadline of any command in seconds; --timeout lowers it."""

    def __init__(self, argv, seconds=SECONDS):
        self._deadline = time.monotonic() + min(seconds, self.longest)
        self._said = bytearray(), bytearray()
        self._readers = []
        self.problem = ""
        """Why there is no answer; empty if there is one."""
        self.status = None
        """The exit status; None before `wait`, and after a deadline."""
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                argv, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, env=environment()
            )
        except FileNotFoundError:
            self.problem = NOT_HERE
        except PermissionError:
            self.problem = REFUSED
        except OSError as error:
            self.problem = "command failed: %s" % error
        else:
            for stream, said in zip((self._process.stdout, self._process.stderr), self._said):
                self._readers.append(Thread(target=self._read, args=(stream, said), daemon=True))
                self._readers[-1].start()

    def _read(self, stream, said):
        with stream:
            for data in iter(lambda: os.read(stream.fileno(), 65536), b""):
                said.extend(data)
                if len(said) > LIMIT:
                    self._kill("command failed: it wrote more than %d MB" % (LIMIT // 1000000))
                    break

    def _kill(self, problem):
        """Kill it, and give up soon: a hanging display driver can keep a killed process."""
        self.problem = self.problem or problem
        self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(MOMENT)

    @property
    def out(self):
        """Its stdout so far."""
        return bytes(self._said[0]).decode("utf-8", "replace")

    @property
    def error(self):
        """Its stderr so far."""
        return bytes(self._said[1]).decode("utf-8", "replace")

    def wait(self):
        """Wait for its end or its deadline; return this command.

        A child process it left behind may keep the pipes open, so the pipes alone do not decide.
        """
        if self.status is not None or self.problem:
            return self
        for reader in self._readers:
            reader.join(self._left())
        try:
            self.status = self._process.wait(self._left())
        except subprocess.TimeoutExpired:
            self._kill(TIMED_OUT)
        return self

    def _left(self):
        return max(MOMENT, self._deadline - time.monotonic())

    def text(self):
        """Return its output; raises NotKnownError where it failed."""
        self.wait()
        if self.problem:
            raise NotKnownError(self.problem)
        if self.status != 0:
            raise NotKnownError("command failed: exit status %d: %s" % (self.status, self.words()))
        return self.out

    def words(self):
        """Return its last line of output, from stderr if there is any."""
        return (self.error.strip() or self.out.strip()).split("\n")[-1][:200]
