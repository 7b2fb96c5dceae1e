"""The deep level: many operations on the device, compared with the CPU."""

from __future__ import annotations

from mps_doctor.facts import (
    Deep,
    Host,
    OperatorPlace,
    ProbeOutcome,
    TorchImport,
    TorchInstall,
    known,
    known_or,
)
from mps_doctor.judgement.checking import (
    Failed,
    Fix,
    NotApplicable,
    Outcomes,
    Passed,
    Severity,
    check,
)
from mps_doctor.judgement.deep_matrix import Standing, count_of, gpu_fault, standing_of
from mps_doctor.knowledge import probes as known_probes
from mps_doctor_checks.mac import real_macos, torch_version

CAUSES: dict[Standing, str] = {
    "wrong results": "mps-op-wrong-result",
    "crashes": "mps-op-crash",
    "not implemented": "op-not-implemented",
}

MOST_LINES = 12
MOST_REPRODUCTIONS = 3

NARROW = ("large-", "compiled-", "metal-shader")
NARROW_PARTS = ("-many-", "-long-inner", "-after-allocations", "-repeated")
"""Operations that few programs meet: sizes near the limits, thousands of batches, compilation.

A fault in them is a risk to know of; a fault in any other means that MPS gives wrong results.
"""

NEW_ISSUE = "https://github.com/pytorch/pytorch/issues/new"


@check(
    "deep-probes",
    title="Every operation that was tried agrees with the CPU",
    causes=tuple(CAUSES.values()),
    requires=("smoke-test",),
    concerns="any",
    level="deep",
)
def deep_probes(host: Host, torch: TorchInstall, torch_import: TorchImport, deep: Deep) -> Outcomes:
    """Some three hundred small computations run on the device and, in double precision, on the CPU.

    ## Why it matters
    A GPU that multiplies matrices rightly can still get others wrong without a word: some releases
    of torch dropped a bias, froze an optimiser, or let attention see the future.
    Each probe is run twice with different inputs, in memory that was filled with a pattern, so
    that a result which is old or was never written shows as well.
    A result is wrong where an entry differs by more than PyTorch's own tests allow, where it is not
    finite or all zero, and where the system reports a failed GPU command meanwhile.

    ## Fix
    Where the fault is known, its issue says which release fixes it.
    Where it is not, report it with the few lines given, under the label `module: mps`.
    An operator that is not implemented can run on the CPU: set PYTORCH_ENABLE_MPS_FALLBACK=1 before
    the program starts.

    ## References
    - https://github.com/pytorch/pytorch/issues/141287
    - https://github.com/pytorch/pytorch/issues/193571
    """
    results = known(deep.results)
    counts = count_of(deep)
    version = known_or(torch_version(torch, torch_import), "")
    macos = known_or(real_macos(host), "")
    failures = [
        _failure(standing, severity, group, version, macos)
        for standing in CAUSES
        for severity in ("error", "warning", "info")
        if (
            group := [
                result
                for result in results
                if standing_of(result) == standing and _severity(result, standing) == severity
            ]
        )
    ]
    if failures:
        return tuple(failures)
    said = ", ".join(f"{count} {standing}" for standing, count in counts.items())
    unreached = known_or(deep.not_run_because, "")
    if not counts.get("works"):
        return NotApplicable(message=unreached or said or "no probe was run")
    message = f"the rest was not run: {unreached}" if unreached else "all that ran agree"
    return Passed(message=message, have=said)


def _severity(result: ProbeOutcome, standing: Standing) -> Severity:
    if standing == "not implemented":
        return "info"
    operation = result.operation
    narrow = operation.startswith(NARROW) or any(part in operation for part in NARROW_PARTS)
    return "warning" if narrow else "error"


def _failure(
    standing: Standing, severity: Severity, results: list[ProbeOutcome], torch: str, macos: str
) -> Failed:
    names = ", ".join(result.probe for result in results[:4])
    more = f" and {len(results) - 4} more" if len(results) > 4 else ""
    lines = [_line(result, torch, macos) for result in results[:MOST_LINES]]
    if len(results) > MOST_LINES:
        lines.append(f"and {len(results) - MOST_LINES} more")
    said = {
        "wrong results": "wrong results",
        "crashes": "the process ended or hung",
        "not implemented": "not implemented here",
    }[standing]
    return Failed(
        cause=CAUSES[standing],
        severity=severity,
        message=f"{said.capitalize()}: {names}{more}",
        have=f"{len(results)} of the probes: {said}",
        need="the same results as on the CPU",
        evidence=tuple(lines),
        fixes=_fixes(standing, results, torch, macos),
    )


def _line(result: ProbeOutcome, torch: str, macos: str) -> str:
    return f"{result.probe}: {describe(result)} ({bug_text(result.operation, torch, macos)})"


