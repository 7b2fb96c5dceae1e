"""Tables of test cases that stand in TOML files."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

if sys.version_info >= (3, 11):
    import tomllib as tomllib
else:
    import tomli as tomllib

Test = TypeVar("Test", bound=Callable[..., Any])


def table_of(test: str, name: str) -> dict[str, Any]:
    """Return the table of that name beside a test file."""
    return tomllib.loads((Path(test).parent / name).read_text(encoding="utf-8"))


def cases(test: Test) -> Test:
    """Run a test of test_NAME.py once for each row under its name in NAME.toml beside it.

    A row names the arguments; what it leaves out is None, and its `case` becomes the test's id.
    """
    return cases_and()(test)


def cases_and(*more: dict[str, Any]) -> Callable[[Test], Test]:
    """Do the same as `cases`, with rows added that TOML cannot hold."""

    def decorate(test: Test) -> Test:
        file = Path(test.__code__.co_filename)
        table = table_of(str(file), f"{file.stem.removeprefix('test_')}.toml")
        rows = [*table[test.__name__], *more]
        names = dict.fromkeys(name for row in rows for name in row if name != "case")
        values = [
            pytest.param(*(row.get(name) for name in names), id=row.get("case")) for row in rows
        ]
        return pytest.mark.parametrize(list(names), values)(test)

    return decorate
