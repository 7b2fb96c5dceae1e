"""The tests judge by the releases of one day: a newer one changes nothing that they expect.

So the change that the weekly workflow proposes is that of the data, and nothing else.
Commands that a test starts judge by all releases, as users' do.
"""

from functools import cache

import msgspec
from packaging.version import Version

from mps_doctor.knowledge import releases

DAY = "2026-11-21"
NEWEST = {"torchvision": Version("0.29.2"), "torchaudio": Version("2.11.0")}
"""The newest of that day; the data has no days of theirs."""


def pin_releases() -> None:
    """Let this process know the releases up to that day only."""
    whole = releases._data()
    companions = {
        name: tuple(row for row in getattr(whole, name) if Version(row.version) <= newest)
        for name, newest in NEWEST.items()
    }
    torch = tuple(row for row in whole.torch if row.date <= DAY)
    pinned = msgspec.structs.replace(whole, read=DAY, torch=torch, **companions)
    releases._data = cache(lambda: pinned)
