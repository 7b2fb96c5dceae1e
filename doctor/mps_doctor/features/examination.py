"""The callable form of the doctor: from a source of facts to a report."""

import os
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import msgspec

from mps_doctor.discovery.interpreter import Running, start
from mps_doctor.discovery.plugin_facts import with_plugin_facts
from mps_doctor.discovery.target import Target as Chosen
from mps_doctor.facts import (
    MAX_SNAPSHOT_BYTES,
    Deep,
    Interpreter,
    Machine,
    Origin,
    Project,
    ProjectRequirement,
    SnapshotError,
    decode_machine,
)
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.checking import Level
from mps_doctor.judgement.report import Report, ReportList, Target
from mps_doctor.system.configuration import (
    Configuration,
    FailOn,
    load_configuration,
    refuse_unknown,
)
from mps_doctor.system.errors import InputError, ensure_type
from mps_doctor.system.files import read_given
from mps_doctor.system.redaction import redact_document

LONGEST_TIMEOUT = 86_400
IGNORED = "--ignore"
"""The reason of what is left out by request only."""

DEFAULT_TIMEOUT = 120.0
"""Seconds for a whole examination: a first `import torch` takes up to 60 on a cold disk."""

QUICK_TIMEOUT = 60.0
"""Seconds for one that imports no torch."""


def configured(policy: Policy, config: str | os.PathLike[str] | Configuration) -> Policy:
    """Return the policy with what a project's file asks for, where nothing else is given.

    The device and the level are settled before the probe starts, and are left as they are.
    Raises InputError for a file that is wrong.
    """
    found = config
    if not isinstance(found, Configuration):
        found = load_configuration(file=os.fspath(found))
    settings = found.settings
    stated = msgspec.to_builtins(settings.require)
    project = None
    if requirements := [{"subject": key, "need": need} for key, need in stated.items() if need]:
        wanted = msgspec.convert(requirements, tuple[ProjectRequirement, ...])
        project = Project(requirements=wanted, stated_in=found.file)
    named = {*settings.select, *found.ignored, *settings.severity}
    return msgspec.structs.replace(
        policy,
        select=policy.select or settings.select,
        ignore=policy.ignore or found.ignored,
        severities=settings.severity,
        project=project,
        place_of=lambda name: found.place_of(name) if name in named else "",
    )


def run_checks(
    *,
    python: str | os.PathLike[str] | None = None,
    env: str | None = None,
    snapshot: str | os.PathLike[str] | None = None,
    device: str = "mps",
    level: Level = "standard",
    select: Collection[str] = (),
    ignore: Collection[str] = (),
    fail_on: FailOn = "error",
    expect: str = "",
    timeout: float = DEFAULT_TIMEOUT,
    config: str | os.PathLike[str] | Configuration | None = None,
    plugins: bool = True,
    on_step: Callable[[str], None] | None = None,
) -> Report:
    """Examine a Python environment, or a recorded snapshot, and return the Report.

    With neither `python` nor `env` it is the active environment, else `./.venv`, else the
    interpreter that runs this.  `timeout` is in seconds, for the whole examination.
    `ignore` may be a mapping of names to reasons.  `expect` is a cause, or `healthy`.
    `config` names a file with the project's requirements, reasons and severities, or is what was
    read of one; none is looked for, and its device, level and timeout are the command's only.
    `plugins=False` leaves out the checks and facts of third parties.
    Raises InputError for an argument that cannot be used.
    """
    refuse_wrong(timeout, device=device, level=level, fail_on=fail_on)
    ensure_type("expect", expect, str, "a cause, or 'healthy'")
    ensure_type("plugins", plugins, bool, "True or False")
    ensure_type("on_step", on_step, Callable | None, "a function that takes one text")
    given = {"python": python, "env": env, "snapshot": snapshot}
    named = [name for name, value in given.items() if value is not None]
    for argument in named:
        ensure_type(argument, given[argument], str | os.PathLike, "a path or a name")
    if len(named) > 1:
        raise InputError(f"{named[0]} and {named[1]} cannot be used together")
    reasons = dict.fromkeys(_names_of(ignore, "ignore"), IGNORED)
    if isinstance(ignore, Mapping):
        reasons |= ignore
    policy = Policy(
        device=device,
        level=level,
        select=_names_of(select, "select"),
        ignore=reasons,
        fail_on=fail_on,
        expect=expect,
        plugins=plugins,
    )
    if config is not None:
        ensure_type("config", config, str | os.PathLike | Configuration, "the name of a file")
        policy = configured(policy, config)
    if snapshot is not None:
        return judge_snapshot(Path(snapshot), policy)
    name = None if python is None else os.fspath(python)
    return examine(policy, python=name, env=env, timeout=timeout, on_step=on_step)


