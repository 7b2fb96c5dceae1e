"""The script's first word, which a device manager matches, never contradicts the report."""

import re
import shutil
import subprocess
from functools import cache

import pytest
from fleet_answers import NAMES, answer_of, machine_facts

from mps_doctor.features.fleet.reading import read_document
from mps_doctor.features.fleet.summarising import Judge
from mps_doctor.features.fleet.values import Entry
from mps_doctor.features.probe_script import JUDGE
from mps_doctor.knowledge.causes import all_causes

GENERAL = {
    "mps-smoke-failed": "the smoke test failed",
    "mps-unavailable-unexplained": "mps is not available",
    "torch-import-failed": "import torch fails",
    "torch-import-crashed": "import torch kills the process",
}
"""Causes for which the report, which knows more facts, often has a more exact one."""


def word_of(answer: str, awk: str = "awk", device: str = "mps", system: str = "Darwin") -> str:
    argv = [*awk.split(), "-v", f"device={device}", "-v", f"os={system}", "-f", str(JUDGE)]
    done = subprocess.run(argv, input=answer, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.strip()


@cache
def judge() -> Judge:
    return Judge()


def entry_of(answer: str) -> Entry:
    (item,) = read_document(answer.encode())
    return judge().judge(item, "mac", "mac.txt")


@pytest.mark.parametrize("name", NAMES)
def test_the_word_never_contradicts_the_report(name: str) -> None:
    answer = answer_of(name)
    entry = entry_of(answer)
    if entry.status == "not-applicable":
        assert word_of(answer, system="Linux") == "NOT-A-MAC"
        return
    word, _, detail = word_of(answer).partition(" ")
    if word == "HEALTHY":
        assert entry.status in ("healthy", "degraded")
    elif word == "BROKEN":
        assert entry.status == "broken"
        assert detail in all_causes()
        assert detail == entry.cause or detail in GENERAL
    elif word == "NO-TORCH":
        assert entry.status == "broken"
        assert entry.torch == "none"
    else:
        # The smoke test was not run there: a verdict rests on facts that the word does not read.
        assert (word, detail) == ("UNKNOWN", "not-run")
        assert "outcome" not in machine_facts(name).get("smoke", {})


@pytest.mark.parametrize("awk", ["original-awk", "busybox awk"])  # macOS has the first
def test_every_awk_says_the_same(awk: str) -> None:
    if shutil.which(awk.split()[0]) is None:
        pytest.skip(f"{awk} is not installed")
    for answer in map(answer_of, NAMES[::7]):
        assert word_of(answer, awk) == word_of(answer)


def changed(name: str = "healthy-m1-8gb", **sections: dict[str, object]) -> str:
    facts = machine_facts(name)
    for section, more in sections.items():
        facts[section] = {**facts[section], **more}
    return answer_of(facts)


HEALTHY = changed()
NO_FACT = '"outcome": "raised", "installed": false, "mps_built": false, "translated": true'
STARTED = '{"interpreter": "/x", "options": "-B"}\n'


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (HEALTHY, "HEALTHY"),
        (answer_of("no-torch", "healthy-m1-8gb"), "NO-TORCH"),
        (answer_of("healthy-m1-8gb", "smoke-nan", "no-torch"), "BROKEN mps-smoke-failed"),
        (changed(smoke={"relative_error": 2e-4}), "BROKEN mps-smoke-failed"),
        (changed(smoke={"relative_error": {"unknown": "not finite"}}), "UNKNOWN not-run"),
        (changed(smoke={"copy_wrong": 3}), "BROKEN mps-smoke-failed"),
        (HEALTHY.replace('"fault": false', '"fault": true'), "BROKEN mps-smoke-failed"),
        (HEALTHY.replace('{"end": true}\n', ""), "BROKEN mps-smoke-failed"),
        (HEALTHY.replace('{"probe": 1', '{"probe": 2'), "HEALTHY"),
        (re.sub(r'\{"section.*\n', "", HEALTHY), "UNKNOWN not-run"),
        (changed(torch_import={"mps_available": False}), "BROKEN mps-unavailable-unexplained"),
        (
            changed(
                torch_import={"mps_available": False},
                torch={"stated_minimum_macos": "14.0"},
                host={"macos_version": "13.7.1"},
            ),
            "BROKEN macos-too-old-for-torch",
        ),
        (changed(smoke={"stderr": [NO_FACT]}, python={"executable": NO_FACT}), "HEALTHY"),
        ("", "UNKNOWN incomplete"),
        ('{"fleet_failed": "no-python", "message": "none"}', "UNKNOWN no-python"),
        ('{"interpreter": "/x", "missing": true}', "UNKNOWN python-missing"),
        (f'{STARTED}hello\n{{"ended": 0}}', "UNKNOWN not-understood"),
        (f'{STARTED}{{"ended": 137, "late": true}}', "UNKNOWN python-hangs"),
        (
            f'{STARTED}{{"ended": 1}}\n{{"interpreter": "/x", "options": "-B -I"}}\n'
            '{"probe": 1, "python": "3.12.1"}\n{"end": true}\n{"ended": 0}',
            "BROKEN python-broken",
        ),
    ],
)
def test_the_word_for_an_answer(answer: str, word: str) -> None:
    assert word_of(answer) == word


def test_another_device_needs_no_mac() -> None:
    facts = machine_facts("plain-linux")
    facts["smoke"] = {**machine_facts("healthy-m1-8gb")["smoke"], "device": "cpu"}
    answer = answer_of(facts)
    assert word_of(answer, device="cpu", system="Linux") == "HEALTHY"
    assert word_of(answer, device="mps", system="Linux") == "NOT-A-MAC"
