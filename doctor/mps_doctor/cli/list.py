"""`mps-doctor list`: the checks, the root causes, or the topics."""

import click

from mps_doctor.cli.output import Destination, writes


@click.command("list")
@click.option("--causes", is_flag=True, help="List the root causes instead of the checks.")
@click.option("--topics", is_flag=True, help="List the questions that `explain` answers.")
@writes(("console", "json", "markdown", "html"))
def command(destination: Destination, causes: bool, topics: bool) -> None:
    """List the checks by family, the root causes, or the topics."""
    from mps_doctor.features.explain import pages, view

    if causes and topics:
        raise click.UsageError("--causes and --topics exclude each other")
    if causes:
        vocabulary = pages.list_causes()
        destination.write(vocabulary, lambda: view.view_causes(vocabulary))
    elif topics:
        destination.write(pages.list_topics(), view.view_topics)
    else:
        checks = pages.list_checks()
        destination.write(checks, lambda: view.view_checks(checks, pages.list_topics()))
