"""Judges the answers of many hosts: what they have in common, what to do, what has changed.

Hosts are judged one after the other; of each it holds its verdict, not its facts.
"""

import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from mps_doctor.facts import Deep, Machine, known_or, real_macos
from mps_doctor.features.fleet.answers import LARGEST_FILE, LEFT_OUT, HostAnswer, decoded
from mps_doctor.features.fleet.reading import read_file
from mps_doctor.features.fleet.rows.reasons import SENTENCES
from mps_doctor.features.fleet.values import (
    KNOWN_TO_WORK,
    Change,
    Count,
    Direction,
    Entry,
    FleetReport,
    Group,
    Remedy,
)
from mps_doctor.fixes.fix import Fix
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.report import Target, other_version
from mps_doctor.judgement.verdict import ERRORED, INCONCLUSIVE, Status
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.render.safe_text import shortened
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import files_in, read_given
from mps_doctor.system.redaction import redact
from mps_doctor.views import subject

WORST_FIRST: tuple[Status, ...] = (
    *("broken", "limited", "not-applicable", "inconclusive", "unproven", "degraded", "healthy"),
)
_DIRECTIONS: tuple[Direction, ...] = ("worse", "better", "other", "new", "gone")

Key = tuple[str, str]
"""An environment: the name of its computer, and its interpreter."""

SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".txt", ".log", ".csv", ".out"})
"""Files in a folder that are read; a file that is named itself is read whatever it is called."""

LONGEST_TEXT = 300
"""Characters of an error text: that of torch's dispatcher has four thousand."""

_NOT_A_NAME = frozenset({"report", "snapshot", "mps-doctor", "stdout", "output", "result"})


def find_files(paths: Sequence[Path]) -> tuple[list[str], list[str]]:
    """Return the files to read, and the names of those in folders that are none of an answer.

    Raises InputError where there is none to read.
    """
    named = {str(path) for path in paths}
    read: list[str] = []
    found, left_out = files_in(paths)
    for file in dict.fromkeys(found):  # one may be named beside its folder
        if file in named or Path(file).suffix.lower() in SUFFIXES:
            read.append(file)
        else:
            left_out.append(file)
    if not read:
        hint = f"files are read that end in {', '.join(sorted(SUFFIXES))}"
        raise InputError(f"no file in {', '.join(map(str, paths))} is an answer", hint)
    return read, [_as_text(Path(file).name) for file in left_out]


class Judge:
    """Judges hosts one after the other, with checks that are loaded once."""

    def __init__(self, *, device: str = "mps") -> None:
        self._device = device
        self._checks = Policy().load_checks()

    def judge_file(self, file: Path) -> Iterator[Entry]:
        """Yield the entries of one file, at least one."""
        name = file.stem
        if name.lower() in _NOT_A_NAME and file.absolute().parent.name:
            name = file.absolute().parent.name  # as CI services lay out artifacts
        for answer in read_file(file):
            yield self.judge(answer, _as_text(name), _as_text(file.name))

    def judge(self, answer: HostAnswer, name: str, source: str) -> Entry:
        """Return the entry of one environment; `name` is the host's where nothing else says it."""
        entry, machine = answer
        host = entry.host or name
        judged = {} if machine is None else self._judged(machine, host, entry.python)
        entry = replace(entry, host=host, named=bool(entry.host), source=source, **judged)
        said = (entry.message, entry.sentence)
        message, sentence = (shortened(redact(text), LONGEST_TEXT) for text in said)
        return replace(entry, message=message, sentence=sentence)

    def _judged(self, machine: Machine, host: str, python: str) -> dict[str, Any]:
        asked_deep = machine.deep != Deep() and not machine.deep.unknown
        policy = Policy(device=self._device, level="deep" if asked_deep else "standard")
        target = Target(kind="host", name=host)
        verdict = assess(machine, policy, target, catalogue=self._checks).verdict
        absent = "none" if machine.torch.installed is False else ""
        return {
            "python": python or known_or(machine.python.executable, ""),
            "status": verdict.status,
            "cause": verdict.cause or "",
            "causes": tuple(candidate.cause for candidate in verdict.candidates),
            "sentence": verdict.sentence,
            "exit_code": verdict.exit_code,
            "fix": next(iter(verdict.prescription), None),
            "system": known_or(machine.host.system, ""),
            "macos": known_or(real_macos(machine.host), ""),
            "chip": known_or(machine.host.chip, ""),
            "python_version": known_or(machine.python.version, ""),
            "torch": subject.torch_version(machine) or absent,
        }


