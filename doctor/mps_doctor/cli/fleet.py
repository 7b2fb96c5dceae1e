"""`mps-doctor fleet`: check many Macs: ask them, and report on what they answered."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from mps_doctor.cli.options import (
    DEVICES,
    FORMATS,
    Number,
    Suggesting,
    depth_options,
    output_option,
    seconds_for,
)
from mps_doctor.cli.output import Destination, LiveLine, writes

if TYPE_CHECKING:
    from mps_doctor.features.fleet.values import Entry

REPORT_FORMATS = (*FORMATS, "csv")


@click.group("fleet", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Check many Macs: ask them, and report on what they answered."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


_against_option = click.option(
    "--against",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Show what changed since an earlier report in JSON.",
)
_python_option = click.option(
    "--python",
    "pythons",
    multiple=True,
    metavar="PATH",
    help="Interpreter or environment to examine on the hosts; may be repeated.",
)


@command.command("report")
@click.argument("paths", nargs=-1, required=True, metavar="DIR|FILE…")
@click.option(
    "--device", type=Suggesting(DEVICES), default="mps", show_default=True, help="Judge this one."
)
@_against_option
@writes(REPORT_FORMATS)
def report(destination: Destination, paths: tuple[str, ...], **options: Any) -> None:
    """Report on the answers of many hosts, however they came home.

    Snapshots, reports, streams of the probe, compact words and exports of device managers, in
    folders or named one by one.
    """
    from mps_doctor.features.fleet.summarising import find_files

    _report(destination, lambda _: (*find_files([Path(path) for path in paths]), False), **options)


def _report(
    destination: Destination,
    find: Callable[[LiveLine], tuple[list[str], list[str], bool]],
    *,
    device: str,
    against: str | None,
) -> NoReturn:
    """Write the report on the files that `find` returns, with what was left out of them.

    The third that it returns is whether the user interrupted it.
    """
    from mps_doctor.features.fleet.answers import LEFT_OUT
    from mps_doctor.features.fleet.reading import read_file
    from mps_doctor.features.fleet.summarising import Judge, load_earlier, summarise
    from mps_doctor.features.fleet.view import view_fleet

    started = time.time()
    earlier = load_earlier(Path(against)) if against else None
    judge = Judge(device=device)
    entries: list[Entry] = []
    with LiveLine(destination) as line:
        files, left_out, interrupted = find(line)
        # An earlier report of ours may be renewed.
        destination.spare(
            file
            for file in destination.among(files)
            if any(answer.entry.reason != LEFT_OUT for answer in read_file(Path(file)))
        )
        for number, file in enumerate(files):
            line.show("judging answers", number, len(files))
            entries += judge.judge_file(Path(file))
    document = summarise(
        entries, started=started, earlier=earlier, left_out=left_out, interrupted=interrupted
    )
    every = destination.verbosity > 0
    destination.write(document, lambda: view_fleet(document, every=every), names_hosts=True)
    sys.exit(document.exit_code)


@command.command("script")
@click.option(
    "--form",
    type=Suggesting(("lines", "compact", "jamf")),
    default="compact",
    show_default=True,
    help="What the script prints: JSON Lines, below 10,000 characters, or that for Jamf.",
)
@depth_options
@click.option("--exit-code", is_flag=True, help="Leave with 1 or 4 where the host is not HEALTHY.")
@_python_option
@output_option
def script(
    form: str,
    level: str,
    device: str,
    timeout: float | None,
    exit_code: bool,
    pythons: tuple[str, ...],
    output: str | None,
) -> None:
    """Write the one file that a host runs, for a device manager.

    A shell script that holds the probe; it installs nothing, and a host without Python answers.
    What it prints begins with HEALTHY, BROKEN cause, NOT-A-MAC, NO-TORCH or UNKNOWN why.
    """
    from mps_doctor.features.probe_script import make_host_script

    text = make_host_script(
        level=level,
        device=device,
        timeout=int(seconds_for(level, timeout)),
        form=form,
        exit_code=exit_code,
        pythons=pythons,
    )
    Destination(output).write_text(text)
    if output not in (None, "-"):
        Path(output).chmod(0o755)


@command.command("run")
@click.option(
    "-i",
    "--inventory",
    "inventories",
    multiple=True,
    required=True,
    metavar="FILE|DIR|HOSTS",
    help="Ansible inventory, or host names with a comma after each; may be repeated.",
)
@click.option("--limit", default="", metavar="PATTERN", help="Only these hosts or groups.")
@click.option(
    "--forks",
    type=Number(1, 1000),
    default=20,
    show_default=True,
    help="How many hosts are asked at once.",
)
@depth_options
@_python_option
@click.option(
    "--ansible-arg",
    "ansible_arguments",
    multiple=True,
    metavar="ARG",
    help="Passed on to ansible-playbook, such as --become or --private-key=FILE.",
)
@click.option(
    "-o", "--output", "folder", required=True, metavar="DIR", help="Where the answers are kept."
)
@_against_option
@writes(REPORT_FORMATS, to_file=False)
def run(
    destination: Destination,
    inventories: tuple[str, ...],
    limit: str,
    forks: int,
    level: str,
    device: str,
    timeout: float | None,
    pythons: tuple[str, ...],
    ansible_arguments: tuple[str, ...],
    folder: str,
    **options: Any,
) -> None:
    """Ask the hosts of an Ansible inventory, and report on what they answer.

    Each host gets one file and runs it with its own Python, or with the environments that the
    variable mps_doctor_python names for it or its group; nothing is installed.  The answers are
    kept in DIR as they come: `mps-doctor fleet report DIR` reads them again.
    """
    from mps_doctor.features.fleet.running import ask_hosts, list_arguments
    from mps_doctor.features.probe_script import make_host_script

    seconds = int(seconds_for(level, timeout))

    def ask(line: LiveLine) -> tuple[list[str], list[str], bool]:
        files, interrupted = ask_hosts(
            list_arguments(inventories, limit, forks, ansible_arguments),
            Path(folder),
            script=make_host_script(level=level, device=device, timeout=seconds, pythons=pythons),
            timeout=seconds,
            on_answer=lambda answers, hosts: line.show("asking hosts", answers, hosts),
        )
        return files, [], interrupted

    _report(destination, ask, device=device, **options)
