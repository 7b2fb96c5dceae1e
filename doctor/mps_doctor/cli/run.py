"""`mps-doctor run`: run a program untouched; if it dies, diagnose it."""

from __future__ import annotations

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
@click.option(
    "--report-fallbacks",
    is_flag=True,
    help="Afterwards name the operators that torch ran on the CPU instead of the GPU.",
)
@writes()
@click.argument("program", nargs=-1, required=True, type=click.UNPROCESSED)
def command(
    destination: Destination,
    python: str | None,
    env: str | None,
    report_fallbacks: bool,
    program: tuple[str, ...],
) -> None:
    """Run PROGRAM as it is; if it dies, diagnose its stderr and its environment.

    Write `--` before the program: mps-doctor run -- python train.py.
    The exit code is the program's.  The diagnosis goes to standard error, or to --output.
    """
    from mps_doctor.features import run as running

    for stream in (sys.stdout, sys.stderr):  # nothing of ours may come amid the program's output
        stream.flush()
    ended = running.run_program(program)
    if report_fallbacks and ended.status == 0:
        _report_fallbacks(ended)
    if ended.status != 0 and not ended.interrupted:
        try:
            _diagnose(ended, program, python, env, destination)
        except Exception:  # noqa: BLE001  # a bug of ours must not change the program's exit code
            traceback.print_exc()
    sys.exit(ended.status)


def _report_fallbacks(ended: Ended) -> None:
    if not ended.fallbacks:
        lines = ["mps-doctor: no operator was reported to have run on the CPU instead."]
    else:
        lines = ["mps-doctor: torch ran on the CPU instead of the GPU:"]
        lines += [f"  {operator}" for operator in ended.fallbacks]
        lines += ["torch may warn only of the first one in a process; others stay silent."]
    sys.stderr.write("\n".join(lines) + "\n")


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

    sys.stderr.write(f"mps-doctor: the program ended with {_ending(ended.status)}\n")
    try:
        report = running.explain_end(ended, program, python=python, env=env)
    except InputError as error:
        sys.stderr.write(f"mps-doctor: its environment cannot be examined: {error}\n")
        return
    from mps_doctor.views.report import view_report

    destination.write(report, lambda: view_report(report), sys.stderr)


def _ending(status: int) -> str:
    import signal

    if status > 128:
        try:
            return f"status {status} ({signal.Signals(status - 128).name})"
        except ValueError:
            pass
    return f"status {status}"
