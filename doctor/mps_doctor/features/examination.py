"""The callable form of the doctor: from a source of facts to a report."""

import os
import shlex
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec

from mps_doctor.discovery.plugin_facts import with_plugin_facts
from mps_doctor.discovery.starting import Running, start
from mps_doctor.discovery.target import Target as Chosen
from mps_doctor.facts import (
    MAX_SNAPSHOT_BYTES,
    Deep,
    Machine,
    Project,
    ProjectRequirement,
    SnapshotError,
    Unknown,
    decode_machine,
)
from mps_doctor.judgement.assess import Policy, assess, known_names
from mps_doctor.judgement.checking import Level
from mps_doctor.judgement.engine import Catalogue
from mps_doctor.judgement.report import Report, Target
from mps_doctor.system.configuration import (
    DEVICES,
    LEVELS,
    Configuration,
    FailOn,
    load_configuration,
)
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import read_given
from mps_doctor.system.redaction import redact_document

LONGEST_TIMEOUT = 86_400
DEFAULT_TIMEOUT = 120.0
"""Seconds for a whole examination: a first `import torch` takes up to 60 on a cold disk."""

QUICK_TIMEOUT = 60.0
"""Seconds for one that imports no torch."""


def configured(policy: Policy, configuration: Configuration) -> Policy:
    """Return the policy with what a project's file asks for, where nothing else is given.

    The device and the level are settled before the probe starts, and are left as they are.
    """
    settings = configuration.settings
    return msgspec.structs.replace(
        policy,
        select=policy.select or settings.select,
        ignore=policy.ignore or configuration.ignored,
        severities=settings.severity,
        project=_project(configuration),
        place_of=lambda name: configuration.place_of(name) if name in configuration.names else "",
    )


def _project(configuration: Configuration) -> Project | None:
    stated = msgspec.to_builtins(configuration.settings.require)
    requirements = [{"subject": key, "need": need} for key, need in stated.items() if need]
    if not requirements:
        return None
    return Project(
        requirements=msgspec.convert(requirements, tuple[ProjectRequirement, ...]),
        stated_in=configuration.file,
    )


def read_configuration(config: str | os.PathLike[str] | Configuration) -> Configuration:
    """Return what a named file configures; raises InputError."""
    if isinstance(config, Configuration):
        return config
    ensure_type("config", config, str | os.PathLike, "the name of a file")
    return load_configuration(file=os.fspath(config))


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
    refuse_unknown(device=device, level=level, fail_on=fail_on)
    refuse_wrong_time(timeout)
    ensure_type("expect", expect, str, "a cause, or 'healthy'")
    ensure_type("plugins", plugins, bool, "True or False")
    ensure_type("on_step", on_step, Callable | None, "a function that takes one text")
    given = {"python": python, "env": env, "snapshot": snapshot}
    named = [name for name, value in given.items() if value is not None]
    for argument in named:
        ensure_type(argument, given[argument], str | os.PathLike, "a path or a name")
    if len(named) > 1:
        raise InputError(f"{named[0]} and {named[1]} cannot be used together")
    policy = Policy(
        device=device,
        level=level,
        select=names_of(select, "select"),
        ignore=_reasons(ignore),
        fail_on=fail_on,
        expect=expect,
        plugins=plugins,
    )
    if config is not None:
        policy = configured(policy, read_configuration(config))
    if snapshot is not None:
        return judge_snapshot(Path(snapshot), policy)
    name = None if python is None else os.fspath(python)
    return examine(policy, python=name, env=env, timeout=timeout, on_step=on_step)


def names_of(given: Any, argument: str) -> tuple[str, ...]:
    """Return the names; raises InputError for one text, which would be read letter by letter."""
    if isinstance(given, str):
        raise InputError(f"{argument} takes a list of names: write {argument}=[{given!r}]")
    try:
        names = tuple(given)
    except TypeError:
        names = (given,)  # no collection: refused with the others
    if not all(isinstance(name, str) for name in names):
        raise InputError(f"{argument} takes a list of names, not {given!r:.80}")
    return names


def _reasons(ignore: Collection[str]) -> dict[str, str]:
    """Return the names to leave out with their reasons; raises InputError for other types."""
    reasons = reasons_for(names_of(ignore, "ignore"))
    if isinstance(ignore, Mapping):
        names_of(ignore.values(), "ignore")
        reasons |= ignore
    return reasons


