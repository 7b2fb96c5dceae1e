"""Do hundreds of operations agree with the CPU?"""

from typing import Any

import pytest
from outcomes import outcome_of

from mps_doctor.facts import ProbeOutcome
from mps_doctor.judgement.checking import NotApplicable, Passed
from mps_doctor_checks.deep.deep_probes import deep_probes

FINE: dict[str, Any] = {
    "outcome": "compared",
    "device": "mps",
    "dtype": "float32",
    "entries": 12,
    "norm_error": 1e-7,
    "norm_tolerance": 1e-4,
}


def outcome(probe: str, **facts: Any) -> ProbeOutcome:
    return ProbeOutcome(**{**FINE, "probe": probe, "operation": probe.rpartition("-")[0], **facts})


def judge(
    *results: ProbeOutcome, torch: str = "2.13.0", macos: str = "26.1", because: str = ""
) -> Any:
    return outcome_of(
        deep_probes,
        host={"macos_version": macos},
        torch={"version": torch},
        deep={"results": results, "not_run_because": because},
    )


def test_all_is_well() -> None:
    result = judge(outcome("matmul-fp32"), outcome("sort-int64", outcome="skipped", reason="x"))
    assert isinstance(result, Passed)
    assert result.have == "1 works, 1 not run"


def test_a_run_that_was_cut_short_says_so() -> None:
    result = judge(outcome("matmul-fp32"), because="the time was up in deep.sort-fp32")
    assert isinstance(result, Passed)
    assert "not run: the time was up" in result.message


def test_nothing_that_works_is_no_pass() -> None:
    skipped = outcome("matmul-fp32", outcome="skipped", reason="concerns mps only")
    assert isinstance(judge(skipped), NotApplicable)


@pytest.mark.parametrize(
    ("result", "cause", "severity", "evidence"),
    [
        (
            outcome("linear-transposed-weight-fp32", outside=3, largest_error=2.5, norm_error=0.4),
            "mps-op-wrong-result",
            "error",
            "3 of 12 values are off, largest error 2.5, relative 0.4 (not known)",
        ),
        (outcome("matmul-fp32", all_zero=True), "mps-op-wrong-result", "error", "all zero"),
        (
            outcome("linear-bias-many-batches-fp32", outside=5),
            "mps-op-wrong-result",
            "warning",
            "known: https://github.com/pytorch/pytorch/issues/189495",
        ),
        (
            outcome("conv2d-fp32", outcome="crashed", signal="SIGABRT", stderr=("boom.mm:7",)),
            "mps-op-crash",
            "error",
            "SIGABRT: boom.mm:7",
        ),
        (
            outcome("conv2d-fp32", outcome="exited", exit_code=7),
            "mps-op-crash",
            "error",
            "status 7",
        ),
        (
            outcome("large-ones-int8", outcome="hung"),
            "mps-op-crash",
            "warning",
            "hangs",
        ),
        (
            outcome(
                "svd-fp32",
                outcome="raised",
                error_type="NotImplementedError",
                error_message="no\nx",
            ),
            "op-not-implemented",
            "info",
            "svd-fp32: NotImplementedError: no (not known)",
        ),
    ],
)
def test_failures(result: ProbeOutcome, cause: str, severity: str, evidence: str) -> None:
    found = judge(result, outcome("softmax-fp32"))
    assert isinstance(found, tuple)
    assert [(failed.cause, failed.severity) for failed in found] == [(cause, severity)]
    assert evidence in found[0].evidence[0]
    assert result.probe in found[0].message
    assert found[0].fixes
    assert all(fix.steps for fix in found[0].fixes)


def test_a_known_bug_is_named_only_where_its_versions_fit() -> None:
    result = outcome("linear-transposed-weight-fp32", outside=3)
    assert "known: " in judge(result, torch="2.8.0")[0].evidence[0]
    assert judge(result, torch="2.8.0")[0].fixes[0].id == "read-known-issue"
    assert "not known" in judge(result, torch="2.14.1")[0].evidence[0]


def test_an_unknown_fault_is_to_be_reported() -> None:
    fix = judge(outcome("bmm-fp16", outside=3))[0].fixes[0]
    assert fix.id == "report-bmm-fp16"
    assert "module: mps" in "\n".join(fix.steps)


def test_failures_of_one_kind_are_one_finding() -> None:
    wrong = [outcome(f"probe{number}-fp32", outside=1) for number in range(30)]
    found = judge(*wrong, outcome("conv2d-fp32", outcome="crashed", signal="SIGSEGV"))
    assert [failed.cause for failed in found] == ["mps-op-wrong-result", "mps-op-crash"]
    assert found[0].evidence[-1] == "and 18 more"
