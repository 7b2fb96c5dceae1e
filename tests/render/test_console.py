"""The screen: widths, colours, words; and each block on it."""

import re

import pytest
import samples
from attacks import ATTACKS, attacked
from documents import EVERY_BLOCK, all_documents
from rich.cells import cell_len

from mps_doctor.render import DRAWN, Screen, load
from mps_doctor.render.console import render_blocks
from mps_doctor.views.document import Actions, Commands, Items, Rows, Table

ADDRESS = re.compile(r"https?://\S+")
SGR = re.compile(r"\x1b\[[0-9;]*m")


def console(name: str, **screen: object) -> str:
    document = all_documents()[name]
    return str(load("console").render(document, Screen(**screen)))  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [20, 40, 80])
@pytest.mark.parametrize("attack", ["", "wide", "long", "html", "colons"])
@pytest.mark.parametrize("name", ["every-block", samples.ROSETTA, "traceback"])
def test_no_line_is_wider_than_the_screen(name: str, attack: str, width: int) -> None:
    document = all_documents()[name]
    if attack:
        document = attacked(document, ATTACKS[attack])
    # A single argument stays whole, so that it can be copied: commands stand apart.
    blocks = tuple(b for b in document.blocks if not isinstance(b, Commands | Actions))
    for verbosity in (0, 1):
        text = render_blocks(blocks, Screen(width=width, verbosity=verbosity))
        wide = [line for line in text.split("\n") if cell_len(line) > width]
        assert [line for line in wide if not ADDRESS.search(line)] == []


@pytest.mark.parametrize("name", all_documents())
def test_colour_changes_no_word_and_every_format_ends_in_one_newline(name: str) -> None:
    coloured = console(name, color=True)
    assert SGR.sub("", coloured) == console(name)
    assert "\x1b" in coloured
    for format in DRAWN:
        text = str(load(format).render(all_documents()[name], Screen()))
        assert text.endswith("\n")
        assert not text.endswith("\n\n")


def test_every_block_is_drawn() -> None:
    text = console("every-block", width=100)
    for line in (
        "  Note: a text", "✗ A heading", "    - label: text", "    2. second", "  Fix: do this",
        "    pip install torch", "  Verify:  mps-doctor -v", "  One of these:",
        "  line 3     an error", "  torch  2.9.1  2.10.0",
    ):  # fmt: skip
        assert line in text.splitlines(), line


def test_on_a_narrow_screen_a_table_is_words() -> None:
    table = Table(("", "A", "B"), (("torch", "2.9.1 with MPS", "2.10.0 without"), ("os", "1", "")))
    assert render_blocks((table,), Screen(width=30)) == (
        "  - torch: A 2.9.1 with MPS; B\n    2.10.0 without\n  - os: A 1\n"
    )


def test_rows_without_a_place_are_left_out_until_they_are_asked_for() -> None:
    (rows,) = (b for b in all_documents()[samples.ROSETTA].blocks if isinstance(b, Rows))
    minor = next(row.label for row in rows.rows if row.minor)
    assert f" {minor} " not in console(samples.ROSETTA)
    assert f" {minor} " in console(samples.ROSETTA, verbosity=1)


def test_a_command_beside_its_label_goes_below_it_where_it_does_not_fit() -> None:
    actions = Actions((("Verify", ("mps-doctor", "--python", "/a/long/path/bin/python")),))
    assert render_blocks((actions,), Screen(width=80)).startswith("  Verify:  mps-doctor --python")
    assert render_blocks((actions,), Screen(width=48)) == (
        "  Verify:\n    mps-doctor --python /a/long/path/bin/python\n"
    )


@pytest.mark.parametrize("width", range(20, 101, 8))
@pytest.mark.parametrize("text", ["Remove it: `{}`", "Run `{}`, and then again", "`{}`"])
def test_a_command_in_a_step_stays_whole(text: str, width: int) -> None:
    command = "cd /a/long/path/site-packages && rm -r torch torch-2.1.0.dist-info"
    shown = render_blocks((Items((("", text.format(command)),)),), Screen(width=width))
    assert [line for line in shown.splitlines() if command in line]
    others = [line for line in shown.splitlines() if command not in line]
    assert all(len(line) <= width for line in others)


def test_a_command_after_a_colon_is_shown_as_it_is_typed() -> None:
    step = Items((("", "Remove it: `rm -r build`"),), numbered=True)
    assert render_blocks((step,), Screen(width=80)) == "    1. Remove it: rm -r build\n"
    assert render_blocks((step,), Screen(width=24)) == ("    1. Remove it:\n       rm -r build\n")


def test_quiet_is_the_headline() -> None:
    assert console("every-block", plain=True, verbosity=-1) == "DEGRADED: Every block there is\n"
    assert str(load("markdown").render(EVERY_BLOCK, Screen(verbosity=-1))).count("\n") == 1
