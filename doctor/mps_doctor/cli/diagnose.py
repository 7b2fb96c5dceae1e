"""`mps-doctor diagnose`: judge what somebody pasted."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from mps_doctor.cli.options import (
    Suggesting,
    format_option,
    output_option,
    screen_options,
)
from mps_doctor.cli.output import Destination, LiveLine, worst_of

if TYPE_CHECKING:
    from mps_doctor.judgement.report import Report


@click.command("diagnose")
@click.argument("files", nargs=-1, metavar="[FILE|FOLDER|-]...")
@click.option(
    "--fail-on",
    type=Suggesting(("error", "warning")),
    default="error",
    help="Exit with 1 at this severity or above.",
)
@format_option
@output_option
@screen_options
def command(
    files: tuple[str, ...],
    fail_on: str,
    format_: tuple[str, ...],
    output: str | None,
    color: str,
    verbose: bool,
    quiet: bool,
) -> None:
    """Judge a pasted report, traceback or error text; - is standard input.

    Of several files or a folder, each gets a report; `--format jsonl` writes them as they come.
    """
    destination = Destination(output, format_, color, verbose, quiet)
    if len(files) > 1 or (files and Path(files[0]).is_dir()):
        _judge_many(destination, files, fail_on)
    # A pile of files is judged by other processes, which load it themselves.
    from mps_doctor.features import examination

    file = files[0] if files else "-"
    text, name = _read_text(file)
    report = examination.diagnose(text, name=name, fail_on=fail_on)  # type: ignore[arg-type]
    destination.write(report)
    sys.exit(report.verdict.exit_code)


def _judge_many(destination: Destination, files: tuple[str, ...], fail_on: str) -> NoReturn:
    # Only a pile of files needs it.
    from mps_doctor.features.batch import diagnose_files
    from mps_doctor.system.files import files_in

    found = files_in([Path(file) for file in files])
    codes: list[int] = []
    reports: list[Report] = []
    with LiveLine(destination) as line:
        for part in diagnose_files(found, fail_on):  # type: ignore[arg-type]
            codes += part.codes
            line.show(f"{len(codes)} of {len(found)}")
            if destination.streams:
                destination.write_lines(part.lines)
            else:
                reports += part.reports()
    if reports:
        from mps_doctor.judgement.report import ReportList

        destination.write(ReportList(reports=tuple(reports)))
    sys.exit(worst_of(codes))


def _read_text(file: str) -> tuple[bytes, str]:
    from mps_doctor.facts.machine import MAX_SNAPSHOT_BYTES
    from mps_doctor.system.files import read_bounded, read_given

    if file == "-":
        return read_bounded(sys.stdin.buffer, "standard input", MAX_SNAPSHOT_BYTES), "-"
    path = Path(file)
    return read_given(path, MAX_SNAPSHOT_BYTES), path.name
