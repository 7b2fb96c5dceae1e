"""From results to one verdict: the root cause, its rivals, the prescription. A pure function."""

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

from mps_doctor.facts.machine import Machine, Unknown
from mps_doctor.fixes.fix import Fix
from mps_doctor.judgement import impact as harms
from mps_doctor.judgement.checking import SEVERITIES, Result
from mps_doctor.knowledge import causes as known_causes

Status: TypeAlias = Literal[
    "healthy", "unproven", "degraded", "broken", "not-applicable", "inconclusive"
]
FailOn: TypeAlias = Literal["error", "warning"]

NEVER_MPS = frozenset({"not-macos-host", "linux-guest-on-mac"})
"""Causes on a host that can never have MPS."""

PROOF = "smoke-test"
"""The check that alone makes an environment `healthy`."""

GPU = "apple-gpu"
"""The check of whether this Mac has a GPU that MPS supports."""

SEEN_AT_WORK = "deep"
"""The family of checks of what the doctor itself ran on the device."""

SEEN = ("host", "python", "conda", "torch", "runtime")
"""Families that look at the environment itself."""

TOLD = "reported-"
"""How the checks of what a pasted text tells are called; they judge it beside all the facts."""

ASK_FOR = (
    "Run `mps-doctor`, or `python -m torch.utils.collect_env`, in that environment, and paste all "
    "that it prints, together with the whole error text."
)
"""What decides where a pasted text does not."""

ERRORED = 3
INCONCLUSIVE = 4


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A root cause that the results support, with its evidence."""

    cause: str
    kind: Literal["environment", "limit", "other"]
    severity: Literal["error", "warning", "info"]
    check: str
    message: str
    evidence: tuple[str, ...] = ()


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The judgement of one environment."""

    status: Status
    cause: str | None
    kind: Literal["environment", "limit", "other"] | None
    sentence: str
    candidates: tuple[Candidate, ...]
    """In order, the verdict's cause first."""
    missing_facts: tuple[str, ...]
    prescription: tuple[Fix, ...]
    """For each cause the best fix, in the order of the causes; each ends in its verify command."""
    exit_code: int
    fail_on: FailOn


def reach_verdict(
    results: Sequence[Result],
    machine: Machine,
    *,
    device: str = "mps",
    fail_on: FailOn = "error",
) -> Verdict:
    """Return the verdict that the results support.

    A root cause is a failed check none of whose required checks failed; the engine has turned
    the others into `skipped`, so every failure here is a root.
    """
    failures = sorted((r for r in results if r.outcome == "failed"), key=_weight)
    found = _candidates(failures)
    chief = next((item for item in found if _may_be_the_cause(item)), None)
    # Advice on the environment may stand before the limit that a text asks about.
    candidates = found if chief is None else (chief, *(i for i in found if i is not chief))
    status = _status(results, failures, machine)
    return Verdict(
        status=status,
        cause=chief.cause if chief else None,
        kind=chief.kind if chief else None,
        sentence=_sentence(status, candidates, results, machine, device),
        candidates=candidates,
        missing_facts=_missing_facts(results, status),
        prescription=_prescription(failures),
        exit_code=_exit_code(status, results, fail_on),
        fail_on=fail_on,
    )


def _weight(result: Result) -> tuple[int, int, int]:
    """Errors before warnings before advice; within one severity the environment comes first.

    An error text that a user pasted was judged beside all the facts: it precedes a fault that is
    inferred from a fact alone. The sort is stable: of two alike the more fundamental stays first.
    """
    severity = SEVERITIES.index(result.severity or "info")
    return severity, 0 if _is_environment(result) else 1, 0 if result.check.startswith(TOLD) else 1


def _is_environment(result: Result) -> bool:
    return known_causes.kind_of(result.cause or "") == "environment"


def _concerns_environment(result: Result) -> bool:
    """A limit quoted in a text leaves the environment healthy; one that we ran into does not."""
    return _is_environment(result) or result.check == PROOF or result.family == SEEN_AT_WORK


