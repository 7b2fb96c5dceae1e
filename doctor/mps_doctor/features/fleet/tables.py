"""Tables of the user's: exports of a device manager, and columns of their own for each host."""

import codecs
import csv
import io
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec

from mps_doctor.features.fleet.answers import (
    LARGEST_FILE,
    LEFT_OUT,
    MARK,
    HostAnswer,
    bare_word,
    silent,
)
from mps_doctor.features.fleet.values import COLUMNS, Entry, FleetReport
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import read_given

_OURS = "mps-doctor"
"""What each cell of ours holds: the facts and the lines of a verdict do."""

_NAME_COLUMNS = ("computer name", "device name", "display name", "hostname", "host", "name")

_END = ["\x1fend of the table"]

_LONGEST_KEPT = 300
"""Characters of a cell that are kept until it is known which column is ours."""

# The module's own limit of 131,072 characters is below what a cell of an export can hold.
csv.field_size_limit(LARGEST_FILE)


def read_export(path: Path) -> Iterator[tuple[str, bytes | HostAnswer]]:
    """Yield for each row its name and its cell, or why it says nothing; at least one row."""
    numbered = enumerate(_rows(path), start=1)  # as a spreadsheet counts them
    _, first = next(numbered)
    head = [name.strip().lower() for name in first]
    if head[: len(COLUMNS)] == [name.lower() for name in COLUMNS]:
        yield "", silent(LEFT_OUT)
        return
    place = next((head.index(word) for word in _NAME_COLUMNS if word in head), 0)
    names: set[str] = set()
    columns: Counter[int] = Counter()
    unanswered: list[tuple[str, list[str]]] = []
    row: list[str] = []
    if any(MARK in cell or bare_word(cell) for cell in first):  # it has no head
        numbered = enumerate(_rows(path), start=1)
    for number, row in numbered:
        if row == _END or not any(cell.strip() for cell in row):
            continue
        ours = [at for at, cell in enumerate(row) if _OURS in cell]
        name = "" if place in ours else "".join(row[place : place + 1]).strip()[:_LONGEST_KEPT]
        while not name or name in names:  # two Macs may be called "MacBook Pro"
            name = f"{name} (row {number})".strip()
        names.add(name)
        columns.update(ours)
        yield from ((name, row[at].encode()) for at in ours)
        if not ours:
            unanswered.append((name, [cell[:_LONGEST_KEPT] for cell in row]))
    for name, cells in unanswered:
        said = [cells[at : at + 1] for at, _ in columns.most_common(1)]
        others = said[0] if said else cells[:place] + cells[place + 1 :]
        text = " | ".join(cell.strip() for cell in others if cell.strip())
        bare = next(filter(None, map(bare_word, others)), None)
        yield name, bare or silent("not-understood" if text else "empty", text)
    if row != _END:
        yield "", silent("incomplete", "a quotation mark is never closed: rows run together")
    elif not names:
        yield "", silent("empty", "the table has no rows")


def add_columns(report: FleetReport, path: Path, wanted: Collection[str] = ()) -> FleetReport:
    """Return the report with what a table says of each host, and its rows that name none.

    A row belongs to the host that it names, in the column whose cells name the most hosts.
    Raises InputError for a table that cannot be read, names no host, or lacks a wanted column.
    """
    head, *rows = [row for row in _rows(path) if row != _END]
    if absent := [name for name in wanted if name not in head]:
        raise InputError(f"{path} has no column {absent[0]!r}", f"it has: {', '.join(head)[:500]}")
    hosts = {name for entry in report.entries for name in _names(entry)}
    found = Counter(at for row in rows for at, cell in enumerate(row) if _key(cell) in hosts)
    place = max(found, key=lambda at: found[at], default=None)
    if place is None:
        raise InputError(f"no row of {path} names a host of the report")
    by_name = {_key(row[place]): row for row in reversed(rows) if len(row) > place}
    shown = [at for at, name in enumerate(head) if (name in wanted if wanted else at != place)]
    entries = []
    for entry in report.entries:
        row = next((by_name[name] for name in _names(entry) if name in by_name), [])
        columns = {head[at]: row[at] for at in shown if at < len(row) and _OURS not in row[at]}
        entries.append(msgspec.structs.replace(entry, columns=columns))
    unmatched = (row[place] for name, row in by_name.items() if name and name not in hosts)
    return msgspec.structs.replace(report, entries=tuple(entries), unmatched=tuple(unmatched))


def _names(entry: Entry) -> tuple[str, ...]:
    """Return what a table may call a host: its name, the first part of that, its id."""
    name = _key(entry.host)
    return tuple(filter(None, (name, name.partition(".")[0], entry.id)))


def _key(cell: str) -> str:
    return cell.strip().lower()


def _rows(path: Path) -> Iterator[list[str]]:
    """Return the rows of a CSV file as spreadsheets write them, the head first and `_END` last.

    Inside a quotation that is never closed the last row is not seen.
    """
    content = read_given(path, LARGEST_FILE)
    wide = content[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    text = content.decode("utf-16" if wide else "utf-8-sig", "replace")
    lines = [*io.StringIO(text.replace("\0", "\N{REPLACEMENT CHARACTER}"), newline="")] or [""]
    delimiter = max(",;\t", key=lines[0].count)  # Excel writes what the language's lists have
    return csv.reader([*lines, *_END], delimiter=delimiter)
