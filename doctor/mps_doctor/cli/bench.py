"""`mps-doctor bench`: how much the GPU gains over the CPU."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import click

from mps_doctor.cli.live_line import LiveLine
from mps_doctor.cli.options import DEVICES, Suggesting, which_options
from mps_doctor.cli.output import Destination, writes

SHORTEST, LONGEST = 5.0, 86_400.0

_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


class Duration(click.ParamType[float]):
    """Seconds, or a number with its unit: 60, 60s, 2m."""

    name = "duration"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the seconds, or fail with one line."""
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)([smh]?)", str(value).strip())
        if match is None:
            self.fail(f"{str(value)[:40]!r} is no duration like 60s or 2m", param, ctx)
        seconds = float(match[1]) * _UNITS[match[2]]
        if not SHORTEST <= seconds <= LONGEST:
            self.fail(f"{value} is not between {SHORTEST:.0f}s and 24h", param, ctx)
        return seconds


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
    type=Duration(),
    default="60s",
    show_default=True,
    metavar="TIME",
    help="About how long to measure, e.g. 60s or 5m; sizes and batches follow it.",
)
@click.option("--save", metavar="FILE", help="Also write the measurements there, as JSON.")
@click.option("--compare", metavar="FILE", help="Compare with a run that was saved.")
@writes()
def command(
    destination: Destination,
    python: str | None,
    env: str | None,
    device: str,
    budget: float,
    save: str | None,
    compare: str | None,
) -> None:
    """Measure what the GPU gains over the CPU: networks, matrix products, copies."""
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
