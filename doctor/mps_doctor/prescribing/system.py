"""Fixes of the system itself: macOS and Apple's command-line tools."""

from __future__ import annotations

from mps_doctor.checking import Fix
from mps_doctor.knowledge.macos import MacOS, macos_name, parse_macos
from mps_doctor.machine import Host, Interpreter
from mps_doctor.prescribing.situation import read_situation

SYSTEM_SETTINGS_SINCE = MacOS(13, 0)
"""Before macOS 13 the program was called System Preferences."""


def update_macos(host: Host, need: str | MacOS) -> Fix:
    """Return the fix that brings macOS to a version, where nothing smaller helps."""
    have = parse_macos(read_situation(host, Interpreter()).macos)
    old = have is not None and have < SYSTEM_SETTINGS_SINCE
    place = "System Preferences > Software Update"
    if not old:
        place = "System Settings > General > Software Update"
    wanted = macos_name(str(need))
    return Fix(
        id="update-macos",
        kind="manual",
        summary=f"Update macOS to {need!s} or newer",
        steps=(
            "Make a backup (Time Machine)",
            f"Open {place} and install {wanted} or newer; if it is not offered there, this Mac "
            "may be too old for it",
            "After the restart, look again",
        ),
        needs=("gui", "restart", "network"),
        verify=(("mps-doctor",),),
    )


def no_mps_on_this_mac() -> Fix:
    """Return the answer for an Intel Mac whose GPU torch cannot use: there is nothing to fix."""
    return Fix(
        id="no-mps-on-this-mac",
        kind="manual",
        summary="No torch with MPS exists for this Mac: its GPU is not one that torch can use",
        steps=(
            "On an Intel Mac torch's MPS needs a discrete AMD GPU, and this one has none",
            "Use the CPU: device 'cpu' with torch 2.2.2, the last for Intel Macs, and numpy<2",
            "For MPS, run the program on a Mac with Apple silicon",
        ),
        risk="safe",
        verify=(("mps-doctor", "--device", "cpu"),),
    )


def install_command_line_tools() -> Fix:
    """Return the fix that installs Apple's compiler and tools."""
    return Fix(
        id="install-command-line-tools",
        summary="Install Apple's command-line tools (a window asks for consent)",
        commands=(("xcode-select", "--install"),),
        needs=("gui", "network"),
        risk="safe",
        verify=(("xcode-select", "-p"), ("mps-doctor",)),
    )
