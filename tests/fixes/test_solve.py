"""One solve: what a prescription of several installs becomes."""

import pytest
from mac_environments import apple

from mps_doctor.facts import Conda, Interpreter, Package, Packages, TorchInstall
from mps_doctor.fixes.fix import Fix, Install, by_hand
from mps_doctor.fixes.installs import solve
from mps_doctor.fixes.managers import left_to_you
from mps_doctor.fixes.situation import Environment

PY = "/w/.venv/bin/python"


def python(**facts: object) -> Interpreter:
    given = {"executable": PY, "prefix": "/w/.venv", "environment": "venv", **facts}
    return Interpreter(**given)  # type: ignore[arg-type]


def environment(torch: str = "2.9.1", **requires: str) -> Environment:
    demands = {
        name: {"requires_companions": {"torchvision": text.removeprefix("torchvision")}}
        if text.startswith("torchvision")
        else {"requires_torch": text}
        for name, text in requires.items()
    }
    installed = tuple(Package(name=n, version="1.0", **more) for n, more in demands.items())
    packages = Packages(installed=installed)
    conda = Conda(active=False)
    install = TorchInstall(version=torch)
    mac = python(version="3.11.9", architecture="arm64")
    return Environment(apple(), mac, conda, packages, install)


def fix(*requirements: str, **more: object) -> Fix:
    install = Install(requirements=requirements)
    return Fix(id="x", summary="x", commands=(("x",),), install=install, **more)  # type: ignore[arg-type]


MANUAL = by_hand("m", "m", "m")
NEW = Fix(id="new", summary="n", commands=(("uv", "venv", "e"),), needs=("new-environment",))

SOLVES = {
    "a later pin does not bring an older one back": (
        (fix("torch==2.8.0", "torchvision==0.23.0"), fix("torchvision==0.24.1")),
        {},
        "torch==2.8.0 torchvision==0.23.0",
    ),
    "bounds and pins meet": (
        (fix("torch==2.1.0", "numpy<2"), fix("numpy>=1.22"), fix("accelerate>=0.20")),
        {},
        "torch==2.1.0 numpy>=1.22,<2 accelerate>=0.20",
    ),
    "a pin within bounds wins": (
        (fix("torch>=2", "numpy<2"), fix("torch==2.8.0")),
        {},
        "torch==2.8.0 numpy<2",
    ),
    "a dependent that refuses the new torch is solved with it": (
        (fix("torch==2.15.0"),),
        {"fastai": "<2.7,>=1.10", "timm": ">=1.7", "xformers": "==2.9.0"},
        "torch==2.15.0 fastai>=1.0 xformers>=1.0",
    ),
    "what could bring another torch holds the one that is there": (
        (fix("transformers>=4.31"),),
        {},
        "transformers>=4.31 torch==2.9.1",
    ),
    "a companion's pin needs no more": ((fix("torchvision==0.24.1"),), {}, "torchvision==0.24.1"),
    "a companion brings the torch that the others accept": (
        (fix("torchvision==0.24.1"), fix("numpy>=1.22")),
        {"torchvision": "==2.8.0", "xformers": "==2.8.0"},
        "torch==2.8.0 torchvision==0.23.0 numpy>=1.22",
    ),
    "and that whose companions they accept": (
        (fix("torchvision==0.24.1"),),
        {"torchvision": "==2.8.0", "viewer": "torchvision==0.22.1"},
        "torch==2.7.1 torchvision==0.22.1",
    ),
    "an unreadable requirement is no reason": (
        (fix("torch==2.15.0"),),
        {"odd": "what?"},
        "torch==2.15.0",
    ),
}


@pytest.mark.parametrize(("fixes", "requires", "expected"), SOLVES.values(), ids=SOLVES.keys())
def test_one_command_installs_all(
    fixes: tuple[Fix, ...], requires: dict[str, str], expected: str
) -> None:
    solved = solve((*fixes, MANUAL), environment(**requires))
    assert solved[1:] == (MANUAL,)
    assert solved[0].install is not None
    assert " ".join(solved[0].install.requirements) == expected
    if solved[0] != fixes[0]:
        assert solved[0].commands == ((PY, "-m", "pip", "install", *expected.split(" ")),)


def test_the_order_of_a_prescription_stays() -> None:
    one, two = fix("torch==2.8.0"), fix("numpy<2")
    solved = solve((MANUAL, one, NEW, two), environment())
    assert [item.id for item in solved] == ["m", "x", "new"]
    assert solve((MANUAL, NEW), environment()) == (MANUAL, NEW)


def test_nothing_is_installed_into_an_environment_that_is_left() -> None:
    assert solve((NEW, fix("numpy<2")), environment()) == (NEW,)


@pytest.mark.parametrize(
    ("facts", "conda", "applies"),
    [
        ({}, False, True),
        ({"environment": "uv"}, False, True),
        ({"project_manager": "uv"}, False, True),
        ({"project_manager": "poetry"}, False, False),
        ({"project_manager": "pipx", "environment": "uv"}, False, False),
        ({"project_manager": "several"}, False, False),
        ({"environment": "conda"}, True, False),
        ({"environment": "none", "provider": "system"}, False, False),
    ],
)
def test_only_what_can_be_proved_is_applied(
    facts: dict[str, str], conda: bool, applies: bool
) -> None:
    owned, of_conda = python(**facts), Conda(active=conda)
    assert (not left_to_you(fix("torch"), owned, of_conda)) is applies
    assert not left_to_you(NEW, owned, of_conda), "nothing that exists is changed"
    assert left_to_you(MANUAL, owned, of_conda) == "there is no command for it"
    assert left_to_you(fix("torch", needs=("sudo",)), owned, of_conda) == "needs sudo"
