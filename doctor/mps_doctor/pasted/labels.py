"""Reads a text line by line: labelled lines, rows of packages, names of systems.

`OS: macOS 14.5 (arm64)`, `- torch: 2.2.2`, `| Python | 3.11 |`: the labels are in `rows/labels.py`.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import TypeAlias

from mps_doctor.pasted import computers, packages
from mps_doctor.pasted.answers import sessions_in
from mps_doctor.pasted.claims import BLOCK, LISTED, Claims, claim_all, claim_found
from mps_doctor.pasted.cleaning import LONGEST_LINE
from mps_doctor.pasted.rows import guests, labels as patterns, pythons
from mps_doctor.pasted.rows.labels import LABELS, Label

Reader: TypeAlias = Callable[[str, Claims], object]

SHORTEST = 4
FEW_WORDS = 2
"""Words of a line, or of an unknown label's value, up to which it is no sentence."""
MAX_LABEL = 48
"""Longer texts before a colon are sentences."""

_VALUE_EDGES = " \t|`*=:"
CPU_COMES = "CPU:"
"""The line of collect_env before the one that names the processor."""


def read_lines(text: str, claims: Claims) -> None:
    """Read every line as a labelled one, as a row of a list of packages, or as a bare statement."""
    listed = re.findall(patterns.OF_A_LIST, text) if "indows" in text else ()
    of_all_systems = len({each[:3].lower() for each in listed}) > 2
    of_conda = any(each in text for each in patterns.LACKS)
    lacking = False
    before = ""
    for number, line in enumerate(text.split("\n"), 1):
        claims.line = number
        if before == CPU_COMES:
            computers.read_machine(line, claims, BLOCK)
        before = line.strip()
        # What conda says that it does not have is not installed.
        if of_conda:
            begins = any(each in line for each in patterns.LACKS)
            lacking = begins or (lacking and before[:2] in ("- ", ""))
        if lacking or not SHORTEST <= len(line) <= LONGEST_LINE:
            continue
        if of_all_systems and re.match(patterns.OF_A_LIST, line):
            continue  # what something is made for
        if not read_line(line, claims) and not packages.read_row(line, claims):
            _read_statement(line, claims)
            sign = patterns.SIGN.search(line, 1, MAX_LABEL + 1)
            said = line[sign.end() if sign else 0 :].split()
            if sum(word[0].isalpha() for word in said) > FEW_WORDS:
                claims.unread.append(number)
    for label, answer, number in sessions_in(text):
        claims.line = number
        read_line(f"{label}: {answer}", claims)
        claims.unread = [each for each in claims.unread if each != number - 1]
    claims.line = 0


def read_line(line: str, claims: Claims) -> bool:
    """Read one line if it is a labelled one that is known; return whether it was."""
    sign = patterns.SIGN.search(line, 1, MAX_LABEL + 1)
    row = _row_of(line[: sign.start()]) if sign else None
    if sign is None or row is None:
        return False
    if value := line[sign.end() :].strip(_VALUE_EDGES):
        for extract in row.extracts:
            if found := re.match(extract.pattern, value):
                claim_all(extract, found, claims)
        for name in row.readers:
            READERS[name](value, claims)
    return True


def _row_of(label: str) -> Label | None:
    plain = label.strip(patterns.DECORATION).lower()
    if (row := _by_label().get(plain)) is None:
        plain = re.sub(patterns.LABEL_NOISE, "", plain).strip(patterns.DECORATION)
        row = _by_label().get(" ".join(plain.split()))
    return row


@cache
def _by_label() -> dict[str, Label]:
    return {label: row for row in LABELS for label in row.labels.split("|")}


def _read_statement(line: str, claims: Claims) -> None:
    """Read a line without a label that is known by its words."""
    if "nstalled " in line or "pytorch-" in line or "): Failed" in line:
        packages.read_installed(line, claims)
    if len(line) < 60 and patterns.SYSTEM_NAMES.match(line):
        computers.read_system(line, claims, LISTED)
    if patterns.OF_A_PYTHON.match(line):
        claim_found(pythons.OF_A_VALUE, line, claims)


def _gpu(value: str, claims: Claims) -> None:
    """A GPU; on Apple silicon it has the name of the chip."""
    if not computers.read_gpu(value, claims):
        computers.read_machine(value, claims)


READERS: dict[str, Reader] = {
    "python": partial(claim_found, pythons.OF_A_VALUE),
    "torch": packages.read_torch,
    "torch of collect_env": lambda value, claims: packages.read_torch(value, claims, BLOCK + 1),
    "system": computers.read_system,
    "system of a guest": lambda value, claims: computers.read_system(value, claims, BLOCK),
    "guest marks": partial(claim_found, guests.OF_A_VALUE),
    "macos": computers.read_macos_version,
    "product version": lambda value, claims: computers.read_macos_version(value, claims, BLOCK + 1),
    "system of a list": lambda value, claims: computers.read_system(value, claims, LISTED),
    "machine of a list": lambda value, claims: computers.read_machine(value, claims, LISTED),
    "machine": computers.read_machine,
    "cpu": lambda value, claims: computers.read_machine(value, claims, BLOCK),
    "cpu of a person": computers.read_machine,
    "gpu": _gpu,
    "conda": partial(claim_found, pythons.OF_A_CONDA),
    "conda of a list": partial(claim_found, pythons.CONDA_OF_A_LIST),
}
"""Reads the value of a line, and claims facts under their dotted names."""
