"""`mps-doctor explain`: a check, a cause, a variable or an error text."""

from __future__ import annotations

import click

from mps_doctor.cli.output import Destination, writes


@click.command("explain")
@click.argument("subject", nargs=-1, required=True)
@writes(("console", "json", "markdown", "html"))
def command(destination: Destination, subject: tuple[str, ...]) -> None:
    """Explain a check, a cause, an environment variable or an error message."""
    from mps_doctor.features.explain.pages import explain
    from mps_doctor.features.explain.view import view_pages

    pages = explain(" ".join(subject))
    destination.write(pages, lambda: view_pages(pages))
