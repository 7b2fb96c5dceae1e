"""`mps-doctor check`: examine an environment and say whether torch can use the device."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from mps_doctor.cli.configured import Asked
from mps_doctor.cli.options import (
    chosen_plugins,
    config_options,
    depth_options,
    format_option,
    judge_options,
    nearest,
    output_option,
    plugin_options,
    probe_option,
    screen_options,
    seconds_for,
    which_options,
)
from mps_doctor.cli.output import Destination, LiveLine, worst_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from mps_doctor.features.examination import Judging


@click.command("check")
@which_options
@click.option("--snapshot", metavar="FILE", help="Judge facts recorded by `mps-doctor snapshot`.")
@click.option(
    "--baseline", metavar="FILE", help="Fail only on findings that this earlier report lacks."
)
@click.option("--all", "all_", is_flag=True, help="Examine every Python found, side by side.")
@depth_options
@probe_option
@judge_options
@config_options
@plugin_options
@format_option
@output_option
@screen_options
def command(
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
    config: str | None,
    no_config: bool,
    format_: tuple[str, ...],
    output: str | None,
    color: str,
    verbose: bool,
    quiet: bool,
) -> None:
    """Examine a Python environment and say whether torch can use the device."""
    named = [
        name
        for name, given in (
            ("--python", python), ("--env", env), ("--snapshot", snapshot), ("--all", all_)
        )
        if given
    ]  # fmt: skip
    if len(named) > 1:
        raise click.UsageError(f"{named[0]} and {named[1]} cannot be used together")
    if baseline and all_:
        raise click.UsageError("--baseline and --all cannot be used together")
    destination = Destination(output, format_, color, verbose, quiet)
    asked = Asked(click.get_current_context(), config, no_config)
    level = asked.value_of("level", level)
    device = asked.value_of("device", device)
    level = "deep" if probes else level
    seconds = seconds_for(level, asked.value_of("timeout", timeout))
    running = None
    chosen: tuple[str, ...] = ()
    if not snapshot and not all_:
        # The probe starts before the heavy imports, which load while torch does.
        from mps_doctor.discovery.starting import start

        chosen = _probe_ids(probes)
        running = start(
            python=python, env=env, device=device, level=level, timeout=seconds, probes=chosen
        )
    from mps_doctor.features import examination

    judging = examination.Judging(
        device,
        level,  # type: ignore[arg-type]  # click has checked the word
        select,
        ignore,
        asked.value_of("fail_on", fail_on),
        **chosen_plugins(),
    )
    if asked.configuration is not None:
        judging = judging.with_configuration(asked.configuration)
    destination.load()
    with LiveLine(destination) as line:
        if running is not None:
            show = _counting(line, chosen) if level == "deep" and destination.live else line.show
            report = examination.conclude(running, judging, show)
        elif snapshot:
            report = examination.judge_snapshot(Path(snapshot), judging)
        else:
            _examine_all(destination, judging, seconds, line)
    if baseline:
        # Only this option needs the comparison.
        from mps_doctor.features.compare.compare import against_baseline, read_examination

        earlier = Path(baseline)
        report = against_baseline(report, read_examination(earlier), earlier.name)
    destination.write(report)
    sys.exit(report.verdict.exit_code)


def _counting(line: LiveLine, chosen: tuple[str, ...]) -> Callable[[str], None]:
    """Return what shows a step of the deep level with its place among all."""
    # Only this level needs the catalogue of probes.
    from mps_doctor.knowledge.probes import all_probes

    running = [f"deep.{id}" for id in all_probes() if not chosen or id in chosen]
    places = {step: place for place, step in enumerate(running, 1)}

    def show(step: str) -> None:
        if place := places.get(step):
            line.show(step.removeprefix("deep."), place, len(places))
        else:
            line.show(step)

    return show


def _probe_ids(names: tuple[str, ...]) -> tuple[str, ...]:
    if not names:
        return ()
    # Only this option needs the catalogue of probes.
    from mps_doctor.knowledge.probes import all_probes, find_probes

    operations = {row.operation for row in all_probes().values()}
    for name in names:
        if not find_probes(name):
            hint = nearest(name, sorted({*all_probes(), *operations}))
            raise click.UsageError(f"no probe is called {name[:80]!r}{hint}")
    return tuple(dict.fromkeys(id for name in names for id in find_probes(name)))


def _examine_all(
    destination: Destination, judging: Judging, timeout: float, line: LiveLine
) -> NoReturn:
    # Only this option needs the search for interpreters.
    from mps_doctor.features.examination_all import run_all

    found = run_all(judging, timeout, line.show)
    line.clear()
    destination.write(found)
    sys.exit(worst_of([each.verdict.exit_code for each in found.reports]))
