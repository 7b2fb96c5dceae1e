"""`mps-doctor compare`: two examinations, what differs, and what explains the verdicts."""

import sys
from pathlib import Path

import click

from mps_doctor.cli.options import given
from mps_doctor.cli.output import Destination, writes


@click.command("compare")
@click.argument("a", type=given, metavar="A")
@click.argument("b", type=given, metavar="B")
@writes(("console", "json", "markdown", "html"))
def command(destination: Destination, a: str, b: str) -> None:
    """Compare two examinations: reports, snapshots, or pasted texts.

    The exit code is 1 where the second is worse.
    """
    from mps_doctor.features.compare.compare import compare, read_examination, view_comparison

    report = compare(read_examination(Path(a)), read_examination(Path(b)))
    destination.write(report, lambda: view_comparison(report))
    sys.exit(report.exit_code)
