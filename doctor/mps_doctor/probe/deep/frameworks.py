"""Frameworks on top of torch: the device that each chooses, and one real training step.

Nothing is downloaded: models are built from a configuration with random weights.
Whatever is imported here belongs to the environment.
"""

import os
import shutil
import tempfile
from importlib.util import find_spec

from .framework_steps import STEPS
from .measure import Attempt

STEP_SECONDS = 180.0
"""Deadline asked for one framework: importing transformers' Trainer alone can take a minute."""

OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "WANDB_DISABLED": "true",
    "COMET_MODE": "disabled",
    "TOKENIZERS_PARALLELISM": "false",
}
"""Set before a framework is imported: the test must not use the network."""


def installed():
    """Return the names of the installed frameworks."""
    return [name for name in STEPS if _is_installed(name)]


def _is_installed(name):
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def facts(torch, device, name):
    """Try one framework, and return its facts."""
    before = dict(os.environ)
    os.environ.update(OFFLINE)
    attempt = Attempt(_in_own_folder, STEPS[name], torch, device)
    os.environ.clear()
    os.environ.update(before)
    found = {"framework": name, "device": device}
    if attempt.error is None:
        found.update(attempt.result, outcome="completed")
    else:
        found.update(attempt.error_facts())
        error = attempt.error
        if isinstance(error, ModuleNotFoundError) and error.name != name:
            found["outcome"] = "skipped"
    return {"results": [found]}


def _in_own_folder(step, torch, device):
    folder = tempfile.mkdtemp(prefix="mps-doctor-")
    try:
        return step(torch, device, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
