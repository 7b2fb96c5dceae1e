"""Reads whatever brought the answers home: snapshots, reports, streams, compact words, CSV."""

from __future__ import annotations

import base64
import binascii
import csv
import io
import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from mps_doctor.fleet.answers import Gathered, Silence, gather
from mps_doctor.machine import MAX_SNAPSHOT_BYTES, SnapshotError, decode_machine

Item = Gathered | dict[str, str]
"""Facts or a silence; a dictionary where only the line of a verdict came."""

COMPACT = re.compile(rb"mps-doctor-facts:1:(\d{1,7}):([A-Za-z0-9+/=]*)")
LINE = re.compile(
    r"mps-doctor: (HEALTHY|UNPROVEN|DEGRADED|BROKEN|NOT APPLICABLE|INCONCLUSIVE)(?: \| (.*))?"
)
_CAUSE = re.compile(r"[\w.:-]+=([\w.:-]+) \(")

MOST_UNPACKED = 8_000_000
"""Bytes that one compact word may hold: it is a stranger's, and could unpack to anything."""

_DOCUMENT = msgspec.json.Decoder(dict[str, msgspec.Raw])


def as_text(name: str) -> str:
    """Return a file's name with the bytes replaced that are no text, so that it can be written."""
    return os.fsencode(name).decode("utf-8", "replace")


def read_file(path: Path) -> Iterator[Item]:
    """Return what a file tells, one item for each environment; never raises for its content."""
    try:
        with path.open("rb") as file:
            document = file.read(MAX_SNAPSHOT_BYTES + 1)
    except OSError as error:
        yield Gathered(
            Silence("unreadable", error.strerror or type(error).__name__), as_text(path.stem)
        )
        return
    if len(document) > MAX_SNAPSHOT_BYTES and path.suffix != ".jsonl":
        yield Gathered(Silence("not-ours", "it is too large"), as_text(path.stem))
        return
    if path.suffix == ".csv":
        yield from _read_table(document)
    elif len(document) > MAX_SNAPSHOT_BYTES:
        yield from _read_long(path)
    else:
        yield from read_document(document)


def read_document(document: bytes) -> Iterator[Item]:
    """Return what a document tells."""
    text = document.strip()
    if match := COMPACT.search(text):
        yield from _read_compact(match)
        return
    if text.startswith((b"mps-doctor: ", b"<result>mps-doctor: ")):
        yield from _read_lines(text)
        return
    head, _, rest = text.partition(b"\n")
    first = _fields(head)
    if first is None:
        # A document over several lines, or noise before a stream.
        whole = _fields(text)
        if whole is not None and not _is_stream(whole):
            yield from _read_object(text, whole)
        elif text.startswith(b"{") and b'"schema_version"' in text[:300]:
            yield Gathered(Silence("incomplete", "the JSON is cut off"))
        else:
            yield from _read_stream(text.splitlines())
    elif "fleet_host" in first:
        yield from _read_envelope(head, rest)
    elif _is_stream(first):
        yield from _read_stream(text.splitlines())
    else:
        for line in text.splitlines():
            yield from _read_one(line)


def _read_long(path: Path) -> Iterator[Item]:
    """Read a file of documents, one a line, that is too long to be held."""
    with path.open("rb") as file:
        while line := file.readline(MAX_SNAPSHOT_BYTES):
            yield from _read_one(line)


def _read_one(line: bytes) -> Iterator[Item]:
    fields = _fields(line)
    if fields is not None:
        yield from _read_object(line, fields)
    elif line.strip():
        yield Gathered(Silence("incomplete", "a line is no complete JSON"))


def _read_object(text: bytes, fields: dict[str, msgspec.Raw]) -> Iterator[Item]:
    """Read one JSON object: a report, a list of them, a fleet's entry or a snapshot."""
    if "facts" in fields and "verdict" in fields:
        yield _machine(bytes(fields["facts"]), _recorded_of(fields))
    elif (reports := _reports_in(fields)) is not None:
        for report in reports:
            if "facts" in report:
                yield _machine(bytes(report["facts"]), _recorded_of(report))
    elif "fleet" in fields and "entries" in fields:
        return  # our own summary, which somebody put beside the answers
    elif "origin" in fields:
        yield _machine(text, "")
    else:
        yield Gathered(Silence("not-ours", f"its keys: {', '.join(list(fields)[:5])}"))


