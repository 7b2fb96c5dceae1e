"""`mps-doctor diagnose`: judge what somebody pasted."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from mps_doctor.cli.options import Suggesting, given
from mps_doctor.cli.output import Destination, LiveLine, worst_of, write_error, write_out, writes


@click.command("diagnose")
@click.argument("files", nargs=-1, type=given, metavar="[FILE|FOLDER|-]...")
@click.option(
    "--fail-on",
    type=Suggesting(("error", "warning")),
    default="error",
    help="Exit with 1 at this severity or above.",
)
@writes()
def command(destination: Destination, files: tuple[str, ...], fail_on: str) -> None:
    """Judge a pasted report, traceback or error text; - is standard input.

    Of several files or a folder, each gets a report; `--format jsonl` writes them as they come.
    """
    if len(files) > 1 or (files and Path(files[0]).is_dir()):
        _judge_many(destination, files, fail_on)
    # A pile of files is judged by other processes, which load it themselves.
    from mps_doctor.features.diagnose import diagnose
    from mps_doctor.views.report import view_report

    text, name = _read_text(files[0] if files else "-")
    report = diagnose(text, name=name, fail_on=fail_on)  # type: ignore[arg-type]
    destination.write(report, lambda: view_report(report))
    sys.exit(report.verdict.exit_code)


def _judge_many(destination: Destination, files: tuple[str, ...], fail_on: str) -> NoReturn:
    # Only a pile of files needs it.
    from mps_doctor.features.diagnose import diagnose_files
    from mps_doctor.judgement.report import ReportList, decode
    from mps_doctor.judgement.verdict import INCONCLUSIVE
    from mps_doctor.system.files import files_in
    from mps_doctor.views.environments import view_environments

    found, skipped = files_in([Path(file) for file in files])
    destination.spare(found)
    codes: list[int] = []
    lines: list[bytes] = []
    # What begins with a dot is no report: .DS_Store.
    others = (file for file in skipped if not Path(file).name.startswith("."))
    unread = [f"{file} is no regular file" for file in others]
    with LiveLine(destination) as line:
        for judged in diagnose_files(found, fail_on):  # type: ignore[arg-type]
            codes.append(judged.code)
            line.show("judging reports", len(codes), len(found))
            if judged.unread:
                unread.append(judged.unread)
            elif destination.streams:
                write_out(sys.stdout, f"{judged.line.decode()}\n")
            else:
                lines.append(judged.line)
    write_error(*(f"mps-doctor: not judged: {why}" for why in unread))
    if lines:
        reports = ReportList(reports=tuple(map(decode, lines)))
        destination.write(reports, lambda: view_environments(reports))
    sys.exit(worst_of([*codes, INCONCLUSIVE] if unread else codes))


def _read_text(file: str) -> tuple[bytes, str]:
    from mps_doctor.facts import MAX_SNAPSHOT_BYTES
    from mps_doctor.pasted.cleaning import is_text
    from mps_doctor.system.errors import InputError
    from mps_doctor.system.files import read_given

    if file == "-" and sys.stdin.isatty():
        sys.stderr.write("Paste the report or error, then press Ctrl-D.\n")
    data = read_given(Path(file), MAX_SNAPSHOT_BYTES)
    if not data.strip() or not is_text(data):
        shown = "standard input" if file == "-" else file
        raise InputError(f"{shown} {'is not text' if data.strip() else 'is empty'}")
    return data, Path(file).name
