"""Looks up topics: by id, or by the words of a question."""

import re
from functools import cache

from mps_doctor.knowledge.rows.topics import TOPICS, Topic


@cache
def all_topics() -> dict[str, Topic]:
    """Return every topic by its id."""
    return {row.id: row for row in TOPICS}


def find_topics(question: str) -> tuple[Topic, ...]:
    """Return the topics of which the question holds the longest phrase; several if they tie."""
    asked = _words(question)
    scores = {
        row: max((len(words) for words in _phrases(row) if words <= asked), default=0)
        for row in TOPICS
    }
    best = max(scores.values())
    return tuple(row for row, score in scores.items() if best and score == best)


def is_phrase(text: str) -> bool:
    """Return whether a text is one of the phrases of a topic, and nothing else."""
    return any(_words(text) in _phrases(row) for row in TOPICS)


@cache
def _phrases(row: Topic) -> tuple[frozenset[str], ...]:
    return tuple(_words(text) for text in (*row.words, row.id.replace("-", " ")))


def _words(text: str) -> frozenset[str]:
    found = re.findall(r"[\w.:+]*\w", text.lower().replace("torch.mps.", ""))
    return frozenset(word.lstrip(".:").removesuffix("s") for word in found)
