"""Looks up root causes: the words that every verdict and result uses."""

from functools import cache

from mps_doctor.knowledge.rows.causes import CAUSES, Cause

OF_A_PLUG_IN = Cause(
    id="",
    family="plugins",
    kind="environment",
    severity="warning",
    means="a cause that a plug-in names as `plugin:name`; its check says the rest",
    headline="",
    says="",
    advice="",
)


@cache
def all_causes() -> dict[str, Cause]:
    """Return every cause by its id, in the order of the vocabulary."""
    return {row.id: row for row in CAUSES}


def cause_of(id: str) -> Cause:
    """Return what is known of a cause: of a plug-in's own, and of none, that of any plug-in's."""
    return all_causes().get(id, OF_A_PLUG_IN)
