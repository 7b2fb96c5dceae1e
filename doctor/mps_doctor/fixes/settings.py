"""Fixes of environment variables: in words, since no process can change its parent's variables."""

from __future__ import annotations

from mps_doctor.fixes.fix import Fix


def set_variable(name: str, value: str, *, why: str = "") -> Fix:
    """Return the fix that sets an environment variable before Python starts."""
    return Fix(
        id=f"set-{_identifier(name)}",
        kind="manual",
        summary=f"Set {name}={value} before Python starts" + (f": {why}" if why else ""),
        steps=(
            f"In the terminal, before the program: export {name}={value}",
            f"For every new terminal: add that line to ~/.zshrc, or `set -gx {name} {value}` "
            "to ~/.config/fish/config.fish",
            "In a notebook: restart the kernel and set it in os.environ in the first cell, before "
            "anything imports torch",
        ),
        risk="safe",
        verify=(("mps-doctor",),),
    )


def unset_variable(name: str, *, why: str = "") -> Fix:
    """Return the fix that removes an environment variable wherever it comes from."""
    return Fix(
        id=f"unset-{_identifier(name)}",
        kind="manual",
        summary=f"Remove the variable {name}" + (f": {why}" if why else ""),
        steps=(
            f"In the terminal: unset {name}",
            f"Look for {name} in ~/.zshrc, ~/.zprofile, ~/.bash_profile, in a .env file of the "
            "project and in the settings of the editor, and take it out there",
            "Open a new terminal, or restart the notebook's kernel",
        ),
        risk="safe",
        verify=(("mps-doctor",),),
    )


def _identifier(name: str) -> str:
    return name.lower().replace("_", "-")
