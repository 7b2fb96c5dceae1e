"""For programs that need a device: get its name, or an error that says why there is none."""

import os
import sys

import msgspec

from mps_doctor.facts import Project, ProjectRequirement, known_or
from mps_doctor.features.examination import (
    DEFAULT_TIMEOUT,
    configured,
    examine,
    refuse_wrong,
)
from mps_doctor.judgement.assess import Policy
from mps_doctor.judgement.checking import Level
from mps_doctor.system.configuration import refuse_no_specifier
from mps_doctor.system.errors import InputError

OWN = "mps_doctor.require()"


def require(
    *,
    device: str = "mps",
    level: Level = "standard",
    torch: str = "",
    macos: str = "",
    timeout: float = DEFAULT_TIMEOUT,
    config: str | os.PathLike[str] | None = None,
) -> str:
    """Return the device if this Python can use it; raise MPSUnavailableError with the cause if not.

        device = mps_doctor.require(torch=">=2.6")

    The work is done in a child process of this interpreter, so that a crash or a hang of the
    device leaves this process alone; it costs one more import of torch.
    `torch` and `macos` are version specifiers that must be met as well.
    `config` names a file of a project (`pyproject.toml`) whose requirements, reasons and severities
    count; none is looked for, as a program may be started in any folder.
    Raises InputError for a device, level or version that is none, and for a file that is wrong.
    """
    refuse_wrong(timeout, device=device, level=level)
    stated = {"torch": torch, "macos": macos}
    for name, need in stated.items():
        refuse_no_specifier(need, f"{name}={need!r:.80}", name)
    if sys.platform != "darwin":
        if device == "mps":
            level = "quick"  # what is known without torch says all
        elif macos:
            raise InputError(f"macos={macos!r} cannot be met: this is not a Mac")
    policy = Policy(device=device, level=level)
    if config is not None:
        policy = configured(policy, config)
    own = tuple(
        ProjectRequirement(subject=subject, need=need)  # type: ignore[arg-type]  # its keys
        for subject, need in stated.items()
        if need
    )
    if own:
        project = policy.project or Project(requirements=())
        project = Project(
            requirements=known_or(project.requirements, ()) + own,
            stated_in=" and ".join(filter(None, (known_or(project.stated_in, ""), OWN))),
        )
        policy = msgspec.structs.replace(policy, project=project)
    examine(policy, python=sys.executable, timeout=timeout).raise_for_status()
    return device
