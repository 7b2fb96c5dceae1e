"""What holds of every fix."""

import re

import pytest
from mac_environments import (
    COMPANIONS,
    NO_CONDA,
    PYTHON,
    apple,
    conda,
    environment_for,
    intel,
    interpreter,
    rosetta,
    torch_for,
)
from packaging.requirements import Requirement

from mps_doctor.facts import Conda, Host, Interpreter
from mps_doctor.fixes import aimed
from mps_doctor.knowledge import releases

GRID = [
    (host, python, environment)
    for host in (apple("12.1"), apple("12.7"), apple("13.6"), apple("14.5"), apple("26.1"))
    for python in (
        interpreter("3.8.1"),
        interpreter("3.13.1"),
        interpreter("3.15.0"),
        rosetta("3.9.1"),
        rosetta("3.12.1", environment="conda"),
        interpreter("3.14.0", free_threaded=True),
    )
    for environment in (NO_CONDA, conda(), conda("mamba"), conda("pixi"), conda("micromamba"))
] + [
    (intel(macos, *gpus), interpreter(version, architecture="x86_64"), environment)
    for macos in ("11.7", "13.1", "26.0")
    for gpus in ((), ("Intel UHD",), ("AMD Radeon Pro",))
    for version in ("3.7.1", "3.12.1", "3.13.0")
    for environment in (NO_CONDA, conda())
]


BOUND = r"[<>=]=?\d+(\.\d+)*(\.\*)?"
SPECS = rf"( [a-z0-9][a-z0-9._-]*({BOUND}(,{BOUND})*)?)+"
CONDA = "(conda|mamba|micromamba)"
GRAMMAR = re.compile(
    rf"{CONDA} install( --force-reinstall)? --yes( -[np] [\w~/.-]+)? -c conda-forge{SPECS}"
    rf"|{CONDA} create --yes -n [\w.-]+( --platform osx-(arm64|64))? -c conda-forge{SPECS}"
    rf"|{CONDA} env remove --yes -n [\w.-]+"
    r"|pixi init( --platform osx-(arm64|64))? [\w.-]+"
    rf"|pixi add( --manifest-path [\w.-]+)?{SPECS}"
    r"|pixi reinstall pytorch"
)
"""What the fixes use of conda, mamba, micromamba and pixi, as their help has it: none of them is
installed where the tests run, and that the versions exist is not proved by this."""


@pytest.mark.parametrize(("host", "python", "environment"), GRID)
def test_every_fix_is_whole(host: Host, python: Interpreter, environment: Conda) -> None:
    """Commands or steps, a proof at the end, and conda's grammar where it is conda's command."""
    fixes = (
        *torch_for(host, python, environment, COMPANIONS),
        *torch_for(host, python, environment, reinstall=True),
        *environment_for(host, python, environment),
    )
    for fix in fixes:
        assert bool(fix.commands) is (fix.kind == "run")
        assert bool(fix.steps) is (fix.kind == "manual")
        assert fix.verify[-1][0] == "mps-doctor"
        assert fix.summary[0].isupper()
        assert "network" in fix.needs or fix.risk == "safe"
        for command in (*fix.commands, *fix.undo):
            assert all(word and isinstance(word, str) for word in command)
            if command[0] in ("conda", "mamba", "micromamba", "pixi"):
                assert GRAMMAR.fullmatch(" ".join(command))
            for word in command:
                if word.startswith("torch="):
                    assert releases.release(word.partition("==")[2]) is not None
                    Requirement(word)


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (("mps-doctor",), ("mps-doctor", "--python", PYTHON)),
        (("mps-doctor", "check"), ("mps-doctor", "check", "--python", PYTHON)),
        (
            ("mps-doctor", "check", "--device", "cpu"),
            ("mps-doctor", "check", "--device", "cpu", "--python", PYTHON),
        ),
        (
            ("mps-doctor", "--select", "disk"),
            ("mps-doctor", "--select", "disk", "--python", PYTHON),
        ),
        # Another environment, another question, another program.
        (("mps-doctor", "--env", "ml"), ("mps-doctor", "--env", "ml")),
        (("mps-doctor", "--version"), ("mps-doctor", "--version")),
        (("mps-doctor", "fix", "--undo"), ("mps-doctor", "fix", "--undo")),
        (("xcode-select", "-p"), ("xcode-select", "-p")),
    ],
)
def test_an_examination_names_its_environment(
    argv: tuple[str, ...], named: tuple[str, ...]
) -> None:
    assert aimed(argv, Interpreter(executable=PYTHON)) == named
    assert aimed(argv, Interpreter()) == argv


def test_what_proves_a_fix_asks_for_the_same_device() -> None:
    assert aimed(("mps-doctor",), Interpreter(), "cpu") == ("mps-doctor", "--device", "cpu")
    given = ("mps-doctor", "--device", "cpu")
    assert aimed(given, Interpreter(), "cuda") == given
