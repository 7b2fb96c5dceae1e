"""From results to the verdict: status, cause, order, exit code, prescription."""

from typing import Any

import msgspec
import samples
from samples import failed, result
from tables import cases

from mps_doctor.facts import Host, Interpreter, Machine, Origin, TorchInstall
from mps_doctor.judgement.checking import Fix, Result
from mps_doctor.judgement.verdict import reach_verdict

MACHINES = {
    "LIVE": Machine(origin=Origin(kind="interpreter")),
    "HOST": Machine(origin=Origin(kind="host")),
    "PASTED": Machine(origin=Origin(kind="pasted")),
    "KNOWN": Machine(
        origin=Origin(kind="pasted"),
        host=Host(macos_version="15.5", chip="Apple M2"),
        python=Interpreter(version="3.12.1"),
        torch=TorchInstall(version="2.9.1"),
    ),
    # What collect_env tells: no chip, but a process that runs on one of Apple's only.
    "ARM_PROCESS": Machine(
        origin=Origin(kind="pasted"),
        host=Host(system="Darwin", macos_version="15.6.1"),
        python=Interpreter(version="3.12.11", architecture="arm64"),
        torch=TorchInstall(version="2.10.0"),
    ),
}
LIVE, PASTED = MACHINES["LIVE"], MACHINES["PASTED"]
MACHINES["QUICK"] = msgspec.structs.replace(MACHINES["KNOWN"], origin=LIVE.origin)
MACHINES["LINUX"] = samples.report("plain-linux").facts

FIX = Fix(id="a", summary="Install it", commands=(("pip", "install", "torch"),))
RESULTS = {
    "PROVEN": result("smoke-test"),
    "ENV_ERROR": failed("torch-installed", "torch-not-installed", "error", fixes=(FIX,)),
    "OLD_PYTHON": failed("python-version", "python-too-old", "error"),
    "ENV_WARNING": failed("openmp", "openmp-duplicate-runtime", "warning"),
    "ENV_TEXT": failed("reported-errors", "mps-disabled-by-settings", "warning", source="text"),
    "ADVICE": failed("torch-version", "torch-below-recommended", "info"),
    "LIMIT": failed("reported-errors", "op-not-implemented", "error", source="text"),
    "LIMIT_ADVICE": failed("reported-errors", "mps-memory-growth", "info", source="text"),
    "SHADOWED": failed("torch-shadowed", "local-module-shadows-torch", "error"),
    "SEEN_LIMIT": failed("deep-operators", "op-not-implemented", "warning"),
    "NOT_A_MAC": failed("host-system", "not-macos-host", "error"),
    "CRASHED": result("plugin:x", "errored"),
    "NOT_RUN": result("smoke-test", "not-run"),
    "UNDECIDED": result("smoke-test", "unknown"),
    "FAILED_ITSELF": result("smoke-test", "errored"),
    "A_HOST": result("host-system"),
    "OTHER": failed("settings", "mps-disabled-by-settings", "warning"),
    "STATED_LIMIT": failed("reported-errors", "op-not-implemented", "warning", source="text"),
    "NO_SEVERITY": failed("x", "torch-below-recommended", None),
}


def of(names: list[str]) -> list[Result]:
    return [RESULTS[name] for name in names]


@cases
def test_status_cause_and_exit_code(
    results: list[str], machine: str, status: str, cause: str | None, code: int
) -> None:
    verdict = reach_verdict(of(results), MACHINES[machine])
    assert (verdict.status, verdict.cause, verdict.exit_code) == (status, cause, code)


@cases
def test_a_program_that_failed_by_a_limit_says_nothing_against_its_environment(
    results: list[str], status: str, cause: str | None, code: int
) -> None:
    verdict = reach_verdict(of(results), PASTED, program_failed=True)
    assert (verdict.status, verdict.cause, verdict.exit_code) == (status, cause, code)


@cases
def test_on_another_system_the_error_of_a_program_that_was_run_leads(
    results: list[str], machine: str, status: str, cause: str
) -> None:
    verdict = reach_verdict(of(results), MACHINES[machine], program_failed=True)
    assert (verdict.status, verdict.cause) == (status, cause)
    assert {each.cause for each in verdict.candidates} == {each.cause for each in of(results)}


@cases
def test_the_exit_code_follows_what_is_asked(results: list[str], options: Any, code: int) -> None:
    verdict = reach_verdict(of(results), LIVE, **options)
    assert verdict.exit_code == code
    if "expect" in options:
        assert verdict.expected.met == (code != 1)  # type: ignore[union-attr]


@cases
def test_the_order_of_causes(results: list[str], causes: list[str]) -> None:
    assert [item.cause for item in reach_verdict(of(results), LIVE).candidates] == causes


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
    verdict = reach_verdict([RESULTS["ENV_ERROR"], other, again, RESULTS["ADVICE"]], LIVE)
    assert [fix.id for fix in verdict.prescription] == ["a", "b"]


def test_what_would_decide_is_named_where_nothing_is_proven() -> None:
    unknown = result("mps-available", "unknown", because_of=("torch_import.mps_available",))
    doubt = result("smoke-test", "unknown", because_of=("smoke.outcome",))
    verdict = reach_verdict([doubt, unknown, unknown], LIVE)
    assert verdict.missing_facts == ("smoke.outcome", "torch_import.mps_available")
    assert reach_verdict([RESULTS["PROVEN"], unknown], LIVE).missing_facts == ()


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
