"""What `explain` says of a check, a cause, a variable, an error text or a question."""

import json
import re
import shlex
import textwrap
from pathlib import Path

import click
import pytest
from tables import cases

from mps_doctor.cli import main as cli
from mps_doctor.features.explain import Page, explain, view_pages, view_topics
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.knowledge import variables
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.knowledge.rows.topics import TOPICS, Topic
from mps_doctor.render import Screen, load
from mps_doctor.system.errors import InputError
from mps_doctor.views.document import Heading, Items, Paragraph

LONGEST_ANSWER = 6
"""Lines at 78 columns."""

QUESTIONS: dict[str, str] = json.loads(Path(__file__).with_name("questions.json").read_bytes())
"""What people ask, and the topic that answers it."""


@pytest.mark.parametrize("cause", all_causes())
def test_the_page_of_a_cause_says_what_to_do_in_one_sentence_or_two(cause: str) -> None:
    page = next(page for page in explain(cause) if page.kind == "cause")
    _, _, advice = page.text.partition("## What to do\n")
    assert 10 < len(advice.partition("\n\n")[0]) < 400
    row = all_causes()[cause]
    assert ("MPS lacks" in page.text) is (row.kind == "limit" and not row.mistake)
    assert ("The program has to change" in page.text) is row.mistake


@cases
def test_the_page_of_a_cause_gives_no_advice_about_another_one(cause: str, word: str) -> None:
    (page,) = explain(cause)
    assert word not in page.text


def test_a_subject_that_nothing_is_known_of_gets_a_suggestion() -> None:
    with pytest.raises(InputError, match="did you mean 'torch-companions'"):
        explain("torch-companion")


def test_what_is_a_check_and_a_cause_gets_both_pages() -> None:
    document = view_pages(explain("python-prerelease"))
    assert document.headline == "2 pages are about this"
    headings = [block.text for block in document.blocks if isinstance(block, Heading)]
    assert "Python is a finished release (check python-prerelease)" in headings
    assert any(heading.endswith("(cause python-prerelease)") for heading in headings)


def test_a_page_becomes_headings_lists_and_paragraphs() -> None:
    text = "First\nsentence.\n\n## Fix\nDo it.\n\n## References\n- https://a.example\n- b\n  c"
    page = Page(kind="check", id="a-check", title="All is well.", text=text)
    document = view_pages((page,))
    assert document.headline == "All is well (check a-check)"
    assert document.blocks == (
        Paragraph("First sentence."),
        Heading("Fix"),
        Paragraph("Do it."),
        Heading("References"),
        Items((("", "https://a.example"), ("", "b c"))),
    )


@cases
def test_a_question_without_an_answer_gets_the_nearest_topics(question: str, hint: str) -> None:
    with pytest.raises(InputError) as error:
        explain(question)
    assert hint in error.value.hint


@pytest.mark.parametrize(("question", "topic"), QUESTIONS.items())
def test_a_question_leads_to_its_answer(question: str, topic: str) -> None:
    assert [page.id for page in explain(question)] == [topic]


@cases
def test_an_error_text_says_more_than_the_words_in_it(text: str) -> None:
    (page,) = explain(text)
    assert page.kind == "error text"


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.id)
def test_a_topic_is_short_is_found_and_leads_on(topic: Topic) -> None:
    assert len(textwrap.wrap(topic.answer, 78)) <= LONGEST_ANSWER
    assert topic.sources
    known = {item.id for item in load_checks().checks} | {row.id for row in TOPICS}
    assert {*topic.see} <= known | {*all_causes()} | {*variables.names()}
    assert topic.id not in topic.see
    for phrase in (topic.id, *topic.words):
        assert topic.id in [page.id for page in explain(phrase)], phrase


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.id)
def test_the_command_is_one_that_can_be_run(topic: Topic) -> None:
    words = [word for word in topic.show if not re.fullmatch(r"[A-Z_]+=\S*|env", word)]
    if "-c" in words:
        compile(words[-1], topic.id, "exec")
    if words[0] == "mps-doctor":
        named = words[1:] if words[1:2] and words[1] in cli.COMMANDS else ["check", *words[1:]]
        command = cli.program.get_command(click.Context(cli.program), named[0])
        assert command
        command.make_context(named[0], named[1:])


def test_the_page_shows_answer_command_and_source() -> None:
    text = load("console").render(view_pages(explain("nccl")), Screen(width=80, color=False))
    assert isinstance(text, str)
    assert len(text.splitlines()) <= 15
    assert shlex.join(explain("nccl")[0].show)[:20] in text
    assert "distributed_c10d.py" in text
    assert "gloo" in str(load("console").render(view_topics(), Screen(width=80)))
