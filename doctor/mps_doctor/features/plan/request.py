"""What a user wants to know the consequences of."""

from __future__ import annotations

import msgspec
from packaging.version import InvalidVersion, Version

from mps_doctor.knowledge.macos import parse_macos
from mps_doctor.system.errors import InputError


class Wish(msgspec.Struct, frozen=True):
    """What is asked for; an empty text keeps what is there."""

    torch: str = ""
    macos: str = ""
    python: str = ""

    def __post_init__(self) -> None:
        """Raise InputError for a version that is none."""
        for name, value in (("torch", self.torch), ("python", self.python)):
            if value and not _is_version(value):
                raise InputError(f"--{name} {value[:40]!r} is no version, like 2.15 or 3.13")
        if self.macos and parse_macos(self.macos) is None:
            raise InputError(f"--macos {self.macos[:40]!r} is no version, like 15 or 15.1")


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True
