"""`mps-doctor fix`: show the prescription as a plan; with --apply, do it and see what changed."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mps_doctor.cli.configured import Asked
from mps_doctor.cli.options import (
    config_options,
    depth_options,
    format_option,
    output_option,
    screen_options,
    seconds_for,
    which_options,
)
from mps_doctor.cli.output import Destination, LiveLine
from mps_doctor.cli.telling import write_story

if TYPE_CHECKING:
    from mps_doctor.features.fix.values import FixReport, FixStep


@click.command("fix")
@which_options
@click.option("--snapshot", metavar="FILE", help="Show the plan for a recorded machine.")
@click.option("--apply", "apply_", is_flag=True, help="Carry it out, asking before each step.")
@click.option(
    "--yes",
    is_flag=True,
    help="With --apply: agree to the steps that need no password, window or restart and delete "
    "nothing.",
)
@click.option("--undo", metavar="FOLDER", help="Return to the state that a fix saved there.")
@click.option("--save-to", metavar="FOLDER", help="Where to save what is needed to go back.")
@click.option(
    "--env-file",
    metavar="FILE",
    help="A file of variables (.env) that your tools load: it is judged too, and repaired.",
)
@depth_options
@config_options
@format_option
@output_option
@screen_options
def command(
    python: str | None,
    env: str | None,
    snapshot: str | None,
    apply_: bool,
    yes: bool,
    undo: str | None,
    save_to: str | None,
    env_file: str | None,
    level: str,
    device: str,
    timeout: float | None,
    config: str | None,
    no_config: bool,
    format_: str,
    output: str | None,
    color: str,
    verbose: bool,
    quiet: bool,
) -> None:
    """Show the fixes as a plan; with --apply, do them, prove them, and tell what changed.

    Without --apply nothing is changed.
    """
    _refuse(
        (("--snapshot", snapshot), ("--python", python), ("--env", env), ("--undo", undo)),
        (("--snapshot", snapshot), ("--apply", apply_)),
        (("--snapshot", snapshot), ("--env-file", env_file)),
        (("--undo", undo), ("--env-file", env_file)),
        (("--undo", undo), ("--save-to", save_to)),
    )
    if yes and not apply_:
        raise click.UsageError("--yes does nothing without --apply")
    destination = Destination(output, format_, color, verbose, quiet)
    started = time.time()
    asked = Asked(click.get_current_context(), config, no_config)
    level, device = asked.value_of("level", level), asked.value_of("device", device)
    timeout = asked.value_of("timeout", timeout)
    from mps_doctor.features.fix import fix as fixing
    from mps_doctor.system.configuration import NOT_CONFIGURED

    configuration = asked.configuration or NOT_CONFIGURED
    if snapshot:
        plan_of = fixing.plan_fix_of_snapshot
        _end(destination, plan_of(Path(snapshot), device=device, configuration=configuration))
    with LiveLine(destination) as line:
        if undo:
            plan = fixing.plan_undo(
                Path(undo),
                device=device,
                level=level,  # type: ignore[arg-type]  # click has checked the word
                timeout=seconds_for(level, timeout),
                on_step=line.show,
            )
        else:
            plan = fixing.plan_fix(
                python=python,
                env=env,
                device=device,
                level=level,  # type: ignore[arg-type]  # click has checked the word
                timeout=seconds_for(level, timeout),
                save_to=Path(save_to).absolute() if save_to else None,
                env_file=Path(env_file) if env_file else None,
                configuration=configuration,
                on_step=line.show,
            )
        if not apply_ or not plan.steps:
            line.clear()
            _end(destination, fixing.show_plan(plan, started))
        # Both ends are told and undone, which takes a while: they interrupt once.
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _interrupt)
        consent = fixing.Consent(yes=yes, ask=_asking(line, destination) if _can_ask() else None)
        done = fixing.apply_plan(plan, consent, started=started, tell=line.show)
    _end(destination, done)


def _refuse(*together: tuple[tuple[str, Any], ...]) -> None:
    for options in together:
        given = [name for name, value in options if value]
        if len(given) > 1:
            raise click.UsageError(f"{given[0]} and {given[1]} cannot be used together")


def _can_ask() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _asking(line: LiveLine, destination: Destination) -> Callable[[FixStep], bool]:
    """Return how a person is asked: the step is shown on stderr, and a plain Enter means no."""
    import os

    from mps_doctor.render import screen_for
    from mps_doctor.views.format_story import draw_blocks
    from mps_doctor.views.tell_fix import tell_step

    asked = 0

    def ask(step: FixStep) -> bool:
        nonlocal asked
        asked += 1
        line.clear()
        screen = screen_for(
            sys.stderr, os.environ, color=destination.color, plain=destination.plain
        )
        sys.stderr.write(draw_blocks(tell_step(step, asked, screen), screen))
        try:
            return click.confirm("Do this step?", default=False, err=True)
        except click.Abort:
            raise KeyboardInterrupt from None

    return ask


def _interrupt(number: int, frame: object) -> None:
    del number, frame
    raise KeyboardInterrupt


def _end(destination: Destination, report: FixReport) -> None:
    write_story(destination, report)
    sys.exit(report.exit_code)
