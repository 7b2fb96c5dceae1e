"""Tables of test cases that stand in TOML files."""

import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def table_of(test: str, name: str) -> dict[str, Any]:
    """Return the table of that name beside a test file."""
    return tomllib.loads((Path(test).parent / name).read_text(encoding="utf-8"))
