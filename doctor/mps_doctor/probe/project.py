"""Whose environment this is: the project or the program for which a tool keeps it, by its folder.

The current folder does not count, except where the environment's own name points back to it.
Seen with uv 0.13.9, poetry 2.5.1, pdm 2.22.4, pipenv 2026.10.3, hatch 1.18.2 and pipx 1.18.4.
"""

import os
import re

from .files import exists, read_json, read_text
from .gather import ask_all, some

LOCKS = (("uv.lock", "uv"), ("poetry.lock", "poetry"), ("pdm.lock", "pdm"), ("Pipfile", "pipenv"))
"""Beside `.venv`, where each of these tools puts the environment of a project."""

MARKS = (("uv-receipt.toml", "uv-tool"), ("pipx_metadata.json", "pipx"))
"""Files by which a tool knows the environment of one program."""

KEPT_ELSEWHERE = (
    ("/pypoetry/virtualenvs/", "poetry"),
    ("/pdm/venvs/", "pdm"),
    ("/hatch/env/virtual/", "hatch"),
)
"""Folders in which a tool keeps the environments of all projects."""

LARGEST_RECORD = 1000000  # bytes of pixi's record

NO_PROJECT = "the environment says nothing of a project"


def project_facts(prefix, folder="."):
    """Return the manager of the environment, and its project."""
    return ask_all(
        {
            "project_manager": lambda: owner(prefix, folder)[0],
            "project": lambda: some(owner(prefix, folder)[1], NO_PROJECT),
        }
    )


def owner(prefix, folder="."):
    """Return the tool that keeps an environment, and the project's folder as far as it is known.

    The tool is `none` where there is none, and `several` where two could be meant.
    """
    for name, tool in MARKS:
        if exists(os.path.join(prefix, name)):
            return tool, ""
    if exists(os.path.join(prefix, "conda-meta")):
        return _pixi(prefix)
    if exists(os.path.join(prefix, ".project")):
        return "pipenv", read_text(os.path.join(prefix, ".project"), 4096).strip()
    for part, tool in KEPT_ELSEWHERE:
        if part in prefix.replace(os.sep, "/"):
            return tool, _named_by_poetry(prefix, folder) if tool == "poetry" else ""
    project = os.path.dirname(os.path.abspath(prefix))
    found = [tool for name, tool in LOCKS if exists(os.path.join(project, name))]
    if os.path.basename(prefix) != ".venv" or not found:
        return "none", ""
    return (found[0] if len(found) == 1 else "several"), project


def _pixi(prefix):
    record = os.path.join(prefix, "conda-meta", "pixi")
    if exists(record):
        return "pixi", os.path.dirname(read_json(record, LARGEST_RECORD)["manifest_path"])
    home, mark, _ = prefix.replace(os.sep, "/").partition("/.pixi/envs/")
    return ("pixi", home) if mark else ("none", "")


def _named_by_poetry(prefix, folder):
    """Return the folder, or the one above it, that the environment's name is made from.

    Source: `generate_env_name` in poetry's utils/env/env_manager.py
    """
    import base64
    import hashlib

    found = re.match(r".+-([\w-]{8})-py\d", os.path.basename(prefix))
    place = os.path.realpath(folder)
    while found and os.path.dirname(place) != place:
        mark = hashlib.sha256(os.path.normcase(place).encode()).digest()
        if base64.urlsafe_b64encode(mark).decode()[:8] == found.group(1):
            return place
        place = os.path.dirname(place)
    return ""
