"""Writes knowledge/probes.json from the probes themselves: the maintainer's command after a change.

    python tests/deep/write_probes.py

The engine must not import the probe, so that what it says of probes is data; a test compares the
file with what this makes.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[2] / "doctor" / "mps_doctor"
TARGET = PACKAGE / "knowledge" / "probes.json"


def catalogue() -> list[Any]:
    """Return the probes in the order in which they run."""
    sys.path.insert(0, str(PACKAGE / "probe"))
    try:
        import probe_deep
    finally:
        sys.path.pop(0)
    return list(probe_deep.catalogue())


def rows() -> list[dict[str, Any]]:
    """Return what is told of each probe."""
    return [
        {
            "id": probe.id,
            "operation": probe.operation,
            "dtype": probe.dtype,
            "covers": probe.covers,
            "reproduction": reproduction(probe),
        }
        for probe in catalogue()
    ]


def reproduction(probe: Any) -> list[str]:
    """Return a program of a few lines that shows a probe's operation on mps."""
    texts = [_short(item.text(probe.dtype)) for item in probe.inputs]
    names = [*(["device"] if probe.compares_itself else []), *probe.parameters]
    lines = ["import torch", f"inputs = [{', '.join(texts)}]", *_function(probe, names)]
    if probe.compares_itself:
        return [*lines, 'print(compute("mps", *inputs))  # pairs: what mps gave, what is right']
    return [
        *lines,
        'got, expected = compute(*[x.to("mps", copy=True) for x in inputs]), compute(*inputs)',
        'print(got, expected, sep="\\n")',
    ]


def _short(text: str) -> str:
    """Leave out a dtype that the numbers have by themselves."""
    return text if "randperm" in text else text.replace(".to(torch.float32)", "")


def _function(probe: Any, names: list[str]) -> list[str]:
    source = textwrap.dedent(inspect.getsource(probe.function))
    definition = next(node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    body = definition.body[1:]  # without the docstring
    head = f"def compute({', '.join(names)}):"
    if len(body) == 1 and isinstance(body[0], ast.Return):
        return [f"{head} {ast.unparse(body[0])}"]
    lines = [line for statement in body for line in ast.unparse(statement).splitlines()]
    return [head, *(f"    {line}" for line in lines)]


def text() -> str:
    """Return the content of the file."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows()]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
