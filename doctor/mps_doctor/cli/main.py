"""The command line: finds the command, turns errors into one line and an exit code."""

from __future__ import annotations

import errno
import importlib
import os
import signal
import sys
from typing import NoReturn

import click

from mps_doctor import __version__
from mps_doctor.cli.options import nearest
from mps_doctor.system.interruption import interrupt

USAGE = 2
DOCTOR_FAILED = 3
INTERRUPTED = 130

COMMANDS = {
    "check": "Examine a Python environment; this runs when no command is named.",
    "diagnose": "Judge a pasted report, traceback or error text.",
    "fix": "Show the fixes as a plan; with --apply, do them and tell what changed.",
    "plan": "Tell what another torch, macOS or Python would change, without trying it.",
    "compare": "Compare two examinations, and tell which difference explains the verdict.",
    "snapshot": "Write the facts of an environment, without a judgement.",
    "run": "Run a program untouched; if it dies, diagnose it.",
    "bench": "Measure what the GPU gains over the CPU.",
    "explain": "Explain a check, a cause, a variable or an error text.",
    "list": "List the checks, or the root causes.",
    "fleet": "Ask many Macs at once, and report on what they said.",
    "schema": "Print the JSON Schema of reports, snapshots and errors.",
    "completion": "Print the completion file for bash, zsh or fish.",
}
"""Each is `command` in `mps_doctor.commands.NAME`, imported only when it is asked for."""


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
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `check` in front where no command is named."""
        own = {"--help", "-h", "--version"}
        if not args or (args[0].startswith("-") and args[0] not in own):
            args = ["check", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one gets a suggestion."""
        if args[0] not in COMMANDS:
            ctx.fail(f"no command is called {args[0][:80]!r}{nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="mps-doctor")
def program() -> None:
    """Tell whether PyTorch can use the Apple GPU here; if not, why, and what fixes it.

    With no command, `check` runs: see `mps-doctor check --help` for its options.
    """


def main() -> NoReturn:
    """Run the program; every error becomes one line on stderr and the documented exit code."""
    _be_interrupted_by(signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    try:
        program.main(standalone_mode=False)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.ClickException as error:
        _fail("usage", error.format_message(), _usage_hint(error))
    except (click.Abort, KeyboardInterrupt):
        _end_children()
        sys.stderr.write("mps-doctor: interrupted\n")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone (`| head -1`).
        _give_up_stdout()
        sys.exit(0)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            _report_own_failure()
        _give_up_stdout()
        _fail("input", f"cannot write: {error.strerror}", "make room, or write elsewhere")
    except Exception as error:  # noqa: BLE001  # a bug of ours must exit with 3, never with 1
        if isinstance(error, ValueError) and hasattr(error, "hint"):
            _fail("input", str(error), error.hint)
        _report_own_failure()
    sys.exit(0)


def _be_interrupted_by(*numbers: signal.Signals) -> None:
    """Let Ctrl-C and a polite end from outside end our children too; nohup stays nohup."""
    for number in numbers:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, interrupt)


def _end_children() -> None:
    processes = sys.modules.get("mps_doctor.system.processes")  # not loaded: then there are none
    if processes is not None:
        processes.end_all()


def _report_own_failure() -> NoReturn:
    # Only a bug of ours gets here.
    import traceback

    traceback.print_exc()
    sys.stderr.write("mps-doctor: this is a bug in mps-doctor itself; please report it\n")
    sys.exit(DOCTOR_FAILED)


def _usage_hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"try: {context.command_path} --help" if context else "try: mps-doctor --help"


def _fail(kind: str, message: str, hint: str) -> NoReturn:
    # A message quotes what it complains of: a file's name, a value.
    line = _printable(" ".join(message.split()))
    shown = f"{line} ({hint})" if hint else line
    if _json_asked(sys.argv[1:]):
        from mps_doctor import render as reporters
        from mps_doctor.judgement.report import ErrorDetail, ErrorReport

        document = ErrorReport(error=ErrorDetail(kind=kind, message=line, hint=hint))
        screen = reporters.screen_for(sys.stdout, os.environ, color="never", verbosity=0)
        text = reporters.render(document, "json", screen)
    else:
        text = ""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        _give_up_stdout()
    sys.stderr.write(f"mps-doctor: {shown}\n".encode("ascii", "backslashreplace").decode())
    sys.exit(USAGE)


def _printable(text: str) -> str:
    """Return text in which what a terminal would obey is written as an escape."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode()
        for c in text
    )


def _give_up_stdout() -> None:
    """Let what is still to be written go nowhere, or Python would complain of it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _json_asked(arguments: list[str]) -> bool:
    pairs = zip(arguments, [*arguments[1:], ""], strict=True)
    return any(a in ("--format=json",) or (a == "--format" and b == "json") for a, b in pairs)
