"""Frameworks on top of torch: the device that each picks by itself, and one real training step.

Nothing is downloaded: models are built from a configuration with random weights.
Standard library only, Python 3.7 syntax; whatever else is imported belongs to the environment.
"""

import importlib.util
import os
import shutil
import tempfile
import warnings

from probe_framework_steps import STEPS

STEP_SECONDS = 180.0
"""Deadline asked for one framework: importing transformers' Trainer alone can take a minute."""

MESSAGE_CHARACTERS = 2000
WARNINGS_KEPT = 8

OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "WANDB_DISABLED": "true",
    "COMET_MODE": "disabled",
    "TOKENIZERS_PARALLELISM": "false",
}
"""Set in this process before a framework is imported: a test must not talk to the network."""


def run(torch, device, emit, begin, only=(), skip=()):
    """Try each framework that is installed, and report each as soon as it is done.

    `begin("frameworks.NAME", seconds)` announces each; `emit("frameworks", facts)` gives its facts
    under the key `framework:NAME`.
    """
    if not only:
        emit("frameworks", {"results": []})  # from here on, what is not there is not installed
    for name, step in STEPS.items():
        full_name = "frameworks." + name
        if full_name in skip or (only and full_name not in only) or not _is_installed(name):
            continue
        begin(full_name, STEP_SECONDS)
        emit("frameworks", {"framework:" + name: _outcome(torch, device, name, step)})


def _is_installed(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _outcome(torch, device, name, step):
    before = {variable: os.environ.get(variable) for variable in OFFLINE}
    os.environ.update(OFFLINE)
    folder = tempfile.mkdtemp(prefix="mps-doctor-")
    facts = {"device": device}
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            facts.update(step(torch, device, folder), outcome="completed")
    except (Exception, SystemExit) as error:
        missing = isinstance(error, ModuleNotFoundError) and error.name != name
        facts.update(
            outcome="skipped" if missing else "raised",
            error_type=type(error).__name__,
            error_message=str(error)[:MESSAGE_CHARACTERS],
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        for variable, value in before.items():
            if value is None:
                os.environ.pop(variable, None)
            else:
                os.environ[variable] = value
    said = [str(item.message)[:300] for item in warned if "mps" in str(item.message).lower()]
    if said:
        facts["warnings"] = list(dict.fromkeys(said))[:WARNINGS_KEPT]
    return facts
