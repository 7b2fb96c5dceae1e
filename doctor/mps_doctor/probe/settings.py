"""Settings from outside: variables, configuration of frameworks, of pip and of uv."""

import os
import sys

from .gather import read_text
from .rows.macos import PIP_OF_ALL_USERS
from .rows.variables import OF_FRAMEWORKS, OF_INDEXES, PRESENCE_ONLY, REPORTED

ACCELERATE_KEYS = (
    *("distributed_type", "use_cpu", "num_processes", "mixed_precision", "main_training_function"),
)
"""Of accelerate's configuration file: those that say where and how often a program runs."""

INDEX_KEYS = frozenset(("index-url", "extra-index-url", "no-index", "find-links", "url"))

LARGEST_FILE = 200000
LONGEST_VALUE = 400


# ---- section `variables` --------------------------------------------------------------------


def variables():
    """Return the variables of an allow-list that are set, and those that look like one of mps."""
    values = []
    for name, value in sorted(os.environ.items()):
        if name in PRESENCE_ONLY:
            values.append({"name": name, "value": "set"})
        elif name in REPORTED or _looks_like_mps(name.upper()):
            values.append({"name": name, "value": value[:LONGEST_VALUE]})
    return {"values": values}


def _looks_like_mps(name):
    """Return whether a name has the form PYTORCH_…MPS…: an unknown one is probably a typo."""
    return name.startswith(("PYTORCH_", "TORCH_MPS", "PYTORCHMPS")) and "MPS" in name


# ---- settings of frameworks that decide about devices and processes -------------------------


def of_frameworks(environment):
    """Return the settings that are there: origin, key and value of each."""
    found = [
        ("environment", name, environment[name]) for name in OF_FRAMEWORKS if name in environment
    ]
    path = accelerate_file(environment)
    if os.path.isfile(path):
        found += [
            (path, key, value) for key, value in _accelerate_entries(read_text(path, LARGEST_FILE))
        ]
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


def _accelerate_entries(text):
    """Yield the plain entries of the top level that matter; there is no YAML in the library.

    JSON is YAML too: there the keys are quoted and may be indented.
    """
    for line in text.splitlines():
        key, colon, value = line.strip(" \t,{}").partition(":")
        if colon and (key[:1] == '"' or line[:1] not in (" ", "\t")):
            key, value = key.strip("\"' "), value.split(" #")[0].strip(" \"'")
            if key in ACCELERATE_KEYS and value:
                yield key, value


# ---- package indexes, as pip and uv are configured to use them ------------------------------


def indexes():
    """Return every setting that names a package index, with where it is set."""
    found = [
        {"origin": "environment", "key": name, "value": os.environ[name]}
        for name in OF_INDEXES
        if os.environ.get(name)
    ]
    for path in pip_files():
        found += _index_settings(path, lambda _: True)
    for path in (os.path.expanduser("~/.config/uv/uv.toml"), "/etc/uv/uv.toml", "uv.toml"):
        found += _index_settings(path, lambda section: section in ("", "pip", "index"))
    found += _index_settings("pyproject.toml", lambda section: section.startswith("tool.uv"))
    return found


def pip_files():
    """Return the places where pip looks for its configuration."""
    named = os.environ.get("PIP_CONFIG_FILE")
    if named == os.devnull:
        return []
    homes = ("~/Library/Application Support/pip", "~/.config/pip", "~/.pip")
    files = [PIP_OF_ALL_USERS, "/etc/pip.conf"]
    files += [os.path.expanduser(folder + "/pip.conf") for folder in homes]
    files.append(os.path.join(sys.prefix, "pip.conf"))
    return [*files, named] if named else files


def _index_settings(path, is_wanted):
    """Return the index settings of an INI or TOML file, read line by line."""
    try:
        lines = read_text(path, LARGEST_FILE).split("\n")
    except OSError:
        return []
    found = []
    section = ""
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line.strip("[] ")
            continue
        key, _, value = line.partition("=")
        key, value = key.strip().replace("_", "-"), value.strip().strip("\"'")
        # `url` is also a project's own: only those of [[index]] count.
        listed = key in INDEX_KEYS and (key != "url" or section.endswith("index"))
        if value and listed and is_wanted(section):
            found.append({"origin": os.path.abspath(path), "key": key, "value": value})
    return found
