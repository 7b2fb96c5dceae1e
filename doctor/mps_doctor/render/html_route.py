"""The route from the facts to the cause, as a drawing made from the results."""

from __future__ import annotations

import msgspec

from mps_doctor.judgement.report import Report
from mps_doctor.render.html_text import Html, element, joined
from mps_doctor.render.safe_text import visible
from mps_doctor.render.signs import OUTCOMES, STATUSES, Sign, sign_of
from mps_doctor.render.wrapping import fitting
from mps_doctor.views import reading

WIDTH = 380
ROW = 44
LEFT = 22
RADIUS = 13
LONGEST_LABEL = 46
"""Cells of a text of 12 pixels that fit beside the track."""


class Stop(msgspec.Struct, frozen=True):
    """One family on the route, or the verdict at its end."""

    name: str
    text: str
    sign: Sign
    reached: bool = True
    """Whether it was judged: what follows from a failure was not."""


def draw_route(report: Report) -> Html:
    """Return the route as inline SVG: families from the ground up, then the verdict."""
    stops = [*_stops(report), _end(report)]
    height = ROW * len(stops) + 8
    label = "Route: " + "; ".join(f"{s.name} {s.sign.word} {s.text}".strip() for s in stops)
    return element(
        "svg",
        *(_track(index, after.reached) for index, after in enumerate(stops[1:])),
        *(_stop(index, stop) for index, stop in enumerate(stops)),
        viewBox=f"0 0 {WIDTH} {height}",
        class_="route",
        role="img",
        aria_label=label,
    )


def _stops(report: Report) -> list[Stop]:
    fine = {line.family: line for line in reading.families_of(report)}
    stops = []
    for family in reading.families_in(report):
        results = [result for result in report.results if result.family == family]
        wrong = [result for result in results if result.outcome in ("failed", "errored")]
        wrong.sort(key=lambda r: ("error", "warning", "info").index(r.severity or "error"))
        if wrong:
            first = wrong[0]
            stops.append(Stop(family, first.cause or first.check, sign_of(first)))
        elif family in fine:
            line = fine[family]
            stops.append(Stop(family, line.fact, OUTCOMES[line.outcome]))
        else:
            stops.append(Stop(family, "follows from the above", OUTCOMES["skipped"], reached=False))
    return stops


def _end(report: Report) -> Stop:
    sign = STATUSES[report.verdict.status]
    return Stop("verdict", report.verdict.cause or "", sign)


def _track(index: int, reached: bool) -> Html:
    top = _middle(index) + RADIUS
    return element(
        "line",
        x1=str(LEFT), y1=str(top), x2=str(LEFT), y2=str(top + ROW - 2 * RADIUS),
        class_="track" if reached else "track follows",
    )  # fmt: skip


def _stop(index: int, stop: Stop) -> Html:
    middle = _middle(index)
    title = stop.sign.word if stop.name == "verdict" else stop.name
    text = fitting(visible(stop.text), LONGEST_LABEL)
    return joined(
        element("circle", cx=str(LEFT), cy=str(middle), r=str(RADIUS), class_=stop.sign.role),
        element(
            "text", stop.sign.glyph,
            x=str(LEFT), y=str(middle + 5), class_="glyph", text_anchor="middle",
        ),
        element("text", title, x="46", y=str(middle - 2), class_="name"),
        element("text", text, x="46", y=str(middle + 14), class_="fact"),
    )  # fmt: skip


def _middle(index: int) -> int:
    return ROW * index + ROW // 2 + 4
