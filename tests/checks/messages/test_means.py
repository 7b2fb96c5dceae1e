"""What error texts, symptoms and rules mean beside the facts: the cases of means.toml."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from beside import beside, causes_of
from tables import table_of

from mps_doctor.facts import MessageMatch, Messages
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor_checks.messages._judging.context import Context
from mps_doctor_checks.messages._judging.rows.symptoms import BESIDE_FACTS, OF_ANY_SYSTEM
from mps_doctor_checks.messages._judging.rules import (
    CASES,
    RULES,
    apply_rule,
    causes_of_symptom,
)

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
        causes = causes_of(context, id, case.get("text", "a text"))
    elif kind == "symptom":
        causes = causes_of_symptom(context, id)
    else:
        causes = apply_rule(id, context)
    assert causes == tuple(case["means"].split())


def test_the_macos_is_read_from_the_whole_line() -> None:
    match = MessageMatch(signature="topk-16", text="topk", quote="topk needs macOS 14.1", line=2)
    context = beside("M2 macos=14.0")._replace(messages=Messages(matches=(match,)))
    assert causes_of(context, "topk-16", "topk") == ("macos-too-old-for-op",)


def test_a_text_that_names_mps_is_of_a_mac() -> None:
    assert causes_of(beside(), "view-size-backward", "on MPS: view size is") == ("mps-op-crash",)
    assert causes_of(beside("Linux"), "view-size-backward", "on MPS: view size is") == ()


def test_a_symbol_that_another_library_misses_is_no_old_macos() -> None:
    text = "Symbol not found: _x\n  Referenced from: /e/lib/libfoo.dylib"
    facts = beside("M2", found="torch-dlopen-failed")
    assert causes_of(facts, "symbol-cxx-system", text) == ("torch-import-failed",)


def test_a_text_without_a_rule_means_what_its_row_says() -> None:
    assert causes_of(beside(), "omp-error-15", "") == ("openmp-duplicate-runtime",)


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
