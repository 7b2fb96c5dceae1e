"""`list` and `explain`: what is known of a check, a cause, a variable, an error text or a topic."""

from collections.abc import Iterator, Sequence

import msgspec

from mps_doctor.fixes.fix import Argv
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.knowledge import causes, topics
from mps_doctor.knowledge.rows.causes import Cause
from mps_doctor.knowledge.rows.topics import SUBJECTS, TOPICS, Topic
from mps_doctor.knowledge.rows.variables import VARIABLES, VariableDoc
from mps_doctor.pasted.error_text import ErrorText, fill_in
from mps_doctor.pasted.error_texts import all_error_texts, explain_text
from mps_doctor.system.errors import InputError, suggest
from mps_doctor.views.document import Block, Commands, Document, Heading, Items, Paragraph, Sign

ABOUT = Sign("i", "[i]", "about", "info")

MOST_TEXTS = 6
"""Error texts that the page of a cause names."""


class CheckRow(msgspec.Struct, frozen=True, kw_only=True):
    """A check in the list; of a plug-in that did not load, only what it is called, and why."""

    id: str
    family: str
    title: str
    level: str = ""
    concerns: str = ""
    causes: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    plugin: str = ""


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
    """Return every check, in the order in which they run, and each plug-in that did not load."""
    names, found = CheckRow.__struct_fields__, load_checks()
    checks = (CheckRow(**{name: getattr(item, name) for name in names}) for item in found.checks)
    return (
        *checks,
        *(
            CheckRow(id=each.check, family=each.family, title=f"did not load: {each.message}")
            for each in found.broken
        ),
    )


def explain(subject: str) -> tuple[Page, ...]:
    """Return the pages about an id, an error text or a question; raises InputError for none."""
    catalogue = load_checks()
    named = (
        *(
            Page(kind="check", id=row.id, title=row.title, text=row.page)
            for row in catalogue.checks
            if row.id == subject or (":" in subject and subject in row.causes)
        ),
        *(_cause_page(row) for row in causes.all_causes().values() if row.id == subject),
        *(_variable_page(row) for row in VARIABLES if row.name == subject),
        *(_topic_page(row) for row in TOPICS if row.id == subject),
    )
    if not named and (row := all_error_texts().get(subject)):
        named = (_error_text_page(row),)
    asked = tuple(map(_topic_page, topics.find_topics(subject)))
    if named or (asked and topics.is_phrase(subject)):
        return named or asked
    # An error text says more than the words in it, such as "out of memory".
    if pages := tuple(map(_error_text_page, explain_text(subject))) or asked:
        return pages
    titles = {id: row.title for row in catalogue.checks for id in (row.id, *row.causes)}
    titles |= {row.id: row.says for row in causes.all_causes().values()}
    if " " not in subject:
        known = [*titles, *(row.name for row in VARIABLES), *(row.id for row in TOPICS)]
        said = suggest(subject, known, what="check, cause, variable, error text or topic")
        raise InputError(said, catalogue.hint("try: mps-doctor list --topics"))
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


def _cause_page(cause: Cause) -> Page:
    raising = [row.id for row in load_checks().checks if cause.id in row.causes]
    kind = {
        "environment": "Something on this Mac or in this environment has to change.",
        "limit": "The program asks for something that MPS lacks, at least in this version.",
        "other": "This isn't about MPS.",
    }[cause.kind]
    if cause.mistake:
        kind = "The program has to change, not your environment."
    rows = (row for row in all_error_texts().values() if row.cause == cause.id)
    # What only a pattern knows has no text of its own; no backtick may end the code.
    known = (row.verbatim or ("" if row.pattern else row.literals[0]) for row in rows)
    shown = [f"- `{text.replace('`', chr(39))}`" for text in dict.fromkeys(known) if text]
    parts = [
        kind,
        f"## What to do\n{cause.advice} {cause.details}".rstrip(),
        "\n".join(("## Error texts", *shown[:MOST_TEXTS])) if shown else "",
        f"## At a glance\n- Severity: {cause.severity}\n"
        f"- Raised by: {', '.join(raising) or 'no built-in check'}",
    ]
    return Page(
        kind="cause", id=cause.id, title=f"{cause.says}.", text="\n\n".join(filter(None, parts))
    )


