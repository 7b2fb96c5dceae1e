"""Settings of frameworks that decide about devices and processes: variables and a file."""

import os

VARIABLES = (
    "ACCELERATE_USE_CPU",
    "ACCELERATE_TORCH_DEVICE",
    "ACCELERATE_USE_MPS_DEVICE",
    "ACCELERATE_USE_DEEPSPEED",
    "ACCELERATE_USE_FSDP",
    "ACCELERATE_USE_MEGATRON_LM",
    "ACCELERATE_MIXED_PRECISION",
    "DISABLE_MPS",
    "LOCAL_RANK",
    "LOCAL_WORLD_SIZE",
    "PL_TORCH_DISTRIBUTED_BACKEND",
    "RANK",
    "WORLD_SIZE",
)
"""Read by accelerate, transformers and lightning, and set by their launchers and torchrun."""

KEYS = ("distributed_type", "use_cpu", "num_processes", "mixed_precision", "main_training_function")
"""Of accelerate's configuration file: those that say where and how often a program runs."""

LARGEST_FILE = 100000


def settings(environment, home):
    """Return the settings that are there: origin, key and value of each."""
    found = [
        {"origin": "environment", "key": name, "value": environment[name][:200]}
        for name in VARIABLES
        if name in environment
    ]
    path = _accelerate_file(environment, home)
    if path is not None:
        found += [
            {"origin": path, "key": key, "value": value} for key, value in _entries(path) if value
        ]
    return found


def _accelerate_file(environment, home):
    """Return accelerate's configuration file, found where accelerate looks for it."""
    cache = environment.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    folder = environment.get("HF_HOME") or os.path.join(cache, "huggingface")
    for name in ("default_config.yaml", "default_config.yml", "default_config.json"):
        path = os.path.join(os.path.expanduser(folder), "accelerate", name)
        if os.path.isfile(path):
            return path
    return None


def _entries(path):
    """Return the plain entries of the top level that matter; there is no YAML in the library."""
    try:
        with open(path, "rb") as file:
            text = file.read(LARGEST_FILE).decode("utf-8", "replace")
    except OSError:
        return
    for line in text.splitlines():
        key, colon, value = line.strip(" \t,{}").partition(":")
        key = key.strip(" \"'")
        if colon and key in KEYS and not line.startswith(("  -", "-")):
            yield key, value.split(" #")[0].strip(" \"'")
