"""Package indexes that pip and uv are configured to use: variables and configuration files."""

import os
import sys

from .files import read_text
from .rows.macos import PIP_OF_ALL_USERS
from .rows.variables import OF_INDEXES

KEYS = frozenset(("index-url", "extra-index-url", "no-index", "find-links", "url"))


def indexes():
    """Return every setting that names a package index, with where it is set."""
    found = [
        {"origin": "environment", "key": name, "value": os.environ[name]}
        for name in OF_INDEXES
        if os.environ.get(name)
    ]
    for path in pip_files():
        found += _settings(path, lambda _: True)
    for path in (os.path.expanduser("~/.config/uv/uv.toml"), "/etc/uv/uv.toml", "uv.toml"):
        found += _settings(path, lambda section: section in ("", "pip", "index"))
    found += _settings("pyproject.toml", lambda section: section.startswith("tool.uv"))
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


def _settings(path, is_wanted):
    """Return the index settings of an INI or TOML file, read line by line."""
    try:
        lines = read_text(path, 200000).split("\n")
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
        listed = key in KEYS and (key != "url" or section.endswith("index"))
        if value and listed and is_wanted(section):
            found.append({"origin": os.path.abspath(path), "key": key, "value": value})
    return found
