"""Builds HTML from values: every text is escaped unless it is HTML already, by its type."""

import html
import re
from collections.abc import Sequence

from mps_doctor.render.safe_text import visible, visible_lines

_CODE = re.compile(r"`([^`]+)`")


class Html(str):
    """A text that is HTML; only the functions of this module make it."""

    __slots__ = ()


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
    clean = (html.escape(line) for text in texts for line in visible_lines(text))
    return Html("\n".join(clean))


def listed(tag: str, items: Sequence[str], **attributes: str) -> Html:
    """Return a list, or nothing for no items."""
    if not items:
        return Html("")
    return element(tag, *(element("li", item) for item in items), **attributes)


def table(head: list[str], rows: list[list[str]]) -> Html:
    """Return a table whose first row is its head."""
    top = element("tr", *(element("th", name, scope="col") for name in head))
    body = (element("tr", *(element("td", cell) for cell in row)) for row in rows)
    return element("table", element("thead", top), element("tbody", *body))
