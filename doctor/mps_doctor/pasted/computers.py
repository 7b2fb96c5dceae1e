"""Reads computers: Apple's chips, Intel Macs and their graphics cards."""

from __future__ import annotations

import re
from itertools import islice

from mps_doctor.facts import Gpu
from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.sentences import narrowed

_CHIP = re.compile(
    r"(?i)(?:(?<![\w./=-])|(?<=macos/)|(?<=macbook)|(?<=macmini)|(?<=\bair)|(?<=\bpro)"
    r"|(?<=\bapple))(?:apple[ -]?)?m([1-9])(?:[ -]?(pro|max|ultra))?(?:[ -]?chip)?(?![\w=/]|[.-]\d)"
    r"(?: \((virtual)\))?"
)
_SILICON = re.compile(
    r"(?i)apple[ -]?silicon|\bm(?:[ -]series|[ -]?chip)|apple (?:arm|processor)|virtualapple"
    r"|arm(?:64)?[ -](?:based )?mac"
)
_MAC = re.compile(
    r"(?i)\b(?:mac ?books?|imacs?|mac ?minis?|mac ?studios?|mac ?pros?|mbp|mba|macs?|hackintosh)\b"
)
_INTEL = re.compile(
    r"(?i)\bintel\b(?:\(r\))?(?: core(?:\(tm\))?)?(?: ?i[3579](?:-\w{3,8})?)?"
    r"|\b(?:core )?i[3579](?:-\d{4,5}\w{0,3})?\b|\bxeon\b"
    r"|\bx86(?:[-_]64)? (?:cpu|mac\w*|processor)\b|\bx(?:86_)?64 (?:mac|imac)\w*"
)
_BEFORE_M1 = re.compile(
    r"(?i)\b(?:macbookpro(?:[1-9]|1[0-6]),\d|macbookair[1-9],\d|macbook\d{1,2},\d|imac(?:1?\d|20),\d"
    r"|imacpro1,1|macmini[1-8],\d|macpro[1-7],\d)(?!\d)"
    r"|\b20[01]\d(?: intel)? (?:mac ?book|imac|mac ?mini|mac ?pro)\b"
    r"|\b(?:mac ?book(?: pro| air)?|imac|mac ?mini|mac ?pro|mbp)[ ,(]{1,2}(?:retina, )?"
    r"(?:1[3-7][ -]?inch,? )?(?:(?:early|mid|late|from|of)[ -])?20[01]\d\b(?![.\d])"
)
"""A model of the years in which all Macs had an Intel processor."""
_DENIED = re.compile(
    r"(?i)\b(?:not?|non|without|isn't|instead of|unlike)[ -]?(?:(?:of|an?|the|on) ){0,2}$"
)
_OF_A_PROGRAM = re.compile(
    r"(?i)['\"”]? (?:python|conda|miniconda|anaconda|miniforge|interpreter|installer|binar|wheel"
    r"|build|mkl|openmp|compiler|oneapi)"
)
"""After a word for Intel that is said of a program, not of the computer."""
_AMD = re.compile(
    r"(?i)\b(?:amd )?(?:radeon(?: pro)?(?: rx)?|rx|firepro|amd)[ -]?(?:pro )?"
    r"(?:vega ?\d{0,3}|d?\d{3,4} ?(?:xt|m|x)?)\b"
    r"|\bamd (?:rdna ?\d|gpus?|graphics)\b|\bvega ?(?:20|48|56|64|ii)\b|\b(?:5[3-7]|6[4-9])00 "
    r"?xt\b|\bradeon\b"
)
_WITH_ROCM = re.compile(r"(?i)\brocm\b|\bhip\w*error|\bmiopen\b|\bdirectml\b")
"""What AMD's GPUs have on Linux and Windows alone."""
_INTEGRATED = re.compile(
    r"(?i)\b(?:intel )?(?:iris(?: plus| pro| xe)?(?: max)?(?: graphics)?|u?hd graphics)"
    r"(?: \d{3,4})?\b"
)
MOST = 40
"""Finds of one pattern that are looked at: a text made of them costs no more."""

_OF_MACS = re.compile(r"(?i)\bmps\b|\bmac|\brosetta\b|\bosx\b|\bapple|\bmetal\b|\bdarwin\b")
"""What a text about a Mac names: there `M1` is the chip."""


