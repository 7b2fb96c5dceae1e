"""The facts of each block that people paste, and that nothing is made up beside them."""

from typing import Any

import msgspec
import pytest
from tables import table_of

from mps_doctor import diagnose
from mps_doctor.facts import Machine, Unknown, encode_machine, known_or
from mps_doctor.facts.mac import real_macos
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
    text = (
        "one\n\ntwo words\nRuntimeError: Placeholder storage has not\nbeen allocated on MPS device!"
    )
    matches = parse_text(text).messages.matches
    assert not isinstance(matches, Unknown)
    assert [(match.signature, match.line) for match in matches] == [("placeholder-storage", 4)]


def test_our_own_documents_come_back_as_they_were() -> None:
    machine = parse_text(ROSETTA)
    snapshot = encode_machine(machine).decode()
    assert parse_text(snapshot) == machine
    assert parse_text(f"my snapshot:\n```json\n{snapshot}\n```\nthanks") == machine
    report = diagnose(ROSETTA)
    again = parse_text(report.to_json())
    assert again == report.facts
    assert diagnose(snapshot).verdict.cause == report.verdict.cause


def test_a_broken_document_of_ours_is_text_like_any_other() -> None:
    snapshot = encode_machine(parse_text(ROSETTA)).decode()
    assert parse_text(snapshot[:-40]).origin.kind == "pasted"


def test_normal_answers_on_a_mac_are_no_findings() -> None:
    text = (
        "PyTorch version: 2.7.1\nOS: macOS 15.5 (arm64)\nIs CUDA available: False\n"
        "pytorch 2.7.1 cpu_generic_py312h99d64c8_6 conda-forge\naccelerator: N/A\nCPU:\nApple M3\n"
    )
    verdict = diagnose(text).verdict
    assert (verdict.status, verdict.cause) == ("unproven", None)


def test_an_error_of_the_program_is_a_limit_and_no_fault_of_the_environment() -> None:
    text = (
        "OS: macOS 15.5 (arm64)\nPyTorch version: 2.7.1\n"
        "TypeError: Cannot convert a MPS Tensor to float64 dtype as the MPS framework doesn't "
        "support float64. Please use float32 instead."
    )
    verdict = diagnose(text).verdict
    assert (verdict.status, verdict.cause, verdict.kind) == (
        "limited",
        "float64-unsupported",
        "limit",
    )
    assert "line 3" in verdict.candidates[0].evidence[0]


def test_a_tensor_above_the_largest_buffer_may_mean_too_little_memory() -> None:
    verdict = diagnose("RuntimeError: Invalid buffer size: 31.5 GB").verdict
    causes = [item.cause for item in verdict.candidates]
    assert causes[:2] == ["mps-tensor-size-limit", "mps-out-of-memory"]


def test_code_of_torch_that_ran_denies_that_torch_is_missing() -> None:
    block = "PyTorch version: N/A\nOS: macOS 14.0 (arm64)\n"
    assert parse_text(block).torch.installed is False
    error = 'RuntimeError: x > 0 INTERNAL ASSERT FAILED at "/a/OperationUtils.mm":277\n'
    assert parse_text(block + error).torch.installed is not False


@pytest.mark.parametrize(
    ("said", "macos"),
    [
        (
            "Darwin mac.local 27.0.0 Darwin Kernel Version 27.0.0: Tue Sep 1 10:00:00 PDT 2026; "
            "root:xnu-13000.1.1~1/RELEASE_ARM64_T8112 arm64",
            "27",
        ),
        ("Platform: macOS-27.0-arm64-arm-64bit", "27.0"),
        ("Platform: Darwin-25.2.0-arm64-arm-64bit", "26"),
        ("OS: macOS 16.2\nKernel: 27.0.0", "27"),
        # What Node and some libraries call the release: the kernel's number.
        ("OS: macOS 23.5.0", "14"),
    ],
)
def test_a_kernel_tells_the_macos(said: str, macos: str) -> None:
    machine = parse_text(f"{said}\nPyTorch version: 2.9.0\n")
    assert known_or(real_macos(machine.host), "") == macos
