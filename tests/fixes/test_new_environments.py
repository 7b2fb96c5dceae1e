"""A new environment beside the one that cannot have MPS."""

import pytest
from mac_environments import (
    COMPANIONS,
    PYTHON,
    apple,
    conda,
    environment_for,
    intel,
    interpreter,
    rosetta,
    torch_for,
    torch_of,
)

from mps_doctor.facts import Host, Interpreter


def test_a_python_that_pip_must_not_touch_gets_an_environment() -> None:
    brew = interpreter(
        environment="none", externally_managed=True, executable="/opt/homebrew/bin/python3.12"
    )
    (fix,) = torch_for(apple(), brew)
    assert fix.commands[0] == ("/opt/homebrew/bin/python3.12", "-m", "venv", "mps-env")
    assert fix.commands[1][:4] == ("mps-env/bin/python", "-m", "pip", "install")
    assert "new-environment" in fix.needs
    assert fix.verify == (("mps-doctor", "--python", "mps-env/bin/python"),)


def test_rosetta_gets_a_new_arm64_environment_beside_the_old_one() -> None:
    first, by_hand = torch_for(
        apple(), rosetta(environment="uv", has_pip=False), packages=COMPANIONS
    )
    made = "~/work/.venv-arm64"
    assert first.commands[0] == (
        *("uv", "venv", "--python", "cpython-3.11-macos-aarch64-none"),
        made,
    )
    assert first.commands[1][:5] == ("uv", "pip", "install", "--python", f"{made}/bin/python")
    assert first.commands[1][5:] == ("torch==2.14.1", "torchvision==0.29.2", "torchaudio==2.11.0")
    assert first.undo == (("rm", "-r", made),)
    assert first.verify == (("mps-doctor", "--python", f"{made}/bin/python"),)
    assert by_hand.kind == "manual"
    assert any("Rosetta" in step for step in by_hand.steps)


def test_rosetta_with_pip_gets_uv_by_pip_if_this_python_may() -> None:
    first, _ = environment_for(apple(), rosetta())
    assert first.commands[0] == (PYTHON, "-m", "pip", "install", "uv")
    assert first.commands[1][:4] == (PYTHON, "-m", "uv", "venv")
    for facts in ({"version": "3.7.16"}, {"externally_managed": True}, {"has_pip": False}):
        version = str(facts.pop("version", "3.11.9"))
        (only,) = environment_for(apple(), rosetta(version, **facts))
        assert only.kind == "manual"
        assert only.commands == ()


def test_rosetta_in_conda_and_pixi() -> None:
    python = rosetta("3.9.1", environment="conda")
    first, _ = environment_for(apple(), python, conda())
    (command,) = first.commands
    assert command[:5] == ("conda", "create", "--yes", "-n", "ml-arm64")
    assert command[5:7] == ("--platform", "osx-arm64")
    assert "python=3.12" in command  # 3.9 ends with torch 2.8
    assert first.verify == (("mps-doctor", "--env", "ml-arm64"),)
    first, _ = environment_for(apple(), python, conda(name="base"))
    assert first.commands[0][4] == "mps"
    first, _ = environment_for(apple(), rosetta(environment="pixi"), conda("pixi"))
    assert first.commands[0] == ("pixi", "init", "--platform", "osx-arm64", "mps-env")


def test_a_python_without_a_torch_here_leads_to_one_with_and_to_the_update() -> None:
    fixes = torch_for(apple("12.7"), interpreter("3.13.1"))
    assert [fix.id for fix in fixes] == [
        "new-environment",
        "new-environment-by-hand",
        "update-macos",
    ]
    assert torch_of(fixes[0]) == "torch==2.4.1"
    assert "13.0" in fixes[-1].summary
    # Python 3.16 has no torch on any macOS: no update is promised to help.
    fixes = torch_for(apple("15.0"), interpreter("3.16.0"))
    assert [fix.id for fix in fixes] == ["new-environment", "new-environment-by-hand"]


@pytest.mark.parametrize("macos", ["11.7.10", "12.0", "12.2.1"])
def test_below_every_torch_only_the_update_helps(macos: str) -> None:
    (fix,) = torch_for(apple(macos), interpreter())
    assert fix.id == "update-macos"
    assert "12.3" in fix.summary
    assert set(fix.needs) == {"gui", "restart", "network"}
    assert fix.commands == ()


def test_an_intel_mac_without_amd_is_told_so_first() -> None:
    python = interpreter(architecture="x86_64")
    fixes = torch_for(intel("11.7", "Intel Iris Plus"), python)
    assert fixes[0].id == "no-mps-on-this-mac"
    assert fixes[0].commands == ()
    assert fixes[1].commands[0][4:] == ("torch==2.2.2", "numpy<2")
    assert "CPU" in fixes[1].summary
    newer = interpreter("3.13.1", architecture="x86_64")
    first, second, *_ = environment_for(intel("14.1", "Intel Iris Plus"), newer)
    assert first.id == "no-mps-on-this-mac"
    assert "use MPS" not in second.summary


def test_another_system_gets_an_environment_without_a_word_of_macs() -> None:
    linux = Host(system="Linux", hardware_architecture="x86_64")
    (fix,) = environment_for(linux, Interpreter(version="2.7.18"))
    assert fix.steps[0] == "Install Python 3.12"
    text = " ".join((fix.summary, *fix.steps))
    assert not any(word in text for word in ("Mac", "macOS", "AMD", "brew"))
