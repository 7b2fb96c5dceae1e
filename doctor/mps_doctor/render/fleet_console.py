"""console, for many hosts: how many fare how, and who is behind each cause."""

from __future__ import annotations

from collections.abc import Sequence

from mps_doctor.features.fleet.values import Count, FleetChange, FleetReport, Group, Move
from mps_doctor.judgement.verdict import Status
from mps_doctor.render.page import Page
from mps_doctor.render.screen import Screen
from mps_doctor.render.signs import SEVERITIES, STATUSES

MOST_HOSTS = 8
"""Hosts that are named behind a cause; --verbose names all."""

MOST_VALUES = 6


def render(report: FleetReport, screen: Screen) -> str:
    """Return the page."""
    page = Page(screen)
    page.say(_headline(report), role="bold")
    for count in report.statuses:
        status: Status = count.value  # type: ignore[assignment]  # written by `summarise`
        sign = STATUSES[status]
        lead = f"{sign.drawn(screen.unicode)} {count.count} "
        page.say(sign.word, lead=lead, lead_role=sign.role, indent=2)
    silent = sum(len(group.hosts) for group in report.silent)
    if silent:
        sign = SEVERITIES["warning"]
        lead = f"{sign.drawn(screen.unicode)} {silent} "
        page.say("WITHOUT FACTS", lead=lead, lead_role=sign.role, indent=2)
    if screen.verbosity >= 0:
        _groups(page, "Causes", report.causes)
        _groups(page, "Without facts", report.silent)
        _values(page, report)
    if report.change is not None:
        _change(page, report.change)
    if report.left_out and screen.verbosity > 0:
        page.blank()
        page.say("Files without an answer", role="bold")
        page.say(_named(report.left_out, len(report.left_out)), indent=7, role="dim")
    if report.interrupted:
        page.blank()
        page.say("Interrupted: this is what had come until then.", role="warning")
    return page.text()


def _headline(report: FleetReport) -> str:
    parts = [_counted(report.hosts, "host"), _counted(report.environments, "environment")]
    if report.superseded:
        parts.append(f"{_counted(report.superseded, 'older answer')} left out")
    if report.left_out:
        parts.append(f"{_counted(len(report.left_out), 'file')} that hold no answer")
    if report.oldest:
        dates = [report.oldest[:10], report.newest[:10]]
        parts.append(f"recorded {' to '.join(dict.fromkeys(dates))}")
    return ", ".join(parts)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _groups(page: Page, title: str, groups: Sequence[Group]) -> None:
    if not groups:
        return
    page.blank()
    page.say(title, role="bold")
    most = MOST_HOSTS if page.screen.verbosity < 1 else len(max(groups, key=_size).hosts)
    for group in groups:
        about = f"{group.name}: {group.title}" if group.title else group.name
        page.say(about, lead=f"{len(group.hosts):>5}  ", lead_role="bold", indent=0)
        page.say(_named(group.hosts, most), indent=7, role="dim")


def _size(group: Group) -> int:
    return len(group.hosts)


def _named(hosts: Sequence[str], most: int) -> str:
    more = f" and {len(hosts) - most} more" if len(hosts) > most else ""
    return ", ".join(hosts[:most]) + more


def _values(page: Page, report: FleetReport) -> None:
    rows = (
        ("macOS", report.macos),
        ("torch", report.torch),
        ("chip", report.chips),
        ("Python", report.pythons),
    )
    page.blank()
    for name, counts in rows:
        if counts:
            page.say(_listed(counts), lead=f"{name:<7}", lead_role="bold")


def _listed(counts: Sequence[Count]) -> str:
    shown = [f"{count.value or 'not known'} ({count.count})" for count in counts[:MOST_VALUES]]
    if len(counts) > MOST_VALUES:
        shown.append(f"{len(counts) - MOST_VALUES} more")
    return ", ".join(shown)


def _change(page: Page, change: FleetChange) -> None:
    page.blank()
    page.say(f"Against {change.earlier}", role="bold")
    said = False
    for word, moves in (
        ("worse", change.worse),
        ("better", change.better),
        ("other", change.other),
    ):
        said = said or bool(moves)
        for move in moves if page.screen.verbosity > 0 else moves[:MOST_HOSTS]:
            page.say(_moved(move), lead=f"{word:<7}", lead_role="bold")
        if len(moves) > MOST_HOSTS and page.screen.verbosity < 1:
            page.say(f"{len(moves) - MOST_HOSTS} more", lead=f"{word:<7}", lead_role="bold")
    for word, hosts in (("new", change.new), ("gone", change.gone)):
        said = said or bool(hosts)
        if hosts:
            page.say(_named(hosts, MOST_HOSTS), lead=f"{word:<7}", lead_role="bold")
    if not said:
        page.say("Nothing has changed.")


def _moved(move: Move) -> str:
    return f"{move.host} {move.python}: {move.before} → {move.after}"
