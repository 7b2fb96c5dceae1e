"""Report: the JSON contract, version 1, and its published JSON Schema."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Literal

import msgspec

from mps_doctor import __version__
from mps_doctor.facts.machine import Machine, SmokeTest
from mps_doctor.features.bench.values import Bench
from mps_doctor.features.compare.values import Difference, Relation, ResultChange, Side
from mps_doctor.features.fix.values import FixResult, FixStep
from mps_doctor.features.plan.values import Forecast
from mps_doctor.fixes.fix import Argv
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.deep_matrix import Row as DeepRow
from mps_doctor.judgement.verdict import Verdict

SCHEMA_VERSION = "1.0"
"""Version of the Report document: it only grows within one major version."""

SCHEMA_FILE = Path(__file__).with_name("report.schema.json")


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """The program that wrote the document."""

    name: str = "mps-doctor"
    version: str = __version__


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """Who was examined, and why this one."""

    kind: Literal["interpreter", "snapshot", "pasted", "host"]
    name: str
    python: str = ""
    chosen_because: str = ""
    note: str = ""


class Ignored(msgspec.Struct, frozen=True, kw_only=True):
    """A check that the user switched off."""

    check: str
    reason: str


class Measurements(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers that were measured on the device."""

    smoke: SmokeTest = SmokeTest()
    deep: tuple[DeepRow, ...] = ()
    """The matrix of the deep probes: each operation with what was seen of it in each dtype."""


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier report, whose findings do not count again (`check --baseline`)."""

    name: str
    """The file's name."""
    known: tuple[str, ...] = ()
    """Findings that it had already, each as `check: cause`."""
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


class MPSUnavailableError(RuntimeError):
    """The device cannot be used as asked: the verdict's sentence and cause, and the report."""

    def __init__(self, report: Report) -> None:
        verdict = report.verdict
        cause = verdict.cause or verdict.status
        super().__init__(f"{verdict.sentence} ({cause}; for the way out run: mps-doctor)")
        self.report = report
        self.cause = cause


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One examination: the verdict, every result, the facts they rest on."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool = Tool()
    target: Target
    verdict: Verdict
    results: tuple[Result, ...]
    ignored: tuple[Ignored, ...] = ()
    baseline: Baseline | msgspec.UnsetType = msgspec.UNSET
    measurements: Measurements = Measurements()
    facts: Machine
    started: str
    """ISO 8601, UTC."""
    seconds: float

    def raise_for_status(self) -> None:
        """Raise MPSUnavailableError unless the exit code of the verdict is 0."""
        if self.verdict.exit_code:
            raise MPSUnavailableError(self)

    def __repr__(self) -> str:
        verdict = self.verdict
        cause = f" ({verdict.cause})" if verdict.cause else ""
        return (
            f"<Report {verdict.status}{cause}, exit code {verdict.exit_code}: {verdict.sentence}>"
        )

    def __str__(self) -> str:
        return str(_reporter("console").render(self, _screen())).rstrip("\n")

    def _repr_html_(self) -> str:
        return str(_reporter("html").render_fragment(self))


class ReportList(msgspec.Struct, frozen=True, kw_only=True):
    """Several examinations in one document (`--all`, folders)."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool = Tool()
    reports: tuple[Report, ...]


class BenchReport(msgspec.Struct, frozen=True, kw_only=True):
    """One run of `mps-doctor bench`: how fast the device is, beside the CPU."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool = Tool()
    target: Target
    bench: Bench
    facts: Machine
    started: str
    """ISO 8601, UTC."""
    seconds: float


class FixReport(msgspec.Struct, frozen=True, kw_only=True):
    """One run of `mps-doctor fix`: the plan, what was done of it, and what came of that."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool = Tool()
    target: Target
    applied: bool
    """Whether steps were to be done, or only shown."""
    result: FixResult
    sentence: str
    steps: tuple[FixStep, ...]
    command: Argv = ()
    """What carries out a plan that is only shown; empty for one of another machine."""
    before: Verdict
    after: Verdict | None = None
    """Of the whole check after the last step; of the new environment where one was made."""
    examined_after: str = ""
    """The interpreter that it is about."""
    saved_in: str = ""
    """The folder with what is needed to go back; empty where nothing was saved."""
    undo: tuple[Argv, ...] = ()
    """What goes back to the state before."""
    exit_code: int
    started: str
    """ISO 8601, UTC."""
    seconds: float


class CompareReport(msgspec.Struct, frozen=True, kw_only=True):
    """Two examinations side by side."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool = Tool()
    a: Side
    b: Side
    relation: Relation
    sentence: str
    differences: tuple[Difference, ...]
    """Those that explain the verdict first."""
    results: tuple[ResultChange, ...]
    new: tuple[str, ...] = ()
    """Findings of the second that the first lacks, each as `check: cause`."""
    gone: tuple[str, ...] = ()
    exit_code: int


class PlanReport(msgspec.Struct, frozen=True, kw_only=True):
    """What if this machine had another torch, macOS or Python."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool = Tool()
    target: Target
    forecast: Forecast


class ErrorDetail(msgspec.Struct, frozen=True, kw_only=True):
    """What was wrong with the command or its input, and what to do."""

    kind: str
    message: str
    hint: str = ""


class ErrorReport(msgspec.Struct, frozen=True, kw_only=True):
    """The document of a run that could not start."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool = Tool()
    error: ErrorDetail


def _reporter(format: str) -> Any:
    # By name: a report knows no format until a prompt or a notebook wants to show it.
    return importlib.import_module(f"mps_doctor.render.format_{format}")


def _screen() -> Any:
    return importlib.import_module("mps_doctor.render.screen").Screen()


Document = Report | ReportList | ErrorReport
ToldDocument = FixReport | CompareReport | PlanReport | BenchReport
"""Documents that share their reporters, which tell a story in every format."""

_encoder = msgspec.json.Encoder()


def encode(document: Document | ToldDocument) -> bytes:
    """Encode a document as one line of JSON."""
    return _encoder.encode(document)


def decode(document: bytes) -> Report:
    """Decode a Report; raises msgspec.DecodeError for anything else."""
    return msgspec.json.decode(document, type=Report)


def generate_schema() -> dict[str, Any]:
    """Return the JSON Schema of the documents, made from the types."""
    import inspect

    # A report on many hosts is made of other types, which no examination needs.
    from mps_doctor.features.fleet.values import FleetReport

    kinds = (
        *(Report, ReportList, ErrorReport, BenchReport),
        *(FixReport, CompareReport, PlanReport, FleetReport),
    )
    schemas, components = msgspec.json.schema_components(
        (*kinds, Machine), ref_template="#/$defs/{name}"
    )
    for component in components.values():
        if "description" in component:
            # Before Python 3.13 a docstring keeps the indentation of its source.
            component["description"] = inspect.cleandoc(component["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "mps-doctor documents, version 1",
        "description": "A report, a list of them, an error, a bench, a fix, a comparison, a plan, "
        "a report on many hosts, or a machine (snapshot).",
        "anyOf": list(schemas),
        "$defs": components,
    }


if __name__ == "__main__":
    import json

    # The maintainer's command after a change of the contract; a test compares file and types.
    # By name: this module runs under another one, and its types would be there twice.
    schema = importlib.import_module("mps_doctor.judgement.report").generate_schema()
    SCHEMA_FILE.write_text(json.dumps(schema, indent=1) + "\n", encoding="utf-8")
