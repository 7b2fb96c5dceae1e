"""The JSON Schema of every document, made from the types."""

import inspect
from typing import Any

import msgspec

from mps_doctor.facts import Machine
from mps_doctor.features.bench.values import BenchReport
from mps_doctor.features.compare.differences import CompareReport
from mps_doctor.features.fix.values import FixReport
from mps_doctor.features.fleet.values import FleetReport
from mps_doctor.features.plan.values import PlanReport
from mps_doctor.judgement.report import ErrorReport, Report, ReportList
from mps_doctor.system.configuration import Settings

DIALECT = "https://json-schema.org/draft/2020-12/schema"

DOCUMENTS = (
    *(Report, ReportList, ErrorReport, BenchReport),
    *(FixReport, CompareReport, PlanReport, FleetReport, Machine),
)


def document_schema() -> dict[str, Any]:
    """Return the JSON Schema of the documents."""
    schemas, components = msgspec.json.schema_components(DOCUMENTS, ref_template="#/$defs/{name}")
    for component in components.values():
        if "description" in component:
            # Before Python 3.13 a docstring keeps the indentation of its source.
            component["description"] = inspect.cleandoc(component["description"])
    return {
        "$schema": DIALECT,
        "title": "mps-doctor documents, version 1",
        "description": "A report, a list of them, an error, a bench, a fix, a comparison, a plan, "
        "a report on many hosts, or a machine (snapshot).",
        "anyOf": list(schemas),
        "$defs": components,
    }


def configuration_schema() -> dict[str, Any]:
    """Return the JSON Schema of [tool.mps-doctor]."""
    (_,), components = msgspec.json.schema_components((Settings,), ref_template="#/$defs/{name}")
    return {
        "$schema": DIALECT,
        **components.pop("Settings"),
        "title": "mps-doctor configuration",
        "description": "The content of mps-doctor.toml, and of [tool.mps-doctor] in pyproject.toml",
        "$defs": components,
    }
