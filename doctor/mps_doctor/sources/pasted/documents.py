"""Recognises our own documents in a paste: a snapshot (Machine) or a report (its facts)."""

from __future__ import annotations

import msgspec

from mps_doctor.machine import Machine, SnapshotError, decode_machine


class _Outer(msgspec.Struct):
    facts: msgspec.Raw = msgspec.Raw()
    verdict: msgspec.Raw = msgspec.Raw()


def read_document(text: str) -> Machine | None:
    """Return the machine that a JSON text of ours holds; None for every other text.

    A fence or prose around the document does no harm; a broken document is text like any other.
    """
    if '"schema_version"' not in text:
        return None
    document = text[text.find("{") : text.rfind("}") + 1].encode(errors="replace")
    try:
        outer = msgspec.json.decode(document, type=_Outer)
        return decode_machine(bytes(outer.facts) if bytes(outer.verdict) else document)
    except (msgspec.DecodeError, SnapshotError, RecursionError):
        return None
