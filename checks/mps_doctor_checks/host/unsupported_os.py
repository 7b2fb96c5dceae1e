"""Is macOS a finished release that still gets updates?"""

from mps_doctor.facts import Host, SmokeTest, is_beta, known, macos_name, real_macos
from mps_doctor.fixes import by_hand, can_update, update_macos
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge import macos as known_macos


@check(
    "unsupported-os",
    title="macOS is a finished release that gets updates",
    causes=("macos-unsupported-or-beta",),
    requires=("host-system",),
)
def unsupported_os(host: Host, smoke: SmokeTest) -> Outcomes:
    """Betas of macOS sometimes break MPS; old releases get no more fixes.

    ## Why it matters
    Most of what MPS computes with belongs to macOS, not to PyTorch.
    Betas have crashed or given wrong results where the releases before and after them worked, and
    PyTorch doesn't fix bugs for a beta.
    A release without updates still works, with the PyTorch that fits it: that is advice only.

    ## Fix
    Update to a finished release that gets updates.

    ## References
    - https://github.com/pytorch/pytorch/issues/104642
    - https://support.apple.com/en-us/100100
    """
    if is_beta(host):
        return Failed(
            cause="macos-unsupported-or-beta",
            message=f"{macos_name(host)} is a beta",
            have=f"{macos_name(host)} beta",
            need="a finished release",
            evidence=(f"build: {host.macos_build}",),
            fixes=(
                by_hand(
                    "leave-macos-beta",
                    "Install the finished release of macOS",
                    "Open System Settings > General > Software Update, and turn beta updates off",
                    "Install the finished release as soon as it is offered",
                    needs=("gui", "restart"),
                    risk="changes-environment",
                ),
            ),
            # A crash on the beta is the smoke test's to report, with the beta as its cause.
            severity="info" if smoke.outcome == "crashed" else None,
        )
    version = known(real_macos(host))
    name, oldest = known_macos.macos_name(version), known_macos.oldest_supported()
    if known_macos.support_status(version) != "ended":
        newer = known_macos.is_macos_newer_than_known(version)
        return Passed(
            message="newer than mps-doctor's data" if newer else "gets updates", have=name
        )
    if can_update(host, oldest) is False:
        message = f"{name} gets no more updates, and this Mac can't run a version that does"
        return Passed(message=message, have=name)
    return Failed(
        cause="macos-unsupported-or-beta",
        message=f"{name} no longer gets updates",
        have=f"macOS {version}",
        need="a release that gets updates",
        evidence=(f"macOS: {version}", f"data of {known_macos.READ}"),
        fixes=(update_macos(host, oldest),),
        severity="info",
    )
