"""What MPS can do in which torch on which macOS."""

from mps_doctor.knowledge.macos import parse_macos
from mps_doctor.knowledge.rows.features import FEATURES
from mps_doctor.knowledge.rows.features import Feature as Feature
from mps_doctor.knowledge.versions import meets, release_of


def all_features() -> tuple[Feature, ...]:
    """Return every feature that the data knows."""
    return FEATURES


def has_feature(feature: Feature, torch: str, macos: str) -> bool | None:
    """Return whether a torch on a macOS has a feature; None where that is not known."""
    version, system = release_of(torch), parse_macos(macos)
    if version is None:
        return None
    fitting = [rule for rule in feature.rules if meets(str(version), rule.torch)]
    if not fitting or any(not rule.macos for rule in fitting):
        return bool(fitting)
    if system is None:
        return None
    return any(meets(str(system), f">={rule.macos}") for rule in fitting)
