"""Makes a file with the folders that it needs."""

from pathlib import Path


def make(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path
