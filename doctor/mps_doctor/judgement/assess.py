"""The one judgement: facts and a policy become a report, for every command and every source."""

import time
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timezone
from operator import attrgetter

import msgspec

from mps_doctor.facts import (
    Deep,
    DeviceMemory,
    Frameworks,
    Interpreter,
    Machine,
    Project,
    SmokeTest,
    Unknown,
    known_or,
)
from mps_doctor.fixes import aimed
from mps_doctor.judgement.catalogue import AnyCheck, Catalogue, load_checks
from mps_doctor.judgement.checking import Fix, Level, Result, result_of, run_check
from mps_doctor.judgement.deep_matrix import matrix_of
from mps_doctor.judgement.plugins import run_foreign
from mps_doctor.judgement.report import Ignored, Measurements, Report, Target
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.system.configuration import LEVELS, FailOn, SeverityWord
from mps_doctor.system.errors import InputError, suggest

OFF = "its severity is set to off"

ANSWERS = {"torch_import.mps_available": "is_available()", "torch_import.mps_built": "is_built()"}
"""What evidence calls the facts that are True or False: of others the value says which."""


class Policy(msgspec.Struct, frozen=True):
    """How facts are judged: the device, the level, the checks, the exit code."""

    device: str = "mps"
    level: Level = "standard"
    select: tuple[str, ...] = ()
    """The checks or families that run; all where none is named."""
    ignore: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Checks or families that are left out, each with its reason."""
    fail_on: FailOn = "error"
    expect: str = ""
    """The verdict that is expected: a cause, or `healthy`."""
    severities: Mapping[str, SeverityWord] = msgspec.field(default_factory=dict)
    """What replaces the severity of failures, by the id of their cause or of their check."""
    project: Project | None = None
    """What the project requires of the environment."""
    plugins: bool = True
    without: tuple[str, ...] = ()
    """Names of plug-ins that are left out."""
    place_of: Callable[[str], str] | None = None
    """Where a project's file names a check; empty for a name that it does not have."""

    def load_checks(self) -> Catalogue:
        """Load the checks of the plug-ins that take part.

        Raises InputError for a name in this policy that no check, family or cause has, unless a
        project's file has it, for a check of a plug-in that is left out or did not load.
        """
        catalogue = load_checks(plugins=self.plugins, without=self.without)
        ids = [item.id for item in catalogue.checks]
        checks = [*ids, *(item.family for item in catalogue.checks)]
        causes = [*all_causes(), *(cause for item in catalogue.checks for cause in item.causes)]
        hint_on_causes = "mps-doctor list --causes shows them; list --format json those of plug-ins"
        for names, known, what, where in (
            ((*self.select, *self.ignore), checks, "check", "mps-doctor list shows the checks"),
            (self.severities, [*ids, *causes], "check or cause", hint_on_causes),
            ((self.expect or "healthy",), ["healthy", *causes], "cause", hint_on_causes),
        ):
            for name in (name for name in names if name not in known):
                place = self.place_of(name) if self.place_of else ""
                if not place or (self.plugins and not self.without and not catalogue.broken):
                    text = suggest(name, dict.fromkeys(known), what=what)
                    raise InputError(f"{place}: {text}" if place else text, catalogue.hint(where))
        return catalogue


STANDARD = Policy()
"""What a plain `mps-doctor` asks."""


def assess(
    facts: Machine,
    policy: Policy,
    target: Target,
    *,
    started: float | None = None,
    catalogue: Catalogue | None = None,
    program_failed: bool = False,
) -> Report:
    """Judge facts and return the report; raises InputError for an unknown check.

    `started` is in seconds since the epoch.  Who judges many machines loads the `catalogue` once.
    `program_failed` says that a program's own error is judged, as in `diagnose` and `run`.
    """
    started = time.time() if started is None else started
    catalogue = catalogue or policy.load_checks()
    if policy.project is not None:
        facts = msgspec.structs.replace(facts, project=policy.project)
    results = cite(judge(facts, catalogue, policy), facts)
    verdict = reach_verdict(
        results,
        facts,
        device=policy.device,
        fail_on=policy.fail_on,
        expect=policy.expect,
        program_failed=program_failed,
    )
    left_out = _ignored(policy, catalogue)
    ignored = {
        result.check: result.message
        for result in results
        if result.outcome == "not-run" and (result.cause or result.check in left_out)
    }
    return Report(
        target=target,
        verdict=verdict,
        results=results,
        ignored=tuple(Ignored(check=id, reason=ignored[id]) for id in sorted(ignored)),
        measurements=Measurements(smoke=facts.smoke, deep=matrix_of(facts.deep)),
        facts=facts,
        started=datetime.fromtimestamp(started, timezone.utc).isoformat(timespec="seconds"),
        seconds=round(time.time() - started, 3),
    )


