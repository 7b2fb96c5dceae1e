"""How often Python looks for objects that nobody holds any more."""

import gc

OBJECTS_BEFORE_COLLECTION = 50_000
"""Python's 700 would have the collector walk through our modules again and again while they load:
nothing of them ever goes."""


def collect_rarely() -> None:
    """Let the collector rest for longer in this process."""
    gc.set_threshold(OBJECTS_BEFORE_COLLECTION)


def keep_all() -> None:
    """Take what is there by now for what stays: the collector never looks at it again."""
    gc.collect()
    gc.freeze()
