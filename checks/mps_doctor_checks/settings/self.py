"""Does mps-doctor's data know this PyTorch, macOS and Python?"""

from mps_doctor.facts import (
    Host,
    Interpreter,
    TorchImport,
    TorchInstall,
    known,
    known_or,
    real_macos,
    torch_version,
)
from mps_doctor.fixes import DOCTOR, by_hand
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge import macos as known_macos, releases
from mps_doctor.knowledge.distribution import ways_to_update
from mps_doctor.knowledge.versions import parse_version


@check(
    "self",
    title="mps-doctor's data knows this PyTorch, macOS and Python",
    causes=("doctor-data-outdated",),
    concerns="any",
)
def self_check(
    host: Host, python: Interpreter, torch: TorchInstall, torch_import: TorchImport
) -> Outcomes:
    """Minimum versions, matching pairs and known bugs come from data with a date.

    ## Why it matters
    A newer PyTorch is judged by its own files, but its companions and known bugs are not in the
    data, and a fix may name an older torch than the newest.
    No data has nightlies or builds from source: an update would not change that.

    ## Fix
    Update mps-doctor.

    ## References
    - https://pytorch.org/get-started/previous-versions/
    """
    fact = torch_version(torch, torch_import)
    version, numbers = known_or(fact, ""), known_or(python.version, "")
    macos = known_or(real_macos(host), "")
    parsed = parse_version(version)
    newer = []
    if parsed and not parsed.is_prerelease and releases.is_newer_than_known(version):
        newer.append(f"torch {version}")
    if macos and known_macos.is_macos_newer_than_known(macos):
        newer.append(f"macOS {macos}")
    if numbers and releases.is_python_newer_than_known(numbers):
        newer.append(f"Python {numbers}")
    if not newer:
        if not numbers and not macos:
            known(fact)
        return Passed(message=f"data of {releases.read_on()}")
    return Failed(
        cause="doctor-data-outdated",
        message=f"{' and '.join(newer)}: newer than mps-doctor's data ({releases.read_on()})",
        have=f"mps-doctor's data of {releases.read_on()}",
        need="newer data",
        evidence=tuple(newer),
        fixes=(
            by_hand(
                "update-doctor",
                "Update mps-doctor",
                *ways_to_update(),
                needs=("network",),
                risk="changes-environment",
                verify=(DOCTOR, "--version"),
            ),
        ),
    )
