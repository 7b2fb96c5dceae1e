"""The Python that people name in a sentence, or whose folder torch lies in."""

import pytest

from mps_doctor.facts import known_or
from mps_doctor.pasted.parsing import parse_text


def version_in(text: str) -> str:
    return known_or(parse_text(text).python.version, "")


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("macOS 15.3, M2 Max, Python 3.11.9, torch 2.6.0", "3.11.9"),
        ("I use Python 3.13 on an M2 and pip finds no torch.", "3.13"),
        ("mac mini with python3.14t, torch can not be installed", "3.14"),
        ("torch fails on Python 3.12 (I have Python 3.12.4 here).", "3.12.4"),
        ("torch on a MacBook Air with python version 3.10.2 from Homebrew.", "3.10.2"),
        ("torch breaks with Python 3.13; everything works on Python 3.11.", "3.13"),
        (
            'File "/Users/me/venv/lib/python3.10/site-packages/torch/nn/modules/module.py", line 9',
            "3.10",
        ),
    ],
)
def test_a_python_that_is_named_is_read(text: str, version: str) -> None:
    assert version_in(text) == version


@pytest.mark.parametrize(
    "text",
    [
        "It requires Python 3.10 on a Mac.",
        "macOS 3.0.0rc1 of the poet crashes with mps",
        "3.0.0b4 - the poet on a Mac",
        "Works with Python 3.9 or newer.",
        "Tried with python 3.9, 3.10 and 3.11 on my M1.",
        "Has anyone a wheel for Python 3.14?",
        "You could try Python 3.12 on the Mac.",
        "On another Mac it works fine with Python 3.11.",
        "Python 3.8+ is supported on macOS.",
        "Python 3.6 is no longer supported by torch on a Mac.",
        "at /opt/homebrew/Cellar/poetry/1.8/libexec/lib/python3.12/site-packages/poetry/chooser.py",
    ],
)
def test_a_python_of_others_is_left(text: str) -> None:
    assert version_in(text) == ""


def test_a_labelled_python_goes_before_a_sentence() -> None:
    assert (
        version_in("Python: 3.11.4\n\nThe same happens with Python 3.9 elsewhere, torch.")
        == "3.11.4"
    )


def test_with_its_python_a_refusal_of_pip_is_explained() -> None:
    machine = parse_text("On an M1 with Python 3.13.1: No matching distribution found for torch")
    assert machine.python.version == "3.13.1"
