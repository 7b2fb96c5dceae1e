"""Which of several findings leads, and the sentence that is said of it."""

from __future__ import annotations

import msgspec
import pytest

from mps_doctor.facts import Machine, Origin, TorchInstall
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.verdict import reach_verdict

LIVE = Machine(origin=Origin(kind="interpreter"))
HOST = Machine(origin=Origin(kind="host"))
PASTED = Machine(origin=Origin(kind="pasted"))


def result(check: str, outcome: str = "passed", **fields: object) -> Result:
    return Result(check=check, family="f", title=check, outcome=outcome, **fields)  # type: ignore[arg-type]


def failed(check: str, cause: str, severity: str | None, message: str = "It is so.") -> Result:
    return result(check, "failed", cause=cause, severity=severity, message=message)


PROVEN = result("smoke-test")
MAC = msgspec.structs.replace(result("host-system"), family="host")
BROKEN_CHECK = result("plugin:x", "errored")
FACT = failed("openmp", "openmp-duplicate-runtime", "warning")
ANOTHER_FACT = failed("settings", "mps-disabled-by-settings", "warning")
TOLD = failed("reported-errors", "mps-disabled-by-settings", "warning")
TOLD_LIMIT = failed("reported-errors", "op-not-implemented", "warning")
SEEN_LIMIT = failed("deep-operators", "op-not-implemented", "warning")


@pytest.mark.parametrize(
    ("results", "causes"),
    [
        # What a text tells of comes before what is inferred from a fact alone,
        ([FACT, TOLD], ["mps-disabled-by-settings", "openmp-duplicate-runtime"]),
        # and the environment before a limit, whoever tells of it.
        ([TOLD_LIMIT, FACT], ["openmp-duplicate-runtime", "op-not-implemented"]),
        ([SEEN_LIMIT, TOLD], ["mps-disabled-by-settings", "op-not-implemented"]),
        # Of two alike the first stays first.
        ([FACT, ANOTHER_FACT], ["openmp-duplicate-runtime", "mps-disabled-by-settings"]),
        ([ANOTHER_FACT, FACT], ["mps-disabled-by-settings", "openmp-duplicate-runtime"]),
        # A failure without a severity is advice: it comes last.
        (
            [failed("torch-version", "torch-below-recommended", None), FACT],
            ["openmp-duplicate-runtime", "torch-below-recommended"],
        ),
    ],
)
def test_order_of_causes(results: list[Result], causes: list[str]) -> None:
    assert [item.cause for item in reach_verdict(results, LIVE).candidates] == causes


@pytest.mark.parametrize(
    ("item", "cause"),
    [
        (failed("reported-errors", "op-not-implemented", "info"), "op-not-implemented"),
        (failed("deep-operators", "op-not-implemented", "info"), None),
        (failed("reported-errors", "torch-below-recommended", "info"), None),
        (failed("reported-errors", "torch-below-recommended", None), None),
    ],
)
def test_advice_is_a_cause_only_where_a_text_asked_for_it(item: Result, cause: str | None) -> None:
    verdict = reach_verdict([PROVEN, item], LIVE)
    assert verdict.cause == cause
    assert verdict.candidates[0].severity == "info"


@pytest.mark.parametrize("machine", [LIVE, HOST])
@pytest.mark.parametrize(
    ("proof", "status"),
    [
        ([], "inconclusive"),
        ([result("smoke-test", "unknown")], "inconclusive"),
        ([result("smoke-test", "errored")], "inconclusive"),
        ([result("smoke-test", "not-run")], "unproven"),
    ],
)
def test_without_a_proof(machine: Machine, proof: list[Result], status: str) -> None:
    assert reach_verdict([result("host-system"), *proof], machine).status == status


@pytest.mark.parametrize(
    ("results", "machine", "device", "sentence"),
    [
        (
            [PROVEN],
            LIVE,
            "cuda",
            "PyTorch works on the device cuda: the smoke test ran there and its numbers are right.",
        ),
        (
            [result("smoke-test", "not-run")],
            LIVE,
            "mps",
            "No problem was found with PyTorch on this Mac's GPU, but nothing was run on it.",
        ),
        (
            [PROVEN, FACT],
            LIVE,
            "mps",
            "PyTorch can use this Mac's GPU, but programs may still fail in this environment."
            " It is so.",
        ),
        (
            [FACT],
            LIVE,
            "mps",
            "Programs may fail in this environment, whatever device they use. It is so.",
        ),
        (
            [PROVEN, failed("x", "torch-not-installed", "error", "Away...")],
            LIVE,
            "mps",
            "PyTorch runs on this Mac's GPU, but not all of it is right. Away.",
        ),
        (
            [failed("host-system", "not-macos-host", "error")],
            LIVE,
            "mps",
            "MPS can never work on this host. It is so.",
        ),
        ([], LIVE, "mps", "Too little is known to judge this environment."),
        (
            [PROVEN, BROKEN_CHECK],
            LIVE,
            "mps",
            "PyTorch works on this Mac's GPU: the smoke test ran there and its numbers are right."
            " A check of mps-doctor itself broke.",
        ),
        (
            [MAC, failed("reported-errors", "op-not-implemented", "error")],
            PASTED,
            "mps",
            "The environment looks fine. It is so.",
        ),
        # Of the environment nothing was seen, so nothing is said of it.
        ([failed("reported-errors", "op-not-implemented", "error")], PASTED, "mps", "It is so."),
        (
            [failed("host-system", "not-macos-host", "info")],
            LIVE,
            "mps",
            "MPS can never work on this host. It is so.",
        ),
    ],
)
def test_the_sentence(results: list[Result], machine: Machine, device: str, sentence: str) -> None:
    assert reach_verdict(results, machine, device=device).sentence == sentence


def test_who_pastes_too_little_is_asked_for_more() -> None:
    asked = reach_verdict([], PASTED).sentence
    plain = "Too little is known to judge this environment."
    assert asked.startswith(f"{plain} ")
    assert len(asked) > len(plain) + 20


def test_torch_is_named_by_the_version_that_ran() -> None:
    machine = Machine(origin=Origin(kind="interpreter"), torch=TorchInstall(version="2.9.1"))
    assert reach_verdict([PROVEN], machine).sentence.startswith("PyTorch 2.9.1 works on")


@pytest.mark.parametrize("fail_on", ["error", "warning"])
def test_the_verdict_says_what_it_fails_on(fail_on: str) -> None:
    assert reach_verdict([PROVEN], LIVE, fail_on=fail_on).fail_on == fail_on  # type: ignore[arg-type]


def test_of_two_quotes_of_one_line_the_longer_one_is_shown() -> None:
    quotes = ("line 1: pip install", "line 1: $ pip install torch", "line 2: pip install")
    told = msgspec.structs.replace(TOLD, evidence=(*quotes, "torch: 2.0", "torch: 2.0.1"))
    (candidate,) = reach_verdict([told], PASTED).candidates
    assert candidate.evidence == (*quotes[1:], "torch: 2.0", "torch: 2.0.1")
