"""`mps-doctor check`: examine an environment and say whether PyTorch can use the GPU."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from mps_doctor.cli.options import (
    Grouped,
    Suggesting,
    config_options,
    depth_options,
    given,
    refuse_together,
    seconds_for,
    snapshot_option,
    which_options,
)
from mps_doctor.cli.output import Destination, LiveLine, worst_of, writes
from mps_doctor.system.errors import suggest

if TYPE_CHECKING:
    from mps_doctor.judgement.assess import Policy
    from mps_doctor.system.configuration import Configuration


@click.command("check", cls=Grouped)
@which_options
@click.option("--all", "all_", is_flag=True, help="Examine every Python on this computer.")
@snapshot_option
@depth_options
@click.option(
    "--probe",
    "probes",
    multiple=True,
    metavar="NAME",
    help="Run only this deep probe, or this operation in every dtype; implies --level deep.",
)
@click.option("--select", multiple=True, metavar="ID", help="Run only these checks or families.")
@click.option("--ignore", multiple=True, metavar="ID", help="Leave out these checks or families.")
@click.option(
    "--fail-on",
    type=Suggesting(("error", "warning")),
    default="error",
    show_default=True,
    help="Exit with 1 at this severity or above.",
)
@click.option(
    "--expect",
    type=given,
    metavar="CAUSE",
    help="Exit with 0 if this cause, or `healthy`, is the verdict, and with 1 if not.",
)
@click.option(
    "--baseline",
    type=given,
    metavar="FILE",
    help="Fail only on what this earlier report lacks.",
)
@config_options
@click.option("--no-plugins", is_flag=True, help="Use only the built-in checks.")
@click.option(
    "--without-plugin",
    multiple=True,
    metavar="NAME",
    help="Leave out the checks and facts of this plug-in.",
)
@writes()
def command(
    destination: Destination,
    python: str | None,
    env: str | None,
    snapshot: str | None,
    baseline: str | None,
    all_: bool,
    level: str,
    device: str,
    timeout: float | None,
    probes: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    expect: str | None,
    configuration: Configuration,
    no_plugins: bool,
    without_plugin: tuple[str, ...],
) -> None:
    """Examine a Python environment: can PyTorch use this Mac's GPU, and if not, why?"""
    refuse_together(("--python", python), ("--env", env), ("--snapshot", snapshot), ("--all", all_))
    refuse_together(("--baseline", baseline), ("--all", all_))
    source = click.get_current_context().get_parameter_source("fail_on")
    typed = source is click.core.ParameterSource.COMMANDLINE
    refuse_together(("--expect", expect), ("--fail-on", typed))
    refuse_together(("--expect", expect), ("--baseline", baseline))
    level = "deep" if probes else level
    seconds = seconds_for(level, timeout)
    probes = _probe_ids(probes)
    running = None
    if not snapshot and not all_:
        # The probe starts before the heavy imports, which load while torch does.
        from mps_doctor.discovery.interpreter import start

        running = start(
            python=python, env=env, device=device, level=level, timeout=seconds, probes=probes
        )
    from mps_doctor.features import examination
    from mps_doctor.judgement.assess import Policy

    policy = Policy(
        device,
        level,  # type: ignore[arg-type]  # click has checked the word
        select,
        dict.fromkeys(ignore, examination.IGNORED),
        fail_on,  # type: ignore[arg-type]  # click has checked the word
        expect=expect or "",
        plugins=not no_plugins,
        without=without_plugin,
    )
    policy = examination.configured(policy, configuration)
    with LiveLine(destination) as line:
        if running is not None:
            report = examination.conclude(running, policy, line.show)
            if report.verdict.status == "broken" and device == "mps":
                # Only a Mac with a finding looks for another environment.
                from mps_doctor.features.fix.elsewhere import note_elsewhere

                report = note_elsewhere(report, running.chosen.python)
        elif snapshot:
            report = examination.judge_snapshot(Path(snapshot), policy)
        else:
            _examine_all(destination, policy, seconds, line)
    if baseline:
        # Only this option needs the comparison.
        from mps_doctor.features.compare.compare import against_baseline, read_examination

        earlier = Path(baseline)
        report = against_baseline(report, read_examination(earlier), earlier.name)
    from mps_doctor.views.report import view_report

    destination.write(report, lambda: view_report(report))
    sys.exit(report.verdict.exit_code)


def _probe_ids(names: tuple[str, ...]) -> tuple[str, ...]:
    if not names:
        return ()
    # Only this option needs the catalogue of probes.
    from mps_doctor.knowledge.compatibility import all_probes, find_probes

    known = sorted({*all_probes(), *(row.operation for row in all_probes().values())})
    for name in names:
        if name not in known:
            raise click.UsageError(suggest(name, known, what="probe"))
    return tuple(dict.fromkeys(id for name in names for id in find_probes(name)))


def _examine_all(
    destination: Destination, policy: Policy, timeout: float, line: LiveLine
) -> NoReturn:
    from mps_doctor.features.examination import run_all
    from mps_doctor.views.environments import view_environments

    found = run_all(policy, timeout, lambda name: line.show(f"examined {name}"))
    line.clear()
    destination.write(found, lambda: view_environments(found))
    sys.exit(worst_of([each.verdict.exit_code for each in found.reports]))
