"""Whether a version meets what a package demands: `>=2.6,<2.9`."""

from __future__ import annotations

import re
from functools import lru_cache

from packaging.version import Version

_ONE_CLAUSE = re.compile(r"(==|>=)\s*([\w.+!-]+)")


@lru_cache(maxsize=4096)
def meets(version: str, demand: str) -> bool:
    """Return whether a version meets a demand; pre-releases count, an empty demand is met by all.

    Raises ValueError for a demand or a version that is none.
    """
    if not demand:
        return True
    if clause := _ONE_CLAUSE.fullmatch(demand):
        # Most demands are of this form, and packaging.specifiers takes longer to import than all
        # of them to compare.
        ours, bound = Version(version), Version(clause[2])
        if clause[1] == ">=":
            return ours >= bound
        return ours == bound or (bound.local is None and Version(ours.public) == bound)
    from packaging.specifiers import SpecifierSet

    return SpecifierSet(demand).contains(version, prereleases=True)
