"""The screens: a few that a person reads, and what holds for every recorded machine."""

import os
import re
import statistics
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import samples

from mps_doctor import Report
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.report import ReportList, Target
from mps_doctor.render import Screen, load
from mps_doctor.render.page import cells
from mps_doctor.views.document import Document
from mps_doctor.views.environments import view_environments
from mps_doctor.views.report import view_report

SCREENS = Path(__file__).with_name("screens")

IN_BACKTICKS = re.compile("`([^`]+)`")
"""Commands of steps: they stay whole, however narrow the screen is."""

LONGEST_SCREEN = 20
LONGEST_MEDIAN = 18
"""Lines of a page at 80 columns, for one finding."""


def on_the_cpu() -> Report:
    healthy = samples.report(samples.HEALTHY)
    smoke = msgspec.structs.replace(healthy.facts.smoke, device="cpu")
    facts = msgspec.structs.replace(healthy.facts, smoke=smoke)
    return assess(facts, Policy(device="cpu", plugins=False), healthy.target)


def live() -> Report:
    """Return the report of an environment that was named, which has two findings."""
    target = Target(
        kind="interpreter",
        name="3.12",
        python="~/ml/bin/python",
        chosen_because="named by --python",
    )
    return msgspec.structs.replace(samples.report("pip-installed-elsewhere"), target=target)


def several() -> Document:
    names = (samples.ROSETTA, samples.HEALTHY, samples.DEGRADED, "no-torch")
    reports = [
        msgspec.structs.replace(
            samples.report(name),
            target=Target(kind="interpreter", name=folder, python=f"{folder}/bin/python"),
        )
        for name, folder in zip(names, ("conda ml", "~/work/.venv", ".venv", "3.13"), strict=True)
    ]
    return view_environments(ReportList(reports=tuple(reports)))


GOLDENS: dict[str, tuple[Callable[[], Document], Screen]] = {
    "sick": (lambda: view_report(samples.report(samples.ROSETTA)), Screen()),
    "sick-40": (lambda: view_report(samples.report(samples.ROSETTA)), Screen(width=40)),
    "sick-ascii": (lambda: view_report(samples.report(samples.ROSETTA)), Screen(unicode=False)),
    "sick-plain": (lambda: view_report(samples.report(samples.ROSETTA)), Screen(plain=True)),
    "healthy": (lambda: view_report(samples.report(samples.HEALTHY)), Screen()),
    "degraded": (lambda: view_report(samples.report(samples.DEGRADED)), Screen()),
    "cpu": (lambda: view_report(on_the_cpu()), Screen()),
    "not-a-mac": (lambda: view_report(samples.report(samples.LINUX)), Screen()),
    "traceback": (lambda: view_report(samples.report("traceback")), Screen()),
    "too-little": (lambda: view_report(samples.report("too little")), Screen()),
    "two-findings": (lambda: view_report(live()), Screen()),
    "deep": (lambda: view_report(samples.report(samples.DEEP)), Screen()),
    "all": (several, Screen()),
}
"""Read before they are committed; MPS_DOCTOR_WRITE_GOLDENS=1 writes them."""


def console(document: Document, screen: Screen) -> str:
    return str(load("console").render(document, screen))


@pytest.mark.parametrize("name", GOLDENS)
def test_a_screen_is_the_one_that_was_read(name: str) -> None:
    document, screen = GOLDENS[name]
    text = console(document(), screen)
    # When it was run differs from run to run, and a new check changes no screen that was read.
    text = "\n".join(line for line in text.splitlines() if "Run: " not in line) + "\n"
    text = re.sub(r"\b\d\d(\s+more checks)", r"22\1", text)
    golden = SCREENS / f"{name}.txt"
    if os.environ.get("MPS_DOCTOR_WRITE_GOLDENS"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_verbose_has_a_line_for_each_check_and_the_evidence_of_a_failure() -> None:
    report = samples.report(samples.ROSETTA)
    lines = console(view_report(report), Screen(verbosity=1, width=200)).splitlines()
    for result in report.results:
        if result.outcome not in ("not-run", "not-applicable") and result.family != "messages":
            assert [line for line in lines if line.strip()[2:].startswith(f"{result.check}: ")]
    assert "          chip: Apple M1 Pro" in lines


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_page_fits_on_a_screen_and_gives_the_command_early(name: str) -> None:
    report = samples.report(name)
    document = view_report(report)
    page = console(document, Screen()).splitlines()
    findings = {each.cause for each in report.verdict.candidates if each.severity != "info"}
    if len(findings) <= 1:
        assert len(page) <= LONGEST_SCREEN
    steps = (step for fix in report.verdict.prescription for step in fix.steps)
    whole = {command for step in steps for command in IN_BACKTICKS.findall(step)}
    for width in (40, 80):
        lines = console(document, Screen(width=width)).splitlines()
        lines = [line for line in lines if not any(command in line for command in whole)]
        assert [line for line in lines if cells(line) > width and " " in line.strip(" \\")] == []
    fixes = [number for number, line in enumerate(page, 1) if line.startswith("  Fix:")]
    assert all(number <= 11 for number in fixes[:1])
    said = [line.strip() for line in console(document, Screen(width=1000)).splitlines()]
    assert len(set(filter(None, said))) == len(list(filter(None, said)))


def test_half_of_the_pages_of_sick_machines_are_short() -> None:
    sick = [
        len(console(view_report(report), Screen()).splitlines())
        for report in map(samples.report, samples.NAMES)
        if report.verdict.status in ("broken", "degraded", "not-applicable", "inconclusive")
    ]
    assert len(sick) > 70
    assert statistics.median(sick) <= LONGEST_MEDIAN


@pytest.mark.parametrize("name", samples.NAMES)
def test_markdown_for_an_issue_has_at_most_40_lines(name: str) -> None:
    report = samples.report(name)
    text = str(load("markdown").render(view_report(report), Screen()))
    assert len(text.splitlines()) <= 40
    assert text.count("<details>") == text.count("</details>") == 1
    before, _, folded = text.partition("<details>")
    assert report.verdict.headline.split()[-1] in before.splitlines()[0]
    for result in report.results:
        assert f"`{result.check}`" in folded
