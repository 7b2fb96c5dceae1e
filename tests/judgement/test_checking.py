"""How a check is declared and run, and what becomes of one that misbehaves."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from samples import check_that
from tables import cases

from mps_doctor import Check, Failed, Fix, NotApplicable, Outcome, Passed, check, known
from mps_doctor.facts import Host, Interpreter, Machine, Origin, Unknown
from mps_doctor.judgement.checking import CheckDefinitionError, run_check

MAC = Machine(
    origin=Origin(kind="synthetic"), host=Host(system="Darwin", gpus=Unknown("command timed out"))
)
FAILED = Failed(cause="python-broken", message="broken", have="a", need="b", evidence=("c",))


def declare(function: Any, **options: Any) -> Check[...]:
    return check("a", **{"title": "A title", "causes": ("python-broken",), **options})(function)


def test_a_result_says_what_the_check_said() -> None:
    (failure,) = run_check(check_that(FAILED), MAC)
    assert (failure.outcome, failure.severity, failure.cause) == (
        "failed",
        "error",
        "python-broken",
    )
    assert (failure.have, failure.need, failure.evidence) == ("a", "b", ("c",))
    assert failure.is_finding
    (passed,) = run_check(check_that(Passed(message="fine", have="it")), MAC)
    assert (passed.outcome, passed.message, passed.have) == ("passed", "fine", "it")
    (neither,) = run_check(check_that(NotApplicable(message="no conda")), MAC)
    assert (neither.outcome, neither.message, neither.is_finding) == (
        "not-applicable", "no conda", False,
    )  # fmt: skip


def test_a_check_may_find_several_things_and_change_their_severity() -> None:
    advice = Failed(cause="torch-below-recommended", message="old")
    worse = Failed(cause="torch-below-recommended", message="old", severity="warning")
    results = run_check(check_that((FAILED, advice, worse)), MAC)
    assert [result.severity for result in results] == ["error", "info", "warning"]


def test_an_unknown_fact_is_unknown_with_its_name_and_reason() -> None:
    def needs_gpus(host: Host) -> Outcome:
        return Passed(message=str(len(known(host.gpus))))

    (result,) = run_check(declare(needs_gpus), MAC)
    assert (result.outcome, result.because_of) == ("unknown", ("host.gpus",))
    assert result.message == "host.gpus: command timed out"


def test_a_missing_section_gives_its_own_reason() -> None:
    def needs_version(python: Interpreter) -> Outcome:
        return Passed(message=known(python.version))

    machine = Machine(origin=MAC.origin, python=Interpreter(unknown="the process died"))
    (result,) = run_check(declare(needs_version), machine)
    assert result.message == "python.version: the process died"


@pytest.mark.parametrize(
    ("junk", "said"),
    [
        (RuntimeError("boom"), "RuntimeError: boom"),
        (None, "returned NoneType; a check returns Passed, Failed, NotApplicable or a tuple"),
        ("fine", "returned str; a check returns"),
        ((), "empty tuple"),
        ((Passed(message=""),), "a tuple with Passed in it; a check returns"),
        (Failed(cause="typo", message=""), "the cause 'typo', which it does not declare"),
        (msgspec.structs.replace(FAILED, severity="x"), "'x'; allowed: error, warning, info"),
    ],
)
def test_a_check_that_misbehaves_is_one_errored_result(junk: object, said: str) -> None:
    (result,) = run_check(check_that(junk), MAC)
    assert result.outcome == "errored"
    assert said in result.message


def wrongly_typed(host: str) -> Outcome:
    return Passed(message=host)


def fix(**fields: Any) -> Fix:
    return Fix(id="a", summary="Do it", **fields)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: declare(wrongly_typed), "check a: parameter 'host' must have a type of"),
        (lambda: fix(kind="shell"), "Fix.kind is 'shell'; allowed: run, manual"),
        (lambda: fix(risk="none"), "allowed: safe, changes-environment, destructive"),
        (lambda: fix(needs=("luck",)), "Fix.needs is 'luck'; allowed: sudo, gui, restart"),
    ],
)
def test_a_word_that_does_not_exist_is_refused(make: Callable[[], object], said: str) -> None:
    with pytest.raises((CheckDefinitionError, ValueError), match=said):
        make()


@cases
def test_the_family_is_the_folder_or_else_the_file(module: str, family: str) -> None:
    def function(host: Host) -> Outcome:
        return FAILED

    function.__module__ = module
    assert declare(function).family == family
    assert declare(function, family="own").family == "own"


def test_a_check_is_called_like_its_function_and_has_its_page() -> None:
    def function(host: Host) -> Outcome:
        """A sentence.

        ## Fix
        Do it.
        """
        return FAILED

    item = declare(function)
    assert item(Host()) == FAILED
    assert item.page == "A sentence.\n\n## Fix\nDo it."
