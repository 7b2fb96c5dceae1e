"""`mps-doctor run`: run a program untouched; if it dies, diagnose it."""

from __future__ import annotations

import contextlib
import sys
import traceback
from typing import TYPE_CHECKING

import click

from mps_doctor.cli.options import which_options
from mps_doctor.cli.output import Destination, writes

if TYPE_CHECKING:
    from mps_doctor.features.run import Ended


@click.command("run", context_settings={"allow_interspersed_args": False})
@which_options
@writes()
@click.argument("program", nargs=-1, required=True, type=click.UNPROCESSED)
def command(
    destination: Destination,
    python: str | None,
    env: str | None,
    program: tuple[str, ...],
) -> None:
    """Run PROGRAM as it is; if it dies, diagnose its stderr and its environment.

    Write `--` before the program: mps-doctor run -- python train.py.
    The exit code is the program's.  The diagnosis goes to standard error, or to --output.
    A last line says what ran on the CPU instead of the GPU; --quiet leaves it out.
    """
    from mps_doctor.features import run as running

    for stream in (sys.stdout, sys.stderr):  # nothing of ours may come amid the program's output
        stream.flush()
    ended = running.run_program(program)
    if not ended.interrupted:
        if destination.verbosity >= 0:
            with contextlib.suppress(OSError):  # whoever read it has gone
                sys.stderr.write(f"mps-doctor: {ended.summary}\n")
        if ended.status != 0:
            try:
                _diagnose(ended, program, python, env, destination)
            except Exception:  # noqa: BLE001  # our bug must not change the program's exit code
                traceback.print_exc()
    sys.exit(ended.status)


def _diagnose(
    ended: Ended,
    program: tuple[str, ...],
    python: str | None,
    env: str | None,
    destination: Destination,
) -> None:
    """Print the verdict."""
    from mps_doctor.features import run as running
    from mps_doctor.system.errors import InputError

    try:
        report = running.explain_end(ended, program, python=python, env=env)
    except InputError as error:
        sys.stderr.write(f"mps-doctor: its environment cannot be examined: {error}\n")
        return
    from mps_doctor.views.report import view_report

    destination.write(report, lambda: view_report(report), sys.stderr)
