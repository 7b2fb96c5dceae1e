"""Untrusted text in every field of a report, in every format: it is read, and nothing else."""

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import attacks
import pytest
import report_samples
from markdown_it import MarkdownIt

from mps_doctor.judgement.report import Report
from mps_doctor.render import FORMATS, Screen, render
from mps_doctor.render.safe_text import visible
from mps_doctor.views import format_story

SAMPLES = ("rosetta", "inconclusive")
WIDE = Screen(width=100)
CASES = [
    pytest.param(name, attack, id=f"{name}-{attack}")
    for name in SAMPLES
    for attack in attacks.ATTACKS
]

INCONCLUSIVE = [("inconclusive", attack) for attack in ("bidi", "xml", "workflow", "surrogate")]


def attacked(name: str, attack: str) -> Report:
    return attacks.attacked(report_samples.REPORTS[name], attacks.ATTACKS[attack])


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    ("name", "attack"), [("rosetta", attack) for attack in attacks.ATTACKS] + INCONCLUSIVE
)
def test_nothing_that_acts_is_written(name: str, attack: str, format: str) -> None:
    text = render(attacked(name, attack), format, WIDE)
    unsafe = {c for line in text.split("\n") for c in line if visible(c) != c}
    assert unsafe == set()
    text.encode("utf-8")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("attack", attacks.ATTACKS)
def test_nothing_that_acts_is_written_of_a_bench(attack: str, format: str) -> None:
    bench = attacks.attacked(report_samples.BENCH, attacks.ATTACKS[attack])
    text = format_story.render(bench, format, WIDE)
    assert {c for line in text.split("\n") for c in line if visible(c) != c} == set()
    text.encode("utf-8")
    commands = [line for line in text.splitlines() if line.lstrip().startswith("::")]
    if format == "github":
        assert commands == text.splitlines()
        return
    assert commands == []
    assert "##[" not in text
    assert "##vso[" not in text
    assert format_story.render(bench, format, Screen(unicode=False)).isascii()


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("attack", attacks.ATTACKS)
def test_a_screen_of_ascii_gets_ascii(attack: str, format: str) -> None:
    text = render(attacked("rosetta", attack), format, Screen(width=100, unicode=False))
    assert text.isascii()


@pytest.mark.parametrize(("name", "attack"), CASES)
def test_json_holds_the_texts_as_they_are(name: str, attack: str) -> None:
    report = attacked(name, attack)
    document = json.loads(render(report, "json", WIDE))
    if attack == "surrogate":  # which no JSON can hold
        assert "caf\\udce9" in document["target"]["name"]
        return
    assert document["target"]["name"] == report.target.name
    assert document["results"][0]["message"] == report.results[0].message


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "github"])
@pytest.mark.parametrize(("name", "attack"), CASES)
def test_no_line_is_a_command_for_a_ci_service(name: str, attack: str, format: str) -> None:
    on_screen = format in ("console", "line", "markdown")
    for width in (40, 80, 100) if on_screen else (80,):
        for verbosity in (-1, 0, 1) if on_screen else (0,):
            text = render(attacked(name, attack), format, Screen(width=width, verbosity=verbosity))
            assert [line for line in text.split("\n") if line.lstrip().startswith("::")] == []
            assert "##[" not in text
            assert "##vso[" not in text


@pytest.mark.parametrize(("name", "attack"), CASES)
def test_github_gets_its_own_commands_only(name: str, attack: str) -> None:
    lines = render(attacked(name, attack), "github", WIDE).splitlines()
    assert 1 <= len(lines) <= 10
    for line in lines:
        assert re.fullmatch(r"::(error|warning|notice) title=[^:,]*::.*", line)


@pytest.mark.parametrize(("name", "attack"), CASES)
def test_junit_stays_well_formed(name: str, attack: str) -> None:
    report = attacked(name, attack)
    root = ElementTree.fromstring(render(report, "junit", WIDE))
    assert len(root.findall("testsuite/testcase")) == len(report.results) + 1
    assert {element.tag for element in root.iter()} <= {
        "testsuites", "testsuite", "properties", "property", "testcase",
        "failure", "error", "skipped", "system-out",
    }  # fmt: skip


@pytest.mark.parametrize("attack", attacks.ATTACKS)
def test_a_line_stays_one_line(attack: str) -> None:
    text = render(attacked("rosetta", attack), "line", WIDE)
    assert text.count("\n") == 1
    assert text.startswith("mps-doctor: BROKEN")


class _Seen(HTMLParser):
    """Collects the tags of a page, and its text outside of code."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self._code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._code += tag == "code"

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag == "code"

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.text += data


@pytest.mark.parametrize(("name", "attack"), CASES)
def test_markdown_links_mentions_and_formats_nothing_of_it(name: str, attack: str) -> None:
    text = render(attacked(name, attack), "markdown", WIDE)
    page = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)
    seen = _Seen()
    seen.feed(page)
    assert seen.tags <= {
        "h3", "h4", "p", "strong", "table", "thead", "tbody", "tr", "th", "td",
        "ul", "ol", "li", "pre", "code", "details", "summary",
    }  # fmt: skip
    assert "@" not in seen.text
    assert "://" not in seen.text
    assert not re.search(r"#\d", seen.text)


@pytest.mark.parametrize("attack", attacks.ATTACKS)
def test_markdown_keeps_its_table_of_results_whole(attack: str) -> None:
    report = attacked("rosetta", attack)
    text = render(report, "markdown", WIDE)
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    table = page[page.rindex("<details>") : page.rindex("</details>")]
    assert table.count("<tr>") == len(report.results) + 1
    assert table.count("<td") == 5 * len(report.results)
