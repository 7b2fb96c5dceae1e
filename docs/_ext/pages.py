"""Write the pages that come from the code: checks, causes, variables, error texts, JSON, API.

They are written anew before each build, into folders that git ignores, so that a page cannot say
anything else than `mps-doctor explain` does.
"""

from __future__ import annotations

import shutil
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import recorded
import reference_pages
from markdown import cell, code, prose, table
from project import DOCS

from mps_doctor.features.explain import explain, list_checks
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.knowledge.rows.causes import Cause
from mps_doctor.pasted.error_text import ErrorText
from mps_doctor.pasted.error_texts import all_error_texts

if TYPE_CHECKING:  # the tests read these pages where no Sphinx is
    from sphinx.application import Sphinx

FOLDERS = ("checks", "causes", "reference")


def all_pages() -> dict[str, str]:
    """Return every generated page by its path below docs/."""
    return {**_check_pages(), **_cause_pages(), **reference_pages.all_pages()}


def generate() -> None:
    """Write every generated page."""
    for folder in FOLDERS:
        shutil.rmtree(DOCS / folder, ignore_errors=True)
    for path, text in all_pages().items():
        file = DOCS / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text.rstrip() + "\n", encoding="utf-8")


def _check_pages() -> dict[str, str]:
    rows = {row.id: row for row in list_checks()}
    pages = {"checks/index.md": _index_of_checks()}
    for item in load_checks().checks:
        row = rows[item.id]
        first, _, rest = item.page.partition("\n\n")
        facts = [
            ("Family", row.family),
            ("Lowest level", f"`{row.level}`"),
            ("Concerns", "mps only" if row.concerns == "mps" else "every device"),
            ("Reads", ", ".join(f"`{name}`" for name in item.sections.values())),
            ("Requires", ", ".join(f"[](../checks/{id}.md)" for id in row.requires) or "nothing"),
            ("Causes", ", ".join(f"[](../causes/{id}.md)" for id in row.causes)),
        ]
        pages[f"checks/{item.id}.md"] = "\n\n".join(
            [
                f"# {item.id}",
                f"**{prose(row.title)}.**",
                prose(first),
                prose(rest.strip()),
                "## At a glance",
                table(("", ""), ((f"**{name}**", value) for name, value in facts)),
                _example(recorded.example_of_check(item.id), "No recorded machine fails it."),
                f"At a terminal: `mps-doctor explain {item.id}`.",
            ]
        )
    return pages


def _index_of_checks() -> str:
    rows = list_checks()
    by_family: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        by_family[row.family].append(row.id)
    titles = {row.id: row.title for row in rows}
    parts = [
        "# Checks",
        f"The {len(rows)} checks, by family, from the ground up.\n"
        "A check that requires a failed one is skipped and listed under it, "
        "so that one fault is one finding.",
    ]
    for family, ids in by_family.items():
        parts.append(f"## {family}")
        parts.append(
            table(("check", "passes when"), ((f"[]({id}.md)", cell(titles[id])) for id in ids))
        )
    return "\n\n".join([*parts, _toctree([f"/checks/{row.id}" for row in rows])])


def _cause_pages() -> dict[str, str]:
    raised_by: dict[str, list[str]] = defaultdict(list)
    for listed in list_checks():
        for cause in listed.causes:
            raised_by[cause].append(listed.id)
    texts: dict[str, list[ErrorText]] = defaultdict(list)
    for row in all_error_texts().values():
        texts[row.cause].append(row)
    rows = tuple(all_causes().values())
    pages = {"causes/index.md": _index_of_causes(rows)}
    for item in rows:
        pages[f"causes/{item.id}.md"] = _cause_page(item, raised_by[item.id], texts[item.id])
    return pages


def _cause_page(cause: Cause, checks: list[str], texts: list[ErrorText]) -> str:
    links = ", ".join(f"[](../checks/{id}.md)" for id in checks)
    facts = [
        ("Kind", cause.kind),
        ("Default severity", cause.severity),
        ("Raised by", links or "no check: only error texts show it"),
    ]
    kind, *advice = _advice(cause)
    parts = [
        f"# {cause.id}",
        f"**{prose(cause.says)}.**",
        kind,
        table(("", ""), ((f"**{name}**", value) for name, value in facts)),
        *advice,
        _example(recorded.example_of_cause(cause.id), ""),
    ]
    if texts:
        parts.append("## Error texts that point to it")
        parts += [reference_pages.error_text(row, heading="###") for row in texts]
    return "\n\n".join(filter(None, parts))


def _advice(cause: Cause) -> list[str]:
    """Return what `explain` says of a cause besides what the page shows in its table and below."""
    page = next(page for page in explain(cause.id) if page.kind == "cause")
    shown = ("## Error texts", "Default severity", "Raised by")
    return [prose(part) for part in page.text.split("\n\n") if not part.startswith(shown)]


def _index_of_causes(causes: tuple[Cause, ...]) -> str:
    parts = [
        "# Causes",
        f"A verdict names one of these {len(causes)} causes, and no other words.\n"
        "A cause of kind `limit` leaves the environment's verdict as it is: "
        "the program has to change, not the environment.",
    ]
    for family in dict.fromkeys(cause.family for cause in causes):
        parts.append(f"## {family}")
        parts.append(
            table(
                ("cause", "means", "kind", "severity"),
                (
                    (f"[]({cause.id}.md)", cell(cause.says), cause.kind, cause.severity)
                    for cause in causes
                    if cause.family == family
                ),
            )
        )
    return "\n\n".join([*parts, _toctree([f"/causes/{cause.id}" for cause in causes])])


def _example(machine: recorded.Recorded | None, otherwise: str) -> str:
    if machine is None:
        return otherwise
    return "\n\n".join(
        [
            "## On a recorded machine",
            prose(machine.note),
            code(recorded.screen(machine), "{raw} html"),
        ]
    )


def _toctree(names: list[str]) -> str:
    # A full path for each: the bare word `self` would mean the page that holds the tree.
    return code(":hidden:\n\n" + "\n".join(names), "{toctree}")


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the pages before Sphinx looks for its sources."""
    app.connect("builder-inited", lambda _: generate())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
