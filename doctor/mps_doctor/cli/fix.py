"""`mps-doctor fix`: show the prescription as a plan; with --apply, do it and see what changed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mps_doctor.cli.options import (
    Grouped,
    config_options,
    depth_options,
    refuse_together,
    seconds_for,
    snapshot_option,
    which_options,
)
from mps_doctor.cli.output import Destination, LiveLine, writes
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import UnwritableError

if TYPE_CHECKING:
    from mps_doctor.features.fix.values import FixReport, FixStep
    from mps_doctor.system.configuration import Configuration


@click.command("fix", cls=Grouped)
@which_options
@snapshot_option
@click.option("--apply", "apply_", is_flag=True, help="Carry it out, asking before each step.")
@click.option(
    "--yes",
    is_flag=True,
    help="With --apply: agree to the steps that need no password, window or restart and delete "
    "nothing.",
)
@click.option("--undo", metavar="FOLDER", help="Return to the state that a fix saved there.")
@depth_options
@config_options
@writes(("console", "json", "markdown", "html"))
def command(
    destination: Destination,
    python: str | None,
    env: str | None,
    snapshot: str | None,
    apply_: bool,
    yes: bool,
    undo: str | None,
    level: str,
    device: str,
    timeout: float | None,
    configuration: Configuration,
) -> None:
    """Show the fix as a plan; with --apply, carry it out and prove that it worked.

    Without --apply nothing is changed.
    """
    refuse_together(
        ("--snapshot", snapshot), ("--python", python), ("--env", env), ("--undo", undo)
    )
    refuse_together(("--snapshot", snapshot), ("--apply", apply_))
    if yes and not apply_:
        raise click.UsageError("--yes does nothing without --apply")
    from mps_doctor.features.fix.apply import apply_plan
    from mps_doctor.features.fix.plan import plan_fix, plan_fix_of_snapshot, show_plan

    if snapshot:
        shown = plan_fix_of_snapshot(Path(snapshot), device=device, configuration=configuration)
        _end(destination, shown)
    with LiveLine(destination) as line:
        plan = plan_fix(
            python=python,
            env=env,
            undo=Path(undo) if undo else None,
            device=device,
            level=level,  # type: ignore[arg-type]  # click has checked the word
            timeout=seconds_for(level, timeout),
            recover=apply_,
            configuration=configuration,
            on_step=line.show,
        )
        if not apply_ or not plan.steps:
            line.clear()
            _end(destination, show_plan(plan.report, plan.steps, plan.command))
        ask = _asking(line, destination) if sys.stdin.isatty() and sys.stderr.isatty() else None
        done = apply_plan(plan, yes=yes, ask=ask, tell=line.show)
    _end(destination, done)


def _asking(line: LiveLine, destination: Destination) -> Callable[[FixStep], bool]:
    """Return how a person is asked: the step is shown on stderr, and a plain Enter means no."""
    from mps_doctor.features.fix.view import step_blocks
    from mps_doctor.render.console import render_blocks

    numbers = count(1)

    def ask(step: FixStep) -> bool:
        line.clear()
        blocks = step_blocks(step, next(numbers), every=True)
        sys.stderr.write(render_blocks(blocks, destination.screen(sys.stderr)))
        try:
            return click.confirm("Do this step?", default=False, err=True)
        except click.Abort:
            raise KeyboardInterrupt from None

    return ask


def _end(destination: Destination, report: FixReport) -> None:
    from mps_doctor.features.fix.view import view_fix

    try:
        destination.write(report, lambda: view_fix(report, every=destination.verbosity > 0))
    except (UnwritableError, BrokenPipeError) as error:
        done = [step.message or step.summary for step in report.steps if step.outcome == "done"]
        if not done:
            raise
        # Or nobody would learn what was changed, and where the old packages are.
        from mps_doctor.render.shell import in_shell

        gone = isinstance(error, BrokenPipeError)
        reason = "cannot write the report: its reader has gone" if gone else str(error)
        undo = f"undo: {'; '.join(map(in_shell, report.undo))}" if report.undo else ""
        raise InputError(f"{reason}; done: {'; '.join(done)}", undo) from None
    sys.exit(report.exit_code)
