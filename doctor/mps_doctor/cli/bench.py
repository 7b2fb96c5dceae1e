"""`mps-doctor bench`: how much the GPU gains over the CPU."""

import sys
from pathlib import Path

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
@click.option("--save", metavar="FILE", help="Also write the measurements there, as JSON.")
@click.option("--compare", metavar="FILE", help="Compare with a run that was saved.")
@writes(("console", "json", "markdown", "html"))
def command(
    destination: Destination,
    python: str | None,
    env: str | None,
    device: str,
    budget: float,
    save: str | None,
    compare: str | None,
) -> None:
    """Measure how much faster the GPU is than the CPU: networks and matrix products."""
    from mps_doctor.features.bench import measure as bench
    from mps_doctor.features.bench.comparison import compared
    from mps_doctor.features.bench.view import view_bench

    saved = Destination(save, ("json",)) if save else None
    earlier = bench.read_bench(Path(compare)) if compare else None
    with LiveLine(destination) as line:
        report = bench.run_bench(
            python=python, env=env, device=device, budget=budget, on_step=line.show
        )
    if earlier is not None:
        report = compared(report, earlier, Path(str(compare)).name)

    for place in filter(None, (saved, destination)):
        place.write(report, lambda: view_bench(report))
    sys.exit(report.bench.exit_code)
