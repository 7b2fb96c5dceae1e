"""Where mps-doctor itself is installed from: the one place to change once an index has it."""

SOURCE = "git+https://github.com/mps-doctor/mps-doctor"
"""The repository of pyproject.toml, as pip, pipx and uv take it."""


def requirement(extra: str = "") -> str:
    """Return what to give an installer: `mps-doctor[fleet] @ git+https://…`."""
    return f"mps-doctor{f'[{extra}]' if extra else ''} @ {SOURCE}"


def ways_to_update() -> tuple[str, ...]:
    """Return how to update it, a line for each installer.

    pip does not touch a package from git where the version is the same, `--upgrade` or not
    (pip/_internal/resolution/resolvelib/resolver.py of pip 26.3): hence it is removed first.
    """
    wanted = f"'{requirement()}'"
    return (
        f"With uv: `uv tool install --force {wanted}`",
        f"With pipx: `pipx install --force {wanted}`",
        f"With pip: `pip uninstall --yes mps-doctor`, then `pip install {wanted}`",
        "From a checkout: git pull, then install it as before",
    )
