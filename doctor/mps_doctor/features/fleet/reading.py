"""Reads whatever brought the answers home: snapshots, reports, streams, compact words, tables."""

import base64
import codecs
import csv
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from mps_doctor.facts import SnapshotError, decode_machine
from mps_doctor.features.fleet.answers import (
    LARGEST_FILE,
    LEFT_OUT,
    MARK,
    STREAM_KEYS,
    WORD,
    HostAnswer,
    bare_word,
    decoded,
    read_stream,
    silent,
    time_or_nothing,
)
from mps_doctor.features.fleet.values import COLUMNS, Entry
from mps_doctor.judgement.report import other_version
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import read_given

COMPACT = re.compile(
    rb"(?:(" + WORD.encode() + rb")\s+)?" + MARK.encode()
    + rb"(?:(\d{1,9}):(?:(\d{1,7}):([A-Za-z0-9+/=]*))?)?"
)  # fmt: skip
"""The script's own word, the version of the form, the length of the facts, the facts."""

MOST_UNPACKED = 8_000_000
"""Bytes that one compact word may hold: it is a stranger's, and could unpack to anything."""

Fields: TypeAlias = dict[str, msgspec.Raw]

_DOCUMENT_KEYS = frozenset({"origin", "facts", "reports", "fleet", "error"})

_OURS = "mps-doctor"
"""What each cell of ours holds."""

_NAME_COLUMNS = ("computer name", "device name", "display name", "hostname", "host", "name")

_END = ["\x1fend of the table"]

_LONGEST_KEPT = 300
"""Characters of a cell that are kept until it is known which column is ours."""

# The module's own limit of 131,072 characters is below what a cell of an export can hold.
csv.field_size_limit(LARGEST_FILE)


def read_file(path: Path) -> Iterator[HostAnswer]:
    """Yield what a file says, at least one answer; never raises for its content."""
    try:
        if path.suffix.lower() == ".csv":
            for name, cell in _read_export(path):
                for entry, machine in read_document(cell) if isinstance(cell, bytes) else [cell]:
                    yield HostAnswer(replace(entry, host=entry.host or name), machine)
        else:
            yield from read_document(read_given(path, LARGEST_FILE))
    except InputError as error:
        yield silent("unreadable", error)


def read_document(document: bytes) -> Iterator[HostAnswer]:
    """Yield what a document says, at least one answer."""
    text = document.strip()
    if text.startswith(b"{") and b"\n" in text:
        whole = decoded(text, Fields)
        if whole is not None:
            yield from _read_object(text, whole)
            return
        if text.partition(b"\n")[0].strip() == b"{":
            yield silent("incomplete", "the JSON is cut off")
            return
    yield from _read_lines(text.splitlines())


def _read_lines(lines: Iterable[bytes]) -> Iterator[HostAnswer]:
    """Read documents and words, one a line, and the streams of hosts between them."""
    stream: list[bytes] = []
    noise: dict[str, HostAnswer] = {}
    answered = False
    for line in lines:
        found = _read_line(line, in_stream=bool(stream))
        if found is None:
            stream.append(line)
        elif isinstance(found, HostAnswer):
            noise.setdefault(found.entry.reason, found)
        else:
            yield from read_stream(stream) if stream else ()
            yield from found
            stream, answered = [], True
    if stream:
        yield from read_stream(stream)
    # A foreign document counts; other words around an answer are noise.
    if "not-ours" in noise or not (answered or stream):
        yield noise.get("not-ours") or noise.get("not-understood") or silent("empty")


def _read_line(line: bytes, *, in_stream: bool) -> list[HostAnswer] | HostAnswer | None:
    """Return the answers in a line, or why it holds none; None for a part of a stream."""
    fields = decoded(line, Fields)
    if fields is not None and STREAM_KEYS & fields.keys():
        return None
    if fields is not None and _DOCUMENT_KEYS & fields.keys():
        return [*_read_object(line, fields)]
    if fields is None and MARK.encode() in line:
        return [*_read_words(line)]
    if in_stream:  # whatever else comes between its lines is noise
        return None
    if fields is not None:
        return silent("not-ours", f"its keys: {', '.join(fields)}")
    if line.lstrip().startswith(b"{"):
        return [silent("incomplete", "a line is no complete JSON")]
    text = line.decode("utf-8", "replace").strip()
    if said := bare_word(text):
        return [said]
    return silent("not-understood" if text else "empty", text)


def _read_object(text: bytes, fields: Fields) -> Iterator[HostAnswer]:
    """Read one JSON object: a report, a list of them, an error, a fleet's report or a snapshot."""
    if "fleet" in fields and "entries" in fields:
        yield silent(LEFT_OUT)  # somebody put it beside the answers
    elif said := other_version(text):
        yield silent("other-version", said)
    elif "reports" in fields:
        yield from map(_read_report, decoded(fields["reports"], list[Fields]) or [{}])
    else:
        yield _read_report({"facts": msgspec.Raw(text)} if "origin" in fields else fields)


def _read_report(fields: Fields) -> HostAnswer:
    if "facts" not in fields:
        error = decoded(fields.get("error", b""), dict[str, Any]) or {}
        if "message" in error:
            return silent("failed", error["message"])
        return silent("not-ours", f"its keys: {', '.join(fields) or 'none'}")
    try:
        machine = decode_machine(bytes(fields["facts"]))
    except SnapshotError as error:
        other = str(error).startswith("has schema version")
        return silent("other-version" if other else "not-ours", error)
    origin = machine.origin
    recorded = time_or_nothing(decoded(fields.get("started", b""), str) or origin.recorded)
    host = origin.name if origin.kind == "host" else ""
    return HostAnswer(Entry(host=host, recorded=recorded), machine)


def _read_words(line: bytes) -> Iterator[HostAnswer]:
    """Read the compact words in a line: each is one host's answer."""
    for match in COMPACT.finditer(line):
        said, version, length, word = match.groups()
        before = f"it said {said.decode()}; " if said else ""
        if version not in (None, b"1"):
            yield silent("other-version", f"{before}form {version.decode()}")
        elif length is None or len(word) != int(length):
            came = f"{len(word or b'')} of {(length or b'?').decode()} characters came"
            yield silent("incomplete", before + came)
        else:
            unpacker = zlib.decompressobj(wbits=31)  # gzip
            try:
                text = unpacker.decompress(base64.b64decode(word, validate=True), MOST_UNPACKED)
            except (ValueError, zlib.error) as error:
                yield silent("incomplete", f"{before}{error}")
                continue
            if unpacker.unconsumed_tail:
                yield silent("too-long", f"{before}it unpacks to more than 8 MB")
            elif not unpacker.eof:
                yield silent("incomplete", f"{before}the packed facts are cut off")
            else:
                yield from read_stream(text.splitlines())


def _read_export(path: Path) -> Iterator[tuple[str, bytes | HostAnswer]]:
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
