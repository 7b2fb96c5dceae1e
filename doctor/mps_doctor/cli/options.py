"""Options that several commands share, and the page of help that groups them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from mps_doctor.render import FORMATS as FORMATS
from mps_doctor.system.errors import suggest

if TYPE_CHECKING:
    from mps_doctor.system.configuration import Configuration

DEVICES = ("mps", "cpu", "cuda")
LEVELS = ("quick", "standard", "deep")

UNITS = {"s": 1, "m": 60, "h": 3600}
"""Of a time, in seconds."""

Command = Callable[..., Any]

GROUPS = {
    "Most used": (
        *("python", "env", "all_", "apply_", "yes", "undo"),
        *("level", "format_", "output", "verbose"),
    ),
    "What to examine": ("snapshot", "device", "probes", "timeout"),
    "What counts": (
        *("select", "ignore", "fail_on", "expect", "baseline", "configuration", "no_config"),
        *("no_plugins", "without_plugin"),
    ),
}
"""Sections of a long help page; what none names stands last."""


class Grouped(click.Command):
    """A command whose many options are listed in groups, the most used first."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        params = self.get_params(ctx)
        records = {str(p.name): row for p in params if (row := p.get_help_record(ctx)) is not None}
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([records.pop(name) for name in names if name in records])
        with formatter.section("Display"):
            formatter.write_dl(list(records.values()))


class Suggesting(click.Choice[str]):
    """A choice whose error names the nearest of the known words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word, or fail with one line."""
        if value not in self.choices:
            what = param.opts[-1].lstrip("-") if param is not None else "value"
            self.fail(suggest(str(value), self.choices, what=what), param, ctx)
        return str(value)


class Number(click.IntRange):
    """A whole number between two."""

    name = "whole number"


class FormatAt(Suggesting):
    """A format, or a format and the file that it goes to: `json=report.json`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the text as it was given; the word before the sign is a known one."""
        word, sign, file = str(value).partition("=")
        if sign and not file:
            self.fail(f"--format {word}= names no file", param, ctx)
        return super().convert(word, param, ctx) + sign + file


def given(text: str) -> str:
    """Return the text; an empty one, as an unset variable of a shell gives, is a usage error."""
    if not text:
        raise click.BadParameter("it is empty")
    return text


def duration(value: str | float) -> float:
    """Return the seconds of a time as people write it: `90`, `90s`, `1.5m` or `1m30s`.

    A time is at least one second and at most a day.
    """
    if not isinstance(value, str):
        return value  # from the project's file, which has checked it
    text = value.strip().lower()
    parts = text if text.endswith(tuple(UNITS)) else f"{text}s"
    if re.fullmatch(r"(?:\d+(?:\.\d*)?[smh])+", parts, re.ASCII):
        found = re.findall(r"([\d.]+)([smh])", parts)
        total = sum(float(number) * UNITS[unit] for number, unit in found)
        if 1 <= total <= 86_400:
            return total
    hint = "write it as 90, 90s, 2m or 1h30m: from one second to a day"
    raise click.BadParameter(f"{value[:40]!r} is not a time ({hint})")


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return several options as one decorator."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def refuse_together(*given: tuple[str, Any]) -> None:
    """Raise UsageError where more than one of these options is given."""
    named = [name for name, value in given if value]
    if len(named) > 1:
        raise click.UsageError(f"{named[0]} and {named[1]} cannot be used together")


def format_option(formats: tuple[str, ...]) -> Callable[[Command], Command]:
    """Return the option --format for these formats."""
    return click.option(
        "--format",
        "format_",
        type=FormatAt(formats),
        multiple=True,
        default=("console",),
        metavar="NAME[=FILE]",
        help=f"Output format, and where to; may be repeated: {', '.join(formats)}.",
    )


output_option = click.option("-o", "--output", type=given, metavar="FILE", help="Write to FILE.")
which_options = together(
    click.option(
        "--python",
        type=given,
        metavar="PATH|NAME",
        help="The Python to examine: a path, an environment's folder, or a name like 3.12.",
    ),
    click.option(
        "--env",
        type=given,
        metavar="NAME",
        help="The environment to examine, by name or folder.",
    ),
)
snapshot_option = click.option(
    "--snapshot",
    type=given,
    metavar="FILE",
    help="Use facts recorded by `mps-doctor snapshot` instead.",
)
screen_options = together(
    click.option(
        "--color",
        type=Suggesting(("auto", "always", "never")),
        default="auto",
        help="Colour on a terminal only (auto), always or never; NO_COLOR is obeyed.",
    ),
    click.option("-v", "--verbose", is_flag=True, help="Show every check with its evidence."),
    click.option("-q", "--quiet", is_flag=True, help="Show the headline only."),
    click.option("--plain", is_flag=True, help="Words instead of signs, for screen readers."),
)
depth_options = together(
    click.option(
        "--level",
        type=Suggesting(LEVELS),
        default="standard",
        show_default=True,
        help="quick doesn't import torch; standard runs a GPU test; deep runs hundreds.",
    ),
    click.option(
        "--device",
        type=Suggesting(DEVICES),
        default="mps",
        show_default=True,
        help="The device to test.",
    ),
    click.option(
        "--timeout",
        type=duration,
        metavar="TIME",
        help="Time limit, such as 90, 90s or 2m; default 2m, or 10m for --level deep.",
    ),
)


def seconds_for(level: str, timeout: float | None) -> float:
    """Return the deadline that was asked for, or the one that fits the level.

    A first `import torch` takes up to a minute on a cold disk; some hundred probes take minutes.
    """
    return timeout or (600.0 if level == "deep" else 120.0)


def _read_config(
    context: click.Context, _option: click.Parameter, file: str | None
) -> Configuration:
    """Read the project's file; the options that are not given take their values from it."""
    from mps_doctor.system.configuration import NOT_CONFIGURED, load_configuration
    from mps_doctor.system.files import own_home

    if context.meta.get("no_config"):
        refuse_together(("--config", file), ("--no-config", True))
        return NOT_CONFIGURED
    configuration = load_configuration(file=file, home=own_home())
    settings, require = configuration.settings, configuration.settings.require
    demanded = (settings.level or "standard", require.level or "quick")
    values = {
        "level": max(demanded, key=LEVELS.index) if require.level else settings.level,
        "device": settings.device or require.device,
        "timeout": settings.timeout,
        "fail_on": settings.fail_on,
    }
    context.default_map = {name: value for name, value in values.items() if value is not None}
    context.meta["config"] = file
    return configuration


def _note_no_config(context: click.Context, _option: click.Parameter, given: bool) -> None:
    context.meta["no_config"] = given
    refuse_together(("--config", context.meta.get("config")), ("--no-config", given))


config_options = together(
    click.option(
        "--no-config",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_note_no_config,
        help="Read no settings of a project.",
    ),
    click.option(
        "--config",
        "configuration",
        metavar="FILE",
        is_eager=True,
        callback=_read_config,
        help="Read the project's settings there, not in the nearest pyproject.toml.",
    ),
)
"""Both are eager: the project's values are the defaults of the other options.

The command receives the `configuration`.
"""
