"""Every command in the documentation is one that the program takes; the site runs its screens."""

import re
import shlex
from pathlib import Path

import click
import pytest

from mps_doctor.cli import main as cli

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "commands").glob("*.md")]
)
CODE_BLOCK = re.compile(r"^```(?:sh|text|yaml)\n(.*?)^```$", flags=re.M | re.S)
COMMAND = re.compile(r"(?:^|`|- run: |^ +- )(mps-doctor(?: [^`\n]*)?)(?=`|$)", flags=re.M)


def commands() -> list[tuple[str, str]]:
    """Return each `mps-doctor …` in code, blocks and inline, with its page."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in CODE_BLOCK.findall(text):
            found += [(page.stem, command) for command in COMMAND.findall(block)]
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
        inline = re.findall(r"`(mps-doctor(?: [^`\n]+)?)`", prose)
        found += [(page.stem, command) for command in inline]
    return found


@pytest.mark.parametrize(("page", "command"), commands())
def test_a_command_is_one_that_the_program_takes(page: str, command: str) -> None:
    words = shlex.split(re.split(r" >>? ", command)[0])[1:]  # without where the shell puts it
    if not words or words[0].startswith("-"):
        words = ["check", *words]
    if words == ["check", "--help"]:
        return
    found = cli.program.get_command(click.Context(cli.program), words[0])
    assert found is not None, f"{page}: {words[0]} is no command"
    # Raises for an option or a value that the command does not take; runs nothing.
    found.make_context(words[0], words[1:])


def test_every_command_has_its_page() -> None:
    pages = {page.stem for page in (ROOT / "docs" / "commands").glob("*.md")} - {"index"}
    assert pages == set(cli.COMMANDS)