def _as_text(name: str) -> str:
    """Return a file's name with the bytes replaced that are no text, so that it can be written."""
    return os.fsencode(name).decode("utf-8", "replace")


def summarise(
    entries: Sequence[Entry],
    *,
    started: float,
    earlier: tuple[str, Sequence[Entry]] | None = None,
    left_out: Iterable[str] = (),
    interrupted: bool = False,
) -> FleetReport:
    """Return the report on many hosts; of one environment the newest answer counts."""
    answers = [entry for entry in entries if entry.reason != LEFT_OUT]
    kept = _newest(answers)
    shown = sorted(kept.values(), key=lambda entry: (entry.host, entry.python))
    seen = [entry for entry in shown if entry.status]
    recorded = sorted(entry.recorded for entry in seen if entry.recorded)
    statuses = Counter(entry.status for entry in seen)
    return FleetReport(
        hosts=len({entry.host for entry in shown}),
        environments=len(seen),
        statuses=tuple(
            Count(value=word, count=statuses[word]) for word in WORST_FIRST if statuses[word]
        ),
        causes=_groups(seen, lambda entry: entry.cause),
        silent=_groups(shown, lambda entry: entry.reason),
        versions={
            "macOS": _counts(entry.macos for entry in seen),
            "PyTorch": _counts(entry.torch for entry in seen),
            "chip": _counts(entry.chip for entry in seen),
            "Python": _counts(entry.python_version for entry in seen),
        },
        oldest=recorded[0] if recorded else "",
        newest=recorded[-1] if recorded else "",
        superseded=len(answers) - len(kept),
        left_out=(*left_out, *(each.source for each in entries if each.reason == LEFT_OUT)),
        interrupted=interrupted,
        earlier=earlier[0] if earlier else "",
        changes=_changes(_newest(earlier[1]), kept) if earlier else (),
        entries=tuple(shown),
        started=datetime.fromtimestamp(started, timezone.utc).isoformat(timespec="seconds"),
        seconds=round(time.time() - started, 3),
        exit_code=130 if interrupted else _exit_code(shown),
    )


def load_earlier(path: Path) -> tuple[str, Sequence[Entry]]:
    """Return the entries of an earlier report in JSON; raises InputError for another file."""
    content = read_given(path, LARGEST_FILE)
    report = decoded(content, FleetReport)
    if report is None:
        hint = "make one with: mps-doctor fleet report DIR --format json=FILE"
        raise InputError(f"{path} is no report on a fleet in JSON", hint)
    if said := other_version(content):
        raise InputError(f"{path} {said}")
    return path.name, report.entries


def _newest(entries: Sequence[Entry]) -> dict[Key, Entry]:
    by_time = sorted(_told_apart(entries), key=lambda entry: entry.recorded)
    return {(entry.host, entry.python): entry for entry in by_time}


