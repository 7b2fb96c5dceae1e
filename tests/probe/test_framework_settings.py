"""Settings of frameworks: variables, and the file that `accelerate launch` reads."""

import os
from pathlib import Path

import pytest

from mps_doctor.probe import framework_settings

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
    rows = framework_settings.settings(environment)
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
    assert framework_settings.accelerate_file(os.environ) == config_args.default_config_file


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
