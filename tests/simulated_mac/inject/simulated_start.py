"""Entry of the simulation in an interpreter: a `.pth` file of the simulated environment calls it.

The modules of this folder run in the interpreter under examination, on Python 3.7 and later, with
the standard library only.
"""

import json
import os
import sys

import simulated_host
import simulated_libraries
import simulated_torch

NOISE = ("PIP_", "UV_", "CONDA", "PYENV", "VIRTUAL_ENV", "GITHUB_", "CODEX_", "CI", "SSH_", "XDG_")
"""Beginnings of variables that come from the test run, and not from the simulated Mac."""

FOLDERS_OF_COMMANDS = ("/usr/bin", "/bin", "/usr/sbin", "/sbin")


def begin(settings_path: str) -> None:
    """Make this process one on the Mac that the settings describe; once."""
    if getattr(sys, "_simulated_mac", None):
        return
    with open(settings_path, encoding="utf-8") as file:
        settings = json.load(file)
    sys._simulated_mac = settings  # type: ignore[attr-defined]
    for name in [name for name in os.environ if name.startswith(NOISE)]:
        del os.environ[name]
    os.environ["HOME"] = settings["home"]
    os.environ.update(settings["machine"].get("env", {}))
    places = [os.path.join(sys.prefix, "bin"), settings["bin"], *FOLDERS_OF_COMMANDS]
    os.environ["PATH"] = os.pathsep.join(places)
    simulated_torch.install(settings)
    simulated_host.install(settings)
    simulated_libraries.install(settings["machine"])
