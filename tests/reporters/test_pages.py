"""The HTML page and the SVG picture: complete in themselves, obeying nothing in the data."""

import base64
import hashlib
import re
from collections import Counter
from html.parser import HTMLParser
from xml.etree import ElementTree

import attacks
import pytest
import report_samples

from mps_doctor.render import Screen, render
from mps_doctor.views import format_story

VOID = {"meta", "br", "link", "img", "input", "hr"}
OUR_TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "article", "header", "section",
    "footer", "h1", "h2", "h3", "p", "span", "code", "pre", "ul", "ol", "li", "dl", "dt", "dd",
    "details", "summary", "div", "table", "thead", "tbody", "tr", "th", "td",
    "svg", "line", "circle", "text", "g", "rect", "figure", "figcaption", "b",
}  # fmt: skip
OUR_ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "class", "scope", "role", "aria-label",
    "aria-hidden", "viewbox", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "text-anchor",
    "width", "height", "rx", "overflow", "transform",
}  # fmt: skip


class Page(HTMLParser):
    """Reads a page strictly: every element is closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.meta: dict[str, str] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        values = dict(attrs)
        if tag == "meta" and "http-equiv" in values:
            self.meta[str(values["http-equiv"])] = str(values["content"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", report_samples.DOCUMENTS)
def test_a_page_has_our_elements_only_and_refers_to_nothing(name: str) -> None:
    text = render(report_samples.DOCUMENTS[name], "html", Screen())
    page = Page(text)
    assert set(page.tags) <= OUR_TAGS
    assert page.attributes <= OUR_ATTRIBUTES
    assert "url(" not in text
    assert "@import" not in text


@pytest.mark.parametrize("attack", attacks.ATTACKS)
def test_hostile_text_adds_no_element_and_no_attribute(attack: str) -> None:
    report = report_samples.ROSETTA
    poisoned = attacks.attacked(report, attacks.ATTACKS[attack])
    page = Page(render(poisoned, "html", Screen()))
    assert set(page.tags) <= OUR_TAGS
    assert page.attributes <= OUR_ATTRIBUTES
    assert page.tags.count("tr") == len(report.results) + 1


def drawn_in(page: Page) -> Counter[str]:
    """Return how many elements a page has of those that drawings and tables are made of."""
    kinds = ("svg", "g", "rect", "text", "title", "figure", "table", "tr", "td", "th", "circle")
    return Counter(tag for tag in page.tags if tag in kinds)


@pytest.mark.parametrize("attack", attacks.ATTACKS)
def test_hostile_text_adds_nothing_to_the_matrix_and_the_bars(attack: str) -> None:
    poison = attacks.ATTACKS[attack]
    for sample, draw in (
        (report_samples.DEEP, render),
        (report_samples.BENCH, format_story.render),
    ):
        harmless = Page(draw(sample, "html", Screen()))
        poisoned = Page(draw(attacks.attacked(sample, poison), "html", Screen()))
        assert poisoned.attributes == harmless.attributes
        assert drawn_in(poisoned) == drawn_in(harmless)
    picture = format_story.render(attacks.attacked(report_samples.BENCH, poison), "svg", Screen())
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture).iter()}
    assert tags == {"svg", "title", "style", "rect", "text", "g"}


def test_the_matrix_has_a_cell_for_each_operation_and_dtype() -> None:
    text = render(report_samples.DEEP, "html", Screen())
    rows = report_samples.DEEP.measurements.deep
    drawn = re.findall(r"<g><title>([^<]*)</title><rect", text)
    assert drawn == [
        f"{row.operation}, {dtype}: {standing}"
        for row in rows
        for dtype in report_samples.DTYPES
        if (standing := row.standings.get(dtype))
    ]
    signs = re.findall(r"<g><title>[^<]*: ([^<:]*)</title><rect.*?<text[^>]*>(.)</text></g>", text)
    assert len(set(signs)) == len({sign for _, sign in signs}) == len(report_samples.STANDINGS)
    labels = " ".join(re.findall(r'class="matrix" role="img" aria-label="([^"]*)"', text))
    assert "Operations 49 to 63: sort float32 wrong results" in labels
    assert f"works: {9 + 1 + 60}" in re.sub(r"<[^>]*>", "", text)
    table = text[text.index("The same as a table (63 operations)") :]
    assert table[: table.index("</table>")].count("<td>wrong results</td>") == 2


def test_bars_are_as_long_as_their_values_and_said_in_words() -> None:
    text = format_story.render(report_samples.BENCH, "html", Screen())
    bars = re.findall(
        r'<g><title>(\w+): (\d+)[^<]*</title>.*?width="([\d.]+)%"[^>]*"(bar|beside)"', text
    )
    assert [bar[0] for bar in bars[:2]] == ["mps", "cpu"]
    assert float(bars[0][2]) == 100
    assert float(bars[1][2]) == pytest.approx(100 * 29 / 210, abs=0.1)
    assert [bar[3] for bar in bars[:2]] == ["bar", "beside"]
    assert 'aria-label="ResNet-50, training: mps is 7.2× the CPU: mps: 210 /s, batch 128;' in text
    for value in ("210 /s", "29.0 /s", "2.35", "55.5"):
        assert f"<td>{value}</td>" in text


def test_a_page_without_deep_probes_has_no_matrix() -> None:
    assert "Operations by dtype" not in render(report_samples.HEALTHY, "html", Screen())


def test_the_policy_allows_the_one_style_and_nothing_else() -> None:
    text = render(report_samples.HEALTHY, "html", Screen())
    style = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style[0].encode()).digest()).decode()
    policy = Page(text).meta["Content-Security-Policy"]
    assert len(style) == 1
    assert policy.startswith("default-src 'none'; ")
    assert f"style-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy


def test_the_page_serves_dark_and_light_narrow_and_paper() -> None:
    text = render(report_samples.HEALTHY, "html", Screen())
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    assert 'name="viewport"' in text


def test_the_route_goes_from_the_ground_up_to_the_cause() -> None:
    text = render(report_samples.ROSETTA, "html", Screen())
    route = text[text.index("<svg") : text.index("</svg>")]
    names = re.findall(r'class="name">([^<]*)<', route)
    facts = re.findall(r'class="fact">([^<]*)<', route)
    assert names[:3] == ["host", "python", "conda"]
    assert names[-1] == "BROKEN"
    assert facts[1] == facts[-1] == "python-x86_64-on-apple-silicon"
    assert route.count("track follows") == 2  # conda and runtime were not reached


@pytest.mark.parametrize("name", report_samples.DOCUMENTS)
def test_the_picture_is_well_formed_and_refers_to_nothing(name: str) -> None:
    text = render(report_samples.DOCUMENTS[name], "svg", Screen())
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text.replace("&#160;", " ")) == (
        ["https://"] if name == "pasted" else []  # an address in the evidence, as text
    )
    assert "url(http" not in text
    assert "@font-face" not in text
    assert not any("href" in attribute for element in root.iter() for attribute in element.attrib)


@pytest.mark.parametrize("attack", ["html", "xml", "rich-markup", "colour", "html-attribute"])
def test_hostile_text_adds_nothing_to_the_picture(attack: str) -> None:
    poisoned = attacks.attacked(report_samples.ROSETTA, attacks.ATTACKS[attack])
    root = ElementTree.fromstring(render(poisoned, "svg", Screen()))
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "style", "defs", "clipPath", "rect", "text", "g", "circle"}
