"""Fixes of the system itself: macOS and Apple's command-line tools."""

from __future__ import annotations

from mps_doctor.facts import Host, Interpreter, known_or
from mps_doctor.fixes.fix import Fix
from mps_doctor.fixes.situation import read_situation
from mps_doctor.knowledge import macos, releases
from mps_doctor.knowledge.macos import MacOS, macos_name, parse_macos

SYSTEM_SETTINGS_SINCE = MacOS(13, 0)
"""Before macOS 13 the program was called System Preferences."""

LAST_INTEL_WHEEL = "2.2.2"
"""Source: https://github.com/pytorch/pytorch/issues/114602; conda-forge and Homebrew go on."""


def last_macos(host: Host) -> MacOS | None:
    """Return the newest macOS that this Mac can install; None where that is not known."""
    guest = known_or(host.virtual_machine, False) or known_or(host.model, "").startswith("Virtual")
    return None if guest else macos.last_macos_of(_hardware(host))


def can_update(host: Host, need: str | MacOS) -> bool | None:
    """Return whether this Mac can install a macOS; None where that is not known."""
    return macos.can_install(str(need), _hardware(host))


def _hardware(host: Host) -> macos.Hardware:
    situation = read_situation(host, Interpreter())
    silicon = {"arm64": True, "x86_64": False}.get(situation.hardware)
    return macos.Hardware(known_or(host.model, ""), silicon, situation.macos)


def update_macos(host: Host, need: str | MacOS) -> Fix:
    """Return the fix that brings macOS to a version; where this Mac cannot run it, what remains."""
    if can_update(host, need) is False:
        return _out_of_reach(host, need)
    have = parse_macos(read_situation(host, Interpreter()).macos)
    old = have is not None and have < SYSTEM_SETTINGS_SINCE
    place = "System Preferences > Software Update"
    if not old:
        place = "System Settings > General > Software Update"
    last = last_macos(host) if can_update(host, need) else None
    offered = "if it is not offered there, this Mac may be too old for it"
    if last is not None:
        offered = f"this Mac can run {macos_name(str(last.major))}"
    return Fix(
        id="update-macos",
        kind="manual",
        summary=f"Update macOS to {need!s} or newer",
        steps=(
            "Make a backup (Time Machine)",
            f"Open {place} and install {macos_name(str(need))} or newer; {offered}",
            "After the restart, look again",
        ),
        needs=("gui", "restart", "network"),
        verify=(("mps-doctor",),),
    )


def _out_of_reach(host: Host, need: str | MacOS) -> Fix:
    last, wanted = last_macos(host), macos_name(str(need))
    why = f"its last is {macos_name(str(last.major))}" if last else "it has an Intel processor"
    older = last is None or last.major >= releases.gates()[0].major
    return Fix(
        id="macos-out-of-reach",
        kind="manual",
        summary=f"Use {'an older PyTorch or ' if older else ''}the CPU: "
        f"this Mac can't run {wanted}, {why}",
        steps=(
            *(("Install a PyTorch that has MPS on the macOS of this Mac",) if older else ()),
            "Without one, choose the device cpu" if older else "Choose the device cpu",
            f"For {wanted}, use a newer Mac",
        ),
        verify=(("mps-doctor",),),
    )


def no_mps_on_this_mac() -> Fix:
    """Return the answer for an Intel Mac whose only GPU is Intel's: nothing there is to fix."""
    return Fix(
        id="no-mps-on-this-mac",
        kind="manual",
        summary="Use the CPU: MPS isn't known to work on the Intel GPU of this Mac",
        steps=(
            "PyTorch skips GPUs that Metal calls low-power, as it does Intel's; an Intel Mac needs "
            "a discrete AMD GPU for MPS",
            f"Use device 'cpu': PyTorch's own wheels for Intel Macs end at {LAST_INTEL_WHEEL} "
            "(with numpy<2)",
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
        verify=(("xcode-select", "-p"), ("mps-doctor",)),
    )
