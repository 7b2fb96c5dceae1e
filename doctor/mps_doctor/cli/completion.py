"""`mps-doctor completion`: the completion file of a shell."""

from __future__ import annotations

from pathlib import Path

import click

from mps_doctor.cli.options import Suggesting

FILES = {"bash": "mps-doctor.bash", "zsh": "_mps-doctor", "fish": "mps-doctor.fish"}
FOLDER = Path(__file__).resolve().parents[1] / "completion"


@click.command("completion")
@click.argument("shell", type=Suggesting(tuple(FILES)))
def command(shell: str) -> None:
    """Print the completion of commands, options and ids for bash, zsh or fish.

    \b
    bash (3.2, which macOS has, and newer):
      mps-doctor completion bash >> ~/.bash_profile
    zsh, in a folder of $fpath:
      mps-doctor completion zsh > ~/.zfunc/_mps-doctor
    fish:
      mps-doctor completion fish > ~/.config/fish/completions/mps-doctor.fish
    """
    click.echo((FOLDER / FILES[shell]).read_text(encoding="utf-8"), nl=False)
