"""The reference: environment variables, error texts, the JSON documents, the Python names."""

from __future__ import annotations

import inspect
import re
import shlex
import sys
from collections import defaultdict
from typing import Any

from field_docs import fields_of
from markdown import cell, code, prose, table

import mps_doctor
from mps_doctor.features.schema import document_schema
from mps_doctor.knowledge import variables
from mps_doctor.knowledge.rows.topics import TOPICS
from mps_doctor.pasted.error_text import ErrorText, fill_in
from mps_doctor.pasted.error_texts import all_error_texts

LONGEST_CELL = 160
"""Characters of an error text in a table: the page of its cause has the whole."""

MODULES = re.compile(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])")
"""What stands before the name of a type."""


def all_pages() -> dict[str, str]:
    """Return the reference pages by their path below docs/."""
    return {
        "reference/environment-variables.md": _variables_page(),
        "reference/error-texts.md": _error_texts_page(),
        "reference/json.md": _json_page(),
        "reference/python.md": _python_page(),
        "reference/topics.md": _topics_page(),
    }


def _topics_page() -> str:
    parts = [
        "# Questions",
        "What people keep asking about PyTorch on a Mac, each with a command that shows it.\n"
        "At a terminal, in your own words: `mps-doctor explain slower than the CPU`.",
    ]
    for row in TOPICS:
        parts += [f"## {cell(row.question)}", prose(row.answer), code(shlex.join(row.show), "sh")]
        sources = ", ".join(prose(source) for source in row.sources)
        parts.append(f"`mps-doctor explain {row.id}`; source: {sources}")
    return "\n\n".join(parts)


def _variables_page() -> str:
    parts = [
        "# Environment variables",
        "What each variable does, who reads it, when, and which mistakes are made with it.\n"
        "The same text: `mps-doctor explain NAME`.",
    ]
    for name in sorted(variables.names()):
        document = variables.variable(name)
        assert document is not None
        parts += [f"## {name}", prose(document.effect)]
        parts.append(
            "\n".join(
                f"- **{title.capitalize()}:** {prose(text)}"
                for title, text in document.rows()
                if text and title != "mistakes"
            )
        )
        if document.mistakes:
            parts.append("Mistakes:")
            parts.append("\n".join(f"- {prose(mistake)}" for mistake in document.mistakes))
    return "\n\n".join(parts)


def _error_texts_page() -> str:
    rows = all_error_texts().values()
    by_cause: dict[str, list[ErrorText]] = defaultdict(list)
    for row in rows:
        by_cause[row.cause].append(row)
    parts = [
        "# Known error texts",
        f"The {len(rows)} error texts, warnings and aborts that `diagnose` and `explain` know, "
        "by the cause they point to.\n"
        "Facts come first: where the rest of a report contradicts a text, "
        "the verdict follows the facts.",
    ]
    for cause in sorted(by_cause):
        parts.append(f"## {cause}")
        parts.append(f"What it means: [](../causes/{cause}.md).")
        parts.append(
            table(
                ("text", "means"),
                (
                    (f"`{_one_line(row)}`", cell(fill_in(row.meaning)))
                    for row in sorted(by_cause[cause], key=lambda row: row.id)
                ),
            )
        )
    return "\n\n".join(parts)


def _shown(row: ErrorText) -> str:
    return row.verbatim or row.examples[0]


def _one_line(row: ErrorText) -> str:
    text = " ".join(_shown(row).split())
    text = text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"
    return text.replace("`", "'").replace("|", "\\|")


def error_text(row: ErrorText, *, heading: str) -> str:
    """Return the account of one known error text."""
    versions = ""
    if row.since or row.until:
        versions = f"torch {row.since or 'before'} to {row.until or 'now'}."
    return "\n\n".join(
        filter(
            None,
            [
                f"{heading} {row.id}",
                code(_shown(row)),
                prose(fill_in(row.meaning)),
                f"**What to do:** {prose(fill_in(row.fix))}",
                f"**Source:** {prose(row.source)}{'' if row.source.endswith('.') else '.'} "
                f"{versions}".strip(),
            ],
        )
    )


def _json_page() -> str:
    schema = document_schema()
    documented = _documented()
    parts = [
        "# JSON reference",
        "Made from the types that write the documents; `mps-doctor schema` prints the JSON Schema "
        "of the same.\nHow to use it is in [](../json.md).",
    ]
    for name, definition in schema["$defs"].items():
        if name == "Unknown":
            continue
        parts += [f"## {name}", prose(definition.get("description", ""))]
        texts = documented.get(name, {})
        rows = [
            (f"`{field}`", _type(shape), cell(texts.get(field, "")))
            for field, shape in definition.get("properties", {}).items()
        ]
        width = 3 if any(text for _, _, text in rows) else 2
        parts.append(table(("field", "type", "")[:width], (row[:width] for row in rows)))
    return "\n\n".join(parts)


def _documented() -> dict[str, dict[str, str]]:
    """Return the text below each field, by class: of every module that the documents come from."""
    modules = [name for name in sys.modules if name.startswith("mps_doctor.")]
    return {name: texts for module in modules for name, texts in fields_of(module).items()}


def _type(shape: dict[str, Any]) -> str:
    if "anyOf" in shape:
        kinds = [part for part in shape["anyOf"] if not part.get("$ref", "").endswith("/Unknown")]
        said = " or ".join(dict.fromkeys(_type(part) for part in kinds))
        return said if len(kinds) == len(shape["anyOf"]) else f"{said}, or unknown"
    if reference := shape.get("$ref"):
        name = reference.rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if values := shape.get("enum"):
        return " · ".join("null" if value is None else f"`{value}`" for value in values)
    if shape.get("type") == "array":
        items = shape.get("items") or next(iter(shape.get("prefixItems", ())), {})
        return f"list of {_type(items)}" if items else "list"
    if shape.get("type") == "object":
        values = shape.get("additionalProperties")
        return f"object of {_type(values)}" if isinstance(values, dict) and values else "object"
    return str(shape.get("type", "any"))


def _python_page() -> str:
    parts = [
        "# Python names",
        "What `from mps_doctor import …` offers; how to use it is in [](../api.md).",
    ]
    for name in mps_doctor.__all__:
        value = getattr(mps_doctor, name)
        parts.append(f"## {name}")
        documentation = inspect.getdoc(value) or ""
        if inspect.isclass(value):
            parts.append(prose(documentation))
            texts = fields_of(value.__module__).get(value.__name__, {})
            names = getattr(value, "__struct_fields__", None) or list(
                getattr(value, "__dataclass_fields__", ())
            )
            if names:
                rows = ((f"`{field}`", cell(texts.get(field, ""))) for field in names)
                parts.append(table(("field", ""), rows))
        elif callable(value):
            signature = inspect.signature(value)
            shown = f"{name}(\n" + "".join(
                f"    {parameter},\n" for parameter in _parameters(signature)
            )
            returned = signature.return_annotation
            if not isinstance(returned, str):
                returned = inspect.formatannotation(returned)
            parts.append(code(MODULES.sub("", f"{shown}) -> {returned}"), "python"))
            parts.append(prose(documentation))
        else:
            parts.append(f"The type `{value}`.")
    return "\n\n".join(filter(None, parts))


def _parameters(signature: inspect.Signature) -> list[str]:
    shown: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in shown:
            shown.append("*")
        shown.append(str(parameter))
    return shown
