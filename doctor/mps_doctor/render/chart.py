"""Bars as a drawing: one row for each value, as wide as there is room, letters never scaled."""

from mps_doctor.render.html_elements import Html, element, joined
from mps_doctor.render.safe_text import visible
from mps_doctor.render.wrapping import fitting
from mps_doctor.views.document import Bar, Bars

ROW = 34
BAR = 8
TEXT = 15
"""From the top of a row to the line that its letters stand on, in pixels."""

LONGEST_LABEL = 24
LONGEST_WORDS = 34
"""Cells; both fit beside each other on the narrowest telephone."""


def draw_figure(chart: Bars) -> Html:
    """Return a chart with its caption, for a page."""
    most = max((bar.value for bar in chart.bars), default=0.0) or 1.0
    return element(
        "figure",
        element("figcaption", chart.title) if chart.title else Html(""),
        element(
            "svg",
            joined(*(_row(bar, bar.value / most, place) for place, bar in enumerate(chart.bars))),
            width="100%",
            height=str(ROW * len(chart.bars)),
            class_="bars",
            role="img",
            aria_label=_in_words(chart),
        ),
    )


def _words(bar: Bar) -> str:
    return ", ".join(word for word in bar.words if word)


def _row(bar: Bar, part: float, place: int) -> Html:
    top = ROW * place
    words = fitting(visible(_words(bar)), LONGEST_WORDS)
    return element(
        "g",
        element("title", f"{bar.label}: {_words(bar)}"),
        element("text", fitting(visible(bar.label), LONGEST_LABEL), x="0", y=str(top + TEXT)),
        element(
            "text", words, x="100%", y=str(top + TEXT), text_anchor="end", class_="value"
        ),
        _bar("track", 1.0, top),
        _bar("reference" if bar.reference else "bar", part, top),
    )  # fmt: skip


def _bar(kind: str, part: float, top: int) -> Html:
    percent = f"{min(max(part, 0.005), 1.0):.1%}"
    return element(
        "rect", x="0", y=str(top + TEXT + 5), width=percent, height=str(BAR), rx="3", class_=kind
    )


def _in_words(chart: Bars) -> str:
    said = "; ".join(f"{bar.label}: {_words(bar)}" for bar in chart.bars)
    return f"{chart.title}: {said}" if chart.title else said
