"""The docstrings that stand below fields: Python keeps them only in the source."""

from __future__ import annotations

import ast
import importlib
import inspect
from functools import cache


@cache
def fields_of(module: str) -> dict[str, dict[str, str]]:
    """Return the text below each field, by class and field, for one module."""
    try:
        tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    except OSError:  # an empty file
        return {}
    return {
        node.name: {name: text for name, text in _documented(node.body) if text}
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }


def _documented(body: list[ast.stmt]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for statement, follower in zip(body, [*body[1:], ast.Pass()], strict=True):
        if not (isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)):
            continue
        text = ""
        if isinstance(follower, ast.Expr) and isinstance(follower.value, ast.Constant):
            text = inspect.cleandoc(str(follower.value.value))
        pairs.append((statement.target.id, text))
    return pairs