def describe(result: ProbeOutcome) -> str:
    """Return in a few words what was seen of a probe."""
    if fault := gpu_fault(result):
        return f"the GPU reported: {fault[:120]}"
    if result.outcome in ("crashed", "exited"):
        words = result.stderr[-1][:120] if result.stderr else ""
        end = result.signal or f"exit status {known_or(result.exit_code, 'unknown')}"
        return f"{end}{f': {words}' if words else ''}"
    if result.outcome == "hung":
        return "did not come back"
    if result.outcome == "raised":
        first = result.error_message.partition("\n")[0]
        return f"{result.error_type}: {first[:120]}"
    if result.wrong_shape:
        return f"shape {result.wrong_shape}"
    if result.all_zero:
        return "all zero"
    if result.not_finite:
        return f"{result.not_finite} of {result.entries} entries are not finite"
    return (
        f"{result.outside} of {result.entries} entries are off, "
        f"largest error {result.largest_error:.3g}, relative {result.norm_error:.2g}"
    )


def bug_text(operation: str, torch: str, macos: str) -> str:
    """Return which known bug a fault could be; versions that rule a bug out are heeded."""
    bugs = known_probes.bugs_of(operation, torch, macos)
    if not bugs:
        return "not known"
    note = f", {bugs[0].note}" if bugs[0].note else ""
    word = "known" if bugs[0].names_versions else "perhaps"
    return f"{word}: {bugs[0].issue}{note}"


def _fixes(
    standing: Standing, results: list[ProbeOutcome], torch: str, macos: str
) -> tuple[Fix, ...]:
    if standing == "not implemented":
        return (_run_on_cpu(),)
    known_issues = [
        bug.issue
        for result in results
        for bug in known_probes.bugs_of(result.operation, torch, macos)[:1]
    ]
    fixes = []
    if known_issues:
        fixes.append(
            Fix(
                id="read-known-issue",
                summary="Read in PyTorch's issue which release fixes it; avoid it until then",
                kind="manual",
                steps=tuple(f"Read {issue}" for issue in dict.fromkeys(known_issues)),
                risk="safe",
                verify=(("mps-doctor", "check", "--level", "deep"),),
            )
        )
    unknown = [
        result for result in results if not known_probes.bugs_of(result.operation, torch, macos)
    ]
    return (*fixes, *(_report(result) for result in unknown[:MOST_REPRODUCTIONS]))


def _run_on_cpu() -> Fix:
    return Fix(
        id="enable-fallback",
        summary="Let operators that MPS lacks run on the CPU",
        kind="manual",
        steps=(
            "Set PYTORCH_ENABLE_MPS_FALLBACK=1 in the environment before the program starts.",
            "Setting it after `import torch` does nothing.",
        ),
        risk="safe",
        verify=(("mps-doctor", "check", "--level", "deep"),),
    )


def _report(result: ProbeOutcome) -> Fix:
    return Fix(
        id=f"report-{result.probe}",
        summary=f"Not known to mps-doctor: report {result.probe} to PyTorch with these lines",
        kind="manual",
        steps=(
            f"Open {NEW_ISSUE} and choose the label `module: mps`.",
            "Run these lines, and paste them with what they print:",
            *known_probes.reproduction(result.probe),
        ),
        risk="safe",
        verify=(("mps-doctor", "check", "--level", "deep"),),
    )


@check(
    "fallback",
    title="Operators run on the GPU, not on the CPU instead",
    causes=("op-not-implemented",),
    requires=("smoke-test",),
    level="deep",
)
def fallback(deep: Deep) -> Outcomes:
    """Operators that some release of torch lacked on MPS are tried with the fallback on and off.

    ## Why it matters
    Without PYTORCH_ENABLE_MPS_FALLBACK a missing operator raises NotImplementedError.
    With it, the operator runs on the CPU: the program goes on, but each such step waits for the
    GPU and copies its tensors there and back.

    ## Fix
    A newer torch implements more; otherwise set PYTORCH_ENABLE_MPS_FALLBACK=1 before the program
    starts, and keep such operators out of inner loops.

    ## References
    - https://github.com/pytorch/pytorch/issues/141287
    - https://pytorch.org/docs/stable/mps_environment_variables.html
    """
    places = known(deep.fallback)
    refused = _names(places, "not-implemented", with_variable=False)
    on_cpu = _names(places, "on-cpu", with_variable=True)
    always = _names(places, "on-cpu", with_variable=False)
    if not refused and not on_cpu and not always:
        tried = {place.operator for place in places}
        return Passed(
            message="none fell back to the CPU", have=f"{len(tried)} operators on the GPU"
        )
    evidence = []
    if always:
        evidence.append(f"always on the CPU: {', '.join(always)}")
    if on_cpu:
        evidence.append(f"on the CPU with the variable on: {', '.join(on_cpu)}")
    if refused:
        evidence.append(f"refused with the variable off: {', '.join(refused)}")
    names = tuple(dict.fromkeys((*refused, *on_cpu, *always)))
    return Failed(
        cause="op-not-implemented",
        severity="info",
        message=f"{len(names)} operators have no MPS kernel in this torch: {', '.join(names[:6])}"
        + (" …" if len(names) > 6 else ""),
        have=f"{len(names)} operators without",
        need="a kernel, or the fallback to the CPU",
        evidence=tuple(evidence),
        fixes=(_run_on_cpu(),),
    )


def _names(places: tuple[OperatorPlace, ...], outcome: str, *, with_variable: bool) -> list[str]:
    return [
        place.operator
        for place in places
        if place.outcome == outcome and place.with_variable == with_variable
    ]
