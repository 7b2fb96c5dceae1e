"""`mps-doctor list`: the checks, the root causes, or the topics."""

import click

from mps_doctor.cli.options import refuse_together
from mps_doctor.cli.output import Destination, writes


@click.command("list")
@click.option("--causes", is_flag=True, help="List the root causes instead of the checks.")
@click.option("--topics", is_flag=True, help="List the questions that `explain` answers.")
@writes(("console", "json", "markdown", "html"))
def command(destination: Destination, causes: bool, topics: bool) -> None:
    """List the checks by family, the root causes, or the topics."""
    from mps_doctor.features import explain
    from mps_doctor.knowledge.causes import all_causes
    from mps_doctor.knowledge.rows.topics import TOPICS

    refuse_together(("--causes", causes), ("--topics", topics))
    if causes:
        vocabulary = tuple(all_causes().values())
        destination.write(vocabulary, lambda: explain.view_causes(vocabulary))
    elif topics:
        destination.write(TOPICS, explain.view_topics)
    else:
        checks = explain.list_checks()
        destination.write(checks, lambda: explain.view_checks(checks))
