"""Small changes of a source file, each of which a test should notice.

The changes are those of mutmut, whose operators are used as they are.
Its own runner leaves out decorated functions (all our checks), whatever runs at import, and
projects with two source roots; hence the visitor here, and the runner beside it.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    path: str
    """Relative to the project."""
    function: str
    """Qualified name of the function that is changed; empty for what runs at import."""
    lines: range
    """Of the expression that is changed."""
    statement: range
    """Lines of the statement around it."""
    before: str
    after: str
    """The lines that differ, without their indentation."""
    source: str
    """The whole changed file."""

    @property
    def name(self) -> str:
        """What the list of survivors calls it."""
        return f"{self.path} {self.function or '-'}: {self.before} => {self.after}"


@dataclass(frozen=True, eq=False)
class Change:
    """A change that has not been made yet: most are never drawn."""

    file: File
    function: str
    top: cst.CSTNode
    """The statement of the module that holds it."""
    statement: cst.CSTNode
    node: cst.CSTNode
    changed: cst.CSTNode

    def mutant(self) -> Mutant | None:
        """Make it; None where the result does not compile, or is what it was."""
        module, positions = self.file.module, self.file.positions
        source = "".join(
            module.code_for_node(part.deep_replace(self.node, self.changed))  # type: ignore[arg-type]
            if part is self.top
            else code
            for part, code in self.file.parts
        )
        if source == self.file.text or not _compiles(source):
            return None
        statement = _lines(positions[self.statement])
        lines = _lines(positions[self.node]) if self.node in positions else statement
        before, after = _difference(self.file.text, source)
        return Mutant(self.file.path, self.function, lines, statement, before, after, source)


class File:
    """A source file and all changes of it."""

    def __init__(self, root: Path, path: str) -> None:
        self.path = path
        self.text = (root / path).read_text(encoding="utf-8")
        wrapper = MetadataWrapper(cst.parse_module(self.text))
        self.module = wrapper.module
        self.positions = wrapper.resolve(PositionProvider)
        parts = [*self.module.header, *self.module.body, *self.module.footer]
        self.parts = [(part, self.module.code_for_node(part)) for part in parts]
        visitor = _Visitor(self)
        self.module.visit(visitor)
        self.changes = visitor.changes


class _Visitor(cst.CSTVisitor):
    """Collects the changes of a file."""

    def __init__(self, file: File) -> None:
        super().__init__()
        self.changes: list[Change] = []
        self._file = file
        self._way: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._way.append(node)
        if _says_nothing_at_run_time(node):
            return False
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                self._keep(node, list(operator(node)))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._way.pop()

    def _keep(self, node: cst.CSTNode, changes: list[cst.CSTNode]) -> None:
        if len(self._way) < 2:
            return
        statements = [each for each in self._way if isinstance(each, _STATEMENT)]
        for changed in changes[:1] if _is_prose(node) else changes:
            made = Change(self._file, self._function(), self._way[1], statements[-1], node, changed)
            self.changes.append(made)

    def _function(self) -> str:
        """Name the function in whose body this is: its head (defaults, decorators) is not in it."""
        names, inside = [], False
        for node, child in zip(self._way, self._way[1:], strict=False):
            if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
                names.append(node.name.value)
                inside = inside or (isinstance(node, cst.FunctionDef) and child is node.body)
        return ".".join(names) if inside else ""


_STATEMENT = (cst.BaseStatement, cst.BaseSmallStatement)

_TYPING = m.OneOf(
    m.Annotation(),
    m.Import(),
    m.ImportFrom(),
    m.AnnAssign(annotation=m.Annotation(m.Name("TypeAlias"))),
    m.Assign(targets=[m.AssignTarget(m.Name("__all__"))]),
    m.Subscript(value=m.Name("Literal")),
    m.Call(func=m.OneOf(m.Name("TypeVar"), m.Name("ParamSpec"))),
    m.Expr(value=m.SimpleString()),
    m.Expr(value=m.ConcatenatedString()),
)


def _says_nothing_at_run_time(node: cst.CSTNode) -> bool:
    return m.matches(node, _TYPING)


def _is_prose(node: cst.CSTNode) -> bool:
    """Whether this is a text of several words: then one change of it is as good as three."""
    return isinstance(node, cst.SimpleString) and " " in node.value.strip("rbuf'\" ")


def _lines(span: object) -> range:
    return range(span.start.line, span.end.line + 1)  # type: ignore[attr-defined]


def _compiles(source: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "mutant", "exec")
        except (SyntaxError, ValueError):
            return False
    return True


def _difference(text: str, changed: str) -> tuple[str, str]:
    old, new = text.splitlines(), changed.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return tuple(" ".join(" ".join(lines).split()) for lines in (old, new))  # type: ignore[return-value]
