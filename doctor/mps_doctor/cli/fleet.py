"""`mps-doctor fleet`: many Macs at once: ask them, and report on what they said."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mps_doctor.cli.options import (
    DEVICES,
    LEVELS,
    Suggesting,
    format_option_of,
    nearest,
    screen_options,
)
from mps_doctor.cli.output import Destination, write_whole
from mps_doctor.render.formats import FLEET_FORMATS

if TYPE_CHECKING:
    from mps_doctor.features.fleet.values import FleetReport
    from mps_doctor.render import Screen

COMMANDS = {
    "report": "Report on the answers of many hosts, whatever brought them.",
    "run": "Ask the hosts of an Ansible inventory.",
    "script": "Write the one file that a host runs, for a device manager.",
}


class Fleet(click.Group):
    """The three commands; an unknown one gets a suggestion."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command."""
        if args[0] not in COMMANDS:
            ctx.fail(f"no fleet command is called {args[0][:80]!r}{nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group("fleet", cls=Fleet)
def command() -> None:
    """Ask many Macs at once, and report on what they said."""


_format_option = format_option_of(FLEET_FORMATS)
_against_option = click.option(
    "--against", metavar="DIR|FILE", help="Tell what changed since an earlier run."
)
_level_option = click.option(
    "--level",
    type=Suggesting(LEVELS),
    default="standard",
    show_default=True,
    help="quick imports no torch; standard runs the smoke test; deep runs more.",
)
_device_option = click.option(
    "--device",
    type=Suggesting(DEVICES),
    default="mps",
    show_default=True,
    help="The device that torch is to use.",
)


@command.command("report")
@click.argument("paths", nargs=-1, required=True, metavar="DIR|FILE…")
@_against_option
@_device_option
@click.option(
    "--processes", type=click.IntRange(1, 256), metavar="N", help="Default: one for each core."
)
@_format_option
@click.option("-o", "--output", metavar="FILE", help="Write there instead of standard output.")
@screen_options
def report(
    paths: tuple[str, ...],
    against: str | None,
    device: str,
    processes: int | None,
    format_: tuple[str, ...],
    output: str | None,
    color: str,
    verbose: bool,
    quiet: bool,
) -> None:
    """Report on the answers of many hosts, whatever brought them.

    Snapshots, reports, streams of the probe, compact words and exports of device managers, in
    folders or named one by one.
    """
    from mps_doctor.features.fleet.collecting import find_files, judge_files
    from mps_doctor.features.fleet.summarising import load_earlier, summarise

    started = time.time()
    destination = _Destination(output, format_, color, verbose, quiet)
    files, left_out = find_files([Path(path) for path in paths])
    earlier = load_earlier(Path(against)) if against else None

    def show(done: int) -> None:
        destination.progress(f"{min(done, len(files))} of {len(files)} files")

    entries = judge_files(files, device=device, processes=processes, on_done=show)
    document = summarise(entries, started=started, against=earlier, left_out=left_out)
    destination.write_fleet(document)
    sys.exit(document.exit_code)


@command.command("script")
@click.option(
    "--form",
    type=Suggesting(("lines", "compact", "jamf")),
    default="compact",
    show_default=True,
    help="What the script prints: JSON Lines, below 10,000 characters, or that for Jamf.",
)
@_level_option
@_device_option
@click.option("--timeout", type=click.IntRange(10, 86_400), default=120, show_default=True)
@click.option("--exit-code", is_flag=True, help="Leave with 1 or 4 where the host is not HEALTHY.")
@click.option(
    "--python",
    "pythons",
    multiple=True,
    metavar="PATH",
    help="Interpreter or environment to examine; may be repeated. Default: the host's own.",
)
@click.option("-o", "--output", metavar="FILE", help="Write there instead of standard output.")
def script(
    form: str,
    level: str,
    device: str,
    timeout: int,
    exit_code: bool,
    pythons: tuple[str, ...],
    output: str | None,
) -> None:
    """Write the one file that a host runs, for a device manager.

    A shell script that holds the probe; it installs nothing, and a host without Python answers.
    What it prints begins with HEALTHY, BROKEN cause, NOT-A-MAC, NO-TORCH or UNKNOWN why.
    """
    from mps_doctor.features.fleet.script import make_script

    text = make_script(
        level=level,
        device=device,
        timeout=timeout,
        form=form,  # type: ignore[arg-type]  # click has checked the word
        exit_code=exit_code,
        pythons=pythons,
    )
    if output in (None, "-"):
        sys.stdout.write(text)
        return
    file = Path(str(output))
    _check_folder(file)
    write_whole(file, text)
    file.chmod(0o755)


class _Destination(Destination):
    """Where the report on many hosts goes, and the live lines on a terminal."""

    def progress(self, text: str) -> None:
        """Show how far it is, on a terminal."""
        if self.live:
            sys.stderr.write(f"\r\x1b[K{text[:70]}")
            sys.stderr.flush()

    def line(self, text: str) -> None:
        """Show one line for good, on a terminal."""
        if self.live:
            from mps_doctor.render.safe_text import visible

            sys.stderr.write(f"\r\x1b[K{visible(text)[:200]}\n")
            sys.stderr.flush()

    def write_fleet(self, document: FleetReport) -> None:
        """Write the report in each format that was asked for."""
        from mps_doctor.render import fleet

        def render(format: str, screen: Screen) -> str:
            return fleet.render(document, format, screen)

        if self.live:
            sys.stderr.write("\r\x1b[K")
        self.write_rendered(render)


def _check_folder(file: Path) -> None:
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise click.UsageError(f"cannot write {file}: it is a folder, or its folder does not exist")


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
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    help="How many hosts are asked at once.",
)
@_level_option
@_device_option
@click.option(
    "--timeout",
    type=click.IntRange(10, 86_400),
    default=120,
    show_default=True,
    help="Time limit for each interpreter, in seconds.",
)
@click.option(
    "--python",
    "pythons",
    multiple=True,
    metavar="PATH",
    help="Interpreter or environment on hosts for which mps_doctor_python names none.",
)
@click.option(
    "--ansible-arg",
    "ansible_arguments",
    multiple=True,
    metavar="ARG",
    help="Handed to ansible-playbook, such as --become or --private-key=FILE.",
)
@click.option(
    "-o", "--output", "folder", required=True, metavar="DIR", help="Where the answers are kept."
)
@_against_option
@_format_option
@screen_options
def run(
    inventories: tuple[str, ...],
    limit: str,
    forks: int,
    level: str,
    device: str,
    timeout: int,
    pythons: tuple[str, ...],
    ansible_arguments: tuple[str, ...],
    folder: str,
    against: str | None,
    format_: tuple[str, ...],
    color: str,
    verbose: bool,
    quiet: bool,
) -> None:
    """Ask the hosts of an Ansible inventory, and report on what they say.

    Each host gets one file and runs it with its own Python, or with the environments that the
    variable mps_doctor_python names for it or its group; nothing is installed.  The answers are
    kept in DIR as they come: `mps-doctor fleet report DIR` reads them again.
    """
    from mps_doctor.features.fleet import hosts as files
    from mps_doctor.features.fleet import running
    from mps_doctor.features.fleet.collecting import judge_file
    from mps_doctor.features.fleet.judging import Judge
    from mps_doctor.features.fleet.summarising import load_earlier, summarise
    from mps_doctor.features.fleet.values import Entry

    started = time.time()
    destination = _Destination(None, format_, color, verbose, quiet)
    earlier = load_earlier(Path(against)) if against else None
    asked = running.Asked(
        inventories=inventories,
        folder=Path(folder),
        limit=limit,
        forks=forks,
        level=level,
        device=device,
        timeout=timeout,
        pythons=pythons,
        ansible_arguments=ansible_arguments,
    )
    names = running.list_hosts(asked)
    asked.folder.mkdir(parents=True, exist_ok=True)
    judge = Judge(device=device)
    entries: list[Entry] = []
    done: set[str] = set()

    def take(host: str, file: Path) -> None:
        done.add(host)
        for entry in judge_file(judge, file):
            entries.append(entry)
            words = (entry.status or entry.outcome, entry.cause or entry.reason, entry.python)
            destination.line(f"{host}: {' '.join(word for word in words if word)}")
        destination.progress(f"{len(done)} of {len(names)} hosts")

    destination.progress(f"0 of {len(names)} hosts")
    ran = running.run(asked, names, take)
    for host in ran.unfinished:
        reason = "unfinished" if ran.interrupted else "failed"
        file = files.write_answer(asked.folder, host, reason=reason, message="no answer came")
        entries.extend(judge_file(judge, file))
    document = summarise(entries, started=started, against=earlier, interrupted=ran.interrupted)
    destination.write_fleet(document)
    sys.exit(document.exit_code)
