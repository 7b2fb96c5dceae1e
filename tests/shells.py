"""The shells under which our shell scripts have to run."""

import shutil

import pytest

_WORDS = {
    "sh": ("sh",),
    "dash": ("dash",),
    "bash": ("bash", "--posix"),
    "zsh": ("zsh", "--emulate", "sh"),
    "busybox": ("busybox", "sh"),
}
NAMES = tuple(_WORDS)
"""macOS's sh is bash 3.2, or dash or zsh where an administrator chose it: sh(1)."""


def words_of(name: str) -> list[str]:
    """Return how a shell is started; skips the test where it is not installed."""
    program, *options = _WORDS[name]
    path = shutil.which(program)
    if path is None:
        pytest.skip(f"{program} is not installed")
    return [path, *options]
