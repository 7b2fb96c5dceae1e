"""What error texts, symptoms and silence come to beside the facts, and how strongly they speak."""

import json
from typing import Any

import msgspec
import pytest
from outcomes import NOT_APPLICABLE, said
from tables import cases, table_of

from mps_doctor.facts import SECTIONS, MessageMatch, Messages, TellingLine, known
from mps_doctor.fixes import Environment
from mps_doctor.judgement.checking import Failed, Outcomes
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor_checks.messages._judging import rules
from mps_doctor_checks.messages._judging.context import Context
from mps_doctor_checks.messages._judging.rows import Causes
from mps_doctor_checks.messages._judging.rows.symptoms import BESIDE_FACTS, OF_ANY_SYSTEM
from mps_doctor_checks.messages._judging.rules import CASES, RULES, apply_rule, causes_of_symptom
from mps_doctor_checks.messages.reported_errors import reported_errors
from mps_doctor_checks.messages.reported_symptoms import reported_symptoms
from mps_doctor_checks.messages.reported_unavailability import reported_unavailability

WORDS = {word: json.dumps(facts) for word, facts in table_of(__file__, "rows/words.toml").items()}


def beside(words: str = "", *, found: str = "", text: str = "", reported: str = "") -> Context:
    """Return the facts that the words stand for: `M2 arm macos=15.5 torch=2.9.1`.

    `found` holds the ids of other texts that were found, `text` what they say (or else the id),
    `reported` the symptoms that are told.
    """
    facts: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
    for word in words.split():
        name, _, value = word.partition("=")
        for section, told in json.loads(WORDS[name].replace("$value", value)).items():
            facts[section].update(told)
    matches = tuple(MessageMatch(signature=id, text=text or id, line=1) for id in found.split())
    facts["messages"].update(matches=matches, reported=reported.split())
    sections = {
        name: msgspec.convert(facts[name], kind, from_attributes=True)
        for name, kind in SECTIONS.items()
    }
    environment = Environment(*(sections[name] for name in Environment._fields))  # type: ignore[arg-type]
    return Context(
        sections["messages"], environment, sections["variables"], sections["torch_import"]
    )


def causes_of(context: Context, id: str, text: str) -> Causes:
    """Return what an error text of that id means beside the facts."""
    return rules.causes_of(context._replace(text=text), all_error_texts()[id])


MEANS = table_of(__file__, "rows/means.toml")


@pytest.mark.parametrize(
    ("kind", "id", "case"),
    [
        pytest.param(kind, id, case, id=f"{id} {case.get('beside', '')}")
        for kind, rows in MEANS.items()
        for id, row in rows.items()
        for case in row["cases"]
    ],
)
def test_means(kind: str, id: str, case: dict[str, str]) -> None:
    told = {"found": case.get("found", ""), "reported": case.get("told", "")}
    context = beside(case.get("beside", ""), **told)
    if kind == "text":
        text = case.get("text", "a text")
        if "line" in case:
            match = MessageMatch(signature=id, text=text, quote=case["line"], line=2)
            others = known(context.messages.matches)
            messages = msgspec.structs.replace(context.messages, matches=(match, *others))
            context = context._replace(messages=messages)
        causes = causes_of(context, id, text)
    elif kind == "symptom":
        causes = causes_of_symptom(context, id)
    else:
        causes = apply_rule(id, context)
    assert causes == tuple(case["means"].split())


def test_no_symptom_has_no_cause() -> None:
    assert causes_of_symptom(beside("M2"), "") == ()


def test_rules_are_for_causes_that_are_known() -> None:
    assert BESIDE_FACTS.keys() | OF_ANY_SYSTEM <= all_causes().keys()


CASES_OF_ALL = [case for cases in (*CASES.values(), *BESIDE_FACTS.values()) for case in cases]


def test_every_case_asks_what_there_is() -> None:
    known = all_causes().keys()
    for case in CASES_OF_ALL:
        assert {*case.causes} | {*case.symptoms.split()} <= known
        assert {*case.found.split()} <= all_error_texts().keys()
        assert all(hasattr(Context, each.removeprefix("-")) for each in case.facts.split())
        assert not case.then or case.then in CASES | RULES


def test_every_rule_is_of_a_row_or_of_another_rule() -> None:
    asked = {row.rule for row in all_error_texts().values()} | {case.then for case in CASES_OF_ALL}
    assert asked - {""} == (CASES.keys() | RULES.keys()) - {"hidden-gpu"}


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
    told = {"found": row.get("found", ""), "reported": row.get("told", "")}
    context = beside(row["beside"], text=row.get("text", ""), **told)
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


@cases
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
        TellingLine(symptom="gpu-idle", line=5, quote="idle"),
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
