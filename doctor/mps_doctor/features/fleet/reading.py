"""Reads whatever brought the answers home: snapshots, reports, streams, compact words, tables."""

import base64
import binascii
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from mps_doctor.facts import SnapshotError, decode_machine
from mps_doctor.features.fleet.answers import (
    LARGEST_FILE,
    LEFT_OUT,
    STREAM_KEYS,
    WORD,
    HostAnswer,
    Line,
    Silence,
    bare_word,
    decoded,
    read_stream,
    time_or_nothing,
)
from mps_doctor.features.fleet.tables import read_export
from mps_doctor.judgement.report import other_version
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import read_given
from mps_doctor.views.signs import STATUSES

MARK = b"mps-doctor-facts:"
COMPACT = re.compile(
    rb"(?:(" + WORD.encode() + rb")\s+)?" + MARK
    + rb"(?:(\d{1,9}):(?:(\d{1,7}):([A-Za-z0-9+/=]*))?)?"
)  # fmt: skip
"""The script's own word, the version of the form, the length of the facts, the facts."""

VERDICT = b"mps-doctor: "
LINE = re.compile(
    rf"mps-doctor: ({'|'.join(sign.word for sign in STATUSES.values())})"
    r"(?: \| ([\w.:-]+)(?= \|))?(?: \| ([^|]*))?"
)
"""`check --format line`: status, cause, headline."""

MOST_UNPACKED = 8_000_000
"""Bytes that one compact word may hold: it is a stranger's, and could unpack to anything."""

_DOCUMENT_KEYS = frozenset({"origin", "facts", "reports", "fleet", "error"})


def read_file(path: Path) -> Iterator[HostAnswer]:
    """Yield what a file says, at least one answer; never raises for its content."""
    try:
        if path.suffix.lower() == ".csv":
            for name, cell in read_export(path):
                found = [HostAnswer(cell)] if isinstance(cell, Silence) else read_document(cell)
                yield from (replace(each, host=each.host or name) for each in found)
        else:
            yield from read_document(read_given(path, LARGEST_FILE))
    except InputError as error:
        yield HostAnswer(Silence("unreadable", str(error)))


def read_document(document: bytes) -> Iterator[HostAnswer]:
    """Yield what a document says, at least one answer."""
    text = document.strip()
    if text.startswith(b"{") and b"\n" in text:
        whole = _fields(text)
        if whole is not None:
            yield from _read_object(text, whole)
            return
        if text.partition(b"\n")[0].strip() == b"{":
            yield HostAnswer(Silence("incomplete", "the JSON is cut off"))
            return
    yield from _read_lines(text.splitlines())


def _read_lines(lines: Iterable[bytes]) -> Iterator[HostAnswer]:
    """Read documents, words and verdicts, one a line, and the streams of hosts between them."""
    stream: list[bytes] = []
    why: dict[str, Silence] = {}
    answered = False
    for line in lines:
        found = _read_line(line, in_stream=bool(stream))
        if found is None:
            stream.append(line)
        elif isinstance(found, Silence):
            why.setdefault(found.reason, found)
        else:
            yield from read_stream(stream) if stream else ()
            yield from found
            stream, answered = [], True
    if stream:
        yield from read_stream(stream)
    # A foreign document counts; other words around an answer are noise.
    if "not-ours" in why or not (answered or stream):
        silence = why.get("not-ours") or why.get("not-understood")
        yield HostAnswer(silence or Silence("empty"))


