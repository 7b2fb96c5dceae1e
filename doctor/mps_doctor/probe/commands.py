"""Runs system commands side by side, each with a deadline, none through a shell.

Absolute paths only; an environment of our own (so that answers are in English and macOS tells its
real version); nothing that is a stub of the command-line tools, which would open a dialog.
They stay in the probe's process group, so that whoever ends the probe ends them too.
"""

import os
import subprocess
import time
from contextlib import suppress
from threading import Thread

from .gather import NOT_HERE, REFUSED, TIMED_OUT, NotKnownError
from .macos_sources import PATH

LIMIT = 4000000  # bytes kept of an answer; a command that writes more is ended

MOMENT = 0.1
"""Seconds that each wait lasts at least, even after the deadline: what is there is to be taken."""


def environment():
    """Return the environment of system commands."""
    kept = {name: os.environ[name] for name in ("DEVELOPER_DIR", "TMPDIR") if name in os.environ}
    return dict(kept, LC_ALL="C", LANG="C", PATH=PATH, SYSTEM_VERSION_COMPAT="0")


class Command:
    """A command that runs from now on, read by threads of its own however late it is asked for.

    What it said before its deadline counts, and so does what lies there when it is asked.
    """

    longest = 60.0
    """Seconds that any command may take; less where the whole examination is to be short."""

    def __init__(self, argv, seconds):
        self._deadline = time.monotonic() + min(seconds, self.longest)
        self._process = None
        self._said = bytearray(), bytearray()
        self._readers = []
        self.problem = ""
        """Why there is no answer; empty where there is one."""
        self.status = None
        """The exit status, once it was waited for."""
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
        """End it; the kernel may hold it even so: a display driver that hangs."""
        self.problem = self.problem or problem
        self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(MOMENT)

    @property
    def out(self):
        """What it has written on stdout."""
        return bytes(self._said[0]).decode("utf-8", "replace")

    @property
    def error(self):
        """What it has written on stderr."""
        return bytes(self._said[1]).decode("utf-8", "replace")

    def wait(self):
        """Wait for its end or its deadline, and return it.

        A child that it left behind may hold its pipes open.
        """
        if self._process is None or self.status is not None or self.problem:
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
        """Return the last line that it said, of errors if it said any."""
        return (self.error.strip() or self.out.strip()).split("\n")[-1][:200]
