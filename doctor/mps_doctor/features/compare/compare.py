"""Two examinations side by side: what differs, and which difference explains the verdict.

A difference explains a verdict where the judgement itself says so: the facts of one side are put
into the other, one difference at a time, and judged again. Nothing is run for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from mps_doctor.facts import Machine, known_or
from mps_doctor.facts.mac import real_macos
from mps_doctor.features.compare.facts import FACTORS, Factor, describe_factor, with_factor_of
from mps_doctor.features.compare.values import (
    CompareReport,
    Difference,
    Relation,
    ResultChange,
    Side,
)
from mps_doctor.features.examination import diagnose, judge_snapshot
from mps_doctor.judgement import engine
from mps_doctor.judgement.assess import Policy
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.report import Baseline, Report, decode
from mps_doctor.judgement.verdict import Status
from mps_doctor.system.errors import InputError
from mps_doctor.views import subject

LARGEST_FILE = 50_000_000

RANKS: dict[Status, int] = {
    "healthy": 0,
    "unproven": 1,
    "degraded": 2,
    "inconclusive": 3,
    "broken": 4,
    "not-applicable": 5,
}
"""How bad a verdict is, beside another."""

Change = Literal["fixed", "improved", "unchanged", "worse"]


class _Kind(msgspec.Struct):
    """What tells the documents apart."""

    verdict: msgspec.Raw = msgspec.Raw(b"")
    origin: msgspec.Raw = msgspec.Raw(b"")
    reports: msgspec.Raw = msgspec.Raw(b"")


def read_examination(path: Path) -> Report:
    """Read a report, a snapshot or a pasted text and return its report; raises InputError."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path} is too large for a report, a snapshot or a text")
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    try:
        kind = msgspec.json.decode(content, type=_Kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return diagnose(content, name=path.name)
    if kind.reports:
        raise InputError(f"{path} holds several reports", "compare two of them: one report a file")
    if kind.origin and not kind.verdict:
        return judge_snapshot(path, Policy())
    if not kind.verdict:
        return diagnose(content, name=path.name)
    try:
        report = decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(
            f"{path} is not a report: {error}", "make one with: --format json"
        ) from None
    return report


def findings_of(report: Report) -> tuple[str, ...]:
    """Return the findings of a report, each once, as `check: cause`."""
    found = (f"{r.check}: {r.cause}" for r in report.results if r.is_finding)
    return tuple(dict.fromkeys(found))


def judge_change(before: Report, after: Report) -> Change:
    """Return what became of an environment: fixed means that nothing is left to fix."""
    if not findings_of(after) and after.verdict.status in ("healthy", "unproven"):
        return "fixed"
    match relate(before, after):
        case "better":
            return "improved"
        case "worse":
            return "worse"
    return "unchanged"


def relate(a: Report, b: Report) -> Relation:
    """Return how the second verdict is beside the first."""
    first, second = RANKS[a.verdict.status], RANKS[b.verdict.status]
    if first != second:
        return "worse" if second > first else "better"
    had, has = set(findings_of(a)), set(findings_of(b))
    if had == has and a.verdict.cause == b.verdict.cause:
        return "equal"
    if had < has:
        return "worse"
    if has < had:
        return "better"
    return "different" if had != has or a.verdict.cause != b.verdict.cause else "equal"


def compare(a: Report, b: Report) -> CompareReport:
    """Return what differs between two examinations, and what explains their verdicts."""
    relation = relate(a, b)
    found = [
        (factor, difference)
        for factor in FACTORS
        if (difference := _difference(factor, a.facts, b.facts)) is not None
    ]
    if relation != "equal":
        found = _explained(found, a, b)
    differences = tuple(sorted((item for _, item in found), key=lambda item: not item.explains))
    had, has = findings_of(a), findings_of(b)
    return CompareReport(
        a=_side(a),
        b=_side(b),
        relation=relation,
        sentence=_sentence(a, b, relation, differences),
        differences=differences,
        results=tuple(_result_changes(a, b)),
        new=tuple(item for item in has if item not in had),
        gone=tuple(item for item in had if item not in has),
        exit_code=1 if relation == "worse" else 0,
    )


def against_baseline(report: Report, baseline: Report, name: str) -> Report:
    """Return the report with the exit code of what is new in it alone."""
    had, has = findings_of(baseline), findings_of(report)
    new = tuple(item for item in has if item not in had)
    known = tuple(item for item in has if item in had)
    verdict = report.verdict
    counted = [
        result
        for result in report.results
        if result.is_finding
        and f"{result.check}: {result.cause}" in new
        and (result.severity == "error" or verdict.fail_on == "warning")
    ]
    exit_code = verdict.exit_code
    sentence = verdict.sentence
    if exit_code == 1 and not counted:
        exit_code = 0
        sentence += f" Nothing of it is new since {name}."
    elif counted and known:
        sentence += f" New since {name}: {', '.join(new)}."
    return msgspec.structs.replace(
        report,
        verdict=msgspec.structs.replace(verdict, exit_code=exit_code, sentence=sentence),
        baseline=Baseline(
            name=name,
            known=known,
            new=new,
            gone=tuple(item for item in had if item not in has),
        ),
    )


def _difference(factor: Factor, a: Machine, b: Machine) -> Difference | None:
    facts = factor.differing(a, b)
    if not facts:
        return None
    return Difference(
        what=factor.what,
        facts=facts,
        a=describe_factor(factor, a, b, facts),
        b=describe_factor(factor, b, a, facts),
    )


def _explained(
    found: Sequence[tuple[Factor, Difference]], a: Report, b: Report
) -> list[tuple[Factor, Difference]]:
    """Mark the differences that explain the verdict of the worse side."""
    good, bad = (b, a) if RANKS[b.verdict.status] < RANKS[a.verdict.status] else (a, b)
    cause = bad.verdict.cause
    # The side on which nothing could be run does not know what it was asked for.
    device = known_or(bad.facts.smoke.device, known_or(good.facts.smoke.device, "mps"))
    named = {factor.what for factor, _ in found}
    matters = [
        (factor, item)
        for factor, item in found
        if factor.decides and not named & set(factor.follows)
    ]
    if cause is not None and _has_cause(bad.facts, device, cause):
        proven = [
            (factor, item)
            for factor, item in matters
            if not _has_cause(with_factor_of(factor, good.facts, bad.facts), device, cause)
        ]
        if proven:
            why = f"with the other side's {{}} the cause {cause} is gone"
            return _marked(found, proven, why)
    if len(matters) == 1:
        return _marked(found, matters, "nothing else that could decide it differs")
    return list(found)


def _marked(
    found: Sequence[tuple[Factor, Difference]],
    explaining: Iterable[tuple[Factor, Difference]],
    why: str,
) -> list[tuple[Factor, Difference]]:
    named = {factor.what for factor, _ in explaining}
    return [
        (
            factor,
            msgspec.structs.replace(item, explains=True, why=why.format(factor.what))
            if factor.what in named
            else item,
        )
        for factor, item in found
    ]


def _has_cause(machine: Machine, device: str, cause: str) -> bool:
    results = engine.judge(machine, engine.load_checks(), device=device, level="deep")
    return any(result.outcome == "failed" and result.cause == cause for result in results)


def _result_changes(a: Report, b: Report) -> Iterable[ResultChange]:
    first, second = _by_check(a), _by_check(b)
    for check in dict.fromkeys((*first, *second)):
        was, now = _ending(first.get(check, [])), _ending(second.get(check, []))
        if was != now:
            said = " ".join(result.message for result in second.get(check, []))
            yield ResultChange(check=check, a=was, b=now, message=said)


def _by_check(report: Report) -> dict[str, list[Result]]:
    found: dict[str, list[Result]] = {}
    for result in report.results:
        found.setdefault(result.check, []).append(result)
    return found


def _ending(results: Sequence[Result]) -> str:
    if not results:
        return "no such check"
    words = [
        f"{result.outcome} ({result.cause})" if result.outcome == "failed" else result.outcome
        for result in results
    ]
    return ", ".join(dict.fromkeys(words))


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


_WORDS: dict[Status, str] = {
    "healthy": "works",
    "unproven": "looks fine",
    "degraded": "works, at a risk",
    "inconclusive": "cannot be judged",
    "broken": "fails",
    "not-applicable": "can never work",
}


_NAMED = ("macOS", "torch", "system")
"""What the sentence names anyway."""


def _sentence(a: Report, b: Report, relation: Relation, differences: Sequence[Difference]) -> str:
    explaining = [item for item in differences if item.explains]
    places = [
        _place(a, [f"{item.what} {item.a}" for item in explaining if item.what not in _NAMED]),
        _place(b, [f"{item.what} {item.b}" for item in explaining if item.what not in _NAMED]),
    ]
    if relation == "equal":
        more = f" {len(differences)} things differ and change nothing of it." if differences else ""
        same = f" ({a.verdict.cause})" if a.verdict.cause else ""
        return f"Both: {_WORDS[a.verdict.status]}{same}.{more}"
    words = [
        f"{_WORDS[report.verdict.status]} under {place}"
        for report, place in zip((a, b), places, strict=True)
    ]
    text = f"{words[0][0].upper()}{words[0][1:]}, {words[1]}."
    worse = b if RANKS[b.verdict.status] >= RANKS[a.verdict.status] else a
    if worse.verdict.cause:
        text += f" The cause is {worse.verdict.cause}."
    if explaining:
        names = " and ".join(item.what for item in explaining)
        return f"{text} What explains it: {names}."
    return f"{text} No single difference explains it."


def _place(report: Report, explaining: Sequence[str]) -> str:
    """Return `macOS 15.1 + torch 2.8.0`, and what else explains the verdict."""
    facts = report.facts
    macos = known_or(real_macos(facts.host), "")
    host = f"macOS {macos}" if macos else subject.name_host(facts.host)
    return " + ".join(filter(None, (host, subject.name_torch(facts), *explaining)))
