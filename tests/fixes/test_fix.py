"""What holds of every fix."""

import re

import msgspec
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
from tables import cases

from mps_doctor import fixes
from mps_doctor.facts import Conda, Host, Interpreter
from mps_doctor.fixes import (
    aimed,
    build_torch,
    install_command_line_tools,
    rename_files,
    set_variable,
    unset_variable,
    update_macos,
)
from mps_doctor.judgement.checking import Fix
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


@pytest.mark.parametrize("words", ["", "check", "check --device cpu", "--select disk"])
def test_an_examination_names_its_environment(words: str) -> None:
    argv = ("mps-doctor", *words.split())
    assert aimed(argv, Interpreter(executable=PYTHON)) == (*argv, "--python", PYTHON)
    assert aimed(argv, Interpreter()) == argv


@pytest.mark.parametrize("line", ["mps-doctor --env ml", "mps-doctor fix --undo", "xcode-select"])
def test_another_environment_question_or_program_is_left_as_it_is(line: str) -> None:
    assert aimed(tuple(line.split()), Interpreter(executable=PYTHON)) == tuple(line.split())


def test_what_proves_a_fix_asks_for_the_same_device() -> None:
    given = ("mps-doctor", "--device", "cpu")
    assert aimed(given[:1], Interpreter(), "cpu") == given
    assert aimed(given, Interpreter(), "cuda") == given


def text_of(fix: Fix) -> str:
    return " ".join((fix.id, fix.summary, *fix.steps))


MAC = apple("12.7.6", chip="Intel(R) Core(TM) i5", hardware_architecture="x86_64")
BY_HAND = [
    (set_variable("X_Y", "1"), "set-x-y", "`export X_Y=1` For every new terminal: add"),
    (set_variable("X_Y", "1", old="0"), "set-x-y", "`export X_Y=1` Remove X_Y=0 from ~/.zshrc"),
    (unset_variable("X_Y"), "unset-x-y", "`unset X_Y`"),
    (install_command_line_tools(), "install-command-line-tools", "confirm in the dialog"),
    (build_torch(interpreter()), "build-torch", "USE_MPS=1 and Xcode 13.3.1"),
    (update_macos(apple("12.7"), "13.0"), "update-macos", "System Preferences"),
    (update_macos(apple("13.0"), "15.0"), "update-macos", "System Settings"),
    (update_macos(apple("14.1"), "15.0"), "", "this Mac can run macOS 27 (Golden Gate)"),
    (update_macos(MAC, "13.0"), "update-macos", "may be too old"),
    (update_macos(MAC, "27.0"), "macos-out-of-reach", "macOS 27"),
    (
        update_macos(msgspec.structs.replace(MAC, model="MacBookPro12,1"), "13.0"),
        "macos-out-of-reach Use an older PyTorch or the CPU: this Mac can't run macOS 13.0",
        "macOS of this Mac Without one, choose the device cpu For macOS 13.0",
    ),
    (
        update_macos(msgspec.structs.replace(MAC, model="MacBookPro15,1"), "26.0"),
        "macos-out-of-reach Use an older PyTorch or the CPU: this Mac can't run macOS 26.0",
        "its last is macOS 15 (Sequoia)",
    ),
    (  # no PyTorch has MPS on macOS 11
        update_macos(apple("11.7.10", chip="Intel", model="MacBook8,1"), "12.3"),
        "macos-out-of-reach Use the CPU: ",
        "Choose the device cpu For macOS 12.3",
    ),
]


@pytest.mark.parametrize(
    ("fix", "start", "told"), BY_HAND, ids=lambda item: getattr(item, "id", "")
)
def test_what_the_system_needs_is_told(fix: Fix, start: str, told: str) -> None:
    assert text_of(fix).startswith(start)
    assert told in text_of(fix)
    assert fix.commands == ((("xcode-select", "--install"),) if fix.kind == "run" else ())
    assert fix.verify[-1] == ("mps-doctor",)


@cases
def test_how_a_requirement_reads(package: str, specifier: str, words: str) -> None:
    assert fixes.Requirement(package, specifier).words == words


def test_files_in_the_way_are_renamed_and_named_back() -> None:
    one, two = rename_files("/w/torch.py"), rename_files("/w/torch.py", "/w/numpy.py")
    assert (one.summary, two.summary) == ("Rename /w/torch.py", "Rename 2 files")
    assert one.commands == (("mv", "-n", "/w/torch.py", "/w/torch.py.renamed"),)
    assert one.undo == (("mv", "-n", "/w/torch.py.renamed", "/w/torch.py"),)
    assert len(two.commands) == len(two.undo) == 2


def test_a_virtual_mac_is_promised_no_newer_macos() -> None:
    assert "27" not in text_of(update_macos(apple("14.5", virtual_machine=True), "15.0"))