def _candidates(failures: Sequence[Result]) -> tuple[Candidate, ...]:
    """Each cause once, where it stands first, with the evidence of all that speaks for it."""
    return tuple(_candidate(cause, alike) for cause, alike in _by_cause(failures).items())


def _by_cause(failures: Sequence[Result]) -> dict[str, list[Result]]:
    """Group failures by cause; of one cause, what follows from facts precedes what a text tells.

    Facts say more exactly what is wrong here, and have the exact fix.
    """
    groups: dict[str, list[Result]] = {}
    for result in failures:
        groups.setdefault(result.cause or "", []).append(result)
    for alike in groups.values():
        alike.sort(key=lambda result: result.check.startswith(TOLD))
    return groups


def _candidate(cause: str, alike: Sequence[Result]) -> Candidate:
    severities = [result.severity or "info" for result in alike]
    return Candidate(
        cause=cause,
        kind=known_causes.kind_of(cause),
        severity=min(severities, key=SEVERITIES.index),
        check=alike[0].check,
        message=alike[0].message,
        evidence=_each_once(line for result in alike for line in result.evidence),
    )


def _each_once(evidence: Iterable[str]) -> tuple[str, ...]:
    """Return each piece of evidence once: the longest quote of a line, and no part of one alone."""
    distinct = tuple(dict.fromkeys(evidence))
    quotes = [line.partition(": ") for line in distinct if line.startswith("line ")]
    held = {
        f"{place}: {quote}"
        for place, _, quote in quotes
        if any(other[0] == place and other[2] != quote and quote in other[2] for other in quotes)
    }
    held |= {line for line in distinct if any(line in quote for _, _, quote in quotes)}
    return tuple(line for line in distinct if line not in held)


def _may_be_the_cause(candidate: Candidate) -> bool:
    """Advice is no cause, except the answer to a text that a user asked about."""
    told = candidate.kind != "environment" and candidate.check.startswith(TOLD)
    return candidate.severity != "info" or told


def _status(results: Sequence[Result], failures: Sequence[Result], machine: Machine) -> Status:
    about_environment = [result for result in failures if _concerns_environment(result)]
    if any(result.cause in NEVER_MPS for result in about_environment):
        return "not-applicable"
    if any(result.severity == "error" for result in about_environment):
        return "broken"
    if any(result.severity == "warning" for result in about_environment):
        return "degraded"
    if _is_proven(results):
        return "healthy"
    if machine.origin.kind in ("interpreter", "host"):
        proof = next((result for result in results if result.check == PROOF), None)
        unsettled = proof is None or proof.outcome in ("unknown", "errored")
        unsettled = unsettled or _gpu_is_unknown(results)
        return "inconclusive" if unsettled else "unproven"
    seen = any(result.outcome in ("passed", "failed") for result in results)
    return "unproven" if seen else "inconclusive"


def _is_proven(results: Sequence[Result]) -> bool:
    return any(result.check == PROOF and result.outcome == "passed" for result in results)


def _gpu_is_unknown(results: Sequence[Result]) -> bool:
    return any(result.check == GPU and result.outcome == "unknown" for result in results)


def _missing_facts(results: Sequence[Result], status: Status) -> tuple[str, ...]:
    if status in ("healthy", "not-applicable"):
        return ()
    facts = (
        fact for result in results if result.outcome == "unknown" for fact in result.because_of
    )
    return tuple(dict.fromkeys(facts))


def _prescription(failures: Sequence[Result]) -> tuple[Fix, ...]:
    chosen: dict[tuple[object, ...], Fix] = {}
    groups = _by_cause([result for result in failures if result.is_finding])
    # On a host without MPS nothing that is installed helps before the host is another one.
    for cause in sorted(groups, key=lambda cause: cause not in NEVER_MPS):
        alike = groups[cause]
        leading = [result for result in alike if not result.check.startswith(TOLD)] or alike
        for fix in (result.fixes[0] for result in leading if result.fixes):
            chosen.setdefault((fix.commands, fix.steps), fix)
    return tuple(chosen.values())


