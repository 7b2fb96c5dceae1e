"""Every format says the same findings of the same report."""

import html
import json
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
import report_samples

from mps_doctor.features.examination import run_checks
from mps_doctor.judgement.report import SCHEMA_FILE, Report
from mps_doctor.render import FORMATS, Screen, format_github, render

SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
MACHINES = sorted(
    path
    for path in (Path(__file__).parents[1] / "machines").glob("*.json")
    if path.name != "expected.json"
)


def assert_same_findings(report: Report, format: str) -> None:
    text = html.unescape(render(report, format, Screen(width=1000)))
    text = text.replace("%3A", ":").replace("\N{NO-BREAK SPACE}", " ")
    for candidate in report.verdict.candidates:
        if candidate.severity != "info":
            assert candidate.check in text
            assert candidate.cause in text
    if format != "github" or len(text.splitlines()) < format_github.MOST_ANNOTATIONS:
        assert report.verdict.status.upper().replace("-", " ") in text.upper().replace("-", " ")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", report_samples.REPORTS)
def test_every_format_says_the_same_findings(name: str, format: str) -> None:
    assert_same_findings(report_samples.REPORTS[name], format)


@pytest.mark.skipif(not MACHINES, reason="no recorded machines here")
@pytest.mark.parametrize("machine", MACHINES, ids=lambda path: path.stem)
def test_every_format_says_the_same_of_every_recorded_machine(machine: Path) -> None:
    report = run_checks(snapshot=machine)
    for format in FORMATS:
        if format != "svg":  # the console's text, and slow to draw
            assert_same_findings(report, format)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", report_samples.DOCUMENTS)
def test_every_format_ends_in_one_newline_and_can_be_repeated(name: str, format: str) -> None:
    document = report_samples.DOCUMENTS[name]
    text = render(document, format, Screen())
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert render(document, format, Screen()) == text


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="no format is called 'pdf'"):
        render(report_samples.HEALTHY, "pdf", Screen())


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("name", report_samples.DOCUMENTS)
def test_json_is_one_document_that_validates(name: str, unicode: bool) -> None:
    document = report_samples.DOCUMENTS[name]
    decoded = json.loads(render(document, "json", Screen(unicode=unicode)))
    jsonschema.validate(decoded, SCHEMA)
    lines = render(document, "jsonl", Screen(unicode=unicode)).splitlines()
    assert [json.loads(line) for line in lines] == decoded.get("reports", [decoded])


@pytest.mark.parametrize("name", report_samples.REPORTS)
def test_a_junit_suite_is_red_exactly_where_the_exit_code_is_not_0(name: str) -> None:
    report = report_samples.REPORTS[name]
    root = ElementTree.fromstring(render(report, "junit", Screen()))
    suite = root[0]
    red = int(suite.attrib["failures"]) + int(suite.attrib["errors"])
    assert (red > 0) == (report.verdict.exit_code != 0)
    assert int(suite.attrib["tests"]) == len(suite.findall("testcase")) == len(report.results) + 1


CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "properties": {"property"},
    "testcase": {"failure", "error", "skipped", "system-out"},
}
REQUIRED = {
    "testsuite": {"name", "tests", "failures", "errors"},
    "testcase": {"name"},
    "property": {"name", "value"},
}
ALLOWED = {
    "testsuites": {"name", "tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time", "timestamp"},
    "testcase": {"name", "classname", "time"},
    "property": {"name", "value"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"type", "message"},
}


@pytest.mark.parametrize("name", report_samples.DOCUMENTS)
def test_junit_has_the_elements_that_jenkins_knows(name: str) -> None:
    """The rules of Jenkins' junit-10.xsd that concern what we write, in our own words."""
    root = ElementTree.fromstring(render(report_samples.DOCUMENTS[name], "junit", Screen()))
    assert root.tag == "testsuites"
    for element in root.iter():
        assert {child.tag for child in element} <= CHILDREN.get(element.tag, set())
        assert REQUIRED.get(element.tag, set()) <= element.attrib.keys()
        assert element.attrib.keys() <= ALLOWED.get(element.tag, set())
    for case in root.iter("testcase"):
        assert len(case) <= 1
    for suite in root.iter("testsuite"):
        names = [(case.get("classname"), case.get("name")) for case in suite.findall("testcase")]
        assert len(names) == len(set(names))


def test_github_gets_at_most_ten_annotations_and_says_how_many_more() -> None:
    results = tuple(
        report_samples.failed(f"check-{n}", "torch-not-installed", "error", message=f"no {n}")
        for n in range(15)
    )
    report = report_samples.report_of(results, report_samples.HEALTHY.facts)
    lines = render(report, "github", Screen()).splitlines()
    assert len(lines) == 10
    assert "7 more" in lines[-1]


def test_the_job_summary_has_every_finding() -> None:
    summary = format_github.summarize(render(report_samples.ROSETTA, "markdown", Screen()))
    assert "python-x86_64-on-apple-silicon" in summary
    assert "torch-companion-version-mismatch" in summary


def test_the_job_summary_is_cut_by_bytes_and_says_so() -> None:
    summary = format_github.summarize("\N{CJK UNIFIED IDEOGRAPH-5B66}" * 2_000_000)
    assert len(summary.encode()) < 1 << 20
    assert summary.endswith(" more characters)")


def test_the_line_says_verdict_cause_and_first_fix() -> None:
    line = render(report_samples.ROSETTA, "line", Screen())
    assert line.startswith("mps-doctor: BROKEN | ")
    assert "python-x86_64-on-apple-silicon" in line
    assert "conda create --name ml-arm64" in line


def test_a_list_gives_a_line_for_each_environment() -> None:
    count = len(report_samples.LIST.reports)
    assert render(report_samples.LIST, "line", Screen()).count("\n") == count
    assert render(report_samples.LIST, "jsonl", Screen()).count("\n") == count
