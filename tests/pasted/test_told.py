"""What texts tell in words: `told/*.toml` holds them by subject, under the cause that each names.

Under `nothing` stand texts near those, which name no cause; under `no-environment` texts that name
one of the program, and blame nothing on the Mac.  A new text or file needs no line here.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mps_doctor import diagnose
from mps_doctor.judgement.verdict import Verdict

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TOLD = {
    f"{path.stem}: {expected}": (expected, texts)
    for path in sorted(Path(__file__).with_name("told").glob("*.toml"))
    for expected, texts in tomllib.loads(path.read_text(encoding="utf-8")).items()
}


def is_as_expected(verdict: Verdict, expected: str) -> bool:
    if expected == "no-environment":
        return verdict.kind != "environment"
    return (verdict.cause or "nothing") == expected


@pytest.mark.parametrize("table", TOLD)
def test_texts_name_the_cause_they_stand_under(table: str) -> None:
    expected, texts = TOLD[table]
    verdicts = {text: diagnose(text).verdict for text in texts}
    wrong = [
        f"{verdict.cause}: {text}"
        for text, verdict in verdicts.items()
        if not is_as_expected(verdict, expected)
    ]
    assert not wrong, "\n".join(wrong)
