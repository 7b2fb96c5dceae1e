"""html: one self-contained page; nothing is fetched, and its one script copies and sorts."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from mps_doctor.render.safe_text import in_xml, visible, visible_lines
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell, option_parts
from mps_doctor.system.version import VERSION
from mps_doctor.views import document as doc

MOST_DATA = 4_500_000
"""Characters of the data of a long table: a page stays below 5 MB, which opens at once."""

FOLDER = Path(__file__).parent

_CODE = re.compile(r"`([^`]+)`")


class Html(str):
    """A text that is HTML; only the functions below make it."""


def render(document: doc.Document, screen: Screen) -> str:
    """Return the document as a page whose policy allows its own style and script only."""
    style, script = _read("page.css"), _read("page.js")
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return in_xml(
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"{element('title', f'mps-doctor: {document.headline}')}\n<style>{style}</style>\n</head>\n"
        f"<body>\n{element('main', _article(document))}"
        f"{element('footer', f'mps-doctor {VERSION} {document.started}'.strip())}\n"
        f"<script>{script}</script>\n</body>\n</html>\n",
        unicode=screen.unicode,
    )


def render_fragment(document: doc.Document) -> Html:
    """Return a document as part of another page (a notebook), with its style for itself only."""
    # Nested, the rules reach no further than this element; the page's own root is this element.
    # A part of another page has no script: nothing in it can be clicked to be copied.
    own = _read("page.css").replace(":root", "&").replace("\nbody {", "\n& {")
    own += ".copy { display: none; }\n"
    return Html(
        f'<div class="mps-doctor"><style>.mps-doctor {{\n{own}}}</style>'
        f"{element('main', _article(document))}</div>"
    )


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _article(document: doc.Document) -> Html:
    return element(
        "article",
        element("h1", _mark(document.sign), " ", prose(document.headline)),
        *map(_block, document.blocks),
        _other_checks(document),
        *(_folded(each.title, *map(_block, each.blocks)) for each in document.sections),
    )


def _other_checks(document: doc.Document) -> Html:
    rows = (row for block in document.blocks if isinstance(block, doc.Rows) for row in block.rows)
    others = [_row(row) for row in rows if row.minor]
    return _folded("Other checks", element("ul", *others, class_="rows")) if others else Html("")


def _folded(title: str, *children: Html) -> Html:
    return element("details", element("summary", title), *children)


def _block(block: doc.Block) -> Html:
    match block:
        case doc.Rows():
            shown = [_row(row) for row in block.rows if not row.minor]
            return element("ul", *shown, class_="rows") if shown else Html("")
        case doc.Paragraph():
            lead = (element("b", f"{block.lead}:"), " ") if block.lead else ()
            role = "" if block.role == "plain" else block.role
            return element("p", *lead, prose(block.text), class_=role)
        case doc.Heading():
            mark = (_mark(block.sign), " ") if block.sign else ()
            return element("h2", *mark, prose(block.text))
        case doc.Items():
            said = (": ".join(part for part in item if part) for item in block.items)
            return listed("ol" if block.numbered else "ul", [prose(text) for text in said])
        case doc.Commands():
            title = f"{block.lead}: {block.title}" if block.lead else block.title
            heading = element("h2" if block.lead else "h3", prose(title))
            return joined(heading, *([_code(block.commands)] if block.commands else []))
        case doc.Actions():
            title = element("p", block.title) if block.title else Html("")
            pairs = (
                joined(
                    element("dt", f"{label}:" if label else ""), element("dd", _code((command,)))
                )
                for label, command in block.actions
            )
            return joined(title, element("dl", *pairs, class_="actions"))
        case doc.Quote():
            label = element("h3", block.label) if block.label else Html("")
            return joined(label, element("pre", lines(*block.lines)))
        case doc.Table():
            rows: list[list[str]] = [list(row) for row in block.rows]
            return element("div", table(list(block.head), rows), class_="wide")
        case doc.Records():
            return _records(block)


def _row(row: doc.Row) -> Html:
    """Draw a row; what is behind it opens on a click."""
    line = joined(
        _mark(row.sign),
        element("b", row.label) if row.label else Html(""),
        element("span", prose(row.text), class_="text"),
        element("span", row.note, class_="note") if row.note else Html(""),
    )
    if row.filter:
        button = element("button", "show", type_="button", data_filter=row.filter)
        return element("li", line, button)
    if not row.children:
        return element("li", line)
    return element("li", _folded(line, listed("ul", list(map(_child, row.children)))))


def _child(row: doc.Row) -> Html:
    evidence = element("pre", lines(*row.evidence)) if row.evidence else Html("")
    return joined(_mark(row.sign), element("code", row.label), " ", prose(row.text), evidence)


def _code(commands: Sequence[tuple[str, ...]]) -> Html:
    """Return commands with a button that copies them; a line breaks between arguments only."""
    shown = []
    for argv in commands:
        parts = option_parts([in_shell((argument,)) for argument in argv])
        shown.append(Html(" ".join(element("span", part) for part in parts)))
    button = element("button", "Copy", type_="button", class_="copy")
    return element("div", element("pre", Html("\n".join(shown))), button, class_="code")


def _records(block: doc.Records) -> Html:
    """Return a table that its script fills from data; nothing in the data is ever markup."""
    data, shown = _data_of(block)
    buttons = [element("button", name, type_="button") for name in block.head]
    return joined(
        element(
            "p",
            f"The first {shown:,} of {len(block.records):,} are listed here; csv has all.",
            class_="note",
        )
        if shown < len(block.records)
        else Html(""),
        Html(
            '<p><label>Filter <input id="filter" type="search" autocomplete="off" '
            'placeholder="words that a row must have"></label> '
            '<span id="shown" class="dim" aria-live="polite"></span></p>'
            '<div id="table" tabindex="0" role="region" aria-label="Records">'
        ),
        element("table", _head(buttons), Html('<tbody id="body"></tbody>')),
        Html('<p><button id="more" type="button" hidden>Show more</button></p></div>'),
        Html("<noscript><p>The table needs JavaScript; the parts above do not.</p></noscript>"),
        Html(f'<script type="application/json" id="records">{data}</script>'),
    )


def _data_of(block: doc.Records) -> tuple[str, int]:
    """Return as many rows as fit a page, as JSON, and their number.

    Most rows share their texts: each stands there once, and the rows hold its number.
    """
    numbers: dict[str, int] = {}
    rows: list[list[int]] = []
    details: list[list[int]] = []
    size = 0
    for record in block.records:
        pairs = [text for pair in record.details if pair[1] for text in pair]
        before = len(numbers)
        row, more = (
            [numbers.setdefault(visible(text), len(numbers)) for text in texts]
            for texts in (record.cells, pairs)
        )
        new = list(islice(reversed(numbers), len(numbers) - before))
        size += len(json.dumps([row, more, new]))
        if size > MOST_DATA:
            break
        rows.append(row)
        details.append(more)
    data = json.dumps(
        {"texts": [*numbers], "rows": rows, "details": details, "roles": dict(block.role_of)},
        separators=(",", ":"),
    )
    # Nothing decodes references to characters there: ASCII, no `<`, which could end the element,
    # and no `##[`, which a CI service obeys.
    return data.replace("<", "\\u003c").replace("##", "#\\u0023"), len(rows)


def _mark(sign: doc.Sign) -> Html:
    return element(
        "span",
        element("span", sign.glyph, aria_hidden="true"),
        element("span", sign.word, class_="word"),
        class_=f"mark {sign.role}",
    )


def element(tag: str, *children: str, **attributes: str) -> Html:
    """Return an element; a trailing `_` of an attribute's name is dropped, `_` is written `-`."""
    names = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    written = "".join(f' {name}="{escape(value)}"' for name, value in names.items() if value)
    return Html(f"<{tag}{written}>{joined(*children)}</{tag}>")