def read_machine(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read the value of a line about the computer."""
    if found := _CHIP.search(value):
        _add_apple(_chip_name(found), claims, weight)
    elif _named(_SILICON, value):
        _add_apple("Apple silicon", claims, weight)
    elif intel := _named(_INTEL, value):
        _add_intel(value.strip() if len(value) < 60 else intel[0][0], claims, weight)
    elif _BEFORE_M1.search(value):
        _add_intel("Intel", claims, weight)
    if _MAC.search(value):
        claims.add("host.system", "Darwin", min(weight, LISTED))
        claims.add("mac", value, weight)
    read_gpu(value, claims)


def read_gpu(value: str, claims: Claims, weight: int = FIELD) -> bool:
    """Read a discrete AMD or an integrated Intel GPU; return whether there is one."""
    if found := _AMD.search(value):
        name = "AMD " + re.sub("(?i)^amd ", "", found[0].strip())
        claims.add("gpu", Gpu(name=name), weight)
        return True
    if found := _INTEGRATED.search(value):
        claims.add("gpu", Gpu(name=found[0], vendor="Intel"), weight)
        return True
    return False


def read_computer_in_prose(text: str, claims: Claims, whole: str) -> None:
    """Read the computer that sentences name; a text that speaks of two kinds says nothing.

    `whole` is the text with its error texts, which may name mps.
    """
    of_macs = _OF_MACS.search(whole) is not None
    for part in narrowed(text):
        named = _named(_CHIP, part)
        chips = {_chip_name(each) for each in named if of_macs or _stands_alone(part, each)}
        apple = bool(chips or _named(_SILICON, part))
        intel = _BEFORE_M1.search(part) is not None or any(
            _is_of_a_mac(part, found) for found in _named(_INTEL, part)
        )
        if not (apple and intel):
            break
    else:
        return
    if claims.value("host.hardware_architecture") == "x86_64":
        apple = False  # the kernel knows: a program's log may speak of both kinds
    if apple:
        _add_apple(chips.pop() if len(chips) == 1 else "Apple silicon", claims, PROSE)
    elif intel:
        _add_intel("Intel", claims, PROSE)
    if _MAC.search(text):
        claims.add("host.system", "Darwin", 0)
        claims.add("mac", "a Mac", PROSE)
    if of_macs and not apple and not _WITH_ROCM.search(text):
        read_gpu(text, claims, PROSE)


def _named(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    """Return the finds that the words before them do not deny: "not of the M series"."""
    finds = islice(pattern.finditer(text), MOST)
    return [
        found
        for found in finds
        if not _DENIED.search(text, max(0, found.start() - 24), found.start())
    ]


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Return whether a chip is named by itself in a list: "Python 3.11, M1 Pro"."""
    before = re.search(r"(?:^|[,.;(\n:]) ?$", text[max(0, found.start() - 2) : found.start()])
    return (
        before is not None
        and re.match(r" ?(?:[,.;)\n]|$| \d+ ?GB)", text[found.end() :][:8]) is not None
    )


def _is_of_a_mac(text: str, found: re.Match[str]) -> bool:
    """In prose `Intel` alone may be MKL, OpenMP or a compiler; near a word for a Mac it is one."""
    if _OF_A_PROGRAM.match(text, found.end()):
        return False
    near = text[max(0, found.start() - 32) : found.end() + 20].lower()
    if any(word in near for word in ("mkl", "openmp", "oneapi", "iomp")):
        return False
    model = re.search(r"(?i)\d|xeon", found[0]) is not None  # a processor, and no compiler
    return model or any(word in near for word in ("chip", "darwin")) or bool(_MAC.search(near))


def _chip_name(found: re.Match[str]) -> str:
    variant = f" {found[2].title()}" if found[2] else ""
    return f"Apple M{found[1]}{variant}{' (Virtual)' if found[3] else ''}"


def _add_apple(name: str, claims: Claims, weight: int) -> None:
    claims.add("host.chip", name, weight)
    claims.add("host.hardware_architecture", "arm64", weight)
    claims.add("mac", name, weight)
    claims.add("host.system", "Darwin", min(weight, LISTED))


def _add_intel(name: str, claims: Claims, weight: int) -> None:
    claims.add("host.chip", name if "intel" in name.lower() else f"Intel {name}", weight)
    claims.add("host.hardware_architecture", "x86_64", weight)
