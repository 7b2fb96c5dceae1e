"""Whether `mps-doctor fix --apply` may change an environment itself, or leaves it to its owner.

It does so where every change can be proved and taken back: knowledge of how each tool behaves is in
docs/assumptions.md.
"""

from mps_doctor.facts import Conda, Interpreter, known_or
from mps_doctor.fixes.fix import Fix

LEFT_TO = {
    "poetry": "poetry can stop half-way, with its lock put back and the environment changed",
    "pdm": "the project's lock is pdm's",
    "pipenv": "the project's lock is pipenv's",
    "hatch": "hatch makes this environment from pyproject.toml",
    "pipx": "pipx keeps a record of what it installed",
    "uv-tool": "uv keeps a record of what this tool needs",
    "pixi": "the project's lock is pixi's",
    "several": "two tools lock this project",
}
"""Why the change of an environment is left to a person, by the tool that keeps it."""


def can_apply(fix: Fix, python: Interpreter, conda: Conda) -> bool:
    """Return whether `mps-doctor fix --apply` carries out a fix of this environment."""
    return not left_to_you(fix, python, conda)


def left_to_you(fix: Fix, python: Interpreter, conda: Conda) -> str:
    """Return why a fix is only prescribed; empty where `--apply` can do it."""
    if fix.kind == "manual" or not fix.commands:
        return "there is no command for it"
    if needs := [need for need in ("sudo", "gui", "restart") if need in fix.needs]:
        return f"needs {' and '.join(needs)}"
    if fix.install is None:
        return ""
    environment = known_or(python.environment, "")
    tool = known_or(python.project_manager, "")
    if tool in LEFT_TO:
        return LEFT_TO[tool]
    if known_or(conda.active, environment in ("conda", "pixi")):
        return "conda may change far more than it is asked to"
    if environment not in ("venv", "uv"):
        return "this Python is no virtual environment"
    return ""
