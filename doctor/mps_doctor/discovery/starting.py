"""Chooses the interpreter and starts the probe in it, before anything heavy is imported."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

from mps_doctor.discovery import choosing, interpreter
from mps_doctor.system.errors import InputError
from mps_doctor.system.folders import current_folder


class Running(NamedTuple):
    """An examination under way: which interpreter was chosen, its probe, and since when."""

    chosen: choosing.Target
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
    try:
        chosen = choosing.choose(
            python=python,
            env=env,
            environ=os.environ,
            cwd=current_folder(),
            running=Path(sys.executable),
            running_prefix=Path(sys.prefix),
        )
        examined = interpreter.start(
            chosen.python, level=level, device=device, timeout=timeout, probes=probes
        )
    except choosing.ChoiceError as error:
        raise InputError(str(error), error.hint) from None
    except interpreter.InterpreterError as error:
        raise InputError(str(error)) from None
    return Running(chosen, examined, started)
