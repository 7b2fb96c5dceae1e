"""The engine: which checks are found, their order, what blocks what, what is not run and why."""

from typing import Any

import pytest
from samples import check_that

from mps_doctor.facts import Machine, Origin
from mps_doctor.judgement import engine
from mps_doctor.judgement.checking import CheckDefinitionError, Failed
from mps_doctor.judgement.engine import Catalogue, judge, load_checks, order_checks
from mps_doctor.judgement.plugins import checks_in
from mps_doctor.system.entry_points import BUILTIN, EntryPoint, entry_points
from mps_doctor.system.errors import InputError

MACHINE = Machine(origin=Origin(kind="synthetic"))
BROKEN = Failed(cause="python-broken", message="broken")
ADVICE = Failed(cause="torch-below-recommended", message="old")


def outcomes(*checks: Any, **options: Any) -> dict[str, str]:
    results = judge(MACHINE, Catalogue(order_checks(checks)), **options)
    return {result.check: result.outcome for result in results}


def test_a_consequence_is_skipped_and_names_its_root() -> None:
    checks = [
        check_that(id="c", requires=("b",)),
        check_that(id="b", requires=("a",)),
        check_that(BROKEN, "a"),
        check_that(id="other"),
    ]
    results = {r.check: r for r in judge(MACHINE, Catalogue(order_checks(checks)))}
    assert [results[id].outcome for id in ("a", "b", "c", "other")] == [
        "failed", "skipped", "skipped", "passed",
    ]  # fmt: skip
    assert results["c"].because_of == ("a",)


def test_advice_blocks_nothing() -> None:
    checks = check_that(ADVICE, "a"), check_that(id="b", requires=("a",))
    assert outcomes(*checks)["b"] == "passed"


def test_fundamental_families_come_first_in_the_order_of_declaration() -> None:
    named = {"r": "runtime", "t": "torch", "x": "of-a-plug-in", "u": "torch", "h": "host"}
    checks = [check_that(id=id, family=family) for id, family in named.items()]
    assert [item.id for item in order_checks(checks)] == ["h", "t", "u", "r", "x"]


def test_a_cycle_or_a_requirement_that_nobody_meets_is_refused() -> None:
    with pytest.raises(CheckDefinitionError, match="cycle: a, b"):
        order_checks([check_that(id="a", requires=("b",)), check_that(id="b", requires=("a",))])
    with pytest.raises(CheckDefinitionError, match="requires nobody, which does not exist"):
        order_checks([check_that(id="a", requires=("nobody",))])


def test_what_is_not_run_says_why() -> None:
    a, b = check_that(id="a"), check_that(id="b", family="torch")
    c = check_that(id="c", level="standard", concerns="any")
    assert outcomes(a, b, c, select=("torch",)) == {"a": "not-run", "b": "passed", "c": "not-run"}
    assert outcomes(a, b, c, ignore=("a",))["a"] == "not-run"
    assert outcomes(a, b, c, level="quick")["c"] == "not-run"
    assert outcomes(a, b, c, device="cpu") == {
        "a": "not-applicable", "b": "not-applicable", "c": "passed",
    }  # fmt: skip
    (result,) = judge(MACHINE, Catalogue((a,)), ignore={"a": "small models"})
    assert result.message == "small models"


def test_a_severity_is_what_the_user_says() -> None:
    checks = Catalogue((check_that(BROKEN, "a"), check_that(id="b", requires=("a",))))
    softer = judge(MACHINE, checks, severities={"python-broken": "info"})
    assert [(r.outcome, r.severity) for r in softer] == [("failed", "info"), ("passed", None)]
    off = judge(MACHINE, checks, severities={"python-broken": "off"})
    assert (off[0].outcome, off[0].cause) == ("not-run", "python-broken")
    assert judge(MACHINE, checks, severities={"a": "off"})[0].outcome == "not-run"
    assert judge(MACHINE, checks, severities={"memory": "off"})[0].severity == "error"


def test_an_unknown_name_gets_a_suggestion() -> None:
    with pytest.raises(InputError, match="no check is called 'smoke-tset'; did you mean 'smoke-te"):
        judge(MACHINE, Catalogue((check_that(id="smoke-test"),)), ignore=("smoke-tset",))


def test_the_built_in_checks_are_found_by_their_entry_point_wherever_they_are() -> None:
    import mps_doctor_checks

    catalogue = load_checks(plugins=False)
    assert {"python-architecture", "smoke-test"} <= {item.id for item in catalogue.checks}
    assert catalogue.broken == ()
    assert len(checks_in(mps_doctor_checks)) == len(catalogue.checks)
    assert EntryPoint(BUILTIN, "mps_doctor_checks") in entry_points()


def test_checks_in_folders_below_folders_are_found(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib

    code = (
        "from mps_doctor import check, Passed\nfrom mps_doctor.facts import Host\n"
        "@check({id!r}, title='t', causes=())\ndef a(host: Host):\n    return Passed(message='')\n"
    )
    for file, id in {"one": "one", "gpu/two": "two", "gpu/metal/three": "three"}.items():
        path = tmp_path / "deep_checks" / f"{file}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(code.format(id=id))
    monkeypatch.syspath_prepend(str(tmp_path))
    found = checks_in(importlib.import_module("deep_checks"))
    assert {item.id: item.family for item in found} == {
        "one": "one", "two": "gpu", "three": "metal",
    }  # fmt: skip


def test_a_run_without_any_check_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "entry_points", lambda: (EntryPoint(BUILTIN, "no_such_module"),))
    with pytest.raises(engine.NoChecksError, match="no_such_module"):
        load_checks()
    monkeypatch.setattr(engine, "entry_points", lambda: ())
    with pytest.raises(engine.NoChecksError, match="no entry point was found"):
        load_checks()
    with pytest.raises(InputError, match="no plug-in is called 'lab'"):
        load_checks(without=("lab",))
