"""`check --all`: every interpreter that is found, examined side by side."""

import time
from collections.abc import Callable

from mps_doctor.discovery.environment import Surroundings
from mps_doctor.discovery.examining_all import examine_all
from mps_doctor.discovery.pythons import Found, find_pythons
from mps_doctor.facts import Interpreter, Machine, Origin
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.report import ReportList, Target
from mps_doctor.system.errors import InputError


def run_all(
    policy: Policy,
    timeout: float,
    on_step: Callable[[str], None] | None = None,
) -> ReportList:
    """Examine every interpreter found on this machine within one deadline of `timeout` seconds."""
    started = time.time()
    found = find_pythons(Surroundings.here())
    if not found:
        raise InputError("no Python was found on this machine", "name one with --python PATH")
    report_done = (lambda item: on_step(item.name)) if on_step else None
    catalogue = policy.load_checks()
    answers = examine_all(
        found, level=policy.level, device=policy.device, timeout=timeout, on_done=report_done
    )
    reports = tuple(
        assess(
            answer if isinstance(answer, Machine) else _unusable(item, answer),
            policy,
            _target(item),
            started=started,
            catalogue=catalogue,
        )
        for item, answer in zip(found, answers, strict=True)
    )
    return ReportList(reports=reports)


def _target(item: Found) -> Target:
    return Target(
        kind="interpreter",
        name=item.name,
        python=str(item.python),
        chosen_because=f"found: {', '.join(item.kinds)}",
    )


def _unusable(item: Found, error: str) -> Machine:
    """A file that is no working Python is a row of the table, not the end of it."""
    return Machine(
        origin=Origin(kind="interpreter", name=str(item.python)),
        python=Interpreter(executable=str(item.python), start_error=error),
    )
