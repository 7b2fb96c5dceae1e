"""The current folder and the home of whoever runs the program, where there are any."""

from pathlib import Path


def current_folder() -> Path:
    """Return the current folder; the root where it was removed under us."""
    try:
        return Path.cwd()
    except OSError:
        return Path("/")


def own_home() -> Path | None:
    """Return the home folder of this process; None where neither HOME nor the system has one."""
    try:
        return Path.home()
    except RuntimeError:
        return None
