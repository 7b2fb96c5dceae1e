"""`mps-doctor compare`: two examinations, what differs, and what explains the verdict."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mps_doctor.cli.options import depth_options, seconds_for
from mps_doctor.cli.output import Destination, LiveLine, writes

if TYPE_CHECKING:
    from mps_doctor.judgement.report import Report


@click.command("compare")
@click.argument("files", nargs=-1, metavar="[A] [B]")
@click.option(
    "--python",
    "pythons",
    multiple=True,
    metavar="PATH|NAME",
    help="An interpreter to examine now, instead of a file; may be given twice.",
)
@depth_options
@writes(("console", "json", "markdown", "html"))
def command(
    destination: Destination,
    files: tuple[str, ...],
    pythons: tuple[str, ...],
    level: str,
    device: str,
    timeout: float | None,
) -> None:
    """Compare two examinations: reports, snapshots, pasted texts, or interpreters.

    Files come before interpreters. The exit code is 1 where the second is worse.
    """
    if len(files) + len(pythons) != 2:
        given = len(files) + len(pythons)
        raise click.UsageError(f"compare needs two examinations, got {given}")
    from mps_doctor.features import examination
    from mps_doctor.features.compare import compare as comparing
    from mps_doctor.features.compare.view import view_comparison

    sides: list[Report] = [comparing.read_examination(Path(file)) for file in files]
    with LiveLine(destination) as line:
        sides += [
            examination.run_checks(
                python=python,
                device=device,
                level=level,  # type: ignore[arg-type]  # click has checked the word
                timeout=seconds_for(level, timeout),
                on_step=line.show,
            )
            for python in pythons
        ]
    report = comparing.compare(*sides)
    destination.write(report, lambda: view_comparison(report))
    sys.exit(report.exit_code)
