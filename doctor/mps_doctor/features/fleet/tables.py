"""Reads the export of a device manager: each row of a CSV file is a host, whatever it says."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from mps_doctor.facts import MAX_SNAPSHOT_BYTES
from mps_doctor.features.fleet.answers import LEFT_OUT, Silence

_OURS = "mps-doctor"
"""What each cell of ours holds: the facts and the lines of a verdict do."""

_NAME_COLUMNS = ("computer name", "device name", "display name", "hostname", "host", "name")

_OWN_HEAD = ["host", "id", "python", "outcome", "reason"]
"""How the head of our own CSV report begins."""

_END = "\x1fend of the table"

_LONGEST_KEPT = 300
"""Characters of a cell that are kept until it is known which column is ours."""

# The module's own limit of 131,072 characters is below what a cell of an export can hold.
csv.field_size_limit(MAX_SNAPSHOT_BYTES)

Row = tuple[str, str | Silence]
"""The name of a host, and the cell that is ours or why there is none."""


def read_table(lines: Iterable[str]) -> Iterator[Row]:
    """Return for each row its name and its cell, or why it says nothing; at least one row."""
    lines = iter(lines)
    head_line = next(lines, "")
    delimiter = max(",;\t", key=head_line.count)  # Excel writes what the language's lists have
    # A row of our own after the last one: inside a quotation that is never closed it is not seen.
    ended = chain([head_line], lines, [f"{_END}\n"])
    plain = (line.replace("\0", "\N{REPLACEMENT CHARACTER}") for line in ended)
    rows = csv.reader(plain, delimiter=delimiter)
    head = [name.strip().lower() for name in next(rows)]
    if head[: len(_OWN_HEAD)] == _OWN_HEAD:
        yield "", Silence(LEFT_OUT)
        return
    yield from _Table(head).read(rows)


class _Table:
    def __init__(self, head: list[str]) -> None:
        self._head = head
        self._place = next((head.index(word) for word in _NAME_COLUMNS if word in head), 0)
        self._seen: set[str] = set()
        self._ours: Counter[int] = Counter()
        self._silent: list[tuple[str, list[str]]] = []

    def read(self, rows: Iterable[list[str]]) -> Iterator[Row]:
        """Return the rows that say something as they come, then those that say nothing."""
        closed = False
        for number, row in enumerate(rows, start=2):  # as a spreadsheet counts them
            closed = row == [_END]
            if closed or not any(cell.strip() for cell in row):
                continue
            ours = [place for place, cell in enumerate(row) if _OURS in cell]
            name = self._name(row, number, ours)
            self._ours.update(ours)
            for place in ours:
                yield name, row[place]
            if not ours:
                self._silent.append((name, [cell[:_LONGEST_KEPT] for cell in row]))
        for name, row in self._silent:
            yield name, self._why_silent(row)
        if not closed:
            yield "", Silence("incomplete", "a quotation mark is never closed: rows run together")
        elif not self._seen:
            yield "", Silence("empty", "the table has no rows")

    def _name(self, row: list[str], number: int, ours: list[int]) -> str:
        has_name = len(row) > self._place and self._place not in ours
        name = row[self._place].strip()[:_LONGEST_KEPT] if has_name else ""
        while not name or name in self._seen:  # two Macs may be called "MacBook Pro"
            name = f"{name} (row {number})".strip()
        self._seen.add(name)
        return name

    def _why_silent(self, row: list[str]) -> Silence:
        ours = self._ours.most_common(1)
        others = row[: self._place] + row[self._place + 1 :]
        cells = row[ours[0][0] : ours[0][0] + 1] if ours else others
        said = " | ".join(cell.strip() for cell in cells if cell.strip())
        return Silence("not-understood" if said else "empty", said)
