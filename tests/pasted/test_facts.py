"""The facts of each block that people paste, and that nothing is made up beside them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from diagnose_cases import measure
from hypothesis import given, settings, strategies as st
from tables import cases, table_of

from mps_doctor import Report, diagnose, run_checks
from mps_doctor.facts import Machine, Messages, Unknown, known_or, real_macos
from mps_doctor.judgement.report import decode
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor.pasted.parsing import parse_text

CASES = table_of(__file__, "facts.toml")["case"]
ROSETTA = next(case["text"] for case in CASES if "macOS-10.16-x86_64" in case["text"])


def flat(machine: Machine) -> dict[str, Any]:
    """Every known fact by its dotted name."""
    found: dict[str, Any] = {}
    document = msgspec.to_builtins(machine)
    for section, facts in document.items():
        if isinstance(facts, dict) and section != "origin":
            found.update({f"{section}.{name}": value for name, value in facts.items()})
    return {
        name: value
        for name, value in found.items()
        if not (isinstance(value, dict) and "unknown" in value)
    }


@pytest.mark.parametrize("case", CASES)
def test_facts_of_a_block(case: dict[str, Any]) -> None:
    facts = flat(parse_text(case["text"]))
    assert {name: facts.get(name, "unknown") for name in case["expected"]} == case["expected"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\n",
        "Hello, what is the best lens for a camera?",
        "lorem ipsum " * 500,
        "\x00\x01\x02",
    ],
)
def test_a_text_with_nothing_known_gives_no_facts(text: str) -> None:
    machine = parse_text(text)
    assert flat(machine) == {}
    verdict = diagnose(text).verdict
    assert verdict.status == "inconclusive"
    assert verdict.exit_code == 4


def test_of_two_versions_of_torch_the_imported_one_counts() -> None:
    machine = parse_text("PyTorch version: 2.6.0\nOS: macOS 15.1 (arm64)\n[pip3] torch==2.2.2\n")
    assert machine.torch.version == "2.6.0"


def test_a_match_knows_its_line() -> None:
    told = "Placeholder storage has not been allocated on MPS device!"
    text = f'one\n\n  raise RuntimeError("{told}")\n{told[:27]}\n{told[28:]}\nRuntimeError: {told}'
    matches = parse_text(text).messages.matches
    assert not isinstance(matches, Unknown)
    assert [(match.signature, match.line) for match in matches] == [("placeholder-storage", 4)]


def test_a_tensor_above_the_largest_buffer_may_mean_too_little_memory() -> None:
    verdict = diagnose("RuntimeError: Invalid buffer size: 31.5 GB").verdict
    causes = [item.cause for item in verdict.candidates]
    assert causes[:2] == ["mps-tensor-size-limit", "mps-out-of-memory"]


def test_code_of_torch_that_ran_denies_that_torch_is_missing() -> None:
    block = "PyTorch version: N/A\nOS: macOS 14.0 (arm64)\n"
    assert parse_text(block).torch.installed is False
    error = 'RuntimeError: x > 0 INTERNAL ASSERT FAILED at "/a/OperationUtils.mm":277\n'
    assert parse_text(block + error).torch.installed is not False


@cases
def test_a_kernel_tells_the_macos(said: str, macos: str) -> None:
    machine = parse_text(f"{said}\nPyTorch version: 2.9.0\n")
    assert known_or(real_macos(machine.host), "") == macos


SECRETS = ("jdoe", "Janes-MacBook", "hf_abcdefghij0123456789", "jane.doe@example.org", "10.1.2.33")

TEXT = """\
(base) jdoe@Janes-MacBook-Pro proj % HF_TOKEN=hf_abcdefghij0123456789 python train.py
  File "/Users/jdoe/venv/lib/python3.11/site-packages/torch/cuda/__init__.py", line 310
