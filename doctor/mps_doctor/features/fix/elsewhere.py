"""Another environment on this Mac in which MPS works already, told from its files only."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace
from packaging.version import Version

from mps_doctor.discovery.environment import Surroundings, environment_of, is_conda
from mps_doctor.discovery.pythons import find_pythons
from mps_doctor.facts import Host, Interpreter
from mps_doctor.features.fix.values import FixStep
from mps_doctor.fixes.fix import DOCTOR
from mps_doctor.fixes.situation import read_situation
from mps_doctor.judgement.report import Report
from mps_doctor.knowledge.macos import MacOS, parse_macos
from mps_doctor.knowledge.releases import minimum_macos
from mps_doctor.knowledge.versions import parse_version
from mps_doctor.probe.macho import architectures
from mps_doctor.render.shell import in_shell
from mps_doctor.system.redaction import redact

LIBRARY = "torch/lib/libtorch_cpu.dylib"


def note_elsewhere(report: Report, python: Path) -> Report:
    """Return the report on an interpreter with a note of where MPS works already, if it does."""
    step = find_elsewhere(report.facts.host, python.parent.parent, Surroundings.here())
    if step is None:
        return report
    notes = (report.target.note, f"{step.summary}: {in_shell(step.commands[0])}")
    target = replace(report.target, note=redact("; ".join(filter(None, notes))))
    return replace(report, target=target)


def find_elsewhere(host: Host, examined: Path, around: Surroundings) -> FixStep | None:
    """Return the step to the environment with the newest torch that can use MPS on this macOS.

    None where there is none but the `examined` one, by its folder.
    """
    situation = read_situation(host, Interpreter())
    macos = parse_macos(situation.macos)
    if not situation.is_mac or macos is None:
        return None
    found = []
    for item in find_pythons(around):
        prefix = environment_of(item.python)
        if prefix is not None and prefix != examined and _is_arm64(item.python):
            found += [(version, prefix, item.name) for version in _torches(prefix, macos)]
    if not found:
        return None
    version, prefix, name = max(found)
    conda = ("conda", "activate", name)
    return FixStep(
        id="use-working-environment",
        summary=f"Use {name}, where torch {version} can use MPS already",
        commands=(conda if is_conda(prefix) else ("source", f"{prefix}/bin/activate"),),
        risk="safe",
        verify=((DOCTOR, "--python", str(prefix / "bin" / "python")),),
        left_to_you="only your shell can activate an environment",
    )


def _torches(prefix: Path, macos: MacOS) -> Iterator[Version]:
    """Yield the version of a torch for arm64 in an environment that can use MPS on this macOS."""
    for info in prefix.glob("lib/python*/site-packages/torch-*.dist-info"):
        version = parse_version(re.sub(r"^torch-|\.dist-info$", "", info.name))
        needs = minimum_macos(str(version))
        fits = version is not None and needs is not None and macos >= needs
        if version is not None and fits and _is_arm64(info.parent / LIBRARY):
            yield version


def _is_arm64(binary: Path) -> bool:
    try:
        return "arm64" in architectures(str(binary))
    except (OSError, ValueError):
        return False
