"""Looks up topics: by id, or by the words of a question."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

from mps_doctor.knowledge.rows.topics import TOPICS, Topic

MOST_NEAR = 3
COMMON = 0.1
"""What a word counts by itself that stands in ten topics: it says nothing."""

FILLERS = frozenset(
    (
        *("a", "an", "and", "any", "are", "at", "be", "by", "can", "do", "doe", "for", "from"),
        *("how", "i", "in", "is", "it", "my", "of", "on", "or", "that", "the", "there", "this"),
        *("to", "what", "when", "where", "which", "who", "why", "with"),
        *("mac", "mp", "pytorch", "torch", "m1", "m2", "m3", "m4", "m5"),
    )
)
"""Words of any question, as `_words` gives them."""

_OPERATOR = re.compile(r"\b(?:aten|torchvision|ops)(?:::|\.)[\w.:]+")


def find_topics(question: str) -> tuple[Topic, ...]:
    """Return the topics of which the question holds the most telling phrase; several if they tie.

    A phrase tells the more, the fewer topics have its words.  Fillers count only between phrases
    that tell the same, and where nothing else is asked.
    """
    asked = _words(question)
    rarity = _rarity(_vocabularies())
    scores = {
        row: max(
            (
                (sum(rarity[word] for word in words - FILLERS), len(words))
                for words in _phrases(row)
                if words <= asked and (words - FILLERS or asked <= FILLERS)
            ),
            default=(0.0, 0),
        )
        for row in TOPICS
    }
    best = max(scores.values())
    return tuple(row for row, score in scores.items() if score == best and best[1])


def nearest(question: str, others: Mapping[str, str]) -> tuple[str, ...]:
    """Return the ids of topics and others that share the rarest words with a question.

    The nearest come first; `others` are other pages, each id with its title.
    """
    asked = _words(question) - FILLERS
    vocabularies = {
        name: _words(f"{name.replace('-', ' ')} {text}") for name, text in others.items()
    }
    vocabularies |= _vocabularies()
    rarity = _rarity(vocabularies)
    scores = {
        name: sum(rarity[word] for word in asked & words) for name, words in vocabularies.items()
    }
    near = sorted(scores, key=lambda name: -scores[name])
    return tuple(name for name in near[:MOST_NEAR] if scores[name] > COMMON)


@cache
def _vocabularies() -> dict[str, frozenset[str]]:
    """Return all words of each topic's phrases."""
    return {row.id: frozenset[str]().union(*_phrases(row)) for row in TOPICS}


def _rarity(vocabularies: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """Return for each word 1 divided by how many have it."""
    counts = Counter(word for words in vocabularies.values() for word in words)
    return {word: 1 / count for word, count in counts.items()}


def is_phrase(text: str) -> bool:
    """Return whether a text is one of the phrases of a topic, and nothing else."""
    return any(_words(text) in _phrases(row) for row in TOPICS)


@cache
def _phrases(row: Topic) -> tuple[frozenset[str], ...]:
    return tuple(_words(text) for text in (*row.words, row.question, row.id.replace("-", " ")))


def _words(text: str) -> frozenset[str]:
    text = _OPERATOR.sub("operator", text.lower().replace("torch.mps.", "").replace("torch.", ""))
    found = re.findall(r"\w+(?:[.:+]+\w+)*", text)
    return frozenset(word.removesuffix("s") for word in found)
