"""The command as it is met: its start, help, hints for what people type, one line for a mistake."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import samples
from tables import cases, cases_and

import mps_doctor
from mps_doctor.cli import main as command_line
from mps_doctor.features.schema import document_schema

HEALTHY = samples.machine(samples.HEALTHY)
PROGRAM = [sys.executable, "-m", "mps_doctor"]


def test_help_has_three_groups_and_names_every_command(run: Any) -> None:
    page = run("--help").out
    places = [page.index(title) for title in ("Everyday:", "More:", "Automation:")]
    assert places == sorted(places)
    for name in command_line.COMMANDS:
        assert f"\n  {name} " in page
    assert run("help").out == page
    assert mps_doctor.__version__ in run("--version").out
    assert run("help", "plan").out == run("plan", "--help").out
    assert run("fleet").out == run("fleet", "--help").out


def test_the_options_of_check_are_in_groups_the_few_first(run: Any) -> None:
    page = run("check", "--help").out
    titles = ("Most used:", "--python", "What to examine:", "What counts:", "--expect", "Display:")
    places = [page.index(title) for title in titles]
    assert places == sorted(places)
    assert "Options:" in run("plan", "--help").out


@pytest.mark.parametrize("name", [n for n in command_line.COMMANDS if n != "fleet"])
def test_every_command_has_a_page_of_help(name: str, run: Any) -> None:
    done = run(name, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: mps-doctor {name}")


@cases_and({"arguments": ["-o", "x" * 300], "said": "File name too long", "hint": ""})
def test_a_mistake_is_one_line_with_a_hint_and_exit_code_2(
    arguments: list[str], said: str, hint: str, tmp_path: Path, run: Any
) -> None:
    (tmp_path / "error.txt").write_text("hello\n")
    (tmp_path / "mac.json").write_text("{}")
    (tmp_path / "newer.json").write_text('{"schema_version": "2.0"}')
    (tmp_path / "later.json").write_text('{"schema_version": "9.0", "verdict": {}}')
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "pyvenv.cfg").touch()
    with (tmp_path / "big.json").open("wb") as file:
        file.truncate(100_000_000)
    done = run(*(argument.replace("{tmp}", str(tmp_path)) for argument in arguments))
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert done.err.startswith("mps-doctor: ")
    assert said in done.err
    assert hint.replace("{tmp}", str(tmp_path)) in done.err


def test_a_mistake_with_json_is_also_a_document(run: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    done = run("--python", "/no/such/\x1b[31mpython", "--format", "json")
    document = json.loads(done.out)
    jsonschema.validate(document, document_schema())
    assert done.code == 2
    assert "/no/such/\\x1b[31mpython" in document["error"]["message"]
    assert document["error"]["kind"] == "input"
    assert "\x1b" not in done.err


@pytest.mark.parametrize("asked", ["--format=json", "--format json=-", "--format json -o x"])
@pytest.mark.parametrize("other", ["--format json=x", "--format jsonl", "-v"])
def test_a_mistake_is_a_document_for_who_asked_for_json(asked: str, other: str, run: Any) -> None:
    words = ("fleet", "report", "/no/such/folder")
    error = "mps-doctor: /no/such/folder does not exist\n"
    assert run(*words, *other.split()) == (2, "", error)
    done = run(*words, *asked.split())
    assert (done.code, done.out[:1], done.err) == (2, "{", error)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "mps-doctor: interrupted\n"),
        (OSError(13, "Permission denied"), 3, "this is a bug in mps-doctor itself"),
        (ZeroDivisionError(), 3, "ZeroDivisionError"),
    ],
)
def test_an_end_that_nobody_asked_for_has_its_code(
    error: BaseException, code: int, said: str, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mps_doctor.features import explain

    def fail() -> None:
        raise error

    monkeypatch.setattr(explain, "list_checks", fail)
    done = run("list")
    assert (done.code, said in done.err) == (code, True)


def test_a_reader_that_goes_away_is_no_error() -> None:
    line = f"{sys.executable} -m mps_doctor list | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["schema"], ["explain", "memory"]])
def test_a_full_disk_is_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


@pytest.mark.parametrize("arguments", [["list"], ["--help"], ["--snapshot", str(HEALTHY)]])
def test_a_report_that_nobody_can_read_is_an_error(arguments: list[str], tmp_path: Path) -> None:
    line = f"{shlex.join([*PROGRAM, *arguments])} >&-"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cannot write" in done.stderr
    file = shlex.quote(str(tmp_path / "x.json"))
    line = f"{shlex.join([*PROGRAM, '--snapshot', str(HEALTHY)])} -o {file} >&-"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "at", "some", "none"),
    [
        ("mps-doctor d", 1, {"diagnose"}, {"check", "mps"}),
        ("mps-doctor --le", 1, {"--level"}, {"--python"}),
        ("mps-doctor check --level ", 3, {"quick", "standard", "deep"}, {"mps"}),
    ],
)
def test_the_shell_completes_commands_options_and_words(
    words: str, at: int, some: set[str], none: set[str]
) -> None:
    asked = {"_MPS_DOCTOR_COMPLETE": "zsh_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)}
    done = subprocess.run(
        PROGRAM, capture_output=True, text=True, env={**os.environ, **asked}, timeout=60
    )
    found = set(done.stdout.split("\n")[1::3])
    assert (done.stderr, some - found, none & found) == ("", set(), set())


@cases
def test_it_starts_and_complains_of_nothing(
    line: str, variables: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "json.py").write_text("raise RuntimeError('the user')\n")
    given = {name: value.replace("{tmp}", str(tmp_path)) for name, value in variables.items()}
    done = subprocess.run(
        ["bash", "-c", line, str(tmp_path), *PROGRAM, "list"],
        capture_output=True,
        env={**os.environ, **given},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
