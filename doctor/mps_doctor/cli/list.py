"""`mps-doctor list`: the checks, or the root causes."""

from __future__ import annotations

import click

from mps_doctor.cli.options import Suggesting


@click.command("list")
@click.option("--format", "format_", type=Suggesting(("console", "json")), default="console")
@click.option("--causes", is_flag=True, help="List the root causes instead of the checks.")
def command(format_: str, causes: bool) -> None:
    """List the checks with their families, or the root causes."""
    from mps_doctor.features import explain as catalogue

    rows = catalogue.list_causes() if causes else catalogue.list_checks()
    text = catalogue.as_json(rows) if format_ == "json" else catalogue.as_text(rows)
    click.echo(text)
