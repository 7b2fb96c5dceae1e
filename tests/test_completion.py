"""Completion in the shells themselves, of the files that are shipped.

The bash here is a newer one than macOS has (3.2): that the file uses nothing newer is read from it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest
from mps_doctor.completion import generate

SHELLS = list(generate.FILES)

ASK = {
    "bash": """
source {file}
COMP_WORDS=({words})
COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
_mps_doctor
printf '%s\\n' "${{COMPREPLY[@]}}"
""",
    "zsh": """
compadd() {{
  shift
  for word in "$@"; do [[ $word == $words[CURRENT]* ]] && print -r -- $word; done
}}
_files() {{ print -r -- A-FILE }}
words=({words})
CURRENT=$#words
source {file}
""",
}


def completed(shell: str, *words: str) -> set[str]:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell} here")
    file = generate.FOLDER / generate.FILES[shell]
    if shell == "fish":
        line = " ".join(("mps-doctor", *words))
        script = f"source {file}; complete -C {line!r}"
    else:
        quoted = " ".join(f"'{word}'" for word in ("mps-doctor", *words))
        script = ASK[shell].format(file=file, words=quoted)
    flags = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    done = subprocess.run(
        [program, *flags, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    return {line.partition("\t")[0] for line in done.stdout.splitlines()} - {""}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shipped_file_is_what_the_commands_give(shell: str) -> None:
    shipped = (generate.FOLDER / generate.FILES[shell]).read_text(encoding="utf-8")
    assert shipped == generate.generate(shell), "run: python -m mps_doctor.completion.generate"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_it(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mps_doctor", "completion", shell],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == (generate.FOLDER / generate.FILES[shell]).read_text(encoding="utf-8")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("words", "some", "none"),
    [
        ([""], {"check", "diagnose", "explain", "fleet"}, {"mps", "smoke-test"}),
        (["exp"], {"explain"}, {"check"}),
        (["--le"], {"--level"}, {"--format"}),
        (["check", "--level", ""], {"quick", "standard", "deep"}, {"mps"}),
        (["--device", ""], {"mps", "cpu", "cuda"}, {"quick"}),
        (["--select", "smoke"], {"smoke-test"}, {"memory"}),
        (["check", "--ignore", "torch-inst"], {"torch-installed"}, {"smoke-test"}),
        (["explain", "python-x86"], {"python-x86_64-on-apple-silicon"}, {"smoke-test"}),
        (["explain", "PYTORCH_ENABLE"], {"PYTORCH_ENABLE_MPS_FALLBACK"}, {"smoke-test"}),
        (["snapshot", "--le"], {"--level"}, {"--select"}),
        (["fleet", ""], {"run", "report"}, {"explain"}),
        (["completion", ""], {"bash", "zsh", "fish"}, {"check"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_completion(shell: str, words: list[str], some: set[str], none: set[str]) -> None:
    found = completed(shell, *words)
    assert some <= found
    assert not none & found


def test_bash_completes_after_an_equals_sign() -> None:
    assert completed("bash", "--format", "=", "ju") == {"junit"}


def test_the_file_for_bash_needs_nothing_newer_than_3_2() -> None:
    text = (generate.FOLDER / generate.FILES["bash"]).read_text(encoding="utf-8")
    newer = r"declare -A|local -[An]|mapfile|readarray|compopt|coproc|;;?&|\|&|&>>|\$\{\w+(,|\^)"
    assert not re.search(newer, text)
    assert text.isascii()
