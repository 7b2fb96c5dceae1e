"""From results to the verdict: status, cause, exit code, prescription."""

import pytest

from mps_doctor.facts import Machine, Origin
from mps_doctor.judgement.checking import Fix, Result
from mps_doctor.judgement.verdict import reach_verdict

LIVE = Machine(origin=Origin(kind="interpreter"))
PASTED = Machine(origin=Origin(kind="pasted"))

FIX = Fix(id="a", summary="Install it", commands=(("pip", "install", "torch"),))


def result(check: str, outcome: str = "passed", **fields: object) -> Result:
    return Result(check=check, family="f", title=check, outcome=outcome, **fields)  # type: ignore[arg-type]


def failed(check: str, cause: str, severity: str, **fields: object) -> Result:
    return result(check, "failed", cause=cause, severity=severity, **fields)


PROVEN = result("smoke-test")
ENV_ERROR = failed("torch-installed", "torch-not-installed", "error", fixes=(FIX,))
ENV_WARNING = failed("openmp", "openmp-duplicate-runtime", "warning")
ADVICE = failed("torch-version", "torch-below-recommended", "info")
LIMIT = failed("reported-errors", "op-not-implemented", "error")
NOT_A_MAC = failed("host-system", "not-macos-host", "error")
BROKEN_CHECK = result("plugin:x", "errored")


@pytest.mark.parametrize(
    ("results", "machine", "status", "cause", "code"),
    [
        ([PROVEN], LIVE, "healthy", None, 0),
        ([PROVEN, ADVICE], LIVE, "healthy", None, 0),
        ([PROVEN, ENV_WARNING], LIVE, "degraded", "openmp-duplicate-runtime", 0),
        ([ENV_WARNING, ENV_ERROR], LIVE, "broken", "torch-not-installed", 1),
        ([NOT_A_MAC], LIVE, "not-applicable", "not-macos-host", 1),
        ([result("smoke-test", "not-run")], LIVE, "unproven", None, 0),
        ([result("smoke-test", "unknown")], LIVE, "inconclusive", None, 4),
        ([result("host-system")], PASTED, "unproven", None, 0),
        ([result("host-system", "unknown")], PASTED, "inconclusive", None, 4),
        ([LIMIT], PASTED, "unproven", "op-not-implemented", 0),
        ([LIMIT, ENV_ERROR], PASTED, "broken", "torch-not-installed", 1),
        ([ENV_WARNING, LIMIT], PASTED, "degraded", "op-not-implemented", 0),
        ([failed("smoke-test", "mps-op-crash", "error")], LIVE, "broken", "mps-op-crash", 1),
        ([PROVEN, BROKEN_CHECK], LIVE, "healthy", None, 3),
        ([ENV_ERROR, BROKEN_CHECK], LIVE, "broken", "torch-not-installed", 1),
    ],
)
def test_status_cause_and_exit_code(
    results: list[Result], machine: Machine, status: str, cause: str | None, code: int
) -> None:
    verdict = reach_verdict(results, machine)
    assert (verdict.status, verdict.cause, verdict.exit_code) == (status, cause, code)


def test_fail_on_warning_turns_a_risk_into_exit_code_1() -> None:
    assert reach_verdict([PROVEN, ENV_WARNING], LIVE, fail_on="warning").exit_code == 1


def test_of_two_errors_the_more_fundamental_comes_first_and_both_are_prescribed() -> None:
    other = failed(
        "openmp", "openmp-duplicate-runtime", "error",
        fixes=(Fix(id="b", summary="Remove it", commands=(("pip", "uninstall", "x"),)),),
    )  # fmt: skip
    verdict = reach_verdict([ENV_ERROR, other], LIVE)
    assert [item.cause for item in verdict.candidates] == [
        "torch-not-installed", "openmp-duplicate-runtime",
    ]  # fmt: skip
    assert [fix.id for fix in verdict.prescription] == ["a", "b"]


def test_one_fix_for_two_causes_is_prescribed_once() -> None:
    again = failed("torch-version", "torch-too-old-no-mps", "error", fixes=(FIX,))
    assert len(reach_verdict([ENV_ERROR, again], LIVE).prescription) == 1


def test_what_would_decide_is_named() -> None:
    unknown = result("mps-available", "unknown", because_of=("torch_import.mps_available",))
    verdict = reach_verdict([result("smoke-test", "unknown"), unknown], LIVE)
    assert verdict.missing_facts == ("torch_import.mps_available",)


def test_a_text_that_tells_of_the_same_cause_is_evidence_and_the_facts_lead() -> None:
    told = failed(
        "reported-errors", "torch-not-installed", "error", message="a text", evidence=("line 3",),
        fixes=(Fix(id="words", summary="See", kind="manual", steps=("Read",)),),
    )  # fmt: skip
    facts = failed(
        "torch-installed", "torch-not-installed", "error", message="none", evidence=("no torch",),
        fixes=(FIX,),
    )  # fmt: skip
    verdict = reach_verdict([facts, told], PASTED)
    (candidate,) = verdict.candidates
    assert (candidate.check, candidate.message) == ("torch-installed", "none")
    assert candidate.evidence == ("no torch", "line 3")
    assert verdict.prescription == (FIX,)


def test_a_mac_whose_gpu_is_not_known_is_not_called_fine() -> None:
    """An Intel Mac may have none that MPS supports: a quick look that lost the facts can't say."""
    quick = [result("apple-gpu", "unknown", because_of=("host.gpus",))]
    quick.append(result("smoke-test", "not-run"))
    verdict = reach_verdict(quick, LIVE)
    assert (verdict.status, verdict.exit_code) == ("inconclusive", 4)
    assert "host.gpus" in verdict.missing_facts
    told = reach_verdict([result("host-system"), *quick], PASTED)
    assert told.sentence == (
        "No problem was found with PyTorch, but whether this Mac has a GPU for it is not known."
    )
    assert reach_verdict([PROVEN, *quick[:1]], LIVE).status == "healthy"


def test_the_cause_stands_first_and_advice_after_it() -> None:
    advice = failed("unsupported-os", "macos-unsupported-or-beta", "info")
    asked = failed("reported-errors", "op-not-implemented", "info")
    verdict = reach_verdict([advice, asked], PASTED)
    assert verdict.cause == "op-not-implemented"
    assert [item.cause for item in verdict.candidates] == [verdict.cause, advice.cause]
