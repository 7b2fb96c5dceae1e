"""Linux guests on a Mac, conda environments, index settings."""

from __future__ import annotations

import json

import pytest

from mps_doctor.probe import indexes
from mps_doctor.probe.conda import facts as conda_facts
from mps_doctor.probe.host_linux import marks_of


def cpu(**values: str):
    return lambda key: [values[name] for name in values if name.replace("_", " ") == key]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        # docker/for-mac#6512: Docker Desktop on an M1
        (
            marks_of("5.10.104-linuxkit", "aarch64", cpu(CPU_implementer="0x00"), [], ""),
            ["kernel release 5.10.104-linuxkit", "CPU implementer 0x00"],
        ),
        # Dr-Noob/cpufetch#229: a Linux guest on an M3 Max
        (
            marks_of(
                "6.8.5-fc40",
                "aarch64",
                cpu(CPU_implementer="0x61"),
                ["Apple Inc.", "Apple Virtualization Generic Platform"],
                "",
            ),
            ["CPU implementer 0x61", "Apple Inc.", "Apple Virtualization Generic Platform"],
        ),
        (
            marks_of("6.6.0-asahi", "aarch64", cpu(), [], "apple,j314s\0apple,arm-platform"),
            ["device tree of Apple"],
        ),
        (
            marks_of(
                "6.10.14-orbstack", "x86_64", cpu(model_name="VirtualApple @ 2.50GHz"), [], ""
            ),
            ["kernel release 6.10.14-orbstack", "VirtualApple @ 2.50GHz"],
        ),
        (marks_of("6.8.0", "aarch64", cpu(CPU_implementer="0x41"), ["Amazon EC2"], ""), []),
        (marks_of("6.8.0", "x86_64", cpu(model_name="Intel(R) Xeon(R)"), ["QEMU"], ""), []),
        (marks_of("5.15-linuxkit", "x86_64", cpu(), ["Microsoft Corporation"], ""), []),
    ],
)
def test_signs_of_a_mac_below_linux(marks, expected):
    assert marks == expected


def conda_environment(prefix, *records: dict[str, str]):
    (prefix / "conda-meta").mkdir(parents=True)
    for record in records:
        name = "{name}-{version}-{build}.json".format(**record)
        (prefix / "conda-meta" / name).write_text(json.dumps(record))
    return str(prefix)


PYTHON = {"name": "python", "version": "3.12.8", "build": "hc22306f_1_cpython"}
TORCH = {"name": "pytorch", "version": "2.5.1", "build": "cpu_generic_py312h99d64c8_6"}
FORGE = "https://conda.anaconda.org/conda-forge"


def test_an_intel_conda_environment(tmp_path):
    (tmp_path / "pkgs").mkdir()
    prefix = conda_environment(
        tmp_path / "envs" / "ml",
        dict(PYTHON, subdir="osx-64", channel=f"{FORGE}/osx-64"),
        dict(TORCH, subdir="osx-64", channel=f"{FORGE}/osx-64"),
        {"name": "pytorch-lightning", "version": "2.4", "build": "x", "channel": "other"},
    )

    assert conda_facts(prefix) == {
        "active": True,
        "tool": "conda",
        "name": "ml",
        "prefix": prefix,
        "subdir": "osx-64",
        "torch_channel": "conda-forge",
        "torch_build": "cpu_generic_py312h99d64c8_6",
    }


@pytest.mark.parametrize(
    ("channel", "name"),
    [
        ("https://repo.anaconda.com/pkgs/main/osx-arm64", "pkgs/main"),
        ("https://repo.anaconda.com/pkgs/main", "pkgs/main"),
        ("conda-forge", "conda-forge"),
        ("https://conda.anaconda.org/pytorch/osx-arm64", "pytorch"),
    ],
)
def test_channel(tmp_path, channel, name):
    prefix = conda_environment(tmp_path, dict(TORCH, channel=channel))
    assert conda_facts(prefix)["torch_channel"] == name


def test_a_pixi_environment_without_torch(tmp_path):
    prefix = conda_environment(
        tmp_path / ".pixi" / "envs" / "default", dict(PYTHON, subdir="osx-arm64")
    )

    found = conda_facts(prefix)
    assert (found["tool"], found["subdir"]) == ("pixi", "osx-arm64")
    assert "unknown" in found["torch_channel"]


def test_a_broken_record_costs_its_own_fact(tmp_path):
    prefix = conda_environment(tmp_path, dict(PYTHON, subdir="osx-arm64"))
    (tmp_path / "conda-meta" / "pytorch-2.5.1-x_0.json").write_text('{"build": "x_0"')

    found = conda_facts(prefix)
    assert found["subdir"] == "osx-arm64"
    assert "unknown" in found["torch_build"]


def test_no_conda(tmp_path):
    assert conda_facts(str(tmp_path))["active"] is False


def test_settings_of_pip_and_uv(tmp_path, monkeypatch):
    work, home = tmp_path / "work", tmp_path / "home"
    (home / ".config" / "pip").mkdir(parents=True)
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setenv("HOME", str(home))
    for name in indexes.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("PIP_CONFIG_FILE", raising=False)
    monkeypatch.setenv("UV_INDEX_URL", "https://index.example/cu124")
    (home / ".config" / "pip" / "pip.conf").write_text(
        "[global]\ntimeout = 9\nextra-index-url = https://index.example/a\n"
    )
    (work / "pyproject.toml").write_text(
        '[project]\nurl = "x"\n[project.urls]\nurl = "y"\n'
        '[[tool.uv.index]]\nname = "t"\nurl = "https://index.example/cpu"\n'
    )

    found = [item for item in indexes.indexes() if str(tmp_path) in item["origin"]]
    assert indexes.indexes()[0] == {
        "origin": "environment",
        "key": "UV_INDEX_URL",
        "value": "https://index.example/cu124",
    }
    assert [(item["key"], item["value"]) for item in found] == [
        ("extra-index-url", "https://index.example/a"),
        ("url", "https://index.example/cpu"),
    ]
