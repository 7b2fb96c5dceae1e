"""Whether `mps-doctor fix --apply` may change an environment itself, or leaves it to its owner.

It does so where every change can be proved and taken back: knowledge of how each tool behaves is in
docs/assumptions.md.
"""

from mps_doctor.facts import Conda, Interpreter, known_or
from mps_doctor.fixes.fix import Fix
from mps_doctor.fixes.rows.managers import ROWS


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
    row = ROWS.get(tool)
    if row is not None and row.left_to_you:
        return row.left_to_you
    if known_or(conda.active, environment in ("conda", "pixi")):
        return "conda may change far more than it is asked to"
    if environment not in ("venv", "uv"):
        return "this Python is no virtual environment"
    return ""
