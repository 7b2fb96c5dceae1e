"""The view of a fleet: how many hosts work, what is wrong on how many, what to do about it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from mps_doctor.features.fleet.summarising import WORST_FIRST
from mps_doctor.features.fleet.values import (
    COLUMNS,
    KNOWN_TO_WORK,
    Change,
    Entry,
    FleetReport,
    Group,
)
from mps_doctor.fixes.fix import Fix
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.render.shell import in_shell
from mps_doctor.views import document as doc
from mps_doctor.views.report import fix_blocks

SILENT = "no-answer"
"""The status of a host that gave no facts, in the table."""

NO_ANSWER = doc.Sign("?", "[?]", "NO ANSWER", "warning")

MOVES = {
    "worse": doc.FAILED,
    "better": doc.PASSED,
    "gone": NO_ANSWER,
    **dict.fromkeys(("other", "new"), doc.SEVERITIES["info"]),
}

PLACES = {"PYTHON": "each host's own interpreter", "ENV": "the folder of its environment"}

MOST_CAUSES = 5
MOST_REMEDIES = 2
MOST_NAMES = 8


def view_fleet(report: FleetReport, *, every: bool = False) -> doc.Document:
    """Return the document of many hosts; `every` names all hosts behind each cause."""
    most = report.hosts if every else MOST_NAMES
    sign = doc.PASSED if report.exit_code == 0 else doc.FAILED if report.environments else NO_ANSWER
    return doc.Document(
        name="fleet",
        sign=sign,
        headline=_headline(report),
        blocks=(*_blocks(report, most), _records(report)),
        sections=tuple(_sections(report, most)),
        cases=tuple(map(_case, report.entries)),
        exit_code=report.exit_code,
        started=report.started,
        seconds=report.seconds,
    )


def _headline(report: FleetReport) -> str:
    counts = {count.value: count.count for count in report.statuses}
    unsure = counts.get("unproven", 0) + counts.get("inconclusive", 0)
    never = counts.get("not-applicable", 0)
    fine = sum(counts.get(word, 0) for word in KNOWN_TO_WORK)
    parts = (
        (report.environments - unsure - never - fine, "broken"),
        (never, "not a Mac"),
        (unsure, "not tested"),
        (_silent(report), "without an answer"),
    )
    said = ", ".join(f"{number:,} {word}" for number, word in parts if number)
    hosts = _counted(report.hosts, "host")
    return f"{hosts}: {said}" if said else f"{hosts}: all work"


def _silent(report: FleetReport) -> int:
    return sum(len(group.hosts) for group in report.silent)


def _blocks(report: FleetReport, most: int) -> Iterator[doc.Block]:
    if report.interrupted:
        yield doc.Paragraph("Interrupted: this is what had come until then.", role="warning")
    signs = {str(status): sign for status, sign in doc.STATUSES.items()}
    rows = [
        doc.Row(signs[each.value], each.value, f"{each.count:,}", filter=f"={each.value}")
        for each in report.statuses
    ]
    if report.silent:
        rows.append(doc.Row(NO_ANSWER, "no answer", f"{_silent(report):,}", filter=f"={SILENT}"))
    if rows:
        yield doc.Rows(tuple(rows))
    if about := _about(report):
        yield doc.Paragraph(about, role="dim")
    if report.earlier:
        yield from _changes(report, most)
    for group in report.causes[:MOST_CAUSES]:
        yield from _cause(group, most)
    for group in report.silent:
        yield doc.Rows((_row(group, NO_ANSWER, most),))


def _about(report: FleetReport) -> str:
    dates = dict.fromkeys((report.oldest[:10], report.newest[:10]))
    counts = (
        (report.superseded, "older answer", "left out"),
        (len(report.left_out), "file", "without an answer"),
    )
    parts = [f"recorded {' to '.join(dates)}"] if report.oldest else []
    parts += [f"{_counted(number, what)} {how}" for number, what, how in counts if number]
    return ", ".join(parts)


def _cause(group: Group, most: int) -> Iterator[doc.Block]:
    """Yield a cause, the hosts behind it, and what to do on them."""
    known = group.name in known_causes.all_causes() or ":" in group.name
    sign = doc.SEVERITIES[known_causes.cause_of(group.name).severity] if known else doc.FAILED
    yield doc.Rows((_row(group, sign, most),))
    for remedy in group.fixes[:MOST_REMEDIES]:
        whom = "" if remedy.hosts == group.hosts else _named(remedy.hosts, most)
        yield from fix_blocks(remedy.fix, whom)
        words = " ".join(word for argv in remedy.fix.commands for word in argv)
        if meant := [f"{name} is {place}" for name, place in PLACES.items() if name in words]:
            yield doc.Paragraph(", ".join(meant), role="dim")
    others = {host for remedy in group.fixes[MOST_REMEDIES:] for host in remedy.hosts}
    if others:
        said = f"For {_counted(len(others), 'more host')} the fix differs"
        yield doc.Paragraph(f"{said}: --format csv has each host's", role="dim")


def _row(group: Group, sign: doc.Sign, most: int) -> doc.Row:
    names = _named(group.hosts, most)
    note = f"{group.name}: {names}" if group.title else names
    title = f"{group.title[:1].upper()}{group.title[1:]}" or group.name
    return doc.Row(sign, _counted(len(group.hosts), "host"), title, note, filter=f"={group.name}")


def _changes(report: FleetReport, most: int) -> Iterator[doc.Block]:
    counts = Counter(change.kind for change in report.changes)
    said = ", ".join(f"{number:,} {kind}" for kind, number in counts.items())
    yield doc.Paragraph(f"Since {report.earlier}: {said or 'nothing changed'}")
    if report.changes:
        yield doc.Rows(tuple(map(_change, report.changes[:most])))


def _change(change: Change) -> doc.Row:
    which = f"{change.host} {change.python}".strip()
    how = " → ".join(filter(None, (change.before, change.after)))
    return doc.Row(MOVES[change.kind], change.kind, f"{which}: {how}" if how else which)


def _sections(report: FleetReport, most: int) -> Iterator[doc.Section]:
    if more := report.causes[MOST_CAUSES:]:
        blocks = tuple(block for group in more for block in _cause(group, most))
        yield doc.Section(_counted(len(more), "more cause"), blocks)
    tables = tuple(
        doc.Table(
            (name, "environments"), tuple((c.value or "unknown", f"{c.count:,}") for c in counts)
        )
        for name, counts in report.versions.items()
        if counts
    )
    if tables:
        yield doc.Section("Versions", tables)


def _records(report: FleetReport) -> doc.Records:
    """Return every host, those that need attention first."""
    order: list[str] = [WORST_FIRST[0], SILENT, *WORST_FIRST[1:]]
    entries = sorted(report.entries, key=lambda entry: order.index(entry.status or SILENT))
    roles: dict[str, doc.Role] = {status: sign.role for status, sign in doc.STATUSES.items()}
    roles[SILENT] = NO_ANSWER.role
    return doc.Records(COLUMNS, tuple(map(_record, entries)), roles)


def _record(entry: Entry) -> doc.Record:
    cells = (
        *(entry.host, entry.status or SILENT, entry.cause or entry.reason, entry.macos),
        *(entry.chip, entry.torch, entry.python_version, entry.recorded[:10]),
    )
    details = (
        ("problem", entry.sentence or entry.message),
        ("fix", _in_words(entry.fix)),
        ("all causes", " ".join(entry.causes)),
        ("interpreter", entry.python),
        ("id", entry.id),
        ("file", entry.source),
        ("exit code", str(entry.exit_code)),
    )
    return doc.Record(cells, details)


def _in_words(fix: Fix | None) -> str:
    """Return a fix as one line."""
    if fix is None:
        return ""
    commands = " && ".join(in_shell(argv) for argv in fix.commands)
    return commands or " ".join((fix.summary, *fix.steps))


def _case(entry: Entry) -> doc.Case:
    works = entry.status in KNOWN_TO_WORK
    unsure = entry.status in ("", "unproven", "inconclusive")
    fix = _in_words(entry.fix)
    message = entry.sentence or entry.message or entry.reason
    return doc.Case(
        name=f"{entry.host}: {entry.python}" if entry.python else entry.host,
        group="fleet",
        outcome="passed" if works else "errored" if unsure else "failed",
        level="notice" if works else "error",
        word=entry.cause or entry.reason or entry.status,
        message=message,
        details=(message, f"fix: {fix}") if fix else (),
    )


def _named(hosts: Sequence[str], most: int) -> str:
    more = f" and {len(hosts) - most:,} more" if len(hosts) > most else ""
    return ", ".join(hosts[:most]) + more


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
