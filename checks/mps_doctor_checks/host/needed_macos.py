"""The macOS that an installed torch needs for MPS."""

from typing import Literal, NamedTuple

from mps_doctor.facts import TorchInstall, known_or
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import MacOS, parse_macos
from mps_doctor.knowledge.versions import parse_version


class NeededMacOS(NamedTuple):
    """The macOS that the MPS of an installed torch needs, and how that is known."""

    source: Literal["data", "kernels", "text", "nothing"]
    minimum: MacOS | None
    """Where nothing says what MPS needs, what its library as a whole is built for."""
    meant: MacOS | None
    """The minimum that torch states, where it is higher: its code may run on less."""
    released: bool
    """Whether it is a release that the data knows: then `meant` is known to be advice."""
    evidence: tuple[str, ...] = ()


def needed_macos(version: str, torch: TorchInstall) -> NeededMacOS:
    """Return what torch needs by its own files; by the data where they do not say it.

    The text of a release's library is no better than the data: that of 2.5 is wrong.
    """
    target, stated = known_or(torch.metal_target, ""), known_or(torch.stated_minimum_macos, "")
    built_for = known_or(torch.deployment_target, "")
    row, parsed = releases.release(version), parse_version(version)
    released = row is not None and parsed is not None and not parsed.is_prerelease
    if row is not None and not target and (released or not stated):
        minimum = parse_macos(row.mps_minimum_macos)
        return NeededMacOS("data", minimum, row.recommended_macos, released)
    minimum = releases.minimum_of_files(target, stated, built_for)
    named = [macos for macos in (minimum, parse_macos(stated)) if macos is not None]
    texts = {
        "compiled Metal kernels for macOS": target,
        "states macOS": stated,
        "built for macOS": built_for,
    }
    return NeededMacOS(
        "kernels" if target else "text" if stated else "nothing",
        minimum,
        max(named, default=None),
        released,
        tuple(f"libtorch_cpu: {text} {macos}" for text, macos in texts.items() if macos),
    )
