"""What `explain` says of a check, a cause, a variable and an error text."""

import pytest

from mps_doctor.features import explain as pages
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.knowledge.rows.causes import Cause
from mps_doctor.system.errors import InputError
from mps_doctor.views.document import Heading, Items, Paragraph


@pytest.mark.parametrize("cause", all_causes())
def test_the_page_of_a_cause_says_what_to_do_in_one_sentence_or_two(cause: str) -> None:
    page = next(page for page in pages.explain(cause) if page.kind == "cause")
    _, _, advice = page.text.partition("## What to do\n")
    assert 10 < len(advice.partition("\n\n")[0]) < 300


@pytest.mark.parametrize(
    ("cause", "word"),
    [
        ("pip-of-another-python", "index"),
        ("intel-mac-no-metal-gpu", "sandbox"),
        ("mps-op-wrong-result", "WATERMARK"),
    ],
)
def test_the_page_of_a_cause_gives_no_advice_about_another_one(cause: str, word: str) -> None:
    (page,) = pages.explain(cause)
    assert word not in page.text


def test_a_subject_that_nothing_is_known_of_gets_a_suggestion() -> None:
    with pytest.raises(InputError, match="did you mean 'torch-companions'"):
        pages.explain("torch-companion")


def test_what_is_a_check_and_a_cause_gets_both_pages() -> None:
    document = pages.view_pages(pages.explain("python-prerelease"))
    assert document.headline == "2 pages are about this"
    headings = [block.text for block in document.blocks if isinstance(block, Heading)]
    assert "Python is a finished release (check python-prerelease)" in headings
    assert any(heading.endswith("(cause python-prerelease)") for heading in headings)


def test_a_page_becomes_headings_lists_and_paragraphs() -> None:
    text = "First\nsentence.\n\n## Fix\nDo it.\n\n## References\n- https://a.example\n- b\n  c"
    page = pages.Page(kind="check", id="a-check", title="All is well.", text=text)
    document = pages.view_pages((page,))
    assert document.headline == "All is well (check a-check)"
    assert document.blocks == (
        Paragraph("First sentence."),
        Heading("Fix"),
        Paragraph("Do it."),
        Heading("References"),
        Items((("", "https://a.example"), ("", "b c"))),
    )


def test_lists_have_each_family_once() -> None:
    for document in (
        pages.view_checks(pages.list_checks()),
        pages.view_causes(tuple(all_causes().values())),
    ):
        families = [block.text for block in document.blocks if isinstance(block, Heading)]
        assert len(families) == len(set(families)) >= 5


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ("how do I sort tensors", "nearest: mps-tensor-size-limit"),
        ("why is the sky blue", "mps-doctor list --topics"),
    ],
)
def test_a_question_without_an_answer_gets_the_nearest_topics(question: str, hint: str) -> None:
    with pytest.raises(InputError) as error:
        pages.explain(question)
    assert hint in error.value.hint


@pytest.mark.parametrize("cause", [row for row in all_causes().values() if row.kind == "limit"])
def test_the_page_of_a_mistake_of_the_program_blames_no_limit_of_mps(cause: Cause) -> None:
    page = next(page for page in pages.explain(cause.id) if page.kind == "cause")
    assert ("MPS lacks" in page.text) is not cause.mistake
    assert ("The program has to change" in page.text) is cause.mistake
