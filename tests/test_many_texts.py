"""Many texts: workers say what one process says, in the order of the files."""

import json
import re
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mps_doctor import many_texts
from mps_doctor.examination import diagnose
from mps_doctor.knowledge.literals import Literals
from mps_doctor.knowledge.signatures import all_literals
from mps_doctor.many_texts import FEWEST_FOR_OTHERS, diagnose_files
from mps_doctor.report import Report
from mps_doctor.sources.pasted.symptom_kinds import Symptom
from mps_doctor.sources.pasted.symptoms import SYMPTOMS, TOLD_BY
from mps_doctor.sources.starting import InputError

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
    return report.target, report.verdict, report.facts, [item.message for item in report.results]


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


LITERALS = Literals((*all_literals(), *TOLD_BY))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(sorted({*all_literals(), *TOLD_BY})),
            st.text("abm s.:_-İé", max_size=6),
        ),
        max_size=8,
    )
)
def test_the_literals_that_a_text_holds_are_found(pieces: list[str]) -> None:
    text = "".join(pieces).lower()
    held = {literal for literal in (*all_literals(), *TOLD_BY) if literal in text}
    assert LITERALS.held_in(text) == held


@pytest.mark.parametrize("symptom", SYMPTOMS, ids=lambda symptom: symptom.name)
def test_symptoms_are_looked_for_in_lower_case(symptom: Symptom) -> None:
    patterns = filter(None, (symptom.pattern, symptom.along, symptom.unless))
    written = "".join(re.sub(r"\\.", "", pattern.pattern) for pattern in patterns)
    assert written + "".join(symptom.needles) == (written + "".join(symptom.needles)).lower()


def test_most_literals_are_not_possible_in_most_texts() -> None:
    possible = LITERALS.possible_in("an everyday sentence about nothing at all")
    assert len(possible) < len(all_literals()) / 10


def test_a_text_of_endless_new_words_loses_nothing() -> None:
    words = " ".join(
        f"{a}{b}{c}q" for a in ascii_lowercase for b in ascii_lowercase for c in "xyzwvutsr"
    )
    assert "no gpu" in LITERALS.held_in(words + " no gpu ")
