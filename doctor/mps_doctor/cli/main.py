"""The command line: finds the command, turns errors into one line and an exit code."""

from __future__ import annotations

import errno
import importlib
import os
import signal
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from mps_doctor.cli.output import write_error
from mps_doctor.render.safe_text import visible
from mps_doctor.system.errors import suggest
from mps_doctor.system.interruption import interrupt
from mps_doctor.system.redaction import redact_document
from mps_doctor.system.version import VERSION

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

USAGE = 2
DOCTOR_FAILED = 3
INTERRUPTED = 130

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EBADF)
"""What standard output says that is full, or was closed."""

GROUPS = {
    "Everyday": {
        "check": "Examine an environment (the default command).",
        "fix": "Show the fix as a plan; --apply carries it out.",
        "diagnose": "Diagnose a pasted report, traceback or error text.",
        "explain": "Explain a check, a cause, an error text, or a topic.",
    },
    "More": {
        "snapshot": "Record the facts of an environment.",
        "compare": "Compare two examinations.",
        "plan": "Show what another torch, macOS or Python would change.",
        "run": "Run a program, and diagnose it if it fails.",
        "bench": "Measure how much faster the GPU is than the CPU.",
        "list": "List the checks or the root causes.",
    },
    "Automation": {"fleet": "Check many Macs.", "schema": "Print the JSON Schema of the output."},
}
COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}
"""Each is `command` in `mps_doctor.cli.NAME`, imported only when it is asked for."""


OTHER_NAMES = {
    **{f"--{name}": f"--format {name}" for name in ("json", "jsonl", "html", "markdown", "junit")},
    **{f"--{name}": f"mps-doctor {name}" for name in ("fix", "diagnose", "explain", "list")},
    "--apply": "mps-doctor fix --apply",
    "--only": "--select",
    **dict.fromkeys(("--skip", "--exclude"), "--ignore"),
    "--cpu": "--device cpu",
    "--no-color": "--color never",
    "--deep": "--level deep",
    "--quick": "--level quick",
    "-V": "mps-doctor --version",
}
"""What people type for something that has another name."""


class Hinted(click.ClickException):
    """A usage error that knows the command that was meant."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Program(click.Group):
    """The commands; with none named, `check` runs, with its own options."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order in which a user meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"mps_doctor.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `check` in front where no command is named; `help X` is `X --help`."""
        own = {"--help", "-h", "--version"}
        if args and args[0] == "help":
            args = [*args[1:], "--help"]
        elif not ctx.resilient_parsing and (
            not args or (args[0].startswith("-") and args[0] not in own)
        ):
            args = ["check", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; for a file or a Python say which command takes it."""
        if args[0] not in COMMANDS:
            if hint := _command_for(args[0]):
                name = args[0].rstrip("/").rpartition("/")[2] or args[0]
                raise Hinted(f"{name!r} is not a command", f"try: {hint}")
            ctx.fail(suggest(args[0], COMMANDS, what="command"))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command, or an option of `check`."""
        found = super().shell_complete(ctx, incomplete)
        check = self.get_command(ctx, "check")
        if incomplete.startswith("-") and check is not None:
            found += check.shell_complete(click.Context(check, parent=ctx), incomplete)
        return found


@click.group(
    cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(VERSION, prog_name="mps-doctor")
def program() -> None:
    """Find out whether PyTorch can use this Mac's GPU; if not, why, and how to fix it.

    Without a command, `check` runs; `mps-doctor check --help` lists its options.
    """


def main() -> NoReturn:
    """Run the program; every error becomes one line on stderr and the documented exit code."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # nohup stays nohup
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, interrupt)  # which ends our children too
    try:
        program.main(standalone_mode=False, prog_name="mps-doctor")
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.ClickException as error:
        hint = _hint_for(error)  # which leaves out wild guesses from the message
        message = error.format_message().rstrip(".")
        _fail("usage", f"{message[:1].lower()}{message[1:]}", hint)
    except (click.Abort, KeyboardInterrupt):
        if processes := sys.modules.get("mps_doctor.system.processes"):  # or there are none
            processes.end_all()
        write_error("mps-doctor: interrupted")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone (`| head -1`).
        _give_up_stdout()
        sys.exit(0)
    except Exception as error:  # noqa: BLE001  # a bug of ours must exit with 3, never with 1
        if isinstance(error, ValueError) and hasattr(error, "hint"):
            _fail("input", str(error), error.hint)
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            _give_up_stdout()
            _fail("input", f"cannot write: {error.strerror}", "make room, or write elsewhere")
        # Only a bug of ours gets here.
        import traceback

        said = "mps-doctor: this is a bug in mps-doctor itself; please report it"
        write_error(*traceback.format_exc().splitlines(), said)
        sys.exit(DOCTOR_FAILED)
    sys.exit(0)


def _fail(kind: str, message: str, hint: str) -> NoReturn:
    message, hint = (visible(" ".join(text.split())) for text in (message, hint))
    text = ""
    if _json_asked(sys.argv[1:]):
        from mps_doctor.judgement.report import ErrorDetail, ErrorReport
        from mps_doctor.render.json import render

        document = ErrorReport(error=ErrorDetail(kind=kind, message=message, hint=hint))
        text = render(redact_document(document), unicode=False)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        _give_up_stdout()
    write_error(f"mps-doctor: {message} ({hint})" if hint else f"mps-doctor: {message}")
    sys.exit(USAGE)


def _give_up_stdout() -> None:
    """Let what is still to be written go nowhere, or Python would complain of it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _json_asked(words: list[str]) -> bool:
    """Whether the command was asked for JSON: an error is then a document, too."""
    own = words[: words.index("--")] if "--" in words else words
    formats = {word for option, word in pairwise(own) if option == "--format"}
    return "--format=json" in own or not formats.isdisjoint(("json", "json=-"))


def _command_for(word: str) -> str:
    """Return the command line for a file or an interpreter that stands where a command should."""
    path = Path(word)
    if word == "version":
        return "mps-doctor --version"
    if path.name.startswith("python") or (path / "pyvenv.cfg").exists():
        return f"mps-doctor --python {word}"
    if path.is_file():
        return f"mps-doctor {'--snapshot' if path.suffix == '.json' else 'diagnose'} {word}"
    return f"mps-doctor diagnose {word}" if path.is_dir() else ""


def _hint_for(error: click.ClickException) -> str:
    """Return what to try after a usage error."""
    if isinstance(error, Hinted):
        return error.hint
    context = error.ctx if isinstance(error, click.UsageError) else None
    if isinstance(error, click.NoSuchOption):
        # click's own guesses are wild: only a slip of the fingers is one.
        error.possibilities = [  # type: ignore[misc]  # it is a list
            name for name in error.possibilities or () if _is_slip(name, error.option_name)
        ]
        for name in (error.option_name, *OTHER_NAMES):
            if name in OTHER_NAMES and _is_slip(name, error.option_name):
                return f"try: {OTHER_NAMES[name]}"
    if context is None:
        return "try: mps-doctor --help"
    words = error.message.partition("(")[2].rstrip(").").split()
    options = {name for each in context.command.params for name in each.opts}
    option = next((f"--{word}" for word in words if f"--{word}" in options), "--help")
    return f"try: {context.command_path} {option}"


def _is_slip(one: str, other: str) -> bool:
    # Only a mistake needs it.
    import difflib

    return difflib.SequenceMatcher(None, one, other).ratio() > 0.8
