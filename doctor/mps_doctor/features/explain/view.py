"""The views of `list` and `explain`."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from mps_doctor.features.explain.pages import CheckRow, Page
from mps_doctor.judgement.catalogue import FAMILIES
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.knowledge.rows.causes import Cause
from mps_doctor.knowledge.rows.topics import SUBJECTS, Topic
from mps_doctor.views.document import Block, Commands, Document, Heading, Items, Paragraph, Sign

ABOUT = Sign("i", "[i]", "about", "info")


def view_pages(pages: Sequence[Page]) -> Document:
    """Return the document of one explanation, or of the several error texts that match."""
    blocks: list[Block] = []
    for page in pages:
        if len(pages) > 1:
            blocks.append(Heading(_title(page)))
        blocks += [*_blocks(page.text), *_ends(page)]
    first = pages[0]
    headline = f"{len(pages)} pages are about this" if len(pages) > 1 else _title(first)
    return Document(name=first.id, sign=ABOUT, headline=headline, blocks=tuple(blocks))


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


def view_checks(rows: Sequence[CheckRow], topics: Sequence[Topic] = ()) -> Document:
    """Return the document of the checks, by family, and the names of the topics."""
    families = [*FAMILIES, *sorted({row.family for row in rows} - set(FAMILIES))]
    blocks = [*_by_family(families, [(row.family, row.id, row.title) for row in rows])]
    if topics:
        blocks += [Heading("topics"), Paragraph(", ".join(row.id for row in topics))]
    return _list("checks", f"{len(rows)} checks; mps-doctor explain ID says more of each", blocks)


def view_topics() -> Document:
    """Return the document of the questions that `explain` answers, by subject."""
    entries = [(name, row.id, row.question) for name, rows in SUBJECTS.items() for row in rows]
    headline = f"{len(entries)} topics; mps-doctor explain takes an id, or your own words"
    return _list("topics", headline, [*_by_family([*SUBJECTS], entries)])


def view_causes(rows: Sequence[Cause]) -> Document:
    """Return the document of the root causes, by family."""
    families = [*dict.fromkeys(row.family for row in all_causes().values())]
    entries = [(row.family, row.id, f"{row.says} ({row.severity})") for row in rows]
    headline = f"{len(rows)} root causes; mps-doctor explain ID says more of each"
    return _list("causes", headline, [*_by_family(families, entries)])


def _by_family(families: list[str], entries: list[tuple[str, str, str]]) -> Iterator[Block]:
    for family, group in groupby(
        sorted(entries, key=lambda entry: families.index(entry[0])), lambda entry: entry[0]
    ):
        yield Heading(family)
        yield Items(tuple(entry[1:] for entry in group), listed=True)


def _list(name: str, headline: str, blocks: list[Block]) -> Document:
    return Document(name=name, sign=ABOUT, headline=headline, blocks=tuple(blocks))
