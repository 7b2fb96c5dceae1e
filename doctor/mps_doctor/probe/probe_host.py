"""Section `host`: the computer and its operating system."""

import os
import sys

from probe_gather import NOT_HERE, NotKnownError, ask, ask_all, unexpected

CI_VARIABLES = (
    ("GITHUB_ACTIONS", "github-actions"),
    ("GITLAB_CI", "gitlab"),
    ("CIRCLECI", "circleci"),
    ("BUILDKITE", "buildkite"),
    ("CIRRUS_CI", "cirrus"),
    ("TF_BUILD", "azure-pipelines"),
    ("JENKINS_URL", "jenkins"),
    ("TEAMCITY_VERSION", "teamcity"),
    ("BITRISE_IO", "bitrise"),
    ("TRAVIS", "travis"),
    ("APPVEYOR", "appveyor"),
    ("XCS", "xcode-server"),
    ("CI_XCODE_CLOUD", "xcode-cloud"),
)

SANDBOX_VARIABLES = (
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "SANDBOX_RUNTIME",
    "GEMINI_SANDBOX",
    "APP_SANDBOX_CONTAINER_ID",
)
"""Variables that agents' sandboxes and the App Sandbox set in the processes they confine."""


def facts(mac):
    """Return the facts of this host; `mac` is None on another system than macOS."""
    system = system_name()
    found = {
        "system": ask(system_name),
        "kernel_release": ask(kernel_release),
        "session": ask(session, mac),
        "sandbox": ask(sandbox),
        "ci": ask(ci),
    }
    if mac is not None:
        found.update(mac.facts())
    elif system == "Linux":
        # Imported where it is of use: it takes time.
        import probe_host_linux

        found.update(probe_host_linux.facts())
    else:
        found["hardware_architecture"] = ask(windows_architecture)
    absent = dict.fromkeys(FIELDS_OF_ONE_SYSTEM, no_such_fact)
    return dict(ask_all(absent), **found)


FIELDS_OF_ONE_SYSTEM = (
    "macos_version",
    "macos_build",
    "macos_version_reported",
    "chip",
    "model",
    "memory_bytes",
    "virtual_machine",
    "container",
    "apple_marks",
    "distribution",
    "gpus",
    "metal_devices",
)


def no_such_fact():
    """Refuse a fact that only another system has."""
    raise NotKnownError(NOT_HERE)


def system_name():
    """Return the kernel's name as `platform.system()` gives it."""
    if hasattr(os, "uname"):
        return os.uname().sysname
    return {"win32": "Windows"}.get(sys.platform, sys.platform)


def kernel_release():
    """Return the kernel's own version: no compatibility mode changes it."""
    return os.uname().release


def windows_architecture():
    """Return the processor as Windows names it."""
    import platform

    return platform.machine()


SESSIONS = {
    "Aqua": "gui",
    "LoginWindow": "background",
    "Background": "background",
    "StandardIO": "background",
    "System": "background",
}
"""What `launchctl managername` may say; another word tells nothing.

Source: liblaunch/vproc_priv.h of apple-oss-distributions/launchd (launchd-842)
"""


def session(mac):
    """Return how this process was started: over ssh, in a graphical session, or neither."""
    if any(os.environ.get(name) for name in ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")):
        return "ssh"
    if mac is None:
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            return "gui"
        raise NotKnownError(NOT_HERE)
    told = mac.answers.text("launchctl").strip()
    if told not in SESSIONS:
        raise unexpected("launchctl", told)
    return SESSIONS[told]


def sandbox():
    """Return the signs that this process is confined."""
    signs = [
        "%s=%s" % (name, os.environ[name][:40])
        for name in SANDBOX_VARIABLES
        if os.environ.get(name)
    ]
    if system_name() == "Darwin":
        import probe_host_macos

        if probe_host_macos.in_sandbox():
            signs.append("sandbox_check=1")
    return signs


def ci():
    """Return the CI service whose variables are set."""
    for variable, name in CI_VARIABLES:
        if os.environ.get(variable, "").lower() not in ("", "false", "0"):
            return name
    return "other" if os.environ.get("CI", "").lower() not in ("", "false", "0") else "none"
