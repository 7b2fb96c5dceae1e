"""Reads whatever brought the answers home: snapshots, reports, streams, compact words, tables."""

import base64
import re
import zlib
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
from mps_doctor.features.fleet.tables import read_export
from mps_doctor.features.fleet.values import Entry
from mps_doctor.judgement.report import other_version
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import read_given
from mps_doctor.views.document import STATUSES

COMPACT = re.compile(
    rb"(?:(" + WORD.encode() + rb")\s+)?" + MARK.encode()
    + rb"(?:(\d{1,9}):(?:(\d{1,7}):([A-Za-z0-9+/=]*))?)?"
)  # fmt: skip
"""The script's own word, the version of the form, the length of the facts, the facts."""

VERDICT = "mps-doctor: "
LINE = re.compile(
    rf"mps-doctor: ({'|'.join(sign.word for sign in STATUSES.values())})"
    r"(?: \| ([\w.:-]+)(?= \|))?(?: \| ([^|]*))?"
)
"""`check --format line`: status, cause, headline."""

MOST_UNPACKED = 8_000_000
"""Bytes that one compact word may hold: it is a stranger's, and could unpack to anything."""

Fields: TypeAlias = dict[str, msgspec.Raw]

_DOCUMENT_KEYS = frozenset({"origin", "facts", "reports", "fleet", "error"})


EXIT_CODES = {"healthy": 0, "degraded": 0, "unproven": 4, "inconclusive": 4}
"""Of a verdict of which only the line came."""


def read_file(path: Path) -> Iterator[HostAnswer]:
    """Yield what a file says, at least one answer; never raises for its content."""
    try:
        if path.suffix.lower() == ".csv":
            for name, cell in read_export(path):
                for entry, machine in read_document(cell) if isinstance(cell, bytes) else [cell]:
                    yield HostAnswer(replace(entry, host=entry.host or name), machine)
        else:
            yield from read_document(read_given(path, LARGEST_FILE))
    except InputError as error:
        yield silent("unreadable", error)


def read_document(document: bytes) -> Iterator[HostAnswer]:
    """Yield what a document says, at least one answer."""
    text = document.strip()
    if text.startswith(b"[") and (items := decoded(text, list[msgspec.Raw])):
        for item in items:
            yield from _read_object(bytes(item), decoded(item, Fields) or {})
        return
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
    """Read documents, words and verdicts, one a line, and the streams of hosts between them."""
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
    if said := _read_verdict(text) or bare_word(text):
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


def _read_verdict(text: str) -> HostAnswer | None:
    """Read the line of a verdict, or of an error; None for another text."""
    if VERDICT not in text:
        return None
    text = text.removesuffix("</result>")
    match = LINE.search(text)
    if match is None:
        return silent("failed", text.removeprefix("<result>"))
    status, cause = match[1].lower().replace(" ", "-"), match[2] or ""
    return HostAnswer(
        Entry(
            host="",
            status=status,
            cause=cause,
            causes=(cause,) if cause else (),
            sentence=(match[3] or "").strip(),
            exit_code=EXIT_CODES.get(status, 1),
        )
    )
