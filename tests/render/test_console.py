"""The screen: what it can show, lines that fit it and lose nothing, and each block on it."""

import re

import pytest
import samples
from attacks import ATTACKS, attacked
from documents import EVERY_BLOCK, all_documents
from hypothesis import given, strategies as st
from rich.cells import cell_len
from tables import cases

from mps_doctor.render import DRAWN, Screen, load, screen_for
from mps_doctor.render.console import render_blocks
from mps_doctor.render.page import cells, wrap, wrap_verbatim
from mps_doctor.render.safe_text import in_ascii, visible, visible_lines
from mps_doctor.views.document import Actions, Commands, Items, Rows, Table

ADDRESS = re.compile(r"https?://\S+")
SGR = re.compile(r"\x1b\[[0-9;]*m")
TEXTS = st.text(max_size=120)


class Stream:
    def __init__(self, terminal: bool, encoding: str | None = "utf-8") -> None:
        self.terminal, self.encoding = terminal, encoding

    def isatty(self) -> bool:
        return self.terminal

    def fileno(self) -> int:
        raise OSError("not a real stream")


@cases
def test_colour(terminal: bool, environ: dict[str, str], choice: str, color: bool) -> None:
    assert screen_for(Stream(terminal), environ, color=choice).color is color


@pytest.mark.parametrize(
    ("columns", "width"),
    [("40", 40), ("132", 132), ("0", 80), ("-5", 80), ("wide", 80), ("١٢٠", 80), ("1", 20),
     ("9" * 30, 1000), ("", 80)],
)  # fmt: skip
def test_width(columns: str, width: int) -> None:
    for terminal in (True, False):
        assert screen_for(Stream(terminal), {"COLUMNS": columns}).width == width


@pytest.mark.parametrize(
    ("encoding", "unicode"),
    [("utf-8", True), ("UTF8", True), ("utf-8-sig", True), ("gb18030", True), ("ascii", False),
     ("cp1252", False), ("gbk", False), (None, False)],
)  # fmt: skip
def test_signs_beyond_ascii_need_an_encoding_of_all_of_unicode(
    encoding: str | None, unicode: bool
) -> None:
    assert screen_for(Stream(False, encoding), {}).unicode is unicode


@given(TEXTS, st.integers(4, 60), st.integers(4, 60))
def test_lines_fit_their_room_and_lose_no_character(text: str, width: int, first: int) -> None:
    clean = visible(text)
    assert cells(clean) == cell_len(clean)
    start, *others = wrap(clean, width, first=min(first, width))
    assert cells(start) <= min(first, width)
    assert all(cells(line) <= width for line in others)
    assert "".join(f"{start}{''.join(others)}".split()) == "".join(clean.split())


def test_an_address_stays_whole_and_output_keeps_its_blanks() -> None:
    address = "https://github.com/pytorch/pytorch/issues/141287"
    assert wrap(f"see {address} there", 20) == ["see", address, "there"]
    assert wrap_verbatim("   x", 10) == ["   x"]


@given(TEXTS)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    assert all(visible(line) == line for line in visible_lines(text))
    assert in_ascii(visible(text)).isascii()


def test_ordinary_signs_of_any_language_are_left_as_they_are() -> None:
    text = "Größe 深层 × “quoted” – naïve … é 😀 ~!@#"
    assert visible(text) == text
    written = 'Gr\\xf6\\xdfe \\u6df1\\u5c42 x "quoted" - na\\xefve ... \\xe9 \\U0001f600 ~!@#'
    assert in_ascii(text) == written


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


TABLE = Table(("", "A", "B"), (("torch", "2.9.1 with MPS", "2.10.0 without"), ("os", "1", "")))
VERIFY = Actions((("Verify", ("mps-doctor", "--python", "/a/long/path/bin/python")),))
STEP = Items((("", "Remove it: `rm -r build`"),), numbered=True)


@pytest.mark.parametrize(
    ("block", "width", "shown"),
    [
        (TABLE, 30, "  - torch: A 2.9.1 with MPS; B\n    2.10.0 without\n  - os: A 1\n"),
        (VERIFY, 80, "  Verify:  mps-doctor --python /a/long/path/bin/python\n"),
        (VERIFY, 48, "  Verify:\n    mps-doctor --python /a/long/path/bin/python\n"),
        (STEP, 80, "    1. Remove it: rm -r build\n"),
        (STEP, 24, "    1. Remove it:\n       rm -r build\n"),
    ],
)
def test_a_block_takes_the_shape_that_fits(
    block: Table | Actions | Items, width: int, shown: str
) -> None:
    assert render_blocks((block,), Screen(width=width)) == shown


def test_rows_without_a_place_are_left_out_until_they_are_asked_for() -> None:
    (rows,) = (b for b in all_documents()[samples.ROSETTA].blocks if isinstance(b, Rows))
    minor = next(row.label for row in rows.rows if row.minor)
    assert f" {minor} " not in console(samples.ROSETTA)
    assert f" {minor} " in console(samples.ROSETTA, verbosity=1)


@pytest.mark.parametrize("width", range(20, 101, 8))
@pytest.mark.parametrize("text", ["Remove it: `{}`", "Run `{}`, and then again", "`{}`"])
def test_a_command_in_a_step_stays_whole(text: str, width: int) -> None:
    command = "cd /a/long/path/site-packages && rm -r torch torch-2.1.0.dist-info"
    shown = render_blocks((Items((("", text.format(command)),)),), Screen(width=width))
    assert [line for line in shown.splitlines() if command in line]
    others = [line for line in shown.splitlines() if command not in line]
    assert all(len(line) <= width for line in others)


def test_quiet_is_the_headline() -> None:
    assert console("every-block", plain=True, verbosity=-1) == "DEGRADED: Every block there is\n"
    assert str(load("markdown").render(EVERY_BLOCK, Screen(verbosity=-1))).count("\n") == 1
