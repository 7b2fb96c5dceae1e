"""Our own documents in a paste come back as the facts that they hold; all other JSON is text."""

import json

import pytest

from mps_doctor import diagnose
from mps_doctor.facts import encode_machine
from mps_doctor.pasted.documents import read_document
from mps_doctor.pasted.parsing import parse_text

TEXT = "OS: macOS 14.5 (arm64)\nCPU: Apple M2\nPyTorch version: 2.7.1\n"
MACHINE = parse_text(TEXT)
SNAPSHOT = encode_machine(MACHINE).decode()
REPORT = diagnose(TEXT).to_json()


@pytest.mark.parametrize("document", [SNAPSHOT, REPORT], ids=["snapshot", "report"])
@pytest.mark.parametrize(
    "around",
    ["{}", "here:\n```json\n{}\n```\nthanks", "\n\n  {}\n", "x{}y", "} {}", "a {b} {} {c}"],
)
def test_a_document_of_ours_is_found_in_a_text(document: str, around: str) -> None:
    assert read_document(around.replace("{}", document)) == MACHINE


@pytest.mark.parametrize("document", [SNAPSHOT, REPORT], ids=["snapshot", "report"])
def test_a_tool_may_have_sorted_and_indented_it(document: str) -> None:
    assert read_document(json.dumps(json.loads(document), sort_keys=True, indent=2)) == MACHINE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "}",
        "}{",
        '{"schema_version": "1.0"',
        '"schema_version": "1.0"}',
        '} "schema_version" {',
        "{}",
        '{"schema_version": "1.0"}',
        '{"schema_version": "1.0", "host": {"system": "Darwin"}}',
        '{"schema_version": "1.0", "verdict": {}}',
        '{"schema_version": "1.0", "facts": {}}',
        '{"schema_version": "1.0", "facts": {}, "verdict": {}}',
        '{"schema_version": "1.0", "origin": {}}',
        '{"schema_version": "1.0", "origin": 1}',
        '{"schema_version": "99.0", "origin": {"kind": "probe"}}',
        '["schema_version"]',
        "{" * 100_000 + '"schema_version"' + "}" * 100_000,
        '{"schema_version": ' + "[" * 100_000 + "]" * 100_000 + ', "origin": {"kind": "pasted"}}',
        '{"schema_version": ' + '{"a":' * 100_000 + "1" + "}" * 100_001,
        '{"schema_version": "\ud800"}',
        '{"schema_version": 1, \ud800}',
        SNAPSHOT[1:],
        SNAPSHOT[:-1],
        SNAPSHOT.replace('"schema_version"', '"version"'),
        SNAPSHOT.replace('"origin"', '"begin"'),
        SNAPSHOT + SNAPSHOT,
    ],
)
def test_every_other_text_is_none(text: str) -> None:
    assert read_document(text) is None


def test_the_facts_of_a_report_are_those_of_its_facts() -> None:
    """A report without its verdict is no report, and has no origin of its own."""
    assert read_document(REPORT.replace('"verdict"', '"sentence"')) is None


@pytest.mark.parametrize("text", [SNAPSHOT[:-40], "a list of {things}: " + TEXT])
def test_a_text_that_is_no_document_is_read_as_text(text: str) -> None:
    assert parse_text(text).origin.kind == "pasted"
