"""Settings of frameworks and package indexes: variables and files."""

import os
import sys
from pathlib import Path

import pytest
from makers import make
from tables import cases

from mps_doctor.probe import settings
from mps_doctor.probe.rows.variables import OF_INDEXES

YAML = """\
compute_environment: LOCAL_MACHINE
distributed_type: 'NO'  # one process
downcast_bf16: 'no'
fsdp_config:
  num_processes: 8
  use_cpu: false
main_training_function: main
num_processes: 1
use_cpu: true
"""
JSON = """\
{
  "distributed_type": "NO",
  "num_processes": 1,
  "use_cpu": true
}
"""


def write(folder: Path, text: str = YAML) -> str:
    path = folder / "accelerate" / "default_config.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return str(path)


def found(environment: dict[str, str]) -> dict[str, tuple[str, str]]:
    rows = settings.of_frameworks(environment)
    return {row["key"]: (row["value"], row["origin"]) for row in rows}


@pytest.mark.parametrize("text", [YAML, JSON])
def test_the_entries_of_the_top_level(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    entries = found({"HF_HOME": str(tmp_path)})
    assert entries["use_cpu"] == ("true", path)
    assert entries["num_processes"] == ("1", path)
    assert entries["distributed_type"] == ("NO", path)
    assert "downcast_bf16" not in entries


def test_where_accelerate_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HF_HOME before XDG_CACHE_HOME before the cache in the home; `~` is the home."""
    monkeypatch.setenv("HOME", str(tmp_path))
    home = write(tmp_path / ".cache" / "huggingface")
    cache = write(tmp_path / "cache" / "huggingface")
    own = write(tmp_path / "own")
    assert found({})["use_cpu"][1] == home
    assert found({"XDG_CACHE_HOME": str(tmp_path / "cache")})["use_cpu"][1] == cache
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "HF_HOME": "~/own"}
    assert found(environment)["use_cpu"][1] == own


def test_accelerate_itself_looks_there() -> None:
    config_args = pytest.importorskip("accelerate.commands.config.config_args")
    assert settings.accelerate_file(os.environ) == config_args.default_config_file


@pytest.mark.parametrize(
    "content",
    [
        b"x: y\n" * 100_000 + b"use_cpu: true",
        b"",
        b"\xff\xfe\x00use_cpu",
        b"[1, 2]",
        b"use_cpu",
        b"use_cpu:",
    ],
)
def test_a_broken_file_says_nothing(tmp_path: Path, content: bytes) -> None:
    Path(write(tmp_path)).write_bytes(content)
    environment = {"HF_HOME": str(tmp_path), "WORLD_SIZE": "4", "SECRET": "x"}
    assert found(environment) == {"WORLD_SIZE": ("4", "environment")}


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


@cases
def test_settings_in_files(place, file, text, expected):
    make(place / file).write_text(text)
    assert settings.indexes() == of(place / file, *expected)


def test_a_file_that_a_variable_names(place, monkeypatch):
    make(place / "named.conf").write_text(PIP)
    make(place / "home/.pip/pip.conf").write_text(PIP)
    monkeypatch.setenv("PIP_CONFIG_FILE", str(place / "named.conf"))
    both = [place / "home/.pip/pip.conf", place / "named.conf"]
    assert settings.indexes() == [row for path in both for row in of(path, *OF_PIP)]
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    assert settings.indexes() == []


@pytest.mark.parametrize("name", ["PIP_INDEX_URL", "PIP_NO_INDEX", "UV_INDEX", "UV_TORCH_BACKEND"])
def test_settings_by_variable(place, monkeypatch, name):
    monkeypatch.setenv(name, "https://index.example")
    row = {"origin": "environment", "key": name, "value": "https://index.example"}
    assert settings.indexes() == [row]
    monkeypatch.setenv(name, "")
    assert settings.indexes() == []
