"""`diagnose`: what the single-file probe printed, however it was pasted, and piles of files."""

import html
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from simulated_mac import SimMac

from mps_doctor.features.diagnose import FEWEST_FOR_OTHERS, diagnose, diagnose_files
from mps_doctor.features.probe_script import make_probe_script
from mps_doctor.judgement.report import decode


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("script") / "mps_probe.py"
    path.write_text(make_probe_script(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def quick(script: Path) -> str:
    return run(script)


def run(script: Path, **environment: str) -> str:
    command = [sys.executable, str(script), "--level", "quick"]
    env = {**os.environ, **environment}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def each_line(before: str) -> Callable[[str], str]:
    return lambda said: "".join(f"{before}{line}\n" for line in said.splitlines())


PASTED: dict[str, Callable[[str], str]] = {
    "in an issue": lambda said: f"It does not work, see below.\n\n```\n{said}```\nThank you",
    "quoted": each_line("> "),
    "in a list": each_line("  - "),
    "in a log": each_line("2026-11-22T10:00:00.1234567Z "),
    "wrapped by a terminal": lambda said: re.sub(r"(.{80})", r"\1\n", said),
    "with typographic quotes": lambda said: said.replace('"', "\u201d"),
    "as HTML": html.escape,
    "in UTF-16": lambda said: said.encode("utf-16").decode("latin-1"),
    "without its last line": lambda said: said.rstrip().rpartition("\n")[0],
}


@pytest.mark.parametrize("paste", PASTED.values(), ids=PASTED)
def test_its_output_is_judged_however_it_was_pasted(
    quick: str, paste: Callable[[str], str]
) -> None:
    text = paste(quick)
    report = diagnose(text.encode("latin-1") if "\0" in text else text)
    assert (report.verdict.status, report.verdict.cause) == ("not-applicable", "not-macos-host")


def test_what_a_cut_output_lacks_is_unknown(quick: str) -> None:
    report = diagnose(quick[: quick.index('{"section": "torch_import"')])
    assert report.verdict.cause == "not-macos-host"
    assert report.facts.torch_import.unknown == "the probe's answer ends before it"


@pytest.mark.parametrize(
    ("system", "cause"), [("Darwin", "python-too-old"), ("Linux", "not-macos-host")]
)
def test_a_python_that_is_too_old_says_where_it_is(system: str, cause: str) -> None:
    host = f'{{"system": "{system}", "kernel_release": "21.6.0"}}'
    report = diagnose(
        '{"interpreter": "/usr/bin/python", "options": ""}\n{"probe": 1, "python": "2.7.18"}\n'
        f'{{"section": "host", "facts": {host}}}\n{{"ended": 79, "stderr": ""}}\n'
    )
    assert report.verdict.cause == cause


def test_it_names_nobody_and_leaves_nothing(script: Path, tmp_path: Path) -> None:
    home, temporary = tmp_path / "jane-d0e", tmp_path / "temporary"
    temporary.mkdir()
    assert "jane" not in run(script, HOME=str(home), USER="jane-d0e", TMPDIR=str(temporary))
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("mps", "status", "cause"),
    [
        ("", "healthy", None),
        ("fault:aten::mm=abort,x.mm:1: failed assertion `boom'", "broken", "mps-smoke-failed"),
    ],
)
def test_a_mac(
    script: Path, simulated_mac: Callable[..., SimMac], mps: str, status: str, cause: str | None
) -> None:
    report = diagnose(simulated_mac("m2_macos145", mps=mps).run(script).stdout)
    assert (report.verdict.status, report.verdict.cause) == (status, cause)


TEXTS = (
    "torch: 2.9.0\nTypeError: Cannot convert a MPS Tensor to float64 dtype\n",
    "OS: macOS 12.2 (arm64)\nPyTorch version: 2.15.0\n",
    "mps not available on my M1, any idea?\n",
)


@pytest.mark.parametrize("count", [7, FEWEST_FOR_OTHERS])
def test_each_file_of_a_pile_has_the_report_that_it_has_alone(tmp_path: Path, count: int) -> None:
    names = [tmp_path / f"{number:04}.txt" for number in range(count)]
    for number, name in enumerate(names):
        name.write_text(f"{TEXTS[number % len(TEXTS)]}run {number}\n")
    names[5].unlink()
    found = [*diagnose_files([*map(str, names)], "error")]
    assert found[5] == (4, b"", f"cannot read {names[5]}: No such file or directory")
    del found[5], names[5]
    said = [json.loads(line)["target"]["name"] for _, line, _ in found]
    assert said == [name.name for name in names]
    for name, (code, line, _) in list(zip(names, found, strict=True))[:: max(1, count // 7)]:
        alone = diagnose(name.read_bytes(), name=name.name)
        assert decode(line).verdict == alone.verdict
        assert code == alone.verdict.exit_code


def test_a_question_gets_the_page_that_answers_it() -> None:
    assert (
        "mps-doctor explain bitsandbytes" in diagnose("can I use bitsandbytes on a mac").target.note
    )
    assert not diagnose("mps prints a line").target.note
    assert not diagnose("can I use bitsandbytes on a mac\nIt is what my log says").target.note
