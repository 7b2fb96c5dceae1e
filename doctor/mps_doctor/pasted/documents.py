"""Recognises our own documents in a paste: a snapshot (Machine) or a report (its facts)."""

from __future__ import annotations

import msgspec

from mps_doctor.facts import Machine, SnapshotError, decode_machine


class _Outer(msgspec.Struct):
    facts: msgspec.Raw = msgspec.Raw()
    verdict: msgspec.Raw = msgspec.Raw()


def read_document(text: str) -> Machine | None:
    """Return the machine that a JSON text of ours holds; None for every other text.

    A fence or prose around the document does no harm; a broken document is text like any other.
    """
    named = text.find('"schema_version"')
    # We write it first; a tool that sorts the keys has put the facts before it.
    for start in (text.rfind("{", 0, named), text.find("{")) if named >= 0 else ():
        if start >= 0 and (machine := _decoded(text, start)) is not None:
            return machine
    return None


def _decoded(text: str, start: int) -> Machine | None:
    import json  # few texts hold a document

    try:
        _, end = json.JSONDecoder().raw_decode(text, start)  # msgspec wants to know the end
        if '"schema_version"' in text[end:]:
            return None  # two of them: which one is meant is not ours to guess
        document = text[start:end].encode(errors="replace")
        outer = msgspec.json.decode(document, type=_Outer)
        return decode_machine(bytes(outer.facts) if bytes(outer.verdict) else document)
    except (ValueError, msgspec.DecodeError, SnapshotError, RecursionError):
        return None
