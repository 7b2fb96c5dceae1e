"""Many texts: workers say what one process says, in the order of the files."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mps_doctor.features import batch as many_texts
from mps_doctor.features.batch import FEWEST_FOR_OTHERS, diagnose_files
from mps_doctor.features.examination import diagnose
from mps_doctor.judgement.report import Report
from mps_doctor.knowledge.literals import MOST_PLACES, SEARCHED_AT_ONCE, Literals
from mps_doctor.knowledge.signatures import all_words
from mps_doctor.pasted.symptom_kinds import Apart, Speaking, Symptom
from mps_doctor.pasted.symptom_order import SYMPTOMS
from mps_doctor.system.errors import InputError

EXAMPLES = json.loads(
    (Path(__file__).parent / "knowledge_signatures" / "examples.json").read_text("utf-8")
)
TEXTS = [text for row in EXAMPLES.values() for text in row["matches"]][:FEWEST_FOR_OTHERS]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    names = []
    for number in range(FEWEST_FOR_OTHERS):
        file = tmp_path / f"{number:04}.txt"
        file.write_text(f"torch: 2.{number % 9}.0\n{TEXTS[number % len(TEXTS)]}\n", "utf-8")
        names.append(str(file))
    return names


def told(report: Report) -> object:
    # "self" says the day of the data, which the workers have whole (tests/pinned_releases.py).
    messages = [item.message for item in report.results if item.check != "self"]
    return report.target, report.verdict, report.facts, messages


def test_workers_say_what_one_process_says_in_the_same_order(
    files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many_texts, "cores", lambda: 2)
    parts = list(diagnose_files(files, "error"))
    reports = [report for part in parts for report in part.reports()]
    alone = [diagnose(Path(file).read_bytes(), name=Path(file).name) for file in files]
    assert [told(report) for report in reports] == [told(report) for report in alone]
    codes = [code for part in parts for code in part.codes]
    assert codes == [report.verdict.exit_code for report in alone]


def test_what_comes_before_an_unreadable_file_is_told(files: list[str]) -> None:
    files[30] = files[30].replace("0030", "gone")
    parts = diagnose_files(files, "error")
    reports = [*next(parts).reports(), *next(parts).reports()]
    assert [report.target.name for report in reports] == [f"{n:04}.txt" for n in range(30)]
    with pytest.raises(InputError, match="cannot read"):
        next(parts)


WORDS = sorted(all_words().union(*(symptom.needles for symptom in SYMPTOMS)))
LITERALS = Literals(WORDS)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.one_of(st.sampled_from(WORDS), st.text("abm s.:_-İé\udc80", max_size=6)), max_size=8
    )
)
def test_the_literals_that_a_text_holds_are_found_where_they_stand(pieces: list[str]) -> None:
    text = "".join(pieces).lower()
    padded = f" {text} "
    held = {literal for literal in WORDS if literal in padded}
    places = LITERALS.places_in(text)
    assert places.keys() == held
    for literal, found in places.items():
        assert found == sorted(found)
        assert found[0] == max(0, padded.index(literal) - 1)
        assert len(found) >= padded.count(literal)


def test_literals_are_found_where_a_long_text_is_searched_in_parts() -> None:
    literal = "torch not compiled with cuda enabled"
    for before in range(SEARCHED_AT_ONCE - len(literal) - 2, SEARCHED_AT_ONCE + 2):
        assert LITERALS.places_in("-" * before + literal)[literal] == [before]


def test_a_text_made_of_literals_costs_no_memory() -> None:
    assert len(LITERALS.places_in("mps " * 200_000)["mps"]) == MOST_PLACES


@pytest.mark.parametrize("symptom", SYMPTOMS, ids=lambda symptom: symptom.name)
def test_symptoms_are_looked_for_in_lower_case(symptom: Symptom) -> None:
    along = symptom.along
    around = (along,)
    if isinstance(along, Speaking):
        around = (*along.of, along.without)
    if isinstance(along, Apart):
        around = (along.of, along.without)
    patterns = filter(None, (symptom.pattern, symptom.unless, *around))
    written = "".join(re.sub(r"\\.|\(\?P", "", pattern.pattern) for pattern in patterns)
    assert written + "".join(symptom.needles) == (written + "".join(symptom.needles)).lower()
