"""Untrusted text in what fix, plan, compare, bench and fleet say: it is read, and nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attacks
import msgspec
import pytest
from click.testing import CliRunner
from mps_doctor.render.formats import FLEET_FORMATS, FORMATS
from mps_doctor.views.format_story import render

from mps_doctor.cli import main as cli
from mps_doctor.facts import Machine, Origin
from mps_doctor.features.bench.values import Bench, BenchReport, Row
from mps_doctor.features.compare.values import CompareReport
from mps_doctor.features.fix.values import FixReport
from mps_doctor.features.fleet.values import FleetReport
from mps_doctor.features.plan.values import PlanReport
from mps_doctor.judgement.report import Target
from mps_doctor.render import Screen, fleet
from mps_doctor.render.safe_text import visible

MACHINES = Path(__file__).resolve().parents[1] / "machines"
WIDE = Screen(width=100)


def machine(name: str) -> str:
    return str(MACHINES / f"{name}.json")


COMMANDS: dict[str, tuple[Any, list[str]]] = {
    "fix": (FixReport, ["fix", "--snapshot", machine("torch-half-installed")]),
    "plan": (PlanReport, ["plan", "--torch", "2.15", "--snapshot", machine("macos-12.2")]),
    "compare": (CompareReport, ["compare", machine("macos-12.2"), machine("healthy-m1-8gb")]),
    "fleet": (FleetReport, ["fleet", "report", machine("macos-12.2"), machine("healthy-m1-8gb")]),
}


@cache
def document(name: str) -> Any:
    """Return a document of the program's own making."""
    if name == "bench":
        row = Row(kind="matmul", name="float32", detail="512", device="mps", outcome="measured")
        bad = Row(
            kind="model", name="x", detail="train", device="mps", outcome="raised", reason="e"
        )
        return BenchReport(
            target=Target(kind="interpreter", name="/opt/v/bin/python"),
            bench=Bench(device="mps", budget_seconds=60, torch="2.13.0", rows=(row, bad)),
            facts=Machine(origin=Origin(kind="synthetic")),
            started="2026-01-01T00:00:00Z",
            seconds=1.0,
        )
    kind, arguments = COMMANDS[name]
    done = CliRunner().invoke(cli.program, [*arguments, "--format", "json"], standalone_mode=False)
    return msgspec.json.decode(done.stdout, type=kind)


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each text of a document."""
    match value:
        case str():
            yield way
        case dict():
            for key, inner in value.items():
                yield from places(inner, (*way, key))
        case list() | tuple():
            for number, inner in enumerate(value):
                yield from places(inner, (*way, number))


def put(value: Any, way: tuple[Any, ...], attack: str) -> None:
    *before, last = way
    for key in before:
        value = value[key]
    value[last] = f"{attack}{value[last]}{attack}"


OUR_OWN = ("schema_version", "status", "outcome", "started")
"""Words that the program chose itself, out of lists that are closed where documents are read."""


@cache
def open_places(name: str) -> tuple[tuple[Any, ...], ...]:
    """Return the ways to the texts that may be any: words of a closed list are refused."""
    found = []
    for way in places(plain(name)):
        changed = plain(name)
        put(changed, way, "x")
        try:
            msgspec.convert(changed, type(document(name)))
        except msgspec.ValidationError:
            continue
        if way[-1] not in OUR_OWN and way[0] != "statuses":
            found.append(way)
    return tuple(found)


def plain(name: str) -> Any:
    return json.loads(msgspec.json.encode(document(name)))


def attacked(name: str, attack: str) -> Any:
    """Return the document with the attack at both ends of every text."""
    changed = plain(name)
    for way in open_places(name):
        put(changed, way, attacks.ATTACKS[attack])
    return msgspec.convert(changed, type(document(name)))


def acting(text: str) -> set[str]:
    return {c for line in text.split("\n") for c in line if visible(c) != c}


TOLD = ("fix", "plan", "compare", "bench")


@pytest.mark.parametrize("name", [*COMMANDS, "bench"])
def test_the_documents_have_texts_to_attack(name: str) -> None:
    assert len(open_places(name)) >= 5


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("attack", attacks.ATTACKS)
@pytest.mark.parametrize("name", TOLD)
def test_nothing_that_acts_is_told(name: str, attack: str, format: str) -> None:
    text = render(attacked(name, attack), format, WIDE)
    assert acting(text) == set()
    text.encode("utf-8")
    if format in ("html", "svg"):
        assert "<script>alert" not in text
        assert "<img src=x" not in text
    if format in ("junit", "svg"):
        ElementTree.fromstring(text)
    if format == "github":
        assert all(line.startswith("::") for line in text.splitlines())
        assert not [line for line in text.splitlines() if line.startswith(("::set", "::add"))]
    elif format not in ("html", "svg", "junit"):
        assert not [line for line in text.split("\n") if line.lstrip().startswith("::")]
        assert "##[" not in text


@pytest.mark.parametrize("format", FLEET_FORMATS)
@pytest.mark.parametrize("attack", [name for name in attacks.ATTACKS if name != "surrogate"])
def test_nothing_that_acts_is_said_of_many(attack: str, format: str) -> None:
    text = fleet.render(attacked("fleet", attack), format, WIDE)
    assert acting(text.replace("\r\n", "\n")) == set()
    text.encode("utf-8")
    if format == "html":
        assert "<script>alert" not in text
        assert "<img src=x" not in text
    if format == "junit":
        ElementTree.fromstring(text)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", " =", "\t=", "\r="])
def test_no_cell_is_a_formula(sign: str) -> None:
    changed = plain("fleet")
    for way in open_places("fleet"):
        put(changed, way, f"{sign}1+1")
    report = msgspec.convert(changed, FleetReport)
    rows = list(csv.reader(io.StringIO(fleet.render(report, "csv", WIDE))))
    assert len(rows) == 3
    cells = [cell for row in rows[1:] for cell in row]
    assert any(cell.startswith("'") for cell in cells)
    assert not [cell for cell in cells if cell.lstrip()[:1] in ("=", "+", "-", "@")]
