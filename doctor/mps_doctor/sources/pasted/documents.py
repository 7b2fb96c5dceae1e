"""Recognises our own documents in a paste: a snapshot (Machine) or a report (its facts)."""

from __future__ import annotations

import msgspec

from mps_doctor.machine import Machine, SnapshotError, decode_machine


class _Outer(msgspec.Struct):
    facts: msgspec.Raw = msgspec.Raw()
    origin: msgspec.Raw = msgspec.Raw()
    verdict: msgspec.Raw = msgspec.Raw()


def read_document(text: str) -> Machine | None:
    """Return the machine that a JSON text of ours holds; None for every other text.

    A fence or prose around the document does no harm; a broken document is text like any other.
    """
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end <= start or '"schema_version"' not in text:
        return None
    document = text[start : end + 1].encode()
    try:
        outer = msgspec.json.decode(document, type=_Outer)
        facts = bytes(outer.facts)
        if facts and bytes(outer.verdict):
            return decode_machine(facts)
        return decode_machine(document) if bytes(outer.origin) else None
    except (msgspec.DecodeError, SnapshotError, RecursionError):
        return None
