"""Another environment on this Mac in which MPS works already, told from its files only."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

from packaging.version import InvalidVersion, Version

from mps_doctor.discovery.environment import environment_of, is_conda
from mps_doctor.discovery.pythons import find_pythons
from mps_doctor.discovery.surroundings import Surroundings
from mps_doctor.features.fix.values import FixStep
from mps_doctor.knowledge.macos import parse_macos
from mps_doctor.knowledge.releases import minimum_macos
from mps_doctor.probe.macho import architectures

LIBRARY = "torch/lib/libtorch_cpu.dylib"


def step_to_elsewhere(macos: str, examined: Path, around: Surroundings) -> FixStep | None:
    """Return the step to the environment with the newest torch that can use MPS on this macOS.

    None where there is none but the `examined` one, by its folder.
    """
    found = []
    for item in find_pythons(around):
        prefix = environment_of(item.python)
        if prefix is not None and prefix != examined:
            works = (version for version in _torches(prefix) if _can_use_mps(version, macos))
            found += [(version, prefix, item.name) for version in works if _is_arm64(item.python)]
    if not found:
        return None
    version, prefix, name = max(found)
    conda = ("conda", "activate", name)
    return FixStep(
        id="use-working-environment",
        summary=f"Use {name}: torch {version} can use MPS there already",
        kind="run",
        commands=(conda if is_conda(prefix) else ("source", f"{prefix}/bin/activate"),),
        risk="safe",
        verify=(("mps-doctor", "--python", str(prefix / "bin" / "python")),),
        left_to_you="only your shell can activate an environment",
    )


def _torches(prefix: Path) -> Iterator[Version]:
    """Yield the version of a torch for arm64 that lies in an environment."""
    for info in prefix.glob("lib/python*/site-packages/torch-*.dist-info"):
        text = re.sub(r"^torch-|\.dist-info$", "", info.name)
        if _is_arm64(info.parent / LIBRARY):
            with contextlib.suppress(InvalidVersion):
                yield Version(text)


def _can_use_mps(version: Version, macos: str) -> bool:
    needs, have = minimum_macos(str(version)), parse_macos(macos)
    return needs is not None and have is not None and have >= needs


def _is_arm64(binary: Path) -> bool:
    try:
        found: list[str] = architectures(str(binary))  # type: ignore[no-untyped-call]  # the probe
    except (OSError, ValueError):
        return False
    return "arm64" in found
