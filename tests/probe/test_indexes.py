"""Settings of package indexes: files and variables of pip and uv."""

import os
import sys
from pathlib import Path

import pytest
from made_files import make

from mps_doctor.probe import indexes
from mps_doctor.probe.rows.variables import OF_INDEXES

PIP = """\
[global]
index-url = https://index.example/simple
extra_index_url = "https://extra.example/"
timeout = 60
# index-url = https://comment.example
[install]
find-links =
no-index = yes
url = https://no.example
"""

UV = """\
index-url = "https://top.example"
[[index]]
name = "x"
url = "https://listed.example"
[pip]
extra-index-url = 'https://pip.example'
[other]
index-url = "https://no.example"
"""

PROJECT = """\
[project]
index-url = "https://no.example"
[[tool.uv.index]]
url = "https://project.example"
[tool.uv]
find-links = "https://links.example"
url = "https://no.example"
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in (*OF_INDEXES, "PIP_CONFIG_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "prefix"))
    return tmp_path / "home"


def of(path: Path, *pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"origin": str(path), "key": key, "value": value} for key, value in pairs]


PIP_SETTINGS = (
    ("index-url", "https://index.example/simple"),
    ("extra-index-url", "https://extra.example/"),
    ("no-index", "yes"),
)


@pytest.mark.parametrize(
    "place", ["Library/Application Support/pip/pip.conf", ".config/pip/pip.conf", ".pip/pip.conf"]
)
def test_settings_of_pip(home, place):
    make(home / place).write_text(PIP)
    assert indexes.indexes() == of(home / place, *PIP_SETTINGS)


def test_settings_of_pip_elsewhere(home, tmp_path, monkeypatch):
    make(tmp_path / "prefix" / "pip.conf").write_text(PIP)
    make(tmp_path / "named.conf").write_text(PIP)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "named.conf"))
    assert indexes.indexes() == [
        *of(tmp_path / "prefix" / "pip.conf", *PIP_SETTINGS),
        *of(tmp_path / "named.conf", *PIP_SETTINGS),
    ]
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    assert indexes.indexes() == []


def test_settings_of_uv(home, tmp_path):
    rows = (
        ("index-url", "https://top.example"),
        ("url", "https://listed.example"),
        ("extra-index-url", "https://pip.example"),
    )
    make(home / ".config/uv/uv.toml").write_text(UV)
    make(tmp_path / "project" / "uv.toml").write_text(UV)
    make(tmp_path / "project" / "pyproject.toml").write_text(PROJECT)
    assert indexes.indexes() == [
        *of(home / ".config/uv/uv.toml", *rows),
        *of(tmp_path / "project" / "uv.toml", *rows),
        *of(
            tmp_path / "project" / "pyproject.toml",
            ("url", "https://project.example"),
            ("find-links", "https://links.example"),
        ),
    ]


@pytest.mark.parametrize("name", ["PIP_INDEX_URL", "PIP_NO_INDEX", "UV_INDEX", "UV_TORCH_BACKEND"])
def test_settings_by_variable(home, monkeypatch, name):
    monkeypatch.setenv(name, "https://index.example")
    row = {"origin": "environment", "key": name, "value": "https://index.example"}
    assert indexes.indexes() == [row]
    monkeypatch.setenv(name, "")
    assert indexes.indexes() == []
