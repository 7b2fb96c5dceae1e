"""markdown: to paste into an issue; headline, areas and fix; evidence, facts and checks folded.

On GitHub, text can mention people (`@name`), link other issues (`#1`, addresses), and hold HTML.
None of that happens in code spans and code blocks, so all that is not a plain word goes there.
"""

import re
from collections.abc import Iterable, Iterator

from mps_doctor.render.safe_text import defused, in_ascii, visible, visible_lines
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.views import document as doc

HEADLINE = "####"
"""Fits into a field of an issue form, such as PyTorch's `Versions`: GitHub makes each `###`."""

MOST_EVIDENCE = 8
"""Lines of evidence, of all findings together: the JSON has them all."""

_PLAIN_WORD = re.compile(
    r"[(“‘\"']*[^\W_](?:[\w.,/+×–'’-]*[^\W_])?[)”’\"']*[.,;:!?…%]*[)]?|[–—×=-]|[<>]=|--?[a-z][a-z-]*[a-z]?[.,;:]?|[.,;:?]|[(]|[)][.,;:?]?"
)
"""A word, number or option with its punctuation; marks of Markdown, addresses, markup are not."""

_LINKS_ITSELF = re.compile(r"(?i)www\.|\bgh-\d|\b[0-9a-f]{7,40}\b|/\w*\d+$")
"""Words that GitHub turns into links: host names, issues, commits."""

_CODE = re.compile(r"`([^`]+)`")


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
    for label, command in block.actions:
        lead = f"{prose(label)}: " if label else ""
        yield f"- {lead}{code_span(in_shell(command, unicode=screen.unicode))}"


def _lead(text: str) -> str:
    return f"**{prose(text)}:** " if text else ""


def _row(row: doc.Row) -> str:
    label = f"**{prose(row.label)}** " if row.label else ""
    note = f" {code_span(row.note)}" if row.note else ""
    return f"- {_mark(row.sign)} {label}{prose(row.text)}{note}"


def _folded(document: doc.Document) -> Iterator[str]:
    """Yield what whoever reads the issue may ask next: the evidence, the facts, every check."""
    blocks = (*document.blocks, *(block for part in document.sections for block in part.blocks))
    rows = (row for block in blocks if isinstance(block, doc.Rows) for row in block.rows)
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
    # A bar would end a cell, in code too.
    lines = (
        [cell.replace("|", "\\|") or " " for cell in row]
        for row in (head, ("---",) * len(head), *rows)
    )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def prose(text: str) -> str:
    """Return one line of text; words that Markdown or GitHub could take for more are code."""
    parts = _CODE.split(visible(text))
    return "".join(
        code_span(part) if index % 2 else re.sub(r"\S+", _word, re.sub(r"\s+", " ", part))
        for index, part in enumerate(parts)
    )


def code_span(text: str) -> str:
    """Return one line of text as code."""
    clean = defused(visible(text))
    if not clean.strip():
        return ""
    fence = "`" * (_longest_run(clean) + 1)
    blank = " " if clean[0] == "`" or clean[-1] == "`" else ""
    return f"{fence}{blank}{clean}{blank}{fence}"


def code_block(lines: Iterable[str], language: str = "text") -> str:
    """Return lines as a block of code."""
    clean = [defused(line) for text in lines for line in visible_lines(text)]
    fence = "`" * max(3, _longest_run("\n".join(clean)) + 1)
    return "\n".join((f"{fence}{language}", *clean, fence))


def _word(found: re.Match[str]) -> str:
    word = found[0]
    if _PLAIN_WORD.fullmatch(word) and not _LINKS_ITSELF.search(word):
        return word
    before, inner, after = _peeled(word)
    return f"{before}{code_span(inner)}{after}"


def _peeled(word: str) -> tuple[str, str, str]:
    """Return the bracket before a word, the word, and the punctuation after it."""
    inner = word.rstrip(",.;:") or word
    after = word[len(inner) :]
    if inner.startswith("(") and "(" not in inner[1:]:
        closes = inner.endswith(")")
        return "(", inner[1:-1] if closes else inner[1:], f"){after}" if closes else after
    if inner.endswith(")") and "(" not in inner:
        return "", inner[:-1], f"){after}"
    return "", inner, after


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
