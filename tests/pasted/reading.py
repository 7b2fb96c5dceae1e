"""What is read out of a text, one line for each claim or fact, to be compared as a whole.

The expectations in `read/*.txt` are such lines below the text they come from.
`python tests/pasted` writes them anew for the texts that stand there; what it changes is to be
read before it is committed.
A new case is its text, with an empty line around it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from mps_doctor.facts import SECTIONS, Unknown, encode_machine
from mps_doctor.pasted import parse_text, read_claims
from mps_doctor.pasted.claims import BLOCK, FIELD, LISTED, PROSE, Claim, Claims
from mps_doctor.pasted.cleaning import clean
from mps_doctor.system.redaction import user_names

READ = Path(__file__).with_name("read")
MARK = "  = "
"""Before each line that is expected; the lines before are the text, a blank one of it is `\\`."""
NOTHING = f"{MARK}nothing"
WEIGHTS = {BLOCK + 1: "block + 1", BLOCK: "block", FIELD: "field", LISTED: "listed", PROSE: "prose"}


def facts(text: str) -> list[str]:
    """Return every fact that is known after a text was read: `host.macos_version = 14.5`."""
    machine = parse_text(text)
    known = json.loads(encode_machine(machine))
    return sorted(
        f"{section}.{name} = {_shown(value)}"
        for section in SECTIONS
        for name, value in known.get(section, {}).items()
        if not isinstance(getattr(getattr(machine, section), name), Unknown)
        and not (name == "reported" and value == [])  # says only that a text was read
    )


def claims(text: str) -> list[str]:
    """Return what the lines of a text claim: `host.macos_version = 14.5 (field, line 3)`."""
    plain = clean(text)
    made, matches = read_claims(plain, user_names(plain))
    return told(made) + [f"message = {each.signature} (line {each.line})" for each in matches]


def symptoms(text: str) -> list[str]:
    """Return the symptoms that a text tells in words: `nans (line 1)`."""
    telling = json.loads(encode_machine(parse_text(text))).get("messages", {}).get("telling", [])
    return [f"{each['symptom']} (line {each['line']})" for each in telling]


def told(made: Claims) -> list[str]:
    """Return claims in the order of the names of the facts, those of one fact as they came."""
    return [
        f"{fact} = {_shown(claim.value)} ({_weight(claim)}, line {claim.line})"
        for fact, each in sorted(made)
        for claim in dict.fromkeys(each)
    ]


READERS = {"joined": facts, "symptoms": symptoms}
"""What is expected of the texts in files that begin so; of others it is the claims."""


def _weight(claim: Claim) -> str:
    return WEIGHTS.get(claim.weight, str(claim.weight))


def _shown(value: Any) -> str:
    if isinstance(value, str) and value.isprintable():
        return value
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False)


@cache
def cases() -> dict[str, tuple[str, list[str]]]:
    """Return the texts with the claims that are expected, by file and number."""
    found = {}
    for path in sorted(READ.glob("*.txt")):
        blocks = path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
        for number, block in enumerate(blocks, 1):
            lines = block.split("\n")
            text = ["" if line == "\\" else line for line in lines if not line.startswith(MARK)]
            expected = [line for line in lines if line.startswith(MARK)]
            found[f"{path.stem} {number}"] = ("\n".join(text), expected)
    return found


@cache
def lines() -> frozenset[str]:
    """Return the lines of the texts."""
    return frozenset(line for text, _ in cases().values() for line in text.splitlines())


def read(name: str, text: str) -> list[str]:
    """Return what is to be expected of a text of that file and number."""
    reader = next((reader for stem, reader in READERS.items() if name.startswith(stem)), claims)
    return [MARK + line for line in reader(text)] or [NOTHING]


def record() -> None:
    """Write the expectations of all texts anew."""
    files: dict[str, list[str]] = {}
    for name, (text, _) in cases().items():
        lines = [line or "\\" for line in text.split("\n")]
        files.setdefault(name.rpartition(" ")[0], []).append("\n".join([*lines, *read(name, text)]))
    for stem, blocks in files.items():
        (READ / f"{stem}.txt").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
