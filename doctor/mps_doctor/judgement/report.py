"""Report: the JSON contract, version 1. It is a generic envelope and knows no feature."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import ClassVar, Literal

import msgspec

from mps_doctor.facts import Machine, SmokeTest, other_version as other_version_than
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.deep_matrix import Row as DeepRow
from mps_doctor.judgement.verdict import Verdict
from mps_doctor.system.redaction import redact_document
from mps_doctor.system.version import VERSION

SCHEMA_VERSION = "1.0"
"""Version of the Report document: it only grows within one major version."""


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """The program that wrote the document."""

    name: str = "mps-doctor"
    version: str = VERSION


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """What every document begins with; each feature adds its own values."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool = Tool()


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
    """The device cannot be used as requested: headline and cause, and the report."""

    def __init__(self, report: Report) -> None:
        cause = report.verdict.cause or report.verdict.status
        super().__init__(f"{report.verdict.headline} ({cause}; to fix it, run: mps-doctor)")
        self.report = report
        self.cause = cause

    def __reduce__(self) -> tuple[type[MPSUnavailableError], tuple[Report]]:
        # Another process makes it again from the report, not from the text.
        return type(self), (self.report,)


class Report(Envelope, frozen=True, kw_only=True):
    """One examination: the verdict, every result, the facts they rest on."""

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

    show: ClassVar[Callable[[Report, str], str] | None] = None
    """Draws a report in a format; set by the floor that can, so that this one need not know it."""

    def raise_for_status(self) -> None:
        """Raise MPSUnavailableError where the verdict fails; warn of checks that failed to run."""
        if not self.verdict.passes:
            raise MPSUnavailableError(self)
        for each in self.results:
            if each.outcome == "errored":
                warnings.warn(f"{each.check} failed to run: {each.message}", stacklevel=2)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON document as a dictionary, redacted like every output."""
        return msgspec.json.decode(self.to_json(), type=dict[str, object])

    def to_json(self) -> str:
        """Return the JSON document as one line, redacted like every output."""
        return msgspec.json.encode(redact_document(self)).decode()

    def __repr__(self) -> str:
        verdict = self.verdict
        cause = f" ({verdict.cause})" if verdict.cause else ""
        return (
            f"<Report {verdict.status}{cause}, exit code {verdict.exit_code}: {verdict.headline}>"
        )

    def __str__(self) -> str:
        return Report.show(self, "console").rstrip("\n") if Report.show else repr(self)

    def _repr_html_(self) -> str | None:
        return Report.show(self, "html-fragment") if Report.show else None


class ReportList(Envelope, frozen=True, kw_only=True):
    """Several examinations in one document (`--all`, folders)."""

    reports: tuple[Report, ...]


class ErrorDetail(msgspec.Struct, frozen=True, kw_only=True):
    """What was wrong with the command or its input, and what to do."""

    kind: str
    message: str
    hint: str = ""


class ErrorReport(Envelope, frozen=True, kw_only=True):
    """The document of a run that could not start."""

    error: ErrorDetail


def other_version(document: bytes) -> str:
    """Return what to say of a document of another major version; empty for every other text."""
    try:
        return other_version_than(document, SCHEMA_VERSION)
    except (ValueError, RecursionError):
        return ""


def decode(document: bytes) -> Report:
    """Decode a Report; raises msgspec.DecodeError for anything else."""
    if said := other_version(document):
        raise msgspec.ValidationError(said)
    return msgspec.json.decode(document, type=Report)
