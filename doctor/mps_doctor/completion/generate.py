"""Makes the completion files from the commands and the ids.

`python -m mps_doctor.completion.generate` writes them; a test compares the files and the commands.
Ids of plug-ins are not in them: the files are made before anyone installs one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from mps_doctor.cli.main import program
from mps_doctor.judgement.engine import load_checks
from mps_doctor.knowledge import causes, variables

FOLDER = Path(__file__).parent
FILES = {"bash": "mps-doctor.bash", "zsh": "_mps-doctor", "fish": "mps-doctor.fish"}
FIRST = "check"
"""The command that runs where none is named."""

MADE = "Made by `python -m mps_doctor.completion.generate`; do not edit."


@dataclass(frozen=True)
class Option:
    """One option: how it is written, and what may follow it."""

    names: tuple[str, ...]
    help: str
    takes_value: bool
    words: tuple[str, ...] = ()
    """What may follow; where there is nothing, a file may."""


@dataclass(frozen=True)
class Command:
    """One command, under its name: `check`, or `fleet run`."""

    name: str
    help: str
    options: tuple[Option, ...]
    words: tuple[str, ...] = ()
    """What may stand as its argument; where there is nothing, a file may."""


def read_commands() -> tuple[Command, ...]:
    """Return every command with its options."""
    return tuple(_commands(program, ""))


def generate(shell: str) -> str:
    """Return the completion file for `bash`, `zsh` or `fish`."""
    commands = read_commands()
    match shell:
        case "bash":
            return _bash(commands)
        case "zsh":
            return _zsh(commands)
        case _:
            return _fish(commands)


def _commands(group: click.Group, before: str) -> Iterator[Command]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        full = f"{before}{name}"
        help = command.get_short_help_str(limit=100)
        options = tuple(_options(command))
        if isinstance(command, click.Group):
            yield Command(full, help, options, tuple(command.list_commands(context)))
            yield from _commands(command, f"{full} ")
        else:
            yield Command(full, help, options, _arguments(command))


def _options(command: click.Command) -> Iterator[Option]:
    yield Option(("--help",), "Show the options.", takes_value=False)
    for item in command.params:
        if isinstance(item, click.Option):
            yield Option(
                (*item.opts, *item.secondary_opts),
                " ".join((item.help or "").split()),
                takes_value=not item.is_flag and not item.count,
                words=_words_of(item),
            )


def _words_of(item: click.Parameter) -> tuple[str, ...]:
    if isinstance(item.type, click.Choice):
        return tuple(str(choice) for choice in item.type.choices)
    if item.name in ("select", "ignore"):
        checks = load_checks(plugins=False).checks
        return tuple(dict.fromkeys((*(c.family for c in checks), *(c.id for c in checks))))
    return ()


def _arguments(command: click.Command) -> tuple[str, ...]:
    if command.name == "completion":
        return tuple(FILES)
    if command.name == "explain":
        checks = (item.id for item in load_checks(plugins=False).checks)
        return tuple(dict.fromkeys((*checks, *causes.all_causes(), *variables.names())))
    return ()


# ---- bash and zsh -------------------------------------------------------------------------------

_BASH = """\
# bash completion for mps-doctor; works from bash 3.2, which macOS has.
# {made}
_mps_doctor() {{
  local cur prev command
  COMPREPLY=()
  cur="${{COMP_WORDS[COMP_CWORD]}}"
  prev="${{COMP_WORDS[COMP_CWORD-1]}}"
  # --format=json comes as three words.
  if [ "$cur" = "=" ]; then cur=""; fi
  if [ "$prev" = "=" ]; then prev="${{COMP_WORDS[COMP_CWORD-2]}}"; fi
  command="{first}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "${{COMP_WORDS[1]}}" in
{names}
    esac
  fi
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "${{COMP_WORDS[1]}} ${{COMP_WORDS[2]}}" in
{inner}
    esac
  fi
  case "$command:$prev" in
{values}
  esac
  case "$cur" in
    -*)
      case "$command" in
{options}
      esac
      return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W "{commands}" -- "$cur") )
    return
  fi
  case "$command" in
{arguments}
  esac
}}
complete -o default -F _mps_doctor mps-doctor
"""

_ZSH = """\
#compdef mps-doctor
# zsh completion for mps-doctor.
# {made}
_mps_doctor() {{
  local cur="$words[CURRENT]" prev="$words[CURRENT-1]" command="{first}"
  case "$cur" in
    --*=*) prev="${{cur%%=*}}"; compset -P '*=' ;;
  esac
  if (( CURRENT > 2 )); then
    case "$words[2]" in
{names}
    esac
  fi
  if (( CURRENT > 3 )); then
    case "$words[2] $words[3]" in
{inner}
    esac
  fi
  case "$command:$prev" in
{values}
  esac
  case "$cur" in
    -*)
      case "$command" in
{options}
      esac
      return ;;
  esac
  if (( CURRENT == 2 )); then
    compadd -- {commands}
    return
  fi
  case "$command" in
{arguments}
    *) _files ;;
  esac
}}
_mps_doctor "$@"
"""


def _bash(commands: tuple[Command, ...]) -> str:
    return _filled(
        _BASH,
        commands,
        lambda words: f'COMPREPLY=( $(compgen -W "{" ".join(words)}" -- "$cur") )',
        file="",
    )


def _zsh(commands: tuple[Command, ...]) -> str:
    return _filled(_ZSH, commands, lambda words: f"compadd -- {' '.join(words)}", file="_files; ")


def _filled(template: str, commands: tuple[Command, ...], offer: object, *, file: str) -> str:
    assert callable(offer)
    tops = [item.name for item in commands if " " not in item.name]
    inner = [item.name for item in commands if " " in item.name]
    values = []
    for command in commands:
        for option in command.options:
            if option.takes_value:
                pattern = "|".join(f'"{command.name}:{name}"' for name in option.names)
                reply = f"{offer(option.words)}; " if option.words else file
                values.append(f"    {pattern}) {reply}return ;;")
    options = [
        f'        "{item.name}") {offer([n for o in item.options for n in o.names])} ;;'
        for item in commands
    ]
    arguments = [f'    "{item.name}") {offer(item.words)} ;;' for item in commands if item.words]
    return template.format(
        made=MADE,
        first=FIRST,
        names=f'      {"|".join(tops)}) command="{_nth(template, 1)}" ;;',
        inner="\n".join(f'      "{name}") command="{name}" ;;' for name in inner) or "      *) ;;",
        values="\n".join(values),
        options="\n".join(options),
        arguments="\n".join(arguments),
        commands=" ".join(tops),
    )


def _nth(template: str, number: int) -> str:
    return f"$words[{number + 1}]" if template is _ZSH else f"${{COMP_WORDS[{number}]}}"


# ---- fish ---------------------------------------------------------------------------------------


def _fish(commands: tuple[Command, ...]) -> str:
    tops = [item for item in commands if " " not in item.name]
    names = " ".join(item.name for item in tops)
    lines = ["# fish completion for mps-doctor.", f"# {MADE}"]
    none_yet = f"not __fish_seen_subcommand_from {names}"
    lines += [
        f"complete -c mps-doctor -n '{none_yet}' -a {item.name} -d {_quoted(item.help)}"
        for item in tops
    ]
    for item in commands:
        seen = "; and ".join(f"__fish_seen_subcommand_from {n}" for n in item.name.split())
        if item.words:
            lines.append(
                f"complete -c mps-doctor -n '{seen}' -f -a {_quoted(' '.join(item.words))}"
            )
        for condition in [seen, none_yet] if item.name == FIRST else [seen]:
            start = f"complete -c mps-doctor -n '{condition}'"
            lines += [f"{start} {_fish_option(option)}" for option in item.options]
    return "\n".join(lines) + "\n"


def _fish_option(option: Option) -> str:
    parts = [f"-l {name[2:]}" if name[1] == "-" else f"-s {name[1:]}" for name in option.names]
    if option.words:
        parts.append(f"-x -a {_quoted(' '.join(option.words))}")
    elif option.takes_value:
        parts.append("-r")
    if option.help:
        parts.append(f"-d {_quoted(option.help)}")
    return " ".join(parts)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


if __name__ == "__main__":
    for shell, file in FILES.items():
        (FOLDER / file).write_text(generate(shell), encoding="utf-8")
