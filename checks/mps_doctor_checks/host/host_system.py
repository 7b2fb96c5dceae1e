"""Is this a Mac that runs macOS?"""

from mps_doctor.facts import (
    ARM,
    Host,
    Interpreter,
    Messages,
    is_darwin,
    known,
    known_or,
    macos_name,
    virtual_machine_marks,
)
from mps_doctor.fixes import DOCTOR, by_hand
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, check

FILES_FROM_A_MAC = frozenset({"restore-location-mps", "storage-device-mps"})
"""Error texts of reading what was saved on mps: they come where there is no Mac."""


@check("host-system", title="Python runs on macOS", causes=("not-macos-host", "linux-guest-on-mac"))
def host_system(host: Host, python: Interpreter, messages: Messages) -> Outcomes:
    """MPS requires macOS.

    ## Why it matters
    MPS is built on Metal, which only Apple's systems have.
    Linux in a container or virtual machine on a Mac has none either: Docker, Podman, OrbStack,
    Lima and UTM don't pass the GPU through.

    ## Fix
    On a Mac, run Python on macOS itself.
    On Linux or Windows, use `--device cuda` or `--device cpu`.

    ## References
    - https://developer.apple.com/metal/pytorch/
    - https://github.com/docker/for-mac/issues/6512
    - https://github.com/pytorch/pytorch/issues/120557
    """
    if known(is_darwin(host)):
        parts = [macos_name(host), known_or(host.chip, "")]
        parts += ["in a virtual machine"] if virtual_machine_marks(host) else []
        mac = ", ".join(filter(None, parts))
        return Passed(message=mac, have=mac)
    system = known(host.system)
    have = known_or(host.distribution, system)
    marks = signs_of_a_mac_below(host, python)
    if system == "Linux" and marks:
        return Failed(
            cause="linux-guest-on-mac",
            message=f"{have} runs in a container or virtual machine on a Mac",
            have=f"{have} guest on a Mac",
            need="macOS itself",
            evidence=marks,
            fixes=(
                by_hand(
                    "leave-linux-guest",
                    "Run Python on macOS itself, outside the container",
                    "Open a terminal on the Mac itself",
                    "Create an environment there with an arm64 Python: `python3 -m venv mps-env`",
                    "Install torch in it: `mps-env/bin/python -m pip install torch`",
                    needs=("network", "new-environment"),
                    risk="changes-environment",
                    verify=(DOCTOR, "--python", "mps-env/bin/python"),
                ),
            ),
        )
    if any(match.signature in FILES_FROM_A_MAC for match in known_or(messages.matches, ())):
        return NotApplicable(message="a file from a Mac is read here without MPS")
    return Failed(
        cause="not-macos-host",
        message=f"This is {have}; MPS requires macOS",
        have=have,
        need="macOS",
        evidence=(f"system: {system}",),
        fixes=(
            by_hand(
                "use-another-device",
                "Test this computer's CPU or NVIDIA GPU",
                "With an NVIDIA GPU: `mps-doctor --device cuda`",
                "Without one: `mps-doctor --device cpu`",
                verify=(DOCTOR, "--device", "cpu"),
            ),
        ),
    )


def signs_of_a_mac_below(host: Host, python: Interpreter) -> tuple[str, ...]:
    """Return the signs that a Linux runs as a guest, or in a container, on a Mac."""
    container = known_or(host.container, "none")
    kernel = known_or(host.kernel_release, "")
    marks = list(known_or(host.apple_marks, ()))
    # Docker Desktop's kernel also runs on Windows and on Intel; with an ARM processor it is a Mac.
    if "linuxkit" in kernel and (host.hardware_architecture in ARM or python.architecture in ARM):
        marks.append(f"kernel {kernel} on an ARM processor: Docker Desktop's virtual machine")
    if "orbstack" in kernel:
        marks.append(f"kernel {kernel}: OrbStack runs on Macs only")
    # Linux that runs on the bare Mac (Asahi) shows Apple's processor as well, and is no guest.
    if not marks or (host.virtual_machine is False and container == "none"):
        return ()
    if container != "none":
        marks.append(f"container: {container}")
    return tuple(dict.fromkeys(marks))
