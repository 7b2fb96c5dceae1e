"""Lines fit the screen, measured in cells, and lose nothing."""

from hypothesis import given, strategies as st
from rich.cells import cell_len

from mps_doctor.render.safe_text import in_ascii, visible, visible_lines
from mps_doctor.render.wrapping import cells, wrap, wrap_verbatim

TEXTS = st.text(max_size=120)


@given(TEXTS)
def test_cells_are_those_that_a_terminal_takes(text: str) -> None:
    clean = visible(text)
    assert cells(clean) == cell_len(clean)


@given(TEXTS, st.integers(4, 60), st.integers(4, 60))
def test_no_line_is_wider_than_its_room(text: str, width: int, first: int) -> None:
    start, *others = wrap(visible(text), width, first=min(first, width))
    assert cells(start) <= min(first, width)
    assert all(cells(line) <= width for line in others)


@given(TEXTS, st.integers(4, 60))
def test_wrapping_loses_no_character(text: str, width: int) -> None:
    clean = visible(text)
    assert "".join("".join(wrap(clean, width)).split()) == "".join(clean.split())


@given(st.integers(0, 30), st.integers(10, 60))
def test_blanks_at_the_start_of_a_line_of_output_stay(blanks: int, width: int) -> None:
    assert wrap_verbatim(f"{' ' * blanks}x", max(width, blanks + 1)) == [f"{' ' * blanks}x"]


def test_an_address_stays_whole() -> None:
    address = "https://github.com/pytorch/pytorch/issues/141287"
    assert wrap(f"see {address} there", 20) == ["see", address, "there"]


@given(st.text(max_size=60))
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    assert all(visible(line) == line for line in visible_lines(text))
    assert in_ascii(visible(text)).isascii()


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60))
def test_plain_text_is_left_as_it_is(text: str) -> None:
    assert visible(text) == text


def test_ordinary_signs_of_other_languages_are_left_as_they_are() -> None:
    text = "Größe 深层 × “quoted” – naïve … é 😀"
    assert visible(text) == text
    assert (
        in_ascii(text)
        == 'Gr\\xf6\\xdfe \\u6df1\\u5c42 x "quoted" - na\\xefve ... \\xe9 \\U0001f600'
    )
