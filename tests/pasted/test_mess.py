"""Mess around a text changes nothing of what it says: quotes, colours, numbers, wraps."""

from pathlib import Path
from zlib import crc32

import mess
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from mps_doctor.facts import known_or
from mps_doctor.judgement.assess import Policy, judge
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor.pasted.parsing import parse_text

CASES = Path(__file__).parents[2] / ".." / "shared" / "cases"
CATALOGUE = load_checks()
BLOCK = "OS: macOS 14.5 (arm64)\nPython version: 3.11.9 (64-bit runtime)\nCPU:\nApple M2\n"
# By their ids, so that a new row changes no other's turn.
SOME = [row for id, row in all_error_texts().items() if crc32(id.encode()) % 12 == 6]
TEXTS = [f"{BLOCK}\n{row.examples[0]}" for row in SOME]
# Facts by themselves are judged; with words around them a text must speak of torch.
TEXTS += [
    text
    for path in sorted(CASES.glob("*/evidence.txt"))[::7]
    if "torch" in (text := path.read_text("utf-8")).lower() or "mps" in text.lower()
]


def cause_of(text: bytes | str) -> str | None:
    machine = parse_text(text)
    return reach_verdict(judge(machine, CATALOGUE, Policy(level="deep")), machine).cause


@pytest.mark.parametrize("kind", mess.ALL)
def test_one_kind_of_mess(kind: str) -> None:
    texts = TEXTS
    if kind == "fenced":  # what stands in a fence is no sentence
        texts = [text for text in texts if not known_or(parse_text(text).messages.reported, ())]
    changed = [text for text in texts if cause_of(mess.ALL[kind](text)) != cause_of(text)]
    assert changed == []


ALONE = {"cut before", "numbered with a bar", "bulleted", "bold labels"}
PLAIN = tuple(kind for kind in mess.ALL if kind not in ALONE)
"""Kinds that may follow each other: a number before a number is no longer one of a line."""


@settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
@given(
    text=st.sampled_from(TEXTS),
    kinds=st.lists(st.sampled_from(PLAIN), min_size=2, max_size=3, unique=True),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]),
    tail=st.binary(max_size=8),
)
def test_several_kinds_at_once(text: str, kinds: list[str], encoding: str, tail: bytes) -> None:
    messy = text
    for kind in sorted(kinds, key=PLAIN.index):
        messy = mess.ALL[kind](messy)
    data = messy.encode(encoding)
    if encoding == "utf-8":
        data += b"\n" + tail
    assert cause_of(data) == cause_of(text)


@settings(max_examples=80, deadline=None)
@given(data=st.one_of(st.binary(max_size=400), st.text(max_size=400)))
def test_anything_at_all_is_read_without_an_error(data: bytes | str) -> None:
    machine = parse_text(data)
    assert machine.origin.kind == "pasted"


@settings(max_examples=30, deadline=None)
@given(text=st.sampled_from(TEXTS), cut=st.integers(0, 400), end=st.integers(0, 400))
def test_a_text_cut_anywhere_is_read_without_an_error(text: str, cut: int, end: int) -> None:
    results = judge(parse_text(text[cut : len(text) - end]), CATALOGUE, Policy(level="deep"))
    assert [result.message for result in results if result.outcome == "errored"] == []
