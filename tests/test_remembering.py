"""What is remembered of checks is what they say."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from mps_doctor.facts import Extra, Host, Machine, Origin, Unknown, decode_machine, known
from mps_doctor.judgement.checking import Passed, Result, check, run_check
from mps_doctor.judgement.engine import load_checks
from mps_doctor.pasted import parse_text
from mps_doctor.remembering import Remembering

HERE = Path(__file__).parent
EXAMPLES = json.loads((HERE / "knowledge_signatures" / "examples.json").read_text("utf-8"))
TEXTS = [
    f"{text}\nOS: macOS {13 + number % 3}.{number % 6} (arm64)\ntorch: 2.{number % 9}.0\n"
    for number, row in enumerate([*EXAMPLES.values()][::4])
    for text in row["matches"][:1]
]


def machines() -> list[Machine]:
    names = json.loads((HERE / "machines" / "expected.json").read_text("utf-8"))
    documents = [(HERE / "machines" / f"{name}.json").read_bytes() for name in names]
    return [*map(decode_machine, documents), *map(parse_text, TEXTS)]


def said(results: tuple[Result, ...]) -> list[Result]:
    return [msgspec.structs.replace(result, seconds=0.0) for result in results]


def test_every_check_says_what_it_says_when_it_is_run() -> None:
    remembering = Remembering()
    for machine in machines() * 2:
        for item in load_checks(plugins=False).checks:
            assert said(remembering.run(item, machine)) == said(run_check(item, machine)), item.id


def test_facts_that_a_check_does_not_read_make_no_difference() -> None:
    runs = []

    @check("demo", title="A demonstration", causes=())
    def demo(host: Host) -> Passed:
        runs.append(host)
        return Passed(message=known(host.system) + known(host.chip))

    remembering = Remembering()
    for system, chip, model in (
        ("Darwin", "Apple M1", "MacBookAir10,1"),
        ("Darwin", "Apple M1", "Macmini9,1"),
        ("Darwin", "Apple M2", "Macmini9,1"),
        ("Darwin", Unknown("not asked"), "Macmini9,1"),
        ("Darwin", Unknown("no permission"), "Macmini9,1"),
    ):
        machine = Machine(
            origin=Origin(kind="synthetic"), host=Host(system=system, chip=chip, model=model)
        )
        assert said(remembering.run(demo, machine)) == said(run_check(demo, machine))
    assert len(runs) == 4 + 5  # of five machines two are the same to this check


@pytest.mark.parametrize("facts", [{"plugin": {"list": [1]}}, {}])
def test_facts_that_cannot_be_compared_fast_are_judged_anew(facts: dict[str, object]) -> None:
    @check("demo", title="A demonstration", causes=())
    def demo(extra: Extra) -> Passed:
        return Passed(message=str(extra.fact("plugin.list")))

    remembering = Remembering()
    machine = Machine(origin=Origin(kind="synthetic"), extra=Extra(facts=facts))
    for _ in range(2):
        assert said(remembering.run(demo, machine)) == said(run_check(demo, machine))
