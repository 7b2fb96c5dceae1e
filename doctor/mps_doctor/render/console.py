"""console: for a person at a terminal; the headline first, then what to do."""

from collections.abc import Sequence

from mps_doctor.render.page import Page, cells, pad
from mps_doctor.render.screen import Screen
from mps_doctor.views import document as doc

NARROW = 60
"""Below this, a second line begins near the left edge."""

MOST_EVIDENCE = 8
"""Lines of evidence below one check."""


def render(document: doc.Document, screen: Screen) -> str:
    """Return the document as a page of this screen; `screen.verbosity` says how much of it."""
    page = Page(screen)
    sign = document.sign
    lead = f"{sign.word}: " if screen.plain else page.sign(sign)
    page.say(document.headline, lead=lead, lead_role=sign.role, role="bold", hang=2)
    if screen.verbosity < 0:
        return page.text()
    blocks = document.blocks
    if screen.verbosity > 0:  # what to do stands before the single checks
        blocks = tuple(
            sorted(
                blocks,
                key=lambda block: (
                    isinstance(block, doc.Rows) and any(row.children for row in block.rows)
                ),
            )
        )
    draw_blocks(page, blocks, every=screen.verbosity > 0)
    if screen.verbosity > 0:
        for section in document.sections:
            page.blank()
            page.say(section.title, role="bold")
            draw_blocks(page, section.blocks, every=True)
    return page.text()


def render_blocks(blocks: Sequence[doc.Block], screen: Screen) -> str:
    """Return some blocks only, for a question that is asked in between."""
    page = Page(screen)
    draw_blocks(page, blocks)
    return page.text()


def draw_blocks(page: Page, blocks: Sequence[doc.Block], *, every: bool = False) -> None:
    """Add blocks to a page; `every` adds the single checks behind each row."""
    for before, block in zip((None, *blocks), blocks, strict=False):
        if not _belongs_to(block, before):
            page.blank()
        match block:
            case doc.Rows():
                _draw_rows(page, block.rows, every=every)
            case doc.Paragraph():
                lead = f"{block.lead}: " if block.lead else ""
                page.say(block.text, lead=lead, lead_role="bold", role=block.role, indent=2, hang=4)
            case doc.Heading():
                sign = block.sign
                lead = page.sign(sign) if sign and not page.screen.plain else ""
                page.say(block.text, lead=lead, lead_role=sign.role if sign else None, role="bold")
            case doc.Items():
                _draw_items(page, block)
            case doc.Commands():
                _draw_commands(page, block)
            case doc.Actions():
                _draw_actions(page, block)
            case doc.Quote():
                lead = f"{block.label}   " if block.label else ""
                page.quote("\n".join(block.lines), lead=lead, indent=2)
            case doc.Table():
                _draw_table(page, block)


def _belongs_to(block: doc.Block, before: doc.Block | None) -> bool:
    """Whether a block follows the one before without a blank line."""
    match before, block:
        case (
            (doc.Heading(), _)
            | (doc.Commands() | doc.Items() | doc.Paragraph(), doc.Items())
            | (doc.Paragraph(), doc.Table())
            | (doc.Paragraph(lead=""), doc.Actions(actions=[("More", _), *_]))
            | (doc.Actions(), doc.Paragraph(lead=""))
            | (doc.Quote(), doc.Quote())
        ):
            return True
        case doc.Commands() | doc.Items(), doc.Actions(actions=[(label, _), *_]):
            return label != "More"
        case doc.Rows(), doc.Paragraph(lead=lead):
            return bool(lead)
        case doc.Paragraph(lead=first), doc.Paragraph(lead=second):
            return bool(first) == bool(second)
    return False


def _draw_rows(page: Page, rows: Sequence[doc.Row], *, every: bool) -> None:
    rows = [row for row in rows if every or not row.minor]
    plain = page.screen.plain
    widest = max((cells(page.shown(row.label)) for row in rows), default=0)
    signs = max((cells(page.sign(row.sign)) for row in rows), default=0)
    for row in rows:
        label = f"{pad(page.shown(row.label), widest)}  " if widest else ""
        lead = f"{pad(page.sign(row.sign), signs)}{label}"
        if plain:
            lead = f"{row.sign.word}: {row.label}: " if row.label else f"{row.sign.word}: "
        role: doc.Role = "dim" if row.sign.role == "dim" else "plain"
        hang = 4 if plain or page.width < NARROW else None
        page.say(
            row.text, lead=lead, lead_role=row.sign.role, role=role, indent=2, hang=hang,
            note=row.note,
        )  # fmt: skip
        for child in row.children if every else ():
            _draw_child(page, child)


def _draw_child(page: Page, row: doc.Row) -> None:
    mark = f"{row.sign.word}: " if page.screen.plain else page.sign(row.sign)
    page.say(f"{row.label}: {row.text}", lead=mark, lead_role=row.sign.role, indent=6, hang=8)
    for line in row.evidence[:MOST_EVIDENCE]:
        page.quote(line, indent=10)


def _draw_items(page: Page, block: doc.Items) -> None:
    for number, (label, text) in enumerate(block.items, 1):
        bullet = "- " if block.listed or len(block.items) > 1 else ""
        mark = f"{number}. " if block.numbered else bullet
        page.say(f"{label}: {text}" if label and text else label or text, lead=mark, indent=4)


def _draw_commands(page: Page, block: doc.Commands) -> None:
    lead = f"{block.lead}: " if block.lead else ""
    title = block.title if block.lead else f"{block.title}:"
    if block.title:
        page.say(title, lead=lead, lead_role="bold", indent=2, hang=4)
    for argv in block.commands:
        page.command(argv)


def _draw_actions(page: Page, block: doc.Actions) -> None:
    if block.title:
        page.say(block.title, indent=2)
    widest = max(cells(page.shown(label)) for label, _ in block.actions) + 1
    for label, command in block.actions:
        if label:
            page.command(command, indent=2, lead=f"{pad(page.shown(f'{label}:'), widest)}  ")
        else:
            page.command(command)


def _draw_table(page: Page, block: doc.Table) -> None:
    rows = [tuple(page.shown(cell) for cell in row) for row in (block.head, *block.rows)]
    widths = [max(cells(row[column]) for row in rows) for column in range(len(block.head))]
    if sum(widths) + 2 * len(widths) <= page.width:
        for number, row in enumerate(rows):
            page.add("  ", "  ".join(map(pad, row, widths)).rstrip(), "plain" if number else "dim")
        return
    for row in rows[1:]:
        first, *others = row
        said = "; ".join(
            f"{name} {cell}".strip()
            for name, cell in zip(block.head[1:], others, strict=True)
            if cell
        )
        page.say(said, lead=f"- {first}: ", indent=2, hang=4)
