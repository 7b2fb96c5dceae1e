"""From results to one verdict: the root cause, its rivals, the prescription. A pure function."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

from mps_doctor.facts import Machine, Unknown, hardware, known_or
from mps_doctor.fixes.fix import Fix
from mps_doctor.fixes.installs import solve
from mps_doctor.fixes.situation import environment_of
from mps_doctor.judgement.checking import SEVERITIES, Result
from mps_doctor.judgement.headline import headline_of
from mps_doctor.knowledge import causes as known_causes
from mps_doctor.system.configuration import FailOn

Status: TypeAlias = Literal[
    "healthy", "unproven", "degraded", "limited", "broken", "not-applicable", "inconclusive"
]

NEVER_MPS = frozenset({"not-macos-host", "linux-guest-on-mac"})
"""Causes on a host that can never have MPS."""

TOO_OLD = frozenset({"python-too-old", "torch-too-old-no-mps"})
"""Causes of which a program that ran, and failed of its own error, says nothing."""

PROOF = "smoke-test"
"""The check that alone makes an environment `healthy`."""

GPU = "apple-gpu"
"""The check of whether this Mac has a GPU that MPS supports."""

FAILING = frozenset({"limited", "broken", "not-applicable"})
"""Statuses that exit with 1 whatever `--fail-on` says."""

ERRORED = 3
INCONCLUSIVE = 4


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A root cause that the results support, with its evidence."""

    cause: str
    kind: Literal["environment", "limit", "other"]
    severity: Literal["error", "warning", "info"]
    check: str
    source: Literal["facts", "text"]
    message: str
    evidence: tuple[str, ...] = ()


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """What `--expect` asked for: a cause, or `healthy`; and whether that is the verdict."""

    value: str
    met: bool


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """The judgement of one environment."""

    status: Status
    cause: str | None
    kind: Literal["environment", "limit", "other"] | None
    headline: str
    """What is wrong, or works, in at most twelve words; then how many checks failed to run."""
    sentence: str
    """The same with this machine's own values; the headline where there is no more to say."""
    candidates: tuple[Candidate, ...]
    """In order, the verdict's cause first."""
    missing_facts: tuple[str, ...]
    prescription: tuple[Fix, ...]
    """For each cause the best fix, in the order of the causes; each ends in its verify command."""
    exit_code: int
    fail_on: FailOn
    expected: Expected | msgspec.UnsetType = msgspec.UNSET

    @property
    def passes(self) -> bool:
        """Whether nothing fails, though a check may have failed to run."""
        return not self.exit_code or (self.exit_code == ERRORED and self.status != "inconclusive")


def reach_verdict(
    results: Sequence[Result],
    machine: Machine,
    *,
    device: str = "mps",
    fail_on: FailOn = "error",
    expect: str = "",
    program_failed: bool = False,
) -> Verdict:
    """Return the verdict that the results support.

    A root cause is a failed check none of whose required checks failed; the engine has turned
    the others into `skipped`, so every failure here is a root.
    `program_failed` says that a program's own error is judged (`diagnose`, `run`): a limit of MPS
    is then no fault of the environment.
    """
    failures = sorted((r for r in results if r.outcome == "failed"), key=_rank)
    groups = _by_cause(failures)
    candidates = tuple(_candidate(cause, alike) for cause, alike in groups.items())
    chief = next(filter(_may_be_the_cause, candidates), None)
    if program_failed and chief is not None and chief.cause in TOO_OLD:
        # A program that ran there has failed of its own error, which is the question.
        chief = next(
            (each for each in candidates if each.source == "text" and each.severity != "info"),
            chief,
        )
    if program_failed and chief is not None and chief.cause in NEVER_MPS and _is_live(machine):
        # The program asked for mps where there is none: its own error is the question.
        limits = [each for each in candidates if each.source == "text" and each.kind == "limit"]
        if limits:
            failures = [each for each in failures if each.cause != chief.cause]
            chief, groups = limits[0], _by_cause(failures)
    if chief is not None:  # advice on the environment may stand before what a text asks about
        candidates = (chief, *(item for item in candidates if item is not chief))
        groups = {chief.cause: groups[chief.cause], **groups}
    status = _status(
        results, failures, chief, machine, device=device, program_failed=program_failed
    )
    said = (
        item.headline
        for item in results
        if chief and item.check == chief.check and item.cause == chief.cause
    )
    headline = headline_of(
        status,
        chief.cause if chief else "",
        chief.message if chief else "",
        machine,
        words=next((text for text in said if text), ""),
        device=device,
        proven=any(each.check == PROOF and each.outcome == "passed" for each in results),
    )
    if errored := sum(each.outcome == "errored" for each in results):
        headline += f"; {errored} check{'s' if errored > 1 else ''} failed to run"
    exit_code = _exit_code(status, results, fail_on)
    expected: Expected | msgspec.UnsetType = msgspec.UNSET
    if expect:
        met = expect == ((chief.cause if chief else None) or status)
        expected = Expected(value=expect, met=met)
        exit_code = (0 if met else 1) if exit_code in (0, 1, INCONCLUSIVE) else exit_code
    return Verdict(
        status=status,
        cause=chief.cause if chief else None,
        kind=chief.kind if chief else None,
        headline=headline,
        sentence=f"{chief.message.rstrip('.')}." if chief else f"{headline}.",
        candidates=candidates,
        missing_facts=_missing_facts(results, status),
        prescription=_prescription(groups, machine),
        exit_code=exit_code,
        fail_on=fail_on,
        expected=expected,
    )


