"""The recipes of docs/fleet.md, run as they stand there, in the shells that a Mac may have."""

import plistlib
import re
import sqlite3
import subprocess
from pathlib import Path

import pytest
import shells
from fleet_answers import answer_of, compact_word

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "fleet.md").read_text(encoding="utf-8")
PLACE = "/Library/Application Support/mps-doctor"

ANSWER = compact_word(answer_of("smoke-nan"), "BROKEN mps-smoke-failed")
HEALTHY = compact_word(answer_of("healthy-m1-8gb"))


def block(kind: str, text: str) -> str:
    """Return the block of the page that holds a text."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)
    (found,) = [each for each in blocks if text in each]
    return found


@pytest.mark.parametrize("shell", shells.NAMES)
@pytest.mark.parametrize(
    ("answer", "word"),
    [(ANSWER, "BROKEN mps-smoke-failed"), ("", "UNKNOWN no-answer"), (None, "UNKNOWN no-answer")],
)
def test_munki_gets_the_word(tmp_path: Path, shell: str, answer: str | None, word: str) -> None:
    if answer is not None:
        (tmp_path / "answer.txt").write_text(answer)
    defaults = tmp_path / "defaults"
    defaults.write_text(f'#!/bin/sh\n[ "$1" = write ] && printf "%s|" "$@" >{tmp_path}/written\n')
    defaults.chmod(0o755)
    script = block("sh", "ConditionalItems").replace(PLACE, str(tmp_path))
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    subprocess.run([*shells.words_of(shell), "-c", script], env=environment, check=True)
    place = "/Library/Managed Installs/ConditionalItems"
    assert (tmp_path / "written").read_text() == f"write|{place}|mps_doctor|-string|{word}|"


@pytest.mark.parametrize("shell", shells.NAMES)
def test_launchd_leaves_an_answer_and_keeps_it_where_a_later_run_fails(
    tmp_path: Path, shell: str
) -> None:
    _, *arguments = plistlib.loads(block("xml", "ProgramArguments").encode())["ProgramArguments"]
    given = [*shells.words_of(shell), *(each.replace(PLACE, str(tmp_path)) for each in arguments)]
    for script in ("echo HEALTHY", "exit 2"):
        (tmp_path / "host.sh").write_text(script)
        subprocess.run(given, check=False)
        assert (tmp_path / "answer.txt").read_text() == "HEALTHY\n"


def test_the_policy_passes_where_the_answer_is_healthy() -> None:
    tables = sqlite3.connect(":memory:")
    tables.execute("CREATE TABLE file_lines (path TEXT, line TEXT)")
    query = block("sql", "file_lines")
    assert not tables.execute(query).fetchall()
    for line, passes in ((ANSWER, False), (HEALTHY, True)):
        tables.execute("DELETE FROM file_lines")
        tables.execute("INSERT INTO file_lines VALUES (?, ?)", (f"{PLACE}/answer.txt", line))
        assert bool(tables.execute(query).fetchall()) == passes
    tables.close()
