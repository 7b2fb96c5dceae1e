"""What a symptom that a text tells means beside the facts."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from beside import beside

from mps_doctor.knowledge.causes import all_causes
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor_checks.messages._judging.context import Context
from mps_doctor_checks.messages._judging.rows.symptoms import BESIDE_FACTS, OF_ANY_SYSTEM
from mps_doctor_checks.messages._judging.rules import CASES, RULES, causes_of_symptom

WRONG, OS_WRONG = "mps-op-wrong-result", "mps-wrong-results-os-version"
CRASH, OS_CRASH = "mps-op-crash", "mps-crash-os-version"
AMD, X86 = "intel-mac-amd-gpu-unreliable", "python-x86_64-on-apple-silicon"
NO_METAL, NO_MEMORY, GROWTH = "virtual-machine-no-metal", "mps-out-of-memory", "mps-memory-growth"
INTEL, BETA = "intel-mac-no-wheel", "macos-unsupported-or-beta"
NO_COMPILE, SHADER = "torch-compile-unsupported-on-mps", "inductor-metal-codegen-bug"
BF16, OLD_TORCH, OLD_MACOS = (
    "bfloat16-unsupported",
    "torch-too-old-no-mps",
    "macos-too-old-for-torch",
)
NUMPY, NO_PYTHON = "numpy2-abi-mismatch", "python-version-no-wheel"
NAMESPACE = "torch-mps-namespace-missing"


@pytest.mark.parametrize(
    ("words", "cause", "causes"),
    [
        ("M2", "mps-disabled-by-settings", "mps-disabled-by-settings"),
        ("M2", WRONG, WRONG),
        ("AMD", WRONG, f"{AMD} {WRONG}"),
        ("M2 x86", WRONG, f"{X86} {WRONG}"),
        ("M2 macos=14.4", WRONG, f"{WRONG} {OS_WRONG}"),
        ("Linux", WRONG, ""),
        ("M2", CRASH, f"{CRASH} {OS_CRASH}"),
        ("M2 VM", CRASH, f"{NO_METAL} {CRASH}"),
        ("M2", NO_MEMORY, f"{NO_MEMORY} {GROWTH}"),
        ("M2 VM", NO_MEMORY, f"{NO_METAL} {NO_MEMORY}"),
        ("M2", OS_WRONG, f"{OS_WRONG} {WRONG}"),
        ("M2", OS_CRASH, f"{OS_CRASH} {CRASH}"),
        ("M2", NO_COMPILE, NO_COMPILE),
        ("M2 torch=2.6.0", NO_COMPILE, NO_COMPILE),
        ("M2 torch=2.7.0", NO_COMPILE, f"{SHADER} {NO_COMPILE}"),
        # torch 2.6 computes bfloat16 on macOS 14.
        ("M2", BF16, BF16),
        ("M2 macos=14.0 torch=2.6.0", BF16, ""),
        ("M2 macos=13.6 torch=2.6.0", BF16, BF16),
        ("M2 macos=14.0 torch=2.5.1", BF16, BF16),
        ("Intel macos=14.0 torch=2.6.0", BF16, BF16),
        ("Intel", INTEL, INTEL),
        ("M2 x86", INTEL, X86),
        ("M2", INTEL, ""),
        ("Intel has-mps", INTEL, ""),
        ("", INTEL, f"{INTEL} {X86}"),
        ("M2", X86, X86),
        ("Intel", X86, ""),
        ("M2", OLD_TORCH, OLD_TORCH),
        ("M2 torch=1.12.0", OLD_TORCH, ""),
        ("M2 torch=1.11.0", NAMESPACE, OLD_TORCH),
        ("M2 torch=1.13.0", NAMESPACE, NAMESPACE),
        ("M2 torch=2.2.2", NUMPY, NUMPY),
        ("Linux torch=2.2.2", NUMPY, NUMPY),
        ("M2 torch=2.3.0", NUMPY, ""),
        ("M2", OLD_MACOS, OLD_MACOS),
        ("M2 has-mps", OLD_MACOS, ""),
        ("M2", NO_PYTHON, NO_PYTHON),
    ],
)
def test_beside_the_facts(words: str, cause: str, causes: str) -> None:
    assert causes_of_symptom(beside(words), cause) == tuple(causes.split())


@pytest.mark.parametrize(
    ("reported", "found", "cause", "causes"),
    [
        # A beta of macOS counts where nothing else is told.
        ("macos-beta", "", BETA, BETA),
        ("macos-beta results-wrong", "", BETA, ""),
        ("macos-beta", "gpu-hang", BETA, ""),
        ("macos-beta", "use-mps-device-deprecated", BETA, BETA),
        ("python-without-torch", "gpu-hang", NO_PYTHON, ""),
        ("crash-since-macos program-crashes", "", CRASH, f"{OS_CRASH} {CRASH}"),
        ("results-wrong wrong-since-macos", "", WRONG, f"{OS_WRONG} {WRONG}"),
        ("compiled-shader-wrong", "", WRONG, f"{SHADER} {WRONG}"),
    ],
)
def test_beside_the_other_words(reported: str, found: str, cause: str, causes: str) -> None:
    context = beside("M2", reported=reported, found=found)
    assert causes_of_symptom(context, cause) == tuple(causes.split())


def test_no_symptom_has_no_cause() -> None:
    assert causes_of_symptom(beside("M2"), "") == ()


def test_rules_are_for_causes_that_are_known() -> None:
    assert BESIDE_FACTS.keys() | OF_ANY_SYSTEM <= all_causes().keys()


CASES_OF_ALL = [case for cases in (*CASES.values(), *BESIDE_FACTS.values()) for case in cases]


def test_every_case_asks_what_there_is() -> None:
    known = all_causes().keys()
    for case in CASES_OF_ALL:
        assert {*case.causes} | {*case.symptoms.split()} <= known
        assert {*case.found.split()} <= all_error_texts().keys()
        assert all(hasattr(Context, each.removeprefix("-")) for each in case.facts.split())
        assert not case.then or case.then in CASES | RULES


def test_every_rule_is_of_a_row_or_of_another_rule() -> None:
    asked = {row.rule for row in all_error_texts().values()} | {case.then for case in CASES_OF_ALL}
    assert asked - {""} == (CASES.keys() | RULES.keys()) - {"hidden-gpu"}
