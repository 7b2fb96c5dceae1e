"""`mps-doctor schema`: the JSON Schema of all documents, or of the configuration."""

import json

import click


@click.command("schema")
@click.option("--config", is_flag=True, help="The schema of [tool.mps-doctor] instead.")
def command(config: bool) -> None:
    """Print the JSON Schema of all documents, or of the configuration."""
    from mps_doctor.features import schema

    made = schema.configuration_schema() if config else schema.document_schema()
    click.echo(json.dumps(made, indent=1))
