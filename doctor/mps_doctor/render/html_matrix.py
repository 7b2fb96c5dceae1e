"""The matrix of the deep probes on a page: operations by dtype, as drawings and as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mps_doctor.judgement.deep_matrix import Row, Standing
from mps_doctor.render.html_text import Html, element, joined, table
from mps_doctor.render.matrix_table import SIGNS, is_telling
from mps_doctor.render.safe_text import visible
from mps_doctor.render.wrapping import fitting

MARKS: dict[Standing, str] = {
    "works": "✓",
    "wrong results": "✗",
    "crashes": "!",
    "not implemented": "○",
    "needs newer": "↑",
    "no memory": "▫",
    "not run": "·",
}
"""One sign for each: colour alone tells nothing."""

SHORT = {"float": "fp", "bfloat": "bf", "complex": "c", "uint": "u", "int": "i"}
"""Beginnings of the names of dtypes, as they fit over a column."""

ROWS_AT_ONCE = 24
"""Operations in one drawing: two fit on a page of paper; on a screen they stand in columns."""

ROW = 18
COLUMN = 20
CELL = 15
HEAD = 34
LONGEST_LABEL = 27


def draw_matrix(rows: Sequence[Row]) -> Html:
    """Return the part of the page, empty where no probe ran."""
    if not rows:
        return Html("")
    dtypes = _dtypes(rows)
    parts = [rows[start : start + ROWS_AT_ONCE] for start in range(0, len(rows), ROWS_AT_ONCE)]
    drawings = (_drawing(part, dtypes, place) for place, part in enumerate(parts))
    return element(
        "section",
        element("h2", "Operations by dtype"),
        _legend(rows),
        element("div", *drawings, class_="matrices"),
        element(
            "details",
            element("summary", f"The same as a table ({len(rows)} operations)"),
            element("div", _as_table(rows, dtypes), class_="wide"),
            class_="again",
        ),
    )


def _dtypes(rows: Sequence[Row]) -> list[str]:
    """Return the dtypes, those of the most operations first."""
    counts = Counter(dtype for row in rows for dtype in row.standings)
    return [dtype for dtype, _ in counts.most_common()]


def _legend(rows: Sequence[Row]) -> Html:
    counts = Counter(standing for row in rows for standing in row.standings.values())
    items = (
        element(
            "li",
            element("b", MARKS[standing], class_=f"mark {_role(standing)}", aria_hidden="true"),
            f" {standing}: {counts[standing]}",
        )
        for standing in MARKS
        if counts[standing]
    )
    return element("ul", *items, class_="legend")


def _drawing(rows: Sequence[Row], dtypes: Sequence[str], place: int) -> Html:
    first = place * ROWS_AT_ONCE + 1
    height = str(HEAD + ROW * len(rows))
    # Cells hang on the right edge, names on the left: the width between them is whatever there is.
    cells = joined(_head(dtypes), *(_cells(row, dtypes, top) for top, row in enumerate(rows)))
    names = (
        element(
            "text",
            fitting(visible(row.operation), LONGEST_LABEL),
            element("title", row.operation),
            x="0", y=str(_middle(top) + 4),
        )
        for top, row in enumerate(rows)
    )  # fmt: skip
    return element(
        "svg",
        *names,
        element("svg", cells, x="100%", width="1", height=height, overflow="visible"),
        width="100%",
        height=height,
        class_="matrix",
        role="img",
        aria_label=f"Operations {first} to {first + len(rows) - 1}: {_in_words(rows)}",
    )


def _head(dtypes: Sequence[str]) -> Html:
    return joined(
        *(
            element(
                "text",
                _short(dtype),
                element("title", dtype),
                x="0", y="0", class_="name",
                transform=f"translate({_left(place, dtypes) + 11} {HEAD - 4}) rotate(-60)",
            )
            for place, dtype in enumerate(dtypes)
        )
    )  # fmt: skip


def _cells(row: Row, dtypes: Sequence[str], top: int) -> Html:
    return joined(
        *(
            _cell(row, dtype, _left(place, dtypes), _middle(top))
            for place, dtype in enumerate(dtypes)
            if dtype in row.standings
        )
    )


def _cell(row: Row, dtype: str, left: int, middle: int) -> Html:
    standing = row.standings[dtype]
    half = CELL / 2
    return element(
        "g",
        element("title", f"{row.operation}, {dtype}: {standing}"),
        element(
            "rect",
            x=str(left), y=f"{middle - half:g}", width=str(CELL), height=str(CELL), rx="3",
            class_=_role(standing),
        ),
        element(
            "text", MARKS[standing],
            x=f"{left + half:g}", y=str(middle + 4), text_anchor="middle",
            class_=f"mark {_role(standing)}",
        ),
    )  # fmt: skip


def _left(place: int, dtypes: Sequence[str]) -> int:
    return COLUMN * (place - len(dtypes))


def _middle(top: int) -> int:
    return HEAD + ROW * top + ROW // 2


def _role(standing: Standing) -> str:
    return SIGNS[standing].role


def _short(dtype: str) -> str:
    for name, short in SHORT.items():
        if dtype.startswith(name):
            return short + fitting(visible(dtype.removeprefix(name)), 4)
    return fitting(visible(dtype), 5)


def _in_words(rows: Sequence[Row]) -> str:
    told = [
        f"{row.operation} {dtype} {standing}"
        for row in rows
        if is_telling(row)
        for dtype, standing in row.standings.items()
        if standing not in ("works", "not run")
    ]
    return "; ".join(told) or "nothing that was tried fails"


def _as_table(rows: Sequence[Row], dtypes: Sequence[str]) -> Html:
    return table(
        ["operation", *dtypes],
        [[row.operation, *(row.standings.get(dtype, "") for dtype in dtypes)] for row in rows],
    )
