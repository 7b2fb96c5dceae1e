"""Symptoms of memory as macOS and people tell them, without the error text of torch."""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import DENIED, FLAGS, ON_MAC, Symptom

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
        "out-of-memory",
        ("application memory",),
        late(r"\bout of application memory\b", FLAGS),
        along=ON_MAC,
        unless=DENIED,
    ),
)
"""After what is told of events."""
