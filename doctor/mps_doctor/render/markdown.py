"""markdown: to paste into an issue; headline, areas and fix; evidence, facts and checks folded."""

from collections.abc import Iterable, Iterator

from mps_doctor.render.markdown_text import code_block, code_span, prose, table_cell
from mps_doctor.render.safe_text import in_ascii
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.views import document as doc

HEADLINE = "####"
"""Fits into a field of an issue form, such as PyTorch's `Versions`: GitHub makes each `###`."""

MOST_EVIDENCE = 8
"""Lines of evidence, of all findings together: the JSON has them all."""


def render(document: doc.Document, screen: Screen) -> str:
    """Return the document as Markdown of GitHub's kind."""
    parts = [f"{HEADLINE} {_mark(document.sign)} {prose(document.headline)}"]
    if screen.verbosity >= 0:
        parts += [part for block in document.blocks if (part := _block(block, screen))]
        parts += _folded(document)
    text = "\n\n".join(parts) + "\n"
    return text if screen.unicode else in_ascii(text)


def _block(block: doc.Block, screen: Screen) -> str:
    match block:
        case doc.Rows():
            return "\n".join(_row(row) for row in block.rows if not row.minor)
        case doc.Paragraph():
            return f"{_lead(block.lead)}{prose(block.text)}"
        case doc.Heading():
            return f"{HEADLINE}# {f'{_mark(block.sign)} ' if block.sign else ''}{prose(block.text)}"
        case doc.Items():
            return "\n".join(
                f"{f'{number}.' if block.numbered else '-'} "
                + ": ".join(prose(part) for part in item if part)
                for number, item in enumerate(block.items, 1)
            )
        case doc.Commands():
            title = f"{_lead(block.lead)}{prose(block.title)}"
            if not block.commands:
                return title
            lines = (in_shell(argv, unicode=screen.unicode) for argv in block.commands)
            return f"{title}\n\n{code_block(lines, 'sh')}"
        case doc.Actions():
            return "\n".join(_actions(block, screen))
        case doc.Quote():
            label = f"{prose(block.label)}:\n\n" if block.label else ""
            return f"{label}{code_block(block.lines)}"
        case doc.Table():
            return _table(
                map(prose, block.head), (tuple(map(code_span, row)) for row in block.rows)
            )
    return ""


def _actions(block: doc.Actions, screen: Screen) -> Iterator[str]:
    if block.title:
        yield from (prose(block.title), "")
    for each in block.actions:
        label = f"{prose(each.label)}: " if each.label else ""
        yield f"- {label}{code_span(in_shell(each.command, unicode=screen.unicode))}"


def _lead(text: str) -> str:
    return f"**{prose(text)}:** " if text else ""


def _row(row: doc.Row) -> str:
    label = f"**{prose(row.label)}** " if row.label else ""
    note = f" {code_span(row.note)}" if row.note else ""
    return f"- {_mark(row.sign)} {label}{prose(row.text)}{note}"


def _folded(document: doc.Document) -> Iterator[str]:
    """Yield what whoever reads the issue may ask next: the evidence, the facts, every check."""
    blocks = (*document.blocks, *(block for part in document.sections for block in part.blocks))
    rows = [row for block in blocks if isinstance(block, doc.Rows) for row in block.rows]
    checks = [child for row in rows for child in row.children]
    if not checks:
        return
    lines = [f"<details>\n<summary>Evidence and all {len(checks)} checks</summary>\n"]
    others: dict[str, list[str]] = {}
    room = MOST_EVIDENCE
    for check in checks:
        if check.sign.role in ("error", "warning"):
            lines.append(f"- {_mark(check.sign)} {code_span(check.label)} {prose(check.text)}")
            lines += (f"  - {code_span(line)}" for line in check.evidence[:room])
            room -= len(check.evidence[:room])
        else:
            others.setdefault(check.sign.word, []).append(code_span(check.label))
    lines += (f"- {word}: {', '.join(names)}" for word, names in others.items())
    properties = dict(document.properties)
    facts = (properties.get("subject", ""), properties.get("tool", ""), document.started)
    lines.append(f"- {prose(', '.join(filter(None, facts)))}")
    yield "\n".join((*lines, "\n</details>"))


def _mark(sign: doc.Sign) -> str:
    return "\\-" if sign.glyph == "-" else sign.glyph


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = tuple(head)
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(table_cell, line))} |" for line in lines)
