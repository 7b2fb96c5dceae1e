"""Every command in the documentation, and in what the program advises, is one that it takes."""

import re
import shlex
from pathlib import Path

import click
import pytest

from mps_doctor.cli import main as cli
from mps_doctor.fixes.fix import DOCTOR
from mps_doctor.knowledge.rows.topics import TOPICS
from mps_doctor.pasted.error_texts import all_error_texts

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "commands").glob("*.md")]
)
CODE_BLOCK = re.compile(r"^```(?:sh|text|yaml)\n(.*?)^```$", flags=re.M | re.S)
INLINE = re.compile(r"`(mps-doctor(?: [^`\n]+)?)`")
COMMAND = re.compile(r"(?:^|`|- run: |^ +- )(mps-doctor(?: [^`\n]*)?)(?=`|$)", flags=re.M)


def commands() -> list[tuple[str, str]]:
    """Return each `mps-doctor …` in code, blocks and inline, with its page."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in CODE_BLOCK.findall(text):
            found += [(page.stem, command) for command in COMMAND.findall(block)]
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
        found += [(page.stem, command) for command in INLINE.findall(prose)]
    advice = [(row.id, row.fix) for row in all_error_texts().values()]
    advice += [(row.id, row.answer) for row in TOPICS]
    found += [(name, command) for name, text in advice for command in INLINE.findall(text)]
    return found + [(row.id, shlex.join(row.show)) for row in TOPICS if row.show[:1] == (DOCTOR,)]


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
