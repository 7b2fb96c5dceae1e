"""From results to the verdict: status, cause, order, exit code, prescription."""

from typing import Any

import pytest
from samples import failed, result

from mps_doctor.facts import Host, Interpreter, Machine, Origin, TorchInstall
from mps_doctor.judgement.checking import Fix, Result
from mps_doctor.judgement.verdict import reach_verdict

LIVE = Machine(origin=Origin(kind="interpreter"))
HOST = Machine(origin=Origin(kind="host"))
PASTED = Machine(origin=Origin(kind="pasted"))
KNOWN = Machine(
    origin=Origin(kind="pasted"),
    host=Host(macos_version="15.5", chip="Apple M2"),
    python=Interpreter(version="3.12.1"),
    torch=TorchInstall(version="2.9.1"),
)
ARM_PROCESS = Machine(
    origin=Origin(kind="pasted"),
    host=Host(system="Darwin", macos_version="15.6.1"),
    python=Interpreter(version="3.12.11", architecture="arm64"),
    torch=TorchInstall(version="2.10.0"),
)
"""What collect_env tells: no chip, but a process that runs on one of Apple's only."""

FIX = Fix(id="a", summary="Install it", commands=(("pip", "install", "torch"),))


PROVEN = result("smoke-test")
ENV_ERROR = failed("torch-installed", "torch-not-installed", "error", fixes=(FIX,))
ENV_WARNING = failed("openmp", "openmp-duplicate-runtime", "warning")
ENV_TEXT = failed("reported-errors", "mps-disabled-by-settings", "warning", source="text")
ADVICE = failed("torch-version", "torch-below-recommended", "info")
LIMIT = failed("reported-errors", "op-not-implemented", "error", source="text")
LIMIT_ADVICE = failed("reported-errors", "mps-memory-growth", "info", source="text")
SHADOWED = failed("torch-shadowed", "local-module-shadows-torch", "error")
SEEN_LIMIT = failed("deep-operators", "op-not-implemented", "warning")
NOT_A_MAC = failed("host-system", "not-macos-host", "error")
CRASHED = result("plugin:x", "errored")


@pytest.mark.parametrize(
    ("results", "machine", "status", "cause", "code"),
    [
        ([PROVEN], LIVE, "healthy", None, 0),
        ([PROVEN, ADVICE], LIVE, "healthy", None, 0),
        ([PROVEN, ENV_WARNING], LIVE, "degraded", "openmp-duplicate-runtime", 0),
        ([ENV_WARNING, ENV_ERROR], LIVE, "broken", "torch-not-installed", 1),
        ([PROVEN, LIMIT], LIVE, "broken", "op-not-implemented", 1),
        ([NOT_A_MAC], LIVE, "not-applicable", "not-macos-host", 1),
        ([result("smoke-test", "not-run")], LIVE, "unproven", None, 0),
        ([result("smoke-test", "not-run")], HOST, "unproven", None, 0),
        ([result("smoke-test", "unknown")], LIVE, "inconclusive", None, 4),
        ([result("smoke-test", "errored")], LIVE, "inconclusive", None, 3),
        ([], LIVE, "inconclusive", None, 4),
        ([result("host-system")], PASTED, "inconclusive", None, 4),
        ([result("host-system")], KNOWN, "unproven", None, 0),
        ([result("host-system")], ARM_PROCESS, "unproven", None, 0),
        ([PROVEN, CRASHED], LIVE, "healthy", None, 3),
        ([ENV_ERROR, CRASHED], LIVE, "broken", "torch-not-installed", 1),
    ],
)
def test_status_cause_and_exit_code(
    results: list[Result], machine: Machine, status: str, cause: str | None, code: int
) -> None:
    verdict = reach_verdict(results, machine)
    assert (verdict.status, verdict.cause, verdict.exit_code) == (status, cause, code)


@pytest.mark.parametrize(
    ("results", "status", "cause", "code"),
    [
        ([LIMIT], "limited", "op-not-implemented", 1),
        ([LIMIT_ADVICE], "unproven", "mps-memory-growth", 0),
        ([LIMIT, ENV_ERROR], "broken", "torch-not-installed", 1),
        ([ENV_WARNING], "degraded", "openmp-duplicate-runtime", 0),
        ([], "inconclusive", None, 4),
    ],
)
def test_a_program_that_failed_by_a_limit_says_nothing_against_its_environment(
    results: list[Result], status: str, cause: str | None, code: int
) -> None:
    verdict = reach_verdict(results, PASTED, program_failed=True)
    assert (verdict.status, verdict.cause, verdict.exit_code) == (status, cause, code)


@pytest.mark.parametrize(
    ("results", "machine", "status", "cause"),
    [
        ([NOT_A_MAC, LIMIT], LIVE, "limited", "op-not-implemented"),
        ([NOT_A_MAC, ENV_TEXT], LIVE, "not-applicable", "not-macos-host"),
        ([NOT_A_MAC, LIMIT], PASTED, "not-applicable", "not-macos-host"),
        ([NOT_A_MAC, LIMIT, SHADOWED], LIVE, "broken", "op-not-implemented"),
        ([NOT_A_MAC, SEEN_LIMIT], LIVE, "not-applicable", "not-macos-host"),
    ],
)
def test_on_another_system_the_error_of_a_program_that_was_run_leads(
    results: list[Result], machine: Machine, status: str, cause: str
) -> None:
    verdict = reach_verdict(results, machine, program_failed=True)
    assert (verdict.status, verdict.cause) == (status, cause)
    assert {each.cause for each in verdict.candidates} == {each.cause for each in results}


