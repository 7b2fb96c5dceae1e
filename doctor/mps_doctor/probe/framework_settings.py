"""Settings of frameworks that decide about devices and processes: variables and a file.

The only fact of the section `frameworks` that needs no framework and no torch.
"""

import os

from .files import read_text
from .rows.variables import OF_FRAMEWORKS

KEYS = ("distributed_type", "use_cpu", "num_processes", "mixed_precision", "main_training_function")
"""Of accelerate's configuration file: those that say where and how often a program runs."""

LARGEST_FILE = 100000
LONGEST_VALUE = 200


def settings(environment):
    """Return the settings that are there: origin, key and value of each."""
    found = [
        ("environment", name, environment[name]) for name in OF_FRAMEWORKS if name in environment
    ]
    path = accelerate_file(environment)
    if os.path.isfile(path):
        found += [(path, key, value) for key, value in _entries(read_text(path, LARGEST_FILE))]
    return [
        {"origin": origin, "key": key, "value": value[:LONGEST_VALUE]}
        for origin, key, value in found
    ]


def accelerate_file(environment):
    """Return where `accelerate launch` looks for its configuration.

    No variable names the file itself, and an empty one counts as set.
    Source: commands/config/config_args.py in the wheels of accelerate 0.12.0 to 1.15.0.
    """
    cache = os.path.join(environment.get("XDG_CACHE_HOME", "~/.cache"), "huggingface")
    folder = os.path.expanduser(environment.get("HF_HOME", cache))
    return os.path.join(folder, "accelerate", "default_config.yaml")


def _entries(text):
    """Yield the plain entries of the top level that matter; there is no YAML in the library.

    JSON is YAML too: there the keys are quoted and may be indented.
    """
    for line in text.splitlines():
        key, colon, value = line.strip(" \t,{}").partition(":")
        if colon and (key[:1] == '"' or line[:1] not in (" ", "\t")):
            key, value = key.strip("\"' "), value.split(" #")[0].strip(" \"'")
            if key in KEYS and value:
                yield key, value
