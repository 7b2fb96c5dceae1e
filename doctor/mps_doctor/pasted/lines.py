"""Reads a text line by line: labelled lines, rows of packages, bare statements."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from mps_doctor.pasted import fields, machines, systems
from mps_doctor.pasted.claims import BLOCK, LISTED, Claims, Told
from mps_doctor.pasted.labels import may_be_labelled, read_line
from mps_doctor.pasted.packages import (
    COMPANIONS,
    may_be_row,
    read_inline,
    read_installed,
    read_row,
)
from mps_doctor.patterns import Remembered, late, shape_of

_SYSTEM_NAMES = (
    "ubuntu",
    "debian",
    "fedora",
    "centos",
    "windows 1",
    "windows server",
    "macos",
    "mac os",
    "os x",
    "arch linux",
    "archlinux",
    "wsl",
    "linux mint",
    "red hat",
    "rocky linux",
    "alpine",
)
"""How a line begins that says nothing but the name of a system."""

_SYSTEM_SHAPES = tuple(map(shape_of, _SYSTEM_NAMES))
_STATING = ("nstalled ", "pytorch-", "): Failed", "macosx_", "Darwin", "Linux", "acOS-")
_OF_A_PYTHON = late(
    r"\s*Python (?:[\d.]+t? (?:is|was|are|has|had|needs?|support|will|does|cannot)\b"
    r"|(?:just |always |itself |process )?(?:quits?|quit|crash\w*|dies|died|aborts?|exits|hangs"
    r"|freezes|ends)\b)"
)
"""How a sentence begins that speaks of a Python, whether it is in use or not."""
_PYTHON = ("Python ", "Using CPython ", "Using Python ")
"""How Python and uv begin: `Python 3.11.4 (main, …) on darwin`, `Using CPython 3.13.1`."""

_LACKS = "not available from current channels"
_LACKED = "ResolvePackageNotFound"
"""How conda begins the list of packages that no channel has; blank lines do not end it.

Source: https://github.com/conda/conda/blob/main/conda/exceptions.py
"""

CPU_COMES = "CPU:"
"""The line of collect_env before the one that names the processor."""

_OF_A_LIST = late(
    r"^[ \t]*(?:[-*•|] ?)(?:\*\*)?(?:(?:x\d\w*|amd\w*|arm\w*|aarch\w*|cpu|mps|\w+ gpu) *\| *)?"
    r"(mac ?os|linux|windows|ios|android)\b(?!\**:)",
    re.IGNORECASE,
)
"""A line of a list, or a row of a table, that begins with the name of a system."""

SYSTEMS_OF_ALL = 3
"""Systems that a list names where it is of all that something is made for."""

SHORTEST = 4
LONGEST = 20_000
"""Characters of a line that may say something: a longer one is the content of a file."""

_CHIP = frozenset({"host.chip"})
_NOTHING: frozenset[str] = frozenset()


def read_lines(text: str, claims: Claims) -> None:
    """Read every line as a labelled one, as a row of a list of packages, or as a bare statement."""
    cpu_comes = lacking = chip_is_known = False
    may_lack = _LACKS in text or _LACKED in text
    shapes = shape_of(text).split("\n")
    telling = {shape for shape in dict.fromkeys(shapes) if _shape_may_tell[shape]}
    if "inux" in text and "acOS" in text and _of_all_systems(text):
        telling -= {shape for shape in telling if _OF_A_LIST.match(shape)}
    for number, line in enumerate(text.split("\n"), 1):
        if not (shapes[number - 1] in telling or cpu_comes or may_lack):
            continue
        if not SHORTEST <= len(line) <= LONGEST:
            continue
        if cpu_comes or CPU_COMES in line:
            # collect_env puts the processor on the line after its label
            if cpu_comes:
                claims.add_all(_told_of_cpu(line), number)
                chip_is_known = claims.has("host.chip")
            cpu_comes = line.strip() == CPU_COMES
        if may_lack:
            # What conda says that it does not have is not installed.
            begun = _LACKS in line or _LACKED in line
            lacking = line.lstrip().startswith("- ") if lacking else begun
            if lacking:
                continue
        if shapes[number - 1] not in telling:
            continue
        if told := _told[chip_is_known][line]:
            claims.add_all(told, number)
            chip_is_known = claims.has("host.chip")


def _of_all_systems(text: str) -> bool:
    """Return whether a list names three systems or more: those that something is made for."""
    found = filter(None, map(_OF_A_LIST.match, text.split("\n")))
    return len({each[1][:3].lower() for each in found}) >= SYSTEMS_OF_ALL


def _told_by(line: str, chip_is_known: bool) -> tuple[Told, ...]:
    """Return what one line claims: reports of one kind have most of their lines in common.

    A few readers look no further for a chip where an earlier line has named it.
    """
    claims = Claims(already=_CHIP if chip_is_known else _NOTHING)
    read_alone(line, claims)
    return claims.told()


_told = {known: Remembered(partial(_told_by, chip_is_known=known)) for known in (False, True)}


def _may_tell(shape: str) -> bool:
    """Return whether a line of a shape may claim anything; the lines of a log have few shapes."""
    return (
        CPU_COMES in shape
        or any(name in shape for name in COMPANIONS)
        or any(word in shape for word in _STATING)
        or shape.lstrip().startswith(_PYTHON)
        or _names_a_system(shape, _SYSTEM_SHAPES)
        or may_be_labelled(shape)
        or may_be_row(shape)
    )


_shape_may_tell = Remembered(_may_tell)


@lru_cache(maxsize=256)
def _told_of_cpu(line: str) -> tuple[Told, ...]:
    claims = Claims()
    machines.read_machine(line, claims, BLOCK)
    return claims.told()


def read_alone(line: str, claims: Claims) -> None:
    """Read one line by itself."""
    if any(name in line for name in COMPANIONS):
        read_inline(line, claims)
    if not read_line(line, claims) and not read_row(line, claims):
        read_statement(line, claims)


def read_statement(line: str, claims: Claims) -> None:
    """Read a line without a label that is known by its words."""
    if "nstalled " in line or "pytorch-" in line or "): Failed" in line:
        read_installed(line, claims)
    if _names_a_system(line, _SYSTEM_NAMES):
        systems.read_system(line, claims, LISTED)
    if "macosx_" in line:
        systems.read_wheel_tag(line, claims)
    if "Darwin" in line or "Linux" in line or "acOS-" in line:
        systems.read_platform(line, claims, LISTED)
    if line.lstrip().startswith(_PYTHON) and not _OF_A_PYTHON.match(line):
        fields.read_python(line, claims)


def _names_a_system(line: str, names: tuple[str, ...]) -> bool:
    return len(line) < 60 and line.lstrip(" \t-*•").lower().startswith(names)
