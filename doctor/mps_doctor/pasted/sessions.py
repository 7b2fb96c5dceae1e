"""Reads shell sessions: a command on one line, and on the next what it printed."""

from __future__ import annotations

import re

from mps_doctor.pasted.claims import PROSE, Claims
from mps_doctor.pasted.labels import read_line
from mps_doctor.pasted.places import line_at
from mps_doctor.patterns import late

TOLD_BY = (
    *("uname -m", "uname -p", "sysctl -n ", "sw_vers -", "bin/arch", "lipo -archs"),
    *("$ arch", "% arch", "# arch", "> arch"),
)
_ASKED = late(
    r"^(?:(?:[^\n]{0,80}[$%>#❯➜] ?|[ \t]{0,8})(?:(?:/usr)?/s?bin/)?"
    r"(?:(uname -[mp])|sysctl -n ([\w.]{6,40})"
    r"|sw_vers -{1,2}([pP]roductVersion)"
    r"|(lipo) -archs [^\n]{0,100}python[\w.]{0,6}[)`\"']{0,3})"
    r"|[^\n]{0,80}[$%>#] ?(?:(?:/usr)?/s?bin/)?(arch))"
    r"[ \t]*\n[ \t]*(\S[^\n]{0,80})$",
    re.MULTILINE,
)
"""Before the command may stand a prompt."""

TOOLS_TOLD_BY = (
    *("uv add ", "uv sync", "uv lock", "uv run ", "uv pip ", "no solution found when resolving"),
    *("poetry add ", "poetry install", "poetry run ", "poetry show", "poetry lock"),
    *("pixi add ", "pixi install", "pixi run ", "pixi list"),
)
_TOOL = late(
    r"^(?:[^\n]{0,80}[$%>#❯➜] ?|[ \t`]{0,8})"
    r"(?:(uv) (?:(add|sync|lock|run)\b|pip (?:install|list|show|sync)\b)"
    r"|(poetry) (?:add|install|run|show|lock)\b|(pixi) (?:add|install|run|list)\b"
    r"|((?:python3? -m |! ?)?pip3? install|conda install|mamba install)\b)",
    re.MULTILINE,
)
_UV_REFUSED = late(r"\bno solution found when resolving\b", re.IGNORECASE)
_PROJECT_OF_UV = late(r"\byour project(?:'s requirements\b| depends on\b)", re.IGNORECASE)
"""What uv calls the root of a project's requirements; those of `uv pip` are "you require".

Source: https://github.com/astral-sh/uv/tree/main/crates/uv-resolver/src/pubgrub
"""


def read_sessions(text: str, claims: Claims) -> None:
    """Read each answer as the value of a label that is called like the command.

    Only a text that holds one of `TOLD_BY` has any.
    """
    for found in _ASKED.finditer(text):
        label = found[1] or found[2] or found[3] or found[4] or found[5]
        answer = found[6]
        if label == "uname -p":  # a translated shell says i386, another one arm
            if answer.strip() != "i386":
                continue
            label, answer = "uname -m", "x86_64"
        elif label == "lipo":
            label = "python architecture" if answer.strip() in ("x86_64", "arm64") else ""
        told = Claims()
        read_line(f"{label}: {answer}", told)
        claims.add_all(told.told(), line_at(text, found.start(6)))


def read_tools(text: str, claims: Claims) -> None:
    """Claim the manager whose commands were run, where they are of one manager only.

    Only a text that holds one of `TOOLS_TOLD_BY` has any.
    """
    refused = _UV_REFUSED.search(text) is not None
    commands = list(_TOOL.finditer(text))
    used = {found[1] or found[3] or found[4] or "another" for found in commands} | (
        {"uv"} if refused else set()
    )
    if len(used) != 1 or used == {"another"}:
        return
    tool = used.pop()
    claims.add("python.environment", tool, PROSE)
    if tool == "uv" and (
        any(found[2] for found in commands) or (refused and _PROJECT_OF_UV.search(text))
    ):
        claims.add("python.project_manager", tool, PROSE)
