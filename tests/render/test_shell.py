"""A command that is copied from the screen is the command that was meant."""

import re
import shutil
import subprocess

import pytest
from hypothesis import given, settings, strategies as st

from mps_doctor.render import Screen, load
from mps_doctor.render.page import in_shell_lines
from mps_doctor.render.shell import in_shell
from mps_doctor.views.document import STATUSES, Commands, Document

SHELLS = [shell for shell in ("bash", "zsh") if shutil.which(shell)]
ARGUMENTS = st.lists(
    st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0"), max_size=12),
    max_size=6,
)


def read_back(shell: str, line: str) -> list[str]:
    """Let a shell read a command whose program prints its arguments."""
    done = subprocess.run(
        [shell, "-c", line],
        capture_output=True,
        check=True,
        env={"HOME": "/h", "LC_ALL": "C.UTF-8"},
    )
    return done.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1]


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("shell", SHELLS)
@settings(max_examples=40, deadline=None)
@given(arguments=ARGUMENTS)
def test_a_shell_reads_it_back_exactly(shell: str, unicode: bool, arguments: list[str]) -> None:
    argv = ("printf", r"%s\0", "-", *(f"a{argument}" for argument in arguments))
    line = in_shell(argv, unicode=unicode)
    assert read_back(shell, line) == ["-", *(f"a{argument}" for argument in arguments)]
    broken = "\n".join(in_shell_lines(argv, 30, unicode=unicode))
    assert read_back(shell, broken) == ["-", *(f"a{argument}" for argument in arguments)]


def test_bytes_of_a_file_name_survive() -> None:
    assert read_back("bash", in_shell(("printf", r"%s\0", "caf\udce9"))) == ["caf\udce9"]


def test_the_home_folder_is_left_for_the_shell() -> None:
    assert in_shell(("~/my env/bin/python", "-V")) == "~/'my env/bin/python' -V"
    assert read_back("bash", in_shell(("printf", r"%s\0", "~/a b"))) == ["/h/a b"]


def test_a_command_breaks_between_options_and_keeps_their_values() -> None:
    lines = in_shell_lines(("pip", "install", "torch==2.9.1", "x" * 60), 24)
    assert lines == ["pip install \\", "  torch==2.9.1 \\", f"  {'x' * 60}"]
    assert in_shell_lines(("pip", "install", "torch"), 24) == ["pip install torch"]
    created = ("conda", "create", "--yes", "-n", "mps", "-c", "conda-forge", "python=3.12")
    assert in_shell_lines(created, 28) == [
        "conda create --yes -n mps \\", "  -c conda-forge \\", "  python=3.12",
    ]  # fmt: skip


@pytest.mark.parametrize("format", ["console", "markdown"])
def test_an_ascii_screen_gets_the_same_command(format: str) -> None:
    commands = Commands("Install", (("printf", r"%s\0", "~/Größe ::x"),), lead="Fix")
    document = Document(name="x", sign=STATUSES["broken"], headline="Bad", blocks=(commands,))
    text = str(load(format).render(document, Screen(width=200, unicode=False)))
    command = re.search(r"printf .*?\$'.*?'", text)
    assert command is not None
    assert read_back("bash", command[0]) == ["/h/Größe ::x"]
