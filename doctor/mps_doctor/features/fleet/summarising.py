"""What many hosts have in common, and what has changed since an earlier run."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

import msgspec

from mps_doctor.features.fleet import transport
from mps_doctor.features.fleet.answers import LEFT_OUT
from mps_doctor.features.fleet.collecting import find_files, judge_files
from mps_doctor.features.fleet.values import (
    KNOWN_TO_WORK,
    Count,
    Entry,
    FleetChange,
    FleetReport,
    Group,
    Move,
)
from mps_doctor.judgement.verdict import ERRORED
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.system.errors import InputError

STATUSES = ("broken", "degraded", "unproven", "inconclusive", "not-applicable", "healthy")
_GOODNESS = {"healthy": 3, "degraded": 2, "unproven": 1, "inconclusive": 1, "broken": 0}

Key = tuple[str, str]
"""An environment: the name of its computer, and its interpreter."""


def summarise(
    entries: Iterable[Entry],
    *,
    started: float,
    against: tuple[str, Iterable[Entry]] | None = None,
    left_out: Iterable[str] = (),
    interrupted: bool = False,
) -> FleetReport:
    """Return the report on many hosts; of one environment the newest answer counts."""
    answers: list[Entry] = []
    no_answers = [*left_out]
    for entry in entries:
        if entry.reason == LEFT_OUT:
            no_answers.append(entry.source)
        else:
            answers.append(entry)
    kept, superseded = _newest(answers)
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
        left_out=tuple(no_answers),
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
        except (ValueError, RecursionError):
            pass  # not a summary: answers
        else:
            return path.name, earlier.entries
    return path.name, judge_files(find_files([path])[0])


def _newest(entries: Iterable[Entry]) -> tuple[dict[Key, Entry], int]:
    kept: dict[Key, Entry] = {}
    superseded = 0
    for entry in _told_apart([*entries]):
        key = entry.host, entry.python
        other = kept.get(key)
        superseded += other is not None
        if other is None or entry.recorded >= other.recorded:
            kept[key] = entry
    return kept, superseded


def _told_apart(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Give each computer a name of its own, so that none hides behind another.

    Copies of a virtual machine share an id, so a name that was told says more than the id; two
    Macs may share a name, so where it comes with several ids each is another computer.  What has
    neither a told name nor an id is known by its file, and never older or newer than another.
    """
    first_names: dict[str, str] = {}
    ids: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        if entry.id:
            name = entry.host if entry.named else first_names.setdefault(entry.id, entry.host)
            ids[name].add(entry.id)
    seen: Counter[Key] = Counter()
    for entry in entries:
        name = entry.host
        if entry.id:
            name = name if entry.named else first_names[entry.id]
            if len(ids[name]) > 1:
                name = f"{name} ({entry.id[:6]})"
        elif not entry.named:
            seen[name, entry.python] += 1
            if (number := seen[name, entry.python]) > 1:
                name = f"{name} ({number})"
        yield entry if name == entry.host else msgspec.structs.replace(entry, host=name)


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


def _exit_code(entries: Sequence[Entry]) -> int:
    """Return 0 where each environment is known to work, 4 where none answered."""
    if not any(entry.status for entry in entries):
        return 4
    if any(entry.status not in KNOWN_TO_WORK for entry in entries):
        return 1
    return ERRORED if any(entry.exit_code == ERRORED for entry in entries) else 0


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
