"""What a text is about, and whether it counts as a report: the cases of the one gate."""

import pytest

from mps_doctor import diagnose
from mps_doctor.facts import known_or
from mps_doctor.pasted.gate import judge_scope
from mps_doctor.pasted.parsing import parse_text
from mps_doctor.pasted.rows.runtimes import RUNTIMES
from mps_doctor.pasted.symptom import Runtime

TROUBLE = "On my M1 with mps training ends with a loss of nan.\n"
ERROR = "AssertionError: Torch not compiled with CUDA enabled\n"
BLOCK = "PyTorch version: 2.4.0\nOS: macOS 12.0 (arm64)\n"


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("My model trains on mps", {"torch", "mac"}),
        ("torch 2.5 on Colab", {"torch"}),
        ("The Apple GPU is not used by my model", {"mac"}),
        ("pip installs nothing on my MacBook", {"mac"}),
        ("My MacBook has a new battery", set()),
        ("The coffee is cold", set()),
        ("src/mps.cpp is a file of ours", set()),
        ("mps-export.h writes linear programs", set()),
    ],
)
def test_topics(text: str, topics: set[str]) -> None:
    assert judge_scope(text).topics == topics


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (TROUBLE, "report"),
        # Notes on changes.
        (f"fix: nan of addcmul\n\n{TROUBLE}", "change"),
        (f"feat(mps): add cumsum\n\n{TROUBLE}", "change"),
        (f"Add float8 for mps (#1234)\n\n{TROUBLE}", "change"),
        (f"This PR adds a check.\n\n{TROUBLE}", "change"),
        (f"## What's changed\n- mps: {TROUBLE}", "change"),
        (f"{TROUBLE}\nFixes #1234\n", "change"),
        (f"Fixes #1234. The batch was too large.\n{TROUBLE}", "change"),
        (f"Enable pinned memory unless on the CPU\n\n{TROUBLE}", "change"),
        (f"[MPS] Add a kernel for cumsum\n\n{TROUBLE}", "change"),
        (f"Use of mps gives noise\n\n{TROUBLE}", "report"),
        (f"{TROUBLE}\nSigned-off-by: A Name\n", "change"),
        ("Update requirements.txt\n\ntorch on a Mac", "change"),
        ("Bump torch from 2.1.0 to 2.2.0", "change"),
        # A bug's title, and a form's list.
        (f"Fix MPS OOM when decoding\n\n{TROUBLE}", "report"),
        (f"Fix: mps is not found\n\n{TROUBLE}", "report"),
        (f"{TROUBLE}\n### Checklist\n- [x] I have searched", "report"),
        (f"[Bug]: mps\n\n### Description\n{TROUBLE}", "report"),
        # Wishes.
        (f"Feature request: mps\n\n{TROUBLE}", "wish"),
        ("[Feature]: mps for my M1", "wish"),
        (f"MPS support for Apple Silicon\n\n{TROUBLE}", "wish"),
        (f"No MPS support on my Mac\n\n{TROUBLE}", "report"),
        ("docs: typo in the page on mps", "change"),
        ("Documentation: mps on a Mac", "wish"),
        # Stories that ended well.
        (f"{TROUBLE}Sorry, it was my own mistake.", "settled"),
        (f"{TROUBLE}False alarm, mps is right.", "settled"),
        (f"{TROUBLE}After the update everything works again now.", "settled"),
        (f"{TROUBLE}Thanks, that helped!", "settled"),
        (f"{TROUBLE}How can that be fixed? Thanks!", "report"),
    ],
)
def test_form(text: str, form: str) -> None:
    assert judge_scope(text).form == form


@pytest.mark.parametrize("form", ["fix: nan\n\n", "Feature request: mps\n\n", ""])
def test_only_a_report_tells_symptoms(form: str) -> None:
    told = known_or(parse_text(form + TROUBLE).messages.reported, ())
    assert bool(told) is (form == "")


@pytest.mark.parametrize("before", ["Feature request: mps\n\n", "It was my mistake.\n", ""])
def test_an_error_text_and_an_environment_count_in_any_form(before: str) -> None:
    assert diagnose(f"{before}{BLOCK}").verdict.cause == "macos-too-old-for-torch"
    assert diagnose(f"{before}On my M1:\n{ERROR}").verdict.cause == "app-requires-cuda"


def test_a_note_on_a_change_that_quotes_an_error_reports_none() -> None:
    note = f"Ask for mps before cuda.\n\nOn an M1 this no longer raises\n{ERROR}\nCloses #12\n"
    report = diagnose(note)
    assert report.facts.messages.form == "change"
    assert report.verdict.cause is None


@pytest.mark.parametrize("row", RUNTIMES, ids=lambda row: row.name)
def test_another_runtime_is_named_and_left_alone(row: Runtime) -> None:
    for text in row.examples:
        assert judge_scope(text).about == row.name
        trouble = f"{text}\nThe results on my M1's GPU are wrong, the CPU is right."
        report = diagnose(trouble)
        assert report.facts.messages.about == row.name
        assert report.verdict.cause is None


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("torch on mps is slower than mlx on my M1", ""),
        ("I export the torch model to Core ML, mps gives nan", ""),
        ("import mlx.core as mx\nI compare with torch, mlx gives nan on my M1", "MLX"),
        ("nvidia-cuda-mps-control does not start", "NVIDIA's Multi-Process Service"),
    ],
)
def test_a_runtime_beside_torch_is_only_spoken_of(text: str, about: str) -> None:
    assert judge_scope(text).about == about


@pytest.mark.parametrize(
    ("text", "about"),
    [
        (f"OS: Ubuntu 22.04\n{ERROR}", "PyTorch on Linux"),
        ("Windows 11, RTX 3060\nThe training crashes in torch", "PyTorch on Windows"),
        (f"OS: Ubuntu 22.04\n{ERROR}It is the same on my MacBook.", ""),
        ("OS: Ubuntu 22.04\nPyTorch version: 2.4.0\n", ""),
    ],
)
def test_torch_on_another_system_is_another_matter(text: str, about: str) -> None:
    assert known_or(parse_text(text).messages.about, "") == about


@pytest.mark.parametrize(
    "text",
    [
        "My Mac has an M2 and macOS 12.0. The editor crashes since the update.",
        "A game on my MacBook Pro 2015 with Intel: the screen is black.",
        "Does anybody know a good lens for my camera?",
    ],
)
def test_of_a_text_about_something_else_nothing_is_judged(text: str) -> None:
    report = diagnose(text)
    assert report.verdict.cause is None
    assert report.verdict.status == "inconclusive"
