"""Does the environment meet what the project requires?"""

from mps_doctor.facts import (
    Deep,
    Fact,
    Project,
    ProjectRequirement,
    SmokeTest,
    TorchImport,
    Unknown,
    known,
    known_or,
    real_macos,
    torch_version,
)
from mps_doctor.fixes import Environment, Requirement, by_hand, install_packages, update_macos
from mps_doctor.judgement.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check
from mps_doctor.knowledge.versions import meets

NAMES = {"torch": "torch", "macos": "macOS", "python": "Python"}


@check(
    "project-requirements",
    title="The environment meets the project's requirements",
    causes=("project-requirement-unmet",),
    concerns="any",
)
def project_requirements(
    project: Project,
    environment: Environment,
    torch_import: TorchImport,
    smoke: SmokeTest,
    deep: Deep,
) -> Outcomes:
    """A project can require versions of torch, macOS and Python, and a device.

    ## Why it matters
    An environment may work and still be too old for a program: an operator is missing or slower,
    or gives other results.
    The project states what it needs under `[tool.mps-doctor.require]` in its pyproject.toml.

    ## Fix
    Update what is named to a version that the project accepts, or change its requirement.

    ## References
    - https://packaging.python.org/en/latest/specifications/version-specifiers/
    """
    requirements = known_or(project.requirements, ())
    if not requirements:
        return NotApplicable(message="the project has no requirements")
    present: dict[str, Fact[str]] = {
        "torch": torch_version(environment.torch, torch_import),
        "macos": real_macos(environment.host),
        "python": environment.python.version,
    }
    judged = [
        _compared(
            item,
            present[item.subject],
            environment,
            source=known_or(project.stated_in, "the project"),
        )
        if item.subject in present
        else _examined(item, smoke, deep)
        for item in requirements
    ]
    if failures := tuple(each for each in judged if isinstance(each, Failed)):
        return failures
    met = [known(each) for each in judged if not isinstance(each, Failed)]
    return Passed(message="all met", have=", ".join(met))


def _compared(
    item: ProjectRequirement, fact: Fact[str], environment: Environment, source: str
) -> Fact[str] | Failed:
    """Return what is there where it is enough, why that is not known, or the failure."""
    if isinstance(fact, Unknown):
        return fact
    try:
        enough = meets(fact, item.need)
    except ValueError:
        return Unknown(f"{fact!r} and {item.need!r} can't be compared", f"project.{item.subject}")
    name = NAMES[item.subject]
    if enough:
        return f"{name} {fact}"
    return Failed(
        cause="project-requirement-unmet",
        message=f"The project requires {name}{item.need}, but this is {name} {fact}",
        have=f"{name} {fact}",
        need=f"{name}{item.need} for the project",
        evidence=(f"{source}: {item.subject} = {item.need}",),
        fixes=(_fix(item, environment),),
    )


def _examined(item: ProjectRequirement, smoke: SmokeTest, deep: Deep) -> Fact[str]:
    """Return the device or level that was examined; what this run could not show is no fault."""
    nothing_ran = isinstance(smoke.outcome, Unknown)
    if item.subject == "device":
        if isinstance(smoke.device, Unknown) or nothing_ran:
            return Unknown("nothing ran on a device", "smoke.device")
        if smoke.device != item.need:
            return Unknown(f"{smoke.device} was examined, not {item.need}", "smoke.device")
    elif item.need == "deep" and isinstance(deep.results, Unknown):
        return Unknown("this run was not at --level deep", "deep.results")
    elif item.need == "standard" and nothing_ran:
        return Unknown("this run was not at --level standard", "smoke.outcome")
    return f"{item.subject} {item.need}"


def _fix(item: ProjectRequirement, environment: Environment) -> Fix:
    if item.subject == "torch":
        wanted = Requirement("torch", item.need, "the project")
        return install_packages(wanted, environment=environment, id="install-torch-of-the-project")
    minimum = item.need.removeprefix(">=")
    if item.subject == "macos" and minimum.replace(".", "").isdigit():
        return update_macos(environment.host, minimum)
    new = item.subject == "python"
    what = f"{'a new environment with' if new else 'a Mac with'} {NAMES[item.subject]} {item.need}"
    return by_hand(
        f"meet-project-{item.subject}",
        f"Use {what}",
        f"Use {what}, or change the project's requirement",
        needs=("new-environment",) if new else (),
        risk="changes-environment",
    )
