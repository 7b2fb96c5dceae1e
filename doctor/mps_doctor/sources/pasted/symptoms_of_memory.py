"""Symptoms of memory as macOS and people tell them, without the error text of torch."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MAC, ON_MPS, Symptom

MEMORY = (
    Symptom(
        "memory-grows",
        ("gb and ", "gib and ", "memory", "ram", "swap"),
        late(
            r"\b\d[\d.]* ?gi?b and (?:counting|growing|rising|climbing)\b"
            r"|\b(?:extreme|excessive|enormous|insane|massive|ridiculous|huge|abnormal)"
            r" (?:amounts? of )?(?:memory|ram|swap)\b",
            FLAGS,
        ),
        along=ON_MAC,
    ),
    Symptom(
        "memory-grows",
        ("allocator", "cache", "footprint", "rss"),
        late(
            r"\b(?:allocator|cache|footprint|rss)\b(?! (?:hit|rate|size of))[^\n.]{0,30}"
            r"\b(?:grow(?:s|ing)?|increas(?:es|ing)|ris(?:es|ing)|climb(?:s|ing)|balloons?)\b",
            FLAGS,
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "memory-grows",
        ("gb", "gib"),
        late(
            r"\bafter (?:\w+ )?(?:\d+|a few|some|several|many) (?:\w+ )?(?:images?|steps|epochs"
            r"|iterations"
            r"|batches|generations|files|minutes|hours|runs|videos|frames)\b[^\n.]{0,30}\d ?gi?b\b"
            r"[^\n.]{0,24}\b(?:used?|taken|gone|in use|occupied|allocated|consumed|memory|ram"
            r"|swap)\b"
            r"|\bafter (?:\d+|a few|some|several|many) (?:\w+ )?(?:images?|steps|epochs|iterations"
            r"|batches|generations|files|minutes|hours|runs|videos|frames)\b[^\n.]{0,24}"
            r"\b(?:holds?|takes?|uses?|needs?|has|occup\w+) \d[\d.]* ?gi?b\b",
            FLAGS,
        ),
        along=ON_MPS,
        unless=DENIED,
    ),
    Symptom(
        "memory-grows",
        ("gb", "gib"),
        late(
            r"\b\d[\d.]* ?gi?b\b[^\n.]{0,40}\b(?:memory|ram|swap)\b[^\n.]{0,80}"
            r"\b(?:keeps? (?:growing|increasing|rising|climbing)"
            r"|(?:increases|grows|rises|climbs) (?:with |after |on |at )?(?:every|each|over|until)"
            r"|(?:increases|grows|rises|climbs) (?:steadily|constantly|slowly|linearly))\b",
            FLAGS,
        ),
        along=ON_MPS,
    ),
    Symptom(
        "out-of-memory",
        ("oom",),
        late(r"\boom(?:s|ed|'d|'ed|ing)?\b(?! (?:killer|handling))[^\n.,;]{0,12}\bmps\b", FLAGS),
        unless=DENIED,
    ),
    Symptom(
        "out-of-memory",
        ("jetsam", "pressure", "macos kill", "system kill"),
        late(
            r"\bjetsam\b(?! limits?)|\bmemory[- ]pressure (?:killer|kills?)\b|\bkilled by "
            r"memory[- ]pressure\b"
            r"|\bmemory\b[^\n.;]{0,60}\b(?:macos|the system) (?:kills?|killed)\b",
            FLAGS,
        ),
        along=ON_MAC,
        unless=DENIED,
    ),
    Symptom(
        "out-of-memory",
        ("application memory",),
        late(r"\bout of application memory\b", FLAGS),
        along=ON_MAC,
        unless=DENIED,
    ),
)
"""After what is told of events."""
