"""Fixes of environment variables: in words, since no process can change its parent's variables."""

from mps_doctor.fixes.fix import Fix, by_hand


def set_variable(name: str, value: str) -> Fix:
    """Return the fix that sets an environment variable before Python starts."""
    return by_hand(
        f"set-{name.lower().replace('_', '-')}",
        f"Set {name}={value} before Python starts",
        f"In the terminal, before the program: export {name}={value}",
        f"For every new terminal: add that line to ~/.zshrc, or `set -gx {name} {value}` to "
        "~/.config/fish/config.fish",
        "In a notebook: restart the kernel and set it in os.environ in the first cell, before "
        "anything imports torch",
    )


def unset_variable(name: str) -> Fix:
    """Return the fix that removes an environment variable wherever it comes from."""
    return by_hand(
        f"unset-{name.lower().replace('_', '-')}",
        f"Unset {name}",
        f"In the terminal: unset {name}",
        f"Remove {name} from ~/.zshrc, ~/.zprofile, ~/.bash_profile, the project's .env file and "
        "the editor's settings",
        "Open a new terminal, or restart the notebook's kernel",
    )
