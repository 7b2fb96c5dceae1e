"""Files of hosts whose names are no text: the report says what is in them all the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from mps_doctor.render.formats import FLEET_FORMATS

from mps_doctor.cli import main as cli

MACHINE = Path(__file__).resolve().parents[1] / "machines" / "macos-12.2.json"

NAMES = {
    "not UTF-8": b"caf\xe9.json",
    "a line break": b"a\nb.json",
    "a terminal escape": b"\x1b[2J.json",
    "right to left": "a\u202eb.json".encode(),
}


@pytest.mark.parametrize("format_", FLEET_FORMATS)
@pytest.mark.parametrize("content", [MACHINE.read_bytes(), b"nonsense"], ids=["sound", "torn"])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_an_odd_name(tmp_path: Path, name: bytes, content: bytes, format_: str) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(content)

    words = ["fleet", "report", str(tmp_path), "--format", format_]
    done = CliRunner().invoke(cli.program, words, standalone_mode=False)

    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.stdout
    done.stdout.encode("utf-8")
    assert not {"\x1b", "\u202e"} & set(done.stdout)
    if content != b"nonsense":
        assert "macos-too-old-for-torch" in done.stdout or "12.2" in done.stdout
