"""Runs system commands side by side, each with a deadline, none through a shell.

Absolute paths only; an environment of our own (so that answers are in English and macOS tells its
real version); nothing that is a stub of the command-line tools, which would open a dialog.
They stay in the probe's process group, so that whoever ends the probe ends them too.
"""

import os
import select
import subprocess
import time

from probe_gather import NOT_HERE, REFUSED, TIMED_OUT, NotKnownError
from probe_macos_sources import PATH

LIMIT = 4000000
"""Bytes kept of an answer; a command that writes more is ended."""

LISTENING = 1.0
"""Seconds that a command has at least from when its answer is read, even after its deadline.

Who asked may have been busy for long: an answer longer than a pipe holds (64 KiB; 16 KiB where
memory is short: bsd/sys/pipe.h of xnu) has waited for its reader all the while.
"""


def environment():
    """Return the environment of system commands."""
    kept = {name: os.environ[name] for name in ("DEVELOPER_DIR", "TMPDIR") if name in os.environ}
    kept.update(
        LC_ALL="C",
        LANG="C",
        PATH=PATH,
        SYSTEM_VERSION_COMPAT="0",
    )
    return kept


class Answer:
    """What a command gave: `status`, `out` and `error` text, or why there is nothing."""

    def __init__(self, status, out, error, problem=""):
        self.status = status
        self.out = out
        self.error = error
        self.problem = problem

    def text(self):
        """Return its output; raises NotKnownError where it failed."""
        if self.problem:
            raise NotKnownError(self.problem)
        if self.status != 0:
            raise NotKnownError("command failed: exit status %d: %s" % (self.status, self.words()))
        return self.out

    def words(self):
        """Return the last line that it said, of errors if it said any."""
        return (self.error.strip() or self.out.strip()).split("\n")[-1][:200]


class _Running:
    def __init__(self, argv, seconds):
        self.process = None
        self.problem = ""
        self.chunks = {}
        self.size = 0
        self.seconds = seconds
        self.started = time.monotonic()
        try:
            self.process = subprocess.Popen(
                list(argv),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(),
            )
        except FileNotFoundError:
            self.problem = NOT_HERE
        except PermissionError:
            self.problem = REFUSED
        except OSError as error:
            self.problem = "command failed: %s" % error
        if self.process is not None:
            self.chunks = {self.process.stdout: [], self.process.stderr: []}
        self.open = list(self.chunks)

    def read(self, pipe):
        data = os.read(pipe.fileno(), 65536)
        self.size += len(data)
        if not data:
            self.open.remove(pipe)
        elif self.size > LIMIT:
            self.stop("command failed: it wrote more than %d MB" % (LIMIT // 1000000))
        else:
            self.chunks[pipe].append(data)

    def deadline(self, listening_since):
        return max(self.started + self.seconds, listening_since + min(self.seconds, LISTENING))

    def give_up(self):
        """Stop waiting: what a command said that has ended counts, though a child of it lives."""
        self.open = []
        if self.process.poll() is None:
            self.stop(TIMED_OUT)

    def stop(self, problem):
        self.problem = problem
        self.open = []
        self.process.kill()

    def answer(self, listening_since):
        if self.process is None:
            return Answer(None, "", "", self.problem)
        left = self.deadline(listening_since) - time.monotonic()
        try:
            status = self.process.wait(timeout=max(LISTENING, left))
        except subprocess.TimeoutExpired:
            self.stop(TIMED_OUT)
            status = self._reap()
        texts = []
        for pipe in self.chunks:
            texts.append(b"".join(self.chunks[pipe]).decode("utf-8", "replace"))
            pipe.close()
        return Answer(status, texts[0], texts[1], self.problem)

    def _reap(self):
        try:
            return self.process.wait(timeout=LISTENING)
        except subprocess.TimeoutExpired:  # the kernel holds it: a display driver that hangs
            return None


class Commands:
    """Commands that run at the same time: started at once, waited for when first asked."""

    longest = 60.0
    """Seconds that any command may take; less where the whole examination is to be short."""

    def __init__(self, commands):
        """`commands` maps a name to (argv, seconds)."""
        self._running = {
            name: _Running(argv, min(seconds, self.longest))
            for name, (argv, seconds) in commands.items()
        }
        self._answers = {}

    def answer(self, name):
        """Return the answer of one command, waiting for all of them."""
        if not self._answers:
            self._wait()
        return self._answers[name]

    def text(self, name):
        """Return the output of one command; raises NotKnownError where it failed."""
        return self.answer(name).text()

    def _wait(self):
        since = time.monotonic()
        while True:
            pipes = {pipe: one for one in self._running.values() for pipe in one.open}
            if not pipes:
                break
            # What lies ready is read before anybody is called late.
            ready = select.select(list(pipes), [], [], 0)[0]
            if not ready:
                now = time.monotonic()
                waiting = set(pipes.values())
                for one in waiting:
                    if now >= one.deadline(since):
                        one.give_up()
                nearest = min(one.deadline(since) for one in waiting)
                if nearest > now:
                    ready = select.select(list(pipes), [], [], nearest - now)[0]
            for pipe in ready:
                if pipe in pipes[pipe].open:
                    pipes[pipe].read(pipe)
        self._answers = {name: one.answer(since) for name, one in self._running.items()}