def _told_apart(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Give each computer a name of its own, so that none hides behind another.

    Copies of a virtual machine share an id, so a name that was given says more than the id; two
    Macs may share a name, so where it comes with several ids each is another computer.  What has
    neither a name nor an id is known by its file, and never older or newer than another.
    """
    first = {each.id: each.host for each in reversed(entries) if each.id and not each.named}
    names = [each.host if each.named else first.get(each.id, each.host) for each in entries]
    ids: dict[str, set[str]] = defaultdict(set)
    for name, entry in zip(names, entries, strict=True):
        if entry.id:
            ids[name].add(entry.id)
    seen: Counter[Key] = Counter()
    for name, entry in zip(names, entries, strict=True):
        mark = ""
        if entry.id and len(ids[name]) > 1:
            mark = entry.id[:6]
        elif not entry.id and not entry.named:
            seen[name, entry.python] += 1
            number = seen[name, entry.python]
            mark = str(number) if number > 1 else ""
        shown = f"{name} ({mark})" if mark else name
        yield entry if shown == entry.host else replace(entry, host=shown)


def _groups(entries: Iterable[Entry], name_of: Callable[[Entry], str]) -> tuple[Group, ...]:
    """Return the hosts by cause or reason, the most frequent first."""
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[name_of(entry)].append(entry)
    found.pop("", None)
    groups = [
        Group(
            name=name,
            title=known_causes.cause_of(name).headline or SENTENCES.get(name, ""),
            hosts=_hosts(alike),
            fixes=_remedies(alike),
        )
        for name, alike in sorted(found.items())
    ]
    return tuple(sorted(groups, key=lambda group: -len(group.hosts)))


def _hosts(entries: Iterable[Entry]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.host for entry in entries))


def _remedies(entries: Iterable[Entry]) -> tuple[Remedy, ...]:
    """Return what the hosts behind one cause need, the fix for most hosts first."""
    found: dict[Fix, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.fix:
            found[_general(entry.fix, entry.python)].append(entry)
    remedies = []
    for general, alike in found.items():
        fixes = {entry.fix for entry in alike if entry.fix}
        fix = general if len(fixes) > 1 else fixes.pop()
        remedies.append(Remedy(fix=fix, hosts=_hosts(alike)))
    return tuple(sorted(remedies, key=lambda remedy: -len(remedy.hosts)))


def _general(fix: Fix, python: str) -> Fix:
    """Return a fix without what is this host's own: the path of its interpreter, the proof."""
    prefix = python.rpartition("/bin/")[0]

    def general(word: str) -> str:
        return word.replace(python, "PYTHON").replace(prefix, "ENV") if prefix else word

    commands, undo = (
        tuple(tuple(map(general, argv)) for argv in part) for part in (fix.commands, fix.undo)
    )
    return replace(fix, commands=commands, undo=undo, verify=())


def _counts(values: Iterable[str]) -> tuple[Count, ...]:
    ordered = Counter(sorted(values)).most_common()
    return tuple(Count(value=value, count=count) for value, count in ordered)


def _exit_code(entries: Sequence[Entry]) -> int:
    """Return 0 where each environment is known to work, 4 where none answered."""
    if not any(entry.status for entry in entries):
        return INCONCLUSIVE
    if any(entry.status not in KNOWN_TO_WORK for entry in entries):
        return 1
    return ERRORED if any(entry.exit_code == ERRORED for entry in entries) else 0


def _changes(before: dict[Key, Entry], now: dict[Key, Entry]) -> tuple[Change, ...]:
    changes = []
    for key in sorted(now.keys() & before.keys()):
        old, new = before[key], now[key]
        states = [
            ": ".join(filter(None, (each.status or "no answer", each.cause or each.reason)))
            for each in (old, new)
        ]
        if states[0] != states[1]:
            kind = _direction(old, new)
            host, python = key
            changes.append(
                Change(kind=kind, host=host, python=python, before=states[0], after=states[1])
            )
    old_hosts, new_hosts = ({host for host, _ in keys} for keys in (before, now))
    changes += [Change(kind="new", host=host) for host in sorted(new_hosts - old_hosts)]
    changes += [Change(kind="gone", host=host) for host in sorted(old_hosts - new_hosts)]
    return tuple(sorted(changes, key=lambda change: _DIRECTIONS.index(change.kind)))


def _direction(old: Entry, new: Entry) -> Direction:
    ranks = [WORST_FIRST.index(each.status) for each in (old, new) if each.status in WORST_FIRST]
    if len({*ranks}) < 2:  # one is not known, or as good as the other
        return "other"
    return "better" if ranks[0] < ranks[1] else "worse"
