"""Reads whatever brought the answers home: snapshots, reports, streams, compact words, tables."""

from __future__ import annotations

import base64
import binascii
import codecs
import io
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from mps_doctor.facts import (
    MAX_SNAPSHOT_BYTES,
    SCHEMA_VERSION,
    SnapshotError,
    decode_machine,
)
from mps_doctor.features.fleet.answers import (
    LEFT_OUT,
    STREAM_KEYS,
    Gathered,
    Silence,
    gather,
    time_or_nothing,
)
from mps_doctor.features.fleet.tables import read_table

Item = Gathered | dict[str, str]
"""Facts or a silence; a dictionary where only the line of a verdict came."""

MARK = b"mps-doctor-facts:"
COMPACT = re.compile(
    rb"(?:(HEALTHY|NOT-A-MAC|NO-TORCH|(?:BROKEN|UNKNOWN) [\w.-]{1,60})\s+)?" + MARK
    + rb"(?:(\d{1,9}):(?:(\d{1,7}):([A-Za-z0-9+/=]*))?)?"
)  # fmt: skip
"""The script's own word, the version of the form, the length of the facts, the facts."""

VERDICT = b"mps-doctor: "
LINE = re.compile(
    r"mps-doctor: (HEALTHY|UNPROVEN|DEGRADED|BROKEN|NOT APPLICABLE|INCONCLUSIVE)(?: \| (.*))?"
)
_CAUSE = re.compile(r"[\w.:-]+=([\w.:-]+) \(")

MOST_UNPACKED = 8_000_000
"""Bytes that one compact word may hold: it is a stranger's, and could unpack to anything."""

_DOCUMENT_KEYS = frozenset({"origin", "facts", "reports", "fleet", "error"})


def as_text(name: str) -> str:
    """Return a file's name with the bytes replaced that are no text, so that it can be written."""
    return os.fsencode(name).decode("utf-8", "replace")


def read_file(path: Path) -> Iterator[Item]:
    """Return what a file says, at least one item; never raises for its content."""
    try:
        if path.suffix.lower() == ".csv":
            yield from _read_export(path)
            return
        with path.open("rb") as file:
            document = file.read(MAX_SNAPSHOT_BYTES + 1)
            if len(document) <= MAX_SNAPSHOT_BYTES:
                yield from read_document(document)
            else:  # one answer a line, or nothing that could be read
                file.seek(0)
                yield from _read_lines(iter(lambda: file.readline(MAX_SNAPSHOT_BYTES), b""))
    except OSError as error:
        yield Gathered(Silence("unreadable", error.strerror or type(error).__name__))


def _read_export(path: Path) -> Iterator[Item]:
    with path.open("rb") as file:
        wide = file.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
        encoding = "utf-16" if wide else "utf-8-sig"
        with io.TextIOWrapper(file, encoding=encoding, errors="replace", newline="") as text:
            for name, cell in read_table(iter(lambda: text.readline(MAX_SNAPSHOT_BYTES), "")):
                if isinstance(cell, Silence):
                    yield Gathered(cell, host=name)
                    continue
                for item in read_document(cell.encode()):
                    if isinstance(item, Gathered):
                        yield replace(item, host=item.host or name)
                    else:
                        yield {**item, "host": name}


def read_document(document: bytes) -> Iterator[Item]:
    """Return what a document says, at least one item."""
    text = document.strip()
    if text.startswith(b"{") and b"\n" in text:
        whole = _fields(text)
        if whole is not None:
            yield from _read_object(text, whole)
            return
        if text.partition(b"\n")[0].strip() == b"{":
            yield Gathered(Silence("incomplete", "the JSON is cut off"))
            return
    yield from _read_lines(text.splitlines())


def _read_lines(lines: Iterable[bytes]) -> Iterator[Item]:
    """Read documents, words and verdicts, one a line, and the streams of hosts between them."""
    stream: list[bytes] = []
    foreign, noise, came = "", b"", False
    for line in lines:
        fields = _fields(line)
        found: Iterable[Item] | None = None
        if fields is not None and STREAM_KEYS & fields.keys():
            stream.append(line)
        elif fields is not None and _DOCUMENT_KEYS & fields.keys():
            found = _read_object(line, fields)
        elif fields is None and MARK in line:
            found = _read_words(line)
        elif fields is None and not stream and VERDICT in line:
            found = [_read_verdict(line)]
        elif stream:
            stream.append(line)  # whatever else comes between its lines is noise
        elif fields is not None:
            foreign = foreign or ", ".join(fields)
        elif line.lstrip().startswith(b"{"):
            found = [Gathered(Silence("incomplete", "a line is no complete JSON"))]
        else:
            noise = noise or line.strip()
        if found is not None:
            yield from gather(stream) if stream else ()
            yield from found
            stream, came = [], True
    if stream:
        yield from gather(stream)
    if foreign:
        yield Gathered(Silence("not-ours", f"its keys: {foreign}"))
    if not (came or stream or foreign):
        said = noise.decode("utf-8", "replace")
        yield Gathered(Silence("not-understood" if said else "empty", said))


