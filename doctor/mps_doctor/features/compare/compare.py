"""Two examinations side by side: what differs, which difference explains it, and their page.

A difference explains a verdict where the judgement itself says so: the facts of one side are put
into the other, one difference at a time, and judged again; the cause of its verdict must be gone.
Nothing is run for it.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from mps_doctor.facts import MAX_SNAPSHOT_BYTES, known_or
from mps_doctor.features.compare.differences import (
    CompareReport,
    Difference,
    Relation,
    Side,
    find_differences,
    with_factor_of,
)
from mps_doctor.features.compare.rows.factors import Factor
from mps_doctor.features.diagnose import diagnose
from mps_doctor.features.examination import judge_snapshot
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.report import Baseline, Report, decode, other_version
from mps_doctor.judgement.verdict import Status
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import read_given
from mps_doctor.views import document as doc, subject

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

RELATIONS: dict[Relation, doc.Sign] = {
    "equal": doc.Sign("=", "[=]", "EQUAL", "fine"),
    "better": doc.Sign("✓", "[ok]", "BETTER", "fine"),
    "worse": doc.Sign("✗", "[x]", "WORSE", "error"),
    "different": doc.Sign("!", "[!]", "DIFFERENT", "warning"),
}

UNEXPLAINED = " (no difference explains it)"

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
        if "origin" in keys:
            return judge_snapshot(path, Policy(), content)
        return diagnose(content, name=path.name)
    try:
        return decode(content)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path} is not a report: {error}", "make one with: --format json"
        ) from None


def findings_of(report: Report) -> tuple[str, ...]:
    """Return the findings of a report, each once, as `check: cause`."""
    return tuple(
        dict.fromkeys(f"{item.check}: {item.cause}" for item in report.results if item.is_finding)
    )


def new_and_gone(before: Report, after: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the findings that only the second report has, and those that only the first has."""
    had, has = findings_of(before), findings_of(after)
    return tuple(x for x in has if x not in had), tuple(x for x in had if x not in has)


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
    states = []
    for ours, report, theirs, other in (("A", a, "B", b), ("B", b, "A", a)):
        state = f"{ours} {WORDS[report.verdict.status]}"
        cause = report.verdict.cause
        if cause and cause != other.verdict.cause:
            explaining = _explaining(found, report, other)
            named = ", ".join(factor.what for factor in explaining)
            because = f" because of {' and '.join(named.rsplit(', ', 1))}"
            state += because if explaining else UNEXPLAINED
            for factor in explaining:
                why = f"With {factor.what} as in {theirs}, {ours} doesn't have {cause}"
                found[factor] = msgspec.structs.replace(found[factor], explains=True, why=why)
        states.append(state)
    sentence = ", ".join(states)
    if relation == "equal":
        sentence = f"Same result: each {WORDS[a.verdict.status]}"
    elif a.verdict.cause == b.verdict.cause and a.verdict.status == b.verdict.status:
        more = {"worse": "B has new findings", "better": "B has fewer findings"}
        sentence = more.get(relation, "A and B have different findings")
    elif UNEXPLAINED in sentence and "because" not in sentence:
        reason = "none of the differences explains it" if found else "no difference is known"
        sentence = f"{sentence.replace(UNEXPLAINED, '')}: {reason}"
    new, gone = new_and_gone(a, b)
    return CompareReport(
        a=_side(a),
        b=_side(b),
        relation=relation,
        sentence=f"{sentence}.",
        differences=tuple(sorted(found.values(), key=lambda item: not item.explains)),
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


def _explaining(found: Iterable[Factor], report: Report, other: Report) -> list[Factor]:
    """Return the differences without which a report would not have the cause of its verdict."""
    # The side on which nothing could be run does not know what it was asked for.
    device = known_or(report.facts.smoke.device, known_or(other.facts.smoke.device, "mps"))
    policy = Policy(device=device, level="deep")
    check, cause = report.verdict.candidates[0].check, report.verdict.cause
    answered: list[Factor] = []
    unasked: list[Factor] = []
    for factor in found:
        if factor.decides:
            facts = with_factor_of(factor, other.facts, report.facts)
            judged = assess(facts, policy, report.target)
            results = [result for result in judged.results if result.check == check]
            # A check that is skipped now, or no longer knows, says nothing of the cause.
            if cause not in [result.cause for result in results]:
                if results[0].outcome in ("passed", "failed"):
                    answered.append(factor)
                elif results[0].outcome == "not-applicable":
                    unasked.append(factor)
    explaining = answered or unasked
    names = {factor.what for factor in explaining}
    return [factor for factor in explaining if not names & set(factor.follows)]


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


def view_comparison(report: CompareReport) -> doc.Document:
    """Return the document of a comparison; what nothing explains is folded."""
    others = [item for item in report.differences if not item.explains]
    return doc.Document(
        name=f"{report.a.name}, {report.b.name}",
        sign=RELATIONS[report.relation],
        headline=report.sentence.rstrip("."),
        blocks=tuple(_blocks(report)),
        sections=(doc.Section("Other differences", (_table(others),)),) if others else (),
        exit_code=report.exit_code,
    )


def _blocks(report: CompareReport) -> Iterator[doc.Block]:
    explaining = [item for item in report.differences if item.explains]
    yield doc.Rows((_row("A", report.a), _row("B", report.b)))
    if explaining:
        yield doc.Heading("What explains it")
        yield _table(explaining)
    for title, findings in (("New in B", report.new), ("Gone in B", report.gone)):
        causes = {report.a.cause, report.b.cause}  # which the rows show
        if shown := [each for each in findings if each.rpartition(": ")[2] not in causes]:
            yield doc.Heading(title)
            yield doc.Items(tuple((finding, "") for finding in shown))
    if others := len(report.differences) - len(explaining):
        what = "1 other difference" if others == 1 else f"{others} other differences"
        yield doc.Paragraph(f"{what}: see --verbose", role="dim")


def _table(differences: list[Difference]) -> doc.Table:
    return doc.Table(("", "A", "B"), tuple((item.what, item.a, item.b) for item in differences))


def _row(letter: str, side: Side) -> doc.Row:
    known = (
        side.cause,
        f"PyTorch {side.torch}" if side.torch else "",
        f"Python {side.python}" if side.python else "",
        side.host,
    )
    return doc.Row(doc.STATUSES[side.status], letter, ", ".join(filter(None, known)), side.name)
