"""The JSON contract: the file that ships is the one that the types give."""

import importlib.metadata
import json

import jsonschema

import mps_doctor
from mps_doctor.judgement.report import SCHEMA_FILE, generate_schema


def test_the_published_schema_is_current() -> None:
    published = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    current = json.loads(json.dumps(generate_schema()))
    assert published == current, "run: python -m mps_doctor.judgement.report"


def test_the_schema_is_a_valid_one() -> None:
    jsonschema.Draft202012Validator.check_schema(generate_schema())


def test_the_version_is_the_one_of_the_package() -> None:
    assert importlib.metadata.version("mps-doctor") == mps_doctor.__version__
