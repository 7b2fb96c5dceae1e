"""What commands of a shell printed, on the line after them."""

import pytest

from mps_doctor import Machine, diagnose
from mps_doctor.pasted.parsing import parse_text


def architecture(machine: Machine) -> object:
    return getattr(machine.python, "architecture", None)


@pytest.mark.parametrize(
    "command",
    [
        "$ uname -m",
        "% uname -m",
        "uname -m",
        "> uname -m",
        "(base) me@mac dir % uname -m",
        "~/dir ❯ uname -m",
        "me@mac:~$ /usr/bin/uname -m",
        "$ arch",
        "(env) me@mac ~ % /usr/bin/arch",
    ],
)
def test_the_next_line_answers(command: str) -> None:
    assert architecture(parse_text(f"{command}\nx86_64\n")) == "x86_64"
    assert architecture(parse_text(f"Torch is slow\n\n{command}  \n  x86_64  \nBye")) == "x86_64"
    assert architecture(parse_text(f"{command}\nno\n")) != "x86_64"
    assert architecture(parse_text(f"{command}\n\nx86_64\n")) != "x86_64"


@pytest.mark.parametrize("text", ["arch\nx86_64", "$ my arch\nx86_64", "$ uname -p\narm"])
def test_what_is_no_such_command(text: str) -> None:
    assert architecture(parse_text(text)) != "x86_64"


def test_a_translated_shell_calls_its_processor_i386() -> None:
    assert architecture(parse_text("$ uname -p\ni386")) == "x86_64"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$ lipo -archs $(which python3)\nx86_64\n", "x86_64"),
        ("% lipo -archs .venv/bin/python3.11\narm64\n", "arm64"),
        ("Non-fat file: /e/bin/python3.9 is architecture: x86_64", "x86_64"),
    ],
)
def test_lipo_tells_of_what_a_python_is_made(text: str, expected: str) -> None:
    assert architecture(parse_text(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "$ lipo -archs $(which python3)\nx86_64 arm64\n",
        "$ lipo -archs /e/lib/libfoo.dylib\nx86_64\n",
        "Non-fat file: /e/lib/libfoo.dylib is architecture: x86_64",
    ],
)
def test_lipo_tells_of_two_or_of_another_file(text: str) -> None:
    assert architecture(parse_text(text)) != "x86_64"


def test_several_commands_follow_each_other() -> None:
    machine = parse_text(
        "$ sw_vers -productVersion\n13.4.1\n$ sw_vers --ProductVersion\n13.4.1\n"
        "$ sysctl -n hw.optional.arm64\n1\n$ sysctl -n kern.hv_vmm_present\n1\n"
    )
    host = machine.host
    assert (host.macos_version, host.hardware_architecture) == ("13.4.1", "arm64")
    assert host.virtual_machine is True


def test_an_intel_shell_on_an_m_chip() -> None:
    text = "$ uname -m\nx86_64\n$ sysctl -n machdep.cpu.brand_string\nApple M1 Pro\n"
    assert diagnose(text).verdict.cause == "python-x86_64-on-apple-silicon"


def test_docker_desktop_is_no_system_of_its_own() -> None:
    text = "Operating System: Docker Desktop\nHost: MacBook Air M2\nmps available: False\n"
    assert diagnose(text).verdict.cause == "linux-guest-on-mac"


@pytest.mark.parametrize(
    ("text", "tool", "project"),
    [
        ("$ uv add torch\nerror: it did not work", "uv", True),
        ("% uv pip install torch\nerror: it did not work", "uv", False),
        ("me@mac app % uv run train.py\nNo module named torch", "uv", True),
        (
            "  × No solution found when resolving dependencies:\n  ╰─▶ Because only torch",
            "uv",
            False,
        ),
        (
            "× No solution found when resolving dependencies:\n"
            "╰─▶ Because torch has no wheels and your project depends on torch, we conclude",
            "uv",
            True,
        ),
        ("poetry show | grep torch\ntorch 2.6.0", "poetry", False),
        ("❯ pixi run python a.py\nNo module named torch", "pixi", False),
    ],
)
def test_the_commands_tell_the_manager(text: str, tool: str, *, project: bool) -> None:
    python = parse_text(text).python
    assert python.environment == tool
    assert (python.project_manager == "uv") is project


@pytest.mark.parametrize(
    "text",
    [
        "Could you try uv add torch instead?",
        "$ uv add torch\n$ pip install torch",
        "$ uv run a.py\n$ poetry run a.py",
        "$ pixi run a.py\n$ conda install b",
        "$ uvx run ruff",
        "$ uv --version\nuv 0.5.1",
    ],
)
def test_no_manager_is_guessed(text: str) -> None:
    assert parse_text(text).python.environment not in ("uv", "poetry", "pixi")
