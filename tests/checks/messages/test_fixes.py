"""What a pasted text is told to do: exact commands where its facts allow them, else a sentence."""

import shlex
from typing import Any

import pytest
from tables import cases, table_of

from mps_doctor.facts import Conda
from mps_doctor.features.diagnose import diagnose
from mps_doctor.fixes import Environment
from mps_doctor.judgement.checking import Fix
from mps_doctor.knowledge.causes import all_causes
from mps_doctor_checks.companions.openmp_runtimes import take_one_source
from mps_doctor_checks.messages._judging.fixes import advice, in_words

PIP_NONE = "ERROR: Could not find a version that satisfies the requirement {} (from versions: {})"


def best_fix(text: str) -> Fix:
    verdict = diagnose(text).verdict
    return verdict.prescription[0]


def commands(text: str) -> list[str]:
    return [shlex.join(command) for command in best_fix(text).commands]


@pytest.mark.parametrize("case", table_of(__file__, "rows/fixes.toml")["case"])
def test_commands(case: dict[str, Any]) -> None:
    report = diagnose(case["text"])
    told = [shlex.join(command) for command in report.verdict.prescription[0].commands]
    assert all(any(part in line for line in told) for part in case.get("hold", ()))
    assert told == case.get("are", told)
    by = f"reported-{case.get('by', 'errors')}"
    first = next(result for result in report.results if result.check == by)
    ways = [fix.summary for fix in first.fixes]
    assert ways == case.get("ways", ways)
    assert case.get("headline", "") in report.verdict.headline


@cases
def test_what_is_told_in_words_is_not_answered_with_a_comparison(text: str) -> None:
    verdict = diagnose(text).verdict
    assert verdict.cause in ("intel-mac-no-wheel", "python-x86_64-on-apple-silicon")
    assert verdict.prescription[0].id != "compare-with-cpu"
    assert any("torch" in word for command in commands(text) for word in command.split())


def test_another_reading_of_a_text_is_told_in_words() -> None:
    results = diagnose(PIP_NONE.format("torch>=2.3", "2.2.0, 2.2.1, 2.2.2")).results
    first, second = (r for r in results if r.check == "reported-errors")
    assert first.fixes[0].commands
    assert not second.fixes[0].commands


def test_off_a_mac_no_commands_of_a_mac_are_given() -> None:
    text = "OS: Ubuntu 22.04\nPython: 3.13\n" + PIP_NONE.format("torch==2.4.0", "none")
    on_a_mac_too = f"{text}\nIt is the same on my Mac (M2)."
    for given in (text, on_a_mac_too):
        told = " ".join(str(fix) for fix in diagnose(given).verdict.prescription)
        assert "macos" not in told.lower()


@pytest.mark.parametrize("cause", all_causes())
def test_every_cause_has_advice_in_one_line(cause: str) -> None:
    said = advice(cause).summary
    assert 10 < len(said) < 130
    assert not said.endswith(".")
    assert said[0].isupper()


@cases
def test_advice_says_whether_it_changes_what_is_installed(said: str, risk: str) -> None:
    assert in_words("x", said).risk == risk


@pytest.mark.parametrize("kernel", ["addmm_impl_cpu_", "slow_conv2d_cpu", "LayerNormKernelImpl"])
def test_half_precision_on_the_cpu_is_no_limit_of_mps(kernel: str) -> None:
    report = diagnose(f"RuntimeError: \"{kernel}\" not implemented for 'Half'\n")
    assert report.verdict.headline == "The CPU has no half-precision kernel for this operator"
    assert "limit of MPS" not in str(report)


def test_two_openmp_runtimes_are_verified_in_the_new_environment() -> None:
    text = "OMP: Error #15: Initializing libiomp5.dylib, but found libomp.dylib already initialized"
    assert best_fix(text).verify == (("mps-doctor", "--python", "mps-env/bin/python"),)
    in_conda = take_one_source(Environment(conda=Conda(active=True)))
    assert in_conda.verify == (("mps-doctor",),)
