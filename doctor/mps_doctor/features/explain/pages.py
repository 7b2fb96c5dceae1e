"""What is known of a check, a cause, a variable, an error text or a topic, as pages."""

from collections.abc import Iterable

import msgspec

from mps_doctor.fixes.fix import Argv
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.judgement.checking import Check
from mps_doctor.knowledge import causes, topics, variables
from mps_doctor.knowledge.rows.causes import Cause
from mps_doctor.knowledge.rows.topics import Topic
from mps_doctor.pasted.error_text import ErrorText, fill_in
from mps_doctor.pasted.error_texts import all_error_texts, explain_text
from mps_doctor.system.errors import InputError, suggest

MOST_BULLETS = 6
"""Error texts that the page of a cause names."""


class CheckRow(msgspec.Struct, frozen=True, kw_only=True):
    """A check in the list."""

    id: str
    family: str
    title: str
    level: str
    concerns: str
    causes: tuple[str, ...]
    requires: tuple[str, ...]
    plugin: str


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """An explanation: what it is about, and the text in Markdown."""

    kind: str
    id: str
    title: str
    text: str
    show: Argv = ()
    """A command that shows it on this Mac; empty for none."""
    see: tuple[str, ...] = ()
    """Ids that `explain` takes too."""
    sources: tuple[str, ...] = ()


def list_checks() -> tuple[CheckRow, ...]:
    """Return every check, in the order in which they run."""
    names = CheckRow.__struct_fields__
    checks = load_checks().checks
    return tuple(CheckRow(**{name: getattr(item, name) for name in names}) for item in checks)


def list_topics() -> tuple[Topic, ...]:
    """Return the questions that `explain` answers, with their answers."""
    return tuple(topics.all_topics().values())


def list_causes() -> tuple[Cause, ...]:
    """Return the vocabulary of root causes."""
    return tuple(causes.all_causes().values())


def explain(subject: str) -> tuple[Page, ...]:
    """Return the pages about an id, an error text or a question; raises InputError for none."""
    checks = {item.id: item for item in load_checks().checks}
    found: tuple[Page, ...] = ()
    if item := checks.get(subject):
        found = (Page(kind="check", id=item.id, title=item.title, text=item.page),)
    if cause := causes.all_causes().get(subject):
        found += (_cause_page(cause, checks.values()),)
    if found:
        return found
    if document := variables.variable(subject):
        return (_variable_page(document),)
    if topic := topics.all_topics().get(subject):
        return (_topic_page(topic),)
    asked = tuple(map(_topic_page, topics.find_topics(subject)))
    if asked and topics.is_phrase(subject):
        return asked
    # An error text says more than the words in it, such as "out of memory".
    if pages := tuple(_error_text_page(row) for row in explain_text(subject)) or asked:
        return pages
    if " " not in subject:
        known = [*checks, *causes.all_causes(), *variables.names(), *topics.all_topics()]
        what = "check, cause, variable, error text or topic"
        raise InputError(suggest(subject, known, what=what), "try: mps-doctor list --topics")
    titles = {item.id: item.title for item in checks.values()}
    titles |= {item.id: item.says for item in causes.all_causes().values()}
    near = topics.nearest(subject, titles)
    raise InputError(
        f"no page is about {subject[:80]!r}",
        f"nearest: {', '.join(near)}" if near else "try: mps-doctor list --topics",
    )


def _topic_page(row: Topic) -> Page:
    return Page(
        kind="topic",
        id=row.id,
        title=row.question,
        text=row.answer,
        show=row.show,
        see=row.see,
        sources=row.sources,
    )


def _cause_page(cause: Cause, checks: Iterable[Check[...]]) -> Page:
    raising = [item.id for item in checks if cause.id in item.causes]
    kind = {
        "environment": "Something on this Mac or in this environment has to change.",
        "limit": "The program asks for something that MPS lacks, at least in this version.",
        "other": "This isn't about MPS.",
    }[cause.kind]
    if cause.mistake:
        kind = "The program has to change, not your environment."
    rows = [row for row in all_error_texts().values() if row.cause == cause.id]
    parts = [
        kind,
        f"## What to do\n{cause.advice}",
        _bullets("Error texts", (_code(text) for text in map(_shown, rows) if text)),
        f"Default severity: {cause.severity}.",
        f"Raised by: {', '.join(raising) or 'no built-in check'}.",
    ]
    return Page(
        kind="cause", id=cause.id, title=f"{cause.says}.", text="\n\n".join(filter(None, parts))
    )


def _shown(row: ErrorText) -> str:
    """Return the text by which a row is known; empty where only a pattern knows it."""
    return row.verbatim or ("" if row.pattern else row.literals[0])


def _code(text: str) -> str:
    """Return a text as code: no backtick in it may end it."""
    return f"`{text.replace('`', chr(39))}`"


def _bullets(title: str, items: Iterable[str]) -> str:
    kept = list(dict.fromkeys(filter(None, items)))[:MOST_BULLETS]
    return "\n".join([f"## {title}", *(f"- {item}" for item in kept)]) if kept else ""


def _variable_page(document: variables.VariableDoc) -> Page:
    text = "\n\n".join(f"{name.capitalize()}: {value}" for name, value in document.rows() if value)
    return Page(kind="variable", id=document.name, title=document.effect, text=text)


def _error_text_page(row: ErrorText) -> Page:
    says = causes.all_causes()[row.cause].says
    text = f"Cause: {row.cause}. {says}.\n\nWhat to do: {fill_in(row.fix)}\n\nSource: {row.source}"
    return Page(kind="error text", id=row.id, title=fill_in(row.meaning), text=text)
