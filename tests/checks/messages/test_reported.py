"""How strongly errors and symptoms of a text speak, beside one another and beside the facts."""

import sys
from pathlib import Path

import msgspec
import pytest

sys.path.append(str(Path(__file__).parent))

from beside import beside
from outcomes import NOT_APPLICABLE, PASSED, said

from mps_doctor.facts import Host, MessageMatch, Messages, MetalDevice, TellingLine
from mps_doctor.fixes import Environment
from mps_doctor.judgement.checking import Failed, Outcomes
from mps_doctor_checks.messages._judging.context import Context
from mps_doctor_checks.messages.reported_errors import reported_errors
from mps_doctor_checks.messages.reported_symptoms import reported_symptoms
from mps_doctor_checks.messages.reported_unavailability import reported_unavailability

FACTS = 4
"""What the checks are given: all of the context but the text in question."""

LONG = f"{'a' * 180}{'b' * 11}{'c' * 70}"


def errors(context: Context) -> Outcomes:
    return reported_errors(*context[:FACTS])


def symptoms(context: Context) -> Outcomes:
    return reported_symptoms(*context[:FACTS])


def unavailability(context: Context) -> Outcomes:
    return reported_unavailability(*context[:FACTS])


@pytest.mark.parametrize(
    ("words", "found", "expected"),
    [
        ("M2", "", PASSED),
        ("Linux", "other-index-url", PASSED),
        ("M2", "omp-error-15", "openmp-duplicate-runtime error"),
        ("M2", "mps-available-not-used", "mps-disabled-by-settings info"),
        ("M2 arm", "probability-nan", "mps-op-wrong-result error"),
        # Another reading of the same text is weaker, and weakest where the likeliest is a limit.
        ("M2", "gpu-hang", "mps-op-crash error, mps-crash-os-version info"),
        (
            "M2 macos=15.5",
            "mps-needs-macos-14",
            "mps-unavailable-unexplained error, sandbox-no-metal-device warning, "
            "virtual-machine-no-metal warning",
        ),
        (
            "M2",
            "pip-no-distribution-torch",
            "python-version-no-wheel error, wrong-wheel-index warning",
        ),
        # A cause that another text names first is told once.
        (
            "M2",
            "uv-python-of-project pip-requires-python gpu-hang",
            "project-requirement-unmet error, python-version-no-wheel error, mps-op-crash error, "
            "mps-crash-os-version warning",
        ),
        (
            "M2 macos=15.5",
            "mps-needs-macos-14 gpu-hang",
            "mps-unavailable-unexplained error, mps-op-crash error, "
            "sandbox-no-metal-device warning, virtual-machine-no-metal warning, "
            "mps-crash-os-version warning",
        ),
        (
            "M2 VM macos=15.5",
            "mps-needs-macos-14 gpu-hang",
            "virtual-machine-no-metal error, sandbox-no-metal-device warning, mps-op-crash warning",
        ),
    ],
)
def test_errors(words: str, found: str, expected: str) -> None:
    assert said(errors(beside(words, found=found))) == expected


@pytest.mark.parametrize("form", ["change", ""])
def test_a_note_on_a_change_reports_no_error(form: str) -> None:
    messages = beside("M2", found="omp-error-15").messages
    found = errors(beside("M2")._replace(messages=msgspec.structs.replace(messages, form=form)))
    assert (said(found) == NOT_APPLICABLE) == bool(form)


def test_a_text_about_another_program_is_not_judged() -> None:
    messages = beside("M2", found="omp-error-15").messages
    of_another = msgspec.structs.replace(messages, about="Ollama")
    assert said(errors(beside("M2")._replace(messages=of_another))) == NOT_APPLICABLE


def test_a_warning_comes_after_the_errors() -> None:
    found = errors(beside("M2", found="mps-available-not-used omp-error-15"))
    assert said(found) == "openmp-duplicate-runtime error, mps-disabled-by-settings info"


def test_a_text_that_was_not_given_is_judged_by_nobody() -> None:
    nothing = beside("M2")._replace(messages=Messages())
    assert said(errors(nothing)) == NOT_APPLICABLE
    assert said(symptoms(nothing)) == NOT_APPLICABLE
    assert said(unavailability(nothing)) == NOT_APPLICABLE


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a" * 260, "a" * 260),
        (LONG, f"{'a' * 180} … {'c' * 70}"),
    ],
)
def test_a_long_line_is_shortened(text: str, shown: str) -> None:
    match = MessageMatch(signature="omp-error-15", text=text, line=7)
    found = errors(beside("M2")._replace(messages=Messages(matches=(match,))))
    assert isinstance(found, tuple)
    assert isinstance(found[0], Failed)
    assert found[0].evidence == (f"line 7: {shown}",)


