"""`mps-doctor plan`: what another torch, macOS or Python would bring, without installing it."""

import sys
from pathlib import Path

import click

from mps_doctor.cli.options import refuse_together, snapshot_option, which_options
from mps_doctor.cli.output import Destination, writes


@click.command("plan")
@which_options
@snapshot_option
@click.option(
    "--torch", metavar="VERSION", default="", help="The torch to plan for: 2.15, or nightly."
)
@click.option("--macos", metavar="VERSION", default="", help="The macOS to plan for, e.g. 15.")
@click.option(
    "--with-python", metavar="VERSION", default="", help="The Python to plan for, e.g. 3.13."
)
@writes(("console", "json", "markdown", "html"))
def command(
    destination: Destination,
    python: str | None,
    env: str | None,
    snapshot: str | None,
    torch: str,
    macos: str,
    with_python: str,
) -> None:
    """Show whether MPS will work after an upgrade, what changes with it, and the command."""
    refuse_together(("--snapshot", snapshot), ("--python", python), ("--env", env))
    if not (torch or macos or with_python):
        raise click.UsageError("name a --torch, a --macos or a --with-python to plan for")
    from mps_doctor.features import examination
    from mps_doctor.features.plan.forecast import Request, forecast
    from mps_doctor.features.plan.values import PlanReport
    from mps_doctor.features.plan.view import view_plan
    from mps_doctor.judgement.assess import Policy

    if snapshot:
        report = examination.judge_snapshot(Path(snapshot), Policy())
    else:
        report = examination.run_checks(
            python=python, env=env, level="quick", timeout=examination.QUICK_TIMEOUT
        )
    request = Request(torch, macos, with_python)
    planned = PlanReport(target=report.target, forecast=forecast(report.facts, request))
    destination.write(planned, lambda: view_plan(planned))
    sys.exit(planned.forecast.exit_code)
