"""Versions of packages: reading one, and whether it meets a demand such as `>=2.6,<2.9`."""

from functools import lru_cache

from packaging.version import InvalidVersion, Version

LONGEST = 1000
"""Characters; Python refuses numbers of more than 4,300 digits."""


@lru_cache(maxsize=4096)
def parse_version(text: str) -> Version | None:
    """Return a version that compares, or None for a text that is none."""
    try:
        return Version(text[:LONGEST])
    except InvalidVersion:
        return None


def release_of(version: str) -> Version | None:
    """Return the release that a version belongs to: 2.6.0 for `2.6.0a0+git1eba9b3`."""
    parsed = parse_version(version)
    return None if parsed is None else Version(parsed.base_version)


@lru_cache(maxsize=4096)
def meets(version: str, demand: str) -> bool:
    """Return whether a version meets a demand; pre-releases count, an empty demand is met by all.

    Raises ValueError for a demand or a version that is none.
    """
    # It takes longer to load than the rest of us, and most runs compare plain numbers.
    from packaging.specifiers import SpecifierSet

    return SpecifierSet(demand).contains(Version(version), prereleases=True)
