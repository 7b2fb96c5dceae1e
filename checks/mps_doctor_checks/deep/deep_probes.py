"""Do hundreds of operations agree with the CPU?"""

from collections.abc import Mapping

from mps_doctor.facts import (
    Deep,
    Host,
    ProbeOutcome,
    TorchImport,
    TorchInstall,
    known,
    known_or,
    real_macos,
    torch_version,
)
from mps_doctor.fixes import by_hand, set_variable
from mps_doctor.judgement.checking import (
    SEVERITIES,
    Failed,
    Fix,
    NotApplicable,
    Outcomes,
    Passed,
    Severity,
    check,
)
from mps_doctor.judgement.deep_matrix import Standing, count_of, gpu_fault, standing_of
from mps_doctor.knowledge.compatibility import bugs_of
from mps_doctor.knowledge.rows.probe_bugs import ProbeBug
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor_checks.deep.fallback import DEEP

CAUSES: dict[Standing, str] = {
    "wrong results": "mps-op-wrong-result",
    "crashes": "mps-op-crash",
    "not implemented": "op-not-implemented",
}

SAYS: dict[Standing, tuple[str, str]] = {
    "wrong results": ("gives wrong results", "give wrong results"),
    "crashes": ("crashes or hangs", "crash or hang"),
    "not implemented": ("isn't implemented", "aren't implemented"),
}
"""What one operation does, and what several do."""

MOST_LINES = 12
MOST_REPORTS = 3

NARROW = ("large-", "compiled-", "metal-shader")
NARROW_PARTS = ("-many-", "-long-inner", "-after-allocations", "-repeated")
"""Operations that few programs meet: sizes near the limits, thousands of batches, compilation.

A fault in them is a risk to know of; a fault in any other means that MPS gives wrong results.
"""

NEW_ISSUE = "https://github.com/pytorch/pytorch/issues/new"


@check(
    "deep-probes",
    title="Every tested operation agrees with the CPU",
    causes=tuple(CAUSES.values()),
    requires=("smoke-test",),
    concerns="any",
    level="deep",
)
def deep_probes(host: Host, torch: TorchInstall, torch_import: TorchImport, deep: Deep) -> Outcomes:
    """Some three hundred small computations run on the device and, in double precision, on the CPU.

    ## Why it matters
    A GPU that multiplies matrices correctly can still get other operations wrong: some releases of
    PyTorch silently dropped a bias, froze an optimiser, or let attention see the future.
    Each probe runs twice with different inputs, in memory filled with a pattern, so that an old or
    unwritten result shows as well.
    A result is wrong if an entry differs by more than PyTorch's own tests allow, if it is not
    finite or all zero, or if the system reports a failed GPU command meanwhile.

    ## Fix
    If the bug is known, its issue says which release fixes it.
    If not, report it with the lines given, under the label `module: mps`.
    An operator that MPS lacks can run on the CPU: set PYTORCH_ENABLE_MPS_FALLBACK=1 before the
    program starts.

    ## References
    - https://github.com/pytorch/pytorch/issues/141287
    - https://github.com/pytorch/pytorch/issues/193571
    """
    versions = known_or(torch_version(torch, torch_import), ""), known_or(real_macos(host), "")
    groups: dict[tuple[Standing, Severity], list[ProbeOutcome]] = {}
    for result in known(deep.results):
        standing = standing_of(result)
        groups.setdefault((standing, _severity(result, standing)), []).append(result)
    if failures := tuple(
        _failed(standing, severity, groups[standing, severity], *versions)
        for standing in CAUSES
        for severity in SEVERITIES
        if (standing, severity) in groups
    ):
        return failures
    counts = count_of(deep)
    have = ", ".join(f"{count} {standing}" for standing, count in counts.items())
    unreached = known_or(deep.not_run_because, "")
    if not counts.get("works"):
        return NotApplicable(message=unreached or have or "no probe ran")
    message = f"the rest did not run: {unreached}" if unreached else "all agree"
    return Passed(message=message, have=have)


def _severity(result: ProbeOutcome, standing: Standing) -> Severity:
    if standing == "not implemented":
        return "info"
    operation = result.operation
    narrow = operation.startswith(NARROW) or any(part in operation for part in NARROW_PARTS)
    return "warning" if narrow else "error"


def _failed(
    standing: Standing, severity: Severity, results: list[ProbeOutcome], torch: str, macos: str
) -> Failed:
    bugs = {result.probe: bugs_of(result.operation, torch, macos) for result in results}
    lines = [
        f"{result.probe}: {_describe(result)} ({_known_as(bugs[result.probe])})"
        for result in results[:MOST_LINES]
    ]
    if more := results[MOST_LINES:]:
        lines.append(f"and {len(more)} more")
    others = len(results) - 1
    names = f"{results[0].probe} and {others} more" if others else results[0].probe
    have = f"{names} {SAYS[standing][others > 0]}"
    return Failed(
        cause=CAUSES[standing],
        severity=severity,
        message=f"{have} on {results[0].device or 'mps'}",
        have=have,
        need="the CPU fallback" if standing == "not implemented" else "the CPU's results",
        evidence=tuple(lines),
        fixes=_fixes(standing, results, bugs),
    )


def _describe(result: ProbeOutcome) -> str:
    """Return in a few words what was seen of a probe."""
    if fault := gpu_fault(result):
        return f"the GPU reported: {fault[:120]}"
    match result.outcome:
        case "crashed" | "exited":
            words = f": {result.stderr[-1][:120]}" if result.stderr else ""
            end = result.signal or f"exit status {known_or(result.exit_code, 'unknown')}"
            return f"{end}{words}"
        case "hung":
            return "hangs"
        case "raised":
            first = result.error_message.partition("\n")[0]
            return f"{result.error_type}: {first[:120]}"
    if result.wrong_shape:
        return f"shape {result.wrong_shape}"
    if result.all_zero:
        return "all zero"
    if result.not_finite:
        return f"{result.not_finite} of {result.entries} values are not finite"
    return (
        f"{result.outside} of {result.entries} values are off, "
        f"largest error {result.largest_error:.3g}, relative {result.norm_error:.2g}"
    )


def _known_as(bugs: tuple[ProbeBug, ...]) -> str:
    """Return which known bug a fault could be."""
    if not bugs:
        return "not known"
    bug = bugs[0]
    note = f", {bug.note}" if bug.note else ""
    return f"{'known' if bug.names_versions else 'perhaps'}: {bug.issue}{note}"


def _fixes(
    standing: Standing, results: list[ProbeOutcome], bugs: Mapping[str, tuple[ProbeBug, ...]]
) -> tuple[Fix, ...]:
    if standing == "not implemented":
        return (set_variable(FALLBACK, "1"),)
    unknown = [result.probe for result in results if not bugs[result.probe]]
    fixes = [
        by_hand(
            f"report-{probe}",
            f"Report {probe} to PyTorch: mps-doctor doesn't know this bug",
            f"Open {NEW_ISSUE} and choose the label `module: mps`",
            "Paste the report: `mps-doctor --level deep --format markdown`",
            verify=DEEP,
        )
        for probe in unknown[:MOST_REPORTS]
    ]
    if issues := dict.fromkeys(found[0].issue for found in bugs.values() if found):
        known_issues = by_hand(
            "read-known-issue",
            "Read in PyTorch's issue which release fixes it",
            *(f"Read {issue}" for issue in issues),
            verify=DEEP,
        )
        return known_issues, *fixes
    return tuple(fixes)
