"""The matrix of the deep probes on a page: operations, and what was seen of each dtype."""

from __future__ import annotations

from collections.abc import Iterable

from mps_doctor.judgement.deep_matrix import Row, Standing
from mps_doctor.render.page import Page
from mps_doctor.render.signs import OUTCOMES, Sign

SIGNS: dict[Standing, Sign] = {
    "works": OUTCOMES["passed"],
    "wrong results": OUTCOMES["failed"],
    "crashes": OUTCOMES["failed"],
    "not implemented": OUTCOMES["unknown"],
    "needs newer": OUTCOMES["unknown"],
    "no memory": OUTCOMES["unknown"],
    "not run": OUTCOMES["not-run"],
}


def say_matrix(page: Page, rows: Iterable[Row], *, every: bool) -> None:
    """Add the rows, in full or those alone in which something does not work."""
    shown = [row for row in rows if every or is_telling(row)]
    if not shown:
        return
    page.blank()
    page.say("Operations by dtype:", role="bold")
    for row in shown:
        cells = ", ".join(_cell(page, dtype, row.standings[dtype]) for dtype in row.standings)
        page.say(cells, lead=f"{row.operation}: ", indent=2, hang=4)


def is_telling(row: Row) -> bool:
    """Return whether something of an operation does not work."""
    return any(standing not in ("works", "not run") for standing in row.standings.values())


def _cell(page: Page, dtype: str, standing: Standing) -> str:
    sign = page.sign(SIGNS[standing])
    return f"{sign}{dtype}" if sign and standing == "works" else f"{sign}{dtype} {standing}"
