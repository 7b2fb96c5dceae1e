"""junit, for many hosts: one test case an environment."""

from __future__ import annotations

from xml.etree import ElementTree

from mps_doctor.features.fleet.values import KNOWN_TO_WORK, Entry, FleetReport
from mps_doctor.render.safe_text import in_xml, visible
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell

Element = ElementTree.Element


def render(report: FleetReport, screen: Screen) -> str:
    """Return one suite: a verdict that fails is a failure, what is not known an error."""
    suite = Element("testsuite", name="mps-doctor fleet", timestamp=report.started[:19])
    for entry in report.entries:
        _add(suite, entry)
    counts = {
        "tests": len(suite),
        "failures": len(suite.findall("testcase/failure")),
        "errors": len(suite.findall("testcase/error")),
    }
    root = Element("testsuites", name="mps-doctor")
    root.append(suite)
    for element in (root, suite):
        for name, count in counts.items():
            element.set(name, str(count))
    ElementTree.indent(root)
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, "unicode")}\n'
    return in_xml(text, unicode=screen.unicode)


def _add(suite: Element, entry: Entry) -> None:
    name = visible(entry.python or "host")
    case = ElementTree.SubElement(suite, "testcase", classname=visible(entry.host), name=name)
    if not entry.status:
        _fail(case, "error", entry.reason, entry.message or entry.reason, ())
    elif entry.exit_code == 1:
        fixes = [f"fix: {in_shell(argv)}" for argv in entry.fix]
        _fail(case, "failure", entry.cause or entry.status, entry.sentence, fixes)
    elif entry.exit_code or entry.status not in KNOWN_TO_WORK:
        _fail(case, "error", entry.status, entry.sentence, ())


def _fail(case: Element, tag: str, kind: str, message: str, more: list[str] | tuple[()]) -> None:
    element = ElementTree.SubElement(case, tag, type=visible(kind), message=visible(message))
    element.text = "\n".join(visible(line) for line in (message, *more))
