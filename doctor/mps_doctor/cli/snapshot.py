"""`mps-doctor snapshot`: write the facts, without a judgement."""

import click

from mps_doctor.cli.options import depth_options, output_option, seconds_for, which_options
from mps_doctor.cli.output import Destination


@click.command("snapshot")
@which_options
@depth_options
@output_option
def command(
    python: str | None,
    env: str | None,
    level: str,
    device: str,
    timeout: float | None,
    output: str | None,
) -> None:
    """Write the facts of an environment, without a judgement, as JSON."""
    from mps_doctor.discovery.interpreter import start

    destination = Destination(output, ("json",))
    running = start(
        python=python, env=env, device=device, level=level, timeout=seconds_for(level, timeout)
    )
    # Loaded here so that it happens while torch imports in the child.
    from mps_doctor.discovery.plugin_facts import with_plugin_facts
    from mps_doctor.facts import encode_machine
    from mps_doctor.features.examination import wait_for
    from mps_doctor.system.redaction import redact_document

    machine = with_plugin_facts(wait_for(running), running.chosen.python)
    destination.write_text(encode_machine(redact_document(machine)).decode() + "\n")
