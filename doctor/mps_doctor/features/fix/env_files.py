"""Variables in a file (`.env`) that a user's tools load: read as they do, and mended there.

Only variables that matter to MPS are read out of such a file: it often holds secrets.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from mps_doctor.fixes.fix import Fix
from mps_doctor.knowledge import variables as known_variables
from mps_doctor.system.files import read_given

LARGEST_FILE = 1_000_000

_LINE = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*")
_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_EXPORT = re.compile(r"export ([A-Z][A-Z0-9_]*)=([\w.]+)")

BEFORE = "[[:space:]]*(export[[:space:]]+)?"
"""What may stand before a name on its line, for sed."""


def read_env_file(path: Path) -> dict[str, str]:
    """Return the variables of a file that matter to MPS; raises InputError."""
    text = read_given(path, LARGEST_FILE).decode("utf-8", "replace")
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match is not None and _matters(match[1]):
            found[match[1]] = _unquoted(match[2])
    return found


def mended_in_file(fix: Fix, path: str, names: Mapping[str, str]) -> Fix | None:
    """Return the fix of a variable as a change of the file that sets it, or None for another.

    `sed -E -i.SUFFIX` is understood by the sed of macOS and of Linux; it keeps the old file.
    """
    action, _, rest = fix.id.partition("-")
    name = rest.upper().replace("-", "_")
    if action not in ("set", "unset") or name not in names or not _NAME.fullmatch(name):
        return None
    script = f"/^{BEFORE}{name}[[:space:]]*=/d"
    summary = f"Take {name} out of {path}"
    if action == "set":
        told = next((m for m in map(_EXPORT.search, fix.steps) if m and m[1] == name), None)
        if told is None:
            return None
        script = f"s/^({BEFORE}){name}[[:space:]]*=.*/\\1{name}={told[2]}/"
        summary = f"Set {name}={told[2]} in {path}"
    suffix = f".before-{fix.id}"
    return Fix(
        id=fix.id,
        summary=summary,
        commands=(("sed", "-E", f"-i{suffix}", script, path),),
        risk="changes-environment",
        undo=(("mv", path + suffix, path),),
        verify=(("mps-doctor", "fix", "--env-file", path),),
    )


def _matters(name: str) -> bool:
    known = known_variables.variable(name) is not None
    return known or "MPS" in name or name.startswith("PYTORCH")


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] in "'\"" and value.endswith(value[0]):
        return value[1:-1]
    return value.partition(" #")[0].rstrip()