def judge(machine: Machine, catalogue: Catalogue, policy: Policy = STANDARD) -> tuple[Result, ...]:
    """Run the checks on a machine's facts and return every result, passes and skips too."""
    device = policy.device
    machine = _on_device(machine, device)
    selected = catalogue.expand(policy.select)
    ignored = _ignored(policy, catalogue)
    results = list(catalogue.broken)
    roots: dict[str, tuple[str, ...]] = {}
    """Of each check that did not pass: the failed checks that explain it."""
    for item in catalogue.checks:
        because_of = tuple(dict.fromkeys(r for id in item.requires for r in roots.get(id, ())))
        if reason := _reason_not_to_run(item, policy.level, selected, ignored):
            outcomes: tuple[Result, ...] = (result_of(item, "not-run", message=reason),)
        elif item.concerns == "mps" and device != "mps":
            outcomes = (result_of(item, "not-applicable", message=f"not asked of {device}"),)
        elif because_of:
            message = f"explained by {', '.join(because_of)}"
            outcomes = (result_of(item, "skipped", message=message, because_of=because_of),)
            roots[item.id] = because_of
        else:
            outcomes = run_foreign(item, machine) if item.module else run_check(item, machine)
            outcomes = tuple(
                _with_severity(_with_aim(result, machine.python, device), policy.severities)
                for result in outcomes
            )
            if any(result.severity == "error" for result in outcomes):
                roots[item.id] = (item.id,)
        results.extend(outcomes)
    return tuple(results)


def _ignored(policy: Policy, catalogue: Catalogue) -> dict[str, str]:
    """Return the checks that the policy leaves out, each with the reason."""
    reasons = {
        id: why or "--ignore"
        for name, why in policy.ignore.items()
        for id in catalogue.expand((name,))
    }
    return reasons | {id: OFF for id, word in policy.severities.items() if word == "off"}


def _on_device(machine: Machine, device: str) -> Machine:
    """Return the machine without what was run on another device: that says nothing of this one."""
    ran_on = machine.smoke.device
    if isinstance(ran_on, Unknown) or ran_on == device:
        return machine
    why = f"it was run on {ran_on}, not on {device}"
    return msgspec.structs.replace(
        machine,
        smoke=SmokeTest(unknown=why),
        deep=Deep(unknown=why),
        device_memory=DeviceMemory(unknown=why),
        frameworks=Frameworks(unknown=why),
    )


def _reason_not_to_run(
    item: AnyCheck, level: Level, selected: Collection[str], ignored: Mapping[str, str]
) -> str:
    if item.id in ignored:
        return ignored[item.id]
    if selected and item.id not in selected:
        return "--select names others"
    too_low = LEVELS.index(item.level) > LEVELS.index(level)
    return f"needs --level {item.level}" if too_low else ""


def _with_aim(result: Result, python: Interpreter, device: str) -> Result:
    """Let what proves a fix name the environment that was judged, whoever wrote the fix."""

    def with_aim(fix: Fix) -> Fix:
        # The old environment proves nothing of a new one.
        which = Interpreter() if "new-environment" in fix.needs else python
        verify = tuple(aimed(argv, which, device) for argv in fix.verify)
        return msgspec.structs.replace(fix, verify=verify)

    return msgspec.structs.replace(result, fixes=tuple(map(with_aim, result.fixes)))


def _with_severity(result: Result, severities: Mapping[str, SeverityWord]) -> Result:
    """Apply what the user decided; a failure switched off keeps its cause, and is none any more."""
    word = severities.get(result.cause or "", severities.get(result.check))
    if result.outcome != "failed" or word is None:
        return result
    if word == "off":
        why = f"{result.cause}: {OFF}"
        return msgspec.structs.replace(
            result, outcome="not-run", severity=None, message=why, evidence=(), fixes=()
        )
    return msgspec.structs.replace(result, severity=word)


def cite(results: tuple[Result, ...], machine: Machine) -> tuple[Result, ...]:
    """Return the results, with the line behind each piece of evidence that a text states."""
    if not machine.messages.stated:
        return results
    lines = _lines(machine)
    return tuple(
        msgspec.structs.replace(
            result, evidence=tuple(_with_line(text, lines) for text in result.evidence)
        )
        if result.outcome == "failed"
        else result
        for result in results
    )


def _with_line(text: str, lines: Mapping[str, int]) -> str:
    value = text.partition(": ")[2] or text.partition("=")[2]
    line = lines.get(text) or lines.get(value)
    return f"{text} (line {line})" if line else text


def _lines(machine: Machine) -> dict[str, int]:
    """Return the line of each value that the text states, of several the first."""
    packages = {item.name: item.version for item in known_or(machine.packages.installed, ())}
    variables = {item.name: item.value for item in known_or(machine.variables.values, ())}
    lines: dict[str, int] = {}
    for stated in machine.messages.stated:
        fact = stated.fact
        if fact.startswith("packages."):
            value = packages.get(fact.removeprefix("packages."))
        elif fact.startswith("variables."):
            name = fact.removeprefix("variables.")
            value = f"{name}={variables.get(name)}"
        else:
            value = attrgetter(fact)(machine)
            if fact in ANSWERS:
                value = f"{ANSWERS[fact]}: {value}"
        if type(value) is str:
            lines[value] = min(stated.line, lines.get(value, stated.line))
    return lines