AssertionError: Torch not compiled with CUDA enabled
ImportError: dlopen(/Users/jdoe/venv/lib/python3.11/site-packages/torchvision/_C.so, 0x0006): \
Symbol not found: __ZN3c1017RegisterOperatorsD1Ev Expected in: /Users/jdoe/torch/lib/libc10.dylib
machine: jdoe's MacBook Pro M1 (Janes-MacBook-Pro.local, 10.1.2.33)
author: jane.doe@example.org
"""


def test_nothing_private_is_in_the_report() -> None:
    document = diagnose(TEXT, name="/Users/jdoe/issue.txt").to_json()
    assert [secret for secret in SECRETS if secret in document] == []
    assert "Torch not compiled with CUDA enabled" in document


ROWS = (Path(__file__).parent / "healthy_rows.txt").read_text("utf-8").splitlines()


@settings(deadline=None)
@given(st.sets(st.sampled_from(range(len(ROWS))), min_size=1))
def test_no_rows_of_a_healthy_mac_name_a_cause(chosen: set[int]) -> None:
    text = "\n".join(ROWS[number] for number in sorted(chosen | {ROWS.index("### Checklist") + 1}))
    report = diagnose(text)
    assert [result.cause for result in report.results if result.is_finding] == []
    assert report.verdict.cause is None, text


REAL = Path(__file__).parents[2] / ".." / "shared" / "cases"


@pytest.mark.skipif(not REAL.is_dir(), reason="the folder of cases is not beside this checkout")
def test_the_targets_are_met() -> None:
    assert len(list(REAL.glob("*/case.json"))) >= 100
    assert measure(REAL)


ERROR = "Placeholder storage has not been allocated on MPS device"


def messages(text: str) -> Messages:
    return parse_text(text).messages


def test_the_origin_is_a_pasted_text_with_its_name() -> None:
    origin = parse_text("macOS 14.5", name="issue.md").origin
    assert (origin.kind, origin.name) == ("pasted", "issue.md")
    name = parse_text("see /Users/alexis/x.py", name="/Users/alexis/issue.md").origin.name
    assert name == "~/issue.md"


def test_a_text_that_tells_no_symptom_is_known_to_tell_none() -> None:
    assert messages("macOS 14.5").reported == ()
    assert messages(ERROR).reported == ()
    assert isinstance(messages("good morning").reported, Unknown)


def test_two_opposite_answers_are_unknown_and_say_why() -> None:
    answers = "mps.is_available(): True\nmps.is_available(): False\n"
    available = parse_text(answers).torch_import.mps_available
    assert available == Unknown("the text says both yes and no", "torch_import.mps_available")


def test_of_a_log_with_hundreds_of_errors_the_first_sixty_are_kept() -> None:
    errors = [row.verbatim for row in all_error_texts().values() if row.verbatim]
    kept = messages("\n".join(errors)).matches
    assert not isinstance(kept, Unknown)
    assert len(kept) == 60
    assert kept[-1].line < len(errors)


def test_all_versions_that_pip_was_offered_are_kept() -> None:
    offered = ", ".join(f"2.{minor}.{patch}" for minor in range(15) for patch in range(9))
    error = "Could not find a version that satisfies the requirement torch==9 (from versions: "
    (first, *_) = messages(f"ERROR: {error}{offered})").matches
    assert first.text.endswith("2.14.8)")


def test_a_quoted_error_names_nobody() -> None:
    text = (
        "/Users/alexis/x.py\n"
        "dlopen(/Users/alexis/env/torch/_C.so, 2): Library not loaded: @rpath/libtorch_cpu.dylib\n"
    )
    matches = messages(text).matches
    assert matches
    assert "alexis" not in repr(matches)


def test_of_a_long_error_the_beginning_is_kept() -> None:
    symbol = f"Symbol not found: (_{'x' * 300}) Referenced from: /x/{'y' * 200}/libtorch.dylib"
    (match,) = messages(f"{symbol} Expected in: /x/libc10.dylib").matches
    assert match.text == symbol[:400]


TRANSLATED = """\
My MacBook Air (M2) does not find its GPU.

platform.machine(): x86_64
torch.backends.mps.is_available(): False
torch 2.2.2, macOS 14.4
"""

LISTED = """\
macOS 14.5, Apple M1
torch==2.4.0
numpy==1.26.4
torchvision==0.15.2
"""

SWITCHED_OFF = """\
Apple M3, macOS 15.1
accelerate==0.34.0
torch==2.5.1
ACCELERATE_USE_CPU=true
"""


def evidence_of(report: Report) -> list[str]:
    return [line for item in report.verdict.candidates for line in item.evidence]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TRANSLATED, "process: x86_64 (line 3)"),
        (TRANSLATED, "chip: Apple M2 (line 1)"),
        (LISTED, "torch: 2.4.0 (line 2)"),
        (LISTED, "torchvision: 0.15.2 (line 4)"),
        (SWITCHED_OFF, "ACCELERATE_USE_CPU=true (line 4)"),
    ],
)
def test_the_line_stands_behind_what_is_seen(text: str, told: str) -> None:
    assert told in evidence_of(diagnose(text))


def test_line_numbers_are_those_of_the_text_as_it_was_pasted() -> None:
    quoted = "Hello,\n\n" + "".join(f"> {line}\n" for line in TRANSLATED.splitlines())
    assert "process: x86_64 (line 5)" in evidence_of(diagnose(quoted))


def test_what_the_text_does_not_state_has_no_line() -> None:
    report = diagnose("macOS 12.7.6\nApple M1\ntorch 2.1.0\n")
    (ended,) = (item for item in report.results if item.check == "unsupported-os")
    stated, other = ended.evidence
    assert stated == "macOS: 12.7.6 (line 1)"
    assert other.startswith("data of ")
    assert "line" not in other


def test_a_report_that_is_pasted_keeps_the_lines_of_its_text() -> None:
    report = diagnose(TRANSLATED)
    document = report.to_json().encode()
    assert evidence_of(diagnose(document)) == evidence_of(decode(document))


def test_of_an_examined_environment_no_line_is_named() -> None:
    report = run_checks(
        snapshot=Path(__file__).parents[1] / "machines" / "conda-osx-64-under-rosetta.json"
    )
    assert report.verdict.status == "broken"
    assert not [line for line in evidence_of(report) if "(line" in line]
