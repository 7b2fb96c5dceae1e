"""Options that several commands share, and choices that suggest the nearest word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from mps_doctor.render.formats import FORMATS

DEVICES = ("mps", "cpu", "cuda")
LEVELS = ("quick", "standard", "deep")
LONGEST_TIMEOUT = 86_400.0

FEW = 12
"""So many words still fit into an error line."""

Command = Callable[..., Any]


class Suggesting(click.Choice[str]):
    """A choice whose error names the nearest of the known words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word, or fail with one line."""
        if value not in self.choices:
            what = param.opts[0].lstrip("-") if param is not None else "value"
            message = f"no {what} is called {str(value)[:80]!r}"
            self.fail(f"{message}{nearest(str(value), self.choices)}", param, ctx)
        return str(value)


class FormatAt(Suggesting):
    """A format, or a format and the file that it goes to: `json=report.json`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it was given; the word before the sign is a known one."""
        word, sign, file = str(value).partition("=")
        return super().convert(word, param, ctx) + sign + file


def nearest(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean 'x'?", or the known words where none is near and they are few."""
    # Only a mistake needs it, and it costs milliseconds.
    import difflib

    words = list(known)
    near = difflib.get_close_matches(name, words, n=1, cutoff=0.5)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; known: {', '.join(words)}" if len(words) <= FEW else ""


def _with(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def format_option_of(formats: tuple[str, ...]) -> Callable[[Command], Command]:
    """Return the option --format for these formats."""
    return click.option(
        "--format",
        "format_",
        type=FormatAt(formats),
        multiple=True,
        default=("console",),
        metavar="NAME[=FILE]",
        help=f"How to write the report, and where; may be repeated: {', '.join(formats)}.",
    )


format_option = format_option_of(FORMATS)
output_option = click.option(
    "-o", "--output", metavar="FILE", help="Write there instead of standard output."
)
which_options = _with(
    click.option(
        "--python",
        metavar="PATH|NAME",
        help="The interpreter to examine: a path, an environment's folder, or a name like 3.12.",
    ),
    click.option("--env", metavar="NAME", help="The environment to examine, by name or folder."),
)


def _note(context: click.Context, option: click.Parameter, value: object) -> None:
    """Keep an option that no command handles itself."""
    context.meta[f"mps_doctor.{option.name}"] = value


def _noted(name: str) -> Any:
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(f"mps_doctor.{name}")


def is_plain() -> bool:
    """Return whether this command was given `--plain`."""
    return bool(_noted("plain"))


def chosen_plugins() -> dict[str, Any]:
    """Return what `--no-plugins` and `--without-plugin` ask for, as fields of a Judging."""
    return {"plugins": not _noted("no_plugins"), "without": tuple(_noted("without_plugin") or ())}


plugin_options = _with(
    click.option(
        "--no-plugins",
        is_flag=True,
        expose_value=False,
        callback=_note,
        help="Use only the built-in checks.",
    ),
    click.option(
        "--without-plugin",
        multiple=True,
        metavar="NAME",
        expose_value=False,
        callback=_note,
        help="Leave out the checks and facts of this plug-in.",
    ),
)


screen_options = _with(
    click.option(
        "--color",
        type=Suggesting(("auto", "always", "never")),
        default="auto",
        help="Colour on a terminal only (auto), always or never; NO_COLOR is obeyed.",
    ),
    click.option("-v", "--verbose", is_flag=True, help="Show every result with its evidence."),
    click.option("-q", "--quiet", is_flag=True, help="Show the verdict only."),
    click.option(
        "--plain",
        is_flag=True,
        expose_value=False,
        callback=_note,
        help="Words instead of signs and colour, and no live line: for screen readers.",
    ),
)
depth_options = _with(
    click.option(
        "--level",
        type=Suggesting(LEVELS),
        default="standard",
        show_default=True,
        help="quick imports no torch; standard runs the smoke test; deep runs more.",
    ),
    click.option(
        "--device",
        type=Suggesting(DEVICES),
        default="mps",
        show_default=True,
        help="The device of the smoke test; cpu and cuda run the same work.",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(1, LONGEST_TIMEOUT),
        metavar="SECONDS",
        help="Deadline of the whole examination; 120 seconds, 600 for --level deep.",
    ),
)


def seconds_for(level: str, timeout: float | None) -> float:
    """Return the deadline that was asked for, or the one that fits the level.

    A first `import torch` takes up to a minute on a cold disk; some hundred probes take minutes.
    """
    return timeout or (600.0 if level == "deep" else 120.0)


probe_option = click.option(
    "--probe",
    "probes",
    multiple=True,
    metavar="NAME",
    help="Run only this deep probe, or this operation in every dtype; implies --level deep.",
)
judge_options = _with(
    click.option(
        "--select", multiple=True, metavar="ID", help="Run only these checks or families."
    ),
    click.option(
        "--ignore", multiple=True, metavar="ID", help="Leave out these checks or families."
    ),
    click.option(
        "--fail-on",
        type=Suggesting(("error", "warning")),
        default="error",
        show_default=True,
        help="Exit with 1 at this severity or above.",
    ),
)
config_options = _with(
    click.option(
        "--config",
        metavar="FILE",
        help="Read the project's settings there, not in the nearest pyproject.toml.",
    ),
    click.option("--no-config", is_flag=True, help="Read no settings of a project."),
)
