"""A healthy machine for any torch, macOS and Python, to be spoilt by the tests beside it."""

import sys
from collections.abc import Callable
from pathlib import Path
from string import Template
from typing import Any

import msgspec
import pytest
from tables import tomllib

from mps_doctor.facts import SCHEMA_VERSION, Machine
from mps_doctor.knowledge import releases

# The folder itself stays off the path: it has one called torch.
sys.path.append(str(Path(__file__).parent / "calling"))

HEALTHY = Template((Path(__file__).parent / "healthy.toml").read_text(encoding="utf-8"))


def build_healthy(torch: str = "2.15.0", macos: str = "15.5", python: str = "3.12.8") -> Machine:
    """Return a native arm64 machine on which this torch works."""
    major = int(macos.partition(".")[0])
    darwin = major - 1 if major >= 26 else major + 9
    filled = HEALTHY.substitute(torch=torch, macos=macos, python=python, darwin=darwin)
    machine: dict[str, Any] = tomllib.loads(filled)
    release = releases.release(torch)
    machine["torch"]["stated_minimum_macos"] = release.mps_stated_macos if release else "15.0"
    companions = releases.companions_for(torch, architecture="arm64", macos=macos, python=python)
    installed = {"numpy": "2.2.6" if releases.knows_numpy_2(torch) else "1.26.4", **companions}
    machine["packages"] = {
        "installed": [{"name": name, "version": version} for name, version in installed.items()]
    }
    machine["torch_import"]["macos_at_least"] = [
        {"version": asked, "answer": int(asked[:2]) <= major}
        for asked in ("13.0", "14.0", "15.0", "26.0")
    ]
    return msgspec.convert({"schema_version": SCHEMA_VERSION, **machine}, Machine)


@pytest.fixture(scope="session")
def healthy() -> Callable[..., Machine]:
    """The function that builds a healthy machine."""
    return build_healthy
