"""What conda wrote of an environment: its name, tool, platform and packages."""

import json
import sys
from pathlib import Path

import pytest
from made_files import make

from mps_doctor.probe import conda
from mps_doctor.probe.gather import NotKnownError


@pytest.fixture
def prefix(tmp_path, monkeypatch):
    for name in ("MAMBA_EXE", "CONDA_EXE"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "conda" / "envs" / "ml"
    (folder / "conda-meta").mkdir(parents=True)
    (tmp_path / "conda" / "condabin").mkdir()
    return folder


def record(prefix: Path, file: str, **content: str) -> None:
    (prefix / "conda-meta" / f"{file}.json").write_text(json.dumps(content))


def test_no_conda(tmp_path):
    why = "the interpreter is in no conda environment"
    assert conda.facts(str(tmp_path)) == {"unknown": why, "active": False}


def test_the_prefix_is_that_of_this_interpreter(prefix, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(prefix))
    found = conda.facts()
    assert (found["prefix"], found["name"], found["active"]) == (str(prefix), "ml", True)


def test_the_tool_of_an_environment(prefix, tmp_path, monkeypatch):
    def tool(path=prefix, names=()):
        return conda.tool(str(path), list(names))

    assert tool() == "conda"
    assert tool(names=["pixi"]) == "pixi"
    assert tool(tmp_path / ".pixi" / "envs" / "default") == "pixi"
    assert tool(tmp_path / ".pixi") == "pixi"
    assert tool(tmp_path / ".pixie") == "conda"
    monkeypatch.setenv("MAMBA_EXE", "/opt/bin/micromamba")
    assert tool() == "micromamba"
    monkeypatch.setenv("MAMBA_EXE", "/opt/bin/mamba")
    assert tool() == "conda"
    monkeypatch.setenv("CONDA_EXE", str(tmp_path / "other" / "bin" / "conda"))
    assert tool() == "conda"
    make(tmp_path / "other" / "bin" / "mamba")
    assert tool() == "mamba"
    monkeypatch.delenv("CONDA_EXE")
    assert tool() == "conda"
    make(prefix / "bin" / "mamba")
    assert tool() == "mamba"


def test_mamba_of_the_root_is_found(prefix):
    make(prefix.parent.parent / "bin" / "mamba")
    assert conda.tool(str(prefix), []) == "mamba"


def test_the_root_is_called_base(prefix):
    assert conda.name(str(prefix)) == "ml"
    (prefix / "condabin").mkdir()
    assert conda.name(str(prefix)) == "base"


def test_an_environment_that_conda_finds_by_its_path_alone_has_no_name(prefix, tmp_path):
    for elsewhere in ("project/env", "project/envs/ml"):
        with pytest.raises(NotKnownError):
            conda.name(str(tmp_path / elsewhere))
    (tmp_path / "micromamba" / "pkgs").mkdir(parents=True)
    for place in ("micromamba/envs/ml", ".conda/envs/ml"):
        assert conda.name(str(tmp_path / place)) == "ml"


@pytest.mark.parametrize(
    ("records", "subdir"),
    [
        ({"python-3.11-0": {"name": "python", "subdir": "osx-64"}}, "osx-64"),
        (
            {"python-3.11-0": {"name": "python", "url": "https://c/conda-forge/osx-arm64/p.conda"}},
            "osx-arm64",
        ),
        ({"python-3.11-0": {"name": "python", "url": "a/b"}}, None),
        ({"python-3.11-0": {"name": "python"}}, None),
        ({"python-dateutil-2-0": {"name": "python-dateutil", "subdir": "noarch"}}, None),
        (
            {
                "python-abi-2-0": {"name": "python-abi", "subdir": "noarch"},
                "python-z-0": {"name": "python", "subdir": "osx-64"},
            },
            "osx-64",
        ),
        ({"numpy-1-0": {"name": "python", "subdir": "osx-64"}}, None),
        ({}, None),
    ],
)
def test_the_platform_of_an_environment(prefix, records, subdir):
    for name, content in records.items():
        record(prefix, name, **content)
    (prefix / "conda-meta" / "python-notes").write_text("no JSON")
    why = {"unknown": "its records name no platform"}
    assert conda.facts(str(prefix))["subdir"] == (subdir or why)


@pytest.mark.parametrize(
    ("names", "build"),
    [
        (["pytorch-2.9.1-py_0"], "pytorch-2.9.1-py_0"),
        (["libtorch-2.9.1-h_0", "pytorch-2.9.1-py_0"], "pytorch-2.9.1-py_0"),
        (["libtorch-2.9.1-h_0", "pytorch-cpu-2.9.1-c_0"], "pytorch-cpu-2.9.1-c_0"),
        (["pytorch-lightning-2.1-0", "libtorch-2.9.1-h_0"], "libtorch-2.9.1-h_0"),
        (["pytorch-nightly-2.9-0"], "pytorch-nightly-2.9-0"),
        (["pytorch-lightning-2.1-0", "torch-2.1-0"], None),
    ],
)
def test_the_package_that_holds_torch(prefix, names, build):
    for name in names:
        record(prefix, name, build=name, channel="conda-forge")
    (prefix / "conda-meta" / "pytorch-2.9.1-x.txt").touch()
    found = conda.facts(str(prefix))
    why = {"unknown": "conda has installed no torch here"}
    assert found["torch_build"] == (build or why)
    assert found["torch_channel"] == ("conda-forge" if build else why)


@pytest.mark.parametrize(
    ("channel", "name"),
    [
        ("conda-forge", "conda-forge"),
        ("https://conda.example/conda-forge/", "conda-forge"),
        *((f"https://conda.example/forge/{each}", "forge") for each in ("noarch", "osx-64")),
        *((f"https://conda.example/forge/{each}", "forge") for each in ("osx-arm64", "win-64")),
        *((f"https://conda.example/forge/{each}", "forge") for each in ("linux-64",)),
        ("https://conda.example/forge/linux-aarch64", "forge"),
        ("https://repo.example/pkgs/main/osx-64/", "pkgs/main"),
        ("https://repo.example/pkgs/main", "pkgs/main"),
        ("osx-64", "osx-64"),
    ],
)
def test_names_of_channels(prefix, channel, name):
    record(prefix, "pytorch-2.9.1-0", build="0", channel=channel)
    assert conda.facts(str(prefix))["torch_channel"] == name


def test_a_broken_record_costs_its_own_fact(prefix):
    record(prefix, "python-3.12.8-0", name="python", subdir="osx-arm64")
    (prefix / "conda-meta" / "pytorch-2.5.1-x_0.json").write_text('{"build": "x_0"')

    found = conda.facts(str(prefix))
    assert found["subdir"] == "osx-arm64"
    assert "unknown" in found["torch_build"]
