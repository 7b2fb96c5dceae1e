"""Where a command's result goes: standard output or a file; the live line on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeAlias

import click

from mps_doctor.cli.options import is_plain

if TYPE_CHECKING:
    from mps_doctor.judgement.report import Report, ReportList
    from mps_doctor.render import Screen

Rendering: TypeAlias = "Callable[[str, Screen], str]"
"""Makes the text of one document in a format, for a screen."""


def worst_of(codes: Sequence[int]) -> int:
    """Return the exit code of many examinations: found faults first, then our own, then doubt."""
    return next((code for code in (1, 3, 4) if code in codes), 0)


class Destination:
    """Where a report goes, in which formats; an unwritable file is found out before the work.

    A format is `json`, which goes to standard output or to `output`, or `json=FILE`.
    """

    def __init__(
        self,
        output: str | None,
        format_: str | Sequence[str],
        color: str,
        verbose: bool,
        quiet: bool,
    ) -> None:
        if verbose and quiet:
            raise click.UsageError("--verbose and --quiet cannot be used together")
        self.output = None if output in (None, "-") else Path(str(output))
        self.color = color
        self.verbosity = 1 if verbose else -1 if quiet else 0
        self.plain = is_plain()
        formats = [format_] if isinstance(format_, str) else format_
        named = [tuple(item.partition("=")[::2]) for item in formats]
        self._files = [(name, Path(file)) for name, file in named if file not in ("", "-")]
        unnamed = [name for name, file in named if file in ("", "-")]
        if len(unnamed) > 1:
            two = f"{unnamed[0]} and {unnamed[1]}"
            hint = f"name a file for one of them: --format {unnamed[0]}=FILE"
            raise click.UsageError(f"{two} cannot both be written to one place; {hint}")
        if self.output is not None and not unnamed:
            raise click.UsageError("--output needs a --format without a file of its own")
        self.format = unnamed[0] if unnamed else ""
        """The format of standard output or of `output`; empty where every format has a file."""
        files = [file for _, file in self._files]
        files += [] if self.output is None else [self.output]
        for file in files:
            if files.count(file) > 1:
                raise click.UsageError(f"two formats cannot be written to {file}")
            self._check_writable(file)

    @staticmethod
    def _check_writable(path: Path) -> None:
        folder = path.parent
        if path.is_dir():
            raise click.UsageError(f"cannot write {path}: it is a folder")
        if not folder.is_dir():
            raise click.UsageError(f"cannot write {path}: the folder {folder} does not exist")
        if not os.access(path if path.exists() else folder, os.W_OK):
            raise click.UsageError(f"cannot write {path}: permission denied")

    @property
    def live(self) -> bool:
        """Whether a person watches: the running step is then shown on stderr."""
        watched = self.format in ("console", "") or self.output is not None
        return watched and self.verbosity >= 0 and not self.plain and sys.stderr.isatty()

    @property
    def streams(self) -> bool:
        """Whether many reports can be written one by one, as they come."""
        return self.format == "jsonl" and self.output is None and not self._files

    def load(self) -> None:
        """Import what will write the report, in time that is spent on waiting."""
        from mps_doctor import render as reporters

        for name in (self.format, *(name for name, _ in self._files)):
            if name:
                reporters.load(name)

    def write(self, report: Report | ReportList, stream: TextIO | None = None) -> None:
        """Render the report and write it; `stream` takes the place of standard output."""
        from mps_doctor import render as reporters

        def render(format: str, screen: Screen) -> str:
            return reporters.render(report, format, screen)

        self.write_rendered(render, stream)

    def write_rendered(self, render: Rendering, stream: TextIO | None = None) -> None:
        """Write a document of any kind in each format that was asked for."""
        from mps_doctor.render.screen import screen_for

        stream = stream or sys.stdout
        screen = screen_for(
            stream, os.environ, color=self.color, verbosity=self.verbosity, plain=self.plain
        )
        on_paper = screen.on_paper(color=self.color == "always")
        for name, file in self._files:
            write_whole(file, render(name, on_paper))
        if self.output is not None:
            self.write_text(render(self.format, on_paper))
        elif self.format:
            _write_out(stream, render(self.format, screen))
        if "github" in (self.format, *(name for name, _ in self._files)):
            self._write_job_summary(render, on_paper)

    def write_lines(self, lines: bytes) -> None:
        """Write finished lines of JSON to standard output, as `write` would have written them."""
        from mps_doctor.render.format_json import harmless
        from mps_doctor.render.screen import screen_for

        screen = screen_for(sys.stdout, os.environ)
        text = lines.decode()
        _write_out(sys.stdout, text if screen.unicode else harmless(text, screen))

    def write_text(self, text: str) -> None:
        """Write finished text: to the file at once and whole, or to standard output."""
        if self.output is None:
            _write_out(sys.stdout, text)
        else:
            write_whole(self.output, text)

    @staticmethod
    def _write_job_summary(render: Rendering, screen: Screen) -> None:
        """Append the document to the summary of a job of GitHub Actions, where this is one."""
        file = os.environ.get("GITHUB_STEP_SUMMARY")
        if not file:
            return
        from mps_doctor.render import format_github

        try:
            with Path(file).open("a", encoding="utf-8") as summary:
                summary.write(format_github.summarize(render("markdown", screen)))
        except OSError as error:
            # The annotations and the exit code are what a job rests on.
            said = error.strerror or type(error).__name__
            sys.stderr.write(f"mps-doctor: the job summary cannot be written: {said}\n")


class UnwritableError(ValueError):
    """The output cannot be written, most often for want of room: one line for the user."""

    hint = "choose another place with -o FILE"


def write_whole(file: Path, text: str) -> None:
    """Write a file so that a reader finds the old content or the new, never a part."""
    import tempfile  # a file is the rarer case

    try:
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".mps-doctor-")
    except OSError as error:
        raise UnwritableError(f"cannot write {file}: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(file)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise UnwritableError(f"cannot write {file}: {error.strerror}") from None
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _write_out(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise  # the reader has seen enough
    except OSError as error:
        raise UnwritableError(f"cannot write the report: {error.strerror}") from None


BAR = 20
"""Cells of the bar of a live line."""


class LiveLine:
    """One line on stderr that names the running step, on a terminal only."""

    def __init__(self, destination: Destination) -> None:
        self._live = destination.live

    def __enter__(self) -> LiveLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line off the screen."""
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def show(self, step: str, done: int = 0, total: int = 0) -> None:
        """Replace the line by the name of a step, with a bar where it is one of many."""
        if self._live:
            bar = f"{_bar(done, total)} {done}/{total} " if total else ""
            sys.stderr.write(f"\r\x1b[K{bar}{step[:40] if bar else step[:60]} …")
            sys.stderr.flush()


def _bar(done: int, total: int) -> str:
    filled = BAR * min(done, total) // total
    return f"[{'#' * filled}{'.' * (BAR - filled)}]"
