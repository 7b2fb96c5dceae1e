"""Where a command's result goes: standard output or files, in one format or several."""

from __future__ import annotations

import functools
import os
import stat
import sys
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
from mps_doctor.system.files import UnwritableError, refuse_unwritable, write_file

if TYPE_CHECKING:
    from mps_doctor.render.screen import Screen
    from mps_doctor.views.document import Document

Command = TypeVar("Command", bound=Callable[..., Any])


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
            verbosity = 1 if verbose else -1 if quiet else 0
            output = others.pop("output") if to_file else None
            given = (*others.values(), click.get_current_context().meta.get("config"))
            read = [word for each in given for word in (each if type(each) is tuple else [each])]
            destination = Destination(output, format_, color, verbosity, plain, read)
            return command(destination=destination, **others)

        # The options stand for the destination.
        file_option = output_option if to_file else together()
        return format_option(formats)(file_option(screen_options(run)))  # type: ignore[return-value]

    return decorate


def overwriting(place: str | Path) -> click.UsageError:
    """Return the error for an output that would take the place of an input."""
    return click.UsageError(f"cannot write to {place}: it is an input of this command")


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
            if place is None:
                continue
            refuse_unwritable(place)
            if any(_is_file(place, item) for item in read):
                raise overwriting(place)

    def among(self, files: Iterable[str]) -> list[str]:
        """Return those of the files of a folder that the result would replace."""
        places = {_identity(str(place)) for _, place in self._targets if place is not None} - {None}
        return [file for file in files if _identity(file) in places] if places else []

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
        from mps_doctor.system.redaction import redact_document

        if not names_hosts and any(name in OF_VALUES for name, _ in self._targets):
            value = redact_document(value)
        whole = functools.cache(lambda: view() if names_hosts else redact_document(view()))
        stream = stream or sys.stdout
        screen = self.screen(stream)
        for_file = screen.for_file(color=self._color == "always")
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


def _is_file(place: Path, item: object) -> bool:
    """Whether an argument names the regular file at a place."""
    there = _identity(str(place))
    return isinstance(item, str) and there is not None and there == _identity(item)


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
        sys.stderr.write(f"mps-doctor: cannot write the job summary: {said}\n")


def write_out(stream: TextIO, text: str) -> None:
    """Write a text to a stream; raises UnwritableError, and BrokenPipeError for a gone reader."""
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise  # the reader has seen enough
    except OSError as error:
        raise UnwritableError(f"cannot write the report: {error.strerror}") from None
