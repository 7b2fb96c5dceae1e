"""Two examinations side by side: what differs, and which difference explains the verdict.

A difference explains a verdict where the judgement itself says so: the facts of one side are put
into the other, one difference at a time, and judged again. Nothing is run for it.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from mps_doctor.facts import MAX_SNAPSHOT_BYTES, Machine, known_or
from mps_doctor.features.compare.facts import find_differences, with_factor_of
from mps_doctor.features.compare.rows.factors import Factor
from mps_doctor.features.compare.values import CompareReport, Difference, Relation, Side
from mps_doctor.features.diagnose import diagnose
from mps_doctor.features.examination import judge_snapshot
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.report import Baseline, Report, decode, other_version
from mps_doctor.judgement.verdict import Status
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import read_given
from mps_doctor.views import subject

WORDS: dict[Status, str] = {
    "healthy": "works",
    "unproven": "isn't tested",
    "degraded": "works with a risk",
    "inconclusive": "is unknown",
    "limited": "hits a limit of MPS",
    "broken": "fails",
    "not-applicable": "can never use MPS",
}
"""The states of an environment, the best first."""

RANKS = {status: rank for rank, status in enumerate(WORDS)}


def read_examination(path: Path) -> Report:
    """Read a report, a snapshot or a pasted text and return its report; raises InputError."""
    content = read_given(path, MAX_SNAPSHOT_BYTES)
    if not content.strip():
        raise InputError(f"{path} is empty")
    try:
        keys = msgspec.json.decode(content, type=dict[str, msgspec.Raw]).keys()
    except (ValueError, RecursionError):
        return diagnose(content, name=path.name)
    if said := other_version(content):
        raise InputError(f"{path} {said}")
    if "reports" in keys:
        raise InputError(f"{path} holds several reports", "compare two of them: one report a file")
    if "verdict" not in keys:
        read = judge_snapshot(path, Policy(), content) if "origin" in keys else None
        return read or diagnose(content, name=path.name)
    try:
        return decode(content)
    except (ValueError, RecursionError) as error:
        hint = "make one with: --format json"
        raise InputError(f"{path} is not a report: {error}", hint) from None


def findings_of(report: Report) -> tuple[str, ...]:
    """Return the findings of a report, each once, as `check: cause`."""
    found = (f"{r.check}: {r.cause}" for r in report.results if r.is_finding)
    return tuple(dict.fromkeys(found))


def new_and_gone(before: Report, after: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the findings that only the second report has, and those that only the first has."""
    had, has = findings_of(before), findings_of(after)
    new, gone = (x for x in has if x not in had), (x for x in had if x not in has)
    return tuple(new), tuple(gone)


def judge_change(
    before: Report, after: Report
) -> Literal["fixed", "improved", "unchanged", "worse"]:
    """Return what became of an environment: fixed means that nothing is left to fix."""
    if not findings_of(after) and after.verdict.status in ("healthy", "unproven"):
        return "fixed"
    relation = relate(before, after)
    return "improved" if relation == "better" else "worse" if relation == "worse" else "unchanged"


def relate(a: Report, b: Report) -> Relation:
    """Return how the second verdict is beside the first."""
    difference = RANKS[b.verdict.status] - RANKS[a.verdict.status]
    new, gone = new_and_gone(a, b)
    if difference > 0 or (not difference and new and not gone):
        return "worse"
    if difference < 0 or (gone and not new):
        return "better"
    return "equal" if not new and not gone and a.verdict.cause == b.verdict.cause else "different"


def compare(a: Report, b: Report) -> CompareReport:
    """Return what differs between two examinations, and what explains their verdicts."""
    relation = relate(a, b)
    found = find_differences(a.facts, b.facts)
    if relation != "equal":
        found |= _explaining(found, a, b)
    differences = tuple(sorted(found.values(), key=lambda item: not item.explains))
    new, gone = new_and_gone(a, b)
    return CompareReport(
        a=_side(a),
        b=_side(b),
        relation=relation,
        sentence=f"{_sentence(a, b, relation, differences)}.",
        differences=differences,
        new=new,
        gone=gone,
        exit_code=1 if relation == "worse" else 0,
    )


def against_baseline(report: Report, baseline: Report, name: str) -> Report:
    """Return the report with the exit code of what is new in it only."""
    new, gone = new_and_gone(baseline, report)
    verdict, note = report.verdict, report.target.note
    counts = any(
        f"{result.check}: {result.cause}" in new
        and (result.severity == "error" or verdict.fail_on == "warning")
        for result in report.results
        if result.is_finding
    )
    exit_code = verdict.exit_code
    if exit_code == 1 and not counts:
        exit_code, note = 0, f"nothing is new since {name}"
    elif counts:
        note = f"new since {name}: {', '.join(new)}"
    return msgspec.structs.replace(
        report,
        target=msgspec.structs.replace(report.target, note=note),
        verdict=msgspec.structs.replace(verdict, exit_code=exit_code),
        baseline=Baseline(
            name=name,
            known=tuple(item for item in findings_of(report) if item not in new),
            new=new,
            gone=gone,
        ),
    )


def _explaining(found: dict[Factor, Difference], a: Report, b: Report) -> dict[Factor, Difference]:
    """Return the differences that explain the verdict of the worse side, marked so."""
    good, bad = (b, a) if RANKS[b.verdict.status] < RANKS[a.verdict.status] else (a, b)
    # The side on which nothing could be run does not know what it was asked for.
    device = known_or(bad.facts.smoke.device, known_or(good.facts.smoke.device, "mps"))
    names = {factor.what for factor in found}
    matters = [each for each in found if each.decides and not names & set(each.follows)]
    explaining: list[Factor] = []
    if _has_cause(bad.facts, device, bad):
        explaining = [
            factor
            for factor in matters
            if not _has_cause(with_factor_of(factor, good.facts, bad.facts), device, bad)
        ]
    ours, theirs = ("A", "B") if bad is a else ("B", "A")
    why = f"with {theirs}'s {{}}, {ours} no longer has {bad.verdict.cause}"
    if not explaining and len(matters) == 1:
        explaining, why = matters, "nothing else that could decide it differs"
    return {
        factor: msgspec.structs.replace(found[factor], explains=True, why=why.format(factor.what))
        for factor in explaining
    }


def _has_cause(facts: Machine, device: str, report: Report) -> bool:
    """Whether these facts, too, have the cause of a report's verdict."""
    judged = assess(facts, Policy(device=device, level="deep"), report.target)
    causes = {result.cause for result in judged.results if result.outcome == "failed"}
    return report.verdict.cause in causes


def _side(report: Report) -> Side:
    facts, verdict = report.facts, report.verdict
    return Side(
        name=report.target.name or report.target.python,
        kind=report.target.kind,
        status=verdict.status,
        cause=verdict.cause,
        sentence=verdict.sentence,
        python=subject.name_python(facts.python),
        torch=subject.name_torch(facts),
        host=subject.name_host(facts.host),
        exit_code=verdict.exit_code,
    )


def _sentence(a: Report, b: Report, relation: Relation, differences: Iterable[Difference]) -> str:
    states = [WORDS[report.verdict.status] for report in (a, b)]
    if relation == "equal":
        return f"Same result: each {states[0]}"
    text = f"A {states[0]}, B {states[1]}"
    if states[0] == states[1]:
        text = {"worse": "B has new findings", "better": "B has fewer findings"}.get(
            relation, "A and B have different findings"
        )
    explaining = " and ".join(item.what for item in differences if item.explains)
    return f"{text} because of {explaining}" if explaining else f"{text}, cause not clear"
