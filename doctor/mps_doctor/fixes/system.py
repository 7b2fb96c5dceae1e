"""Fixes of what an environment stands on: macOS, Apple's tools, files in the way, variables."""

from mps_doctor.facts import Host, Interpreter, known_or
from mps_doctor.fixes.fix import DOCTOR, Fix, by_hand
from mps_doctor.fixes.situation import read_situation
from mps_doctor.knowledge import macos, releases
from mps_doctor.knowledge.macos import MacOS, macos_name, parse_macos

SYSTEM_SETTINGS_SINCE = 13
"""Before macOS 13 the program was called System Preferences."""

LAST_INTEL_WHEEL = "2.2.2"
"""Source: https://github.com/pytorch/pytorch/issues/114602; conda-forge and Homebrew go on."""

ON_THE_CPU = (DOCTOR, "--device", "cpu")

SUFFIX = ".renamed"
"""What a file is called afterwards: no import finds `torch.py.renamed`, nor a folder so called."""


def can_update(host: Host, need: str | MacOS) -> bool | None:
    """Return whether this Mac can install a macOS; None where that is not known."""
    return macos.can_install(str(need), _hardware(host))


def last_macos(host: Host) -> MacOS | None:
    """Return the newest macOS that this Mac can install; None where that is not known."""
    guest = known_or(host.virtual_machine, False) or known_or(host.model, "").startswith("Virtual")
    return None if guest else macos.last_macos_of(_hardware(host))


def _hardware(host: Host) -> macos.Hardware:
    situation = read_situation(host, Interpreter())
    silicon = {"arm64": True, "x86_64": False}.get(situation.hardware)
    return macos.Hardware(known_or(host.model, ""), silicon, situation.macos)


def update_macos(host: Host, need: str | MacOS) -> Fix:
    """Return the fix that brings macOS to a version; where this Mac can't run it, what remains."""
    possible, last = can_update(host, need), last_macos(host)
    if possible is False:
        return _out_of_reach(macos_name(str(need)), last)
    have = parse_macos(read_situation(host, Interpreter()).macos)
    place = "System Settings > General > Software Update"
    if have is not None and have.major < SYSTEM_SETTINGS_SINCE:
        place = "System Preferences > Software Update"
    offered = "if it isn't offered there, this Mac may be too old for it"
    if possible and last is not None:
        offered = f"this Mac can run {macos_name(str(last.major))}"
    return by_hand(
        "update-macos",
        f"Update macOS to {need!s} or newer",
        "Back up your Mac, with Time Machine for example",
        f"Open {place} and install {macos_name(str(need))} or newer; {offered}",
        "Run `mps-doctor` again after the restart",
        needs=("gui", "restart", "network"),
        risk="changes-environment",
    )


def _out_of_reach(wanted: str, last: MacOS | None) -> Fix:
    why = f"its last is {macos_name(str(last.major))}" if last else "it has an Intel processor"
    older = last is None or last.major >= releases.gates()[0].major
    ways: tuple[str, ...] = ("Choose the device cpu",)
    if older:
        ways = (
            "Install a PyTorch that has MPS on the macOS of this Mac",
            "Without one, choose the device cpu",
        )
    return by_hand(
        "macos-out-of-reach",
        f"Use {'an older PyTorch or ' if older else ''}the CPU: this Mac can't run {wanted}",
        *ways,
        f"For {wanted}, use a newer Mac: this one can't run it, {why}",
        risk="changes-environment" if older else "safe",
    )


def no_mps_on_this_mac() -> Fix:
    """Return the answer for an Intel Mac whose only GPU is Intel's: nothing there is to fix."""
    return by_hand(
        "no-mps-on-this-mac",
        "Use the CPU: MPS isn't known to work on this Mac's Intel GPU",
        "PyTorch skips GPUs that Metal calls low-power, as it does Intel's; an Intel Mac needs a "
        "discrete AMD GPU for MPS",
        f"Use device 'cpu': PyTorch's own wheels for Intel Macs end at {LAST_INTEL_WHEEL} "
        "(with numpy<2)",
        "For MPS, run the program on a Mac with Apple silicon",
        verify=ON_THE_CPU,
    )


def install_command_line_tools() -> Fix:
    """Return the fix that installs Apple's compiler and tools."""
    return Fix(
        id="install-command-line-tools",
        summary="Install Apple's command-line tools (confirm in the dialog)",
        commands=(("xcode-select", "--install"),),
        needs=("gui", "network"),
        verify=(("xcode-select", "-p"), (DOCTOR,)),
    )


def rename_files(*paths: str) -> Fix:
    """Return the fix that renames files which are imported instead of a package or a module.

    `mv -n` overwrites nothing: where the new name is taken, the file stays and the proof fails.
    """
    return Fix(
        id="rename-shadowing-file",
        summary=f"Rename {paths[0]}" if len(paths) == 1 else f"Rename {len(paths)} files",
        commands=tuple(("mv", "-n", path, path + SUFFIX) for path in paths),
        risk="safe",
        undo=tuple(("mv", "-n", path + SUFFIX, path) for path in paths),
        verify=((DOCTOR,),),
    )


def set_variable(name: str, value: str, *, old: str = "") -> Fix:
    """Return the fix that sets a variable before Python starts; `old` is a value to remove."""
    return by_hand(
        f"set-{name.lower().replace('_', '-')}",
        f"Set {name}={value} before Python starts",
        f"In the terminal, before the program: `export {name}={value}`",
        *((f"Remove {name}={old} from {PLACES}",) if old else ()),
        f"For every new terminal: add `export {name}={value}` to ~/.zshrc, or "
        f"`set -gx {name} {value}` to ~/.config/fish/config.fish",
        "In a notebook: restart the kernel and set it in os.environ in the first cell, before "
        "anything imports torch",
    )


PLACES = "~/.zshrc, ~/.zprofile, ~/.bash_profile, the project's .env file and the editor's settings"
"""Where a variable may be set."""


def unset_variable(name: str) -> Fix:
    """Return the fix that removes an environment variable wherever it comes from."""
    return by_hand(
        f"unset-{name.lower().replace('_', '-')}",
        f"Unset {name}",
        f"In the terminal: `unset {name}`",
        f"Remove {name} from {PLACES}",
        "Open a new terminal, or restart the notebook's kernel",
    )
