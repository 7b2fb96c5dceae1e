"""Where a command's result goes: standard output or files, in one format or several.

Before it, a live line on a terminal says what is going on, and for how long.
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from mps_doctor.cli.options import (
    FORMATS,
    format_option,
    output_option,
    refuse_together,
    screen_options,
    together,
)
from mps_doctor.render.safe_text import visible
from mps_doctor.system.files import UnwritableError, refuse_unwritable, write_file
from mps_doctor.system.redaction import redact_document

if TYPE_CHECKING:
    from mps_doctor.render.screen import Screen
    from mps_doctor.views.document import Document

Command = TypeVar("Command", bound=Callable[..., Any])


STEPS = {
    "start": "starting Python",
    "host": "reading system facts",
    "torch": "reading torch's files",
    "torch_import": "importing torch",
    "torch_answers": "asking torch about its devices",
    "smoke": "running the GPU test",
    "deep": "testing operations",
    "frameworks": "training with the frameworks",
}
"""What the probe's steps are called for people, by the part before the dot."""

TICK = 1.0


def writes(
    formats: tuple[str, ...] = FORMATS, *, to_file: bool = True
) -> Callable[[Command], Command]:
    """Give a command the options of its output; it receives them as one `destination`.

    Without `to_file` it has no --output: each format names its own file.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def run(
            format_: tuple[str, ...],
            color: str,
            verbose: bool,
            quiet: bool,
            plain: bool,
            **others: Any,
        ) -> Any:
            refuse_together(("--verbose", verbose), ("--quiet", quiet))
            output = others.pop("output", None)
            given = (*others.values(), click.get_current_context().meta.get("config"))
            verbosity = 1 if verbose else -1 if quiet else 0
            read = [word for each in given for word in (each if type(each) is tuple else [each])]
            destination = Destination(output, format_, color, verbosity, plain, read)
            return command(destination=destination, **others)

        # The options stand for the destination.
        file_option = output_option if to_file else together()
        return format_option(formats)(file_option(screen_options(run)))  # type: ignore[return-value]

    return decorate


def worst_of(codes: Sequence[int]) -> int:
    """Return the exit code of many examinations: found faults first, then our own, then doubt."""
    return next((code for code in (1, 3, 4) if code in codes), 0)


class Destination:
    """Where a result goes, in which formats; an unwritable file is found out before the work.

    A format is `json`, which goes to standard output or to `output`, or `json=FILE`.  No file is
    one of those that are `read`: the command's own arguments, of which some name files.
    """

    def __init__(
        self,
        output: str | None = None,
        formats: Sequence[str] = ("console",),
        color: str = "auto",
        verbosity: int = 0,
        plain: bool = False,
        read: Sequence[object] = (),
    ) -> None:
        self._color, self.verbosity, self._plain = color, verbosity, plain
        self._targets: list[tuple[str, Path | None]] = []
        """Each format with its file; None for standard output."""
        own = Path(output) if output and output != "-" else None
        for item in formats:
            name, _, file = item.partition("=")
            self._targets.append((name, Path(file) if file not in ("", "-") else own))
        places = [place for _, place in self._targets]
        if own is not None and own not in places:
            raise click.UsageError("--output needs a --format without a file of its own")
        for name, place in self._targets:
            if places.count(place) > 1:
                where, hint = place or "standard output", f"name a file: --format {name}=FILE"
                raise click.UsageError(f"two formats cannot be written to {where}; {hint}")
            if place is not None:
                refuse_unwritable(place)
        self.spare(item for item in read if isinstance(item, str))

    def among(self, files: Iterable[str]) -> list[str]:
        """Return those of the files that the result would replace."""
        places = {_identity(str(place)) for _, place in self._targets if place is not None} - {None}
        return [file for file in files if _identity(file) in places] if places else []

    def spare(self, files: Iterable[str]) -> None:
        """Raise UsageError where the result would replace one of these files."""
        for file in self.among(files):
            raise click.UsageError(f"cannot write to {file}: it is an input of this command")

    @property
    def live(self) -> bool:
        """Whether a person watches: what is going on is then shown on stderr."""
        watched = all(file is not None or name == "console" for name, file in self._targets)
        return watched and self.verbosity >= 0 and not self._plain and sys.stderr.isatty()

    @property
    def streams(self) -> bool:
        """Whether many reports can be written one by one, as they come."""
        return self._targets == [("jsonl", None)]

    def screen(self, stream: TextIO) -> Screen:
        """Return what a stream can show, with what the options say of it."""
        from mps_doctor.render.screen import screen_for

        return screen_for(
            stream, os.environ, color=self._color, verbosity=self.verbosity, plain=self._plain
        )

    def write(
        self,
        value: object,
        view: Callable[[], Document],
        stream: TextIO | None = None,
        *,
        names_hosts: bool = False,
    ) -> None:
        """Write a result in each format; `stream` takes the place of standard output.

        Here it leaves: whatever names a person or a computer, and what is secret, is taken out.
        A result that `names_hosts` is for who looks after them, and has done so itself.
        """
        from mps_doctor.render import OF_VALUES, render

        if not names_hosts and any(name in OF_VALUES for name, _ in self._targets):
            value = redact_document(value)
        whole = functools.cache(lambda: view() if names_hosts else redact_document(view()))
        stream = stream or sys.stdout
        screen = self.screen(stream)
        # A file holds every character, and has no window.
        for_file = screen._replace(color=self._color == "always", unicode=True)
        for name, file in self._targets:
            if file is None:
                write_out(stream, render(value, whole, name, screen))
            else:
                write_file(file, render(value, whole, name, for_file))
            if name == "github" and (summary := os.environ.get("GITHUB_STEP_SUMMARY")):
                _add_to_summary(Path(summary), render(value, whole, "markdown", for_file))

    def write_text(self, text: str) -> None:
        """Write finished text to the file or to standard output."""
        for _, file in self._targets:
            if file is None:
                write_out(sys.stdout, text)
            else:
                write_file(file, text)


def _identity(file: str) -> tuple[int, int] | None:
    """Return what two names of one regular file have in common; None where there is none."""
    try:
        found = Path(file).stat()
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _add_to_summary(file: Path, markdown: str) -> None:
    """Append a document to the summary of a job of GitHub Actions."""
    from mps_doctor.render.github import summarize

    try:
        with file.open("a", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(summarize(markdown))
    except OSError as error:
        # The annotations and the exit code are what a job rests on.
        said = error.strerror or type(error).__name__
        write_error(f"mps-doctor: cannot write the job summary: {said}")


def write_error(*lines: str) -> None:
    """Write lines to stderr, where that is possible: the exit code says enough.

    They quote what they complain of, such as a file's name: here it leaves.
    """
    try:
        for line in lines:
            sys.stderr.write(f"{visible(redact_document(line))}\n")
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def write_out(stream: TextIO, text: str) -> None:
    """Write a text to a stream; raises UnwritableError, and BrokenPipeError for a gone reader."""
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise  # the reader has seen enough
    except OSError as error:
        raise UnwritableError(f"cannot write the report: {error.strerror}") from None


class LiveLine:
    """One line on stderr that says what is going on and for how long, on a terminal only."""

    def __init__(self, destination: Destination) -> None:
        self._live = destination.live
        self._started = time.monotonic()
        self._words = ""

    def __enter__(self) -> LiveLine:
        if self._live:
            # A thread would be in the way where a plug-in's process is forked.
            signal.signal(signal.SIGALRM, lambda *_: self._draw())
            self.show("start")
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line off the screen; `show` draws it again."""
        if self._live:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self._words = ""
            _write_to_terminal("\r\x1b[K")

    def show(self, step: str, done: int = 0, total: int = 0) -> None:
        """Replace the line by the name of a step, with its place where it is one of many."""
        if not self._live:
            return
        first, _, rest = step.partition(".")
        place = f" ({done} of {total})" if total else f" ({rest})" if first == "deep" else ""
        # The name of an environment is foreign text.
        words = STEPS.get(first) or redact_document(step)[:60]
        self._words = visible(f"{words}{place}")
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        self._draw()

    def _draw(self) -> None:
        if self._words:
            seconds = time.monotonic() - self._started
            _write_to_terminal(f"\r\x1b[K{self._words}… {seconds:.0f} s")


def _write_to_terminal(text: str) -> None:
    """Write to stderr past its buffer: a signal may come while that is being written to."""
    with contextlib.suppress(OSError):
        os.write(2, text.encode(sys.stderr.encoding or "ascii", "replace"))
