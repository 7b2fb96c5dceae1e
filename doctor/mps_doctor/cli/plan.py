"""`mps-doctor plan`: what another torch, macOS or Python would bring, without installing it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mps_doctor.cli.options import (
    format_option,
    output_option,
    screen_options,
    which_options,
)
from mps_doctor.cli.output import Destination
from mps_doctor.cli.telling import write_story

FACTS_SECONDS = 60.0
"""Deadline of the quick examination: it imports no torch."""


@click.command("plan")
@which_options
@click.option("--snapshot", metavar="FILE", help="Plan for a recorded machine.")
@click.option("--torch", metavar="VERSION", default="", help="The torch to plan for, e.g. 2.15.")
@click.option("--macos", metavar="VERSION", default="", help="The macOS to plan for, e.g. 15.")
@click.option(
    "--with-python", metavar="VERSION", default="", help="The Python to plan for, e.g. 3.13."
)
@format_option
@output_option
@screen_options
def command(
    python: str | None,
    env: str | None,
    snapshot: str | None,
    torch: str,
    macos: str,
    with_python: str,
    format_: str,
    output: str | None,
    color: str,
    verbose: bool,
    quiet: bool,
) -> None:
    """Tell whether MPS will work after an upgrade, what goes with it, and the command.

    A --python that is a version, like 3.13, is the one to plan for; a path is the one to examine.
    """
    if snapshot and env:
        raise click.UsageError("--snapshot and --env cannot be used together")
    if python is not None and _is_version(python):
        with_python, python = with_python or python, None
    if snapshot and python:
        raise click.UsageError("--snapshot and --python PATH cannot be used together")
    destination = Destination(output, format_, color, verbose, quiet)
    from mps_doctor.features import examination
    from mps_doctor.features.plan import forecast as planning

    wish = planning.Wish(torch, macos, with_python)
    if snapshot:
        report = examination.judge_snapshot(Path(snapshot), examination.Judging())
    else:
        report = examination.run_checks(
            python=python, env=env, level="quick", timeout=FACTS_SECONDS
        )
    planned = planning.plan_upgrade(report.facts, wish, report.target)
    write_story(destination, planned)
    sys.exit(planned.forecast.exit_code)


def _is_version(text: str) -> bool:
    parts = text.split(".")
    return len(parts) in (2, 3) and all(part.isdigit() for part in parts)
