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
OF_PIP = (
    *(("index-url", "https://index.example/simple"), ("extra-index-url", "https://extra.example/")),
    ("no-index", "yes"),
)

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
OF_UV = (
    *(("index-url", "https://top.example"), ("url", "https://listed.example")),
    ("extra-index-url", "https://pip.example"),
)

PROJECT = """\
[project]
index-url = "https://no.example"
[[tool.uv.index]]
url = "https://project.example"
[tool.uv]
find-links = "https://links.example"
url = "https://no.example"
"""
OF_PROJECT = (("url", "https://project.example"), ("find-links", "https://links.example"))


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return the folder that holds the home, the project and the prefix of this Python."""
    for name in (*OF_INDEXES, "PIP_CONFIG_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "prefix"))
    return tmp_path


def of(path: Path, *pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"origin": str(path), "key": key, "value": value} for key, value in pairs]


@pytest.mark.parametrize(
    ("file", "text", "settings"),
    [
        ("home/Library/Application Support/pip/pip.conf", PIP, OF_PIP),
        ("home/.config/pip/pip.conf", PIP, OF_PIP),
        ("home/.pip/pip.conf", PIP, OF_PIP),
        ("prefix/pip.conf", PIP, OF_PIP),
        ("home/.config/uv/uv.toml", UV, OF_UV),
        ("project/uv.toml", UV, OF_UV),
        ("project/pyproject.toml", PROJECT, OF_PROJECT),
    ],
)
def test_settings_in_files(place, file, text, settings):
    make(place / file).write_text(text)
    assert indexes.indexes() == of(place / file, *settings)


def test_a_file_that_a_variable_names(place, monkeypatch):
    make(place / "named.conf").write_text(PIP)
    make(place / "home/.pip/pip.conf").write_text(PIP)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(place / "named.conf"))
    both = [place / "home/.pip/pip.conf", place / "named.conf"]
    assert indexes.indexes() == [row for path in both for row in of(path, *OF_PIP)]
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    assert indexes.indexes() == []


@pytest.mark.parametrize("name", ["PIP_INDEX_URL", "PIP_NO_INDEX", "UV_INDEX", "UV_TORCH_BACKEND"])
def test_settings_by_variable(place, monkeypatch, name):
    monkeypatch.setenv(name, "https://index.example")
    row = {"origin": "environment", "key": name, "value": "https://index.example"}
    assert indexes.indexes() == [row]
    monkeypatch.setenv(name, "")
    assert indexes.indexes() == []
