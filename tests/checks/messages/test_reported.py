"""How strongly errors and symptoms of a text speak, beside one another and beside the facts."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from beside import beside
from outcomes import NOT_APPLICABLE, said
from tables import table_of

from mps_doctor.facts import MessageMatch, Messages, TellingLine
from mps_doctor.judgement.checking import Failed, Outcomes
from mps_doctor_checks.messages._judging.context import Context
from mps_doctor_checks.messages.reported_errors import reported_errors
from mps_doctor_checks.messages.reported_symptoms import reported_symptoms
from mps_doctor_checks.messages.reported_unavailability import reported_unavailability

CHECKS = {
    "errors": reported_errors,
    "symptoms": reported_symptoms,
    "unavailability": reported_unavailability,
}
ROWS = table_of(__file__, "rows/reported.toml")
LONG = f"{'a' * 180}{'b' * 11}{'c' * 70}"


def judge(kind: str, context: Context) -> Outcomes:
    return CHECKS[kind](
        context.messages, context.environment, context.variables, context.torch_import
    )


def failures(kind: str, messages: Messages, words: str = "M2") -> list[Failed]:
    found = judge(kind, beside(words)._replace(messages=messages))
    assert isinstance(found, tuple)
    return [item for item in found if isinstance(item, Failed)]


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        pytest.param(kind, row, id=f"{kind}-{number}")
        for kind, rows in ROWS.items()
        for number, row in enumerate(rows, 1)
    ],
)
def test_what_a_text_comes_to(kind: str, row: dict[str, str]) -> None:
    context = beside(row["beside"], found=row.get("found", ""), reported=row.get("told", ""))
    assert said(judge(kind, context)) == row["gives"]


@pytest.mark.parametrize("kind", CHECKS)
def test_a_text_that_was_not_given_is_judged_by_nobody(kind: str) -> None:
    assert said(judge(kind, beside("M2")._replace(messages=Messages()))) == NOT_APPLICABLE


@pytest.mark.parametrize(
    ("text", "shown"), [("a" * 260, "a" * 260), (LONG, f"{'a' * 180} … {'c' * 70}")]
)
def test_a_long_line_is_shortened(text: str, shown: str) -> None:
    match = MessageMatch(signature="omp-error-15", text=text, line=7)
    (found,) = failures("errors", Messages(matches=(match,)))
    assert found.evidence == (f"line 7: {shown}",)


@pytest.mark.parametrize(
    ("id", "words", "text", "quote", "have", "need"),
    [
        ("", "M2 macos=13.2", "from macOS 13.3", "", "macOS 13.2", "macOS 13.3 or newer"),
        ("", "M2 macos=13.2", "x", "from macOS 14", "macOS 13.2", "macOS 14 or newer"),
        ("", "M2", "from macOS 14", "", "", "macOS 14 or newer"),
        ("", "M2 macos=13.2", "from a newer system", "", "", ""),
        # Another reading of a text says it too.
        (
            "bfloat16-needs-macos-14",
            "M2 macos=13.2",
            "on macOS 14",
            "",
            "macOS 13.2",
            "macOS 14 or newer",
        ),
    ],
)
def test_the_macos_that_a_text_asks_for_is_told(
    id: str, words: str, text: str, quote: str, have: str, need: str
) -> None:
    match = MessageMatch(signature=id or "op-natively-from-macos", text=text, quote=quote, line=1)
    found = failures("errors", Messages(matches=(match,)), words)
    told = {item.cause: (item.have, item.need) for item in found}
    assert told["macos-too-old-for-op"] == (have, need)


def test_the_lines_that_tell_a_symptom() -> None:
    telling = (
        TellingLine(symptom="memory-grows", line=3, quote="it grows"),
        TellingLine(symptom="nans", line=4, quote="nan"),
        TellingLine(symptom="memory-grows", line=9, quote="and grows"),
    )
    reported = ("memory-grows", "checkpoint-of-another-device")
    told = Messages(matches=(), reported=reported, telling=telling)
    assert [item.evidence for item in failures("symptoms", told)] == [
        ("line 3: it grows", "line 9: and grows"),
        (),
    ]


def test_three_lines_are_enough_and_each_is_told_once() -> None:
    lines = (1, 1, 2, 3, 4)
    matches = tuple(MessageMatch(signature="omp-error-15", text="x", line=line) for line in lines)
    (found,) = failures("errors", Messages(matches=matches))
    assert found.evidence == ("line 1: x", "line 2: x", "line 3: x")
