"""junit: one test case a check, as Jenkins, GitLab and most CI services read them."""

from collections import Counter
from collections.abc import Iterable
from xml.etree import ElementTree

from mps_doctor.render.safe_text import in_xml, visible, visible_lines
from mps_doctor.render.screen import Screen
from mps_doctor.views.document import Case, Document, parts_of

Element = ElementTree.Element

SCHEMA_TIME = len("2026-01-02T03:04:05")
"""The time stamp of a suite has no zone; it is UTC."""


def render(document: Document, screen: Screen) -> str:
    """Return a suite for each examination in the document."""
    root = Element("testsuites", name="mps-doctor")
    for part in parts_of(document):
        _add_suite(root, part)
    for kind in ("tests", "failures", "errors"):
        root.set(kind, str(sum(int(suite.get(kind, "0")) for suite in root)))
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return in_xml(f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n', unicode=screen.unicode)


def _add_suite(root: Element, document: Document) -> None:
    count = Counter(case.outcome for case in document.cases)
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=visible(document.name),
        time=f"{document.seconds:.3f}",
        tests=str(len(document.cases)),
        failures=str(count["failed"]),
        errors=str(count["errored"]),
        skipped=str(count["skipped"]),
    )
    if document.started:
        suite.set("timestamp", visible(document.started[:SCHEMA_TIME]))
    if document.properties:
        holder = ElementTree.SubElement(suite, "properties")
        for name, value in document.properties:
            ElementTree.SubElement(holder, "property", name=visible(name), value=visible(value))
    for case in document.cases:
        _add(suite, case)


def _add(suite: Element, case: Case) -> None:
    element = ElementTree.SubElement(
        suite,
        "testcase",
        classname=visible(".".join(filter(None, ("mps-doctor", case.group)))),
        name=visible(case.name),
        time=f"{case.seconds:.6f}",
    )
    details = case.details or (case.message,)
    match case.outcome:
        case "failed" | "errored":
            tag = "failure" if case.outcome == "failed" else "error"
            inner = ElementTree.SubElement(
                element, tag, type=visible(case.word), message=visible(case.message)
            )
            _set_text(inner, details)
        case "skipped":
            ElementTree.SubElement(element, "skipped", message=visible(case.message))
        case "noted":
            said = (f"{case.word}: {case.message}", *details[1:])
            _set_text(ElementTree.SubElement(element, "system-out"), said)


def _set_text(element: Element, lines: Iterable[str]) -> None:
    element.text = "\n".join(line for text in lines for line in visible_lines(text))
