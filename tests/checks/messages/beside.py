"""Facts in short words, for tables of what an error text means beside them."""

import json
from typing import Any

import msgspec
from tables import table_of

from mps_doctor.facts import SECTIONS, MessageMatch
from mps_doctor.fixes import Environment
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor_checks.messages._judging import rules
from mps_doctor_checks.messages._judging.context import Causes, Context

WORDS = {word: json.dumps(facts) for word, facts in table_of(__file__, "rows/words.toml").items()}


def beside(words: str = "", *, found: str = "", reported: str = "") -> Context:
    """Return the facts that the words stand for: `M2 arm macos=15.5 torch=2.9.1`.

    `found` holds the ids of other texts that were found, `reported` the symptoms that are told.
    """
    facts: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
    for word in words.split():
        name, _, value = word.partition("=")
        for section, told in json.loads(WORDS[name].replace("$value", value)).items():
            facts[section].update(told)
    matches = tuple(MessageMatch(signature=id, text=id, line=1) for id in found.split())
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
