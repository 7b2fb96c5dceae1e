"""Our own documents and reports in a paste say again what they said; all other JSON is text."""

import json
import textwrap
from pathlib import Path

import pytest
from tables import cases, cases_and

from mps_doctor import diagnose, run_checks
from mps_doctor.facts import encode_machine
from mps_doctor.judgement.report import Report
from mps_doctor.pasted.documents import read_document, without_own_words
from mps_doctor.pasted.parsing import parse_text
from mps_doctor.render import Screen, load
from mps_doctor.views.document import STATUSES
from mps_doctor.views.report import view_report

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


@cases_and(
    {"text": "{" * 100_000 + '"schema_version"' + "}" * 100_000},
    {
        "text": '{"schema_version": '
        + "[" * 100_000
        + "]" * 100_000
        + ', "origin": {"kind": "pasted"}}'
    },
    {"text": '{"schema_version": ' + '{"a":' * 100_000 + "1" + "}" * 100_001},
    {"text": '{"schema_version": "\ud800"}'},
    {"text": SNAPSHOT[1:]},
    {"text": SNAPSHOT[:-1]},
    {"text": SNAPSHOT.replace('"schema_version"', '"version"')},
    {"text": SNAPSHOT.replace('"origin"', '"begin"')},
    {"text": SNAPSHOT + SNAPSHOT},
    {"text": '{"schema_version": 1, \ud800}'},
)
def test_every_other_text_is_none(text: str) -> None:
    assert read_document(text) is None


def test_the_facts_of_a_report_are_those_of_its_facts() -> None:
    """A report without its verdict is no report, and has no origin of its own."""
    assert read_document(REPORT.replace('"verdict"', '"sentence"')) is None


@pytest.mark.parametrize("text", [SNAPSHOT[:-40], "a list of {things}: " + TEXT])
def test_a_text_that_is_no_document_is_read_as_text(text: str) -> None:
    assert parse_text(text).origin.kind == "pasted"


MACHINES = Path(__file__).parents[1] / "machines"
NAMES = (
    "smoke-crashes numpy-2-with-torch-2.1 healthy-m1-8gb no-torch conda-osx-64-under-rosetta "
    "healthy-m3-macos-15-torch-2.15 report-watermark-0.7 unavailable-unexplained "
    "report-tart-guest-without-gpu homebrew-externally-managed old-sdk-python-harmless "
    "conda-mixed-platforms report-intel-amd-5700-xt linux-with-cuda"
)
REPORTS = {name: run_checks(snapshot=MACHINES / f"{name}.json") for name in NAMES.split()}
SCREENS = {
    "80 columns": Screen(width=80),
    "40 columns": Screen(width=40),
    "ASCII": Screen(width=80, unicode=False),
    "every check": Screen(width=80, verbosity=1),
}


def drawn(report: Report, format: str, screen: Screen = Screen(width=80)) -> str:  # noqa: B008
    return str(load(format).render(view_report(report), screen))


def told(report: Report) -> tuple[str, str | None]:
    """Return the sign and the cause; what was not tested is as well as what works."""
    verdict = report.verdict
    fine = verdict.status in ("healthy", "unproven")
    return "✓" if fine else STATUSES[verdict.status].glyph, verdict.cause


def cause_of(text: str) -> str | None:
    return diagnose(text).verdict.cause


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("machine", REPORTS)
def test_as_it_stood_on_a_screen(machine: str, screen: str) -> None:
    report: Report = REPORTS[machine]
    assert told(diagnose(drawn(report, "console", SCREENS[screen]))) == told(report)


def test_its_lines_are_facts() -> None:
    facts = diagnose(drawn(REPORTS["healthy-m1-8gb"], "console", SCREENS["every check"])).facts
    assert (facts.host.chip, facts.host.macos_version) == ("Apple M1", "15.5")
    assert (facts.python.version, facts.python.architecture) == ("3.12.8", "arm64")
    assert facts.torch.version == "2.15.0"


@pytest.mark.parametrize("machine", REPORTS)
def test_as_a_comment(machine: str) -> None:
    report: Report = REPORTS[machine]
    text = drawn(report, "markdown")
    assert cause_of(text) == report.verdict.cause
    assert cause_of(textwrap.indent(text, "> ")) == report.verdict.cause


def test_what_stands_beside_it_is_read() -> None:
    healthy = REPORTS["homebrew-externally-managed"]
    error = (
        "NotImplementedError: The operator 'aten::eigh' is not currently implemented for the MPS"
    )
    text = drawn(healthy, "console")
    assert cause_of(f"{text}\n{error} device.\n") == "op-not-implemented"
    assert cause_of(f"{error} device.\n\n{text}") == "op-not-implemented"


@cases
def test_any_other_text_is_left_as_it_is(text: str) -> None:
    assert without_own_words(text) == text
