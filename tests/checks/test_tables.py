"""What each check says of which facts: a table in its family's folder, named as the check's file.

`given` holds facts that all rows share, unless a row has another value or is `bare`.
`gives` holds the rows by what the check says: its outcome, or cause and severity.  A row may say
more of what is expected, beside its facts: what is needed, for instance, and how it is fixed.
`finds` holds longer rows, whose facts stand apart.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tables import table_of

from mps_doctor.facts import SCHEMA_VERSION, Machine
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.judgement.checking import Check, Result, run_check

CHECKS = {
    item.function.__module__.rpartition(".")[2]: item
    for item in load_checks(plugins=False).checks
    if item.family != "messages"
}
SAID = ("message", "headline", "have", "need", "evidence", "fixes", "summary", "steps")
"""What a row may expect of a check's first result, beside its outcome."""

FOLDERS = (path for path in Path(__file__).parent.iterdir() if path.name != "messages")
TABLES = {path.stem: path for folder in FOLDERS for path in folder.glob("*.toml")}


def machine_of(given: dict[str, Any], facts: dict[str, Any]) -> Machine:
    """Return a machine of which only these facts are known."""
    own = {name: values for name, values in facts.items() if name != "bare"}
    shared = {} if facts.get("bare") else given
    sections = {name: {**shared.get(name, {}), **own.get(name, {})} for name in {*shared, *own}}
    document = {"schema_version": SCHEMA_VERSION, "origin": {"kind": "synthetic"}, **sections}
    return msgspec.convert(document, Machine)


def rows() -> Iterator[Any]:
    for name, path in sorted(TABLES.items()):
        table = table_of(str(path), path.name)
        cases = [
            {"gives": gives, "facts": row, **{key: row.pop(key) for key in SAID if key in row}}
            for gives, rows in table["gives"].items()
            for row in rows
        ]
        for number, case in enumerate([*cases, *table.get("finds", ())], 1):
            machine = machine_of(table.get("given", {}), case.pop("facts"))
            yield pytest.param(CHECKS[name], machine, case, id=f"{name}-{number}")


def in_words(result: Result) -> str:
    match result.outcome:
        case "failed":
            return f"{result.cause} {result.severity}"
        case "unknown":
            return f"unknown {result.because_of[0]}"
        case outcome:
            return outcome


@pytest.mark.parametrize(("item", "machine", "expected"), list(rows()))
def test_what_a_check_says(item: Check[...], machine: Machine, expected: dict[str, Any]) -> None:
    results = run_check(item, machine)
    assert ", ".join(map(in_words, results)) == expected["gives"]
    first = results[0]
    assert expected.get("message", "") in first.message
    assert tuple(expected.get("evidence", first.evidence)) == first.evidence
    assert expected.get("have", first.have) == first.have
    assert expected.get("need", first.need) == first.need
    headline = first.headline or ""
    assert expected.get("headline", headline) == headline
    ids = [fix.id for fix in first.fixes]
    assert expected.get("fixes", ids) == ids
    if "summary" in expected:
        assert first.fixes[0].summary == expected["summary"]
    steps = [step for fix in first.fixes for step in fix.steps]
    assert set(expected.get("steps", ())) <= set(steps)
    for result in results:
        if result.outcome == "failed":
            assert result.message and result.have and result.need  # noqa: PT018  # one demand
            assert result.evidence
            assert all(fix.steps or fix.commands for fix in result.fixes)
            assert result.fixes


def test_every_check_has_a_table() -> None:
    assert sorted(CHECKS.keys() ^ TABLES.keys()) == [], "a check and its table have one name"
