"""What to say to people who type something for what has another name."""

import click

OTHER_NAMES = {
    **{f"--{name}": f"--format {name}" for name in ("json", "jsonl", "html", "markdown", "junit")},
    **{f"--{name}": f"mps-doctor {name}" for name in ("fix", "diagnose", "explain", "list")},
    "--apply": "mps-doctor fix --apply",
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


def command_for(word: str) -> str:
    """Return the command line for a file or an interpreter that stands where a command should."""
    # Only a mistake needs it.
    from pathlib import Path

    path = Path(word)
    if word == "version":
        return "mps-doctor --version"
    if path.name.startswith("python") or (path / "pyvenv.cfg").exists():
        return f"mps-doctor --python {word}"
    if path.is_file():
        return f"mps-doctor {'--snapshot' if path.suffix == '.json' else 'diagnose'} {word}"
    return f"mps-doctor diagnose {word}" if path.is_dir() else ""


def hint_for(error: click.ClickException) -> str:
    """Return what to try after a usage error."""
    if isinstance(error, Hinted):
        return error.hint
    if isinstance(error, click.NoSuchOption) and error.option_name in OTHER_NAMES:
        error.possibilities = []  # type: ignore[misc]  # its own guess, by the letters
        return f"try: {OTHER_NAMES[error.option_name]}"
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return "try: mps-doctor --help"
    words = error.message.partition("(")[2].rstrip(").").split()
    options = {name for each in context.command.params for name in each.opts}
    option = next((f" --{word}" for word in words if f"--{word}" in options), " --help")
    return f"try: {context.command_path}{option}"
