"""How the program starts, whatever was closed, removed or set before it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("line", "variables"),
    [
        ('exec "$@" <&-', {}),
        ('exec "$@" 2>&-', {}),
        ('exec "$@" <&- 2>&-', {}),
        ('mkdir "$0/gone"; cd "$0/gone"; rmdir "$0/gone"; exec "$@"', {}),
        # A shell that waits for commands is not opened, and folders of the user come last.
        ('exec "$@" </dev/null', {"PYTHONINSPECT": "1"}),
        ('exec "$@"', {"PYTHONPATH": "{tmp}:/nowhere"}),
    ],
)
def test_it_starts_and_complains_of_nothing(
    line: str, variables: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "json.py").write_text("raise RuntimeError('the user')\n")
    given = {name: value.replace("{tmp}", str(tmp_path)) for name, value in variables.items()}
    program = [sys.executable, "-m", "mps_doctor", "list"]
    done = subprocess.run(
        ["bash", "-c", line, str(tmp_path), *program],
        capture_output=True,
        env={**os.environ, **given},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
