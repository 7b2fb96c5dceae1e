"""Reads shell sessions: a command on one line, and on the next what it printed."""

from __future__ import annotations

import re

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.claims import Claims
from mps_doctor.sources.pasted.labels import read_line
from mps_doctor.sources.pasted.places import line_at

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
