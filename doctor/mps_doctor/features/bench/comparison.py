"""Two runs of the bench side by side: what became faster or slower, beyond their own spread."""

from __future__ import annotations

from mps_doctor.facts import Machine, known_or
from mps_doctor.facts.mac import real_macos
from mps_doctor.features.bench.values import Bench, Change, Comparison, Row
from mps_doctor.knowledge.chips import is_same_chip

SMALLEST_CHANGE = 0.05
"""Two runs of the same program on a quiet machine have been seen to differ by a few per cent."""

MOST_SPREAD = 0.5
"""Of one slow run among thirty no more is believed than this."""


def compare_benches(
    now: Bench,
    before: Bench,
    *,
    name: str,
    started: str,
    machine: Machine,
    machine_before: Machine,
) -> Comparison:
    """Return what differs between two runs, and each row that both measured."""
    earlier = {row.key: row for row in before.rows if row.outcome == "measured"}
    changes = [
        _change(row, earlier[row.key])
        for row in now.rows
        if row.outcome == "measured" and row.kind != "control" and row.key in earlier
    ]
    return Comparison(
        name=name,
        started=started,
        differences=_differences(now, before, machine, machine_before),
        changes=tuple(changes),
    )


def _change(row: Row, before: Row) -> Change:
    noise = max(SMALLEST_CHANGE, min(row.spread + before.spread, MOST_SPREAD))
    ratio = row.rate / before.rate
    return Change(
        kind=row.kind,
        name=row.name,
        detail=row.detail,
        device=row.device,
        title=row.title,
        before=before.rate,
        after=row.rate,
        unit=row.unit,
        beyond_spread=row.batch == before.batch and max(ratio, 1 / ratio) > 1 + noise,
    )


def _differences(
    now: Bench, before: Bench, machine: Machine, machine_before: Machine
) -> tuple[str, ...]:
    pairs = [
        ("device", before.device, now.device),
        ("torch", before.torch, now.torch),
        ("device name", known_or(before.device_name, ""), known_or(now.device_name, "")),
        ("chip", known_or(machine_before.host.chip, ""), known_or(machine.host.chip, "")),
        (
            "macOS",
            known_or(real_macos(machine_before.host), ""),
            known_or(real_macos(machine.host), ""),
        ),
        (
            "Python",
            known_or(machine_before.python.version, ""),
            known_or(machine.python.version, ""),
        ),
    ]
    told = [
        f"{what}: {old} before, {new} now"
        for what, old, new in pairs
        if old != new and not (what == "chip" and is_same_chip(old, new))
    ]
    batches = {row.key: row.batch for row in before.rows if row.batch}
    told += [
        f"{row.title} on {row.device}: batch {batches[row.key]} before, {row.batch} now"
        for row in now.rows
        if row.batch and batches.get(row.key, row.batch) != row.batch
    ]
    return tuple(told)
