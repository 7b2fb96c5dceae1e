"""No text becomes code: no pickle, no eval, no shell, no name for a file that others may guess."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("doctor/mps_doctor", "checks/mps_doctor_checks")
    for path in (ROOT / folder).rglob("*.py")
)

MODULES = {"pickle", "cPickle", "marshal", "shelve", "dill", "commands", "imp", "code", "codeop"}
CALLS = {"eval", "exec", "compile", "execfile"}
METHODS = {"system", "popen", "mktemp", "tempnam", "tmpnam", "getoutput", "getstatusoutput"}
NAMES_OF_SHELLS = {"sh", "bash", "zsh", "/bin/sh", "/bin/bash", "/bin/zsh", "cmd", "cmd.exe"}


def broken_rules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (f"import {one.name}" for one in names if one.name in MODULES)
            case ast.ImportFrom(module=str(module), level=0) if module in MODULES:
                yield f"import {module}"
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield f"{name}()"
            case ast.Call(func=ast.Attribute(attr=name, value=ast.Name(id="os" | "tempfile"))) if (
                name in METHODS
            ):
                yield f"{name}()"
            case ast.keyword(arg="shell", value=value):
                if not (isinstance(value, ast.Constant) and value.value is False):
                    yield "shell="
            case ast.Call(args=[ast.List(elts=[ast.Constant(value=str(first)), *_]), *_]) if (
                first in NAMES_OF_SHELLS
            ):
                yield f"the shell {first}"


def test_there_are_sources() -> None:
    assert len(SOURCES) > 150


@pytest.mark.parametrize("source", SOURCES)
def test_a_source(source: str) -> None:
    tree = ast.parse((ROOT / source).read_text(encoding="utf-8"))
    assert list(broken_rules(tree)) == []
