"""Input that nobody should trust: a short run here, a long one with the marker `full`."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

sys.path.append(str(Path(__file__).parent))

from properties import PROPERTIES

EXAMPLES = 60
MANY_EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "10000"))


def run(name: str, examples: int) -> None:
    strategy, holds = PROPERTIES[name]
    found = settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )(given(strategy)(holds))
    found()


@pytest.mark.parametrize("name", PROPERTIES)
def test_any_input(name: str) -> None:
    run(name, EXAMPLES)


@pytest.mark.full
@pytest.mark.parametrize("name", PROPERTIES)
def test_much_input(name: str) -> None:
    run(name, MANY_EXAMPLES)
