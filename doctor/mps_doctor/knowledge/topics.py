"""Looks up topics: by id, or by the words of a question."""

import re
from functools import cache

from mps_doctor.knowledge.rows.topics import TOPICS, Topic

MOST_NEAR = 3
COMMON = 0.1
"""What a word counts by itself that stands in ten topics: it says nothing."""

FILLERS = frozenset(
    {
        *("a", "can", "do", "doe", "how", "i", "in", "is", "it", "my", "of", "on", "the", "to"),
        *("what", "when", "where", "which", "who", "why", "with", "mac", "mp", "pytorch", "torch"),
    }
)
"""Words of any question, as `_words` gives them."""

_OPERATOR = re.compile(r"\b(?:aten|torchvision|torch\.ops)(?:::|\.)[\w.]+")


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


def nearest_topics(question: str) -> tuple[Topic, ...]:
    """Return the topics that share the rarest words with a question, the nearest first."""
    asked = _words(question) - FILLERS
    vocabularies = {row: frozenset[str]().union(*_phrases(row)) for row in TOPICS}
    scores = {
        row: sum(1 / sum(word in each for each in vocabularies.values()) for word in asked & words)
        for row, words in vocabularies.items()
    }
    near = sorted(TOPICS, key=lambda row: -scores[row])
    return tuple(row for row in near[:MOST_NEAR] if scores[row] > COMMON)


def is_phrase(text: str) -> bool:
    """Return whether a text is one of the phrases of a topic, and nothing else."""
    return any(_words(text) in _phrases(row) for row in TOPICS)


@cache
def _phrases(row: Topic) -> tuple[frozenset[str], ...]:
    return tuple(_words(text) for text in (*row.words, row.question, row.id.replace("-", " ")))


def _words(text: str) -> frozenset[str]:
    text = _OPERATOR.sub("operator", text.lower().replace("torch.mps.", ""))
    found = re.findall(r"\w+(?:[.:+]+\w+)*", text)
    return frozenset(word.removesuffix("s") for word in found)
