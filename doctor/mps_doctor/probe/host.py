"""Section `host`: the computer and its operating system."""

import os
import sys

from .gather import NOT_HERE, NotKnownError, ask, ask_all, unexpected, unknown
from .rows.macos import SESSIONS
from .rows.variables import OF_CI, OF_SANDBOXES, OF_SSH

FIELDS_OF_ONE_SYSTEM = tuple(
    """
    macos_version macos_build macos_version_reported chip model memory_bytes virtual_machine
    container apple_marks distribution gpus metal_devices
    """.split()  # noqa: SIM905  (a list to read)
)


def facts(mac):
    """Return the facts of this host; `mac` is None on another system than macOS."""
    found = dict.fromkeys(FIELDS_OF_ONE_SYSTEM, unknown(NOT_HERE))
    found.update(
        ask_all(
            {
                "system": system_name,
                # The same in every compatibility mode.
                "kernel_release": lambda: os.uname().release,
                "session": lambda: session(mac),
                "sandbox": lambda: sandbox(mac),
                "ci": ci,
            }
        )
    )
    if mac is not None:
        found.update(mac.facts())
    elif system_name() == "Linux":
        from .host_linux import facts as facts_of_linux

        found.update(facts_of_linux())
    else:
        found["hardware_architecture"] = ask(windows_architecture)
    return found


def system_name():
    """Return the kernel's name as `platform.system()` gives it."""
    if hasattr(os, "uname"):
        return os.uname().sysname
    return {"win32": "Windows"}.get(sys.platform, sys.platform)


def windows_architecture():
    """Return the processor as Windows names it."""
    import platform

    return platform.machine()


def session(mac):
    """Return how this process was started: over ssh, in a graphical session, or neither."""
    if any(os.environ.get(name) for name in OF_SSH):
        return "ssh"
    if mac is None:
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            return "gui"
        raise NotKnownError(NOT_HERE)
    name = mac.commands["launchctl"].text().strip()
    if name not in SESSIONS:
        raise unexpected("launchctl", name)
    return SESSIONS[name]


def sandbox(mac):
    """Return the signs that this process is confined."""
    there = [name for name in OF_SANDBOXES if os.environ.get(name)]
    signs = ["%s=%s" % (name, os.environ[name][:40]) for name in there]
    if mac is not None:
        from .host_macos import in_sandbox

        signs += ["sandbox_check=1"] * in_sandbox()
    return signs


def ci():
    """Return the CI service whose variables are set."""
    for variable, name in OF_CI.items():
        if os.environ.get(variable, "").lower() not in ("", "false", "0"):
            return name
    return "none"
