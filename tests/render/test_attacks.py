"""Untrusted text in every field of a document, in every format: it is read, and nothing else."""

import csv
import io
import json
import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
import samples
from attacks import ATTACKS, attacked
from documents import EVERY_BLOCK, JUNIT, all_documents
from markdown_it import MarkdownIt

from mps_doctor.render import DRAWN, Screen, load, render
from mps_doctor.render.safe_text import visible

WIDE = Screen(width=100)
NAMES = ("every-block", samples.ROSETTA)


def drawn(name: str, attack: str, format: str, screen: Screen = WIDE) -> str:
    document = attacked(all_documents()[name], ATTACKS[attack]) if attack else all_documents()[name]
    return str(load(format).render(document, screen))


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("format", [*DRAWN, "csv"])
def test_nothing_that_acts_is_written(format: str, attack: str) -> None:
    text = drawn("every-block", attack, format)
    assert {c for line in text.split("\n") for c in line if visible(c) != c} == set()
    text.encode("utf-8")
    if format == "github":
        lines = text.splitlines()
        assert 1 <= len(lines) <= 10
        for line in lines:
            assert re.fullmatch(r"::(error|warning|notice) title=[^:,]*::.*", line)
    else:
        assert [line for line in text.split("\n") if line.lstrip().startswith("::")] == []
        assert "##[" not in text
        assert "##vso[" not in text


@pytest.mark.parametrize("format", DRAWN)
def test_a_screen_of_ascii_gets_ascii(format: str) -> None:
    for attack in ("wide", "surrogate", "bidi", "html"):
        assert drawn("every-block", attack, format, Screen(width=100, unicode=False)).isascii()


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("attack", [name for name in ATTACKS if "workflow" in name or "co" in name])
@pytest.mark.parametrize("name", NAMES)
def test_no_line_of_a_narrow_screen_is_a_command_for_a_ci_service(
    name: str, attack: str, width: int
) -> None:
    text = drawn(name, attack, "console", Screen(width=width, verbosity=1))
    assert [line for line in text.split("\n") if line.lstrip().startswith("::")] == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_json_holds_the_texts_as_they_are(attack: str) -> None:
    report = attacked(samples.report(samples.ROSETTA), ATTACKS[attack])
    for format in ("json", "jsonl"):
        text = render(report, list, format, WIDE)  # type: ignore[arg-type]  # no view is asked
        assert {c for line in text.split("\n") for c in line if visible(c) != c} == set()
        document = json.loads(text)
        if attack == "surrogate":  # which no JSON can hold
            assert "caf\\udce9" in document["target"]["name"]
        else:
            assert document["target"]["name"] == report.target.name
            assert document["results"][0]["message"] == report.results[0].message


@pytest.mark.parametrize("attack", ATTACKS)
def test_junit_has_every_case_and_a_line_stays_one_line(attack: str) -> None:
    root = ElementTree.fromstring(drawn("every-block", attack, "junit"))
    assert len(root.findall("testsuite/testcase")) == len(EVERY_BLOCK.cases)
    assert {element.tag for element in root.iter()} <= set(JUNIT)
    assert drawn("every-block", attack, "line").count("\n") == 1


class Seen(HTMLParser):
    """Reads markup strictly: every element is closed in order; text in code stands apart."""

    VOID = ("meta", "input", "br", "img", "link", "hr")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: Counter[str] = Counter()
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes.update(name for name, _ in attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"code", "script", "style"} & set(self.open):
            self.text += data


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("name", NAMES)
def test_markdown_links_mentions_and_formats_nothing_of_it(name: str, attack: str) -> None:
    text = drawn(name, attack, "markdown")
    page = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)
    seen = Seen(page)
    assert set(seen.tags) <= {
        "h4", "h5", "p", "strong", "table", "thead", "tbody", "tr", "th", "td",
        "ul", "ol", "li", "pre", "code", "details", "summary",
    }  # fmt: skip
    assert "@" not in seen.text
    assert "://" not in seen.text
    assert not re.search(r"#\d", seen.text)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_page_has_the_elements_that_it_has_without_it(attack: str) -> None:
    harmless = Seen(drawn("every-block", "", "html"))
    poisoned = Seen(drawn("every-block", attack, "html"))
    for found in (harmless, poisoned):
        for tag in ("code", "span"):  # backticks make code; options share a span with their value
            del found.tags[tag]
    assert poisoned.tags == harmless.tags
    assert set(poisoned.attributes) == set(harmless.attributes)
    assert not {"src", "href", "style"} & set(poisoned.attributes)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t="])
def test_a_spreadsheet_finds_no_formula(sign: str) -> None:
    document: Any = attacked(all_documents()["every-block"], f"{sign}1+1")
    rows = list(csv.reader(io.StringIO(str(load("csv").render(document, WIDE)))))
    assert len(rows) == 3
    cells = [cell for row in rows[1:] for cell in row if cell]
    assert any(cell.startswith("'") for cell in cells)
    assert not [cell for cell in cells if cell.lstrip()[:1] in ("=", "+", "-", "@")]
