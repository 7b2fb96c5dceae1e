"""`python tests/said`: record anew what is said."""

from __future__ import annotations

from saying import (
    BASES,
    MEANINGS,
    RECORDED,
    VERDICTS,
    WITHOUT,
    catalogue,
    examples,
    meaning_of,
    said_of,
    sources,
    without,
)

from mps_doctor.machine import SECTIONS

order = {item.id: place for place, item in enumerate(catalogue().checks)}
blocks: dict[str, dict[str, None]] = {}
for name in sources():
    for file, block in said_of(name):
        blocks.setdefault(file, {})[block] = None
blocks[MEANINGS] = {meaning_of(name): None for name in examples()}
blocks[WITHOUT] = {without(name, section): None for name in BASES for section in SECTIONS}
RECORDED.mkdir(exist_ok=True)
for path in RECORDED.glob("*.txt"):
    path.unlink()
for file, said in blocks.items():
    kept = list(said)
    if file not in (VERDICTS, MEANINGS, WITHOUT):
        kept.sort(key=lambda block: order[block.split(maxsplit=1)[0]])
    (RECORDED / f"{file}.txt").write_text("\n\n".join(kept) + "\n", encoding="utf-8")