def _read_object(text: bytes, fields: dict[str, msgspec.Raw]) -> Iterator[Item]:
    """Read one JSON object: a report, a list of them, an error, a fleet's report or a snapshot."""
    if "fleet" in fields and "entries" in fields:
        yield Gathered(Silence(LEFT_OUT))  # somebody put it beside the answers
    elif "reports" in fields:
        reports = _decoded(fields["reports"], list[dict[str, msgspec.Raw]])
        if not reports:
            yield Gathered(Silence("not-ours", "it holds no reports"))
        for report in reports or ():
            yield _report(report)
    elif "origin" in fields:
        yield _machine(text, fields)
    else:
        yield _report(fields)


def _report(fields: dict[str, msgspec.Raw]) -> Gathered:
    if "facts" in fields:
        facts = bytes(fields["facts"])
        started = _decoded(fields.get("started"), str) or ""
        return _machine(facts, _fields(facts) or {}, started)
    error = _decoded(fields.get("error"), dict[str, Any]) or {}
    if "message" in error:
        return Gathered(Silence("failed", str(error["message"])))
    return Gathered(Silence("not-ours", f"its keys: {', '.join(fields)}"))


def _machine(document: bytes, fields: dict[str, msgspec.Raw], recorded: str = "") -> Gathered:
    version = _decoded(fields.get("schema_version"), str) or SCHEMA_VERSION
    if version.partition(".")[0] != SCHEMA_VERSION.partition(".")[0]:
        return Gathered(Silence("other-version", f"schema version {version}"))
    try:
        machine = decode_machine(document)
    except SnapshotError as error:
        return Gathered(Silence("not-ours", str(error)))
    name = machine.origin.name if machine.origin.kind == "host" else ""
    return Gathered(
        machine, host=name, recorded=time_or_nothing(recorded or machine.origin.recorded)
    )


def _read_words(line: bytes) -> Iterator[Item]:
    """Read the compact words in a line: each is one host's answer."""
    for match in COMPACT.finditer(line):
        said, version, length, word = match.groups()
        before = f"it said {said.decode()}; " if said else ""
        if version not in (None, b"1"):
            yield Gathered(Silence("other-version", f"{before}form {version.decode()}"))
        elif length is None or len(word) != int(length):
            came = f"{len(word or b'')} of {(length or b'?').decode()} characters came"
            yield Gathered(Silence("incomplete", before + came))
        else:
            yield from _unpacked(word, before)


def _unpacked(word: bytes, before: str) -> Iterator[Item]:
    try:
        unpacker = zlib.decompressobj(wbits=31)  # gzip
        text = unpacker.decompress(base64.b64decode(word, validate=True), MOST_UNPACKED)
    except (binascii.Error, ValueError, zlib.error) as error:
        yield Gathered(Silence("incomplete", f"{before}{error}"))
        return
    if unpacker.unconsumed_tail:
        yield Gathered(Silence("too-long", f"{before}it unpacks to more than 8 MB"))
    elif not unpacker.eof:
        yield Gathered(Silence("incomplete", f"{before}the packed facts are cut off"))
    else:
        yield from gather(text.splitlines())


def _read_verdict(line: bytes) -> Item:
    """Read the line of a verdict, or of an error."""
    text = line.decode("utf-8", "replace").strip().removesuffix("</result>")
    match = LINE.search(text)
    if match is None:
        return Gathered(Silence("failed", text.removeprefix("<result>")))
    parts = (match[2] or "").split(" | ")
    causes = _CAUSE.findall(parts[0])
    sentence = parts[1] if causes and len(parts) > 1 else parts[0]
    status = match[1].lower().replace(" ", "-")
    return {"status": status, "causes": " ".join(causes), "sentence": sentence}


T = TypeVar("T")


def _fields(text: bytes) -> dict[str, msgspec.Raw] | None:
    return _decoded(text, dict[str, msgspec.Raw])


def _decoded(text: bytes | msgspec.Raw | None, type: type[T]) -> T | None:
    """Return what a JSON text says; None where it is of another type, or cannot be read."""
    if text is None:
        return None
    try:
        return msgspec.json.decode(text, type=type)
    except (ValueError, RecursionError):
        # No UTF-8, malformed, of another type, a number out of range; nested too deep.
        return None
