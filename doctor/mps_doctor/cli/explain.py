"""`mps-doctor explain`: a check, a cause, a variable or an error text."""

from __future__ import annotations

import click

from mps_doctor.cli.options import Suggesting


@click.command("explain")
@click.argument("subject", nargs=-1, required=True)
@click.option("--format", "format_", type=Suggesting(("console", "json")), default="console")
def command(subject: tuple[str, ...], format_: str) -> None:
    """Explain a check, a cause, an environment variable or an error message."""
    from mps_doctor.features import explain as catalogue

    pages = catalogue.explain(" ".join(subject))
    click.echo(catalogue.as_json(pages) if format_ == "json" else catalogue.as_pages(pages))
