"""Texts that act where they are not cleaned, and a way to put them into every field."""

from typing import Any, TypeVar

import msgspec

ATTACKS = {
    "colour": "\x1b[31mred\x1b[0m",
    "clear-screen": "\x1b[2J\x1b[H",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;http://evil.example\x07click\x1b]8;;\x07",
    "clipboard": "\x1b]52;c;cm0gLXJmIH4=\x07",
    "c1-csi": "\x9b31mred",
    "backspace": "safe\x08\x08\x08\x08evil",
    "carriage-return": "long harmless line\rOK",
    "bidi": "\u202egnp.exe\u2066x\u2069",
    "invisible": "a\u200bb\u00adc\ufeffd\u2060e",
    "line-separator": "a\u2028::error::b\u2029c",
    "rich-markup": "[bold red]x[/bold red] [link=http://evil.example]y[/link]",
    "markdown": "**b** [l](http://evil.example) ![i](http://evil.example/x) `c` | cell",
    "fence": "\n```\n# heading\n~~~",
    "backticks": "``` ` `` x",
    "mention": "@octocat see #1, GH-2, pytorch/pytorch#3 or http://github.com/o/r/issues/4",
    "html": "<img src=x onerror=alert(1)><script>alert(1)</script></details></table>",
    "html-attribute": '" onmouseover="alert(1)" x=\'',
    "entity": "&lt;b&gt; &#0; &amp;",
    "xml": "]]><a xmlns='x'>\x00\x0b\ufffe\uffff",
    "workflow": "\n::error::x\n::add-mask::a\n  ::stop-commands::t",
    "workflow-old": "##[error]x ##vso[task.complete]y",
    "workflow-escaped": "%0A::error::x%25",
    "workflow-at-start": "::set-output name=a::b",
    "colons": "a::b :::c " + "std::" * 40 + ":" * 90,
    "formula": '=HYPERLINK("http://evil.example")',
    "surrogate": "caf\udce9 \ud800",
    "tabs": "a\tb",
    "wide": "深层学习" * 30,
    "long": "x" * 1200,
    "combining": "e\u0301" * 50,
}

_CLOSED = {
    "schema_version", "status", "kind", "outcome", "severity", "fail_on", "risk", "needs", "where",
}  # fmt: skip
"""Fields whose words are a closed list: decoding refuses any other."""


Document = TypeVar("Document", bound=msgspec.Struct)


def attacked(document: Document, attack: str) -> Document:
    """Return the document with the attack at the front and the back of every text in it."""
    return msgspec.convert(_mutated(msgspec.to_builtins(document), attack), type(document))


def _mutated(value: Any, attack: str) -> Any:
    match value:
        case str():
            return f"{attack}{value}{attack}"
        case list() | tuple():
            return [_mutated(item, attack) for item in value]
        case dict():
            return {
                key: item if key in _CLOSED else _named(key, item, attack)
                for key, item in value.items()
            }
    return value


def _named(key: str, item: Any, attack: str) -> Any:
    if key == "standings":  # the words of the matrix are a closed list, the names of dtypes are not
        return {f"{attack}{dtype}{attack}": standing for dtype, standing in item.items()}
    return _mutated(item, attack)
