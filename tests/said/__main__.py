"""`python tests/said`: record anew what is said."""

from __future__ import annotations

from saying import (
    BASES,
    FACTS,
    MEANINGS,
    READINGS,
    RECORDED,
    VERDICTS,
    WITHOUT,
    catalogue,
    examples,
    labels,
    meaning_of,
    reading_of,
    said_of,
    sources,
    without,
)

from mps_doctor.facts import SECTIONS

order = {item.id: place for place, item in enumerate(catalogue().checks)}
blocks: dict[str, dict[str, None]] = {}
for name in sources():
    for file, block in said_of(name):
        blocks.setdefault(file, {})[block] = None
blocks[MEANINGS] = {meaning_of(name): None for name in examples()}
blocks[WITHOUT] = {without(name, section): None for name in BASES for section in SECTIONS}
blocks[READINGS] = {reading_of(reader): None for reader in labels()}
RECORDED.mkdir(exist_ok=True)
for path in RECORDED.glob("*.txt"):
    path.unlink()
for file, said in blocks.items():
    kept = list(said)
    if file not in (VERDICTS, MEANINGS, WITHOUT, READINGS, FACTS):
        kept.sort(key=lambda block: order[block.split(maxsplit=1)[0]])
    (RECORDED / f"{file}.txt").write_text("\n\n".join(kept) + "\n", encoding="utf-8")
