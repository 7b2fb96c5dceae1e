"""Symptoms of memory as macOS and people tell them, without the error text of torch."""

from __future__ import annotations

from mps_doctor.sources.pasted.symptom_kinds import DENIED, ON_MAC, ON_MPS, told

MEMORY = (
    told(
        "memory-grows",
        ("gb and ", "gib and ", "memory", "ram", "swap"),
        r"\b\d[\d.]* ?gi?b and (?:counting|growing|rising|climbing)\b"
        r"|\b(?:extreme|excessive|enormous|insane|massive|ridiculous|huge|abnormal)"
        r" (?:amounts? of )?(?:memory|ram|swap)\b",
        along=ON_MAC,
    ),
    told(
        "memory-grows",
        "allocator cache footprint rss",
        r"\b(?:allocator|cache|footprint|rss)\b(?! (?:hit|rate|size of))[^\n.]{0,30}\b(?:grow(?:s"
        r"|ing)?|increas(?:es|ing)|ris(?:es|ing)|climb(?:s|ing)|balloons?)\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        "gb gib",
        r"\bafter (?:\w+ )?(?:\d+|a few|some|several|many) (?:\w+ )?(?:images?|steps|epochs"
        r"|iterations|batches|generations|files|minutes|hours|runs|videos"
        r"|frames)\b[^\n.]{0,30}\d ?gi?b\b[^\n.]{0,24}\b(?:used?|taken|gone|in use|occupied"
        r"|allocated|consumed|memory|ram|swap)\b"
        r"|\bafter (?:\d+|a few|some|several|many) (?:\w+ )?(?:images?|steps|epochs|iterations"
        r"|batches|generations|files|minutes|hours|runs|videos|frames)\b[^\n.]{0,24}\b(?:holds?"
        r"|takes?|uses?|needs?|has|occup\w+) \d[\d.]* ?gi?b\b",
        along=ON_MPS,
        unless=DENIED,
    ),
    told(
        "memory-grows",
        "gb gib",
        r"\b\d[\d.]* ?gi?b\b[^\n.]{0,40}\b(?:memory|ram|swap)\b[^\n.]{0,80}\b(?:keeps? (?:growing"
        r"|increasing|rising|climbing)|(?:increases|grows|rises|climbs) (?:with |after |on "
        r"|at )?(?:every|each|over|until)|(?:increases|grows|rises|climbs) (?:steadily|constantly"
        r"|slowly|linearly))\b",
        along=ON_MPS,
    ),
    told(
        "out-of-memory",
        "oom",
        r"\boom(?:s|ed|'d|'ed|ing)?\b(?! (?:killer|handling))[^\n.,;]{0,12}\bmps\b",
        unless=DENIED,
    ),
    told(
        "out-of-memory",
        ("jetsam", "pressure", "macos kill", "system kill"),
        r"\bjetsam\b(?! limits?)|\bmemory[- ]pressure (?:killer|kills?)\b|\bkilled by "
        r"memory[- ]pressure\b"
        r"|\bmemory\b[^\n.;]{0,60}\b(?:macos|the system) (?:kills?|killed)\b",
        along=ON_MAC,
        unless=DENIED,
    ),
    told(
        "out-of-memory",
        ("application memory",),
        r"\bout of application memory\b",
        along=ON_MAC,
        unless=DENIED,
    ),
)
"""After what is told of events."""
