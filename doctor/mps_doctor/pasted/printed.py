"""Reads what one `print` of several answers of torch's wrote: `print(a, b)`, then `True False`."""

from __future__ import annotations

import re

from mps_doctor.pasted.claims import BLOCK, FIELD, Claims
from mps_doctor.pasted.places import line_at
from mps_doctor.patterns import late

_PRINT = late(r"\bprint\(((?:[^\n()]|\(\)){4,300})\)[^\n]{0,200}((?:\n[^\n]{0,120}){1,4})")
_FACTS = {
    "torch.backends.mps.is_available()": "torch_import.mps_available",
    "torch.backends.mps.is_built()": "torch_import.mps_built",
    "torch.mps.is_available()": "torch_import.mps_available",
    "torch.__version__": "torch.version",
    "platform.machine()": "python.architecture",
}
_ANSWERS = {"True": True, "False": False}
_VERSION = re.compile(r"\d+\.\d+\.\d+[\w.+]{0,30}")


def read_printed(text: str, claims: Claims) -> None:
    """Read the first line after a `print` that has as many words as the print has arguments."""
    for found in _PRINT.finditer(text):
        asked = [part.strip() for part in found[1].split(",")]
        if len(asked) < 2 or not any("mps.is_" in part for part in asked):
            continue
        values = _answer(found[2], len(asked))
        for name, value in zip(asked, values, strict=False):
            _claim(_FACTS.get(name, ""), value, claims, line_at(text, found.start(2) + 1))


def _answer(lines: str, count: int) -> list[str]:
    for line in lines.split("\n"):
        words = line.split()
        if len(words) == count and not _ANSWERS.keys().isdisjoint(words):
            return words
    return []


def _claim(fact: str, value: str, claims: Claims, line: int) -> None:
    if fact.startswith("torch_import") and value in _ANSWERS:
        claims.add(fact, _ANSWERS[value], BLOCK, line)
    elif fact == "torch.version" and _VERSION.fullmatch(value):
        claims.add(fact, value, FIELD, line)
        claims.add("torch.installed", True, FIELD, line)
    elif fact == "python.architecture" and value in ("arm64", "x86_64"):
        claims.add(fact, value, FIELD, line)