def ensure_type(argument: str, value: object, kind: Any, said: str) -> None:
    """Raise InputError where an argument has another type; `said` is what it should be."""
    if not isinstance(value, kind):
        raise InputError(f"{argument} is {said}, not {value!r:.80}")


def reasons_for(names: Collection[str]) -> dict[str, str]:
    """Return names that are left out by request, each with that reason."""
    return dict.fromkeys(names, "--ignore")


def refuse_unknown(**words: str) -> None:
    """Raise InputError for a device, level or fail_on that does not exist."""
    known = {"device": DEVICES, "level": LEVELS, "fail_on": ("error", "warning")}
    for name, word in words.items():
        if word not in known[name]:
            raise InputError(f"{name}={word!r:.80} is not one of {', '.join(known[name])}")


def refuse_wrong_time(seconds: float) -> None:
    """Raise InputError for a deadline that is none."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not (number and 0 < seconds <= LONGEST_TIMEOUT):
        most = f"a number of seconds up to {LONGEST_TIMEOUT}"
        raise InputError(f"timeout={seconds!r:.80} is not {most}")


def examine(
    policy: Policy,
    *,
    python: str | None = None,
    env: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    on_step: Callable[[str], None] | None = None,
) -> Report:
    """Examine an interpreter and judge it; raises InputError."""
    refuse_unknown(device=policy.device, level=policy.level)
    running = start(
        python=python, env=env, device=policy.device, level=policy.level, timeout=timeout
    )
    return conclude(running, policy, on_step)


def diagnose(text: str | bytes, *, name: str = "-", fail_on: FailOn = "error") -> Report:
    """Judge a pasted report, traceback or error text; works on any system.

    The same checks as `run_checks`, on the facts that the text states.
    """
    if not issubclass(type(text), str | bytes):
        kind = type(text).__name__
        raise InputError(f"diagnose takes a text, not a {kind}: read a file with .read_bytes()")
    ensure_type("name", name, str, "what the text is called")
    refuse_unknown(fail_on=fail_on)
    return judge_text(text, name, fail_on)


def judge_text(
    text: str | bytes, name: str, fail_on: FailOn, catalogue: Catalogue | None = None
) -> Report:
    """Judge a text as `diagnose` does; who judges many loads the `catalogue` once."""
    # Only this entry needs the parsers of pasted text.
    from mps_doctor.features.pasted import known_error_text, machine_in
    from mps_doctor.pasted.parsing import parse_text

    started = time.time()
    machine = machine_in(text) or parse_text(text, name=name)
    report = assess(
        machine,
        Policy(level="deep", fail_on=fail_on),
        Target(kind="pasted", name=name),
        started=started,
        catalogue=catalogue,
        program_failed=True,
    )
    if report.verdict.status != "inconclusive" or not isinstance(machine.messages.about, Unknown):
        return report
    known = known_error_text(text)
    if not known:
        return report
    end_of_options = ("--",) if known.startswith("-") else ()
    command = shlex.join(("mps-doctor", "explain", *end_of_options, known))
    target = msgspec.structs.replace(report.target, note=f"this error text is known: {command}")
    return msgspec.structs.replace(report, target=target)


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
        policy = known_names(policy, catalogue)
        machine = running.examination.facts(on_step)
        if policy.plugins:
            machine = with_plugin_facts(machine, running.chosen.python, without=policy.without)
        target = describe(running.chosen)
        return assess(machine, policy, target, started=running.started, catalogue=catalogue)
    finally:
        running.examination.stop()


def wait_for(running: Running, on_step: Callable[[str], None] | None = None) -> Machine:
    """Wait for a probe that was started, and for its end; return the facts; raises InputError."""
    try:
        return running.examination.facts(on_step)
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
    from mps_doctor.render import html, load
    from mps_doctor.render.screen import Screen
    from mps_doctor.views.report import view_report

    document = view_report(redact_document(report))
    if format == "html-fragment":
        return html.render_fragment(document)
    module: object = load(format)
    return str(module.render(document, Screen()))  # type: ignore[attr-defined]  # each has it


Report.show = _show
