"""Section `python`: the interpreter that runs the probe, and whose environment it is in.

A project or program for which a tool keeps the environment is known by the environment's folder;
the current folder does not count, except where the environment's own name points back to it.
Seen with uv 0.13.9, poetry 2.5.1, pdm 2.22.4, pipenv 2026.10.3, hatch 1.18.2 and pipx 1.18.4.
"""

import os
import re
import sys

from .gather import NOT_HERE, NotKnownError, ask_all, exists, read_json, read_text, some
from .host import windows_architecture
from .import_path import shadowed
from .macho import architectures
from .rows.macos import SYSTEM_FOLDERS
from .rows.packages import BUILT_WITH_LIBRARIES, PROVIDERS
from .settings import indexes
from .stream import python_version

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

NO_PROJECT = "the environment says nothing of a project"


def facts(folders, mac):
    """Return the facts of the section; `mac` is None on another system than macOS."""
    return ask_all(
        {
            "executable": lambda: sys.executable,
            "version": python_version,
            "implementation": lambda: sys.implementation.name,
            "architecture": lambda: architecture(mac),
            "translated": lambda: some(mac, NOT_HERE).translated(),
            "slices": lambda: architectures(os.path.realpath(sys.executable)),
            "platform_tag": platform_tag,
            # What `platform.processor()` answers on a Mac.
            "processor": lambda: some(mac, NOT_HERE).commands["uname"].text().strip(),
            "prefix": lambda: sys.prefix,
            "environment": environment,
            "provider": provider,
            "free_threaded": lambda: "t" in getattr(sys, "abiflags", ""),
            "externally_managed": externally_managed,
            "has_pip": lambda: any(
                os.path.isfile(os.path.join(folder, "pip", "__init__.py"))
                for folder in folders.packages
            ),
            "pip_python": pip_python,
            "indexes": indexes,
            "shadowed": lambda: shadowed(folders),
            "broken_modules": broken_modules,
            "project_manager": lambda: owner(sys.prefix)[0],
            "project": lambda: some(owner(sys.prefix)[1], NO_PROJECT),
        }
    )


def architecture(mac):
    """Return the architecture of this process, which Rosetta or a universal binary decides."""
    if not hasattr(os, "uname"):
        return windows_architecture()
    machine = os.uname().machine
    if machine == "x86_64" and sys.maxsize < 2**32:
        return "i386"
    # Rosetta answers uname in code that is not published; the kernel would say arm64.
    if machine == "arm64" and mac is not None and mac.translated():
        return "x86_64"
    return machine


def platform_tag():
    """Return the platform that wheels are built for with this Python."""
    import sysconfig

    return sysconfig.get_platform()


def environment():
    """Return what holds this Python's packages."""
    prefix = sys.prefix.replace(os.sep, "/")
    if os.path.isdir(os.path.join(sys.prefix, "conda-meta")):
        return "pixi" if "/.pixi/" in prefix else "conda"
    configuration = os.path.join(sys.prefix, "pyvenv.cfg")
    if not os.path.isfile(configuration):
        return "none" if sys.prefix == sys.base_prefix else "venv"
    lines = read_text(configuration, 20000).split("\n")
    if "uv" in [line.partition("=")[0].strip() for line in lines]:
        return "uv"
    return "poetry" if "pypoetry" in prefix else "venv"


def provider():
    """Return who made the interpreter, by the path of the base one."""
    if os.path.isdir(os.path.join(sys.base_prefix, "conda-meta")):
        return "conda"
    path = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
    for place in (path, os.path.realpath(sys.base_prefix) + "/"):
        for part, name in PROVIDERS.items():
            if part in place.replace(os.sep, "/"):
                return name
    return "system" if path.startswith(SYSTEM_FOLDERS) else "other"


def externally_managed():
    """Return whether pip refuses to install here (PEP 668)."""
    mark = os.path.join(os.path.dirname(os.__file__), "EXTERNALLY-MANAGED")
    return sys.prefix == sys.base_prefix and os.path.exists(mark)


def pip_python():
    """Return the interpreter in the first line of the first `pip` on PATH."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, "pip")
        if folder and os.path.isfile(path) and os.access(path, os.X_OK):
            return _interpreter_of(path)
    raise NotKnownError("no pip on PATH")


def _interpreter_of(script):
    first, _, rest = read_text(script, 2000).partition("\n")
    program = first[2:].strip() if first.startswith("#!") else ""
    if program and os.path.basename(program.split()[0]) not in ("env", "sh", "bash"):
        return program
    # Where the path is too long for a first line, pip writes sh code: '''exec' "/path/python" …
    if program and rest.startswith("'''exec'"):
        words = rest[len("'''exec'") :].strip()
        return words.split('"')[1] if words.startswith('"') else words.split()[0]
    raise NotKnownError("the first pip on PATH is no Python script: %s" % script)


def broken_modules():
    """Return the modules of the standard library that this Python cannot import."""
    found = []
    for extension, name in BUILT_WITH_LIBRARIES.items():
        try:
            __import__(extension)
        except ImportError as error:  # noqa: PERF203  # five modules
            found.append("%s: %s" % (name, str(error).split("\n")[0]))
    return found


# ---- whose environment this is --------------------------------------------------------------


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
        return "pixi", os.path.dirname(read_json(record)["manifest_path"])
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
