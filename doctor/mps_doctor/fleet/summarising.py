"""What many hosts have in common, and what has changed since an earlier run."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path

import msgspec

from mps_doctor.fleet import transport
from mps_doctor.fleet.collecting import SUFFIXES, judge_files
from mps_doctor.fleet_results import Count, Entry, FleetChange, FleetReport, Group, Move
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.sources.given_files import files_in
from mps_doctor.sources.starting import InputError

STATUSES = ("broken", "degraded", "unproven", "inconclusive", "not-applicable", "healthy")
_GOODNESS = {"healthy": 3, "degraded": 2, "unproven": 1, "inconclusive": 1, "broken": 0}

Key = tuple[str, str]


def summarise(
    entries: Iterable[Entry],
    *,
    started: float,
    against: tuple[str, Iterable[Entry]] | None = None,
    interrupted: bool = False,
) -> FleetReport:
    """Return the report on many hosts; of one environment the newest answer counts."""
    kept, superseded = _newest(entries)
    shown = sorted(kept.values(), key=lambda entry: (entry.host, entry.python))
    seen = [entry for entry in shown if entry.status]
    recorded = sorted(entry.recorded for entry in seen if entry.recorded)
    return FleetReport(
        hosts=len({entry.host for entry in shown}),
        environments=len(seen),
        statuses=tuple(
            Count(value=status, count=count)
            for status in STATUSES
            if (count := sum(entry.status == status for entry in seen))
        ),
        causes=_groups((entry.cause, entry.host) for entry in seen if entry.cause),
        silent=_groups((entry.reason, entry.host) for entry in shown if entry.reason),
        macos=_counts(entry.macos for entry in seen),
        torch=_counts(entry.torch for entry in seen),
        chips=_counts(entry.chip for entry in seen),
        pythons=_counts(entry.python_version for entry in seen),
        oldest=recorded[0] if recorded else "",
        newest=recorded[-1] if recorded else "",
        superseded=superseded,
        interrupted=interrupted,
        change=None if against is None else _change(against[0], against[1], kept),
        entries=tuple(shown),
        started=datetime.fromtimestamp(started, timezone.utc).isoformat(timespec="seconds"),
        seconds=round(time.time() - started, 3),
        exit_code=130 if interrupted else _exit_code(shown),
    )


def load_earlier(path: Path) -> tuple[str, Iterable[Entry]]:
    """Return an earlier run: a summary that was written as JSON, or the answers themselves."""
    if path.is_file():
        try:
            earlier = msgspec.json.decode(path.read_bytes(), type=FleetReport)
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror}") from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass  # not a summary: answers
        else:
            return path.name, earlier.entries
    return path.name, judge_files(files_in([path], SUFFIXES))


def _newest(entries: Iterable[Entry]) -> tuple[dict[Key, Entry], int]:
    kept: dict[Key, Entry] = {}
    superseded = 0
    for entry in entries:
        key = _key(entry)
        other = kept.get(key)
        if other is None:
            kept[key] = entry
            continue
        superseded += 1
        if entry.recorded >= other.recorded:
            kept[key] = entry
    return kept, superseded


def _key(entry: Entry) -> Key:
    # Copies of a virtual machine share an id, so a name that was told says more than the id.
    return entry.host if entry.named else entry.id or entry.host, entry.python


def _groups(pairs: Iterable[tuple[str, str]]) -> tuple[Group, ...]:
    hosts: dict[str, dict[str, None]] = defaultdict(dict)
    for name, host in pairs:
        hosts[name][host] = None
    ordered = sorted(hosts.items(), key=lambda item: (-len(item[1]), item[0]))
    return tuple(Group(name=name, title=_title(name), hosts=tuple(who)) for name, who in ordered)


def _title(name: str) -> str:
    cause = known_causes.all_causes().get(name)
    return cause.says if cause is not None else transport.SENTENCES.get(name, "")


def _counts(values: Iterable[str]) -> tuple[Count, ...]:
    ordered = sorted(Counter(values).items(), key=lambda item: (-item[1], item[0]))
    return tuple(Count(value=value, count=count) for value, count in ordered)


def _exit_code(entries: list[Entry]) -> int:
    codes = {entry.exit_code for entry in entries}
    return next((code for code in (1, 3, 4) if code in codes), 0)


def _change(name: str, earlier: Iterable[Entry], now: dict[Key, Entry]) -> FleetChange:
    before, _ = _newest(earlier)
    moves: dict[str, list[Move]] = {"better": [], "worse": [], "other": []}
    for key in sorted(now.keys() & before.keys()):
        old, new = before[key], now[key]
        if _state(old) != _state(new):
            move = Move(host=new.host, python=new.python, before=_state(old), after=_state(new))
            moves[_direction(old, new)].append(move)
    old_hosts = {entry.host for entry in before.values()}
    new_hosts = {entry.host for entry in now.values()}
    return FleetChange(
        earlier=name,
        better=tuple(moves["better"]),
        worse=tuple(moves["worse"]),
        other=tuple(moves["other"]),
        new=tuple(sorted(new_hosts - old_hosts)),
        gone=tuple(sorted(old_hosts - new_hosts)),
    )


def _state(entry: Entry) -> str:
    detail = entry.cause or entry.reason
    word = entry.status or entry.outcome
    return f"{word}: {detail}" if detail else word


def _direction(old: Entry, new: Entry) -> str:
    if not old.status or not new.status:
        return "other"  # one of the two is not known
    difference = _GOODNESS.get(new.status, 0) - _GOODNESS.get(old.status, 0)
    return "other" if not difference else "better" if difference > 0 else "worse"
