"""Pass and fail in one line an area, each with its key fact."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from mps_doctor.facts import NOT_GIVEN
from mps_doctor.judgement.checking import SEVERITIES as ORDER, Result
from mps_doctor.judgement.report import Report
from mps_doctor.judgement.verdict import PROOF
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.views import subject
from mps_doctor.views.document import NOTHING, OUTCOMES, PASSED, Row, Sign, sign_of


class Area(NamedTuple):
    """A line: its label, the families behind it, its key fact, and any check that decides."""

    label: str
    families: tuple[str, ...]
    fact: Callable[[Report], str]
    decides: str = ""


AREAS = (
    Area("Mac", ("host",), lambda report: subject.name_host(report.facts.host)),
    Area(
        "Python",
        ("python", "conda"),
        lambda report: subject.name_python(report.facts.python),
        "python-architecture",
    ),
    Area(
        "PyTorch",
        ("torch", "companions"),
        lambda report: subject.name_torch(report.facts),
        "torch-installed",
    ),
    Area("Settings", ("settings", "toolchain"), lambda report: subject.name_settings(report.facts)),
    Area("GPU test", ("runtime", "deep"), subject.describe_smoke, PROOF),
)

TEXTS = ("messages",)
"""Families whose findings a page quotes as lines of the text that was judged."""

NOT_ASKED = OUTCOMES["not-applicable"]


def area_rows(report: Report) -> tuple[Row, ...]:
    """Return a row for each area, and behind it one for each check.

    `minor` ones say nothing that a short page needs: of the areas that were skipped the first
    counts for all.
    """
    rows: list[Row] = []
    counted = sum(result.outcome == "skipped" for result in report.results)
    for area, results in _areas(report):
        row = _row(area, results, report)
        if row.sign is NOTHING:
            words = f"skipped, and {counted - 1} more checks" if counted > 1 else "skipped"
            text = f"{row.text} ({words})" if row.text else words
            row = msgspec.structs.replace(row, text=text, minor=not counted)
            counted = 0
        rows.append(row)
    return tuple(row for row in rows if row.children or not row.minor)


def findings_in_areas(report: Report) -> set[tuple[str, str | None]]:
    """Return check and cause of each finding that the row of its area shows."""
    return {
        (worst.check, worst.cause)
        for area, results in _areas(report)
        if (worst := _worst(area, results))
    }


def _areas(report: Report) -> Iterable[tuple[Area, list[Result]]]:
    for area in (*AREAS, *_other_areas(report)):
        yield area, [result for result in report.results if _family(result) in area.families]


def _family(result: Result) -> str:
    """Return where a result belongs: a setting of a framework is a setting."""
    family = known_causes.cause_of(result.cause or "").family
    return family if (result.family, family) == ("companions", "settings") else result.family


def _worst(area: Area, results: Sequence[Result]) -> Result | None:
    """Return the worst finding of an area; those about a text are quoted instead."""
    failed = [each for each in results if each.is_finding and area.families != TEXTS]
    return min(failed, key=lambda each: ORDER.index(each.severity or "info"), default=None)


def _other_areas(report: Report) -> Iterable[Area]:
    """Yield an area for each family that ours have not: a project's, a plug-in's."""
    known = {family for area in AREAS for family in area.families}
    for family in dict.fromkeys(result.family for result in report.results):
        if family not in known:
            label = "Text" if family in TEXTS else family.replace("-", " ").capitalize()
            yield Area(label, (family,), partial(_passed, family))


def _passed(family: str, report: Report) -> str:
    """Return what the first check of a family that passed says."""
    results = (each for each in report.results if each.family == family)
    return next((x.have or x.message for x in results if x.outcome == "passed"), "")


def _row(area: Area, results: Sequence[Result], report: Report) -> Row:
    """Return the row of an area: its worst finding, else its key fact."""
    children = tuple(map(_child, results))
    label = _label(area, report)
    note = subject.name_executable(report) if area.label == "Python" else ""
    if area.families == TEXTS:
        failed = (result for result in results if result.outcome == "failed")
        return Row(next(map(sign_of, failed), NOT_ASKED), label, "", "", children, minor=True)
    if worst := _worst(area, results):
        needs = f"{worst.have}, needs {worst.need}" if worst.have and worst.need else ""
        return Row(sign_of(worst), label, needs or worst.message, note, children)
    fact = area.fact(report)
    deciding = [
        each for each in results if each.check == area.decides and each.outcome != "not-applicable"
    ]
    outcomes = {result.outcome for result in deciding or results}
    if "passed" in outcomes:
        return Row(PASSED, label, fact, note, children, minor=not fact)
    if "skipped" in outcomes:
        short = "" if area.label != "PyTorch" else subject.torch_version(report.facts) or fact
        return Row(NOTHING, label, short, note, children)
    sign, why = _unseen(deciding or results)
    unasked = area not in AREAS or (not fact and why in ("", NOT_GIVEN))
    return Row(sign, label, fact or why, note, children, minor=unasked)


def _label(area: Area, report: Report) -> str:
    device, system = report.facts.smoke.device, report.facts.host.system
    if area.label == "GPU test" and device in ("cpu", "cuda"):
        return f"{device.upper()} test"
    # Where nothing says that it is another computer, it is a Mac.
    is_other = area.label == "Mac" and isinstance(system, str) and system != "Darwin"
    return "Computer" if is_other else area.label


def _unseen(results: Sequence[Result]) -> tuple[Sign, str]:
    """Return the sign of an area that nothing was seen of, and why."""
    for outcome in ("errored", "unknown", "not-run"):
        for result in (each for each in results if each.outcome == outcome):
            fact = result.because_of[0] if result.because_of else ""
            return OUTCOMES[result.outcome], result.message.removeprefix(f"{fact}: ")
    return NOT_ASKED, ""


def _child(result: Result) -> Row:
    text = result.message or ", ".join(result.because_of)
    if result.outcome != "failed":
        fact = f"; {result.have}" if result.have not in text else ""
        return Row(sign_of(result), result.check, f"{text}{fact}")
    return Row(sign_of(result), result.check, text, evidence=evidence_of(result))


def evidence_of(result: Result) -> tuple[str, ...]:
    """Return what a failure was seen by and what it needs, as far as its message lacks them."""
    text = result.message.lower()
    facts = (("have", result.have), ("need", result.need))
    said = f"{text}\n{result.have.lower()}"
    return (
        *(f"{name}: {fact}" for name, fact in facts if fact.lower() not in text),
        *(line for line in result.evidence if line.lower() not in said),
    )
