"""Texts that act where they are not cleaned, and a way to put them into every field."""

from typing import Any, TypeVar, cast

import msgspec

from mps_doctor.views.document import Sign

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

CLOSED = {
    "schema_version", "status", "kind", "outcome", "severity", "fail_on", "risk", "needs", "role",
    "level", "started", "source", "group", "glyph", "ascii", "device", "standings",
}  # fmt: skip
"""Fields whose words are ours."""

T = TypeVar("T")


def attacked(value: T, attack: str) -> T:
    """Return a document or a report with the attack at the front and the back of every text."""
    changed: Any = value
    if isinstance(value, str):
        changed = f"{attack}{value}{attack}" if value else ""
    elif isinstance(value, tuple | list):
        changed = type(value)(attacked(item, attack) for item in value)
    elif isinstance(value, dict):
        changed = {attacked(key, attack): item for key, item in value.items()}
    elif isinstance(value, msgspec.Struct) and not isinstance(value, Sign):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        changed = msgspec.structs.replace(
            value, **{n: v if n in CLOSED else attacked(v, attack) for n, v in fields.items()}
        )
    return cast("T", changed)
