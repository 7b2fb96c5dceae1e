"""Chooses the interpreter and starts the probe in it, before anything heavy is imported."""

import sys
import time
from pathlib import Path
from typing import NamedTuple

from mps_doctor.discovery import interpreter, target
from mps_doctor.discovery.surroundings import Surroundings


class Running(NamedTuple):
    """An examination under way: which interpreter was chosen, its probe, and since when."""

    chosen: target.Target
    examination: interpreter.Examination
    started: float
    """Seconds since the epoch."""


def start(
    *,
    python: str | None,
    env: str | None,
    device: str,
    level: str,
    timeout: float,
    probes: tuple[str, ...] = (),
) -> Running:
    """Choose the interpreter and start the probe in it; raises InputError."""
    started = time.time()
    chosen = target.choose(
        Surroundings.here(), Path(sys.executable), Path(sys.prefix), python=python, env=env
    )
    examination = interpreter.Examination(
        chosen.python, level=level, device=device, timeout=timeout, probes=probes
    )
    return Running(chosen, examination, started)
