"""Facts as values: what an unknown one says, and which documents are snapshots."""

import inspect
import json
import re
from typing import Any

import msgspec
import pytest
from tables import cases, cases_and

from mps_doctor.facts import (
    SECTIONS,
    Extra,
    Host,
    Machine,
    MessageMatch,
    MissingFact,
    Origin,
    Section,
    SmokeTest,
    SnapshotError,
    TorchInstall,
    Unknown,
    decode_machine,
    encode_machine,
    host,
    known,
    known_or,
    machine as of_machine,
    missing,
    torch,
)

STRUCTS = [
    value
    for module in (host, of_machine, torch)
    for name, value in vars(module).items()
    if inspect.isclass(value)
    and issubclass(value, msgspec.Struct)
    and not name.startswith("_")
    and value.__module__ == module.__name__
]
WORDS = {section: name for name, section in SECTIONS.items()}
"""The name of a section in the document; of other values it is that of the class in snake case."""


def name_of(struct: type[msgspec.Struct]) -> str:
    return WORDS.get(struct, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", struct.__name__).lower())  # type: ignore[call-overload, no-any-return]


def snapshot(**sections: Any) -> bytes:
    document = {"schema_version": "1.0", "origin": {"kind": "snapshot"}, **sections}
    return json.dumps(document).encode()


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_a_fact_that_nobody_gave_names_itself(struct: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(struct):
        if isinstance(field.default, Unknown):
            assert field.default == Unknown("not in the report", f"{name_of(struct)}.{field.name}")
        elif field.default is not msgspec.NODEFAULT and field.name not in SECTIONS:
            assert field.default in ("", False, 0, ())


def test_the_sections_are_those_of_the_document() -> None:
    fields = {field.name: field.type for field in msgspec.structs.fields(Machine)}
    assert {name: fields[name] for name in fields if name in SECTIONS} == SECTIONS
    assert fields.keys() - SECTIONS.keys() == {"schema_version", "origin"}
    assert set(of_machine.NOT_PROBED) == {"messages", "project", "extra"}


def test_a_fact_is_a_value_or_a_reason() -> None:
    nothing = Unknown("timed out", "host.chip")
    assert known("Apple M2") == "Apple M2"
    assert known_or("Apple M2", "none") == "Apple M2"
    assert known_or(nothing, "none") == "none"
    with pytest.raises(MissingFact) as error:
        known(nothing)
    assert error.value.missing is nothing
    assert str(error.value) == "host.chip: timed out"


def test_an_unknown_fact_is_named_by_its_place() -> None:
    assert missing("host.chip") == Unknown("not in the report", "host.chip")
    host = Host(chip=Unknown("timed out"), model=Unknown("refused", "another.name"), system="")
    assert host.chip == Unknown("timed out", "host.chip")
    assert host.model == Unknown("refused", "another.name")
    assert host.system == ""
    assert Host.fact_name("chip") == "host.chip"
    assert TorchInstall.fact_name("location") == "torch.location"
    assert Section.fact_name("unknown") == "unknown"


def test_a_section_that_is_missing_says_why_for_each_of_its_facts() -> None:
    smoke = SmokeTest(unknown="not run: --level quick", step=Unknown("cut off"))
    assert smoke.reason(known_as(smoke.device)) == Unknown("not run: --level quick", "smoke.device")
    assert smoke.reason(known_as(smoke.step)) == Unknown("cut off", "smoke.step")
    whole = SmokeTest()
    assert whole.reason(known_as(whole.device)) == Unknown("not in the report", "smoke.device")


def known_as(fact: object) -> Unknown:
    assert isinstance(fact, Unknown)
    return fact


@cases
def test_a_fact_of_a_plug_in(
    extra: dict[str, Any], name: str, value: object, reason: str | None
) -> None:
    expected = Unknown(reason, f"extra.{name}") if reason else value
    assert Extra(facts=extra).fact(name) == expected
    assert Extra(unknown="no plug-ins").fact("a.b") == Unknown("no plug-ins", "extra.a.b")


def test_a_match_shows_the_line_around_it_where_that_is_quoted() -> None:
    match = MessageMatch(signature="a", text="aborted")
    assert (match.shown, match.line) == ("aborted", 0)
    assert msgspec.structs.replace(match, quote="it aborted").shown == "it aborted"


def test_what_nobody_gave_is_left_out() -> None:
    empty = Machine(origin=Origin(kind="snapshot"))
    assert json.loads(encode_machine(empty)) == {
        "schema_version": "1.0",
        "origin": {"kind": "snapshot"},
    }


def test_a_document_comes_back_as_it_was() -> None:
    document = snapshot(
        host={"system": "Darwin", "chip": {"unknown": "timed out"}, "gpus": [{"name": "A"}]},
        torch={"unknown": "not run"},
        torch_import={"outcome": "imported", "seconds": 1.5},
        extra={"facts": {"a": {"b": [1, {"c": None}]}}},
    )
    machine = decode_machine(document)
    assert machine.host.chip == Unknown("timed out", "host.chip")
    assert machine.host.model == Unknown("not in the report", "host.model")
    assert machine.torch.unknown == "not run"
    assert decode_machine(encode_machine(machine)) == machine


def test_a_field_of_a_later_minor_version_is_left_aside() -> None:
    document = snapshot(schema_version="1.99", host={"system": "Darwin", "new": 1}, later={})
    assert decode_machine(document).host.system == "Darwin"


@cases_and(
    {"document": b'{"schema_version": "1.0\xff"}', "said": "is not complete JSON: .+"},
    {"document": b"[" * 9_000, "said": "is not .+"},
    {"document": snapshot(origin={"kind": "x" * 999}), "said": "is not a snapshot: .{300}"},
    {
        "document": snapshot(host={"chip": "x" * 20_001}),
        "said": "is not a snapshot: it holds a text .+ no fact is",
    },
    {
        "document": snapshot(torch={"version": f"2.{'1' * 400}"}),
        "said": "is not .+ number that no fact is",
    },
)
def test_a_document_that_is_no_snapshot(document: str | bytes, said: str) -> None:
    with pytest.raises(SnapshotError) as error:
        decode_machine(document.encode() if isinstance(document, str) else document)
    assert re.fullmatch(said, str(error.value))


@pytest.mark.parametrize(
    ("size", "said"),
    [(50_000_001, "has 50,000,001 bytes; a snapshot has at most"), (50_000_000, "is not complete")],
)
def test_a_document_may_have_fifty_megabytes(size: int, said: str) -> None:
    with pytest.raises(SnapshotError, match=said):
        decode_machine(b" " * size)
