"""`mps-doctor explain`: what is known of an id, an error text or a question."""

import click

from mps_doctor.cli.output import Destination, writes


@click.command("explain")
@click.argument("subject", nargs=-1, required=True)
@writes(("console", "json", "markdown", "html"))
def command(destination: Destination, subject: tuple[str, ...]) -> None:
    """Explain a check, a cause, a variable, an error text, or a topic such as gloo."""
    from mps_doctor.features.explain import explain, view_pages

    pages = explain(" ".join(subject))
    destination.write(pages, lambda: view_pages(pages))