def _reports_in(fields: dict[str, msgspec.Raw]) -> list[dict[str, msgspec.Raw]] | None:
    try:
        return msgspec.json.decode(fields["reports"], type=list[dict[str, msgspec.Raw]])
    except (KeyError, msgspec.DecodeError):
        return None


def _machine(document: bytes, recorded: str) -> Gathered:
    try:
        machine = decode_machine(document)
    except SnapshotError as error:
        return Gathered(Silence("not-ours", str(error)))
    name = machine.origin.name if machine.origin.kind == "host" else ""
    return Gathered(machine, host=name, recorded=recorded or machine.origin.recorded)


def _recorded_of(report: dict[str, msgspec.Raw]) -> str:
    started = report.get("started")
    try:
        return "" if started is None else msgspec.json.decode(started, type=str)
    except msgspec.DecodeError:
        return ""


def _read_envelope(head: bytes, rest: bytes) -> Iterator[Item]:
    """Read what `fleet run` wrote: who was asked, how that went, and what came back."""
    said: dict[str, Any] = msgspec.json.decode(head)
    if not isinstance(said["fleet_host"], str):
        yield Gathered(Silence("not-ours", "its host is no name"))
        return
    host, recorded = said["fleet_host"], str(said.get("recorded", ""))
    reason = str(said.get("reason", ""))
    if reason:
        told = Silence(reason, str(said.get("message", "")))
        yield Gathered(told, host=host, recorded=recorded)
        return
    for item in _read_stream(rest.splitlines()):
        yield replace(item, host=host, recorded=item.recorded or recorded)


def _read_stream(lines: list[bytes]) -> Iterator[Gathered]:
    yield from gather(lines)


def _read_compact(match: re.Match[bytes]) -> Iterator[Item]:
    length, word = int(match[1]), match[2]
    if len(word) != length:
        message = f"{len(word)} of {length} characters came"
        yield Gathered(Silence("incomplete", message))
        return
    try:
        unpacker = zlib.decompressobj(wbits=31)  # gzip
        text = unpacker.decompress(base64.b64decode(word, validate=True), MOST_UNPACKED)
    except (binascii.Error, ValueError, zlib.error) as error:
        yield Gathered(Silence("incomplete", str(error)))
        return
    if not unpacker.eof:
        yield Gathered(Silence("not-ours", "it unpacks to too much"))
        return
    yield from _read_stream(text.splitlines())


def _read_lines(text: bytes) -> Iterator[Item]:
    for line in text.decode("utf-8", "replace").splitlines():
        if match := LINE.search(line.removesuffix("</result>")):
            yield told_by(match)


def told_by(match: re.Match[str]) -> dict[str, str]:
    """Return what the line of a verdict says: its status, its causes and its sentence."""
    parts = (match[2] or "").split(" | ")
    causes = _CAUSE.findall(parts[0])
    sentence = parts[1] if causes and len(parts) > 1 else parts[0]
    status = match[1].lower().replace(" ", "-")
    return {"status": status, "causes": " ".join(causes), "sentence": sentence}


def _read_table(document: bytes) -> Iterator[Item]:
    """Read an export of a device manager: in each row the cell that is ours, and a name."""
    rows = csv.reader(io.StringIO(document.decode("utf-8-sig", "replace"), newline=""))
    names: list[str] = next(rows, [])
    lowered = [name.strip().lower() for name in names]
    place = next((lowered.index(word) for word in _NAME_COLUMNS if word in lowered), 0)
    for row in rows:
        cell = next((cell for cell in row if "mps-doctor" in cell), "")
        host = row[place] if len(row) > place else ""
        for item in read_document(cell.encode()) if cell else ():
            if isinstance(item, Gathered):
                yield replace(item, host=item.host or host)
            else:
                yield {**item, "host": host}


_NAME_COLUMNS = ("computer name", "device name", "display name", "hostname", "host", "name")


def _is_stream(fields: dict[str, msgspec.Raw]) -> bool:
    return bool({"fleet_script", "probe", "begin", "section", "fleet_failed"} & fields.keys())


def _fields(text: bytes) -> dict[str, msgspec.Raw] | None:
    try:
        return _DOCUMENT.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
