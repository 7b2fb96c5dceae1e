"""Run a command that the documentation shows, on the recorded machines, and keep its output."""

from __future__ import annotations

import atexit
import html
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from project import DOCS, MACHINES

DEADLINE = 120

FENCE = re.compile(r"^```\{screen\}\n(.*?)^```$", flags=re.M | re.S)
OPTION = re.compile(r"^:(\w+):\s*(.*)$")

# The colours of the console, by their SGR number; see _static/site.css.
_CLASSES = {"1": "bold", "2": "dim", "3": "italic", "4": "underline"} | {
    str(base + number): name
    for base in (30, 90)
    for number, name in enumerate(
        ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
    )
}
_SGR = re.compile(r"\x1b\[([0-9;]*)m")


@dataclass(frozen=True)
class Screen:
    """What a `{screen}` block asks for."""

    command: str
    exit: int = 0
    lines: int = 0
    """Show only so many lines of the output; 0 for all."""


@dataclass(frozen=True)
class Shown:
    """What the command wrote, and how it ended."""

    exit: int
    text: str
    """Standard output, with colours as SGR codes."""
    errors: str


def screens_in(markdown: str) -> list[Screen]:
    """Return the `{screen}` blocks of a page."""
    return [parse_screen(body) for body in FENCE.findall(markdown)]


def parse_screen(body: str) -> Screen:
    """Read a block: options as `:name: value`, then one command."""
    options: dict[str, int] = {}
    commands: list[str] = []
    for line in filter(str.strip, body.splitlines()):
        if match := OPTION.match(line):
            options[match[1]] = int(match[2])
        else:
            commands.append(line.strip())
    if len(commands) != 1 or options.keys() - {"exit", "lines"}:
        raise ValueError(f"a screen block holds one command, `:exit:` and `:lines:`; got {body!r}")
    return Screen(commands[0], **options)


@cache
def scratch() -> Path:
    """Return a folder with the recorded machines and the examples, as a reader would have them."""
    folder = Path(tempfile.mkdtemp(prefix="mps-doctor-docs-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for source in (MACHINES, DOCS / "examples"):
        for file in source.iterdir():
            shutil.copy(file, folder)
    return folder


@cache
def run(command: str, *, color: bool = True) -> Shown:
    """Run `mps-doctor …` without a shell; the machine that builds the site leaves no trace."""
    program, *arguments = shlex.split(command)
    if program != "mps-doctor":
        raise ValueError(f"a screen shows mps-doctor, not {program!r}")
    env = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    env |= {"COLUMNS": "80", "FORCE_COLOR": str(int(color)), "PYTHONUTF8": "1", "HOME": "/nowhere"}
    done = subprocess.run(  # noqa: S603  # the program is ours, its words are the page's
        [sys.executable, "-m", "mps_doctor", *arguments],
        cwd=scratch(),
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=DEADLINE,
        check=False,
    )
    return Shown(done.returncode, done.stdout, done.stderr)


def as_html(screen: Screen, shown: Shown) -> str:
    """Return the command and its output as a `pre` element; everything in it is escaped."""
    lines = shown.text.rstrip("\n").split("\n")
    if screen.lines and len(lines) > screen.lines:
        lines = [*lines[: screen.lines], "\x1b[0m…"]
    errors = [shown.errors.rstrip("\n")] if shown.errors else []
    prompt = (
        f'<span class="prompt">$ </span><span class="bold">{html.escape(screen.command)}</span>'
    )
    body = ansi_to_html("\n".join(filter(None, ["\n".join(lines), *errors])))
    end = f'\n<span class="dim">exit code {shown.exit}</span>' if shown.exit else ""
    return f'<pre class="screen" tabindex="0">{prompt}\n{body}{end}</pre>'


def ansi_to_html(text: str) -> str:
    """Return text with SGR codes as escaped HTML with classes."""
    out: list[str] = []
    active: list[str] = []
    pieces = _SGR.split(text)
    for index, piece in enumerate(pieces):
        if index % 2:
            for code in piece.split(";"):
                active = [] if code in ("", "0") else [*active, _CLASSES.get(code, "")]
            continue
        classes = " ".join(filter(None, active))
        escaped = html.escape(piece)
        out.append(f'<span class="{classes}">{escaped}</span>' if classes and piece else escaped)
    return "".join(out)
