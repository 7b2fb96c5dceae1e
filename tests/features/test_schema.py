"""The JSON Schema: valid, and true of what is written."""

import importlib.metadata
import json

import pytest

import mps_doctor
from mps_doctor.features.schema import configuration_schema, document_schema

jsonschema = pytest.importorskip("jsonschema")


@pytest.mark.parametrize("make", [document_schema, configuration_schema])
def test_the_schema_is_a_valid_one(make: object) -> None:
    jsonschema.Draft202012Validator.check_schema(make())  # type: ignore[operator]


def test_every_document_is_described_without_the_indentation_of_its_source() -> None:
    schema = document_schema()
    assert {"Report", "ReportList", "ErrorReport", "Machine"} <= schema["$defs"].keys()
    assert "\n    " not in json.dumps([d.get("description", "") for d in schema["$defs"].values()])


def test_the_version_is_the_one_of_the_package() -> None:
    assert importlib.metadata.version("mps-doctor") == mps_doctor.__version__
