"""What conda wrote of an environment: its name, tool, platform and packages."""

import json

import pytest
from makers import make
from tables import cases, cases_and

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


@cases
def test_the_tool_of_an_environment(root, monkeypatch, prefix, files, variables, tool):
    for name in files:
        make(root / name)
    for name, value in variables.items():
        monkeypatch.setenv(name, str(root / value))
    assert facts(root, prefix=prefix)["tool"] == tool


@cases
def test_the_name_by_which_conda_finds_it(root, prefix, name):
    (root / "micromamba" / "pkgs").mkdir(parents=True)
    why = {"unknown": "it lies outside of conda's own folder: its path addresses it"}
    assert facts(root, prefix=prefix)["name"] == (name or why)


@cases
def test_the_platform_of_an_environment(root, records, subdir):
    make(root / "conda/envs/ml/conda-meta/python-notes").write_text("no JSON")
    found = facts(root, records)
    assert found["subdir"] == (subdir or {"unknown": "its records name no platform"})
    assert "unknown" in found["torch_build"]


@cases
def test_the_package_that_holds_torch(root, names, build):
    found = facts(root, {name: {"build": name, "channel": "conda-forge"} for name in names})
    why = {"unknown": "conda has installed no torch here"}
    assert found["torch_build"] == (build or why)
    assert found["torch_channel"] == ("conda-forge" if build else why)


@cases_and(
    *(
        {"channel": f"https://conda.example/forge/{each}", "name": "forge"}
        for each in conda.PLATFORMS
    )
)
def test_names_of_channels(root, channel, name):
    records = {"pytorch-2.9.1-0": {"build": "0", "channel": channel}}
    assert facts(root, records)["torch_channel"] == name