@pytest.mark.parametrize(
    ("words", "text", "quote", "have", "need"),
    [
        ("M2 macos=13.2", "from macOS 13.3", "", "macOS 13.2", "macOS 13.3 or newer"),
        ("M2 macos=13.2", "x", "from macOS 14", "macOS 13.2", "macOS 14 or newer"),
        ("M2", "from macOS 14", "", "", "macOS 14 or newer"),
        ("M2 macos=13.2", "from a newer system", "", "", ""),
    ],
)
def test_the_macos_that_a_text_asks_for_is_told(
    words: str, text: str, quote: str, have: str, need: str
) -> None:
    match = MessageMatch(signature="op-natively-from-macos", text=text, quote=quote, line=1)
    found = errors(beside(words)._replace(messages=Messages(matches=(match,))))
    assert isinstance(found, tuple)
    assert isinstance(found[0], Failed)
    assert (found[0].cause, found[0].have, found[0].need) == ("macos-too-old-for-op", have, need)


def test_another_reading_tells_of_macos_too() -> None:
    match = MessageMatch(signature="bfloat16-needs-macos-14", text="on macOS 14", line=1)
    found = errors(beside("M2 macos=13.2")._replace(messages=Messages(matches=(match,))))
    assert said(found) == "bfloat16-unsupported error, macos-too-old-for-op info"
    assert isinstance(found, tuple)
    assert isinstance(found[1], Failed)
    assert (found[1].have, found[1].need) == ("macOS 13.2", "macOS 14 or newer")


def test_the_lines_that_tell_a_symptom() -> None:
    telling = (
        TellingLine(symptom="memory-grows", line=3, quote="it grows"),
        TellingLine(symptom="nans", line=4, quote="nan"),
        TellingLine(symptom="memory-grows", line=9, quote="and grows"),
    )
    told = Messages(
        matches=(), reported=("memory-grows", "checkpoint-of-another-device"), telling=telling
    )
    found = symptoms(beside("M2")._replace(messages=told))
    assert isinstance(found, tuple)
    assert [item.evidence for item in found if isinstance(item, Failed)] == [
        ("line 3: it grows", "line 9: and grows"),
        (),
    ]


def test_three_lines_are_enough_and_each_is_told_once() -> None:
    lines = (1, 1, 2, 3, 4)
    matches = tuple(MessageMatch(signature="omp-error-15", text="x", line=line) for line in lines)
    found = errors(beside("M2")._replace(messages=Messages(matches=matches)))
    assert isinstance(found, tuple)
    assert isinstance(found[0], Failed)
    assert found[0].evidence == ("line 1: x", "line 2: x", "line 3: x")


@pytest.mark.parametrize(
    ("words", "reported", "found", "expected"),
    [
        ("M2", "", "", PASSED),
        ("M2", "a symptom of tomorrow", "", PASSED),
        ("M2", "results-wrong", "", "mps-op-wrong-result error"),
        ("M2", "program-crashes", "", "mps-op-crash error, mps-crash-os-version info"),
        (
            "M2",
            "memory-grows import-hangs",
            "",
            "mps-memory-growth warning, torch-import-hangs info",
        ),
        ("M2", "crash-near-openmp-user", "", "openmp-duplicate-runtime error"),
        # An error text says more than words; a warning, or a text that means nothing here, no.
        ("M2", "memory-grows", "omp-error-15", "mps-memory-growth info"),
        ("M2", "memory-grows", "mps-available-not-used", "mps-memory-growth warning"),
        ("Linux", "openmp-user-beside-torch", "other-index-url", "openmp-duplicate-runtime error"),
        ("Linux", "memory-grows", "", PASSED),
        # Each of the facts is heard.
        (
            "Intel",
            "results-wrong",
            "",
            "intel-mac-amd-gpu-unreliable warning, mps-op-wrong-result info",
        ),
        (
            "M2 x86",
            "results-wrong",
            "",
            "python-x86_64-on-apple-silicon error, mps-op-wrong-result info",
        ),
        ("M2 osx-64 has-mps", "last-torch-for-intel", "", PASSED),
        ("M2 osx-64", "last-torch-for-intel", "", "python-x86_64-on-apple-silicon error"),
    ],
)
def test_symptoms(words: str, reported: str, found: str, expected: str) -> None:
    assert said(symptoms(beside(words, reported=reported, found=found))) == expected


WHOLE = "M2 arm macos=15.5 torch=2.9.1"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (f"{WHOLE} no-mps", PASSED),
        (f"{WHOLE} sandbox no-mps", "sandbox-no-metal-device"),
        (f"{WHOLE} VM no-mps", "virtual-machine-no-metal"),
        (f"{WHOLE} has-mps", PASSED),
        ("M2 arm macos=15.5 no-mps", PASSED),
        ("Intel macos=13.6 torch=2.2.2 no-mps", "intel-mac-no-metal-gpu"),
    ],
)
def test_a_gpu_that_torch_does_not_find(words: str, expected: str) -> None:
    assert said(unavailability(beside(words))) == expected


def test_metal_itself_says_more() -> None:
    context = beside(f"{WHOLE} no-mps")
    host = Host(metal_devices=(MetalDevice(name="Apple M2"),))
    seen = context._replace(environment=Environment(host=host))
    assert said(unavailability(seen)) == NOT_APPLICABLE
