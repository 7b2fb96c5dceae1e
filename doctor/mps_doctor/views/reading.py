"""What a report says, in the order in which people read it: problems, advice, what is fine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from mps_doctor.facts.machine import NOT_GIVEN
from mps_doctor.fixes.fix import Fix
from mps_doctor.judgement.checking import OutcomeName, Result
from mps_doctor.judgement.engine import FAMILIES
from mps_doctor.judgement.report import Report
from mps_doctor.judgement.verdict import TOLD, Candidate
from mps_doctor.render.signs import OUTCOMES
from mps_doctor.views.subject import fact_of_family

RISK_WORDS = {
    "safe": "changes nothing that is installed",
    "changes-environment": "changes what is installed",
    "destructive": "deletes something",
}

NEED_WORDS = {
    "sudo": "an administrator's password",
    "gui": "a window on the Mac",
    "restart": "a restart",
    "new-environment": "a new environment",
    "network": "the network",
}

MOST_KEY_FACTS = 3

_ONLY_WHEN_GIVEN = ("messages", "project")
"""Families about a pasted text or a project's file: where there is none, nobody misses them."""

_NOTHING_GIVEN: tuple[OutcomeName, ...] = ("not-applicable", "skipped", "not-run")

_NOTHING_SEEN: tuple[OutcomeName, ...] = ("unknown", "not-run", "not-applicable")

TELLING = (
    *("host.system", "host.chip", "host.hardware_architecture", "host.macos_version"),
    *("python.architecture", "torch.version", "torch_import.mps_available"),
)
"""Facts that decide most verdicts: the first to ask for."""

_IN_WORDS = {
    "host.system": "the operating system",
    "host.chip": "the chip (M1, M2, Intel …)",
    "host.hardware_architecture": "the processor (Apple silicon or Intel)",
    "host.macos_version": "the macOS version",
    "python.architecture": "which processor Python is built for (`platform.machine()`)",
    "torch.version": "the version of torch",
    "torch_import.mps_available": "what `torch.backends.mps.is_available()` says",
}
"""The same for people: programs read their names in the JSON."""


class Problem(msgspec.Struct, frozen=True):
    """A failed check, with what follows from it."""

    result: Result
    consequences: tuple[str, ...] = ()
    """Ids of the checks that were skipped because of it, what the user wants to do first."""
    fix_shown_before: bool = False
    """Whether an earlier problem has the same first fix."""


class FamilyLine(msgspec.Struct, frozen=True):
    """One family without a problem: how it fares and its key fact."""

    family: str
    outcome: OutcomeName
    fact: str


def problems_of(report: Report) -> tuple[Problem, ...]:
    """Return what is wrong, the verdict's cause first; advice is not among it."""
    return tuple(item for item in _failures(report) if not _is_advice(item.result, report))


def advice_of(report: Report) -> tuple[Problem, ...]:
    """Return the failures that are advice only."""
    return tuple(item for item in _failures(report) if _is_advice(item.result, report))


def broken_checks_of(report: Report) -> tuple[Result, ...]:
    """Return the checks that broke themselves."""
    return tuple(result for result in report.results if result.outcome == "errored")


def families_of(report: Report) -> tuple[FamilyLine, ...]:
    """Return the families in which nothing is wrong, from the ground up."""
    lines = []
    for family in families_in(report):
        results = [result for result in report.results if result.family == family]
        if not any(result.outcome in ("failed", "errored") for result in results):
            lines.append(_family_line(family, results, report))
    return tuple(line for line in lines if line is not None)


def families_told_of(report: Report) -> tuple[FamilyLine, ...]:
    """Return the same, with the families of which the text says nothing in one line."""
    lines = families_of(report)
    silent = [line.family for line in lines if _is_silent(line, report)]
    if len(silent) < 2:
        return lines
    told = tuple(line for line in lines if line.family not in silent)
    return (*told, FamilyLine("not stated", "unknown", ", ".join(silent)))


def families_in(report: Report) -> list[str]:
    """Return the families that tell something, from the ground up; those of plug-ins come last."""
    present = dict.fromkeys(
        result.family
        for result in report.results
        if result.family not in _ONLY_WHEN_GIVEN or result.outcome not in _NOTHING_GIVEN
    )
    known = [family for family in FAMILIES if family in present]
    return [*known, *(family for family in present if family not in FAMILIES)]


def missing_facts_of(report: Report) -> tuple[tuple[str, str], ...]:
    """Return the facts that would decide, the telling ones first, each with why it is unknown.

    That a text does not hold them goes without saying.
    """
    reasons: dict[str, str] = {}
    for result in report.results:
        if result.outcome == "unknown":
            for fact in result.because_of:
                reason = result.message.removeprefix(f"{fact}: ")
                reasons.setdefault(fact, "" if reason == NOT_GIVEN else reason)
    facts = sorted(report.verdict.missing_facts, key=lambda fact: fact not in TELLING)
    return tuple((_IN_WORDS.get(fact, fact), reasons.get(fact, "")) for fact in facts)


