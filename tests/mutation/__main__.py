"""`python tests/mutation [AREA …]`: do the tests notice small changes of the program?

For each area: how many mutants there are, how many the tests find, and who survives.
The survivors that are known, with the reason for each, are in survivors.toml; others are shown.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import tomllib

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
AIM = 0.90
SEED = 3

# Imported before the forks, so that no mutant has to: nothing of ours is among it.
import jsonschema  # noqa: E402, F401
import msgspec  # noqa: E402, F401
import packaging.requirements  # noqa: E402, F401
import psutil  # noqa: E402, F401
import pytest  # noqa: E402
from mutants import Change, File, Mutant  # noqa: E402
from runner import OPTIONS, Area, run_at_import, silence  # noqa: E402

with open(HERE / "areas.toml", "rb") as file:
    AREAS = tomllib.load(file)


def main() -> int:
    """Run the areas; return 1 where too few mutants are found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("areas", nargs="*", help=", ".join(AREAS))
    parser.add_argument("--only", default="", help="of the area's files, those that hold this")
    parser.add_argument("--sample", type=int, help="mutants of an area, drawn with a fixed seed")
    parser.add_argument("--imports", type=int, help="the same of what runs at import")
    parser.add_argument("--log", type=Path, help="file for each mutant and what became of it")
    given = parser.parse_args()
    known = known_survivors()
    failed = False
    for name in given.areas or AREAS:
        outcomes = run(name, given)
        survivors = [mutant for mutant, outcome in outcomes if outcome in ("survived", "no test")]
        new = [mutant for mutant in survivors if mutant not in known]
        rate = 1 - len(survivors) / max(1, len(outcomes))
        reasons = f"{len(survivors) - len(new)} survivors with a reason, {len(new)} without"
        print(f"mutation {name}: {len(outcomes)} mutants, {rate:.1%} found, {reasons}")
        print("".join(f"  {mutant}\n" for mutant in new), end="", flush=True)
        failed |= rate < AIM
    return int(failed)


def known_survivors() -> set[str]:
    """Return the names of the mutants that the list has with a reason."""
    with open(HERE / "survivors.toml", "rb") as file:
        groups = tomllib.load(file)["survivors"]
    return {name for group in groups for name in group["mutants"]}


def run(name: str, given: argparse.Namespace) -> list[tuple[str, str]]:
    """Return each mutant of an area with what became of it."""
    area = AREAS[name]
    paths = [
        path
        for pattern in area["files"]
        for path in sorted(str(found.relative_to(ROOT)) for found in ROOT.glob(pattern))
        if given.only in path
    ]
    chance = random.Random(SEED)
    changes = [change for path in paths for change in File(ROOT, path).changes]
    inside = drawn(chance, [each for each in changes if each.function], given.sample)
    at_import = drawn(chance, [each for each in changes if not each.function], given.imports)
    told: list[tuple[str, str]] = []

    def tell(mutant: Mutant, outcome: str) -> None:
        told.append((mutant.name, outcome))
        if given.log:
            with given.log.open("a") as log:
                log.write(json.dumps([name, outcome, mutant.lines.start, mutant.name]) + "\n")

    for mutant, outcome in meet(inside, area["tests"]):
        tell(mutant, outcome)
    for mutant in at_import:
        tell(mutant, run_at_import(ROOT, mutant, area["tests"]))
    return told


def drawn(chance: random.Random, changes: list[Change], count: int | None) -> list[Mutant]:
    """Make so many of the changes, drawn by lot, or all for None; in the order of the files."""
    if count is not None and count < len(changes):
        changes = [changes[number] for number in sorted(chance.sample(range(len(changes)), count))]
    made = [change.mutant() for change in changes]
    return list({mutant.name: mutant for mutant in made if mutant}.values())


def meet(mutants: list[Mutant], tests: list[str]) -> Iterator[tuple[Mutant, str]]:
    """Run the session of the tests in a process of its own, and yield what it tells."""
    if not mutants:
        return
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        numbers = {id(mutant): number for number, mutant in enumerate(mutants)}

        def told(mutant: Mutant, outcome: str) -> None:
            os.write(writing, f"{numbers[id(mutant)]} {outcome}\n".encode())

        code = 1
        try:
            with silence():
                code = pytest.main([*OPTIONS, *tests], plugins=[Area(ROOT, mutants, told)])
                if code:
                    raise RuntimeError(f"pytest ended with {code}")
        finally:
            os._exit(int(code))
    os.close(writing)
    with open(reading) as lines:
        for line in lines:
            number, _, outcome = line.strip().partition(" ")
            yield mutants[int(number)], outcome
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        raise SystemExit("the tests do not pass without a mutant, or their run broke off")


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
