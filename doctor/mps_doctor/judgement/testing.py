"""For the tests of plug-ins: a machine of made-up facts, and one check run on it.

from mps_doctor.judgement.testing import run

def test_a_full_disk_is_found():
    result = run(disk_space, extra={"facts": {"disk": {"free_bytes": 10}}})
    assert result.cause == "disk:nearly-full"
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from mps_doctor.facts import SECTIONS, Machine, Origin, Section
from mps_doctor.judgement.checking import Check, Result, run_check

__all__ = ["machine", "run", "run_all"]


def machine(**sections: Section | Mapping[str, Any]) -> Machine:
    """Return a machine of which these facts are known, and no others.

    A section is given as its type, `host=Host(system="Darwin")`, or as a mapping.
    Raises TypeError for a section that does not exist, and for a fact that does not.
    Raises msgspec.ValidationError for a fact of a wrong type.
    """
    facts: dict[str, Any] = {}
    for name, given in sections.items():
        if name not in SECTIONS:
            raise TypeError(f"no section is called {name!r}; known: {', '.join(SECTIONS)}")
        if isinstance(given, Section):
            given = msgspec.to_builtins(given)
        if wrong := set(given) - {field.name for field in msgspec.structs.fields(SECTIONS[name])}:
            raise TypeError(f"no fact is called {name}.{min(wrong)}")
        facts[name] = msgspec.convert(dict(given), SECTIONS[name])
    return Machine(origin=Origin(kind="synthetic"), **facts)


def run(check: Check[...], **sections: Section | Mapping[str, Any]) -> Result:
    """Run a check on made-up facts, as the engine would, and return its one result."""
    results = run_all(check, **sections)
    if len(results) != 1:
        raise ValueError(f"{check.id} gave {len(results)} results; use run_all")
    return results[0]


def run_all(check: Check[...], **sections: Section | Mapping[str, Any]) -> tuple[Result, ...]:
    """Run a check on made-up facts and return every result; a check may fail for several causes."""
    return run_check(check, machine(**sections))
