"""The matrix of the deep probes: operations by dtype, as a table."""

from collections import Counter
from collections.abc import Iterator, Sequence

from mps_doctor.judgement.deep_matrix import Row, Standing
from mps_doctor.views.document import Block, Paragraph, Table

MARKS: dict[Standing, str] = {
    "works": "✓",
    "wrong results": "✗ wrong",
    "crashes": "✗ crashes",
    "not implemented": "- missing",
    "needs newer": "- needs newer",
    "no memory": "- no memory",
    "not run": "",
}


def matrix_blocks(rows: Sequence[Row]) -> Iterator[Block]:
    """Yield the counts and the table; nothing where no probe ran."""
    if not rows:
        return
    counts = Counter(standing for row in rows for standing in row.standings.values())
    yield Paragraph(", ".join(f"{counts[each]} {each}" for each in MARKS if counts[each]))
    dtypes = [name for name, _ in Counter(d for row in rows for d in row.standings).most_common()]
    yield Table(
        ("operation", *dtypes),
        tuple(
            (
                row.operation,
                *(MARKS[row.standings[d]] if d in row.standings else "" for d in dtypes),
            )
            for row in rows
        ),
    )
