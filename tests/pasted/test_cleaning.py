"""What becomes of encodings, colours, markup, quotations and numbers before a text is read."""

import pytest
from tables import cases, cases_and

from mps_doctor.pasted import cleaning
from mps_doctor.pasted.cleaning import clean, decode, unwrap

LOG = "OS: macOS 14.5 – Köln"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (LOG.encode(), LOG),
        (b"", ""),
        (LOG.encode("utf-16"), LOG),
        (b"\xff\xfe" + LOG.encode("utf-16-le"), LOG),
        (b"\xfe\xff" + LOG.encode("utf-16-be"), LOG),
        (LOG.encode("utf-16-le"), LOG),
        (LOG.encode("utf-16-be"), LOG),
        (b"h\x00i\x00!", "hi\ufffd"),
        (b"a\x00b\x00", "ab"),
        ("\u0200OS".encode("utf-16-le"), "\u0200OS"),
        (b"O\x00SX", "O\0SX"),
        (b"a\x00b", "a\0b"),  # too short to tell
        (b"abc\x00", "abc\0"),  # a quarter of zeros is no sign of UTF-16
        (b"\xffOS", "\ufffdOS"),
        (b"a" * 2000 + b"\x00b" * 3000, "a" * 2000 + "\0b" * 3000),
    ],
)
def test_the_encoding_is_told_from_the_bytes(data: bytes, text: str) -> None:
    assert decode(data) == text


def test_what_is_too_long_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "MAX_BYTES", 8)
    assert decode(b"0123456789") == "01234567"
    assert clean("0123456789") == "01234567"


@cases_and({"text": "\ud800é\x01", "plain": "\ud800é"})
def test_a_line_without_its_mess(text: str, plain: str) -> None:
    assert clean(text) == plain


@cases
def test_what_stands_before_every_line_is_taken_off(text: str, plain: str) -> None:
    assert clean(text) == plain


def test_a_quotation_is_looked_for_at_the_beginning() -> None:
    first, second = "> a\n", "> b"
    assert clean(first + "w" * 99_000 + "\n" + second) == "a\n" + "w" * 99_000 + "\nb"
    far = "w" * 101_000 + "\n"
    assert clean(far + first + second) == far + first + second
    assert clean(first + far + second) == first + far + second


@cases
def test_a_wrapped_sentence_is_joined(text: str, joined: str) -> None:
    assert unwrap(text) == text.replace("\n", joined)
