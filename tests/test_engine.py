"""The engine: order of checks, what blocks what, and results of checks that misbehave."""

import pytest

from mps_doctor.facts import (
    Deep,
    Host,
    Interpreter,
    Machine,
    Origin,
    SmokeTest,
    Unknown,
    known,
)
from mps_doctor.judgement.checking import (
    Check,
    CheckDefinitionError,
    Failed,
    NotApplicable,
    Outcomes,
    Passed,
    check,
)
from mps_doctor.judgement.engine import (
    Catalogue,
    UnknownCheckError,
    checks_in,
    judge,
    load_checks,
    order_checks,
)

MACHINE = Machine(
    origin=Origin(kind="synthetic"), host=Host(system="Darwin", gpus=Unknown("command timed out"))
)


FINE = Passed(message="fine")


def made(
    id: str,
    outcome: Outcomes | Exception = FINE,
    *,
    requires: tuple[str, ...] = (),
    family: str = "host",
    **declared: object,
) -> Check[...]:
    """Declare a check that always answers the same."""

    def function(host: Host) -> Outcomes:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    causes = ("python-broken", "torch-below-recommended")
    return check(
        id,
        title=id,
        causes=causes,
        requires=requires,
        family=family,
        **declared,  # type: ignore[arg-type]
    )(function)


BROKEN = Failed(cause="python-broken", message="broken")
ADVICE = Failed(cause="torch-below-recommended", message="old")


def outcomes(*checks: Check[...], **options: object) -> dict[str, str]:
    results = judge(MACHINE, Catalogue(order_checks(checks)), **options)  # type: ignore[arg-type]
    return {result.check: result.outcome for result in results}


def test_a_consequence_is_skipped_and_names_its_root() -> None:
    checks = [
        made("c", requires=("b",)),
        made("b", requires=("a",)),
        made("a", BROKEN),
        made("other"),
    ]
    results = {r.check: r for r in judge(MACHINE, Catalogue(order_checks(checks)))}
    assert [results[id].outcome for id in ("a", "b", "c", "other")] == [
        "failed", "skipped", "skipped", "passed",
    ]  # fmt: skip
    assert results["c"].because_of == ("a",)


def test_advice_blocks_nothing() -> None:
    assert outcomes(made("a", ADVICE), made("b", requires=("a",)))["b"] == "passed"


def test_an_unknown_fact_is_unknown_with_its_name_and_reason_and_blocks_nothing() -> None:
    def needs_gpus(host: Host) -> Outcomes:
        return Passed(message=str(len(known(host.gpus))))

    a = check("a", title="a", causes=())(needs_gpus)
    results = judge(MACHINE, Catalogue(order_checks([a, made("b", requires=("a",))])))
    assert results[0].outcome == "unknown"
    assert results[0].because_of == ("host.gpus",)
    assert "command timed out" in results[0].message
    assert results[1].outcome == "passed"


def test_a_missing_section_gives_its_own_reason() -> None:
    def needs_version(python: Interpreter) -> Outcomes:
        return Passed(message=known(python.version))

    machine = Machine(
        origin=Origin(kind="synthetic"), python=Interpreter(unknown="the process died")
    )
    item = check("a", title="a", causes=())(needs_version)
    (result,) = judge(machine, Catalogue((item,)))
    assert result.message == "python.version: the process died"


@pytest.mark.parametrize(
    "junk",
    [RuntimeError("boom"), None, "fine", (), (FINE,), Failed(cause="typo", message="")],
)
def test_a_check_that_misbehaves_is_one_errored_result(junk: object) -> None:
    results = judge(MACHINE, Catalogue((made("a", junk), made("b"))))  # type: ignore[arg-type]
    assert [(r.check, r.outcome) for r in results] == [("a", "errored"), ("b", "passed")]


def test_several_failures_of_one_check_are_several_results() -> None:
    results = judge(MACHINE, Catalogue((made("a", (BROKEN, ADVICE)),)))
    assert [r.severity for r in results] == ["error", "info"]


def test_fundamental_families_run_first_whatever_the_order_of_declaration() -> None:
    checks = [made("r", family="runtime"), made("t", family="torch"), made("h", family="host")]
    assert [item.id for item in order_checks(checks)] == ["h", "t", "r"]


def test_a_cycle_or_a_requirement_that_nobody_meets_is_refused() -> None:
    with pytest.raises(ValueError, match="cycle: a, b"):
        order_checks([made("a", requires=("b",)), made("b", requires=("a",))])
    with pytest.raises(ValueError, match="requires nobody"):
        order_checks([made("a", requires=("nobody",))])


def test_select_ignore_level_and_device_say_why_a_check_did_not_run() -> None:
    checks = (made("a"), made("b", family="torch"), made("c", level="standard", concerns="any"))
    assert outcomes(*checks, select=("torch",)) == {"a": "not-run", "b": "passed", "c": "not-run"}
    assert outcomes(*checks, ignore=("a",))["a"] == "not-run"
    assert outcomes(*checks, level="quick")["c"] == "not-run"
    assert outcomes(*checks, device="cpu") == {
        "a": "not-applicable", "b": "not-applicable", "c": "passed",
    }  # fmt: skip


def test_what_ran_on_another_device_is_not_known() -> None:
    def ran(smoke: SmokeTest, deep: Deep) -> Outcomes:
        known(deep.results)
        return Passed(message=known(smoke.outcome))

    ran_on_mps = Machine(
        origin=Origin(kind="host"),
        smoke=SmokeTest(device="mps", outcome="crashed"),
        deep=Deep(results=()),
    )
    catalogue = Catalogue((check("a", title="a", causes=(), concerns="any")(ran),))
    (same,) = judge(ran_on_mps, catalogue)
    (other,) = judge(ran_on_mps, catalogue, device="cpu")
    assert (same.outcome, same.message) == ("passed", "crashed")
    assert other.outcome == "unknown"
    assert "it was run on mps, not on cpu" in other.message


def test_an_unknown_id_gets_a_suggestion() -> None:
    with pytest.raises(UnknownCheckError, match="did you mean smoke-test"):
        judge(MACHINE, Catalogue((made("smoke-test"),)), ignore=("smoke-tset",))


def test_a_parameter_that_is_no_section_is_refused_when_the_check_is_declared() -> None:
    def wrong(host: str) -> Outcomes:
        return NotApplicable(message=host)

    with pytest.raises(CheckDefinitionError, match="parameter 'host'"):
        check("a", title="a", causes=())(wrong)


def test_the_built_in_checks_are_found_by_their_entry_point() -> None:
    catalogue = load_checks()
    assert {"python-architecture", "smoke-test"} <= {item.id for item in catalogue.checks}
    assert catalogue.broken == ()


def test_modules_of_a_package_are_found_without_being_listed() -> None:
    import mps_doctor_checks

    assert len(checks_in(mps_doctor_checks)) == len(load_checks().checks)
