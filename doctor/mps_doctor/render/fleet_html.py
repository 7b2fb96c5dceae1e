"""html, for many hosts: one page that sorts and filters by itself; nothing is fetched."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from mps_doctor.features.fleet.values import Count, Entry, FleetChange, FleetReport, Group
from mps_doctor.fixes.fix import Argv
from mps_doctor.judgement.verdict import Status
from mps_doctor.render.html_page import FOLDER, read_style, write_page
from mps_doctor.render.html_text import Html, element, joined, table
from mps_doctor.render.safe_text import visible
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.render.signs import STATUSES

COLUMNS = ("Host", "Verdict", "Cause", "macOS", "Chip", "torch", "Python", "Recorded")

MOST_LISTED = 200
"""Hosts that are named in the static part; the table has them all."""


def render(report: FleetReport, screen: Screen) -> str:
    """Return the page."""
    footer = element("footer", f"{report.tool.name} {report.tool.version}, {report.started}")
    data = Html(f'<script type="application/json" id="rows">{_data(report)}</script>')
    return write_page(
        f"mps-doctor: {report.hosts} hosts",
        joined(element("main", _body(report)), footer, data),
        screen,
        further_style=read_style("fleet"),
        script=(FOLDER / "fleet.js").read_text(encoding="utf-8"),
    )


def _body(report: FleetReport) -> Html:
    counts = [_tile(count) for count in report.statuses]
    silent = sum(len(group.hosts) for group in report.silent)
    if silent:
        counts.append(_button("", "unknown", silent, "WITHOUT FACTS"))
    return joined(
        element("h1", f"{report.hosts} hosts, {report.environments} environments"),
        element("div", *counts, class_="tiles"),
        _groups("Causes", report.causes),
        _groups("Without facts", report.silent),
        _versions(report),
        _left_out(report.left_out),
        Html("") if report.change is None else _change(report.change),
        element("h2", "Hosts"),
        Html(
            '<p><label>Filter <input id="filter" type="search" autocomplete="off" '
            'placeholder="words that a row must have"></label> '
            '<span id="shown" class="dim" aria-live="polite"></span></p>'
        ),
        Html('<div id="table" tabindex="0" role="region" aria-label="Hosts">'),
        element("table", element("thead", _head()), Html('<tbody id="body"></tbody>')),
        Html('<p><button id="more" type="button" hidden>Show more</button></p></div>'),
        Html("<noscript><p>The table needs JavaScript; the parts above do not.</p></noscript>"),
    )


def _head() -> Html:
    cells = (
        Html(f'<th scope="col"><button type="button" data-column="{number}">{name}</button></th>')
        for number, name in enumerate(COLUMNS)
    )
    return element("tr", *cells)


def _tile(count: Count) -> Html:
    status: Status = count.value  # type: ignore[assignment]  # written by `summarise`
    sign = STATUSES[status]
    return _button(sign.role, f"={status}", count.count, f"{sign.glyph} {sign.word}")


def _button(role: str, words: str, count: int, label: str) -> Html:
    return element(
        "button", element("b", str(count)), f" {label}",
        type_="button", class_=f"badge {role}".strip(), data_filter=words,
    )  # fmt: skip


def _groups(title: str, groups: Sequence[Group]) -> Html:
    if not groups:
        return Html("")
    items = []
    for group in groups:
        hosts = ", ".join(group.hosts[:MOST_LISTED])
        more = len(group.hosts) - MOST_LISTED
        summary = element(
            "summary",
            element("b", str(len(group.hosts))),
            " ",
            element("code", group.name),
            f" {group.title}",
        )
        show = element("button", "Show in the table", type_="button", data_filter=f"={group.name}")
        text = f"{hosts} and {more} more" if more > 0 else hosts
        items.append(element("details", summary, element("p", show), element("p", text)))
    return element("section", element("h2", title), *items)


def _versions(report: FleetReport) -> Html:
    parts = (
        ("macOS", report.macos),
        ("torch", report.torch),
        ("Chip", report.chips),
        ("Python", report.pythons),
    )
    tables = (
        table([name, "count"], [[count.value or "not known", str(count.count)] for count in counts])
        for name, counts in parts
        if counts
    )
    summary = element("summary", "Versions of macOS, torch, chips and Python")
    return element("details", summary, element("div", *tables, class_="versions"))


def _left_out(files: Sequence[str]) -> Html:
    if not files:
        return Html("")
    summary = element("summary", f"{len(files)} files that hold no answer")
    return element("details", summary, element("p", ", ".join(files[:MOST_LISTED])))


def _change(change: FleetChange) -> Html:
    rows = [
        [word, move.host, move.python, move.before, move.after]
        for word, moves in (
            ("worse", change.worse),
            ("better", change.better),
            ("other", change.other),
        )
        for move in moves
    ]
    rows += [["new", host, "", "", ""] for host in change.new]
    rows += [["gone", host, "", "", ""] for host in change.gone]
    title = element("h2", f"Against {change.earlier}")
    if not rows:
        return element("section", title, element("p", "Nothing has changed."))
    return element("section", title, table(["", "host", "environment", "before", "now"], rows))


def _data(report: FleetReport) -> str:
    rows = [_row(entry) for entry in report.entries]
    # Nothing decodes references to characters there: ASCII, no `<`, which could end the element,
    # and no `##[`, which a CI service obeys.
    text = json.dumps(rows, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("##", "#\\u0023")


def _row(entry: Entry) -> list[str]:
    cells = (
        entry.host,
        entry.status or entry.outcome,
        entry.cause or entry.reason,
        entry.macos,
        entry.chip,
        entry.torch,
        entry.python_version,
        entry.recorded[:10],
        # Shown below a row that is opened.
        entry.python,
        entry.sentence or entry.message,
        _in_shell(entry.fix),
        " ".join(entry.causes),
        entry.source,
        "" if entry.status else "unknown",
    )
    return [visible(cell) for cell in cells]


@lru_cache(maxsize=4096)
def _in_shell(commands: tuple[Argv, ...]) -> str:
    """Return the commands as one line; many hosts need the same ones."""
    return " && ".join(in_shell(argv) for argv in commands)
