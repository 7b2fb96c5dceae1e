"""One solve: what a prescription of several installs becomes."""

import msgspec
from mac_environments import apple
from tables import cases

from mps_doctor.facts import Conda, Interpreter, Package, Packages, TorchInstall
from mps_doctor.fixes.fix import Fix, Install, by_hand
from mps_doctor.fixes.installs import solve
from mps_doctor.fixes.managers import left_to_you, undo_commands
from mps_doctor.fixes.situation import Environment

PY = "/w/.venv/bin/python"


def python(**facts: object) -> Interpreter:
    given = {"executable": PY, "prefix": "/w/.venv", "environment": "venv", **facts}
    return Interpreter(**given)  # type: ignore[arg-type]


def environment(torch: str = "2.9.1", system: str = "Darwin", **requires: str) -> Environment:
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
    return Environment(apple(system=system), mac, conda, packages, install)


def fix(*requirements: str, **more: object) -> Fix:
    install = Install(requirements=requirements)
    return Fix(id="x", summary="x", commands=(("x",),), install=install, **more)  # type: ignore[arg-type]


MANUAL = by_hand("m", "m", "m")
MAKE = Fix(id="make", summary="n", commands=(("uv", "venv", "e"),))
NEW = msgspec.structs.replace(MAKE, id="new", needs=("new-environment",), undo=(("rm", "e"),))


@cases
def test_one_command_installs_all(
    fixes: list[list[str]], requires: dict[str, str], expected: str, system: str | None
) -> None:
    given = [fix(*requirements) for requirements in fixes]
    solved = solve((*given, MANUAL), environment(system=system or "Darwin", **requires))
    assert solved[1:] == (MANUAL,)
    assert solved[0].install is not None
    assert " ".join(solved[0].install.requirements) == expected
    if solved[0] != given[0]:
        assert solved[0].commands == ((PY, "-m", "pip", "install", *expected.split(" ")),)


def test_what_one_of_several_fixes_replaces_is_replaced_by_the_one_for_all() -> None:
    install = Install(requirements=("torch==2.9.1",), replaces=("torch",))
    words = "Install torch 2.9.1 for macOS 14.5"
    whole = msgspec.structs.replace(fix("torch==2.9.1"), summary=words, install=install)
    (solved,) = solve((whole, fix("numpy<2")), environment())
    assert solved.summary == "Reinstall torch 2.9.1, numpy<2 for macOS 14.5"
    assert solved.install is not None
    assert solved.install.replaces == ("torch",)
    forced, rest = solved.commands
    assert {"--force-reinstall", "torch==2.9.1"} <= set(forced)
    assert rest[-2:] == ("torch==2.9.1", "numpy<2")


def test_a_fix_that_needs_no_more_stays_as_its_check_gave_it() -> None:
    given = fix("numpy<2")
    assert solve((given,), environment()) == (given,)


@cases
def test_the_command_that_brings_old_versions_back(
    before: dict[str, str], facts: dict[str, str], undo: list[str]
) -> None:
    place = Environment(python=python(**facts), conda=Conda(active=False))
    assert [" ".join(argv) for argv in undo_commands(place, before)] == undo


@cases
def test_the_order_stays_and_nothing_is_installed_where_the_environment_is_left(
    given: list[str], solved: list[str]
) -> None:
    known = {"m": MANUAL, "torch": fix("torch==2.8.0"), "numpy": fix("numpy<2"), "new": NEW}
    found = solve(tuple(known[each] for each in given), environment())
    assert [item.id for item in found] == solved


@cases
def test_only_what_can_be_proved_is_applied(
    facts: dict[str, str], conda: bool, applies: bool
) -> None:
    owned, of_conda = python(**facts), Conda(active=conda)
    assert (not left_to_you(fix("torch"), owned, of_conda)) is applies
    assert not left_to_you(NEW, owned, of_conda), "nothing that exists is changed"
    assert left_to_you(MAKE, owned, of_conda) == "no command takes it back"
    assert left_to_you(MANUAL, owned, of_conda) == "it is done by hand"
    assert left_to_you(fix("torch", needs=("sudo",)), owned, of_conda) == "needs sudo"
