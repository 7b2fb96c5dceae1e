"""Whether the doctor itself is up to date with what it examines."""

from __future__ import annotations

from mps_doctor.facts import (
    Host,
    Interpreter,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor.knowledge import macos as known_macos
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.distribution import ways_to_update
from mps_doctor_checks.mac import parse_version, real_macos, torch_version


@check(
    "self",
    title="The doctor's data knows this torch, macOS and Python",
    causes=("doctor-data-outdated",),
    family="settings",
    concerns="any",
)
def self_check(
    host: Host, python: Interpreter, torch: TorchInstall, torch_import: TorchImport
) -> Outcomes:
    """What is newer than the doctor's dated data is said to be newer, never to be wrong.

    ## Why it matters
    The minimum versions, matching pairs and known defects come from data with a date.
    A newer torch is judged by its own files, but its companions and its known bugs are not in the
    data, and the advice may name an older torch than the newest.
    No data ever holds a nightly or a build from source: an update would not change that.

    ## Fix
    Update mps-doctor.

    ## References
    - https://pytorch.org/get-started/previous-versions/
    """
    newer = []
    version = torch_version(torch, torch_import)
    if not isinstance(version, Unknown) and _has_come_out_since(version):
        newer.append(f"torch {version}")
    macos = known_or(real_macos(host), "")
    if macos and known_macos.is_macos_newer_than_known(macos):
        newer.append(f"macOS {macos}")
    numbers = known_or(python.version, "")
    if numbers and releases.is_python_newer_than_known(numbers):
        newer.append(f"Python {numbers}")
    if not newer and not numbers and not macos:
        known(version)
    if not newer:
        return Passed(message=f"version data of {releases.read_on()}")
    return Failed(
        cause="doctor-data-outdated",
        message=f"{' and '.join(newer)}: newer than the doctor's data of {releases.read_on()}",
        have=f"data of {releases.read_on()}",
        need="newer data, if there is any",
        evidence=tuple(newer),
        fixes=(
            Fix(
                id="update-doctor",
                summary="Update mps-doctor",
                kind="manual",
                steps=ways_to_update(),
                needs=("network",),
                risk="safe",
                verify=(("mps-doctor", "--version"),),
            ),
        ),
    )


def _has_come_out_since(torch: str) -> bool:
    parsed = parse_version(torch)
    return parsed is not None and not parsed.is_prerelease and releases.is_newer_than_known(torch)
