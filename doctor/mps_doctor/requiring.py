"""For programs that need a device: get its name, or an error that says why there is none."""

from __future__ import annotations

import sys

from mps_doctor.checking import Level
from mps_doctor.examination import DEFAULT_TIMEOUT, Judging, examine
from mps_doctor.machine import Project, ProjectRequirement


def require(
    *,
    device: str = "mps",
    level: Level = "standard",
    torch: str = "",
    macos: str = "",
    timeout: float = DEFAULT_TIMEOUT,
) -> str:
    """Return the device if this Python can use it; raise MPSUnavailableError with the cause if not.

        device = mps_doctor.require(torch=">=2.6")

    The work is done in a child process of this interpreter, so that a crash or a hang of the
    device leaves this process alone; it costs one more import of torch.
    `torch` and `macos` are version specifiers that must be met as well.
    Raises InputError for a device that does not exist.
    """
    stated = {"torch": torch, "macos": macos}
    project = Project(
        requirements=tuple(
            ProjectRequirement(subject=subject, need=need)  # type: ignore[arg-type]  # its keys
            for subject, need in stated.items()
            if need
        ),
        stated_in="mps_doctor.require()",
    )
    if device == "mps" and sys.platform != "darwin":
        level = "quick"  # what is known without torch says all
    judging = Judging(device=device, level=level, project=project)
    examine(judging, python=sys.executable, timeout=timeout).raise_for_status()
    return device
