"""The one judgement: facts and a policy become a report, for every command and every source."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timezone

import msgspec

from mps_doctor.facts import Machine, Project
from mps_doctor.judgement import engine
from mps_doctor.judgement.checking import Level, Result
from mps_doctor.judgement.deep_matrix import matrix_of
from mps_doctor.judgement.line_references import cite
from mps_doctor.judgement.report import Ignored, Measurements, Report, Target
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.system.configuration import FailOn, SeverityWord


class Policy(msgspec.Struct, frozen=True):
    """How facts are judged: the device, the level, the checks, the exit code."""

    device: str = "mps"
    level: Level = "standard"
    select: tuple[str, ...] = ()
    ignore: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Checks or families that are left out, each with its reason."""
    fail_on: FailOn = "error"
    expect: str = ""
    """The verdict that is expected: a cause, or `healthy`."""
    severities: Mapping[str, SeverityWord] = msgspec.field(default_factory=dict)
    project: Project | None = None
    """What the project requires of the environment."""
    plugins: bool = True
    without: tuple[str, ...] = ()
    """Names of plug-ins that are left out."""
    place_of: Callable[[str], str] | None = None
    """Where a project's file names a check; empty for a name that it does not have."""

    def load_checks(self) -> engine.Catalogue:
        """Load the checks of the plug-ins that take part; raises InputError."""
        return engine.load_checks(plugins=self.plugins, without=self.without)


def assess(
    facts: Machine,
    policy: Policy,
    target: Target,
    *,
    started: float | None = None,
    catalogue: engine.Catalogue | None = None,
    program_failed: bool = False,
) -> Report:
    """Judge facts and return the report; raises InputError for an unknown check.

    `started` is in seconds since the epoch.  Who judges many machines loads the `catalogue` once.
    `program_failed` says that a program's own error is judged, as in `diagnose` and `run`.
    """
    started = time.time() if started is None else started
    catalogue = catalogue or policy.load_checks()
    policy = known_names(policy, catalogue)
    if policy.project is not None:
        facts = msgspec.structs.replace(facts, project=policy.project)
    results = engine.judge(
        facts,
        catalogue,
        device=policy.device,
        level=policy.level,
        select=policy.select,
        ignore=policy.ignore,
        severities=policy.severities,
    )
    results = cite(results, facts)
    verdict = reach_verdict(
        results,
        facts,
        device=policy.device,
        fail_on=policy.fail_on,
        expect=policy.expect,
        program_failed=program_failed,
    )
    return Report(
        target=target,
        verdict=verdict,
        results=results,
        ignored=_ignored(policy, results, catalogue),
        measurements=Measurements(smoke=facts.smoke, deep=matrix_of(facts.deep)),
        facts=facts,
        started=datetime.fromtimestamp(started, timezone.utc).isoformat(timespec="seconds"),
        seconds=round(time.time() - started, 3),
    )


def known_names(policy: Policy, catalogue: engine.Catalogue) -> Policy:
    """Return the policy without a project's names for checks of plug-ins that are left out.

    Raises InputError for any other name that no check, family or cause has.
    """

    def exists(name: str, find: Callable[[str], object]) -> bool:
        try:
            find(name)
        except engine.UnknownNameError as error:
            place = policy.place_of(name) if policy.place_of else ""
            if place and (policy.without or not policy.plugins):
                return False
            text = f"{place}: {error}" if place else str(error)
            raise engine.UnknownNameError(text, error.hint) from None
        return True

    def find(name: str) -> object:
        return catalogue.expand((name,))

    def find_severity(name: str) -> None:
        catalogue.ensure_cause(name, *(item.id for item in catalogue.checks))

    if policy.expect:
        catalogue.ensure_cause(policy.expect, "healthy")
    return msgspec.structs.replace(
        policy,
        select=tuple(name for name in policy.select if exists(name, find)),
        ignore={name: why for name, why in policy.ignore.items() if exists(name, find)},
        severities={n: word for n, word in policy.severities.items() if exists(n, find_severity)},
    )


def _ignored(
    policy: Policy, results: tuple[Result, ...], catalogue: engine.Catalogue
) -> tuple[Ignored, ...]:
    """Return what was left out, and why; a cause switched off only where it was found."""
    not_run = [result for result in results if result.outcome == "not-run"]
    reasons = {result.check: result.message for result in not_run}
    left_out = catalogue.expand(policy.ignore)
    left_out |= {name for name, word in policy.severities.items() if word == "off"} & set(reasons)
    left_out |= {result.check for result in not_run if result.cause}
    return tuple(Ignored(check=id, reason=reasons.get(id, "--ignore")) for id in sorted(left_out))
