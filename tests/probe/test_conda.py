"""What conda wrote of an environment: its name, tool, platform and packages."""

import json

import pytest
from makers import make

from mps_doctor.probe import conda


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Return the folder in which the installation `conda` holds the environment `ml`."""
    for name in ("MAMBA_EXE", "CONDA_EXE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "conda" / "envs" / "ml" / "conda-meta").mkdir(parents=True)
    (tmp_path / "conda" / "condabin").mkdir()
    return tmp_path


def facts(root, records=(), prefix="conda/envs/ml"):
    folder = root / prefix / "conda-meta"
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in dict(records).items():
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / f"{name}.json").write_text(text)
    return conda.facts(str(root / prefix))


def test_no_conda(tmp_path):
    why = "the interpreter is in no conda environment"
    assert conda.facts(str(tmp_path)) == {"unknown": why, "active": False}


@pytest.mark.parametrize(
    ("prefix", "files", "variables", "tool"),
    [
        ("conda/envs/ml", (), {}, "conda"),
        ("conda/envs/ml", ("conda/envs/ml/conda-meta/pixi",), {}, "pixi"),
        (".pixi/envs/default", (), {}, "pixi"),
        (".pixie", (), {}, "conda"),
        ("conda/envs/ml", (), {"MAMBA_EXE": "/opt/bin/micromamba"}, "micromamba"),
        ("conda/envs/ml", (), {"MAMBA_EXE": "/opt/bin/mamba"}, "conda"),
        ("conda/envs/ml", ("other/bin/mamba",), {}, "conda"),
        ("conda/envs/ml", ("other/bin/mamba",), {"CONDA_EXE": "other/bin/conda"}, "mamba"),
        ("conda/envs/ml", ("conda/envs/ml/bin/mamba",), {}, "mamba"),
        ("conda/envs/ml", ("conda/bin/mamba",), {}, "mamba"),
    ],
)
def test_the_tool_of_an_environment(root, monkeypatch, prefix, files, variables, tool):
    for name in files:
        make(root / name)
    for name, value in variables.items():
        monkeypatch.setenv(name, str(root / value))
    assert facts(root, prefix=prefix)["tool"] == tool


@pytest.mark.parametrize(
    ("prefix", "name"),
    [
        *[("conda/envs/ml", "ml"), ("conda", "base"), ("micromamba/envs/ml", "ml")],
        *[(".conda/envs/ml", "ml"), ("project/env", None), ("project/envs/ml", None)],
    ],
)
def test_the_name_by_which_conda_finds_it(root, prefix, name):
    (root / "micromamba" / "pkgs").mkdir(parents=True)
    why = {"unknown": "it lies outside of conda's own folder: its path addresses it"}
    assert facts(root, prefix=prefix)["name"] == (name or why)


PYTHON = "python-3.11-0"


@pytest.mark.parametrize(
    ("records", "subdir"),
    [
        ({PYTHON: {"subdir": "osx-64"}}, "osx-64"),
        ({PYTHON: {"url": "https://c/conda-forge/osx-arm64/p.conda"}}, "osx-arm64"),
        ({PYTHON: {"url": "a/b"}}, None),
        ({PYTHON: {}}, None),
        ({"python-dateutil-2-0": {"subdir": "noarch"}}, None),
        ({"python-abi-2-0": {"subdir": "noarch"}, "python-z-0": {"subdir": "osx-64"}}, "osx-64"),
        ({"numpy-1-0": {"subdir": "osx-64"}}, None),
        # A broken record costs its own fact.
        ({PYTHON: {"subdir": "osx-64"}, "pytorch-2.5.1-x_0": '{"build": "x'}, "osx-64"),
    ],
)
def test_the_platform_of_an_environment(root, records, subdir):
    make(root / "conda/envs/ml/conda-meta/python-notes").write_text("no JSON")
    found = facts(root, records)
    assert found["subdir"] == (subdir or {"unknown": "its records name no platform"})
    assert "unknown" in found["torch_build"]


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
def test_the_package_that_holds_torch(root, names, build):
    found = facts(root, {name: {"build": name, "channel": "conda-forge"} for name in names})
    why = {"unknown": "conda has installed no torch here"}
    assert found["torch_build"] == (build or why)
    assert found["torch_channel"] == ("conda-forge" if build else why)


@pytest.mark.parametrize(
    ("channel", "name"),
    [
        ("conda-forge", "conda-forge"),
        ("https://conda.example/conda-forge/", "conda-forge"),
        *((f"https://conda.example/forge/{each}", "forge") for each in conda.PLATFORMS),
        ("https://repo.example/pkgs/main/osx-64/", "pkgs/main"),
        ("https://repo.example/pkgs/main", "pkgs/main"),
        ("osx-64", "osx-64"),
    ],
)
def test_names_of_channels(root, channel, name):
    records = {"pytorch-2.9.1-0": {"build": "0", "channel": channel}}
    assert facts(root, records)["torch_channel"] == name
