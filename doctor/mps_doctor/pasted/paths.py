"""Reads the system from the paths in tracebacks: the weakest of all claims."""

from __future__ import annotations

import re
from collections.abc import Set

from mps_doctor.pasted.claims import PROSE, Claims
from mps_doctor.pasted.places import line_at

_PLACES = {
    "Darwin": (
        "/Users/",
        "/opt/homebrew/",
        "/Library/Frameworks/",
        "/Cellar/",
        ".dylib",
        "-darwin.so",
    ),
    "Linux": (
        "/home/",
        "/usr/lib/python3",
        "/dist-packages",
        "/root/",
        'File "/mnt/',
        'File "/workspace/',
        'File "/content/',
        "try apt install",
        "/usr/share/doc/python3",
        "x86_64-linux-gnu",
        "/kaggle/",
    ),
    "Windows": (":\\Users\\", ":\\Program", ":\\Python", ":\\Windows", "[WinError"),
}
_INTEL_HOMEBREW = re.compile(r"/usr/local/(?:Cellar|opt)/[^\s'\":]{0,120}python")
"""Homebrew for Intel: a Python of it is one for Intel, on an M-chip as well.

Source: https://docs.brew.sh/Installation
"""

_DRIVE = re.compile(r'File "[A-Za-z]:[\\/]')
"""A traceback that names a drive is one of Windows."""


PATHS = frozenset(place.lower() for places in _PLACES.values() for place in places)


def read_paths(text: str, claims: Claims, possible: Set[str] = PATHS) -> None:
    """Claim the system that the paths belong to, where they belong to one only.

    `possible` are those paths that the text in lower case may hold.
    """
    if claims.has("host.system") and claims.value("host.system") != "Darwin":
        return
    found = {
        system
        for system, places in _PLACES.items()
        if any(place.lower() in possible and place in text for place in places)
    }
    if _DRIVE.search(text):
        found.add("Windows")
    if found == {"Darwin"}:
        claims.add("host.system", "Darwin", 0)
    elif len(found) == 1 and not claims.has("mac"):
        claims.add("host.system", found.pop(), PROSE)
    if "/usr/local/" in text and (intel := _INTEL_HOMEBREW.search(text)):
        claims.add("python.architecture", "x86_64", PROSE, line_at(text, intel.start()))
    if found == {"Darwin"} and "/opt/homebrew/" in text:
        # Homebrew lies there on Apple silicon only; on Intel it is in /usr/local.
        claims.add("host.hardware_architecture", "arm64", PROSE)
