"""A story as a page, and the drawing of a story with bars as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from mps_doctor import __version__
from mps_doctor.render.html_chart import draw_figure, draw_rows, height_of, tabulate
from mps_doctor.render.html_page import read_style, write_page
from mps_doctor.render.html_text import (
    Html,
    element,
    joined,
    lines,
    listed,
    prose,
    table,
)
from mps_doctor.render.safe_text import in_xml, visible
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.render.wrapping import wrap
from mps_doctor.views.story import (
    Bars,
    Block,
    Commands,
    Heading,
    Items,
    Quote,
    Say,
    Story,
    Table,
)

PICTURE = 720
"""Width of a picture in pixels."""

MARGIN = 24
LINE = 20
LONGEST_LINES = {"": 92, "title": 80, "heading": 70}
"""Cells of a text that fit between the margins, whatever font the reader has."""


def draw_html(story: Story, screen: Screen) -> str:
    """Return the story as one self-contained page; nothing is fetched, nothing runs in it."""
    sign = story.sign
    glyph = element("span", sign.glyph, aria_hidden="true")
    header = element(
        "header",
        element(
            "h1", element("span", glyph, " ", sign.word, class_=f"badge {sign.role}")
        ),
        element("p", prose(story.sentence), class_="sentence"),
        class_=f"verdict {sign.role}",
    )  # fmt: skip
    about = listed("ul", [part for part in story.about if part], class_="subject")
    body = element("main", element("article", header, about, *_blocks(story.blocks)))
    footer = element("footer", f"mps-doctor {__version__}")
    return write_page(f"mps-doctor {story.kind}: {sign.word}", joined(body, footer), screen)


def _blocks(blocks: Sequence[Block]) -> Iterator[Html]:
    """Draw the blocks; charts that follow each other stand beside each other where they fit."""
    for drawn, group in groupby(blocks, lambda block: isinstance(block, Bars)):
        if not drawn:
            yield from map(_block, group)
            continue
        charts = [block for block in group if isinstance(block, Bars)]
        yield element("div", *map(draw_figure, charts), class_="charts")
        summary = element("summary", "The same as a table")
        yield element("details", summary, tabulate(charts), class_="again")


def _block(block: Block) -> Html:
    match block:
        case Heading():
            mark = f"{block.sign.glyph} {block.sign.word}: " if block.sign else ""
            return element("h2", f"{mark}{block.text}")
        case Say():
            return element(
                "p", prose(f"{block.label}: {block.text}" if block.label else block.text)
            )
        case Items():
            said = (": ".join(part for part in item if part) for item in block.items)
            return listed("ol" if block.numbered else "ul", [prose(text) for text in said])
        case Table():
            rows: list[list[str]] = [list(row) for row in block.rows]
            return element("div", table(list(block.head), rows), class_="wide")
        case Bars():
            return draw_figure(block)
        case Commands():
            if not block.commands:
                return Html("")
            code = element("pre", lines(*map(in_shell, block.commands)))
            return joined(element("h3", block.title), code)
        case Quote():
            return joined(element("h3", block.title), element("pre", lines(*block.lines)))


def draw_picture(story: Story, screen: Screen) -> str:
    """Return the bars of a story, its words around them, as a picture that refers to nothing."""
    picture = _Picture()
    picture.say(" · ".join(part for part in story.about if part), "heading")
    for block in story.blocks:
        match block:
            case Heading():
                picture.gap()
                picture.say(block.text, "heading")
            case Say():
                picture.say(f"{block.label}: {block.text}" if block.label else block.text)
            case Items():
                for item in block.items:
                    picture.say(": ".join(part for part in item if part))
            case Bars():
                picture.chart(block)
            case Table() | Commands() | Quote():
                pass  # the page and the console have them: a picture cannot be copied from
    picture.gap()
    picture.say(f"{story.sign.glyph} {story.sign.word}: {story.sentence}", "title")
    title = f"mps-doctor {story.kind}: {story.sentence}"
    return in_xml(picture.text(title), unicode=screen.unicode)


class _Picture:
    """Lines and charts, one below the other."""

    def __init__(self) -> None:
        self._parts: list[Html] = []
        self._top = MARGIN

    def gap(self) -> None:
        """Leave room."""
        self._top += LINE // 2

    def say(self, text: str, class_: str = "") -> None:
        """Add a text, wrapped."""
        for line in wrap(visible(text), LONGEST_LINES[class_]):
            place = str(self._top + LINE - 6)
            self._parts.append(element("text", line, x=str(MARGIN), y=place, class_=class_))
            self._top += LINE

    def chart(self, chart: Bars) -> None:
        """Add a chart."""
        if chart.title:
            self.say(chart.title, "title")
        height = height_of(chart)
        self._parts.append(
            element(
                "svg",
                draw_rows(chart),
                x=str(MARGIN), y=str(self._top),
                width=str(PICTURE - 2 * MARGIN), height=str(height),
            )
        )  # fmt: skip
        self._top += height + LINE // 2

    def text(self, title: str) -> str:
        """Return the picture."""
        height = str(self._top + MARGIN)
        drawing = element(
            "svg",
            element("title", title),
            Html(f"<style>{read_style('colors', 'drawings', 'picture')}</style>"),
            element("rect", width="100%", height="100%", class_="paper"),
            *self._parts,
            xmlns="http://www.w3.org/2000/svg",
            width=str(PICTURE), height=height, class_="bars",
        )  # fmt: skip
        return f"{drawing}\n"
