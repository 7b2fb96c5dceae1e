"""Reads Apple's crash reports, translated and raw: for which processor a Python that died is."""

from __future__ import annotations

import re

from mps_doctor.pasted.claims import FIELD, LISTED, Claims
from mps_doctor.pasted.places import line_at
from mps_doctor.patterns import late

TOLD_BY = ("code type:", '"cputype"')

_REPORT = late(
    r"^Process:[ \t]{0,20}python[^\n]{0,80}\n(?:[^\n]{0,200}\n){0,10}?"
    r"Code Type:[ \t]{0,20}(ARM-64|X86-64)(?: \((Native|Translated)\))?",
    re.IGNORECASE | re.MULTILINE,
)
_RAW = late(
    r"\"procName\" ?: ?\"python[^\"\n]{0,40}\"[\s\S]{0,2000}?\"cpuType\" ?: ?\"(ARM-64|X86-64)\""
    r"(?:[\s\S]{0,2000}?\"(translated)\" ?: ?true)?",
    re.IGNORECASE,
)
"""Source: https://developer.apple.com/documentation/xcode/interpreting-the-json-format-of-a-crash-report"""


def read_crash(text: str, claims: Claims) -> None:
    """Read the processor that the Python of a crash report was built for.

    Only a text that holds one of `TOLD_BY` has any.
    """
    for pattern in (_REPORT, _RAW):
        if found := pattern.search(text):
            line = line_at(text, found.start(1))
            intel = found[1].lower() == "x86-64"
            claims.add("python.architecture", "x86_64" if intel else "arm64", FIELD, line)
            if intel and found[2] and found[2].lower() == "translated":
                claims.add("host.hardware_architecture", "arm64", FIELD, line)
            claims.add("host.system", "Darwin", LISTED, line)
