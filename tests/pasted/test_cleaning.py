"""What becomes of encodings, colours, markup, quotations and numbers before a text is read."""

import pytest
from tables import cases

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


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        # Line ends and signs of word processors.
        ("a\r\nb\rc\n", "a\nb\nc\n"),
        ("‘a’ “b”\u00a0c\u202fd", "'a' \"b\" c d"),
        ("1−2–3‐4‑5\u20286", "1-2-3-4-5\n6"),
        ("a：b\u3000c…", "a:b c..."),
        # Colours, titles and links of terminals, also where only their text is left.
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[1;38;5;9mred\x1b[K", "red"),
        ("\x1b]0;a title\x07text", "text"),
        ("\x1b]8;;file\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bMup", "up"),
        ("␛[31mred␛[0m", "red"),
        (r"\u001b[1mred\u001b[0m", "red"),
        (r"\x1b[0mred \033[32mred \e[0mred", "red red red"),
        ("[31mred[0m", "[31mred[0m"),
        (r"\x1b31m", r"\x1b31m"),
        (r"C:\now [0m]", r"C:\now [0m]"),
        # What cannot be seen.
        ("a\x00b\x07c\x7fd\te\x0bf", "abcd\tef"),
        ("é\x00b\x07c\x7fd\te\x0bf", "ébcd\tef"),
        ("Q\u200bu\u200fi\u202ee\u2066t\ufeff é", "Quiet é"),
        ("\ud800é\x01", "\ud800é"),
        # Characters of HTML, once or twice written so, and its tags.
        ("a &lt; b &amp;gt; c &amp;amp; d", "a < b > c & d"),
        ("it&#39;s&nbsp;a &#x27;b&#x27;", "it's a 'b'"),
        ("AT&T; &nonsenses; &#1; a & b", "AT&T; &nonsenses; &#1; a & b"),
        ("<b>OS</b>: <code>mac</code>", "OS: mac"),
        ("<DETAILS open><summary>log</summary>x</details>", "log ; x"),
        ("a<br>b<br/>c<hr>d<BR >e", "a ; b ; c ; d ; e"),
        ("<li>a</li><tr><td>b</td></tr><h2>c</h2></p></pre></div>", "a ; b ; c ;  ;  ;  ; "),
        ("<torch.device> <module 'a'> <bold>", "<torch.device> <module 'a'> <bold>"),
        ("a <b c\nd>", "a <b c\nd>"),
        ("<a href='x'>y</a> <img>", "y <img>"),
        # Emphasis and what escapes it.
        ("**OS:** mac and **chip**", "OS: mac and chip"),
        ("2**3**4 a**b**c **d**1", "2**3**4 a**b**c **d**1"),
        ("***a***", "***a***"),
        (r"mps\_available\_x", "mps_available_x"),
        # Examples that templates give.
        ("OS: [e.g. Ubuntu 22.04] macOS", "OS:  macOS"),
        ("OS (e.g. Linux): macOS", "OS : macOS"),
        ("OS (E.g., Linux): e.g. macOS", "OS : e.g. macOS"),
        ("OS (E.g., Linux): macOS", "OS : macOS"),
        ("(e.g., `macosx_15_0_arm64`)", "(e.g., `macosx_15_0_arm64`)"),
        # Boxes of a form that were left empty, and lists of what is to be done.
        ("- [ ] Linux\n- [x] macOS\n* [ ] It", "\n- [x] macOS\n"),
        ("- [ ] conv3d\n- [ ] fft", "- [ ] conv3d\n- [ ] fft"),
        ("- [x] macOS, torch[ ]", "- [x] macOS, torch[ ]"),
    ],
)
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
