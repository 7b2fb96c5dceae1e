"""Topics: the questions that `explain` answers in plain words."""

import json
import re
import shlex
import textwrap
from pathlib import Path

import click
import pytest

from mps_doctor.cli import main as cli
from mps_doctor.features.explain.pages import explain, list_topics
from mps_doctor.features.explain.view import view_pages, view_topics
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.knowledge import causes, variables
from mps_doctor.knowledge.rows.topics import Topic
from mps_doctor.render import Screen, load

LONGEST_ANSWER = 6
"""Lines at 78 columns."""

QUESTIONS: dict[str, str] = json.loads(Path(__file__).with_name("questions.json").read_bytes())
"""What people ask, and the topic that answers it."""


@pytest.mark.parametrize(("question", "topic"), QUESTIONS.items())
def test_a_question_leads_to_its_answer(question: str, topic: str) -> None:
    assert [page.id for page in explain(question)] == [topic]


@pytest.mark.parametrize(
    "text",
    [
        "RuntimeError: MPS backend out of memory (MPS allocated: 1.00 GB)",
        "'pin_memory' argument is set as true",
    ],
)
def test_an_error_text_says_more_than_the_words_in_it(text: str) -> None:
    (page,) = explain(text)
    assert page.kind == "error text"


@pytest.mark.parametrize("topic", list_topics(), ids=lambda topic: topic.id)
def test_a_topic_is_short_and_leads_on(topic: Topic) -> None:
    assert len(textwrap.wrap(topic.answer, 78)) <= LONGEST_ANSWER
    assert topic.sources
    known = {item.id for item in load_checks().checks} | {row.id for row in list_topics()}
    assert {*topic.see} <= known | {*causes.all_causes()} | {*variables.names()}
    assert topic.id not in topic.see


@pytest.mark.parametrize("topic", list_topics(), ids=lambda topic: topic.id)
def test_each_phrase_leads_to_its_topic(topic: Topic) -> None:
    for phrase in (topic.id, *topic.words):
        assert topic.id in [page.id for page in explain(phrase)], phrase


@pytest.mark.parametrize("topic", list_topics(), ids=lambda topic: topic.id)
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
