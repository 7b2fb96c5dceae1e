"""Versions of macOS: who gets updates, and the Macs for which each is the last. Read 2026-11-22.

`source` is Apple's list of the Macs that a version runs on; `updated` comes from its list of
security releases, https://support.apple.com/en-us/100100. Both were read in copies:
- Intel Macs by their last macOS: the lists of identifiers that quote those pages
  (gist.github.com/talkingmoose 794f7647, 74731895, da840168; rtrouton 5f26bad5), and for 12 to 26
  macadmins/sofa 00b0d8ca. Where these disagree (iMac15,1, MacBookPro13,1 in sofa), the years in
  Apple's page decide: 12 asks for an iMac of late 2015, 13 for a MacBook Pro of 2017.
- Updates until August 2026: the copy of Apple's list in macadmins/sofa 00b0d8ca. Later ones, and
  that none came for 14: Apple's own CVE records (CVEProject/cvelistV5, CVE-2026-112512 of
  2026-10-26, CVE-2026-65369 of 2026-09-14). 11.7.11 has no security content.
- Darwin: Library/Homebrew/macos_version.rb of Homebrew/brew; there is no Darwin 26.
"""

from typing import Literal, TypeAlias

import msgspec

Support: TypeAlias = Literal["supported", "ended", "unknown"]

READ = "2026-11-22"

OLDER_NAMES = {"10.13": "High Sierra", "10.14": "Mojave", "10.15": "Catalina"}
"""Versions from before each got a major number: people still name them.

Source: https://support.apple.com/en-us/109033
"""


class MacOSRow(msgspec.Struct, frozen=True, kw_only=True):
    """One major version of macOS."""

    major: int
    name: str
    darwin: int
    """The major version of its kernel."""
    released: str
    support: Support
    """Whether Apple still publishes security updates for it."""
    update: str
    """The newest release that was seen, and when Apple published it."""
    updated: str
    last_for: tuple[str, ...] = ()
    """Models of Intel Macs (`sysctl hw.model`) that can install it and nothing newer.

    Every Mac with Apple silicon can install all versions that are newer than itself.
    """
    source: str


MACOS = (
    MacOSRow(
        major=11,
        name="Big Sur",
        darwin=20,
        released="2020-11-12",
        support="ended",
        update="11.7.11",
        updated="2026-02-02",
        last_for=(
            "MacBook8,1",
            "MacBookAir6,1",
            "MacBookAir6,2",
            "MacBookPro11,1",
            "MacBookPro11,2",
            "MacBookPro11,3",
            "iMac14,4",
            "iMac15,1",
        ),
        source="https://support.apple.com/en-us/111980",
    ),
    MacOSRow(
        major=12,
        name="Monterey",
        darwin=21,
        released="2021-10-25",
        support="ended",
        update="12.7.6",
        updated="2024-07-29",
        last_for=(
            "MacBook9,1",
            "MacBookAir7,1",
            "MacBookAir7,2",
            "MacBookPro11,4",
            "MacBookPro11,5",
            "MacBookPro12,1",
            "MacBookPro13,1",
            "MacBookPro13,2",
            "MacBookPro13,3",
            "MacPro6,1",
            "Macmini7,1",
            "iMac16,1",
            "iMac16,2",
            "iMac17,1",
        ),
        source="https://support.apple.com/en-us/103260",
    ),
    MacOSRow(
        major=13,
        name="Ventura",
        darwin=22,
        released="2022-10-24",
        support="ended",
        update="13.7.8",
        updated="2025-08-20",
        last_for=(
            "MacBook10,1",
            "MacBookPro14,1",
            "MacBookPro14,2",
            "MacBookPro14,3",
            "iMac18,1",
            "iMac18,2",
            "iMac18,3",
        ),
        source="https://support.apple.com/en-us/102861",
    ),
    MacOSRow(
        major=14,
        name="Sonoma",
        darwin=23,
        released="2023-09-26",
        support="ended",
        update="14.8.9",
        updated="2026-08-06",
        last_for=(
            "MacBookAir8,1",
            "MacBookAir8,2",
        ),
        source="https://support.apple.com/en-us/105113",
    ),
    MacOSRow(
        major=15,
        name="Sequoia",
        darwin=24,
        released="2024-09-16",
        support="supported",
        update="15.8.2",
        updated="2026-10-26",
        last_for=(
            "MacBookAir9,1",
            "MacBookPro15,1",
            "MacBookPro15,2",
            "MacBookPro15,3",
            "MacBookPro15,4",
            "MacBookPro16,3",
            "Macmini8,1",
            "iMac19,1",
            "iMac19,2",
            "iMacPro1,1",
        ),
        source="https://support.apple.com/en-us/120282",
    ),
    MacOSRow(
        major=26,
        name="Tahoe",
        darwin=25,
        released="2025-09-15",
        support="supported",
        update="26.7.2",
        updated="2026-10-26",
        last_for=(
            "MacBookPro16,1",
            "MacBookPro16,2",
            "MacBookPro16,4",
            "MacPro7,1",
            "iMac20,1",
            "iMac20,2",
        ),
        source="https://support.apple.com/en-us/122867",
    ),
    MacOSRow(
        major=27,
        name="Golden Gate",
        darwin=27,
        released="2026-09-14",
        support="supported",
        update="27.2",
        updated="2026-10-26",
        source="https://support.apple.com/en-us/127255",
    ),
)
