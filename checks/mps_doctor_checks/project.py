"""What the project itself asks of an environment, in its configuration."""

from __future__ import annotations

from mps_doctor.facts import (
    Conda,
    Deep,
    Fact,
    Host,
    Interpreter,
    Project,
    ProjectRequirement,
    SmokeTest,
    TorchImport,
    TorchInstall,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import Requirement, install_packages, update_macos
from mps_doctor.judgement.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check
from mps_doctor.knowledge.versions import meets
from mps_doctor_checks.mac import real_macos, torch_version

NAMES = {"torch": "torch", "macos": "macOS", "python": "Python"}


@check(
    "project-requirements",
    title="What the project asks for is here",
    causes=("project-requirement-unmet",),
    concerns="any",
)
def project_requirements(
    project: Project,
    host: Host,
    python: Interpreter,
    conda: Conda,
    torch: TorchInstall,
    torch_import: TorchImport,
    smoke: SmokeTest,
    deep: Deep,
) -> Outcomes:
    """A project can state which torch, macOS and Python it needs, and on which device.

    ## Why it matters
    An environment may be sound and still be too old for a program: an operator is missing there,
    or is slower, or gives other numbers.
    The project knows, and says so under `[tool.mps-doctor.require]` in its pyproject.toml.

    ## Fix
    Bring what is named to a version that the project accepts, or change what the project states.

    ## References
    - https://packaging.python.org/en/latest/specifications/version-specifiers/
    """
    requirements = known_or(project.requirements, ())
    if not requirements:
        return NotApplicable(message="the project states no requirement")
    present: dict[str, Fact[str]] = {
        "torch": torch_version(torch, torch_import),
        "macos": real_macos(host),
        "python": python.version,
    }
    seen = [(item, _seen(item, present, smoke, deep)) for item in requirements]
    unmet = [(item, have) for item, have in seen if not isinstance(have, Unknown | Met)]
    if unmet:
        place = known_or(project.stated_in, "the project")
        return tuple(_failure(item, have, place, host, python, conda) for item, have in unmet)
    met = [known(have) for _, have in seen]
    return Passed(message="every requirement is met", have=", ".join(met))


class Met(str):
    """What is here, and is enough."""

    __slots__ = ()


def _seen(
    item: ProjectRequirement, present: dict[str, Fact[str]], smoke: SmokeTest, deep: Deep
) -> Fact[str]:
    """Return what is here, `Met` where it is enough; what this run could not show is no fault."""
    if item.subject == "device":
        return _device(item.need, smoke)
    if item.subject == "level":
        return _level(item.need, smoke, deep)
    have = present[item.subject]
    if isinstance(have, Unknown):
        return have
    try:
        enough = meets(have, item.need)
    except ValueError:
        return Unknown(f"{have!r} and {item.need!r} cannot be compared", f"project.{item.subject}")
    return Met(f"{NAMES[item.subject]} {have}") if enough else have


def _device(need: str, smoke: SmokeTest) -> Fact[str]:
    if isinstance(smoke.device, Unknown) or isinstance(smoke.outcome, Unknown):
        return Unknown("nothing was run on a device", "smoke.device")
    if smoke.device != need:
        return Unknown(f"{smoke.device} was examined, not {need}", "smoke.device")
    return Met(f"device {need}")


def _level(need: str, smoke: SmokeTest, deep: Deep) -> Fact[str]:
    if need == "deep" and isinstance(deep.results, Unknown):
        return Unknown("the run was not of --level deep", "deep.results")
    if need == "standard" and isinstance(smoke.outcome, Unknown):
        return Unknown("the run was not of --level standard", "smoke.outcome")
    return Met(f"level {need}")


def _failure(
    item: ProjectRequirement,
    have: str,
    place: str,
    host: Host,
    python: Interpreter,
    conda: Conda,
) -> Failed:
    name = NAMES[item.subject]
    return Failed(
        cause="project-requirement-unmet",
        message=f"{name} {have} is here, and the project needs {name} {item.need}",
        have=f"{name} {have}",
        need=f"{name} {item.need}",
        evidence=(f"{place}: {item.subject} = {item.need}",),
        fixes=(_fix(item, host, python, conda),),
    )


def _fix(item: ProjectRequirement, host: Host, python: Interpreter, conda: Conda) -> Fix:
    if item.subject == "torch":
        wanted = Requirement("torch", item.need, "this project")
        return install_packages((wanted,), python, conda, id="install-torch-of-the-project")
    minimum = item.need.removeprefix(">=")
    if item.subject == "macos" and minimum.replace(".", "").isdigit():
        return update_macos(host, minimum)
    name = NAMES[item.subject]
    where = "Make a new environment with" if item.subject == "python" else "Use a Mac with"
    return Fix(
        id=f"meet-project-{item.subject}",
        kind="manual",
        summary=f"{where} {name} {item.need}",
        steps=(f"{where} {name} {item.need}, or change what the project's configuration states.",),
        needs=("new-environment",) if item.subject == "python" else (),
        verify=(("mps-doctor",),),
    )
