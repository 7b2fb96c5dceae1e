"""`mps-doctor list`: the checks, or the root causes."""

from __future__ import annotations

import click

from mps_doctor.cli.output import Destination, writes


@click.command("list")
@click.option("--causes", is_flag=True, help="List the root causes instead of the checks.")
@writes(("console", "json", "markdown", "html"))
def command(destination: Destination, causes: bool) -> None:
    """List the checks by family, or the root causes."""
    from mps_doctor.features.explain import pages, view

    if causes:
        vocabulary = pages.list_causes()
        destination.write(vocabulary, lambda: view.view_causes(vocabulary))
        return
    checks = pages.list_checks()
    destination.write(checks, lambda: view.view_checks(checks))
