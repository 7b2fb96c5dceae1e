"""Which screen is taken for what, from the stream and the environment."""

import pytest

from mps_doctor.render import screen_for


class Stream:
    def __init__(self, terminal: bool, encoding: str | None = "utf-8") -> None:
        self.terminal, self.encoding = terminal, encoding

    def isatty(self) -> bool:
        return self.terminal

    def fileno(self) -> int:
        raise OSError("not a real stream")


@pytest.mark.parametrize(
    ("terminal", "environ", "choice", "color"),
    [
        (True, {}, "auto", True),
        (False, {}, "auto", False),
        (True, {"NO_COLOR": "1"}, "auto", False),
        (True, {"NO_COLOR": ""}, "auto", True),
        (False, {"FORCE_COLOR": "1"}, "auto", True),
        (False, {"FORCE_COLOR": "0"}, "auto", False),
        (False, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, "auto", False),
        (True, {"TERM": "dumb"}, "auto", False),
        (True, {}, "never", False),
        (False, {}, "always", True),
        (False, {"NO_COLOR": "1"}, "always", True),
    ],
)
def test_colour(terminal: bool, environ: dict[str, str], choice: str, color: bool) -> None:
    assert screen_for(Stream(terminal), environ, color=choice).color is color


@pytest.mark.parametrize(
    ("terminal", "environ", "width"),
    [
        (False, {}, 80),
        (False, {"COLUMNS": "40"}, 40),
        (True, {"COLUMNS": "132"}, 132),
        (True, {"COLUMNS": "0"}, 80),
        (True, {"COLUMNS": "-5"}, 80),
        (True, {"COLUMNS": "wide"}, 80),
        (True, {"COLUMNS": "١٢٠"}, 80),
        (True, {"COLUMNS": "1"}, 20),
        (True, {"COLUMNS": "9" * 30}, 1000),
        (True, {}, 80),
    ],
)
def test_width(terminal: bool, environ: dict[str, str], width: int) -> None:
    assert screen_for(Stream(terminal), environ).width == width


@pytest.mark.parametrize(
    ("encoding", "unicode"),
    [
        ("utf-8", True), ("UTF8", True), ("utf-8-sig", True), ("gb18030", True),
        ("ascii", False), ("cp1252", False), ("latin-1", False), ("gbk", False),
        (None, False), ("no-such-encoding", False),
    ],
)  # fmt: skip
def test_signs_beyond_ascii_need_an_encoding_of_all_of_unicode(
    encoding: str | None, unicode: bool
) -> None:
    assert screen_for(Stream(False, encoding), {}).unicode is unicode