def _names_of(given: Collection[str], argument: str) -> tuple[str, ...]:
    """Return the names; raises InputError for one text, which would be read letter by letter."""
    if isinstance(given, str):
        raise InputError(f"{argument} takes a list of names: write {argument}=[{given!r}]")
    ensure_type(argument, given, Collection, "a list of names")
    for name in given:
        ensure_type(argument, name, str, "a list of names")
    return tuple(given)


def refuse_wrong(timeout: float = DEFAULT_TIMEOUT, **words: str) -> None:
    """Raise InputError for a deadline, device, level or fail_on that is none."""
    refuse_unknown(**words)
    most = f"a number of seconds up to {LONGEST_TIMEOUT}"
    ensure_type("timeout", timeout, int | float, most)
    if not 0 < timeout <= LONGEST_TIMEOUT:
        raise InputError(f"timeout={timeout!r:.80} is not {most}")


def examine(
    policy: Policy,
    *,
    python: str | None = None,
    env: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    on_step: Callable[[str], None] | None = None,
) -> Report:
    """Examine an interpreter and judge it; raises InputError."""
    running = start(
        python=python, env=env, device=policy.device, level=policy.level, timeout=timeout
    )
    return conclude(running, policy, on_step)


def run_all(policy: Policy, timeout: float, on_done: Callable[[str], None]) -> ReportList:
    """Examine every interpreter found on this machine within one deadline of `timeout` seconds.

    `on_done` gets the name of each that was examined.
    """
    # Only --all looks for interpreters.
    from mps_doctor.discovery.environment import Surroundings
    from mps_doctor.discovery.examining_all import examine_all
    from mps_doctor.discovery.pythons import find_pythons

    started = time.time()
    found = find_pythons(Surroundings.here())
    if not found:
        raise InputError("no Python was found on this machine", "name one with --python PATH")
    catalogue = policy.load_checks()
    answers = examine_all(
        found,
        level=policy.level,
        device=policy.device,
        timeout=timeout,
        on_done=lambda item: on_done(item.name),
    )
    reports = []
    for item, answer in zip(found, answers, strict=True):
        path, why = str(item.python), f"found: {', '.join(item.kinds)}"
        target = Target(kind="interpreter", name=item.name, python=path, chosen_because=why)
        if isinstance(answer, str):
            # A file that is no working Python is a row of the table, not the end of it.
            python = Interpreter(executable=path, start_error=answer)
            answer = Machine(origin=Origin(kind="interpreter", name=path), python=python)
        reports.append(assess(answer, policy, target, started=started, catalogue=catalogue))
    return ReportList(reports=tuple(reports))


def describe(chosen: Chosen) -> Target:
    """Return the report's account of the interpreter that was chosen."""
    return Target(
        kind="interpreter",
        name=chosen.name,
        python=str(chosen.python),
        chosen_because=chosen.chosen_because,
        note=chosen.note,
    )


def conclude(
    running: Running, policy: Policy, on_step: Callable[[str], None] | None = None
) -> Report:
    """Wait for a probe that was started and return the Report; raises InputError."""
    try:
        # The checks load while torch does, and a wrong id is found out at once.
        catalogue = policy.load_checks()
        machine = running.examination.facts(on_step)
        if policy.plugins:
            machine = with_plugin_facts(machine, running.chosen.python, without=policy.without)
        target = describe(running.chosen)
        return assess(machine, policy, target, started=running.started, catalogue=catalogue)
    finally:
        running.examination.stop()


def wait_for(running: Running) -> Machine:
    """Wait for a probe that was started, and for its end; return the facts; raises InputError."""
    try:
        return running.examination.facts()
    finally:
        running.examination.stop()


def judge_snapshot(path: Path, policy: Policy, content: bytes | None = None) -> Report:
    """Read a recorded machine from a file and return the Report; raises InputError.

    `content` is that of a file that was read already: what a pipe gives comes once.
    """
    started = time.time()
    try:
        machine = decode_machine(content or read_given(path, MAX_SNAPSHOT_BYTES))
    except SnapshotError as error:
        raise InputError(f"{path} {error}", "make one with: mps-doctor snapshot -o FILE") from None
    if policy.level == "standard" and machine.deep != Deep() and not machine.deep.unknown:
        # Nothing is run for a snapshot: what its own deep level found is judged with the rest.
        policy = msgspec.structs.replace(policy, level="deep")
    return assess(machine, policy, Target(kind="snapshot", name=path.name), started=started)


def _show(report: Report, format: str) -> str:
    """Draw a report for a prompt or a notebook."""
    from mps_doctor.render import console, html
    from mps_doctor.render.screen import Screen
    from mps_doctor.views.report import view_report

    document = view_report(redact_document(report))
    if format == "html-fragment":
        return html.render_fragment(document)
    return console.render(document, Screen())


Report.show = _show
