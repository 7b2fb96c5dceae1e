"""For programs that need a device: get its name, or an error that says why there is none."""

from __future__ import annotations

import os
import sys

import msgspec

from mps_doctor.facts.machine import Project, ProjectRequirement, known_or
from mps_doctor.features.examination import DEFAULT_TIMEOUT, Judging, examine, read_configuration
from mps_doctor.judgement.checking import Level

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
    Raises InputError for a device that does not exist, and for a file that is wrong.
    """
    if device == "mps" and sys.platform != "darwin":
        level = "quick"  # what is known without torch says all
    judging = Judging(device=device, level=level)
    if config is not None:
        judging = judging.with_configuration(read_configuration(config))
    stated = {"torch": torch, "macos": macos}
    own = tuple(
        ProjectRequirement(subject=subject, need=need)  # type: ignore[arg-type]  # its keys
        for subject, need in stated.items()
        if need
    )
    if own:
        project = judging.project or Project(requirements=())
        project = Project(
            requirements=known_or(project.requirements, ()) + own,
            stated_in=" and ".join(filter(None, (known_or(project.stated_in, ""), OWN))),
        )
        judging = msgspec.structs.replace(judging, project=project)
    examine(judging, python=sys.executable, timeout=timeout).raise_for_status()
    return device
