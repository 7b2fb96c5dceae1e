"""Fixes of what only a Mac can have, on a simulated one: variables, a Python under Rosetta."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from environments import find_uv, torch_files, validate, write_index, write_wheel
from simulated_mac.macho import thin
from tables import cases

from mps_doctor.discovery.environment import Surroundings
from mps_doctor.facts import Host
from mps_doctor.features.fix.elsewhere import find_elsewhere
from mps_doctor.knowledge import releases

MakeMac = Callable[..., Any]

VARIABLE = "PYTORCH_MPS_HIGH_WATERMARK_RATIO"


def fix(mac: Any, folder: Path, *options: str | Path, **env: str) -> tuple[int, dict[str, Any]]:
    """Let the doctor fix the simulated Mac; return its exit code and its document."""
    command = [sys.executable, "-m", "mps_doctor", "fix", "--python", mac.python]
    done = subprocess.run(
        [*command, "--format", "json", *map(str, options)],
        env={**mac.env, "HOME": str(folder / "home"), **env},
        cwd=folder,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
        check=False,
    )
    assert done.stdout, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    validate(document)
    return done.returncode, document


def test_a_variable_of_the_shell_is_left_to_its_owner(
    simulated_mac: MakeMac, tmp_path: Path
) -> None:
    mac = simulated_mac()
    code, done = fix(mac, tmp_path, "--apply", "--yes", **{VARIABLE: "0.7"})
    assert code == 1
    assert [step["outcome"] for step in done["steps"]] == ["by-hand"]
    assert done["result"] == "unchanged"
    assert done["after"] is None


def write_binary(path: Path, cpu: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(thin(cpu))
    path.chmod(0o755)


def make_environment(
    folder: Path, torch: str, *, python: str = "arm64", library: str = "arm64"
) -> None:
    write_binary(folder / "bin" / "python", python)
    (folder / "conda-meta").mkdir()
    site = folder / "lib" / "python3.12" / "site-packages"
    (site / f"torch-{torch}.dist-info").mkdir(parents=True)
    write_binary(site / "torch" / "lib" / "libtorch_cpu.dylib", library)


@cases
def test_an_environment_that_works_is_named(
    tmp_path: Path, torch: str, macos: str, options: dict[str, str], works: bool
) -> None:
    prefix = tmp_path / "home" / "miniforge3" / "envs" / "mps"
    make_environment(prefix, torch, **options)
    around = Surroundings({}, tmp_path, tmp_path / "home", tmp_path / "root", "darwin")
    host = Host(system="Darwin", macos_version=macos)
    step = find_elsewhere(host, tmp_path / "examined", around)
    assert (step.commands if step else ()) == ((("conda", "activate", "mps"),) if works else ())
    assert find_elsewhere(host, prefix, around) is None


def test_what_works_elsewhere_comes_first(simulated_mac: MakeMac, tmp_path: Path) -> None:
    mac = simulated_mac("m1_rosetta_conda", torch=False, environment="venv", prefix_files={})
    home = tmp_path / "home"
    make_environment(home / "miniforge3" / "envs" / "mps", "2.8.0")
    mac.env["HOME"] = str(home)
    _, planned = fix(mac, tmp_path)
    assert planned["steps"][0]["id"] == "use-working-environment"
    command = [sys.executable, "-m", "mps_doctor", "--python", mac.python]
    done = subprocess.run(command, env=mac.env, capture_output=True, text=True, check=False)
    note = "Note: Use mps, where torch 2.8.0 can use MPS already: conda activate mps"
    assert note in " ".join(done.stdout.split())


@pytest.mark.skipif(find_uv() is None, reason="uv is not installed")
def test_a_new_environment_that_does_not_help_is_removed(
    simulated_mac: MakeMac, tmp_path: Path
) -> None:
    """The new one is made by the real uv; asked for a Mac's Python, it gets that of this system.

    So the new one is no Mac: the proof says so, and it is removed.
    """
    mac = simulated_mac("m1_rosetta_conda", torch=False, environment="venv", prefix_files={})
    old = Path(mac.python).parent.parent
    index = tmp_path / "index"
    write_index(index)
    # The command that is started prescribes the newest of all releases.
    newest = json.loads(releases.DATA.read_bytes())["torch"][-1]["version"]
    write_wheel(index, "torch", newest, torch_files(newest), ("torch-needs",))
    before = {path: path.lstat().st_mtime_ns for path in old.rglob("*")}
    tools = tmp_path / "tools"
    tools.mkdir()
    uv = tools / "uv"
    uv.write_text(
        f'#!/bin/sh\n[ "$1" = venv ] && set -- venv --python {sys.executable} "$4"\n'
        f'exec {find_uv()} "$@"\n'
    )
    uv.chmod(0o755)
    settings = tmp_path / "home" / ".config" / "uv" / "uv.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"no-index = true\nfind-links = [{json.dumps(str(index))}]\n")
    env = {"PATH": f"{tools}:/usr/bin:/bin", "UV_CACHE_DIR": str(tmp_path / "cache")}
    code, done = fix(mac, tmp_path, "--apply", "--yes", **env)
    assert done["before"]["cause"] == "python-x86_64-on-apple-silicon"
    steps = {step["id"]: step for step in done["steps"]}
    assert steps["new-environment"]["outcome"] == "not-verified", json.dumps(done["steps"])
    assert "after it: Not a Mac" in steps["new-environment"]["message"]
    assert code == 1
    assert not old.with_name("environment-arm64").exists()
    assert {path: path.lstat().st_mtime_ns for path in old.rglob("*")} == before

    # Nothing is ever overwritten.
    old.with_name("environment-arm64").mkdir()
    code, again = fix(mac, tmp_path, "--apply", "--yes", **env)
    assert code == 1
    assert "is there already" in again["steps"][0]["message"]
