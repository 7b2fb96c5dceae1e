"""`mps-doctor bench`: how much the GPU gains over the CPU."""

import sys

import click

from mps_doctor.cli.options import DEVICES, Suggesting, duration, which_options
from mps_doctor.cli.output import Destination, LiveLine, writes


@click.command("bench")
@which_options
@click.option(
    "--device",
    type=Suggesting(DEVICES),
    default="mps",
    show_default=True,
    help="The device to measure against the CPU.",
)
@click.option(
    "--budget",
    type=duration,
    default="60s",
    show_default=True,
    metavar="TIME",
    help="About how long to measure, e.g. 60s or 5m; batches follow it.",
)
@writes(("console", "json", "markdown", "html"))
def command(
    destination: Destination,
    python: str | None,
    env: str | None,
    device: str,
    budget: float,
) -> None:
    """Measure how much faster the GPU is than the CPU: networks and matrix products."""
    from mps_doctor.features.bench.measure import run_bench
    from mps_doctor.features.bench.view import view_bench

    with LiveLine(destination) as line:
        report = run_bench(python=python, env=env, device=device, budget=budget, on_step=line.show)
    destination.write(report, lambda: view_bench(report))
    sys.exit(report.bench.exit_code)
