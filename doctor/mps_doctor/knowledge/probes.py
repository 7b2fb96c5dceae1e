"""What is known of the deep probes: their names, how to reproduce what one saw, known bugs."""

import ast
import inspect
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mps_doctor.knowledge.rows.probe_bugs import BUGS, ProbeBug
from mps_doctor.knowledge.versions import meets, parse_version


@cache
def all_probes() -> dict[str, Any]:
    """Return every probe by its id, in the order in which they run."""
    from mps_doctor.probe.deep.catalogue import catalogue  # most runs name no probe

    return {probe.id: probe for probe in catalogue()}


def find_probes(name: str) -> tuple[str, ...]:
    """Return the ids that a name means: of one probe, or of an operation in every dtype."""
    return tuple(probe.id for probe in all_probes().values() if name in (probe.id, probe.operation))


def bugs_of(operation: str, torch: str = "", macos: str = "") -> tuple[ProbeBug, ...]:
    """Return the bugs known for an operation that the versions given do not rule out.

    Those whose versions fit come first, those that name no version last; an empty version rules
    nothing out.
    """
    fitting = [
        bug
        for bug in BUGS
        if bug.operation == operation and _fits(torch, bug.torch) and _fits(macos, bug.macos)
    ]
    return tuple(sorted(fitting, key=lambda bug: not bug.names_versions))


def _fits(version: str, specifier: str) -> bool:
    parsed = parse_version(version)
    return parsed is None or meets(parsed.public, specifier)


def reproduction(id: str) -> tuple[str, ...]:
    """Return the lines of a program that shows a probe's operation on mps, to paste in an issue.

    Empty for a probe that this version does not have.
    """
    probe = all_probes().get(id)
    if probe is None:
        return ()
    inputs = ", ".join(item.text(probe.dtype) for item in probe.inputs)
    functional = ["import torch.nn.functional as F"] * ("F" in probe.given)
    lines = ["import torch", *functional, f"inputs = [{inputs}]", *_source(probe)]
    if probe.compares_itself:
        return (*lines, 'print(compute("mps", *inputs))  # pairs: what mps gave, what is right')
    lines += [
        'for device in ("cpu", "mps"):',
        "    x = [each.to(device, copy=True) for each in inputs]",
    ]
    if not probe.gradients:
        return (*lines, "    print(compute(*x))")
    places = map(probe.parameters.index, probe.gradients.split())
    leaves = ", ".join(f"x[{place}].requires_grad_()" for place in places)
    return (
        *lines,
        f"    leaves = [{leaves}]",
        "    print(torch.autograd.grad(compute(*x), leaves))",
    )


def _source(probe: Any) -> list[str]:
    """Return the function of a probe as `compute`, after those of its module that it calls."""
    module = ast.parse(Path(inspect.getfile(probe.function)).read_text(encoding="utf-8"))
    body = next(filter(None, (_body(node, probe) for node in ast.walk(module))))
    plain = (node for node in module.body if isinstance(node, ast.FunctionDef))
    helpers = {node.name: node for node in plain if not node.decorator_list}
    called = _called(body, helpers)
    before = "\n".join(ast.unparse(helper) for name, helper in helpers.items() if name in called)
    parameters = ["device"] * probe.compares_itself + probe.parameters
    head = f"def compute({', '.join(parameters)}):"
    lines = "\n".join(ast.unparse(statement) for statement in body).splitlines()
    own = [f"{head} {lines[0]}"] if len(lines) == 1 else [head, *(f"    {line}" for line in lines)]
    return [*before.splitlines(), *own]


def _body(node: ast.AST, probe: Any) -> list[ast.stmt]:
    """Return the statements of a probe's function where the node is that."""
    first = probe.function.__code__.co_firstlineno
    if isinstance(node, ast.Lambda) and node.lineno == first:
        return [ast.Return(node.body)]
    if isinstance(node, ast.FunctionDef) and node.decorator_list:
        return node.body if node.decorator_list[0].lineno == first else []
    return []


def _called(code: Sequence[ast.AST], helpers: dict[str, ast.FunctionDef]) -> set[str]:
    """Return the names of the helpers that the code uses, directly or not."""
    nodes = [node for part in code for node in ast.walk(part)]
    found = {node.id for node in nodes if isinstance(node, ast.Name) and node.id in helpers}
    return found.union(*(_called([helpers[name]], helpers) for name in found))
