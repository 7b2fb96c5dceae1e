"""The screen, as people see it: goldens that were read, and what holds for every report."""

import os
import re
from pathlib import Path

import attacks
import pytest
import report_samples
from rich.cells import cell_len

from mps_doctor.facts import Host
from mps_doctor.features.examination import diagnose
from mps_doctor.judgement.report import Report, ReportList
from mps_doctor.render import Screen, render
from mps_doctor.render.safe_text import in_ascii
from mps_doctor.render.shell import in_shell

GOLDENS = Path(__file__).with_name("goldens")
SCREENS = {
    "80": Screen(width=80),
    "40": Screen(width=40),
    "80-ascii": Screen(width=80, unicode=False),
    "80-verbose": Screen(width=80, verbosity=1),
    "80-quiet": Screen(width=80, verbosity=-1),
    "80-colour": Screen(width=80, color=True, interactive=True),
}
ADDRESS = re.compile(r"https?://\S+")
SGR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", report_samples.DOCUMENTS)
def test_the_screen_is_the_golden_one(name: str, screen: str) -> None:
    text = render(report_samples.DOCUMENTS[name], "console", SCREENS[screen])
    golden = GOLDENS / f"{name}-{screen}.txt"
    if os.environ.get("MPS_DOCTOR_WRITE_GOLDENS"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def arguments_of(report: Report) -> set[str]:
    """Every argument of every command in a report, as a shell reads it: none may be broken."""
    fixes = [fix for result in report.results for fix in result.fixes]
    commands = [argv for fix in fixes for argv in (*fix.commands, *fix.verify, *fix.undo)]
    pages = [name for result in report.results for name in (result.check, result.cause or "")]
    return {in_shell((argument,)) for argv in (*commands, pages) for argument in argv}


@pytest.mark.parametrize(("width", "verbosity"), [(20, 1), (40, 0), (40, 1), (80, 0), (80, -1)])
@pytest.mark.parametrize("attack", ["wide", "long", "html", "colons"])
@pytest.mark.parametrize("name", ["healthy", "rosetta", "inconclusive", "pasted"])
def test_no_line_is_wider_than_the_screen(
    name: str, attack: str, width: int, verbosity: int
) -> None:
    plain = report_samples.REPORTS[name]
    poisoned = attacks.attacked(plain, attacks.ATTACKS[attack])
    unbreakable = arguments_of(plain) | arguments_of(poisoned)
    for report in (plain, poisoned, ReportList(reports=(plain, poisoned))):
        text = render(report, "console", Screen(width=width, verbosity=verbosity))
        for line in text.split("\n"):
            alone = line.strip().removeprefix("More: ").removesuffix(" \\")
            fits = cell_len(line) <= width
            assert fits or alone in unbreakable or ADDRESS.fullmatch(alone)


@pytest.mark.parametrize("name", report_samples.DOCUMENTS)
def test_colour_changes_no_word(name: str) -> None:
    document = report_samples.DOCUMENTS[name]
    coloured = render(document, "console", Screen(color=True))
    assert SGR.sub("", coloured) == render(document, "console", Screen())
    assert "\x1b" in coloured or name == "error"


@pytest.mark.parametrize("name", report_samples.REPORTS)
def test_the_word_says_what_glyph_and_colour_say(name: str) -> None:
    report = report_samples.REPORTS[name]
    text = render(report, "console", Screen(unicode=False))
    last = " ".join(text.split("\n\n")[-1].split())
    word = report.verdict.status.upper().replace("-", " ")
    assert re.match(rf"\[(ok|x|!|\?)\] {word}: ", last)
    assert report.verdict.sentence.rstrip(".") in last


def test_every_command_stands_on_lines_of_its_own() -> None:
    for fix in report_samples.ROSETTA.verdict.prescription:
        lines = render(report_samples.ROSETTA, "console", Screen(width=200)).splitlines()
        for argv in (*fix.commands, *fix.verify):
            assert f"    {' '.join(argv)}" in lines


def test_the_first_line_says_who_was_examined_and_the_second_why() -> None:
    first, second, *_ = render(report_samples.HEALTHY, "console", Screen()).splitlines()
    for fact in ("3.11.7", "arm64", "~/proj/.venv/bin/python", "2.5.1", "Apple M2", "macOS 14.5"):
        assert fact in first
    assert "VIRTUAL_ENV" in second


def test_the_last_line_of_a_healthy_run_has_the_numbers() -> None:
    paragraph = render(report_samples.HEALTHY, "console", Screen()).split("\n\n")[-1]
    assert "relative error 3e-7" in " ".join(paragraph.split())
    assert "1.2 ms" in " ".join(paragraph.split())


def test_missing_facts_are_named_with_their_reason() -> None:
    text = render(report_samples.INCONCLUSIVE, "console", Screen())
    assert "smoke.outcome (the command timed out)" in text


def test_families_of_which_a_text_says_nothing_share_a_line() -> None:
    text = render(diagnose("RuntimeError: Invalid buffer size: 4.00 GB"), "console", Screen())
    silent = [line for line in text.splitlines() if line.startswith("? ")]
    assert silent[0].startswith("? not stated  host, python, conda")


def test_a_family_of_which_nothing_is_known_is_not_called_fine() -> None:
    lines = render(report_samples.INCONCLUSIVE, "console", Screen()).splitlines()
    assert [line for line in lines if line.startswith("✓")] == [
        "✓ host     Apple M2, macOS 14.5, 24 GB"
    ]
    quick = render(report_samples.QUICK, "console", Screen()).splitlines()
    assert "- runtime     not run: needs --level standard" in quick


def test_consequences_are_under_their_cause_and_nowhere_else() -> None:
    text = render(report_samples.ROSETTA, "console", Screen())
    assert text.count("smoke-test") == 1
    assert "Not checked because of this: smoke-test, mps-available" in text


def test_an_ascii_screen_says_the_same() -> None:
    for name, report in report_samples.REPORTS.items():
        text = render(report, "console", Screen())
        for sign, ascii_sign in {"✓": "[ok]", "✗": "[x]", "?": "[?]", "!": "[!]"}.items():
            text = re.sub(rf"(?m)(^|(?<=[:,] )|^ +)\{sign}(?=\s)", rf"\1{ascii_sign}", text)
        text = re.sub(r"(?m)(^|(?<=[:,] ))(-|i)(?=\s)", r"\1[\2]", text)
        ascii_text = render(report, "console", Screen(unicode=False))
        assert ascii_text.split() == in_ascii(text).split(), name


def test_a_terminal_gets_a_ruled_line_and_a_pipe_none() -> None:
    terminal = render(report_samples.LIST, "console", Screen(interactive=True))
    assert "─" in terminal
    assert "─" not in render(report_samples.LIST, "console", Screen())


def test_a_family_with_a_check_that_broke_is_not_called_fine() -> None:
    broken = report_samples.result("torch-version", "errored", message="KeyError: 'x'")
    report = report_samples.report_of(
        (*report_samples.GOOD[:6], broken, report_samples.PROVEN), report_samples.HEALTHY.facts
    )
    lines = render(report, "console", Screen()).splitlines()
    assert "✗ check broke  torch-version: KeyError: 'x'" in lines
    assert [line for line in lines if line.startswith("✓ torch")] == []


def test_a_virtual_machine_is_named_as_one() -> None:
    guest = Host(system="Darwin", macos_version="15.7", chip="Apple M1", virtual_machine=True)
    assert name_host(guest) == "Apple M1, macOS 15.7 in a virtual machine"