def page_about(result: Result) -> str:
    """Return what `explain` tells more of: the check, or the cause that a text tells."""
    return result.cause if result.check.startswith(TOLD) and result.cause else result.check


def terms_of(fix: Fix) -> str:
    """Return what a fix needs and risks, in words; nothing for one that is advice in one line."""
    if not (fix.commands or fix.steps or fix.needs):
        return ""
    words = [NEED_WORDS[need] for need in fix.needs]
    if len(words) > 1:
        words = [", ".join(words[:-1]) + f" and {words[-1]}"]
    needs = [f"needs {word}" for word in words]
    return "; ".join([*needs, RISK_WORDS[fix.risk]])


def summary_of(fix: Fix) -> str:
    """Return what a fix does, with its terms in parentheses."""
    terms = terms_of(fix)
    return f"{fix.summary} ({terms})" if terms else fix.summary


def alternative_of(fix: Fix, best: Fix) -> str:
    """Return what another fix is, told apart from the best one by its tool where it has to be."""
    if fix.summary != best.summary:
        return fix.summary
    if not fix.commands:
        return "the same by hand"
    tool = _tool_of(fix)
    return f"the same with {tool}" if tool != _tool_of(best) else "the same by other commands"


def name_some(names: Sequence[str], most: int, what: str) -> str:
    """Return the first names of a list, and how many more there are."""
    if len(names) <= most + 1:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} more {what}"


def _tool_of(fix: Fix) -> str:
    if not fix.commands:
        return ""
    argv = fix.commands[0]
    if len(argv) > 2 and argv[1] == "-m":
        return argv[2]
    return argv[0].rpartition("/")[2]


def _failures(report: Report) -> Iterable[Problem]:
    candidates = report.verdict.candidates
    place = {item.cause: index for index, item in enumerate(candidates)}
    failed = [result for result in report.results if result.outcome == "failed"]
    failed.sort(key=lambda result: place.get(result.cause or "", len(place)))
    # What a text tells of a cause that the facts show as well is evidence, no second problem.
    shown = {(item.cause, item.check) for item in candidates}
    failed = [
        _with_evidence(result, candidates)
        for result in failed
        if (result.cause, result.check) in shown or not result.check.startswith(TOLD)
    ]
    told: set[str] = set()
    fixes: set[object] = set()
    for result in failed:
        follows = [
            other.check
            for other in reversed(report.results)
            if other.outcome == "skipped"
            and result.check in other.because_of
            and other.check not in told
        ]
        told.update(follows)
        first = _substance(result.fixes[0]) if result.fixes else None
        yield Problem(result, tuple(follows), fix_shown_before=first in fixes)
        if first is not None:
            fixes.add(first)


def _with_evidence(result: Result, candidates: Sequence[Candidate]) -> Result:
    for item in candidates:
        if (item.cause, item.check, item.message) == (result.cause, result.check, result.message):
            # A text may tell that a risk has stopped a program: it is as severe as the verdict.
            return msgspec.structs.replace(result, evidence=item.evidence, severity=item.severity)
    return result


def _substance(fix: Fix) -> object:
    return (fix.commands, fix.steps) if fix.commands or fix.steps else fix.summary


def _is_advice(result: Result, report: Report) -> bool:
    return result.severity == "info" and result.cause != report.verdict.cause


def _family_line(family: str, results: Sequence[Result], report: Report) -> FamilyLine | None:
    passed = [result for result in results if result.outcome == "passed"]
    if passed:
        fact = fact_of_family(family, report.facts) or _key_fact(passed)
        unknown = [result.check for result in results if result.outcome == "unknown"]
        lacking = f"; not known: {name_some(unknown, 2, 'checks')}" if unknown else ""
        return FamilyLine(family, "passed", f"{fact}{lacking}")
    for outcome in _NOTHING_SEEN:
        fitting = [result for result in results if result.outcome == outcome]
        if fitting:
            return FamilyLine(family, outcome, _reasons(OUTCOMES[outcome].word, fitting))
    # Only skipped: told where the cause is.
    return None


def _is_silent(line: FamilyLine, report: Report) -> bool:
    return line.outcome == "unknown" and all(
        result.message.endswith(NOT_GIVEN)
        for result in report.results
        if result.family == line.family and result.outcome == "unknown"
    )


def _key_fact(passed: Sequence[Result]) -> str:
    told = list(dict.fromkeys(result.have for result in passed if result.have))
    distinct = [have for have in told if not any(have in o and have != o for o in told)]
    if distinct:
        return ", ".join(distinct[:MOST_KEY_FACTS])
    return passed[0].message


def _reasons(word: str, results: Sequence[Result]) -> str:
    messages = list(dict.fromkeys(result.message for result in results if result.message))
    if not messages:
        return word
    more = f" (and {len(messages) - 1} more)" if len(messages) > 1 else ""
    return f"{word}: {messages[0]}{more}"