@pytest.mark.parametrize(
    ("results", "options", "code"),
    [
        ([PROVEN, ENV_WARNING], {"fail_on": "warning"}, 1),
        ([PROVEN], {"expect": "healthy"}, 0),
        ([ENV_ERROR], {"expect": "torch-not-installed"}, 0),
        ([NOT_A_MAC], {"expect": "not-macos-host"}, 0),
        ([ENV_ERROR], {"expect": "healthy"}, 1),
        ([], {"expect": "healthy"}, 1),
        ([PROVEN, CRASHED], {"expect": "healthy"}, 3),
    ],
)
def test_the_exit_code_follows_what_is_asked(
    results: list[Result], options: Any, code: int
) -> None:
    verdict = reach_verdict(results, LIVE, **options)
    assert verdict.exit_code == code
    if "expect" in options:
        assert verdict.expected.met == (code != 1)  # type: ignore[union-attr]


OTHER = failed("settings", "mps-disabled-by-settings", "warning")
STATED_LIMIT = failed("reported-errors", "op-not-implemented", "warning", source="text")


@pytest.mark.parametrize(
    ("results", "causes"),
    [
        # Errors before warnings before advice; what has no severity is advice.
        ([ENV_WARNING, ENV_ERROR], ["torch-not-installed", "openmp-duplicate-runtime"]),
        ([failed("x", "torch-below-recommended", None), ENV_WARNING],
         ["openmp-duplicate-runtime", "torch-below-recommended"]),
        # What a text says comes before what is inferred from a fact alone,
        ([ENV_WARNING, ENV_TEXT], ["mps-disabled-by-settings", "openmp-duplicate-runtime"]),
        # and the environment before a limit.
        ([STATED_LIMIT, ENV_WARNING], ["openmp-duplicate-runtime", "op-not-implemented"]),
        ([SEEN_LIMIT, ENV_TEXT], ["mps-disabled-by-settings", "op-not-implemented"]),
        # Of two alike the first stays first.
        ([ENV_WARNING, OTHER], ["openmp-duplicate-runtime", "mps-disabled-by-settings"]),
        ([OTHER, ENV_WARNING], ["mps-disabled-by-settings", "openmp-duplicate-runtime"]),
    ],
)  # fmt: skip
def test_the_order_of_causes(results: list[Result], causes: list[str]) -> None:
    assert [item.cause for item in reach_verdict(results, LIVE).candidates] == causes


def test_a_check_may_say_its_cause_in_other_words() -> None:
    said = failed("torch-installed", "torch-not-installed", "error", headline="no wheel fits")
    others = [
        failed(check, cause, "warning", headline="something else")
        for check, cause in (("torch-installed", "wrong-wheel-index"), ("a", "torch-not-installed"))
    ]
    verdict = reach_verdict([said, *others], LIVE)
    assert verdict.headline == "PyTorch can't use this Mac's GPU: no wheel fits"


def test_each_cause_gets_its_best_fix_once() -> None:
    other = failed(
        "openmp", "openmp-duplicate-runtime", "error", fixes=(Fix(id="b", summary="Go"),)
    )
    again = failed("torch-version", "torch-too-old-no-mps", "error", fixes=(FIX,))
    verdict = reach_verdict([ENV_ERROR, other, again, ADVICE], LIVE)
    assert [fix.id for fix in verdict.prescription] == ["a", "b"]


def test_what_would_decide_is_named_where_nothing_is_proven() -> None:
    unknown = result("mps-available", "unknown", because_of=("torch_import.mps_available",))
    doubt = result("smoke-test", "unknown", because_of=("smoke.outcome",))
    verdict = reach_verdict([doubt, unknown, unknown], LIVE)
    assert verdict.missing_facts == ("smoke.outcome", "torch_import.mps_available")
    assert reach_verdict([PROVEN, unknown], LIVE).missing_facts == ()


def test_a_text_about_what_facts_show_is_evidence_and_the_facts_lead() -> None:
    in_text = failed(
        "reported-errors", "torch-not-installed", "error", message="a text", source="text",
        evidence=("line 3: no module",), fixes=(Fix(id="words", summary="See", kind="manual"),),
    )  # fmt: skip
    facts = failed(
        "torch-installed", "torch-not-installed", "error", message="none.", evidence=("no torch",),
        fixes=(FIX,),
    )  # fmt: skip
    verdict = reach_verdict([in_text, facts], PASTED)
    (candidate,) = verdict.candidates
    assert (candidate.check, candidate.source) == ("torch-installed", "facts")
    assert candidate.evidence == ("no torch", "line 3: no module")
    assert verdict.prescription == (FIX,)
    assert verdict.sentence == "none."


def test_no_evidence_is_part_of_another() -> None:
    quotes = ("line 1: pip install", "line 1: $ pip install torch", "line 2: pip install")
    evidence = (*quotes, "torch: 2.0", "torch: 2.0.1")
    found = failed("reported-errors", "pip-of-another-python", "warning", evidence=evidence)
    (candidate,) = reach_verdict([found], PASTED).candidates
    assert candidate.evidence == evidence[1:]