def _exit_code(status: Status, results: Sequence[Result], fail_on: FailOn) -> int:
    if status in ("broken", "not-applicable"):
        return 1
    if status == "degraded" and fail_on == "warning":
        return 1
    if any(result.outcome == "errored" for result in results):
        return ERRORED
    return INCONCLUSIVE if status == "inconclusive" else 0


def _sentence(
    status: Status,
    candidates: Sequence[Candidate],
    results: Sequence[Result],
    machine: Machine,
    device: str,
) -> str:
    gpu = "this Mac's GPU" if device == "mps" else f"the device {device}"
    torch = _torch_name(machine)
    chief = next(filter(_may_be_the_cause, candidates), None)
    match status:
        case "healthy":
            said = f"{torch} works on {gpu}: the smoke test ran there and its numbers are right."
        case "unproven" if chief is None and device == "mps" and _gpu_is_unknown(results):
            said = f"No problem was found with {torch}, but whether this Mac has a GPU for it is "
            said += "not known."
        case "unproven" if chief is None:
            said = f"No problem was found with {torch} on {gpu}, but nothing was run on it."
        case "unproven":
            fine = "The environment looks fine. " if _environment_was_seen(results) else ""
            said = f"{fine}{_plain(chief)}."
        case "degraded" | "broken" if _was_asked(chief):
            # What was asked comes first; what is wrong with the environment besides it, after.
            said = f"{_plain(chief)}.{_besides(candidates)}"
        case "degraded" | "broken":
            said = f"{_harm(status, chief, results, torch, gpu)} {_plain(chief)}."
        case "not-applicable":
            host = next(item for item in candidates if item.cause in NEVER_MPS)
            other = f" {_plain(chief)}." if chief not in (host, None) else ""
            said = f"MPS can never work on this host. {_plain(host)}.{other}"
        case "inconclusive":
            said = "Too little is known to judge this environment."
            if machine.origin.kind == "pasted":
                said += f" {ASK_FOR}"
    if any(result.outcome == "errored" for result in results):
        said += " A check of mps-doctor itself broke."
    return said


def _was_asked(chief: Candidate | None) -> bool:
    """Return whether a text asks about a limit, which says nothing of the environment."""
    return chief is not None and chief.kind != "environment" and chief.check.startswith(TOLD)


def _besides(candidates: Sequence[Candidate]) -> str:
    """Return what the facts say against the environment, where the text asks for something else."""
    faults = (
        item
        for item in candidates
        if item.kind == "environment"
        and item.severity != "info"
        and not item.check.startswith(TOLD)
    )
    fault = next(faults, None)
    return f" There is also a risk in the environment. {_plain(fault)}." if fault else ""


def _harm(
    status: Status, chief: Candidate | None, results: Sequence[Result], torch: str, gpu: str
) -> str:
    proven = _is_proven(results)
    if chief is None:
        return harms.at_risk("gpu", torch, gpu, proven=proven)
    harm = known_causes.harm_of(chief.cause)
    told = chief.check.startswith(TOLD)
    if harm == "installation" and told:
        return "The installation does not work this way."
    if harm == "numbers":
        ran = told or proven or chief.check == PROOF
        return f"{torch} {'runs' if ran else 'may run'} on {gpu}, but do not trust its numbers."
    if status == "degraded":
        return harms.at_risk(harm, torch, gpu, proven=proven)
    if chief.cause == "project-requirement-unmet":
        return "This environment is not what the project asks for."
    return harms.broken(harm, torch, gpu, proven=proven)


def _environment_was_seen(results: Sequence[Result]) -> bool:
    """An error text alone says nothing of the environment, not even that it is fine."""
    return any(result.outcome == "passed" and result.family in SEEN for result in results)


def _plain(candidate: Candidate | None) -> str:
    return candidate.message.rstrip(".") if candidate else "See the findings"


def _torch_name(machine: Machine) -> str:
    for version in (machine.torch_import.version, machine.torch.version):
        if not isinstance(version, Unknown):
            return f"PyTorch {version}"
    return "PyTorch"
