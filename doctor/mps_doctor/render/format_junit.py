"""junit: one test case a check, as Jenkins, GitLab and most CI services read them."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.report import Document, ErrorReport, Report, ReportList
from mps_doctor.render.safe_text import in_xml, visible, visible_lines
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.render.signs import SEVERITIES, STATUSES, sign_of
from mps_doctor.views import reading, subject

Element = ElementTree.Element

SCHEMA_TIME = len("2026-01-02T03:04:05")
"""The time stamp of a suite has no zone; it is UTC."""


def render(document: Document, screen: Screen) -> str:
    """Return a suite for each report; the verdict is its first case."""
    root = Element("testsuites", name="mps-doctor")
    match document:
        case ErrorReport():
            _add_error(root, document)
        case ReportList():
            for report in document.reports:
                _add_suite(root, report)
        case Report():
            _add_suite(root, document)
    for kind in ("tests", "failures", "errors"):
        root.set(kind, str(sum(int(suite.get(kind, "0")) for suite in root)))
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'
    return in_xml(text, unicode=screen.unicode)


def _add_suite(root: Element, report: Report) -> None:
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=visible(report.target.name or "mps-doctor"),
        timestamp=visible(report.started[:SCHEMA_TIME]),
        time=f"{report.seconds:.3f}",
    )
    _add_properties(suite, report)
    _add_verdict(suite, report)
    for result in report.results:
        _add_result(suite, report, result)
    _count(suite)


def _add_properties(suite: Element, report: Report) -> None:
    verdict = report.verdict
    pairs = {
        "verdict": verdict.status,
        "cause": verdict.cause or "",
        "subject": ", ".join(subject.name_subject(report)),
        "tool": f"{report.tool.name} {report.tool.version}",
    }
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in pairs.items():
        ElementTree.SubElement(properties, "property", name=name, value=visible(value))


def _add_verdict(suite: Element, report: Report) -> None:
    verdict = report.verdict
    case = ElementTree.SubElement(suite, "testcase", classname="mps-doctor", name="verdict")
    case.set("time", f"{report.seconds:.3f}")
    word = STATUSES[verdict.status].word
    if verdict.exit_code == 1:
        _add_outcome(case, "failure", verdict.status, verdict.sentence, [verdict.sentence])
    elif verdict.exit_code:
        missing = [f"not known: {fact}" for fact in verdict.missing_facts]
        _add_outcome(case, "error", verdict.status, verdict.sentence, [verdict.sentence, *missing])
    else:
        _set_text(ElementTree.SubElement(case, "system-out"), [f"{word}: {verdict.sentence}"])


def _add_result(suite: Element, report: Report, result: Result) -> None:
    several = [r.cause for r in report.results if r.check == result.check]
    name = result.check if len(several) == 1 else f"{result.check} ({result.cause})"
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=visible(f"mps-doctor.{result.family}"),
        name=visible(name),
        time=f"{result.seconds:.6f}",
    )
    if result.outcome == "passed":
        return
    if result.outcome == "failed":
        message = f"{result.cause}: {result.message}"
        if _counts(report, result):
            kind = SEVERITIES[result.severity or "info"].word
            _add_outcome(case, "failure", kind, message, _details(result))
        else:
            text = [f"{sign_of(result).word}: {message}", *_details(result)[1:]]
            _set_text(ElementTree.SubElement(case, "system-out"), text)
        return
    if result.outcome == "errored":
        _add_outcome(case, "error", "check broke", result.message, [result.message])
        return
    word = sign_of(result).word
    ElementTree.SubElement(case, "skipped", message=visible(f"{word}: {result.message}"))


def _counts(report: Report, result: Result) -> bool:
    """Whether a failure is one for the exit code too: a suite may not be red where that is 0."""
    if report.verdict.exit_code != 1:
        return False
    return result.severity == "error" or (
        result.severity == "warning" and report.verdict.fail_on == "warning"
    )


def _details(result: Result) -> list[str]:
    lines = [result.message]
    pairs = (("have", result.have), ("need", result.need))
    lines += [f"{word}: {value}" for word, value in pairs if value]
    lines += [f"seen: {line}" for line in result.evidence]
    for fix in result.fixes:
        lines += [f"fix: {reading.summary_of(fix)}"]
        lines += [f"  {in_shell(argv)}" for argv in fix.commands]
        lines += [f"  {number}. {step}" for number, step in enumerate(fix.steps, 1)]
        lines += [f"  then check: {in_shell(argv)}" for argv in fix.verify]
    return lines


def _add_outcome(case: Element, tag: str, type: str, message: str, lines: list[str]) -> None:
    element = ElementTree.SubElement(case, tag, type=type, message=visible(message))
    _set_text(element, lines)


def _set_text(element: Element, lines: list[str]) -> None:
    element.text = "\n".join(line for text in lines for line in visible_lines(text))


def _add_error(root: Element, document: ErrorReport) -> None:
    suite = ElementTree.SubElement(root, "testsuite", name="mps-doctor")
    case = ElementTree.SubElement(suite, "testcase", classname="mps-doctor", name="start")
    error = document.error
    _add_outcome(case, "error", visible(error.kind), error.message, [error.message, error.hint])
    _count(suite)


def _count(suite: Element) -> None:
    has: Callable[[str], int] = lambda tag: len(suite.findall(f"testcase/{tag}"))  # noqa: E731
    suite.set("tests", str(len(suite.findall("testcase"))))
    suite.set("failures", str(has("failure")))
    suite.set("errors", str(has("error")))
    suite.set("skipped", str(has("skipped")))