def _rank(result: Result) -> tuple[int, bool, bool]:
    """Errors before warnings before advice; within one severity the environment comes first.

    An error text was judged beside all the facts: it precedes a fault that is inferred from a fact
    alone.  The sort is stable: of two alike the more fundamental stays first.
    """
    return (
        SEVERITIES.index(result.severity or "info"),
        not _is_environment(result),
        result.source != "text",
    )


def _is_environment(result: Result) -> bool:
    return known_causes.cause_of(result.cause or "").kind == "environment"


def _by_cause(failures: Sequence[Result]) -> dict[str, list[Result]]:
    """Group failures by cause; of one cause, what facts show precedes what a text says.

    Facts say more exactly what is wrong here, and have the exact fix.
    """
    groups: dict[str, list[Result]] = {}
    for result in failures:
        groups.setdefault(result.cause or "", []).append(result)
    for alike in groups.values():
        alike.sort(key=lambda result: result.source == "text")
    return groups


def _candidate(cause: str, alike: Sequence[Result]) -> Candidate:
    return Candidate(
        cause=cause,
        kind=known_causes.cause_of(cause).kind,
        severity=min((each.severity or "info" for each in alike), key=SEVERITIES.index),
        check=alike[0].check,
        source=alike[0].source,
        message=alike[0].message,
        evidence=_each_once(line for result in alike for line in result.evidence),
    )


def _each_once(evidence: Iterable[str]) -> tuple[str, ...]:
    """Return each piece of evidence once: no piece that is part of another."""
    distinct = tuple(dict.fromkeys(evidence))
    return tuple(
        line
        for line in distinct
        if not any(line != other and _is_part(line, other) for other in distinct)
    )


def _is_part(line: str, other: str) -> bool:
    """Whether a line is quoted within another; of two quotes the line numbers must agree."""
    place, _, quote = line.partition(": ")
    if place.startswith("line ") and other.startswith(f"{place}: "):
        return quote in other
    return other.startswith("line ") and line in other


def _may_be_the_cause(candidate: Candidate) -> bool:
    """Advice is no cause, except the answer to a text that a user asked about."""
    asked = candidate.kind != "environment" and candidate.source == "text"
    return candidate.severity != "info" or asked


def _status(
    results: Sequence[Result],
    failures: Sequence[Result],
    chief: Candidate | None,
    machine: Machine,
    *,
    device: str,
    program_failed: bool,
) -> Status:
    if chief is not None and chief.cause in NEVER_MPS:
        return "not-applicable"
    # What a program asked of MPS says nothing against the environment it ran in.
    counted = [r for r in failures if not program_failed or _is_environment(r)]
    if any(result.severity == "error" for result in counted):
        return "broken"
    if program_failed and chief is not None and chief.kind != "environment":
        return "limited" if chief.severity != "info" else "unproven"  # nothing has failed
    if any(result.severity == "warning" for result in counted):
        return "degraded"
    proof = next((result for result in results if result.check == PROOF), None)
    if proof is not None and proof.outcome == "passed":
        return "healthy"
    if proof is not None and proof.outcome == "errored":
        return "inconclusive"
    if _is_live(machine) and proof is not None and proof.outcome != "not-run":
        unknown = {result.check for result in results if result.outcome == "unknown"}
        return "unproven" if unknown.isdisjoint((PROOF, GPU)) else "inconclusive"
    return "unproven" if _is_known(machine, device) else "inconclusive"


def _is_live(machine: Machine) -> bool:
    return machine.origin.kind in ("interpreter", "host")


def _is_known(machine: Machine, device: str) -> bool:
    """Whether torch, Python and this Mac are known well enough to say that nothing is wrong."""
    host, python = machine.host, machine.python
    if device == "mps" and known_or(host.system, "Darwin") != "Darwin":
        return False
    either = (
        (machine.torch.version, machine.torch_import.version),
        (python.version, python.architecture),
        (host.macos_version, host.kernel_release),
        (host.chip, host.model, hardware(host, python)),
    )
    return all(any(not isinstance(fact, Unknown) for fact in facts) for facts in either)


def _missing_facts(results: Sequence[Result], status: Status) -> tuple[str, ...]:
    if status in ("healthy", "not-applicable"):
        return ()
    unknown = (result for result in results if result.outcome == "unknown")
    return tuple(dict.fromkeys(fact for result in unknown for fact in result.because_of))


def _prescription(groups: dict[str, list[Result]], machine: Machine) -> tuple[Fix, ...]:
    chosen: dict[object, Fix] = {}
    for alike in groups.values():
        findings = [result for result in alike if result.is_finding and result.fixes]
        leading = [result for result in findings if result.source == "facts"] or findings
        for fix in (result.fixes[0] for result in leading):
            chosen.setdefault((fix.commands, fix.steps), fix)
    return solve(tuple(chosen.values()), environment_of(machine))


def _exit_code(status: Status, results: Sequence[Result], fail_on: FailOn) -> int:
    if status in FAILING or (status == "degraded" and fail_on == "warning"):
        return 1
    if any(result.outcome == "errored" for result in results):
        return ERRORED
    return INCONCLUSIVE if status == "inconclusive" else 0
