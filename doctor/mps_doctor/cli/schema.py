"""`mps-doctor schema`: the JSON Schema of all documents, or of the configuration."""

from __future__ import annotations

import importlib

import click


@click.command("schema")
@click.option("--config", is_flag=True, help="The schema of [tool.mps-doctor] instead.")
def command(config: bool) -> None:
    """Print the JSON Schema of all documents, or of the configuration."""
    module = importlib.import_module(
        "mps_doctor.system.configuration" if config else "mps_doctor.judgement.report"
    )
    click.echo(module.SCHEMA_FILE.read_text(encoding="utf-8"), nl=False)
