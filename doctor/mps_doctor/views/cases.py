"""The cases of an examination: the verdict first, then each check, for formats that count them."""

import shlex
from collections.abc import Iterator

from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.report import Report
from mps_doctor.views import subject
from mps_doctor.views.areas import evidence_of
from mps_doctor.views.document import Case, sign_of

LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


def cases_of(report: Report) -> tuple[Case, ...]:
    """Return the cases of a report; none fails where the exit code is 0."""
    return (_verdict(report), *(_case(report, result) for result in report.results))


def _verdict(report: Report) -> Case:
    verdict = report.verdict
    code = verdict.exit_code
    said = verdict.sentence.rstrip(".") == verdict.headline
    details = [subject.describe_examination(report) if said else verdict.sentence]
    details += [f"missing: {fact}" for fact in verdict.missing_facts if code not in (0, 1)]
    return Case(
        name="verdict",
        group="",
        outcome="passed" if code == 0 else "failed" if code == 1 else "errored",
        level="error" if code else "warning" if verdict.status == "degraded" else "notice",
        word=verdict.status,
        message=verdict.headline,
        details=tuple(details),
        seconds=report.seconds,
    )


def _case(report: Report, result: Result) -> Case:
    several = sum(other.check == result.check for other in report.results) > 1
    outcome = result.outcome
    if outcome == "failed":
        kind = "failed" if _counts(report, result) else "noted"
    else:
        kind = outcome if outcome in ("passed", "errored") else "skipped"
    level = LEVELS.get(result.severity or "", "error" if outcome == "errored" else "notice")
    if kind == "noted" and level == "error" and report.verdict.exit_code in (0, 1):
        level = "notice"  # known from a baseline, or expected
    message = f"{result.cause}: {result.message}" if outcome == "failed" else result.message
    if kind == "skipped":
        message = f"{sign_of(result).word}: {message}"
    return Case(
        name=f"{result.check} ({result.cause})" if several else result.check,
        group=result.family,
        outcome=kind,  # type: ignore[arg-type]  # each is one of its words
        level=level,  # type: ignore[arg-type]  # one of its words
        word=sign_of(result).word,
        message=message,
        details=tuple(_details(result)) if outcome == "failed" else (),
        seconds=result.seconds,
    )


def _counts(report: Report, result: Result) -> bool:
    """Whether a failure is one for the exit code too: a suite may not be red where that is 0."""
    verdict = report.verdict
    known = report.baseline.known if report.baseline else ()
    if verdict.exit_code != 1 or f"{result.check}: {result.cause}" in known:
        return False
    return result.severity == "error" or (
        result.severity == "warning"
        and (verdict.fail_on == "warning" or verdict.status == "limited")
    )


def _details(result: Result) -> Iterator[str]:
    yield result.message
    yield from evidence_of(result)
    for fix in result.fixes:
        yield f"fix: {fix.summary}"
        yield from (f"  {shlex.join(argv)}" for argv in fix.commands)
        yield from (f"  {number}. {step}" for number, step in enumerate(fix.steps, 1))
        yield from (f"  verify: {shlex.join(argv)}" for argv in fix.verify)
