"""Where pip and uv are told to look for packages: variables and configuration files.

Credentials in addresses are taken out where the facts leave the probe.
"""

import os
import sys

from probe_gather import read_text
from probe_macos_sources import PIP_OF_ALL_USERS

VARIABLES = (
    "PIP_INDEX_URL",
    "PIP_EXTRA_INDEX_URL",
    "PIP_NO_INDEX",
    "PIP_FIND_LINKS",
    "UV_INDEX",
    "UV_INDEX_URL",
    "UV_DEFAULT_INDEX",
    "UV_EXTRA_INDEX_URL",
    "UV_TORCH_BACKEND",
)

KEYS = frozenset(("index-url", "extra-index-url", "no-index", "find-links", "url"))


def indexes():
    """Return every setting that names a package index, with where it is set."""
    found = [
        {"origin": "environment", "key": name, "value": os.environ[name]}
        for name in VARIABLES
        if os.environ.get(name)
    ]
    for path in pip_files():
        found += _settings(path, lambda _: True)
    for path in (_home(".config/uv/uv.toml"), "/etc/uv/uv.toml", "uv.toml"):
        found += _settings(path, lambda section: section in ("", "pip", "index"))
    found += _settings("pyproject.toml", lambda section: section.startswith("tool.uv"))
    return found


def _home(path):
    return os.path.join(os.path.expanduser("~"), path)


def pip_files():
    """Return the places where pip looks for its configuration."""
    if os.environ.get("PIP_CONFIG_FILE") == os.devnull:
        return []
    files = [
        PIP_OF_ALL_USERS,
        "/etc/pip.conf",
        _home("Library/Application Support/pip/pip.conf"),
        _home(".config/pip/pip.conf"),
        _home(".pip/pip.conf"),
        os.path.join(sys.prefix, "pip.conf"),
    ]
    if os.environ.get("PIP_CONFIG_FILE"):
        files.append(os.environ["PIP_CONFIG_FILE"])
    return files


def _settings(path, is_wanted):
    """Return the index settings of an INI or TOML file, read line by line."""
    try:
        lines = read_text(path, 200000).split("\n")
    except OSError:
        return []
    found = []
    section = ""
    for line in lines:
        line = line.strip()
        if line.startswith("["):
            section = line.strip("[] ")
            continue
        key, equals, value = line.partition("=")
        key = key.strip().replace("_", "-")
        if equals and key in KEYS and is_wanted(section):
            value = value.strip().strip("\"'")
            if value and (key != "url" or section.endswith("index")):
                found.append({"origin": os.path.abspath(path), "key": key, "value": value})
    return found