def _variable_page(document: VariableDoc) -> Page:
    text = "\n\n".join(f"{name.capitalize()}: {value}" for name, value in document.rows() if value)
    return Page(kind="variable", id=document.name, title=document.effect, text=text)


def _error_text_page(row: ErrorText) -> Page:
    return Page(
        kind="error text",
        id=row.id,
        title=fill_in(row.meaning),
        text=f"What to do: {fill_in(row.fix)}",
        see=(row.cause,),
        sources=(row.source,),
    )


def view_pages(pages: Sequence[Page]) -> Document:
    """Return the document of one explanation, or of the several error texts that match."""
    blocks: list[Block] = []
    for page in pages:
        if len(pages) > 1:
            blocks.append(Heading(_title(page)))
        blocks += [*_blocks(page.text), *_ends(page)]
    headline = f"{len(pages)} pages are about this" if len(pages) > 1 else _title(pages[0])
    return Document(name=pages[0].id, sign=ABOUT, headline=headline, blocks=tuple(blocks))


def _title(page: Page) -> str:
    return (
        page.title if page.kind == "topic" else f"{page.title.rstrip('.')} ({page.kind} {page.id})"
    )


def _ends(page: Page) -> Iterator[Block]:
    """Yield what stands below the text: a command, related pages, sources."""
    if page.show:
        yield Commands("See it on this Mac", (page.show,))
    if page.see:
        yield Paragraph(", ".join(page.see), lead="Related")
    # Each by itself, so that it can be clicked or copied without what follows it.
    yield from (Paragraph(source, lead="Source", role="dim") for source in page.sources)


def _blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a page: headings, lists and paragraphs of Markdown."""
    for part in text.split("\n\n"):
        lines = part.strip().splitlines()
        if lines and lines[0].startswith("## "):
            yield Heading(lines.pop(0).removeprefix("## "))
        if lines and lines[0].startswith("- "):
            items = "\n".join(lines).removeprefix("- ").split("\n- ")
            yield Items(tuple(("", " ".join(item.split())) for item in items))
        elif lines:
            yield Paragraph(" ".join(" ".join(lines).split()))


def view_checks(rows: Sequence[CheckRow]) -> Document:
    """Return the document of the checks, by family, and the names of the topics."""
    entries = [(row.family, row.id, row.title) for row in rows]
    listed = _view_list(
        "checks", f"{len(rows)} checks; mps-doctor explain ID says more of each", entries
    )
    names = (Heading("topics"), Paragraph(", ".join(row.id for row in TOPICS)))
    return msgspec.structs.replace(listed, blocks=(*listed.blocks, *names))


def view_topics() -> Document:
    """Return the document of the questions that `explain` answers, by subject."""
    entries = [(name, row.id, row.question) for name, rows in SUBJECTS.items() for row in rows]
    headline = f"{len(entries)} topics; mps-doctor explain takes an id, or your own words"
    return _view_list("topics", headline, entries)


def view_causes(rows: Sequence[Cause]) -> Document:
    """Return the document of the root causes, by family."""
    entries = [(row.family, row.id, f"{row.says} ({row.severity})") for row in rows]
    headline = f"{len(rows)} root causes; mps-doctor explain ID says more of each"
    return _view_list("causes", headline, entries)


def _view_list(name: str, headline: str, entries: list[tuple[str, str, str]]) -> Document:
    families: dict[str, list[tuple[str, str]]] = {}
    for family, id, text in entries:
        families.setdefault(family, []).append((id, text))
    blocks: list[Block] = []
    for family, items in families.items():
        blocks += [Heading(family), Items(tuple(items), listed=True)]
    return Document(name=name, sign=ABOUT, headline=headline, blocks=tuple(blocks))
