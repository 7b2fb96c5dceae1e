"""Snapshots: machines as JSON documents."""

import re

import msgspec

from mps_doctor.facts.machine import SCHEMA_VERSION, Machine

MAX_SNAPSHOT_BYTES = 50_000_000
"""Larger snapshots are refused: a real one is about 20 kB."""

LONGEST_REASON = 300
"""Characters of what a decoder says: it quotes the wrong value, however long that is."""


_OVERLONG = re.compile(rb'[0-9]{400}|"[^"]{20000}')
"""No fact is so long; Python refuses numbers of more than 4,300 digits."""


class SnapshotError(ValueError):
    """A snapshot that cannot be read; its text is one line for the user."""


_decoder = msgspec.json.Decoder(Machine)

_encoder = msgspec.json.Encoder()


class _Versioned(msgspec.Struct):
    schema_version: str


def decode_machine(document: bytes) -> Machine:
    """Decode a snapshot strictly.

    Raises SnapshotError with one clear line for text that is too large, truncated, not JSON,
    of another major schema version, or of a wrong type.
    """
    if len(document) > MAX_SNAPSHOT_BYTES:
        raise SnapshotError(
            f"is {len(document) // 1_000_000} MB; a snapshot is at most "
            f"{MAX_SNAPSHOT_BYTES // 1_000_000} MB"
        )
    if _OVERLONG.search(document):
        raise SnapshotError("is not a snapshot: it holds a text or a number that no fact is")
    try:
        version = msgspec.json.decode(document, type=_Versioned).schema_version
    except msgspec.ValidationError as error:
        raise SnapshotError(f"is not a snapshot: {str(error)[:LONGEST_REASON]}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SnapshotError(f"is not complete JSON: {error}") from None
    if version.split(".")[0] != SCHEMA_VERSION.split(".")[0]:
        raise SnapshotError(
            f"has schema version {version[:20]!r}, this mps-doctor reads {SCHEMA_VERSION}"
        )
    try:
        return _decoder.decode(document)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SnapshotError(f"is not a snapshot: {str(error)[:LONGEST_REASON]}") from None


def encode_machine(machine: Machine) -> bytes:
    """Encode a machine as the snapshot document; facts that nobody gave are left out."""
    return _encoder.encode(machine)