def joined(*children: str) -> Html:
    """Return several pieces as one."""
    return Html("".join(child if isinstance(child, Html) else escape(child) for child in children))


def escape(text: str) -> str:
    """Return one line of text with nothing in it that HTML or a reader would obey."""
    return html.escape(visible(text), quote=True)


def prose(text: str) -> Html:
    """Return one line of text in which what stands between backticks is code, as in our texts."""
    parts = _CODE.split(visible(text))
    return joined(*(element("code", p) if n % 2 else p for n, p in enumerate(parts)))


def lines(*texts: str) -> Html:
    """Return texts as lines of a block of code."""
    return Html("\n".join(html.escape(line) for text in texts for line in visible_lines(text)))


def listed(tag: str, items: Sequence[str], **attributes: str) -> Html:
    """Return a list, or nothing for no items."""
    if not items:
        return Html("")
    return element(tag, *(element("li", item) for item in items), **attributes)


def table(head: list[str], rows: list[list[str]]) -> Html:
    """Return a table whose first row is its head."""
    body = (element("tr", *(element("td", cell) for cell in row)) for row in rows)
    return element("table", _head(head), element("tbody", *body))


def _head(cells: Sequence[str]) -> Html:
    return element("thead", element("tr", *(element("th", each, scope="col") for each in cells)))
