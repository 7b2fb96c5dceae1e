"""What MPS can do in which torch on which macOS: features, each with its source."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from mps_doctor.knowledge.macos import parse_macos

DATA = Path(__file__).with_name("features.json")


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """Where a feature is: these versions of torch, from this macOS on."""

    torch: str
    macos: str = ""


class Feature(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that MPS can do in some versions."""

    id: str
    title: str
    rules: tuple[Rule, ...]
    """It is there where one of them fits."""
    words: str
    source: str


@cache
def all_features() -> tuple[Feature, ...]:
    """Return every feature that the data knows."""
    return msgspec.json.decode(DATA.read_bytes(), type=tuple[Feature, ...])


def has_feature(feature: Feature, torch: str, macos: str) -> bool | None:
    """Return whether a torch on a macOS has a feature; None where that is not known."""
    try:
        version = Version(Version(torch).base_version)
    except InvalidVersion:
        return None
    fitting = [rule for rule in feature.rules if SpecifierSet(rule.torch).contains(version)]
    if not fitting:
        return False
    if any(not rule.macos for rule in fitting):
        return True
    have = parse_macos(macos)
    if have is None:
        return None
    return any(have >= (parse_macos(rule.macos) or have) for rule in fitting)