def _read_line(line: bytes, *, in_stream: bool) -> list[HostAnswer] | Silence | None:
    """Return the answers in a line, or why it holds none; None for a part of a stream."""
    fields = _fields(line)
    if fields is not None and STREAM_KEYS & fields.keys():
        return None
    if fields is not None and _DOCUMENT_KEYS & fields.keys():
        return [*_read_object(line, fields)]
    if fields is None and MARK in line:
        return [*_read_words(line)]
    if in_stream:  # whatever else comes between its lines is noise
        return None
    if fields is not None:
        return Silence("not-ours", f"its keys: {', '.join(fields)}")
    if VERDICT in line:
        return [_read_verdict(line)]
    if line.lstrip().startswith(b"{"):
        return [HostAnswer(Silence("incomplete", "a line is no complete JSON"))]
    text = line.decode("utf-8", "replace").strip()
    if bare := bare_word(text):
        return [HostAnswer(bare)]
    return Silence("not-understood" if text else "empty", text)


def _read_object(text: bytes, fields: dict[str, msgspec.Raw]) -> Iterator[HostAnswer]:
    """Read one JSON object: a report, a list of them, an error, a fleet's report or a snapshot."""
    if "fleet" in fields and "entries" in fields:
        yield HostAnswer(Silence(LEFT_OUT))  # somebody put it beside the answers
    elif said := other_version(text):
        yield HostAnswer(Silence("other-version", said))
    elif "reports" in fields:
        reports = decoded(fields["reports"], list[dict[str, msgspec.Raw]])
        yield from map(_read_report, reports or [{}])
    else:
        yield _read_report({"facts": msgspec.Raw(text)} if "origin" in fields else fields)


def _read_report(fields: dict[str, msgspec.Raw]) -> HostAnswer:
    if "facts" not in fields:
        error = decoded(fields.get("error", b""), dict[str, Any]) or {}
        if "message" in error:
            return HostAnswer(Silence("failed", str(error["message"])))
        return HostAnswer(Silence("not-ours", f"its keys: {', '.join(fields) or 'none'}"))
    try:
        machine = decode_machine(bytes(fields["facts"]))
    except SnapshotError as error:
        other = str(error).startswith("has schema version")
        return HostAnswer(Silence("other-version" if other else "not-ours", str(error)))
    origin = machine.origin
    recorded = time_or_nothing(decoded(fields.get("started", b""), str) or origin.recorded)
    return HostAnswer(machine, origin.name if origin.kind == "host" else "", recorded=recorded)


def _read_words(line: bytes) -> Iterator[HostAnswer]:
    """Read the compact words in a line: each is one host's answer."""
    for match in COMPACT.finditer(line):
        said, version, length, word = match.groups()
        before = f"it said {said.decode()}; " if said else ""
        if version not in (None, b"1"):
            yield HostAnswer(Silence("other-version", f"{before}form {version.decode()}"))
        elif length is None or len(word) != int(length):
            came = f"{len(word or b'')} of {(length or b'?').decode()} characters came"
            yield HostAnswer(Silence("incomplete", before + came))
        else:
            unpacked = _unpack(word)
            if isinstance(unpacked, Silence):
                yield HostAnswer(replace(unpacked, message=before + unpacked.message))
            else:
                yield from read_stream(unpacked.splitlines())


def _unpack(word: bytes) -> bytes | Silence:
    unpacker = zlib.decompressobj(wbits=31)  # gzip
    try:
        text = unpacker.decompress(base64.b64decode(word, validate=True), MOST_UNPACKED)
    except (binascii.Error, ValueError, zlib.error) as error:
        return Silence("incomplete", str(error))
    if unpacker.unconsumed_tail:
        return Silence("too-long", "it unpacks to more than 8 MB")
    return text if unpacker.eof else Silence("incomplete", "the packed facts are cut off")


def _read_verdict(line: bytes) -> HostAnswer:
    """Read the line of a verdict, or of an error."""
    text = line.decode("utf-8", "replace").strip().removesuffix("</result>")
    match = LINE.search(text)
    if match is None:
        return HostAnswer(Silence("failed", text.removeprefix("<result>")))
    status = match[1].lower().replace(" ", "-")
    return HostAnswer(Line(status, match[2] or "", (match[3] or "").strip()))


def _fields(text: bytes) -> dict[str, msgspec.Raw] | None:
    return decoded(text, dict[str, msgspec.Raw])
