"""What is prescribed for this Mac, macOS, Python and manager: prescriptions.toml."""

from typing import Any

import msgspec
import pytest
from mac_environments import (
    COMPANIONS,
    PYTHON,
    apple,
    environment_for,
    intel,
    interpreter,
    rosetta,
    torch_for,
)
from tables import table_of

from mps_doctor.facts import Conda, Host, Interpreter, Package, Packages, TorchInstall
from mps_doctor.fixes import (
    NUMPY_1,
    Environment,
    environment_for as new_environment,
    install_packages,
    install_torch,
    native_environment,
)
from mps_doctor.fixes.installs import solve
from mps_doctor.fixes.new_environments import nightly_environment
from mps_doctor.judgement.checking import Fix
from mps_doctor.knowledge.releases import release

CASES = table_of(__file__, "prescriptions.toml")["case"]


def environment_of(case: dict[str, Any]) -> Environment:
    """Return the environment that a case describes."""
    if "only" in case:
        kinds = {"host": Host, "python": Interpreter, "torch": TorchInstall}
        only = case["only"].items()
        return Environment(**{name: msgspec.convert(facts, kinds[name]) for name, facts in only})
    macos, conda = case.get("macos", "14.5"), case.get("conda")
    python = {"version": "3.11.9", **case.get("python", {})}
    others = case.get("others", {})
    return Environment(
        intel(macos, *case["gpus"]) if "gpus" in case else apple(macos),
        (rosetta if case.get("rosetta") else interpreter)(**python),
        Conda(active=conda is not None, **conda or {}),
        Packages(
            installed=tuple(Package(name=n, version="1", requires_torch=others[n]) for n in others)
        ),
        TorchInstall(**case.get("torch", {})),
    )


def told(fixes: tuple[Fix, ...]) -> list[str]:
    """Return a line for each fix: its commands, or its id where there are none."""
    lines = ["; ".join(map(" ".join, fix.commands)) or fix.id for fix in fixes]
    return [line.replace(PYTHON, "PY") for line in lines]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_prescription(case: dict[str, Any]) -> None:
    environment = environment_of(case)
    fixes = {
        "torch": lambda: install_torch(environment),
        "reinstall": lambda: install_torch(environment, reinstall=True),
        "environment": lambda: native_environment(environment),
        "release": lambda: new_environment(
            environment.situation, environment, release(case["release"])
        ),
        "nightly": lambda: (nightly_environment(environment, case["then"]),),
        "numpy": lambda: (install_packages(NUMPY_1, environment=environment, id="numpy"),),
    }[case.get("ask", "torch")]()
    fixes = solve(fixes, environment)
    assert told(fixes) == case["gives"]
    for fix in fixes:
        assert fix.verify[-1][0] == "mps-doctor"
        assert bool(fix.steps) is (fix.kind == "manual")


def test_the_way_back() -> None:
    made, by_hand = environment_for(apple(), rosetta(environment="uv"))
    assert made.undo == (("rm", "-r", "~/work/.venv-arm64"),)
    assert made.verify == (("mps-doctor", "--python", "~/work/.venv-arm64/bin/python"),)
    assert any("Rosetta" in step for step in by_hand.steps)
    assert made.summary == "Create an arm64 Python 3.11 environment (the old one stays)"


def test_what_is_said_of_it() -> None:
    (fix,) = torch_for(apple("26.1"), interpreter("3.15.0"), packages=COMPANIONS)
    assert "macOS 26.1" in fix.summary
    assert "no torchaudio fits" in fix.summary
    _, on_cpu = torch_for(intel("11.7", "Intel Iris"), interpreter(architecture="x86_64"))
    assert "CPU" in on_cpu.summary
    (_, by_hand) = environment_for(Host(system="Darwin"), Interpreter(version="3.16.1"))
    assert "run `brew install python@3.12`" in by_hand.steps[0]
    assert by_hand.summary == "Create a Python 3.12 environment (the old one stays)"
    linux = Host(system="Linux", hardware_architecture="x86_64")
    (plain,) = torch_for(linux, interpreter())
    (new,) = environment_for(linux, Interpreter(version="2.7.18"))
    text = " ".join((plain.summary, new.summary, *new.steps))
    assert not any(word in text for word in ("Mac", "macOS", "MPS", "AMD", "brew"))
