"""Formats for programs and pages: the same findings in each, and what their readers accept."""

import base64
import hashlib
import html
import json
import re
from xml.etree import ElementTree

import pytest
import samples
from documents import EVERY_BLOCK, JUNIT, all_documents
from tables import cases
from test_attacks import Seen

from mps_doctor.features.schema import document_schema
from mps_doctor.judgement.report import ReportList
from mps_doctor.render import FORMATS, Screen, load, render
from mps_doctor.render.github import summarize
from mps_doctor.render.markdown import prose
from mps_doctor.views.document import STATUSES, Case, Document, parts_of
from mps_doctor.views.report import view_report


def drawn(name: str, format: str) -> str:
    return str(load(format).render(all_documents()[name], Screen()))


@pytest.mark.parametrize("name", samples.NAMES)
def test_every_format_says_the_same_of_every_recorded_machine(name: str) -> None:
    report = samples.report(name)
    document = view_report(report)
    for format in FORMATS:
        text = html.unescape(render(report, lambda: document, format, Screen(width=1000)))
        text = text.replace("%3A", ":").replace("%2C", ",").replace("`", "")
        words = report.verdict.headline.replace("`", "")
        assert words in text.replace("<code>", "").replace("</code>", ""), format


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("name", [samples.HEALTHY, samples.DEEP, *samples.TEXTS])
def test_json_validates(name: str, unicode: bool) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    report = samples.report(name)
    text = render(report, lambda: EVERY_BLOCK, "json", Screen(unicode=unicode))
    jsonschema.validate(json.loads(text), document_schema())
    line = render(report, lambda: EVERY_BLOCK, "jsonl", Screen(unicode=unicode))
    assert json.loads(line) == json.loads(text)
    assert line.count("\n") == 1
    both = ReportList(reports=(report, report))
    assert render(both, lambda: EVERY_BLOCK, "jsonl", Screen()).count("\n") == 2


@pytest.mark.parametrize("name", all_documents())
def test_junit_has_the_elements_that_jenkins_knows(name: str) -> None:
    root = ElementTree.fromstring(drawn(name, "junit"))
    assert root.tag == "testsuites"
    for element in root.iter():
        children, attributes = JUNIT[element.tag]
        assert {child.tag for child in element} <= children
        assert element.attrib.keys() <= attributes
    assert len(root) == len(parts_of(all_documents()[name]))
    for suite, part in zip(root, parts_of(all_documents()[name]), strict=True):
        red = int(suite.attrib["failures"]) + int(suite.attrib["errors"])
        assert (red > 0) == (part.exit_code != 0)
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase")) == len(part.cases)


def test_junit_says_what_failed_and_keeps_what_only_was_noted() -> None:
    root = ElementTree.fromstring(drawn("every-block", "junit"))
    failure, noted = root.find(".//failure"), root.find(".//system-out")
    assert failure is not None
    assert (failure.get("message"), failure.text) == ("slow", "slow\nevidence: 3 s")
    assert noted is not None
    assert noted.text == "warning: hot\n90 °C"


def test_github_gets_the_headline_and_what_failed() -> None:
    first, *others = drawn(samples.ROSETTA, "github").splitlines()
    assert first.startswith("::error title=mps-doctor%3A PyTorch can't use this Mac's GPU%3A")
    assert any(line.startswith("::error title=python-architecture%3A error::") for line in others)


def test_github_gets_at_most_ten_annotations_and_says_how_many_more() -> None:
    cases = tuple(
        Case(name=f"check-{n}", group="x", outcome="failed", level="error") for n in range(15)
    )
    document = Document(name="x", sign=STATUSES["broken"], headline="Bad", cases=cases, exit_code=1)
    lines = str(load("github").render(document, Screen())).splitlines()
    assert len(lines) == 10
    assert "7 more" in lines[-1]


def test_the_job_summary_is_cut_by_bytes_and_says_so() -> None:
    assert summarize("short") == "short"
    summary = summarize("\N{CJK UNIFIED IDEOGRAPH-5B66}" * 2_000_000)
    assert len(summary.encode()) < 1 << 20
    assert summary.endswith(" more characters)")


def test_a_line_has_status_cause_headline_and_subject() -> None:
    assert drawn(samples.ROSETTA, "line") == (
        "mps-doctor: BROKEN | python-x86_64-on-apple-silicon | PyTorch can't use this Mac's GPU: "
        "Python is an Intel build | Apple M1 Pro, 16 GB, macOS 14.5, Python 3.10.14 x86_64 under "
        "Rosetta, torch 2.2.2 built with MPS, torchvision 0.15.2, numpy 2.1.3\n"
    )
    assert drawn("environments", "line").count("\n") == len(all_documents()["environments"].parts)


@cases
def test_what_is_no_plain_word_is_code_in_markdown(text: str, written: str) -> None:
    assert prose(text) == written


@pytest.mark.parametrize("name", all_documents())
def test_a_page_refers_to_nothing_and_its_policy_names_its_own_parts(name: str) -> None:
    text = drawn(name, "html")
    seen = Seen(text)
    assert not {"src", "href", "style"} & set(seen.attributes)
    assert "url(" not in text
    assert "@import" not in text
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    for tag in ("style", "script"):
        part = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert part is not None
        digest = base64.b64encode(hashlib.sha256(part[1].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1].replace("&#x27;", "'")


def test_a_page_has_the_order_of_the_screen() -> None:
    text = drawn(samples.ROSETTA, "html")
    order = ("Python is an Intel build</h1>", "<b>Mac</b>", "Fix: create", "conda create",
             "Verify:", "mps-doctor explain", "Other checks", "Other fixes")  # fmt: skip
    parts = text.replace("</span> <span>", " ").replace("<span>", "")
    places = [parts.index(part) for part in order]
    assert places == sorted(places)


def test_every_command_can_be_copied_whole_and_every_check_is_there() -> None:
    text = drawn(samples.ROSETTA, "html")
    assert text.count('class="copy"') == text.count('<div class="code">')
    assert "<span>--platform osx-arm64</span>" in text
    assert "<span>-c conda-forge</span>" in text
    for result in samples.report(samples.ROSETTA).results:
        assert f"<code>{result.check}</code>" in text


def test_a_part_of_another_page_keeps_its_style_to_itself() -> None:
    shown = samples.report(samples.ROSETTA)._repr_html_()
    assert shown is not None
    seen = Seen(shown)
    assert not {"html", "head", "body", "script", "link", "iframe", "meta"} & set(seen.tags)
    style = shown.partition("<style>")[2].partition("</style>")[0]
    assert style.startswith(".mps-doctor {")
    assert style.count("{") == style.count("}")
    assert ":root" not in style
    assert "body {" not in style


def test_records_are_data_that_a_script_reads() -> None:
    text = drawn("every-block", "html")
    data = re.search(r'id="records">(.*?)</script>', text)
    assert data is not None
    assert json.loads(data[1])["texts"][:2] == ["mac1", "BROKEN"]
    assert "pip install torch" in data[1]
    assert 'data-filter="=cause"' in text
